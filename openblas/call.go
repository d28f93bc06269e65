//go:build (linux || darwin || windows) && (amd64 || arm64)

package openblas

import (
	"time"

	"github.com/ebitengine/purego"
)

// call calls a routine. What its arguments point to stays where it is meanwhile.
//
//go:uintptrescapes
func call(routine uintptr, args ...uintptr) {
	if spent == nil {
		purego.SyscallN(routine, args...)
		return
	}
	start := time.Now()
	purego.SyscallN(routine, args...)
	spent(time.Since(start))
}

// text returns what a function without arguments returns.
func text(routine uintptr) string {
	var f func() string
	purego.RegisterFunc(&f, routine)
	return f()
}
