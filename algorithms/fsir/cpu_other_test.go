//go:build !unix

package fsir

import "time"

var began = time.Now()

// processorTime is the elapsed time on systems without processor time.
func processorTime() time.Duration { return time.Since(began) }
