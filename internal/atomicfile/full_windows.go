package atomicfile

import (
	"errors"
	"syscall"
)

// DiskFull reports whether an error means that a disk is full: ERROR_HANDLE_DISK_FULL or
// ERROR_DISK_FULL.
func DiskFull(err error) bool {
	return errors.Is(err, syscall.Errno(39)) || errors.Is(err, syscall.Errno(112))
}

// tooLarge is always false: Windows has no limit on file sizes.
func tooLarge(error) bool { return false }
