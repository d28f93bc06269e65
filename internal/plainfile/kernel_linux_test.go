package plainfile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Files of the kernel are refused however they are named; a file that /proc only leads to is not.
func TestOpenRefusesTheKernel(t *testing.T) {
	dir := t.TempDir()
	link, file := filepath.Join(dir, "l.csv"), filepath.Join(dir, "a.csv")
	if err := os.Symlink("/proc/self/status", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/proc/version", link} {
		_, err := Open(path)
		if want := path + " is a file of the kernel; give a file on a disk"; err == nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	again, err := Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
