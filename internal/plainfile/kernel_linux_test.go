package plainfile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
)

// Files of the kernel are refused however they are named; a file that /proc only leads to is not.
func TestOpenRefusesTheKernel(t *testing.T) {
	dir := t.TempDir()
	link, file := filepath.Join(dir, "l.csv"), filepath.Join(dir, "a.csv")
	must.Do(t, os.Symlink("/proc/self/status", link))
	for _, path := range []string{"/proc/version", link} {
		_, err := Open(path)
		if want := path + " is a file of the kernel; give a file on a disk"; err == nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	must.Do(t, os.WriteFile(file, []byte("text"), 0o600))
	f := must.Get(os.Open(file))(t)
	defer f.Close()
	again := must.Get(Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd())))(t)
	again.Close()
}
