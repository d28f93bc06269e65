//go:build !unix

package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// Try takes the lock that a file stands for, or returns ErrLocked. Windows does not remove a
// file that a process has open, so a file that can be removed is the lock of a dead process.
func Try(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		os.Remove(path)
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return func() {
		f.Close()
		os.Remove(path)
	}, nil
}
