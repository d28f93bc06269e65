//go:build !windows

package atomicfile

import (
	"errors"
	"syscall"
)

// DiskFull reports whether an error means that a disk or a quota is full.
func DiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// tooLarge reports whether an error means that the file size limit is reached.
func tooLarge(err error) bool { return errors.Is(err, syscall.EFBIG) }
