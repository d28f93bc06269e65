package methodtest

import (
	"os"
	"runtime/debug"
)

// Tests make many small matrices: with Go's default, a tenth to a quarter of their processor time
// is collections of a heap of a few MB.
const garbage = 400

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
}
