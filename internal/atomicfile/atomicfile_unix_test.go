//go:build unix

package atomicfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
	"fsnb.example/internal/testenv"
)

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	st := must.Get(os.Stat(path))(t)
	return st.Mode().Perm()
}

// A process whose clock is hours ahead, or behind, leaves alone what others write.
func TestLiveWriterOfAnotherTime(t *testing.T) {
	for _, far := range []time.Duration{-2 * StaleAfter, 2 * StaleAfter} {
		dir := t.TempDir()
		path := filepath.Join(dir, "out.csv")
		err := Write(path, func(w io.Writer) error {
			at := time.Now().Add(far)
			half := filepath.Join(dir, names(t, dir))
			if err := os.Chtimes(half, at, at); err != nil {
				return err
			}
			Sweep(dir)
			_, err := io.WriteString(w, "whole")
			return err
		})
		text, _ := os.ReadFile(path)
		if err != nil || string(text) != "whole" {
			t.Errorf("%v away: %v, %q", far, err, text)
		}
	}
}

// A file that another process removes before it is claimed is none.
func TestClaim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	var files [2]*os.File
	for i := range files {
		f := must.Get(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600))(t)
		defer f.Close()
		files[i] = f
	}
	if !claim(files[0]) || claim(files[1]) {
		t.Error("not the first claim, or the second as well, is taken")
	}
	if removeAbandoned(path); names(t, filepath.Dir(path)) != "a" {
		t.Error("a claimed file is removed")
	}
	files[0].Close()
	if removeAbandoned(path); names(t, filepath.Dir(path)) != "" {
		t.Error("an abandoned file stays")
	}
	if claim(files[1]) {
		t.Error("a removed file is claimed")
	}
}

func TestUmask(t *testing.T) {
	none := func(io.Writer) error { return nil }
	for _, c := range []struct{ umask, want fs.FileMode }{
		{0o077, 0o600}, {0o022, 0o644}, {0o002, 0o664}, {0o177, 0o600},
	} {
		dir := t.TempDir()
		path, private := filepath.Join(dir, "a"), filepath.Join(dir, "b")
		during := fs.FileMode(0)
		ostest.WithUmask(int(c.umask), func() {
			must.Do(t, errors.Join(WritePrivate(private, none), Write(path, func(io.Writer) error {
				list, _ := filepath.Glob(filepath.Join(dir, prefix+"*"))
				during = modeOf(t, list[0])
				return nil
			})))
		})
		if got := modeOf(t, path); got != c.want || during != c.want {
			t.Errorf("umask %o gives %o, %o while it is written, want %o", c.umask, got,
				during, c.want)
		}
		if got := modeOf(t, private); got != 0o600 {
			t.Errorf("umask %o gives a private file %o", c.umask, got)
		}
		// A file that is replaced keeps what its owner gave it.
		for _, mode := range []fs.FileMode{0o640, 0o600, 0o666} {
			must.Do(t, os.Chmod(path, mode))
			if err := Write(path, none); err != nil || modeOf(t, path) != mode {
				t.Errorf("a file of mode %o became %o, %v", mode, modeOf(t, path), err)
			}
		}
	}
}

func TestWritePipeAndLink(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	victim := filepath.Join(dir, "victim")
	must.Do(t, errors.Join(ostest.Pipe(pipe),
		os.WriteFile(victim, []byte("precious"), 0o600), os.Symlink(victim, link)))
	text := func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err }
	want := "cannot write " + pipe + ": it is a pipe; give a file name"
	if err := Write(pipe, text); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	want = "cannot write " + dir + ": it is a folder; give a file name"
	if err := Write(dir, text); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := Write(link, text); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(victim); string(got) != "precious" {
		t.Errorf("what the link pointed to is %q", got)
	}
}

// limited is what TestFullDisk runs in a process that may write 8 KiB to a file: it
// writes more, in three ways, and says what the errors were.
func limited() bool {
	path := os.Getenv("FSNB_TEST_LIMIT")
	if path == "" {
		return false
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 8 << 10, Max: 8 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return true
	}
	long := strings.Repeat("x", 100_000)
	for _, write := range []func(w io.Writer) error{
		func(w io.Writer) error { _, err := io.WriteString(w, long); return err },
		func(w io.Writer) error { _, err := io.WriteString(w, long[:9<<10]); return err },
		func(w io.Writer) error { return csv.NewWriter(w).WriteAll([][]string{{long}}) },
		func(w io.Writer) error {
			_, err := io.WriteString(w, long)
			return fmt.Errorf("a table: %w", err)
		},
	} {
		fmt.Println(Write(path, write))
	}
	return true
}

// A full disk names the file that was asked for, and leaves no other.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	cmd := exec.Command(testenv.Program(t))
	cmd.Env = append(os.Environ(), "FSNB_TEST_LIMIT="+path)
	out := must.Get(cmd.Output())(t)
	want := "cannot write " + path + ": file too large; make room, or choose another folder\n"
	table := strings.Replace(want, ": file", ": a table: file", 1)
	if got := string(out); got != want+want+want+table {
		t.Errorf("said\n%swant\n%s", got, want+want+want+table)
	}
	if got := names(t, dir); got != "" {
		t.Errorf("the folder holds %s", got)
	}
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT,
		&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}} {
		if !DiskFull(full) {
			t.Errorf("%v is not taken for a full disk", full)
		}
	}
	if DiskFull(syscall.EACCES) {
		t.Error("no permission is taken for a full disk")
	}
}
