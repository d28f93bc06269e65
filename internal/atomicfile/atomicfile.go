// Package atomicfile writes files atomically: the whole new file, or no change.
//
// github.com/google/renameio does the same but does not support Windows; the few lines needed here
// use the standard library.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"fsnb.example/internal/private"
)

// Write calls write with a buffered file of a temporary name beside path and renames it to path
// when everything succeeded. On an error the temporary file is removed and path is unchanged. A new
// file gets rw-rw-rw- less the umask; a replaced file keeps its permissions; a link is replaced,
// not its target. Temporary files in the folder older than StaleAfter, or as far in the future, are
// removed if killed processes left them.
func Write(path string, write func(w io.Writer) error) error {
	mode, replaces := fs.FileMode(0o666), false
	if old, err := os.Stat(path); err == nil {
		if !old.Mode().IsRegular() {
			return fmt.Errorf("cannot write %s: it is a %s; give a file name", path,
				kind(old.Mode()))
		}
		mode, replaces = old.Mode().Perm(), true
	}
	return replace(path, mode, replaces, write)
}

// WritePrivate is Write, but only the owner may read and write the file.
func WritePrivate(path string, write func(w io.Writer) error) error {
	return replace(path, private.FileMode, true, write)
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeNamedPipe != 0:
		return "pipe"
	}
	return "device"
}

// replace writes a file with a mode; exact means that the mode is set regardless of the umask.
func replace(path string, mode fs.FileMode, exact bool, write func(w io.Writer) error) (err error) {
	sweepOnce(filepath.Dir(path))
	f, err := create(filepath.Dir(path), mode)
	if err != nil {
		return failed(path, err, "choose a folder that exists and that you may write to")
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if exact {
		if err = f.Chmod(mode); err != nil {
			return failed(path, err, "")
		}
	}
	buf := bufio.NewWriterSize(unnamed{f}, 1<<16)
	if err = write(buf); err == nil {
		err = buf.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = move(f, path)
	}
	if err != nil {
		return failed(path, err, "")
	}
	return nil
}

// create opens a new file that no other link points to, and claims it.
func create(dir string, mode fs.FileMode) (*os.File, error) {
	const attempts = 100
	for attempt := 0; ; attempt++ {
		name := prefix + strconv.FormatUint(rand.Uint64(), 36) + suffix
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err == nil && !claim(f) && attempt < attempts {
			f.Close()
			os.Remove(f.Name())
			continue
		}
		if !errors.Is(err, fs.ErrExist) || attempt == attempts {
			return f, err
		}
	}
}

// failed returns the error for a path that cannot be written, with advice.
func failed(path string, err error, advice string) error {
	err = Reason(err)
	if DiskFull(err) || tooLarge(err) {
		advice = "make room, or choose another folder"
	}
	if advice != "" {
		return fmt.Errorf("cannot write %s: %w; %s", path, err, advice)
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// unnamed removes the temporary name from write errors, which callers pass on in their own
// messages.
type unnamed struct{ f *os.File }

// Write implements io.Writer.
func (u unnamed) Write(p []byte) (int, error) {
	n, err := u.f.Write(p)
	return n, Reason(err)
}

// Reason drops the path of an error, such as a temporary name, which means nothing to the reader.
func Reason(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
