package fsir

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// drawn is n samples in c classes of d features that depend on the class, some with an offset. The
// last ones are duplicates of the first, in other units and signs.
func drawn(seed uint64, n, d, c, duplicates int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 2016))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = i % c
	}
	for j := range d {
		weight, noise, offset := rng.NormFloat64(), .2+rng.Float64(), rng.NormFloat64()*float64(j%2)
		for i := range n {
			x.Set(i, j, offset+weight*float64((y[i]+j%3)%c)+noise*rng.NormFloat64())
		}
	}
	for a := range duplicates {
		j := d - 1 - a
		unit := []float64{1, -3, 1, .5}[a%4]
		for i := range n {
			x.Set(i, j, unit*x.At(i, a/2))
		}
	}
	ds, err := datasets.New("drawn", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// literal is R~ by (1) to (5), entry by entry, with Σλ_i from the eigenvalues.
func literal(t testing.TB, m FSIR2, d *datasets.Dataset) *mat.SymDense {
	t.Helper()
	n, p := d.X.Dims()
	w := mat.NewSymDense(n, nil)
	var sigma2 float64
	distance := func(i, j int) float64 {
		return math.Pow(floats.Distance(d.X.RawRowView(i), d.X.RawRowView(j), 2), 2)
	}
	for i := range n {
		for j := range n {
			sigma2 += distance(i, j) / float64(n*n)
		}
	}
	kernel, rbf := m.Similarity.(graph.RBF)
	if kernel.Width > 0 {
		sigma2 = kernel.Width
	}
	given, precomputed := m.Similarity.(graph.Precomputed)
	for i := range n {
		for j := i; j < n; j++ {
			switch {
			case precomputed:
				w.SetSym(i, j, given.Matrix.At(i, j))
			case rbf:
				w.SetSym(i, j, math.Exp(-distance(i, j)/(2*sigma2)))
			case d.Y[i] == d.Y[j]:
				w.SetSym(i, j, 1/float64(d.ClassCounts()[d.Y[i]]))
			}
		}
	}
	degree, l, norm := make([]float64, n), mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		degree[i] = floats.Sum(mat.Row(nil, i, w))
	}
	for i := range n {
		for j := i; j < n; j++ {
			v := -w.At(i, j)
			if i == j {
				v += degree[i]
			}
			l.SetSym(i, j, v)
			if degree[i] > 0 && degree[j] > 0 {
				norm.SetSym(i, j, v/math.Sqrt(degree[i]*degree[j]))
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(norm, false) {
		t.Fatal("no eigenvalues")
	}
	s := floats.Sum(eigen.Values(nil)) / float64(n)
	hat := make([]*mat.VecDense, p)
	r := mat.NewSymDense(p, nil)
	for j := range p {
		hat[j] = mat.NewVecDense(n, nil)
		for i := range n {
			hat[j].SetVec(i, math.Sqrt(degree[i])*d.X.At(i, j))
		}
		hat[j].ScaleVec(1/mat.Norm(hat[j], 2), hat[j])
		r.SetSym(j, j, mat.Inner(hat[j], norm, hat[j]))
		for i := range j {
			c := mat.Dot(hat[i], hat[j])
			r.SetSym(i, j, s*c*c)
		}
	}
	return r
}

// relaxed is (8), as (9), with the literal matrix.
func relaxed(r *mat.SymDense, k int) Sphere {
	p := r.SymmetricDim()
	a, e := mat.NewSymDense(p, nil), mat.NewVecDense(p, nil)
	a.ScaleSym(-1, r)
	ones := mat.NewDense(1, p, nil)
	for j := range p {
		e.SetVec(j, 1)
		ones.Set(0, j, 1)
	}
	b := mat.NewVecDense(p, nil)
	b.MulVec(a, e)
	return Sphere{A: matrixOf{a}, Linear: b.RawVector().Data, B: ones,
		C: []float64{float64(2*k - p)}, Radius: math.Sqrt(float64(p))}
}

// inW is w'R~w for f(z).
func inW(r *mat.SymDense, f float64) float64 { return mat.Sum(r)/4 - f/2 }

func selected(t testing.TB, m FSIR2, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(context.Background(), d, algorithms.Options{K: k}))(t)
}

func extra(t testing.TB, r *algorithms.Ranking, name string) float64 {
	t.Helper()
	v := r.Diagnostics.Get(name)
	if math.IsNaN(v) {
		t.Fatalf("no %q in %v", name, r.Diagnostics.Extra)
	}
	return v
}

// brief is the diagnostics without the trace.
func brief(r *algorithms.Ranking) string {
	g := r.Diagnostics
	return fmt.Sprintf("objective %v, %d iterations, converged %v, certificate %v, %v",
		*g.Objective, g.Iterations, g.Converged, *g.Certificate, g.Extra)
}

// some are problems of every kind: with and without labels, with a precomputed similarity, with
// duplicates, with more features than samples and fewer.
func some(seed uint64) (FSIR2, *datasets.Dataset, int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := 2 + rng.IntN(40)
	n := 6 + rng.IntN(40)
	data := drawn(seed, n, d, 2+rng.IntN(3), []int{0, 0, d / 3, d / 2}[rng.IntN(4)])
	m := []FSIR2{{}, {Similarity: graph.RBF{}}, {Similarity: graph.RBF{Width: 3}}, {}}[seed%4]
	if seed%8 == 3 {
		m.Similarity = graph.Precomputed{Matrix: similarity(rng, n)}
	}
	return m, data, 1 + rng.IntN(d)
}

// similarity is a similarity of n samples, positive for a third of the pairs and 0 for all pairs of
// the last two.
func similarity(rng *rand.Rand, n int) *mat.SymDense {
	w := mat.NewSymDense(n, nil)
	for i := range n - 2 {
		for j := range i + 1 {
			if rng.IntN(3) == 0 {
				w.SetSym(i, j, rng.Float64())
			}
		}
	}
	return w
}

// The relaxed optimum of either solver is that of the secular equation with the literal matrix.
func TestAgainstTheSecularEquation(t *testing.T) {
	hard, worst := 0, 0.0
	for seed := range uint64(200) {
		m, d, k := some(seed)
		if k == d.D() {
			continue
		}
		r := literal(t, m, d)
		want := secular(t, relaxed(r, k))
		for _, solver := range Subspace.Choices() {
			m.Solver = Solver(solver)
			got := selected(t, m, d, k)
			off := math.Abs(float64(*got.Diagnostics.Objective)-inW(r, want.value)) /
				(mat.Sum(r)/4 + math.Abs(want.value))
			if m.Solver == Subspace {
				worst = max(worst, off)
			}
			if !got.Diagnostics.Converged || off > 1e-8 {
				t.Errorf("seed %d, %d×%d, k = %d, %s: objective %v, want %v: %+v", seed, d.N(),
					d.D(), k, got.Label, float64(*got.Diagnostics.Objective), inW(r, want.value),
					brief(got))
			}
			if want.hard && solver == string(Subspace) {
				hard++
			}
			if is := extra(t, got, "hard case") == 1; is != want.hard {
				t.Errorf("seed %d, %d×%d, k = %d, %s: hard case %v, want %v", seed, d.N(), d.D(), k,
					got.Label, is, want.hard)
			}
		}
	}
	t.Logf("off by %.1e at most, %d hard cases", worst, hard)
}

// The same holds with 100 features and more, than samples and fewer, where R~ is preconditioned.
// Some duplicates are of the most relevant feature, which is the hard case if k is small.
func TestAgainstTheSecularEquationOfManyFeatures(t *testing.T) {
	hard, total, worst, worstZ := 0, 0, 0.0, 0.0
	for seed, p := range longtest.Or([]int{104, 120, 140}, []int{200, 250, 300}) {
		for _, n := range []int{40, p + 50} {
			for _, duplicates := range []int{0, p / 4} {
				d := drawn(uint64(seed), n, p, 3, duplicates)
				m := []FSIR2{{}, {Similarity: graph.RBF{}},
					{Similarity: graph.Precomputed{Matrix: similarity(rand.New(rand.NewPCG(7, 7)),
						n)}}}[seed]
				r := literal(t, m, d)
				if duplicates > 0 {
					d = repeated(t, d, r)
					r = literal(t, m, d)
				}
				for _, k := range []int{2, p / 20, p / 2} {
					want := secular(t, relaxed(r, k))
					total++
					if want.hard {
						hard++
					}
					for _, solver := range Subspace.Choices() {
						if m.Solver = Solver(solver); m.Solver == Power && k < p/2 {
							continue // Power takes thousands of iterations
						}
						got := selected(t, m, d, k)
						off := math.Abs(float64(*got.Diagnostics.Objective)-inW(r, want.value)) /
							(mat.Sum(r)/4 + math.Abs(want.value))
						worst = max(worst, off)
						if !got.Diagnostics.Converged || off > 1e-8 || want.hard &&
							extra(t, got, "hard case") != 1 {
							t.Errorf("%d×%d, %d duplicates, k = %d, %s: objective %v, want %v, "+
								"hard %v: %+v", n, p, duplicates, k, solver,
								float64(*got.Diagnostics.Objective), inW(r, want.value), want.hard,
								brief(got))
						}
						if want.hard || m.Solver == Power {
							continue
						}
						for a, j := range got.Features {
							worstZ = max(worstZ, math.Abs(float64(got.Scores[a])-want.z[j]))
						}
					}
				}
			}
		}
	}
	t.Logf("%d problems: off by %.1e at most, z by %.1e, %d hard cases", total, worst, worstZ, hard)
	if hard == 0 || hard == total || worstZ > 1e-7 {
		t.Errorf("%d hard cases of %d, z off by %v", hard, total, worstZ)
	}
}

// repeated is d with two duplicates of the most relevant feature, in place of the two features
// before the last.
func repeated(t *testing.T, d *datasets.Dataset, r mat.Symmetric) *datasets.Dataset {
	t.Helper()
	best := 0
	for j := range d.D() {
		if r.At(j, j) < r.At(best, best) {
			best = j
		}
	}
	x := mat.DenseCopyOf(d.X)
	for a, j := range []int{d.D() - 2, d.D() - 3} {
		for i := range d.N() {
			x.Set(i, j, []float64{-2, 1}[a]*d.X.At(i, best))
		}
	}
	return must.Get(datasets.New("repeated", x, d.Y, nil))(t)
}

// If all features have the same redundancy, the gradient at n0 is 0, and Algorithm 1 divides 0 by
// 0.
func TestFlat(t *testing.T) {
	// Orthogonal columns of equal relevance.
	x := mat.NewDense(8, 4, nil)
	for i := range 8 {
		x.Set(i, i%4, 1)
	}
	d := must.Get(datasets.New("flat", x, []int{0, 0, 0, 0, 1, 1, 1, 1}, nil))(t)
	for _, solver := range Subspace.Choices() {
		for k := 1; k <= 4; k++ {
			r := selected(t, FSIR2{Solver: Solver(solver)}, d, k)
			want := secular(t, relaxed(literal(t, FSIR2{}, d), min(k, 3)))
			if k < 4 && (extra(t, r, "hard case") != 1 ||
				math.Abs(float64(*r.Diagnostics.Objective)-inW(literal(t, FSIR2{}, d),
					want.value)) > 1e-9) {
				t.Errorf("k = %d: %+v, want %v", k, brief(r), want)
			}
			if !r.Diagnostics.Converged || r.Features[0] != 0 {
				t.Errorf("k = %d: %v, %+v", k, r.Features, brief(r))
			}
		}
	}
	// Two columns always have the same redundancy.
	r := selected(t, FSIR2{}, drawn(1, 10, 2, 2, 1), 1)
	if fmt.Sprint(r.Features) != "[0]" || !r.Diagnostics.Converged {
		t.Errorf("two duplicates: chosen %v: %+v", r.Features, brief(r))
	}
}
