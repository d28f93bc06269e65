//go:build (linux || darwin || windows) && (amd64 || arm64)

package openblas

import "github.com/ebitengine/purego"

// call calls a routine. What its arguments point to stays where it is meanwhile.
//
//go:uintptrescapes
func call(routine uintptr, args ...uintptr) { purego.SyscallN(routine, args...) }

// text returns what a function without arguments returns.
func text(routine uintptr) string {
	var f func() string
	purego.RegisterFunc(&f, routine)
	return f()
}
