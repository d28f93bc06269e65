//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// claim locks a new temporary file until it is closed, so that no process removes it, however far
// its clock is ahead. It reports whether the file is still there: a process may have removed it
// before. On a disk without locks only the age protects it.
func claim(f *os.File) bool {
	if held(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)) {
		return false
	}
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(mine, named)
}

// held reports whether the error of a lock means that another process may have it.
func held(err error) bool {
	return errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR)
}

// removeAbandoned removes a temporary file unless a process holds its lock.
func removeAbandoned(path string) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if !held(syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)) {
		_ = os.Remove(path) // another process may have removed it first
	}
}

// move closes f, which is synced, as path. It holds the lock until f has that name.
func move(f *os.File, path string) error {
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	_ = f.Close() // its content is on the disk
	return nil
}
