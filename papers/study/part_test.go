package study_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/recordlog"
	"fsnb.example/papers/study"
)

// parted are studies of several kinds that parts must give the same results for.
func parted() map[string]study.Study {
	once := killable()
	once.OnAll, once.Once, once.Name = true, true, "once"
	once.Measures = append(once.Measures, study.Stability{})
	stable := small()
	stable.Measures = append(stable.Measures, study.Stability{})
	grid := killable()
	grid.Methods = append(grid.Methods, filter.Laplacian{Similarity: graph.RBF{}})
	grid.Grids = true
	return map[string]study.Study{"killable": killable(), "once": once, "stability": stable,
		"grid": grid}
}

// Every piece belongs to one part; the results of all parts together are those of a whole run,
// which then computes nothing, and no result was computed twice.
func TestPartsAreTheWhole(t *testing.T) {
	for name, s := range parted() {
		t.Run(name, func(t *testing.T) {
			want := run(t, s, "", 2)
			for _, of := range []int{1, 2, 7} {
				whole := filepath.Join(t.TempDir(), "whole")
				to := must.Get(recordlog.Open(whole))(t)
				pieces, computed := 0, 0
				var identity string
				for number := range of {
					part := study.Part{Number: number + 1, Of: of}
					store := filepath.Join(t.TempDir(), "part")
					done := must.Get(study.RunPart(t.Context(), s, part, store,
						algorithms.Options{}))(t)
					if number > 0 && done.Study != identity {
						t.Errorf("part %v is of another study", part)
					}
					identity = done.Study
					pieces += done.Pieces
					computed += done.Computed
					log := must.Get(recordlog.Read(store))(t)
					for _, key := range log.Keys() {
						var v any
						log.Get(key, &v)
						must.Do(t, to.Put(key, v))
					}
				}
				must.Do(t, to.Close())
				if all := len(s.Data) * len(s.Methods) * want.Splits; pieces != all {
					t.Errorf("%d parts have %d pieces, want %d", of, pieces, all)
				}
				if computed != want.Computed {
					t.Errorf("%d parts computed %d results, a whole run %d", of, computed,
						want.Computed)
				}
				got := run(t, s, whole, 2)
				if got.Computed != 0 {
					t.Errorf("%d results are missing in %d parts", got.Computed, of)
				}
				if diff := cmp.Diff(untimed(want), untimed(got)); diff != "" {
					t.Fatalf("%d parts (-whole +parts):\n%s", of, diff)
				}
			}
		})
	}
}

// Every piece is in one group; a group has pieces of one data set, and there are not more than
// asked, but one for each data set.
func TestGroups(t *testing.T) {
	for name, s := range parted() {
		want := len(s.Data) * len(s.Methods) * run(t, s, "", 2).Splits
		for _, most := range []int{0, 1, 4, 10, 1000} {
			groups := s.Groups(most)
			seen := map[study.Piece]int{}
			for number, g := range groups {
				for _, p := range g {
					seen[p]++
					if p.Data != g[0].Data {
						t.Errorf("%s: group %d has the data sets %d and %d", name, number,
							g[0].Data, p.Data)
					}
				}
			}
			for p, count := range seen {
				if count != 1 {
					t.Errorf("%s: the piece %v is in %d groups", name, p, count)
				}
			}
			if len(seen) != want || len(groups) > max(most, len(s.Data)) ||
				most > 1 && len(groups) < min(most, want)/3 && !s.Once {
				t.Errorf("%s: %d groups for %d, %d pieces of %d", name, len(groups), most,
					len(seen), want)
			}
		}
	}
}

// The groups of a study have the results of a whole run.
func TestGroupsAreTheWhole(t *testing.T) {
	for name, s := range parted() {
		store := filepath.Join(t.TempDir(), "groups")
		want := run(t, s, "", 2)
		computed := 0
		for _, g := range s.Groups(5) {
			done := must.Get(study.RunPieces(t.Context(), s, g, store, algorithms.Options{}))(t)
			computed += done.Computed
		}
		got := run(t, s, store, 2)
		if computed != want.Computed || got.Computed != 0 {
			t.Errorf("%s: %d results in the groups and %d more, want %d", name, computed,
				got.Computed, want.Computed)
		}
		if diff := cmp.Diff(untimed(want), untimed(got)); diff != "" {
			t.Errorf("%s (-whole +groups):\n%s", name, diff)
		}
	}
}

func TestPieceOfAnotherStudy(t *testing.T) {
	_, err := study.RunPieces(t.Context(), small(), []study.Piece{{Data: 99}}, "s",
		algorithms.Options{})
	const want = "has no piece {99 0 0}; take those of Groups"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Error(err)
	}
}

// A part says which data it read, and what failed and why.
func TestPartSaysWhatFailed(t *testing.T) {
	s := killable()
	s.Data = append(s.Data, study.Data{Name: "gone",
		Load: func() (*datasets.Dataset, error) {
			return datasets.Load("no-such", datasets.Options{})
		}})
	s.Methods = append(s.Methods, filter.Laplacian{Similarity: graph.RBF{Percentile: -1}})
	done := must.Get(study.RunPart(t.Context(), s, study.Part{}, filepath.Join(t.TempDir(), "s"),
		algorithms.Options{}))(t)
	var named []string
	for name, hash := range done.Data {
		if len(hash) < 12 {
			t.Errorf("%s has the hash %q", name, hash)
		}
		named = append(named, name)
	}
	if len(named) != 3 || len(done.Failed) != 4 ||
		!strings.HasPrefix(done.Failed[0], "iris, laplacian") ||
		!strings.HasPrefix(done.Failed[3], "gone: ") {
		t.Errorf("data %q, failed:\n%s", named, strings.Join(done.Failed, "\n"))
	}
}

func TestParsePart(t *testing.T) {
	for text, want := range map[string]study.Part{"1/1": {Number: 1, Of: 1},
		"3/8": {Number: 3, Of: 8}} {
		got, err := study.ParsePart(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "0/3", "4/3", "a/3", "1/b", "1/2/3", "-1/-1",
		"1/1000001", "1/0", "0/0"} {
		if got, err := study.ParsePart(text); err == nil || !strings.Contains(err.Error(), "1/8") {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// A method without a revision is left to the run of the whole study.
func TestPartsLeaveWhatCannotBeKept(t *testing.T) {
	s := killable()
	s.Methods = append(s.Methods, failing{})
	store := filepath.Join(t.TempDir(), "s")
	done := must.Get(study.RunPart(t.Context(), s, study.Part{}, store, algorithms.Options{}))(t)
	if got := run(t, s, store, 2); len(done.Left) != 1 || done.Left[0] != "failing" ||
		done.Failed != nil || done.Pieces != 3*3*5 || got.Computed != 3*3*(1+3) {
		t.Errorf("%+v, then %d computed", done, got.Computed)
	}
}

// What a part cannot do is an error in one line.
func TestPartErrors(t *testing.T) {
	dir := t.TempDir()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	nameless := killable()
	nameless.Methods = []algorithms.Selector{failing{}}
	for name, c := range map[string]struct {
		ctx   context.Context
		s     study.Study
		part  study.Part
		store string
		want  string
	}{
		"no file":  {t.Context(), killable(), study.Part{}, "", "has no file for its results"},
		"number":   {t.Context(), killable(), study.Part{Number: 3, Of: 2}, "s", "part 3/2 of"},
		"study":    {t.Context(), study.Study{Name: "a b"}, study.Part{}, "s", "name it with"},
		"method":   {t.Context(), nameless, study.Part{}, "s", "no method has a revision"},
		"canceled": {canceled, killable(), study.Part{Number: 1, Of: 2}, "s", "context canceled"},
	} {
		store := c.store
		if store != "" {
			store = filepath.Join(dir, name)
		}
		_, err := study.RunPart(c.ctx, c.s, c.part, store, algorithms.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
