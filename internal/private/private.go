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
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// FolderMode and FileMode are the permissions of what only its owner may use.
const (
	FolderMode fs.FileMode = 0o700
	FileMode   fs.FileMode = 0o600
)

// CheckFolder returns an error when another user owns a folder or can write to it, or can put
// another in its place: who owns, or can write to, a folder or a link on its path. Root counts as
// its owner. Others may write to a folder on the path in which they cannot replace what they do not
// own, as /tmp is. What does not exist, or is a file, is no error here.
func CheckFolder(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	at := filepath.VolumeName(dir) + string(filepath.Separator)
	rest := names(dir[len(at)-1:])
	for links := 0; len(rest) > 0; {
		path := filepath.Join(at, rest[0])
		rest = rest[1:]
		info, err := os.Lstat(path)
		if err != nil {
			return nil // the user of the folder reports the error
		}
		if id, other := otherOwner(info, os.Geteuid()); other {
			return fmt.Errorf("the folder %s belongs to another user (uid %d)", path, id)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(path)
			if links++; err != nil || links > mostLinks {
				return nil // for the same reason
			}
			if filepath.IsAbs(to) {
				at = filepath.VolumeName(to) + string(filepath.Separator)
				to = to[len(at)-1:]
			}
			rest = append(names(to), rest...)
			continue
		}
		sticky := len(rest) > 0 && info.Mode()&fs.ModeSticky != 0
		if info.IsDir() && !sticky && writableByOthers(info) {
			return fmt.Errorf("other users can write to the folder %s (%v)", path, info.Mode())
		}
		at = path
	}
	return nil
}

// mostLinks is where systems stop to follow links.
const mostLinks = 40

// names are the parts of a path.
func names(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool {
		return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r))
	})
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
