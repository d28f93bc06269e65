//go:build unix

package fsir

import (
	"syscall"
	"time"
)

// processorTime is the processor time of this process, which depends less on other work on the
// machine than the elapsed time.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
