package spfs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

// problem is a small data set with n samples and d features: noise with and without a class signal,
// and columns that depend on others.
func problem(rng *rand.Rand, n, d int) *datasets.Dataset {
	c := 2 + rng.IntN(3)
	y := make([]int, n)
	for i := range y {
		y[i] = i % c
	}
	rng.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
	x := mat.NewDense(n, d, nil)
	for j := range d {
		mean, scale, signal, shift := 10*rng.NormFloat64(), math.Exp(2*rng.NormFloat64()),
			rng.ExpFloat64(), rng.Float64()
		from, mix := rng.IntN(j+1), float64(rng.IntN(2))*rng.Float64()
		for i := range n {
			v := signal*math.Sin(float64(2*y[i])+shift) + rng.NormFloat64()
			if from < j {
				v += 3 * mix * x.At(i, from)
			}
			x.Set(i, j, mean+scale*v)
		}
	}
	ds, err := datasets.New("problem", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// plainUnit is column j centered and of unit length.
func plainUnit(d *datasets.Dataset, j int, uncentered bool) *mat.VecDense {
	f := mat.Col(nil, j, d.X)
	if !uncentered {
		floats.AddConst(-floats.Sum(f)/float64(len(f)), f)
	}
	floats.Scale(1/floats.Norm(f, 2), f)
	return mat.NewVecDense(len(f), f)
}

// plainSimilarity is K in full.
func plainSimilarity(t testing.TB, d *datasets.Dataset, m SFS) *mat.Dense {
	t.Helper()
	n := d.N()
	k := mat.NewDense(n, n, nil)
	switch {
	case m.Similarity != nil && m.Similarity.Kind() == "precomputed":
		k.Copy(m.Similarity.(graph.Precomputed).Matrix)
	case m.Similarity == graph.RBF{}:
		full, _, err := graphs.Gaussian{Percentile: 20}.Matrix(t.Context(), d.X, 1, nil)
		must.Do(t, err)
		k.Copy(full)
	case m.Similarity == graph.Neighbors{}:
		a := must.Get(graphs.HeatKernel(t.Context(), d.X, 5, 0, 1, nil))(t)
		for _, e := range a.Edges {
			k.Set(e.I, e.J, e.Weight)
			k.Set(e.J, e.I, e.Weight)
		}
	default:
		counts := d.ClassCounts()
		for i := range n {
			for j := range n {
				if d.Y[i] == d.Y[j] {
					k.Set(i, j, 1/float64(counts[d.Y[i]]))
				}
			}
		}
	}
	return k
}

// literal is Algorithm 1 as printed, with R as a matrix. stop obeys line 4.
func literal(d *datasets.Dataset, k *mat.Dense, want int, uncentered, stop bool) (
	chosen []int, residues []float64) {
	n := d.N()
	r := mat.DenseCopyOf(k)
	square := func(a *mat.Dense) float64 { v := mat.Norm(a, 2); return v * v }
	in := make(map[int]bool)
	for len(chosen) < want {
		best, least := -1, math.Inf(1)
		var rest *mat.Dense
		for j := range d.D() {
			if in[j] {
				continue
			}
			f := plainUnit(d, j, uncentered)
			after := mat.NewDense(n, n, nil)
			after.Outer(-1, f, f)
			after.Add(r, after)
			if v := square(after); v < least {
				best, least, rest = j, v, after
			}
		}
		if stop && least > square(r) {
			return chosen, residues
		}
		in[best] = true
		chosen, residues, r = append(chosen, best), append(residues, least), rest
	}
	return chosen, residues
}

// SFS agrees with Algorithm 1 as printed on 120 random problems: four similarities, with and
// without centering, more features than samples and fewer.
func TestSFSEqualsTheLiteralAlgorithm(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 1))
	stops := 0
	for p := range 120 {
		d := problem(rng, 8+rng.IntN(16), 2+rng.IntN(25))
		m := SFS{Uncentered: p%3 == 0}
		switch p % 4 {
		case 1:
			m.Similarity = graph.RBF{}
		case 2:
			m.Similarity = graph.Neighbors{}
		case 3:
			given := mat.NewSymDense(d.N(), nil) // indefinite
			for i := range d.N() {
				for j := i; j < d.N(); j++ {
					given.SetSym(i, j, rng.NormFloat64())
				}
			}
			m.Similarity = graph.Precomputed{Matrix: given}
		}
		k := plainSimilarity(t, d, m)
		start := mat.Norm(k, 2)
		chosen, residues := literal(d, k, d.D(), m.Uncentered, false)
		stopped, _ := literal(d, k, d.D(), m.Uncentered, true)
		what := fmt.Sprintf("problem %d, %d×%d, %s", p, d.N(), d.D(), algorithms.Label(m))
		r, err := m.Select(t.Context(), d, algorithms.Options{})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if fmt.Sprint(r.Features) != fmt.Sprint(chosen) {
			t.Errorf("%s: %v, literally %v", what, r.Features, chosen)
			continue
		}
		scale := 1 + start*start
		for i, want := range residues {
			if got := r.Diagnostics.Trace[i]; math.Abs(got-want) > 1e-10*scale || r.Raw[i] != got {
				t.Errorf("%s: residue %d is %v, raw %v, literally %v", what, i, got, r.Raw[i], want)
			}
			before := start * start
			if i > 0 {
				before = residues[i-1]
			}
			if fall := before - want; math.Abs(fall-(2*r.Scores[i]-1)) > 1e-10*scale {
				t.Errorf("%s: feature %d lowers the residue by %v, its score is %v", what, i, fall,
					r.Scores[i])
			}
		}
		if got := float64(*r.Diagnostics.Objective); got != r.Diagnostics.Trace[d.D()-1] {
			t.Errorf("%s: objective %v, trace %v", what, got, r.Diagnostics.Trace)
		}
		line4 := d.D()
		for _, v := range r.Diagnostics.Extra {
			if v.Name == "line 4 stops after" {
				line4 = int(v.Value)
			}
		}
		if line4 != len(stopped) {
			t.Errorf("%s: line 4 stops after %d, literally %d", what, line4, len(stopped))
		}
		m.EarlyStop = true
		early, err := m.Select(t.Context(), d, algorithms.Options{})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if fmt.Sprint(early.Features) != fmt.Sprint(stopped) ||
			len(early.Diagnostics.Notes) != min(1, d.D()-len(stopped)) {
			t.Errorf("%s, early stop: %v, notes %q, literally %v", what, early.Features,
				early.Diagnostics.Notes, stopped)
		}
		if len(stopped) > 0 && len(stopped) < d.D() {
			stops++
		}
	}
	if stops < 40 {
		t.Errorf("line 4 stops in only %d problems", stops)
	}
}
