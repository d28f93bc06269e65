//go:build unix

package main

import "syscall"

// childrenPeak is the largest peak memory of the processes that this one started and waited for.
func childrenPeak() int64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r); err != nil {
		return 0
	}
	return int64(r.Maxrss) << 10 // kilobytes on Linux, where the stage runs
}
