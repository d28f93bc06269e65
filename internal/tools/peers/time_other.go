//go:build !unix

package main

import "time"

// processorTime is 0: unknown.
func processorTime() time.Duration { return 0 }
