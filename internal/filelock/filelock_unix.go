//go:build unix

package filelock

import (
	"errors"
	"os"
	"syscall"

	"fsnb.example/internal/private"
)

// Try takes the lock that a file stands for, or returns ErrLocked. The lock belongs to the open
// file: it also excludes other goroutines, and ends with the process. The holder removes the file;
// a process that opened it before that finds a different file of that name, and its lock is void.
func Try(path string) (unlock func(), err error) {
	f, err := private.OpenOwn(path, os.O_RDWR)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
			return nil, ErrLocked
		}
		return nil, err
	}
	mine, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(mine, named) {
		f.Close()
		return nil, ErrLocked
	}
	return func() {
		os.Remove(path)
		f.Close()
	}, nil
}
