//go:build !unix

package atomicfile

func limited() bool { return false }
