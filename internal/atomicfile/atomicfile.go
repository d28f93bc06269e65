// Package atomicfile writes files that are there whole or not at all.
//
// github.com/google/renameio was looked at: it does the same and leaves out
// Windows; the few lines needed here are the standard library's own calls.
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

// Write calls write with a buffered file of a temporary name beside path and
// renames it to path when everything succeeded. On an error the temporary file
// is removed and what was at path before stays as it was. A new file has the
// permissions that the umask leaves of rw-rw-rw-, one that is replaced keeps its own;
// a link is replaced itself. Temporary files of the folder that a killed process left
// more than StaleAfter ago are removed.
func Write(path string, write func(w io.Writer) error) error {
	mode, replaces := fs.FileMode(0o666), false
	if old, err := os.Stat(path); err == nil {
		if !old.Mode().IsRegular() {
			return fmt.Errorf("cannot write %s: it is a %s; give a file name", path, kind(old.Mode()))
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

// replace writes a file with a mode; exact says that the umask takes nothing from it.
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
		err = f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return failed(path, err, "")
	}
	return nil
}

// create opens a new file that no other name leads to.
func create(dir string, mode fs.FileMode) (*os.File, error) {
	const attempts = 100
	for attempt := 0; ; attempt++ {
		name := prefix + strconv.FormatUint(rand.Uint64(), 36) + suffix
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || attempt == attempts {
			return f, err
		}
	}
}

// failed says that path cannot be written, and how to mend it.
func failed(path string, err error, advice string) error {
	err = reason(err)
	if DiskFull(err) || tooLarge(err) {
		advice = "make room, or choose another folder"
	}
	if advice != "" {
		return fmt.Errorf("cannot write %s: %w; %s", path, err, advice)
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// unnamed leaves the temporary name out of the errors of writing, which those who
// write pass on in words of their own.
type unnamed struct{ f *os.File }

// Write implements io.Writer.
func (u unnamed) Write(p []byte) (int, error) {
	n, err := u.f.Write(p)
	return n, reason(err)
}

// reason drops the temporary name, which means nothing to the reader.
func reason(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
