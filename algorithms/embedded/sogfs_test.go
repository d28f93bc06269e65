package embedded

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// A row of S equals the result of bisecting the multiplier, and satisfies the optimality
// conditions.
func TestSOGFSSimplex(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		n := 2 + rng.IntN(12)
		d := make([]float64, n)
		for j := range d {
			d[j] = float64(rng.IntN(6)) * math.Exp(2*rng.NormFloat64())
		}
		i, alpha := rng.IntN(n), math.Exp(2*rng.NormFloat64())
		s := onSimplex(d, make([]float64, n), i, alpha).whole(n)
		lo, hi := floats.Min(d), floats.Max(d)+4*alpha
		for range 200 {
			t := (lo + hi) / 2
			var sum float64
			for j, v := range d {
				if j != i {
					sum += max(0, t-v) / (2 * alpha)
				}
			}
			if sum > 1 {
				hi = t
			} else {
				lo = t
			}
		}
		for j, v := range d {
			want := max(0, lo-v) / (2 * alpha)
			if j == i {
				want = 0
			}
			if math.Abs(s[j]-want) > 1e-10 {
				t.Fatalf("d = %v, α = %g: s = %v", d, alpha, s)
			}
		}
	}
}

// whole is the row with its zeros.
func (s sparse) whole(n int) []float64 {
	out := make([]float64, n)
	for k, j := range s.at {
		out[j] = s.values[k]
	}
	return out
}

// learned runs SOGFS and returns its state.
func learned(t *testing.T, d *datasets.Dataset, c int, alpha, lambda, gamma float64,
	dims int) *optimal {
	t.Helper()
	o := &optimal{rowFit: rowFit{m: dims, gamma: gamma, epsilon: 1e-10, tolerance: rowsTolerance},
		x: d.X, n: d.N(), c: c, alpha: alpha, lambda: lambda}
	must.Do(t, o.run(t.Context(), func(int) {}))
	return o
}

// The objective equals its definition, S, F and W satisfy their constraints, no step raises the
// objective, and S has c components.
func TestSOGFSDefinition(t *testing.T) {
	exact, seeds := 0, longtest.Or(uint64(12), 40)
	for seed := range seeds {
		shape := [][2]int{{30, 8}, {16, 40}}[seed%2]
		d := standardized(t, seed, shape[0], shape[1], 3)
		c, dims := 2+int(seed)%3, 1+int(seed/2)%3
		alpha := .5 + float64(seed%5)
		o := learned(t, d, c, alpha, alpha, math.Pow(10, float64(seed%6)/2-2), dims)
		if o.rise > 1e-9 {
			t.Errorf("seed %d: a step raises the objective by %.1e", seed, o.rise)
		}
		falls(t, o.trace)
		if len(o.parts) == c {
			exact++
		} else if o.adapted != sogfsWeights {
			t.Errorf("seed %d: no λ gives c components after %d changes", seed, o.adapted)
		}
		var want float64
		var z, gram mat.Dense
		z.Mul(d.X, o.w.W)
		ties := len(o.w.Share) > dims
		for i := range o.n {
			row := o.s[i].whole(o.n)
			if math.Abs(floats.Sum(row)-1) > 1e-12 || floats.Min(row) < 0 || row[i] != 0 {
				t.Fatalf("row %d of S: %v", i, row)
			}
			for j, s := range row {
				want += squared(z.RawRowView(i), z.RawRowView(j))*s + alpha*s*s
				want += o.lambda * s * squared(o.f.RawRowView(i), o.f.RawRowView(j)) // 2λ tr F'L_SF
			}
		}
		for _, v := range o.norms {
			want += o.gamma * math.Sqrt(v*v+o.epsilon)
		}
		if !ties && math.Abs(o.total()-want) > 1e-9*want {
			t.Errorf("seed %d: objective %.12g, by its definition %.12g", seed, o.total(), want)
		}
		gram.Mul(o.w.W.T(), o.w.W)
		for i := range dims {
			gram.Set(i, i, gram.At(i, i)-1)
		}
		if off := mat.Norm(&gram, 2); off > 1e-10 {
			t.Errorf("W'W is off I by %.1e", off)
		}
		// F is scaled so that FF' is a projection of rank c, or the mean of several.
		if square := mat.Norm(o.f, 2); math.Abs(square*square-float64(c)) > 1e-8 {
			t.Errorf("‖F‖² = %v, c = %d", square*square, c)
		}
	}
	// In one graph the projected distances alone leave three components, at any λ.
	if exact < int(seeds)-1 {
		t.Errorf("%d of %d graphs have exactly c components", exact, seeds)
	}
}

// The loss of the factor equals that of the similarities, by edges and by the Laplacian.
func TestSOGFSFactor(t *testing.T) {
	for seed := range uint64(6) {
		shape := [][2]int{{30, 3}, {12, 30}, {20, 18}}[seed%3]
		d := standardized(t, seed, shape[0], shape[1], 2)
		o := &optimal{x: d.X, n: d.N(), c: 2, alpha: 3}
		must.Do(t, o.similarities(t.Context(), func(i int, out []float64) {
			for j := range out {
				out[j] = squared(d.X.RawRowView(i), d.X.RawRowView(j))
			}
		}))
		o.join()
		want := mat.NewDense(d.D(), d.D(), nil)
		for i := range o.n {
			for j := range o.n {
				diff := mat.NewVecDense(d.D(), nil)
				diff.SubVec(mat.NewVecDense(d.D(), d.X.RawRowView(i)),
					mat.NewVecDense(d.D(), d.X.RawRowView(j)))
				var outer mat.Dense
				outer.Outer(o.s[i].whole(o.n)[j], diff, diff)
				want.Add(want, &outer)
			}
		}
		var got mat.Dense
		got.Mul(o.rows.T(), o.rows)
		if !mat.EqualApprox(&got, want, 1e-9*mat.Norm(want, 2)) {
			t.Errorf("%v: B'B is not Σ s_ij (x_i-x_j)(x_i-x_j)'", shape)
		}
		// F is the c smallest eigenvectors of L_S.
		must.Do(t, o.functions(t.Context()))
		l := mat.NewSymDense(o.n, nil)
		for i := range o.n {
			for j := range i {
				v := (o.s[i].whole(o.n)[j] + o.s[j].whole(o.n)[i]) / 2
				l.SetSym(i, j, -v)
				l.SetSym(i, i, l.At(i, i)+v)
				l.SetSym(j, j, l.At(j, j)+v)
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(l, false)
		if least := floats.Sum(eigen.Values(nil)[:2]); math.Abs(o.smooth-least) > 1e-9 ||
			math.Abs(o.smoothness()-least) > 1e-9 {
			t.Errorf("%v: tr F'LF = %v and %v, the sum of eigenvalues %v", shape, o.smooth,
				o.smoothness(), least)
		}
	}
}
