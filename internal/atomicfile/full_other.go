//go:build !windows

package atomicfile

import (
	"errors"
	"syscall"
)

// DiskFull reports whether an error says that a disk or a quota is used up.
func DiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// tooLarge reports whether an error says that the limit of the size of files is reached.
func tooLarge(err error) bool { return errors.Is(err, syscall.EFBIG) }
