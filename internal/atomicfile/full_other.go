//go:build !windows

package atomicfile

import (
	"errors"
	"syscall"
)

// diskFull reports whether an error says that a disk, a quota or a limit is used up.
func diskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		errors.Is(err, syscall.EFBIG)
}
