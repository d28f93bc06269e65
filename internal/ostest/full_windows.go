package ostest

import "syscall"

// ErrDiskFull is what the system says of a full disk: ERROR_DISK_FULL.
const ErrDiskFull = syscall.Errno(112)
