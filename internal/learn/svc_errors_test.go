package learn_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

func TestSVCErrors(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 9})
	y := []int{0, 1, 0, 1}
	bad := mat.DenseCopyOf(x)
	bad.Set(2, 1, math.NaN())
	large := mat.DenseCopyOf(x)
	large.Set(3, 0, 1e200)
	for _, test := range []struct {
		p       learn.SVC
		x       *mat.Dense
		y       []int
		classes int
		want    string
	}{
		{learn.SVC{C: -1}, x, y, 2, "C is -1; give a positive number"},
		{learn.SVC{C: math.NaN()}, x, y, 2, "C is NaN"},
		{learn.SVC{C: math.Inf(1)}, x, y, 2, "C is +Inf"},
		{learn.SVC{Gamma: -0.5}, x, y, 2, "gamma is -0.5"},
		{learn.SVC{Eps: -1}, x, y, 2, "eps is -1"},
		{learn.SVC{Kernel: 7}, x, y, 2, "kernel 7"},
		{learn.SVC{Cache: -1}, x, y, 2, "cache of -1 bytes"},
		{learn.SVC{MaxSteps: -1}, x, y, 2, "at most -1 steps"},
		{learn.SVC{}, x, []int{1, 1, 1, 1}, 2, "samples are of one class"},
		{learn.SVC{}, x.Slice(0, 1, 0, 2).(*mat.Dense), []int{0}, 2, "samples are of one class"},
		{learn.SVC{}, x, []int{0, 1, 2, 0}, 2, "row 2 has the class 2 of 2"},
		{learn.SVC{}, x, []int{0, -1, 1, 0}, 2, "row 1 has the class -1 of 2"},
		{learn.SVC{}, bad, y, 2, "row 2, column 1 is NaN"},
		{learn.SVC{}, large, y, 2, "row 3, column 0 is 1e+200"},
	} {
		_, err := test.p.Train(t.Context(), test.x, test.y, test.classes)
		must.FailWith(t, err, test.want)
	}
	m := trainSVC(t, learn.SVC{}, x, y, 2)
	must.FailWith(t, must.Err(m.Predict(t.Context(), bad)), "row 2, column 1 is NaN")
	for what, call := range map[string]func(){
		"labels":  func() { learn.SVC{}.Train(t.Context(), x, []int{0, 1}, 2) },
		"columns": func() { m.Predict(t.Context(), mat.NewDense(1, 3, nil)) },
	} {
		panics(t, what, call)
	}
}

func panics(t *testing.T, what string, call func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s that do not fit made no panic", what)
		}
	}()
	call()
}

func TestSVCStops(t *testing.T) {
	x := normal(1, 3000, 40)
	y := make([]int, 3000)
	for i := range y {
		y[i] = i % 2
	}
	m := trainSVC(t, learn.SVC{MaxSteps: 3}, x, y, 2)
	if p := m.Pairs[0]; p.Converged || p.Steps != 3 || !(p.Violation > 1e-3) || !(p.Gap > 0) {
		t.Errorf("after 3 steps: %+v", p.Violation)
	}
	stops(t, func(ctx context.Context) error {
		_, err := learn.SVC{Kernel: learn.Linear, C: 1e6, Eps: 1e-12}.Train(ctx, x, y, 2)
		return err
	})
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Decision(stopped, x); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped prediction returned %v", err)
	}
}

func TestSVCLeavesItsInputs(t *testing.T) {
	x, y := normal(2, 9, 3), []int{0, 1, 2, 0, 1, 2, 0, 1, 2}
	before := mat.DenseCopyOf(x)
	m := trainSVC(t, learn.SVC{}, x, y, 3)
	decisions(t, m, x)
	if !mat.Equal(x, before) || !slices.Equal(y, []int{0, 1, 2, 0, 1, 2, 0, 1, 2}) {
		t.Error("training changed its input")
	}
}
