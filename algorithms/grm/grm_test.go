package grm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// drawn is n samples of d features that follow a few hidden ones, in two classes.
func drawn(seed uint64, n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 2015))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	hidden := mat.NewDense(n, 3, nil)
	for i := range n {
		y[i] = i % 2
		for h := range 3 {
			hidden.Set(i, h, rng.NormFloat64()+float64(y[i]*h))
		}
	}
	for j := range d {
		weight, noise := rng.NormFloat64(), .2+rng.Float64()
		for i := range n {
			x.Set(i, j, weight*hidden.At(i, j%3)+noise*rng.NormFloat64())
		}
	}
	ds, err := datasets.New("drawn", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

func selected(t testing.TB, m GRM, d *datasets.Dataset) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(context.Background(), d, algorithms.Options{}))(t)
}

// weights is z in the order of the columns.
func weights(r *algorithms.Ranking) []float64 {
	z := make([]float64, r.D)
	for a, j := range r.Features {
		z[j] = r.Raw[a]
	}
	return z
}

func extra(t testing.TB, r *algorithms.Ranking, name string) float64 {
	t.Helper()
	v := r.Diagnostics.Get(name)
	if math.IsNaN(v) {
		t.Fatalf("no %q in %v", name, r.Diagnostics.Extra)
	}
	return v
}

// objective is (1) as printed.
func objective(a mat.Matrix, s, z []float64) float64 {
	v := mat.NewVecDense(len(z), z)
	return mat.Inner(v, a, v) / floats.Dot(z, s)
}

// squared is A, entry by entry.
func squared(d *datasets.Dataset) *mat.Dense {
	a := mat.NewDense(d.D(), d.D(), nil)
	for i := range d.D() {
		for j := range d.D() {
			f, g := mat.Col(nil, i, d.X), mat.Col(nil, j, d.X)
			mf, mg := floats.Sum(f)/float64(len(f)), floats.Sum(g)/float64(len(g))
			floats.AddConst(-mf, f)
			floats.AddConst(-mg, g)
			c := floats.Dot(f, g)
			if ff, gg := floats.Dot(f, f), floats.Dot(g, g); ff > 0 && gg > 0 {
				a.Set(i, j, c*c/(ff*gg))
			}
		}
	}
	return a
}

func vector(v ...float64) *mat.VecDense { return mat.NewVecDense(len(v), v) }

// The four features of Figure 1: correlations .7 of the first with the second and the
// third, none elsewhere, so that GRM takes the second and the third.
func TestFigure1(t *testing.T) {
	a := mat.NewDense(4, 4, []float64{1, .49, .49, 0, .49, 1, 0, 0, .49, 0, 1, 0, 0, 0, 0, 1})
	r := selected(t, GRM{Scores: vector(10, 9.8, 9.5, 1), Redundancy: a}, drawn(1, 10, 4))
	for j, want := range []float64{.031, .387, .380, .202} {
		if got := weights(r)[j]; math.Abs(got-want) > 5e-4 {
			t.Errorf("z_%d is %.4f, want %.3f", j+1, got, want)
		}
	}
	if fmt.Sprint(r.Features) != "[1 2 3 0]" || !r.Diagnostics.Certificate.Holds() {
		t.Errorf("features %v, %+v", r.Features, r.Diagnostics)
	}
}

// brute is the least objective over all supports whose stationary point is not negative. The
// optimum is one of these points.
func brute(a *mat.Dense, s []float64) float64 {
	d := len(s)
	least := math.Inf(1)
	for set := 1; set < 1<<d; set++ {
		var places []int
		for j := range d {
			if set>>j&1 == 1 {
				places = append(places, j)
			}
		}
		p := len(places)
		h, right := mat.NewDense(p, p, nil), mat.NewDense(p, 2, nil)
		for x, i := range places {
			for y, j := range places {
				h.Set(x, y, a.At(i, j))
			}
			right.Set(x, 0, s[i])
			right.Set(x, 1, 1)
		}
		var uv mat.Dense
		if err := uv.Solve(h, right); err != nil {
			continue // singular: a smaller support has the same value
		}
		// 2Az = λs + μ1, 1'z = 1, μ = λ z's: a quadratic equation for λ.
		var su, s1, one float64
		for x := range p {
			su += right.At(x, 0) * uv.At(x, 0)
			s1 += uv.At(x, 0)
			one += uv.At(x, 1)
		}
		for _, sign := range []float64{1, -1} {
			lambda := 2 / (s1 + sign*math.Sqrt(su*one))
			mu := (2 - lambda*s1) / one
			z := make([]float64, d)
			good := true
			for x, i := range places {
				z[i] = (lambda*uv.At(x, 0) + mu*uv.At(x, 1)) / 2
				good = good && z[i] >= 0
			}
			// The second root is 0/0 where s is constant.
			if sum := floats.Sum(z); good && math.Abs(sum-1) < 1e-9 && floats.Dot(z, s) > 0 {
				floats.Scale(1/sum, z)
				least = min(least, objective(a, s, z))
			}
		}
	}
	return least
}

func TestAgainstBruteForce(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n, p := 3+rng.IntN(20), 1+rng.IntN(9)
		d := drawn(seed, n, p)
		s := make([]float64, p)
		for j := range s {
			s[j] = rng.NormFloat64() + float64(seed%3)
			if rng.IntN(5) == 0 {
				s[j] = 0
			}
		}
		if slices.Max(s) <= 0 {
			continue
		}
		r := selected(t, GRM{Scores: vector(s...)}, d)
		a := squared(d)
		want, got := brute(a, s), objective(a, s, weights(r))
		if math.Abs(got-want) > 1e-9*want ||
			math.Abs(float64(*r.Diagnostics.Objective)-got) > 1e-9*got {
			t.Errorf("seed %d, %d×%d: objective %v (reported %v), brute force %v", seed, n, p, got,
				*r.Diagnostics.Objective, want)
		}
		if !r.Diagnostics.Certificate.Holds() || !r.Diagnostics.Converged {
			t.Errorf("seed %d, %d×%d: %+v", seed, n, p, r.Diagnostics)
		}
	}
}

// The objective is not above that of the uniform z, the scores, random points of the simplex, or
// ALM's answer.
func TestNoPointIsBetter(t *testing.T) {
	for _, shape := range [][2]int{{12, 40}, {40, 100}, {20, 560}} {
		d := drawn(7, shape[0], shape[1])
		a := squared(d)
		count := 1000
		if d.D() > 500 {
			count = 50
		}
		m := GRM{}
		scores, err := algorithms.WithDefaults(m).Scorer.Score(t.Context(), d, algorithms.Options{})
		must.Do(t, err)
		s := []float64(scores.Values)
		r := selected(t, m, d)
		got := objective(a, s, weights(r))
		if math.Abs(got-float64(*r.Diagnostics.Objective)) > 1e-10*got ||
			!r.Diagnostics.Certificate.Holds() {
			t.Errorf("%v: objective %v, reported %+v", shape, got, r.Diagnostics)
		}
		if start := objective(a, s, s); math.Abs(
			start-extra(t, r, "objective of the scores")*floats.Sum(s)) > 1e-9*start {
			t.Errorf("%v: objective of the scores %v, reported %v", shape, start/floats.Sum(s),
				extra(t, r, "objective of the scores"))
		}
		points := map[string][]float64{
			"uniform": slices.Repeat([]float64{1 / float64(d.D())}, d.D()),
			"scores":  positive(s),
		}
		if d.D() <= 100 {
			points["alm"] = weights(selected(t, GRM{Solver: ALM}, d))
			points["alm 1.5"] = weights(selected(t, GRM{Solver: ALM, Rho: 1.5}, d))
		}
		rng := rand.New(rand.NewPCG(1, 9))
		for i := range count {
			z := make([]float64, d.D())
			for j := range z {
				if i%2 == 0 || rng.IntN(10) == 0 {
					z[j] = rng.ExpFloat64()
				}
			}
			z[rng.IntN(len(z))] = 1
			points[fmt.Sprint("random ", i)] = positive(z)
		}
		for what, z := range points {
			if f := objective(a, s, z); f < got*(1-1e-12) {
				t.Errorf("%v: %s has %v, below %v", shape, what, f, got)
			}
		}
		t.Logf("%v: rounds %d, steps %v, products %v, support %v, residual %.1e", shape,
			r.Diagnostics.Iterations, extra(t, r, "steps"),
			extra(t, r, "full products"), extra(t, r, "support"),
			float64(r.Diagnostics.Certificate.Value))
	}
}
