package atomicfile

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fsnb.example/internal/testenv"
)

// TestMain is also the process that TestKilled kills: it writes half a file and waits.
func TestMain(m *testing.M) {
	if path := os.Getenv("FSNB_TEST_HALF"); path != "" {
		Write(path, func(w io.Writer) error {
			io.WriteString(w, strings.Repeat("half", 1<<16))
			os.Stdout.WriteString("half")
			os.Stdin.Read(make([]byte, 1))
			return nil
		})
	}
	if limited() {
		return
	}
	os.Exit(m.Run())
}

func names(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// What a killed process left is removed by a later one, when it is old: the process may
// live. Files of other names stay.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	cmd := exec.Command(testenv.Program(t))
	cmd.Env = append(os.Environ(), "FSNB_TEST_HALF="+path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	left := names(t, dir)
	if !strings.HasPrefix(left, prefix) || !strings.HasSuffix(left, suffix) {
		t.Fatalf("the killed process left %q", left)
	}
	other := filepath.Join(dir, ".other.csv.123.tmp")
	if err := os.WriteFile(other, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * StaleAfter)
	if err := os.Chtimes(other, long, long); err != nil {
		t.Fatal(err)
	}
	again := func(want string) {
		t.Helper()
		swept = sync.Map{} // as a new process has it
		if err := Write(path, func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if got := names(t, dir); got != want {
			t.Errorf("the folder holds %s, want %s", got, want)
		}
	}
	again(left + " .other.csv.123.tmp out.csv")
	// By a clock that was ahead, or is now.
	for _, at := range []time.Time{long, time.Now().Add(2 * StaleAfter)} {
		half := filepath.Join(dir, left)
		if err := errors.Join(os.WriteFile(half, nil, 0o644),
			os.Chtimes(half, at, at)); err != nil {
			t.Fatal(err)
		}
		again(".other.csv.123.tmp out.csv")
	}
}

// Of a name as long as names may be the temporary one is no longer.
func TestLongName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("a", 251)+".csv")
	if err := Write(path, func(io.Writer) error { return nil }); err != nil {
		t.Error(err)
	}
}
