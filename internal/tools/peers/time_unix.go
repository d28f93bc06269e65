//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is that of this process, 0 if unknown.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
