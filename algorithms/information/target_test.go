package information_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/must"
)

func run(t *testing.T, m algorithms.Selector, d *datasets.Dataset) *algorithms.Ranking {
	t.Helper()
	return must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{}))(t)
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
		coded := must.Get(d.WithTarget("", two))(t)
		classes := must.Get(datasets.New("", d.X, labels, nil))(t)
		same(t, "two values", run(t, m, coded), run(t, m, classes))
	}
}

// MRMR by correlation is the literal search over gonum's correlations, with a continuous target and
// with two classes as 0 and 1, on data with a constant and a duplicate column.
func TestMRMRByCorrelation(t *testing.T) {
	d := conformance.Doses(t, 4, 9, 60, 9)
	for i := range d.N() {
		d.X.Set(i, 4, 7)
		d.X.Set(i, 8, d.X.At(i, 1))
	}
	labels, codes := make([]string, d.N()), make([]float64, d.N())
	for i, v := range d.Target {
		if labels[i] = "a"; v > 31 {
			labels[i], codes[i] = "b", 1
		}
	}
	classes := must.Get(datasets.New("", d.X, labels, nil))(t)
	for _, data := range []struct {
		d *datasets.Dataset
		y []float64
	}{{d, d.Target}, {classes, codes}} {
		for _, m := range []information.MRMR{
			{Measure: information.AbsCorrelation},
			{Measure: information.AbsCorrelation, Scheme: information.MIQ},
			{Measure: information.SquaredCorrelation},
			{Measure: information.SquaredCorrelation, Scheme: information.MIQ},
		} {
			order, raw := literalMRMR(m, data.d.X, data.y)
			r := run(t, m, data.d)
			if !slices.Equal(r.Features, append(order, 4)) {
				t.Errorf("%s: %v, want %v", r.Label, r.Features, append(order, 4))
			}
			for i, want := range raw {
				if math.Abs(r.Raw[i]-want) > 1e-9*max(1, math.Abs(want)) {
					t.Errorf("%s: step %d has %v, want %v", r.Label, i, r.Raw[i], want)
				}
			}
		}
	}
	// What the search takes from a relevance and a redundancy that are given is what it computes.
	f, q := mat.NewVecDense(d.D(), nil), mat.NewSymDense(d.D(), nil)
	for i := range d.D() {
		if i == 4 {
			continue
		}
		f.SetVec(i, correlation(mat.Col(nil, i, d.X), d.Target))
		for j := range i + 1 {
			if j != 4 {
				q.SetSym(i, j, correlation(mat.Col(nil, i, d.X), mat.Col(nil, j, d.X)))
			}
		}
	}
	m := information.MRMR{Measure: information.AbsCorrelation}
	given := m
	given.Relevance, given.Redundancy = f, q
	same(t, "given", run(t, m, d), run(t, given, d))
	if got := given.Facts().Targets; got != algorithms.NoTarget {
		t.Errorf("with a relevance that is given it needs %v", got)
	}
}

func correlation(a, b []float64) float64 { return math.Abs(stat.Correlation(a, b, nil)) }

// literalMRMR is the search as it is defined, of all columns but constant ones.
func literalMRMR(m information.MRMR, x *mat.Dense, y []float64) (order []int, raw []float64) {
	measure := func(a, b []float64) float64 {
		r := correlation(a, b)
		if m.Measure == information.SquaredCorrelation {
			r *= r
		}
		return r
	}
	_, d := x.Dims()
	for {
		best, value := -1, 0.
		for j := range d {
			f := mat.Col(nil, j, x)
			if slices.Contains(order, j) || slices.Min(f) == slices.Max(f) {
				continue
			}
			v := measure(f, y)
			if len(order) > 0 {
				var sum float64
				for _, s := range order {
					sum += measure(f, mat.Col(nil, s, x))
				}
				if sum /= float64(len(order)); m.Scheme == information.MIQ {
					v /= sum
				} else {
					v -= sum
				}
			}
			if best < 0 || v > value+1e-12*max(1, math.Abs(value)) {
				best, value = j, v
			}
		}
		if best < 0 {
			return order, raw
		}
		order, raw = append(order, best), append(raw, value)
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
	must.Do(t, err)
	for _, m := range []algorithms.Selector{
		information.MRMR{}, information.MRMR{Scheme: information.MIQ}, information.QPFS{},
	} {
		same(t, algorithms.Label(m), run(t, m, d), run(t, m, classes))
	}
	a, err := algorithms.RunScore(t.Context(), information.InfoGain{}, d, algorithms.Options{})
	must.Do(t, err)
	b := must.Get(algorithms.RunScore(t.Context(), information.InfoGain{}, classes,
		algorithms.Options{}))(t)
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
