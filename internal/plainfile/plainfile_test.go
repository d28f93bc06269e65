package plainfile

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link} {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(f); string(text) != "text" || err != nil {
			t.Errorf("%s holds %q; %v", path, text, err)
		}
		f.Close()
	}
	_, err := Open(filepath.Join(dir, "none.csv"))
	if want := "cannot open " + filepath.Join(dir, "none.csv") + ": no such file or directory; check the path"; err == nil || err.Error() != want || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want %s", err, want)
	}
}

// What is no regular file is refused at once: opening the pipe would wait for a writer, and
// reading /dev/zero would not end.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	pipe, link, socket := filepath.Join(dir, "p.csv"), filepath.Join(dir, "l.csv"), filepath.Join(dir, "s.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
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
	for path, what := range map[string]string{dir: "a folder", pipe: "a named pipe", link: "a device", socket: "a socket"} {
		_, err := Open(path)
		if want := path + " is " + what + "; give a file"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
