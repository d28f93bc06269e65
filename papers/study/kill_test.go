package study_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/recordlog"
	"fsnb.example/internal/testenv"
	"fsnb.example/papers/study"
)

// killable is the study of the tests that kill: some hundred pieces, most of
// them of a millisecond.
func killable() study.Study {
	return study.Study{
		Name: "killable",
		Data: study.Named("iris", "wine", "wdbc"),
		Methods: []algorithms.Selector{filter.Fisher{}, filter.Laplacian{},
			traceratio.TraceRatio{}, filter.Random{}, study.AllFeatures{}},
		Counts: []int{1, 2, 3, 5},
		Splits: study.Splits{Folds: 3},
		Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}}, study.Accuracy{},
			study.Redundancy{}},
	}
}

const childVariable = "FSNB_STUDY_TEST_STORE"

// TestMain runs the study, when a test has started this program for that, and
// says a line for each step.
func TestMain(m *testing.M) {
	store := os.Getenv(childVariable)
	if store == "" {
		os.Exit(m.Run())
	}
	_, err := study.Run(context.Background(), killable(), store,
		algorithms.Options{Workers: 2, Progress: func(p algorithms.Progress) {
			fmt.Println(p.Done)
		}})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// child starts the study in a process of its own.
func child(t *testing.T, store string, shell ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self := testenv.Program(t)
	cmd := exec.CommandContext(t.Context(), self)
	if len(shell) > 0 {
		cmd = exec.CommandContext(t.Context(), "sh", "-c", shell[0]+"; exec '"+self+"'")
	}
	cmd.Env = append(os.Environ(), childVariable+"="+store)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	return cmd, bufio.NewScanner(out)
}

// What a killed writer left of its last record is noticed and computed again.
func TestTornStore(t *testing.T) {
	store := filepath.Join(t.TempDir(), "s")
	whole := run(t, killable(), store, 2)
	want := untimed(whole)
	text := must.Get(os.ReadFile(store))(t)
	rng := rand.New(rand.NewPCG(4, 5))
	for range 5 {
		must.Do(t, os.WriteFile(store, text[:rng.IntN(len(text))], 0o644))
		got := run(t, killable(), store, 2)
		if diff := cmp.Diff(want, untimed(got)); diff != "" {
			t.Fatalf("(-whole +torn):\n%s", diff)
		}
		if got.Computed == 0 || got.Reused+got.Computed != whole.Computed {
			t.Errorf("%d pieces computed and %d found of %d", got.Computed, got.Reused,
				whole.Computed)
		}
		if again := run(t, killable(), store, 2); again.Computed != 0 ||
			again.Reused != whole.Computed {
			t.Errorf("%d pieces computed once more, %d found of %d", again.Computed,
				again.Reused, whole.Computed)
		}
	}
}

// Two processes on one store do the work together or twice, and do no harm.
func TestTwoProcessesOnOneStore(t *testing.T) {
	store := filepath.Join(t.TempDir(), "s")
	for range longtest.Or(1, 3) {
		one, a := child(t, store)
		two, b := child(t, store)
		for a.Scan() {
		}
		for b.Scan() {
		}
		for _, cmd := range []*exec.Cmd{one, two} {
			must.Do(t, cmd.Wait())
		}
		log := must.Get(recordlog.Open(store))(t)
		if log.Damaged() != 0 || log.Len() == 0 {
			t.Errorf("%d records, %d damaged", log.Len(), log.Damaged())
		}
		log.Close()
		got := run(t, killable(), store, 2)
		if diff := cmp.Diff(untimed(run(t, killable(), "", 2)), untimed(got)); diff != "" {
			t.Fatalf("(-alone +two):\n%s", diff)
		}
		if got.Computed != 0 {
			t.Errorf("%d pieces are missing", got.Computed)
		}
		must.Do(t, os.Remove(store))
	}
}
