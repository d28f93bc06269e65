//go:build unix

package ostest

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
)

// The umask of the process is back after the call.
func TestWithUmask(t *testing.T) {
	dir := t.TempDir()
	mode := func(name string) fs.FileMode {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, nil, 0o666))
		st := must.Get(os.Stat(path))(t)
		return st.Mode()
	}
	before := mode("before")
	for mask, want := range map[int]fs.FileMode{0o077: 0o600, 0o027: 0o640, 0: 0o666} {
		var got fs.FileMode
		WithUmask(mask, func() { got = mode(want.String()) })
		if got != want {
			t.Errorf("umask %o gives %v, want %v", mask, got, want)
		}
	}
	if after := mode("after"); after != before {
		t.Errorf("files have mode %v before and %v after", before, after)
	}
}

func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, Pipe(path))
	if st, err := os.Lstat(path); err != nil || st.Mode() != fs.ModeNamedPipe|0o600 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
}

// A group ends with what its command started: the grandchild holds the pipe open until it is gone.
func TestEndGroup(t *testing.T) {
	cmd := exec.Command("sh", "-c", "cat <&3 & echo started; wait")
	never, held, err := os.Pipe()
	must.Do(t, err)
	defer held.Close()
	cmd.ExtraFiles = []*os.File{never}
	r, w, err := os.Pipe()
	must.Do(t, err)
	cmd.Stdout = w
	Group(cmd)
	must.Do(t, cmd.Start())
	w.Close()
	out := bufio.NewReader(r)
	if line, err := out.ReadString('\n'); line != "started\n" {
		t.Fatalf("%q, %v", line, err)
	}
	EndGroup(cmd)
	if cmd.ProcessState.Success() {
		t.Error("the command came to its end")
	}
	if rest, err := io.ReadAll(out); len(rest) > 0 || err != nil {
		t.Errorf("after the end: %q, %v", rest, err)
	}
}
