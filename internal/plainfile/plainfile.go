// Package plainfile opens regular files only: a named pipe blocks until something writes to it, a
// device may never end, and a file of the kernel may do both.
package plainfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Open opens a regular file, or a link to one, for reading. It checks the kind of file before
// opening it, since opening a pipe waits, and once more when it is open. The error is one line with
// the path; it wraps that of the system.
func Open(path string) (*os.File, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, cannot(path, err)
	}
	if err := check(path, st.Mode()); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, cannot(path, err)
	}
	// The file may have been replaced since.
	if st, err = f.Stat(); err == nil {
		err = check(path, st.Mode())
	}
	if err == nil && ofKernel(f) {
		err = fmt.Errorf("%s is a file of the kernel; give a file on a disk", path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func cannot(path string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("cannot open %s: %w; check the path", path, err)
}

func check(path string, mode fs.FileMode) error {
	what := "no regular file"
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a named pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return fmt.Errorf("%s is %s; give a file", path, what)
}
