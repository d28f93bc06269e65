//go:build !unix

package atomicfile

import "os"

// claim is true: Windows does not remove a file that a process has open.
func claim(*os.File) bool { return true }

func removeAbandoned(path string) { _ = os.Remove(path) }

// move closes f as path: Windows does not rename a file that is open.
func move(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
