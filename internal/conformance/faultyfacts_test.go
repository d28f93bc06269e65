package conformance

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
)

// subjectOf is a method with facts that may be wrong.
func subjectOf(m algorithms.Selector, change func(f *algorithms.Facts)) subject {
	e := catalogue.Entry{
		Name: algorithms.Name(m), Method: m,
		Facts: algorithms.Facts{
			About: algorithms.About{
				Family: algorithms.Baselines, Summary: "a test", Revision: 1,
			},
			Promises: algorithms.Promises{Nested: true},
			Costs:    algorithms.Costs{Cost: "nd"},
		},
	}
	change(&e.Facts)
	s := newSubject(e, m)
	s.facts = e.Facts
	return s
}

func unchanged(*algorithms.Facts) {}

// share divides the scores by their sum, so that they do not depend on the unit.
func share(r *algorithms.Ranking) {
	var sum float64
	for _, v := range r.Scores {
		sum += v
	}
	for i := range r.Scores {
		r.Scores[i] /= sum
	}
}

// squares are the computed squared distances of sample i.
func squares(d *datasets.Dataset, i int) []float64 {
	out := make([]float64, d.N())
	for j := range out {
		for c := range d.D() {
			v := d.X.At(i, c) - d.X.At(j, c)
			out[j] += v * v
		}
	}
	return out
}

// exactTies counts distances whose bits are equal.
func exactTies(d *datasets.Dataset) float64 {
	ties := 0
	for i := range d.N() {
		seen := make(map[float64]bool)
		for _, v := range squares(d, i) {
			if seen[v] {
				ties++
			}
			seen[v] = true
		}
	}
	return float64(ties)
}

// firstNearest is a mean of the nearest samples, the first of those that tie.
func firstNearest(d *datasets.Dataset) float64 {
	var sum float64
	for i := range d.N() {
		q := squares(d, i)
		q[i] = math.Inf(1)
		at := 0
		for j, v := range q {
			if v < q[at] {
				at = j
			}
		}
		for c := range d.D() {
			sum += d.X.At(at, c) * float64(c+1)
		}
	}
	return sum
}

// The embedded data sets are large enough for checkUnit and checkCoded to find methods that depend
// on last bits, or on the order of rows or columns.
func TestUnitAndTiesFindBreaches(t *testing.T) {
	type ranking = algorithms.Ranking
	type options = algorithms.Options
	const none, all = "", "iris digits wdbc"
	plain := changed(func(r *ranking, _ *datasets.Dataset, _ options) { share(r) })
	for _, test := range []struct {
		name  string
		check func(r reporter, s subject, d *datasets.Dataset)
		m     faulty
		facts func(f *algorithms.Facts)
		found string // the sets in which the checks find it
	}{
		{"no unit", checkUnit, plain, unchanged, none},
		{"a unit", checkUnit, faulty{honest}, unchanged, all},
		{"a degree", checkUnit, faulty{honest}, func(f *algorithms.Facts) { f.Degree = 2 }, none},
		{"a wrong degree", checkUnit, faulty{honest}, func(f *algorithms.Facts) {
			f.Degree = 1
		}, all},
		{"ties by their bits", checkUnit, changed(func(r *ranking, d *datasets.Dataset, _ options) {
			share(r)
			add(r, 1e-6*exactTies(d))
		}), unchanged, "iris digits"},
		{"no order", checkCoded, plain, unchanged, none},
		{"the first of equal neighbors", checkCoded,
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				share(r)
				add(r, 1e-3*firstNearest(d))
			}), unchanged, all},
		{"the first column", checkCoded, changed(func(r *ranking, _ *datasets.Dataset, _ options) {
			share(r)
			r.Scores[slices.Index(r.Features, 0)] += 1e-6
		}), unchanged, all},
		{"no warning of the order of the rows", checkCoded, plain,
			func(f *algorithms.Facts) { f.RowOrder = true }, all},
		{"a warning of the order of the rows", checkCoded,
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				share(r)
				r.Warnings = append(r.Warnings,
					"rows in another order change the scores of 2 samples")
			}), unchanged, all},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, d := range shipped(t) {
				r := &recorder{}
				test.check(r, subjectOf(test.m, test.facts), d)
				if len(r.reports) > 0 != strings.Contains(test.found, d.Name) {
					t.Errorf("%s: reports %q", d.Name, r.reports)
				}
			}
		})
	}
}

// scored is the variance criterion as a scorer that may be stopped; its facts are those of a test.
type scored struct {
	stopped func(d *datasets.Dataset, looks int) *algorithms.Scores
}

func (scored) Name() string { return "scored" }

func (m scored) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Score polls its context ten times.
func (m scored) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, err := filter.Variance{}.Score(context.Background(), d, opt)
	if err != nil {
		return nil, err
	}
	for look := range 10 {
		if ctx.Err() != nil {
			return m.stopped(d, look), ctx.Err()
		}
	}
	return s, nil
}

func steps(d *datasets.Dataset, looks int) *algorithms.Scores {
	return &algorithms.Scores{
		Values:      make(algorithms.Numbers, d.D()),
		Diagnostics: algorithms.Diagnostics{Trace: make(algorithms.Numbers, looks)},
	}
}

func TestStoppedFindsBreaches(t *testing.T) {
	for _, test := range []struct {
		name    string
		stopped func(d *datasets.Dataset, looks int) *algorithms.Scores
		want    bool
	}{
		{"the steps so far", steps, false},
		{"none before the third", func(d *datasets.Dataset, looks int) *algorithms.Scores {
			if looks < 3 {
				return nil
			}
			return steps(d, looks)
		}, false},
		{"nothing at all", func(*datasets.Dataset, int) *algorithms.Scores { return nil }, true},
		{"nothing at the end", func(d *datasets.Dataset, looks int) *algorithms.Scores {
			if looks > 7 {
				return nil
			}
			return steps(d, looks)
		}, true},
		{"steps are lost", func(d *datasets.Dataset, looks int) *algorithms.Scores {
			return steps(d, 10-looks)
		}, true},
	} {
		r := &recorder{}
		checkStopped(r, subjectOf(scored{test.stopped},
			func(f *algorithms.Facts) { f.Anytime = true }))
		if len(r.reports) > 0 != test.want {
			t.Errorf("%s: reports %q", test.name, r.reports)
		}
	}
	r := &recorder{}
	checkStopped(r, subjectOf(faulty{honest}, func(f *algorithms.Facts) { f.Anytime = true }))
	if len(r.reports) != 1 {
		t.Errorf("a method without Score: %q", r.reports)
	}
}

// sinks keeps the allocations of a test.
var sinks [][]float64

func TestInPlaceFindsBreaches(t *testing.T) {
	for eighths, want := range map[int]bool{0: false, 1: false, 3: true, 8: true} {
		m := changed(func(_ *algorithms.Ranking, d *datasets.Dataset, _ algorithms.Options) {
			sinks = nil
			for range eighths {
				sinks = append(sinks, make([]float64, d.N()*d.D()/8))
			}
		})
		r := &recorder{}
		checkInPlace(r, subjectOf(m, func(f *algorithms.Facts) { f.InPlace = true }))
		if len(r.reports) > 0 != want {
			t.Errorf("%d eighths of X: reports %q", eighths, r.reports)
		}
	}
}

// The estimate may be wrong by a factor of 2, and a method without one may take twice X.
func TestMemoryFindsBreaches(t *testing.T) {
	for _, test := range []struct {
		taken, said float64 // n² numbers
		want        bool
	}{{0, 0, false}, {3, 3, false}, {3, 5, false}, {3, 2, false}, {3, 9, true}, {0, 3, true},
		{5, 2, true}, {3, 0, true}} {
		m := changed(func(_ *algorithms.Ranking, d *datasets.Dataset, _ algorithms.Options) {
			sinks = [][]float64{make([]float64, int(test.taken*float64(d.N()*d.N())))}
			runtime.GC()
			sinks = nil // or a second measurement begins with it
		})
		r := &recorder{}
		checkMemory(r, subjectOf(m, func(f *algorithms.Facts) {
			if test.said > 0 {
				f.Memory = func(s algorithms.Shape) float64 {
					return 8 * test.said * float64(s.N*s.N)
				}
			}
		}))
		sinks = nil
		if len(r.reports) > 0 != test.want {
			t.Errorf("%g n² taken, %g said: reports %q", test.taken, test.said, r.reports)
		}
	}
}

// silent removes the warnings of a method with a similarity.
type silent struct {
	Similarity graph.Similarity
}

func (silent) Facts() algorithms.Facts {
	return algorithms.Facts{About: algorithms.About{Variants: filter.HSIC{}.Facts().Variants}}
}

func (silent) Name() string { return "silent" }

func (m silent) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	r, err := filter.HSIC{Similarity: m.Similarity}.Select(ctx, d, opt)
	if r != nil {
		r.Warnings = nil
	}
	return r, err
}

// drawing has restarts, but its facts are not Seeded.
type drawing struct {
	faulty
	Restarts int
}

func (m drawing) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return honest(ctx, d, opt)
}

// Checks of one fact each find methods that do not keep it, and no other.
func TestFactsFindBreaches(t *testing.T) {
	type facts = algorithms.Facts
	chosen := func(t reporter, s subject) {
		s.selected(t, "the base set", base(), algorithms.Options{})
	}
	classes := func(f *facts) { f.Targets = algorithms.Classes }
	test := func(f *facts) { f.PValues, f.Targets = true, algorithms.Classes }
	redundancy := func(f *facts) { f.Redundancy, f.Targets = true, algorithms.Classes }
	takesNone := func(f *facts) { f.NonNegative = true }
	for _, test := range []struct {
		what  string
		m     algorithms.Selector
		check func(t reporter, s subject)
		facts func(f *facts)
		found bool
	}{
		{"a test", statistics.AnovaF{}, chosen, test, false},
		{"a test that is none by its facts", statistics.AnovaF{}, chosen, classes, true},
		{"no test", filter.Fisher{}, chosen, test, true},
		{"near copies side by side", filter.Fisher{}, checkNearCopies, redundancy, true},
		{"which its facts allow", filter.Fisher{}, checkNearCopies, classes, false},
		{"near copies apart", grm.GRM{}, checkNearCopies, redundancy, false},
		{"refuses values below 0, as its facts say", statistics.Chi2{}, checkBelowZero, takesNone,
			false},
		{"takes them, as its facts say", faulty{honest}, checkBelowZero, unchanged, false},
		{"takes them", faulty{honest}, checkBelowZero, takesNone, true},
		{"refuses them", statistics.Chi2{}, checkDeterminism, unchanged, true},
		{"is not run on them", statistics.Chi2{}, checkDeterminism, func(f *facts) {
			f.NonNegative, f.PValues = true, true
		}, false},
		{"cut neighbors, no warning", silent{}, checkCutNeighbors, unchanged, true},
		{"cut neighbors", filter.HSIC{}, checkCutNeighbors, unchanged, false},
		{"no neighbors", filter.Fisher{}, checkCutNeighbors, unchanged, false},
		{"restarts without a seed", drawing{}, checkRestarts, unchanged, true},
	} {
		r := &recorder{}
		test.check(r, subjectOf(test.m, test.facts))
		if len(r.reports) > 0 != test.found {
			t.Errorf("%s: reports %q", test.what, r.reports)
		}
	}
}
