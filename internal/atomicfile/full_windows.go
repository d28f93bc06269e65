package atomicfile

import (
	"errors"
	"syscall"
)

// diskFull reports whether an error says that a disk is full: ERROR_HANDLE_DISK_FULL or
// ERROR_DISK_FULL.
func diskFull(err error) bool {
	return errors.Is(err, syscall.Errno(39)) || errors.Is(err, syscall.Errno(112))
}
