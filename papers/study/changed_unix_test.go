//go:build unix

package study_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/testenv"
	"fsnb.example/papers/study"
)

// arrayOf is an .npy file of n×d normal numbers.
func arrayOf(n, d int, seed uint64) []byte {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, d)
	head += strings.Repeat(" ", 117-len(head)) + "\n"
	b := append([]byte("\x93NUMPY\x01\x00\x76\x00"), head...)
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n * d {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(rng.NormFloat64()))
	}
	return b
}

// meddler is Fisher, and replaces the file before its second choice.
type meddler struct{ calls *meddling }

type meddling struct {
	count   int
	replace func() error
}

func (meddler) Name() string { return "meddler" }

func (meddler) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Revision: 1},
		Promises: algorithms.Promises{Nested: true},
		Costs:    algorithms.Costs{Storage: algorithms.AnyStorage},
	}
}

func (m meddler) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m meddler) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if m.calls.count++; m.calls.count == 2 {
		if err := m.calls.replace(); err != nil {
			return nil, err
		}
	}
	return filter.Fisher{}.Score(ctx, d, opt)
}

// A mapped file that is written again in its place between two pieces is the error of all that
// follow, which names it; those before are kept, and nothing of the new numbers is. A file whose
// name another takes is read on as it was.
func TestFileOfAStudyChanges(t *testing.T) {
	testenv.NeedRealMachine(t)
	const n, d = 40, 12
	folder := t.TempDir()
	file, labels := filepath.Join(folder, "x.npy"), filepath.Join(folder, "labels.csv")
	former, latter := arrayOf(n, d, 1), arrayOf(n, d, 2)
	text := "class\n" + strings.Repeat("a\nb\n", n/2)
	write := func(name string, content []byte) {
		t.Helper()
		must.Do(t, os.WriteFile(name, content, 0o600))
	}
	write(labels, []byte(text))
	of := func(replace func() error) study.Study {
		return study.Study{Name: "changes", Counts: []int{1, 2, 5},
			Data: []study.Data{{Name: "x", Load: func() (*datasets.Dataset, error) {
				return datasets.Load(file, datasets.Options{Labels: labels, Storage: "disk"})
			}}},
			Methods: []algorithms.Selector{meddler{&meddling{replace: replace}},
				filter.Variance{}},
			Measures: []study.Measure{study.Accuracy{}, study.Redundancy{}},
			Splits:   study.Splits{Repeats: 3}}
	}
	nothing := func() error { return nil }
	write(file, former)
	want := run(t, of(nothing), "", 1)
	for name, test := range map[string]struct {
		replace func() error
		fails   bool
	}{
		"written again": {func() error { return os.WriteFile(file, latter, 0o600) }, true},
		"cut off":       {func() error { return os.Truncate(file, 1000) }, true},
		"renamed over": {func() error {
			return errors.Join(os.WriteFile(file+".new", latter, 0o600),
				os.Rename(file+".new", file))
		}, false},
	} {
		write(file, former)
		store := filepath.Join(t.TempDir(), "s")
		got := run(t, of(test.replace), store, 1)
		if !test.fails {
			if diff := cmp.Diff(want.Cells, got.Cells); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		for _, c := range got.Cells {
			if test.fails != (c.Failed != "") {
				t.Errorf("%s: %d features: %q", name, c.K, c.Failed)
			}
			if test.fails && (!strings.Contains(c.Failed,
				file+": the file was changed while it was read; load it again") ||
				strings.Contains(c.Failed, "\n") || strings.Contains(c.Failed, "panic")) {
				t.Errorf("%s: %q", name, c.Failed)
			}
		}
		write(file, former)
		again := run(t, of(nothing), store, 1)
		if diff := cmp.Diff(want.Cells, again.Cells); diff != "" {
			t.Errorf("%s, the former file again (-want +got):\n%s", name, diff)
		}
		if again.Reused == 0 {
			t.Errorf("%s: no piece from before was kept", name)
		}
		write(file, latter)
		other := run(t, of(nothing), store, 1)
		if fresh := run(t, of(nothing), "", 1); cmp.Diff(fresh.Cells, other.Cells) != "" ||
			test.fails && other.Reused > 0 {
			t.Errorf("%s: %d pieces of the other file are reused, or the numbers differ", name,
				other.Reused)
		}
	}
}
