//go:build unix

package datasets

import (
	"os"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

// What is no file is refused before it is opened, which would wait for ever for a pipe and
// read a device without end.
func TestLoadRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	must.Do(t, ostest.Pipe("pipe.csv"))
	must.Do(t, os.Symlink("/dev/zero", "zero.mat"))
	for path, want := range map[string]string{"pipe.csv": "pipe.csv is a named pipe; give a file",
		"zero.mat": "zero.mat is a device; give a file", dir: dir + " is a folder; give a file"} {
		_, err := Load(path, Options{})
		wantError(t, err, want)
	}
}
