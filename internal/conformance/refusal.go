package conformance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
)

// checkNoClasses removes the classes: a method that needs them returns an error, any other an
// answer.
func checkNoClasses(t reporter, s subject) {
	d := base()
	if s.continuous {
		s.checkNoTarget(t)
		return
	}
	one := *d
	one.Y = make([]int, d.N())
	for i := range one.Y {
		one.Y[i] = 1
	}
	numbers := subject{continuous: true}.data(d)
	single := one
	single.Classes, single.Y = []string{"only"}, make([]int, d.N())
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		if s.needsClasses() {
			s.refuses(t, "no labels", unlabeled(d), opt, "no class labels")
			s.refuses(t, "all samples in one of three classes", &one, opt, `"class 1"`,
				"two classes")
			s.refuses(t, "one class", &single, opt, `"only"`, "two classes")
			if !s.facts.Targets.Has(algorithms.Continuous) {
				s.refusesOther(t, numbers, opt, "continuous target")
			}
		} else {
			s.selected(t, "no labels", unlabeled(d), opt)
			s.selectedOther(t, numbers, opt)
			s.selected(t, "all samples in one of three classes", &one, opt)
			s.selected(t, "one class", &single, opt)
		}
	}
}

// checkNoTarget is checkNoClasses for a method of a continuous target.
func (s subject) checkNoTarget(t reporter) {
	d := base()
	flat := *d
	flat.Target = slices.Repeat([]float64{1.5}, d.N())
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		s.refuses(t, "no target", unlabeled(d), opt, "target")
		s.refuses(t, "one number for all samples", &flat, opt, "1.5", "varies")
		if s.facts.Targets == algorithms.Continuous {
			s.refusesOther(t, subject{}.data(d), opt, "has classes")
		}
	}
}

// refusesOther runs the method on a target that it does not take.
func (s subject) refusesOther(t reporter, d *datasets.Dataset, opt algorithms.Options,
	words ...string) {
	r, err := s.method.Select(context.Background(), d, opt)
	s.refusal(t, "another target", r, err, append(words, "; ")...)
}

// selectedOther runs a method that needs no target on data with one.
func (s subject) selectedOther(t reporter, d *datasets.Dataset, opt algorithms.Options) {
	r, err := s.method.Select(context.Background(), d, opt)
	if err != nil {
		t.Errorf("a continuous target: %v", err)
		return
	}
	s.valid(t, "a continuous target", r, d, opt)
}

func checkNotFinite(t reporter, s subject) {
	for _, test := range []struct {
		value float64
		word  string
	}{{math.NaN(), "NaN"}, {math.Inf(1), "infinite"}, {math.Inf(-1), "infinite"}} {
		d := base()
		for _, at := range [][2]int{{0, 0}, {7, 3}, {d.N() - 1, d.D() - 1}} {
			bad := replaced(d, nil)
			bad.X.Set(at[0], at[1], test.value)
			bad.X.Set(d.N()-1, d.D()-1, test.value) // a later one is not named
			for _, k := range s.ks(d.D()) {
				s.refuses(t, fmt.Sprintf("%v at %v", test.value, at), bad, algorithms.Options{K: k},
					fmt.Sprintf("row %d", at[0]), fmt.Sprintf("column %d", at[1]),
					d.Features[at[1]], test.word)
			}
		}
	}
}

// checkBelowZero: a method that takes no values below 0 names the row and the column of one.
func checkBelowZero(t reporter, s subject) {
	if !s.facts.NonNegative {
		return
	}
	d := replaced(s.data(base()), nil)
	d.X.Set(7, 3, -.5)
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		r, err := s.method.Select(context.Background(), d, opt)
		s.refusal(t, "a value below 0", r, err, "row 7", "column 3", d.Features[3], "-0.5")
	}
}

// checkSmallData uses one feature, and the smallest numbers of samples.
func checkSmallData(t reporter, s subject) {
	d := base()
	for _, k := range []int{1, s.full(1)} {
		s.selected(t, "one feature", columnsAt(d, []int{2}), algorithms.Options{K: k})
	}
	first := map[int]int{}
	for i := d.N() - 1; i >= 0; i-- {
		first[d.Y[i]] = i
	}
	s.answersOrRefuses(t, "one sample", rowsAt(d, []int{0}))
	s.answersOrRefuses(t, "two samples of two classes", rowsAt(d, []int{first[0], first[1]}))
	s.answersOrRefuses(t, "two samples of one class", rowsAt(d, []int{first[0], first[0]}))
	s.answersOrRefuses(t, "two samples, one feature",
		rowsAt(columnsAt(d, []int{2}), []int{first[0], first[1]}))
	s.answersOrRefuses(t, "three samples of three classes",
		rowsAt(d, []int{first[0], first[1], first[2]}))
	// One class of a single sample among larger ones.
	var rest []int
	for i, c := range d.Y {
		if c != 2 || i == first[2] {
			rest = append(rest, i)
		}
	}
	s.answersOrRefuses(t, "a class of one sample", rowsAt(d, rest))
	nothing := with(d, &mat.Dense{}, nil)
	nothing.Y = nil
	s.refuses(t, "no data", nothing, algorithms.Options{K: 1}, "no data")
	s.refuses(t, "nil", nil, algorithms.Options{K: 1}, "no data")
}

// checkExtremes uses values whose squares, or sums of squares, overflow or underflow. The method
// returns an error, or an answer without NaN that lists no other column as constant. Iterations on
// one column or value apart from the others take long, so that each is with half of the factors.
func checkExtremes(t reporter, s subject) {
	d := little()
	for i, factor := range []float64{1e200, 1e153, 1e150, 1e100, 1e-100, 1e-150, 1e-160, 1e-200,
		5e-322} {
		s.answersOrRefuses(t, fmt.Sprintf("all values times %g", factor), scaled(d, factor))
		column := func(i int) float64 { return factor * d.X.At(i, 4) }
		value := func(i int) float64 { return factor * float64(min(i, 1)-min(i, 2)/2) }
		if i%4 == 0 || longtest.Asked() {
			s.answersOrRefuses(t, fmt.Sprintf("column 4 times %g", factor),
				replaced(d, map[int]func(int) float64{4: column}))
		}
		if i%4 == 1 || longtest.Asked() {
			s.answersOrRefuses(t, fmt.Sprintf("one value is %g", factor),
				replaced(d, map[int]func(int) float64{4: value}))
		}
	}
	s.answersOrRefuses(t, "the largest numbers", replaced(d, map[int]func(int) float64{
		4: func(i int) float64 { return math.MaxFloat64 * float64(1-2*(i%2)) },
	}))
	s.answersOrRefuses(t, "the smallest number", replaced(d, map[int]func(int) float64{
		4: func(i int) float64 { return math.SmallestNonzeroFloat64 * float64(d.Y[i]) },
	}))
	s.answersOrRefuses(t, "columns of very different units", replaced(d, map[int]func(int) float64{
		4: func(i int) float64 { return 1e140 * d.X.At(i, 4) },
		6: func(i int) float64 { return 1e-140 * d.X.At(i, 6) },
	}))
}
