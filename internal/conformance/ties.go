package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/realdata"
)

// CodedTablesInAnotherOrder permutes samples and columns of tables of three levels: the scores are
// the same, or a warning says that the order of the rows decided between neighbors that tie.
func (f Family) CodedTablesInAnotherOrder(t *testing.T) {
	run := func(t *testing.T, sets []*datasets.Dataset) {
		for _, s := range f.subjects(t) {
			t.Run(algorithms.Label(s.method), func(t *testing.T) {
				for _, d := range sets {
					checkCoded(t, s, d)
				}
			})
		}
	}
	run(t, shipped(t))
	for _, s := range f.subjects(t) {
		t.Run(algorithms.Label(s.method)+", three levels", func(t *testing.T) {
			checkThreeLevels(t, s)
		})
	}
	t.Run("genes", func(t *testing.T) {
		dir := realdata.Need(t, "ALLAML.mat")
		genes, err := datasets.Load(filepath.Join(dir, "ALLAML.mat"), datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		run(t, []*datasets.Dataset{part(withTarget(genes))})
	})
}

// checkThreeLevels permutes the samples of a table in which many features have an equal criterion,
// whose sums have other roundings then: the features are in the same order.
func checkThreeLevels(t reporter, s subject) {
	if s.facts.RoughSteps || s.facts.RowOrder || s.continuous && s.facts.RoughTarget {
		return
	}
	const n, d, planted = 62, 200, 12
	rng := rand.New(rand.NewPCG(62, 200))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = i % 3
		for j := range d {
			if x.Set(i, j, .1*float64(rng.IntN(3))); j < planted && rng.IntN(2) == 0 {
				x.Set(i, j, .1*float64((y[i]+j)%3))
			}
		}
	}
	table, err := datasets.New("three levels", x, y, nil)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	table = withTarget(table)
	opt := algorithms.Options{K: d / 4}
	want := s.selected(t, "three levels", table, opt)
	got := s.selected(t, "three levels, samples permuted", rowsAt(table, rng.Perm(n)), opt)
	if want == nil || got == nil || slices.Equal(want.Names, got.Names) {
		return
	}
	// Steps end near their limit, in another order or at another optimum: the scores of other data
	// sets are compared for that.
	if want.Diagnostics.Iterations == 0 || want.OrderOnly {
		t.Errorf("samples in another order: %v, want %v", got.Names, want.Names)
	}
}

func checkCoded(t reporter, s subject, d *datasets.Dataset) {
	for _, unit := range longtest.And([]float64{.1}, 1) {
		c, err := coded(d, unit)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		s.inAnotherOrder(t, c)
	}
}

// coded returns d with values replaced by three levels -1, 0 and 1, times a unit, as in coded
// tables of genes, in which many distances are equal.
func coded(d *datasets.Dataset, unit float64) (*datasets.Dataset, error) {
	c, err := information.Code(context.Background(), d, information.Levels, 10, 1)
	if err != nil {
		return nil, err
	}
	columns := make(map[int]func(int) float64)
	for j := range d.D() {
		column := c.Column(j)
		columns[j] = func(i int) float64 { return unit * (float64(column[i]) - 1) }
	}
	return replaced(d, columns), nil
}

func (s subject) inAnotherOrder(t reporter, d *datasets.Dataset) {
	if s.facts.RoughSteps {
		return
	}
	rng := rand.New(rand.NewPCG(5, 5))
	want := s.selected(t, d.Name, d, s.half(d))
	if want == nil {
		return
	}
	if !s.facts.ColumnOrder {
		columns := columnsAt(d, rng.Perm(d.D()))
		got := s.selected(t, d.Name, columns, s.half(d))
		sameByName(t, d.Name+", columns in another order", want, got, 1)
	}
	decided := slices.ContainsFunc(want.Warnings, func(w string) bool {
		return strings.Contains(w, "rows in another order change the scores")
	})
	if decided != s.facts.RowOrder {
		t.Errorf("%s: Facts: RowOrder %v; warnings %q", d.Name, s.facts.RowOrder, want.Warnings)
	}
	if !decided {
		rows := rowsAt(d, rng.Perm(d.N()))
		got := s.selected(t, d.Name, rows, s.half(d))
		sameByName(t, d.Name+", samples in another order", want, got, 1)
	}
}

// checkCutNeighbors: if more neighbors tie than are kept, every method with such a graph has a
// warning. The check uses a precomputed graph with Cut set.
func checkCutNeighbors(t reporter, s subject) {
	d := base()
	a, err := graphs.HeatKernel(context.Background(), d.X, 5, 0, 1, nil)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	a.Cut = 7
	m, ok := withGraph(s.method, a)
	if !ok {
		return
	}
	want := fmt.Sprintf("for 7 of %d samples more neighbors tie", d.N())
	r, err := m.Select(context.Background(), s.data(d), algorithms.Options{K: 4})
	if err != nil {
		t.Errorf("a graph with Cut set: %v", err)
		return
	}
	warned := slices.ContainsFunc(r.Warnings,
		func(w string) bool { return strings.HasPrefix(w, want) })
	if !warned {
		t.Errorf("a graph with Cut set: warnings %q, want one that begins with %q",
			r.Warnings, want)
	}
}

// withGraph returns m with a graph as its similarity; ok is false for methods without a similarity.
func withGraph(m algorithms.Selector, a *graphs.Affinity) (_ algorithms.Selector, ok bool) {
	if f, _ := algorithms.FactsOf(m); len(f.Variants) == 0 {
		return nil, false
	}
	v := reflect.New(reflect.TypeOf(m)).Elem()
	v.Set(reflect.ValueOf(m))
	for i := range v.NumField() {
		if v.Field(i).Type() == reflect.TypeFor[graph.Similarity]() {
			v.Field(i).Set(reflect.ValueOf(graph.Precomputed{Matrix: a}))
			return v.Interface().(algorithms.Selector), true
		}
	}
	return nil, false
}
