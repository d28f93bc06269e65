//go:build unix

package ostest

import "syscall"

// Pipe makes a named pipe that its owner may read and write.
func Pipe(path string) error { return syscall.Mkfifo(path, 0o600) }

// WithUmask calls do while mask is the umask of the process, so no other test may run beside it.
func WithUmask(mask int, do func()) {
	old := syscall.Umask(mask)
	defer syscall.Umask(old)
	do()
}
