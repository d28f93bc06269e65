//go:build unix

package plainfile

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/ostest"
)

// What is no regular file is refused at once: opening the pipe would wait for a writer, and
// reading /dev/zero would not end.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	pipe, link, socket := filepath.Join(dir, "p.csv"), filepath.Join(dir, "l.csv"),
		filepath.Join(dir, "s.csv")
	if err := ostest.Pipe(pipe); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for path, what := range map[string]string{dir: "a folder", pipe: "a named pipe",
		link: "a device", socket: "a socket"} {
		_, err := Open(path)
		if want := path + " is " + what + "; give a file"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
