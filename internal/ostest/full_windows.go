package ostest

import "syscall"

// ErrDiskFull is the system's error for a full disk: ERROR_DISK_FULL.
const ErrDiskFull = syscall.Errno(112)
