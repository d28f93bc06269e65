package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

func TestWriteReplacesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	for _, text := range []string{"first", "second"} {
		must.Do(t, Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Fatalf("file holds %q, want %q", got, text)
		}
	}
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	must.Do(t, os.WriteFile(path, []byte("old"), 0o600))
	boom := errors.New("boom")
	err := Write(path, func(w io.Writer) error { io.WriteString(w, "half"); return boom })
	if !errors.Is(err, boom) {
		t.Fatalf("got %v, want boom", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Fatalf("the old file became %q", got)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Fatalf("%d files left, want 1", len(entries))
	}
}

func TestNoFolder(t *testing.T) {
	err := Write(filepath.Join(t.TempDir(), "no", "out.csv"), func(io.Writer) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "no such file") ||
		strings.Contains(err.Error(), ".tmp") {
		t.Fatalf("got %v", err)
	}
}

// A full disk is known by the error of this system, alone and with a path.
func TestDiskFull(t *testing.T) {
	for err, want := range map[error]bool{
		ostest.ErrDiskFull: true,
		&os.PathError{Op: "write", Path: "x", Err: ostest.ErrDiskFull}: true,
		fs.ErrPermission: false,
	} {
		if DiskFull(err) != want {
			t.Errorf("%v: a full disk %v", err, !want)
		}
	}
}
