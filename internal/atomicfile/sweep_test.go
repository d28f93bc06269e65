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

	"fsnb.example/internal/must"
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
	list := must.Get(os.ReadDir(dir))(t)
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
	in := must.Get(cmd.StdinPipe())(t)
	defer in.Close()
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
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
	must.Do(t, os.WriteFile(other, nil, 0o644))
	long := time.Now().Add(-2 * StaleAfter)
	must.Do(t, os.Chtimes(other, long, long))
	again := func(want string) {
		t.Helper()
		swept = sync.Map{} // as a new process has it
		must.Do(t, Write(path, func(io.Writer) error { return nil }))
		if got := names(t, dir); got != want {
			t.Errorf("the folder holds %s, want %s", got, want)
		}
	}
	again(left + " .other.csv.123.tmp out.csv")
	// By a clock that was ahead, or is now.
	for _, at := range []time.Time{long, time.Now().Add(2 * StaleAfter)} {
		half := filepath.Join(dir, left)
		must.Do(t, errors.Join(os.WriteFile(half, nil, 0o644),
			os.Chtimes(half, at, at)))
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
