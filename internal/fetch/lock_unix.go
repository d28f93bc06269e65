//go:build unix

package fetch

import (
	"errors"
	"os"
	"syscall"

	"fsnb.example/internal/private"
)

// tryLock takes the lock that a file stands for, or returns errLocked. The lock
// belongs to the open file, so that it also keeps goroutines apart, and ends with
// the process. The file is removed by its holder; who opened it before that finds
// that another file has its name by now, and that its lock is worth nothing.
func tryLock(path string) (unlock func(), err error) {
	f, err := private.OpenOwn(path, os.O_RDWR)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
			return nil, errLocked
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
		return nil, errLocked
	}
	return func() {
		os.Remove(path)
		f.Close()
	}, nil
}
