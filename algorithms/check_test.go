package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// needing is plain with facts.
type needing struct {
	plain
	facts algorithms.Facts
}

func (m needing) Facts() algorithms.Facts { return m.facts }

func TestCheck(t *testing.T) {
	good := func() *datasets.Dataset {
		return table([]float64{1, 2}, []float64{3, 4}, []float64{5, 6})
	}
	change := func(f func(d *datasets.Dataset)) *datasets.Dataset { d := good(); f(d); return d }
	labels, subset := algorithms.Facts{
		Promises: algorithms.Promises{Nested: true, Targets: algorithms.Classes},
	},
		algorithms.Facts{}
	for _, test := range []struct {
		what string
		m    algorithms.Selector
		d    *datasets.Dataset
		k    int
		need any // Facts, nil for a method without any
		want string
	}{
		{what: "good", d: good(), k: 2, need: algorithms.Facts{
			Promises: algorithms.Promises{Targets: algorithms.Classes},
		}},
		{what: "no labels, none needed",
			d: change(func(d *datasets.Dataset) { d.Y, d.Classes = nil, nil })},
		{what: "a class without samples", d: change(func(d *datasets.Dataset) {
			d.Classes = []string{"a", "b", "c"}
		}), need: labels},
		{what: "nil",
			want: "plain: no data: the data set is empty; give at least one sample and one " +
				"feature"},
		{what: "names", d: change(func(d *datasets.Dataset) {
			d.Features = nil
		}), want: "plain: 0 feature names for 2 columns; give one name per column"},
		{what: "negative k", d: good(), k: -1,
			want: "plain: k = -1 is negative; give the number of features wanted"},
		{what: "k above d", d: good(), k: 3,
			want: "plain: k = 3 is more than the 2 features of the data set; give at most 2"},
		{what: "no k", d: good(), need: subset,
			want: "plain: k is missing: the method chooses a subset, whose best k features are " +
				"not the first k of more; give k"},
		{what: "no labels", d: change(func(d *datasets.Dataset) {
			d.Y, d.Classes = nil, nil
		}), need: labels,
			want: "plain: the data set has no class labels, which the method needs; name the " +
				"label column, or use an unsupervised method"},
		{what: "one class", d: change(func(d *datasets.Dataset) {
			d.Y = []int{1, 1, 1}
		}), need: labels,
			want: `plain: all 3 samples are of class "b"; a supervised method needs two classes ` +
				`or more`},
		{what: "NaN",
			d: change(func(d *datasets.Dataset) { d.X.Set(1, 0, nan); d.X.Set(2, 1, nan) }),
			want: "plain: row 1, column 0 (p) is NaN, the first of 2 NaN or infinite values in " +
				"2 columns: p, q; fill in numbers, or drop the rows or the columns (rows and " +
				"columns counted from 0)"},
		{what: "infinite", d: change(func(d *datasets.Dataset) { d.X.Set(2, 1, -inf) }),
			want: "plain: row 2, column 1 (q) is infinite; fill in a number, or drop the row or " +
				"the column (rows and columns counted from 0)"},
		{what: "choice", m: tuned{Mode: "quick"}, d: good(),
			want: `tuned: parameter mode: "quick" is none of slow, fast`},
		{what: "no choice", m: tuned{}, d: good()},
	} {
		m := test.m
		if m == nil {
			m = plain{}
		}
		if facts, ok := test.need.(algorithms.Facts); ok {
			m = needing{facts: facts}
		}
		err := algorithms.Check(t.Context(), m, test.d, algorithms.Options{K: test.k})
		if got := fmt.Sprint(err); test.want == "" && err != nil || test.want != "" &&
			got != test.want {
			t.Errorf("%s:\n got %v\nwant %s", test.what, err, test.want)
		}
	}
	err := algorithms.Check(t.Context(), needing{facts: labels},
		change(func(d *datasets.Dataset) { d.Y, d.Classes = nil, nil }), algorithms.Options{})
	if !errors.Is(err, datasets.ErrNoLabels) {
		t.Errorf("%v is not ErrNoLabels", err)
	}
}

// The error names the first value that is not finite, at any position in the blocks of rows.
func TestCheckFindsTheFirstCulprit(t *testing.T) {
	const n, p = 40, 1 << 15 // blocks of 8 rows
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, p)
	}
	d := table(rows...)
	for j := range d.Features {
		d.Features[j] = fmt.Sprint("f", j)
	}
	for _, at := range [][2]int{{0, 0}, {7, p - 1}, {8, 3}, {39, p - 1}} {
		for _, later := range []float64{0, inf} {
			d.X.Set(39, p-1, later)
			d.X.Set(at[0], at[1], nan)
			err := algorithms.Check(t.Context(), plain{}, d, algorithms.Options{Workers: 3})
			var row, col int
			if _, scan := fmt.Sscanf(fmt.Sprint(err), "plain: row %d, column %d", &row,
				&col); scan != nil || row != at[0] || col != at[1] {
				t.Errorf("%v, and %v later: %v", at, later, err)
			}
			d.X.Set(at[0], at[1], 0)
		}
	}
}

func TestWrap(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	oops := errors.New("oops")
	for _, test := range []struct {
		ctx  context.Context
		err  error
		want string
	}{
		{t.Context(), nil, "<nil>"},
		{t.Context(), oops, "plain: oops"},
		{canceled, oops, "plain: oops"},
		{canceled, context.Canceled, "context canceled"},
	} {
		got := algorithms.Wrap(test.ctx, plain{}, test.err)
		if fmt.Sprint(got) != test.want || test.err != nil && !errors.Is(got, test.err) {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	d := table([]float64{1, 2, 3, 4, 5, 6, 7})
	for _, test := range []struct {
		columns []int
		want    []string
	}{
		{nil, nil},
		{[]int{1}, []string{"1 constant column is ranked last: q"}},
		{[]int{0, 6}, []string{"2 constant columns are ranked last: p, v"}},
		{[]int{0, 1, 2, 3, 4, 5, 6},
			[]string{"7 constant columns are ranked last: p, q, r, s, t and 2 more"}},
	} {
		if diff := cmp.Diff(test.want, caution.Constant(d, test.columns)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.columns, diff)
		}
	}
	want := []string{
		"1 column varies only at samples that no edge of any weight joins (a larger heat gives " +
			"them one), so the score is the lowest: r"}
	if diff := cmp.Diff(want, caution.Flat(d, []int{2})); diff != "" {
		t.Errorf("flat (-want +got):\n%s", diff)
	}
}

func TestMeter(t *testing.T) {
	var heard []algorithms.Progress
	busy := false
	opt := algorithms.Options{Progress: func(p algorithms.Progress) {
		if busy {
			t.Error("called from two goroutines at a time")
		}
		busy = true
		heard = append(heard, p)
		busy = false
	}}
	tick := opt.Meter("work", 60)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 5 {
				tick(3)
			}
		})
	}
	wg.Wait()
	var want []algorithms.Progress
	for i := range 20 {
		want = append(want, algorithms.Progress{Stage: "work", Done: 3 * (i + 1), Total: 60})
	}
	if diff := cmp.Diff(want, heard); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	algorithms.Options{}.Meter("no listener", 1)(1)
}
