//go:build !((linux || darwin || windows) && (amd64 || arm64))

package openblas

// No library is loaded on these systems, so that nothing is called.

func load(string) (handle uintptr, ok bool) { return 0, false }

func symbol(uintptr, string) uintptr { return 0 }

func call(uintptr, ...uintptr) {}

func text(uintptr) string { return "" }
