//go:build unix

package main

import (
	"fmt"
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

// hold takes memory outside Go's heap, for as long as the process runs.
func hold(bytes int) error {
	b, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return fmt.Errorf("cannot take %d bytes: %w", bytes, err)
	}
	for i := 0; i < bytes; i += 4096 {
		b[i] = 1
	}
	return nil
}

// processorTime is that of this process, 0 if unknown.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
