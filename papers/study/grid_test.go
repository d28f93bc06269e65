package study_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/papers/study"
)

// grid is a study of two methods with several parameters, and two others.
func grid() study.Study {
	s := study.Study{
		Name: "grid", Data: study.Named("wine", "wdbc"), Counts: []int{2, 5, 9},
		Splits: study.Splits{Folds: 3}, OnAll: true, Once: true, Grids: true,
		Measures: []study.Measure{study.Accuracy{Raw: true, Sets: true}, study.Redundancy{}},
	}
	s.Methods = append(s.Methods, filter.Laplacian{}, filter.Fisher{})
	for _, k := range []int{2, 7, 15} {
		s.Methods = append(s.Methods, filter.Laplacian{Similarity: graph.Neighbors{K: k}},
			filter.ReliefF{Neighbors: k})
	}
	s.Methods = append(s.Methods, study.AllFeatures{})
	return s
}

// The best and the middle one of a grid are those of the study with every
// configuration on its own, found by hand, for more is better and for less.
func TestGridsAgainstAllConfigurations(t *testing.T) {
	s := grid()
	r := run(t, s, "", 2)
	s.Grids = false
	whole := run(t, s, "", 1)
	var labels []string
	for _, m := range r.Methods {
		labels = append(labels, m.Label)
	}
	want := "laplacian, best of 4|laplacian, median of 4|fisher|relieff, best of 3|relieff, " +
		"median of 3|all features"
	if got := strings.Join(labels, "|"); got != want {
		t.Fatalf("methods %s\nwant    %s", got, want)
	}
	if len(r.Grids) != 2*2*2 {
		t.Errorf("%d grids", len(r.Grids))
	}
	at := 0
	for set := range r.Sets {
		for measure, better := range []float64{1, -1} {
			for place, members := range map[int][]int{0: {0, 2, 4, 6}, 3: {3, 5, 7}} {
				order := slices.Clone(members)
				mean := func(m int) float64 { return whole.Aggregate(set, m, measure).Mean }
				slices.SortStableFunc(order, func(a, b int) int {
					switch d := better * (mean(a) - mean(b)); {
					case d > 0:
						return -1
					case d < 0:
						return 1
					}
					return 0
				})
				for i, from := range []int{order[0], order[len(order)/2]} {
					for _, k := range s.Counts {
						a, b := r.Cell(set, place+i, k, measure), whole.Cell(set, from, k, measure)
						if !slices.Equal(a.Values, b.Values) || len(a.Values) != 3 {
							t.Errorf("%s, %d features, measure %d: %v, and %s has %v",
								labels[place+i], k, measure, a.Values, whole.Methods[from].Label,
								b.Values)
						}
					}
				}
				g := r.Grids[at+map[int]int{0: 0, 3: 1}[place]]
				last := order[len(order)-1]
				var each float64
				for _, k := range s.Counts {
					top := math.Inf(-1)
					for _, m := range members {
						top = max(top, better*whole.Cell(set, m, k, measure).Mean)
					}
					each += better * top / float64(len(s.Counts))
				}
				if math.Abs(g.Each-each) > 1e-12 || better*(g.Each-g.Best) < -1e-12 {
					t.Errorf("the best at each number has %g, by hand %g; the best of all %g",
						g.Each, each, g.Best)
				}
				if g.Set != set || g.Measure != measure || g.Tried != len(members) ||
					g.Best != mean(order[0]) || g.Last != mean(last) ||
					!strings.HasSuffix(whole.Methods[order[0]].Label,
						strings.TrimPrefix(g.With, "defaults")) ||
					(g.With == "defaults") != (order[0] == 0) {
					t.Errorf("%+v; by hand %s has %g, %s %g", g, whole.Methods[order[0]].Label,
						mean(order[0]), whole.Methods[last].Label, mean(last))
				}
			}
			at += 2
		}
		for _, of := range [][2]int{{2, 1}, {5, 8}} { // what is there once stays
			if d := cmp.Diff(whole.Aggregate(set, of[1], 0).Values,
				r.Aggregate(set, of[0], 0).Values); d != "" {
				t.Error(d)
			}
		}
	}
	wantReadBack(t, r)
}

// A set is measured once however many chose it, and as every order of it is but for
// rounding.
func TestAccuracyOfSets(t *testing.T) {
	s := grid()
	s.Grids, s.Measures = false, []study.Measure{study.Accuracy{Classifier: study.SVC{}, Raw: true},
		study.Accuracy{Classifier: study.SVC{}, Raw: true, Sets: true}}
	r := run(t, s, "", 2)
	for _, c := range r.Cells {
		if other := r.Cell(c.Set, c.Method, c.K, 1); math.Abs(other.Mean-c.Mean) > 0.02 {
			t.Errorf("%s, %d features: %g, as sets %g", r.Methods[c.Method].Label, c.K, c.Mean,
				other.Mean)
		}
	}
	var asked atomic.Int64
	s.Measures = []study.Measure{study.Accuracy{Classifier: counted{times: &asked}, Sets: true}}
	s.Data, s.Methods = s.Data[:1], []algorithms.Selector{filter.Fisher{}, filter.Laplacian{},
		filter.Variance{}, reversed{}}
	s.Counts = []int{4, 13}
	run(t, s, "", 1)
	// Fisher and its reverse share both sets, all share the 13 of 13.
	if got := asked.Load(); got != 3*(3+1) {
		t.Errorf("the classifier was asked %d times", got)
	}
	if a, b := (study.Accuracy{}).Key(), (study.Accuracy{Sets: true}).Key(); a == b ||
		(study.Accuracy{Sets: true}).Label() != (study.Accuracy{}).Label() {
		t.Errorf("keys %s and %s", a, b)
	}
}

// reversed is Fisher's choice of the best 4 and of all, the last first.
type reversed struct{ filter.Fisher }

func (reversed) Name() string { return "reversed" }

func (r reversed) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	out, err := r.Fisher.Select(ctx, d, opt)
	if err == nil {
		k := min(opt.K, len(out.Features))
		slices.Reverse(out.Features[:k])
	}
	return out, err
}

// With Once a method is asked once for all splits, also in a run that goes on, and
// answers the same as when it is asked for each.
func TestChosenOnce(t *testing.T) {
	var times atomic.Int64
	s := grid()
	s.Grids, s.Methods = false, []algorithms.Selector{counter{times: &times}}
	run(t, s, "", 4)
	if times.Load() != 2 { // once a data set
		t.Errorf("it was asked %d times", times.Load())
	}
	s.Methods = []algorithms.Selector{filter.Fisher{}, filter.Laplacian{}}
	store := filepath.Join(t.TempDir(), "once.study")
	first := run(t, s, store, 2)
	if want := 2*2 + 2*2*3*3*2; first.Computed != want { // choices, and values
		t.Errorf("%d pieces, want %d", first.Computed, want)
	}
	s.Measures = append(s.Measures, study.Redundancy{Kind: "absolute"})
	if again := run(t, s, store, 2); again.Computed != 2*2*3*3 {
		t.Errorf("%d pieces for another measure", again.Computed)
	}
	each := s
	each.Once = false
	if d := cmp.Diff(untimed(run(t, each, "", 2)), untimed(run(t, s, "", 2))); d != "" {
		t.Error(d)
	}
	// One that draws, draws once: its choices are the same on all splits.
	s.Methods, s.Measures = []algorithms.Selector{filter.Random{}},
		[]study.Measure{study.Stability{Kind: "jaccard"}}
	each = s
	each.Once = false
	if once, drawn := run(t, s, "", 2).Cell(0, 0, 5, 0).Mean, run(t, each, "", 2).Cell(0, 0, 5,
		0).Mean; once != 1 || drawn == 1 {
		t.Errorf("choices agree by %g, drawn for each split by %g", once, drawn)
	}
}

// counted is the nearest neighbor, and counts how often it is asked.
type counted struct {
	study.KNN
	times *atomic.Int64
}

func (c counted) Train(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (
	*study.Model, error) {
	c.times.Add(1)
	return c.KNN.Train(ctx, x, y, classes, seed)
}

// neither is a measure of which neither more nor less is better.
type neither struct{ study.Redundancy }

func (neither) Key() string { return "neither" }
func (neither) Better() int { return 0 }

// What a method warns of is said again when all is read from the store, and once for a
// grid.
func TestWarningsAreKept(t *testing.T) {
	d := methodtest.Load(t, "wine")
	for i := range d.N() {
		d.X.Set(i, 3, 1) // of which every method warns
	}
	s := grid()
	s.Data = study.Of(d)
	for _, once := range []bool{true, false} {
		s.Once = once
		store := filepath.Join(t.TempDir(), "warnings.study")
		first := run(t, s, store, 2)
		again := run(t, s, store, 2)
		if w := first.Sets[0].Warnings; len(w) != 3 || again.Computed != 0 ||
			!slices.Equal(w, again.Sets[0].Warnings) {
			t.Errorf("warnings %q, then, with %d pieces computed, %q", w, again.Computed,
				again.Sets[0].Warnings)
		}
	}
}

func TestGridErrors(t *testing.T) {
	s := grid()
	s.OnAll = false
	if _, err := study.Run(t.Context(), s, "", algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "set OnAll, too") {
		t.Error(err)
	}
	s = grid()
	s.Measures = append(s.Measures, neither{})
	if _, err := study.Run(t.Context(), s, "", algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "neither more nor less is better") {
		t.Error(err)
	}
	// A method that fails everywhere has its reason under both names.
	s = grid()
	s.Methods = []algorithms.Selector{failing{}, failing{seed: true}, filter.Fisher{}}
	s.Splits = study.Splits{Whole: true}
	r := run(t, s, "", 2)
	if c := r.Cell(0, 1, 5, 0); len(r.Methods) != 3 || c == nil || fmt.Sprint(c.Failed) == "" &&
		len(c.Values) == 0 {
		t.Errorf("%v, %+v", r.Methods, c)
	}
}
