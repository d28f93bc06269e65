//go:build unix

package study_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// A run that is killed at a random step goes on where it was, twenty times, and
// the tables are those of an undisturbed run.
func TestKilledStudyContinues(t *testing.T) {
	want := untimed(run(t, killable(), "", 2))
	const steps = 3 * 5 * 3
	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	store := filepath.Join(t.TempDir(), "killable.study")
	killed := 0
	for round := range 20 {
		if round%5 == 0 { // from the start again, now and then
			if err := os.Remove(store); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
		cmd, lines := child(t, store)
		at := rng.IntN(steps)
		for range at {
			if !lines.Scan() {
				break
			}
		}
		must.Do(t, cmd.Process.Kill())
		var exit *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
			killed++
		}
		if round%5 != 4 {
			continue
		}
		got := run(t, killable(), store, 2)
		if diff := cmp.Diff(want, untimed(got)); diff != "" {
			t.Fatalf("after %d rounds (-undisturbed +killed and continued):\n%s", round+1, diff)
		}
		if got.Reused == 0 {
			t.Errorf("nothing was reused after five killed runs")
		}
	}
	if killed < 10 {
		t.Errorf("only %d of 20 runs were killed before their end", killed)
	}
}

// A disk that fills, here a limit of 4 kB on a file, ends the run in one line and
// loses nothing that was finished.
func TestFullDisk(t *testing.T) {
	store := filepath.Join(t.TempDir(), "s")
	cmd, lines := child(t, store, "ulimit -f 8") // blocks of 512 bytes
	var last string
	for lines.Scan() {
		last = lines.Text()
	}
	if err := cmd.Wait(); err == nil || !strings.HasPrefix(last, "cannot write "+store+
		": file too large; what was finished before is kept, run the study again") {
		t.Fatalf("%v, and it said %q", err, last)
	}
	got := run(t, killable(), store, 2)
	if got.Reused == 0 {
		t.Error("nothing was kept")
	}
	if diff := cmp.Diff(untimed(run(t, killable(), "", 2)), untimed(got)); diff != "" {
		t.Errorf("(-undisturbed +continued):\n%s", diff)
	}
}
