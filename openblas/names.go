package openblas

import "runtime"

// names returns the libraries to look for, and the command that installs one.
func names(system string) (libraries []string, install string) {
	switch system {
	case "darwin": // part of the system
		return []string{"/System/Library/Frameworks/Accelerate.framework/Accelerate"}, ""
	case "windows":
		return []string{"libopenblas.dll"}, "put libopenblas.dll from https://www.openblas.net on the PATH"
	case "linux":
		return []string{"libopenblas.so.0", "libopenblas.so"}, "apt-get install libopenblas0"
	}
	return nil, ""
}

// candidates are the libraries for this system, none where purego cannot call them without cgo.
func candidates() (libraries []string, install string) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return nil, ""
	}
	return names(runtime.GOOS)
}
