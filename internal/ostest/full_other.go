//go:build !windows

package ostest

import "syscall"

// ErrDiskFull is what the system says of a full disk.
const ErrDiskFull = syscall.ENOSPC
