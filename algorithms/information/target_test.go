package information_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/conformance"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
)

func run(t *testing.T, m algorithms.Selector, d *datasets.Dataset) *algorithms.Ranking {
	t.Helper()
	r, err := algorithms.Run(t.Context(), m, d, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func same(t *testing.T, what string, a, b *algorithms.Ranking) {
	t.Helper()
	if !slices.Equal(a.Features, b.Features) {
		t.Errorf("%s: %v, want %v", what, a.Features, b.Features)
		return
	}
	for i := range a.Scores {
		for _, v := range [][2]float64{{a.Scores[i], b.Scores[i]}, {a.Raw[i], b.Raw[i]}} {
			if v[0] != v[1] && !(math.Abs(v[0]-v[1]) <= 1e-9) {
				t.Errorf("%s: place %d has %v, want %v", what, i, v[0], v[1])
			}
		}
	}
}

// A continuous target is coded by mean ± sd/2, computed here, and is then three classes.
func TestCodedTarget(t *testing.T) {
	d := conformance.Doses(t, 4, 9, 60, 9)
	mean, sd := stat.MeanStdDev(d.Target, nil)
	labels := make([]string, d.N())
	for i, v := range d.Target {
		switch {
		case v < mean-sd/2:
			labels[i] = "low"
		case v > mean+sd/2:
			labels[i] = "high"
		default:
			labels[i] = "between"
		}
	}
	classes, err := datasets.New("doses", d.X, labels, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []algorithms.Selector{
		information.MRMR{}, information.MRMR{Scheme: information.MIQ}, information.QPFS{},
	} {
		same(t, algorithms.Label(m), run(t, m, d), run(t, m, classes))
	}
	a, err := algorithms.RunScore(t.Context(), information.InfoGain{}, d, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := algorithms.RunScore(t.Context(), information.InfoGain{}, classes,
		algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Values, b.Values) || a.Diagnostics.Get("entropy of the coded target") !=
		b.Diagnostics.Get("entropy of the classes") {
		t.Errorf("gains %v, want %v", a.Values, b.Values)
	}
	for want, m := range map[string]algorithms.Selector{
		"mrmr: the data set has a continuous target, and the method takes classes; " +
			"set coding=levels": information.MRMR{Coding: information.MDL},
		"qpfs: the data set has a continuous target, and the method takes classes; " +
			"set measure=correlation": information.QPFS{Coding: information.MDL},
	} {
		_, err := m.Select(t.Context(), d, algorithms.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// QPFS by correlation takes |ρ| of a feature and the target: the answer is that with gonum's
// correlations given, and with two values that of two classes.
func TestQPFSOfATarget(t *testing.T) {
	d := conformance.Doses(t, 4, 9, 60, 9)
	two := make([]float64, d.N())
	labels := make([]string, d.N())
	for i, v := range d.Target {
		labels[i] = "a"
		if v > 31 {
			two[i], labels[i] = 7, "b"
		}
	}
	for _, squared := range []bool{false, true} {
		m := information.QPFS{Measure: information.AbsCorrelation}
		if squared {
			m.Measure = information.SquaredCorrelation
		}
		given := m
		f := make([]float64, d.D())
		for j := range f {
			if f[j] = math.Abs(stat.Correlation(mat.Col(nil, j, d.X), d.Target, nil)); squared {
				f[j] *= f[j]
			}
		}
		given.Relevance = mat.NewVecDense(len(f), f)
		same(t, algorithms.Label(m), run(t, m, d), run(t, given, d))
		coded, err := d.WithTarget("", two)
		if err != nil {
			t.Fatal(err)
		}
		classes, err := datasets.New("", d.X, labels, nil)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "two values", run(t, m, coded), run(t, m, classes))
	}
}
