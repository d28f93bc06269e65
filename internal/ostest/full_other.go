//go:build !windows

package ostest

import "syscall"

// ErrDiskFull is the system's error for a full disk.
const ErrDiskFull = syscall.ENOSPC
