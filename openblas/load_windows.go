//go:build amd64 || arm64

package openblas

import "syscall"

func load(name string) (handle uintptr, ok bool) {
	h, err := syscall.LoadLibrary(name)
	return uintptr(h), err == nil
}

// symbol returns 0 for a name that the library lacks.
func symbol(handle uintptr, name string) uintptr {
	address, err := syscall.GetProcAddress(syscall.Handle(handle), name)
	if err != nil {
		return 0
	}
	return address
}
