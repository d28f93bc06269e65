//go:build !unix

package main

import (
	"os"
	"time"
)

// supported is false: nothing can be measured.
const supported = false

// peakOf is 0: the system does not tell the memory of a process that ended.
func peakOf(*os.ProcessState) int64 { return 0 }

// hold takes nothing: it would not be seen.
func hold(int) error { return nil }

// processorTime is 0: the system does not tell it.
func processorTime() time.Duration { return 0 }
