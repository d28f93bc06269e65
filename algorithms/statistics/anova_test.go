package statistics_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// F is (n - C)/(C - 1) times the score of Fisher, in the same order.
func TestAnovaFRanksAsFisher(t *testing.T) {
	for _, name := range []string{"iris", "wine", "wdbc", "digits"} {
		d := methodtest.Load(t, name)
		f, fisher := methodtest.Score(t, statistics.AnovaF{}, d, algorithms.Options{}),
			methodtest.Score(t, filter.Fisher{}, d, algorithms.Options{})
		if !slices.Equal(f.Order(), fisher.Order()) || !slices.Equal(f.Constant, fisher.Constant) {
			t.Errorf("%s: order %v, of fisher %v", name, f.Order(), fisher.Order())
		}
		c := float64(len(d.Classes))
		for j, v := range fisher.Values {
			methodtest.Near(t, name, f.Values[j], v*(float64(d.N())-c)/(c-1), 1e-14)
		}
	}
}

func TestAnovaFNeedsMoreSamplesThanClasses(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 1, 2}, []float64{1, 2, 4})
	want := "anova-f: each of the 3 samples is a class of its own, so that nothing varies within " +
		"a class; give more samples than classes"
	if s, err := (statistics.AnovaF{}).Score(t.Context(), d, algorithms.Options{}); s != nil ||
		err == nil || err.Error() != want {
		t.Errorf("%v, %v; want %s", s, err, want)
	}
	more := must.Get(datasets.New("more", mat.NewDense(4, 1, []float64{1, 2, 4, 5}),
		[]string{"a", "b", "c", "c"}, nil))(t)
	// Means 1, 2, 4.5, of all 3: between 4 + 1 + 2·2.25, within .5.
	methodtest.Near(t, "F", methodtest.Score(t, statistics.AnovaF{}, more,
		algorithms.Options{}).Values[0], 9.5, 1e-15)
}

// By hand: six samples in each of three classes with means 5, 9 and 10 have 84 between and 68
// within, so F = (84/2)/(68/15).
func TestAnovaFByHand(t *testing.T) {
	y := []int{0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3}
	x := []float64{6, 8, 4, 5, 3, 4, 8, 12, 9, 11, 6, 8, 13, 9, 11, 8, 7, 12}
	moved := slices.Clone(x) // its sums of squares lose all digits of the differences
	flat, perfect, better, equal := slices.Clone(x), slices.Clone(x), slices.Clone(x),
		slices.Clone(x)
	for i, c := range y {
		moved[i] = x[i]*.0219 + 1e8
		flat[i], perfect[i], better[i] = .1, .1*float64(c), .3*float64(c)
		equal[i] = float64(i % 2)
	}
	d := methodtest.Classes(t, y, x, moved, flat, perfect, better, equal)
	d.Classes = []string{"a", "without samples", "b", "c"}
	d.Y = y
	s := methodtest.Score(t, statistics.AnovaF{}, d, algorithms.Options{})
	methodtest.Near(t, "F", s.Values[0], 630./68, 1e-15)
	methodtest.Near(t, "F at a mean of 1e8", s.Values[1], 630./68, 1e-6)
	for j, want := range []float64{0, math.Inf(1), math.Inf(1), 0} {
		if s.Values[2+j] != want {
			t.Errorf("column %d scores %v, want %v", 2+j, s.Values[2+j], want)
		}
	}
	without := slices.DeleteFunc(s.Order(), func(j int) bool { return j == 1 })
	if want := []int{4, 3, 0, 5, 2}; !slices.Equal(without, want) {
		t.Errorf("order %v, want %v", without, want)
	}
	if !slices.Equal(s.Constant, []int{2}) {
		t.Errorf("constant columns %v", s.Constant)
	}
}
