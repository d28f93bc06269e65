//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// supported is true: the system tells the peak memory of a process.
const supported = true

// peakOf is the peak resident memory of a process that ended, in bytes.
func peakOf(p *os.ProcessState) int64 {
	r, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // bytes there, else kilobytes
		return int64(r.Maxrss)
	}
	return int64(r.Maxrss) << 10
}

// processorTime is that of this process, 0 if unknown.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
