//go:build (linux || darwin) && (amd64 || arm64)

package openblas

import "github.com/ebitengine/purego"

func load(name string) (handle uintptr, ok bool) {
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	return handle, err == nil
}

// symbol returns 0 for a name that the library lacks.
func symbol(handle uintptr, name string) uintptr {
	address, err := purego.Dlsym(handle, name)
	if err != nil {
		return 0
	}
	return address
}
