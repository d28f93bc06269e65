// Package private opens and checks files and folders that belong to one user, so that other users
// cannot decide what is read or written.
//
// On Unix, the owner and the permissions of a file are checked. On other systems the user's cache
// folder is protected by the system, and only kinds and sizes are checked.
package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// FolderMode and FileMode are the permissions of what only its owner may use.
const (
	FolderMode fs.FileMode = 0o700
	FileMode   fs.FileMode = 0o600
)

// CheckFolder returns an error when another user owns a folder or can write to it, or
// owns the link that leads to it. Root counts as its owner. A folder that does not
// exist, or is a file, is no error here. With sticky, others may write to a folder in
// which they cannot replace what they do not own, as /tmp is.
func CheckFolder(dir string, sticky bool) error {
	link, err := os.Lstat(dir)
	if err != nil {
		return nil // the user of the folder reports the error
	}
	st, err := os.Stat(dir)
	if err != nil || !st.IsDir() {
		return nil
	}
	for _, info := range []fs.FileInfo{link, st} {
		if id, other := otherOwner(info, os.Geteuid()); other {
			return fmt.Errorf("the folder %s belongs to another user (uid %d)", dir, id)
		}
	}
	if sticky && st.Mode()&fs.ModeSticky != 0 {
		return nil
	}
	if writableByOthers(st) {
		return fmt.Errorf("other users can write to the folder %s (%v)", dir, st.Mode())
	}
	return nil
}

// ErrKind is wrapped by the errors about what is no plain file.
var ErrKind = errors.New("not a plain file")

// Open opens a file of at most most bytes for reading, and returns its size. It does
// not follow a link, does not wait for a device or a pipe, and returns an error for
// anything but a plain file that no other user owns or can write to.
func Open(path string, most int64) (f *os.File, size int64, err error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, 0, err
	}
	if err := acceptable(before, most); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	if f, err = os.OpenFile(path, os.O_RDONLY|noFollow, 0); err != nil {
		return nil, 0, err
	}
	after, err := f.Stat()
	if err == nil {
		err = acceptable(after, most)
	}
	if err == nil && !os.SameFile(before, after) {
		err = errors.New("was replaced while it was opened")
	}
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return f, after.Size(), nil
}

func acceptable(info fs.FileInfo, most int64) error {
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w (%v)", ErrKind, info.Mode())
	case info.Size() > most:
		return fmt.Errorf("%d bytes, more than the %d that are read", info.Size(), most)
	case writableByOthers(info):
		return fmt.Errorf("other users can write to it (%v)", info.Mode())
	}
	if id, other := otherOwner(info, os.Geteuid()); other {
		return fmt.Errorf("it belongs to another user (uid %d)", id)
	}
	return nil
}

// OpenOwn opens a file with the given flags, and makes one that only its owner may use
// when there is none. It does not follow a link: a link, a pipe or a device of that name
// is removed, and what a link points to is left alone.
func OpenOwn(path string, flag int) (*os.File, error) {
	const attempts = 10 // while other processes remove or create it
	for range attempts {
		f, err := os.OpenFile(path, flag|os.O_CREATE|os.O_EXCL, FileMode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
		before, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		case before.IsDir():
			return nil, &fs.PathError{Op: "open", Path: path, Err: ErrKind}
		case !before.Mode().IsRegular():
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			continue
		}
		if f, err = os.OpenFile(path, flag|noFollow, 0); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		if after, err := f.Stat(); err == nil && os.SameFile(before, after) {
			return f, nil
		}
		f.Close()
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("others keep replacing it")}
}
