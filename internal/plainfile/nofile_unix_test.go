//go:build unix

package plainfile

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

// What is no regular file is refused at once: opening the pipe would wait for a writer, and
// reading /dev/zero would not end.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	pipe, link, socket := filepath.Join(dir, "p.csv"), filepath.Join(dir, "l.csv"),
		filepath.Join(dir, "s.csv")
	must.Do(t, ostest.Pipe(pipe))
	must.Do(t, os.Symlink("/dev/zero", link))
	l := must.Get(net.Listen("unix", socket))(t)
	defer l.Close()
	for path, what := range map[string]string{dir: "a folder", pipe: "a named pipe",
		link: "a device", socket: "a socket"} {
		_, err := Open(path)
		if want := path + " is " + what + "; give a file"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
