package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

// graphsOf are the three of FSSL.
func graphsOf(t testing.TB, x *mat.Dense, y []int) map[string]*Graph {
	t.Helper()
	g := must.Get(PairGraph(len(y), joinNearest(x, 4)))(t)
	return map[string]*Graph{"lda": mustClasses(y), "pca": CompleteGraph(len(y)), "lpp": g}
}

// forms returns X'LX and X'DX of weighted-centered samples, whole.
func forms(x *mat.Dense, g *Graph) (smooth, below *mat.SymDense) {
	n, d := x.Dims()
	centered, total := mat.DenseCopyOf(x), floats.Sum(g.degree)
	for j := range d {
		mean := floats.Dot(mat.Col(nil, j, x), g.degree) / total
		for i := range n {
			centered.Set(i, j, x.At(i, j)-mean)
		}
	}
	smooth, below = symmetric(centered, g.Laplacian(centered)), mat.NewSymDense(d, nil)
	for i, w := range g.degree {
		below.SymRankOne(below, w, centered.RowView(i))
	}
	return smooth, below
}

// The first steps against the d×d eigenproblems as printed, and what holds at the end: the
// constraint, an objective that never rises, the gradient.
func TestFSSLAgainstWhole(t *testing.T) {
	for seed, shape := range [][3]int{{40, 7, 3}, {16, 40, 3}, {30, 12, 2}} {
		n, d, c := shape[0], shape[1], shape[2]
		x, y := classesOf(uint64(seed), n, d, c)
		for name, g := range graphsOf(t, x, y) {
			for _, gamma := range []float64{.01, 10} {
				what := fmt.Sprintf("%d×%d, %s, γ = %g", n, d, name, gamma)
				smooth, below := forms(x, g)
				const m = 2
				inverse, epsilon := ones(d), 0.0
				var norms []float64
				var objective float64
				for range 2 {
					above := mat.NewSymDense(d, nil)
					above.ScaleSym(gamma, smooth)
					for j, v := range inverse {
						above.SetSym(j, j, above.At(j, j)+1/v)
					}
					// 1/λ is the largest of (X'DX, γX'LX + Q); w'X'DXw = 1.
					mu, w := largestPairs(t, below, above, m)
					norms, objective = make([]float64, d), 0
					for k, v := range mu {
						w.SetCol(k, scaledBy(mat.Col(nil, k, w), 1/math.Sqrt(v)))
					}
					for j := range norms {
						norms[j] = floats.Norm(w.RawRowView(j), 2)
					}
					if epsilon == 0 {
						epsilon = math.Pow(1e-5*floats.Max(norms), 2)
					}
					for j, v := range norms {
						inverse[j] = 2 * math.Sqrt(v*v+epsilon)
						objective += inverse[j] / 2
					}
					var image mat.Dense
					image.Mul(smooth, w)
					for k := range m {
						objective += gamma * mat.Dot(image.ColView(k), w.ColView(k))
					}
				}
				p, err := FSSL(t.Context(), x, g, m, FSSLOptions{Gamma: gamma, Iterations: 2})
				must.Do(t, err)
				if !floats.EqualApprox(p.Norms, norms, 1e-8*floats.Max(norms)) ||
					math.Abs(p.Trace[1]-objective) > 1e-9*objective {
					t.Errorf("%s: after two steps rows of norms %.9g, want %.9g; objective %g, "+
						"want %g", what, p.Norms, norms, p.Trace[1], objective)
				}

				if p, err = FSSL(t.Context(), x, g, m, FSSLOptions{Gamma: gamma}); err != nil {
					t.Fatal(err)
				}
				if !p.Converged || p.Residual > FSSLResidual {
					t.Errorf("%s: residual %g after %d steps", what, p.Residual, p.Iterations)
				}
				for i := 1; i < len(p.Trace); i++ {
					if p.Trace[i] > p.Trace[i-1]*(1+1e-10) {
						t.Errorf("%s: the objective rises from %.15g to %.15g in step %d", what,
							p.Trace[i-1], p.Trace[i], i)
					}
				}
				var inside, product mat.Dense
				inside.Mul(below, p.Axes)
				product.Mul(p.Axes.T(), &inside)
				if !mat.EqualApprox(&product, unit(m), 1e-10) {
					t.Errorf("%s: W'X'DXW = %v", what, mat.Formatted(&product))
				}
				// No step along the constraint, W(W'X'DXW)^-½, finds less.
				rng := rand.New(rand.NewPCG(9, 9))
				for range 30 {
					w := mat.NewDense(d, m, nil)
					w.Apply(func(j, k int, _ float64) float64 {
						return p.Axes.At(j, k) + 1e-3*floats.Max(p.Norms)*rng.NormFloat64()
					}, w)
					if value := objectiveOf(t, w, smooth, below, gamma,
						epsilon); value < p.Trace[len(p.Trace)-1]*(1-1e-7) {
						t.Errorf("%s: a neighbor has objective %.12g, the answer %.12g", what,
							value, p.Trace[len(p.Trace)-1])
					}
				}
			}
		}
	}
}

func scaledBy(v []float64, f float64) []float64 {
	floats.Scale(f, v)
	return v
}

// objectiveOf is that of W brought onto the constraint.
func objectiveOf(t *testing.T, w *mat.Dense, smooth, below *mat.SymDense, gamma,
	epsilon float64) float64 {
	t.Helper()
	var inside mat.Dense
	inside.Mul(below, w)
	var eigen mat.EigenSym
	eigen.Factorize(symmetric(w, &inside), true)
	var v, rotated, image mat.Dense
	eigen.VectorsTo(&v)
	rotated.Mul(w, &v)
	for k, l := range eigen.Values(nil) {
		rotated.SetCol(k, scaledBy(mat.Col(nil, k, &rotated), 1/math.Sqrt(l)))
	}
	var back mat.Dense
	back.Mul(&rotated, v.T())
	image.Mul(smooth, &back)
	var sum float64
	d, m := w.Dims()
	for j := range d {
		r := floats.Norm(back.RawRowView(j), 2)
		sum += math.Sqrt(r*r + epsilon)
	}
	for k := range m {
		sum += gamma * mat.Dot(image.ColView(k), back.ColView(k))
	}
	return sum
}

// Two features and one axis: all W lie on an ellipse. The answer is a point where the objective is
// locally least, and the least of all unless the start leads elsewhere.
func TestFSSLOnAnEllipse(t *testing.T) {
	best := 0
	for seed := range uint64(40) {
		x, y := classesOf(seed, 25, 2, 2)
		g := mustClasses(y)
		smooth, below := forms(x, g)
		p := must.Get(FSSL(t.Context(), x, g, 1, FSSLOptions{}))(t)
		epsilon, least := 0.0, math.Inf(1)
		value := func(angle float64) float64 {
			return objectiveOf(t, mat.NewDense(2, 1, []float64{math.Cos(angle), math.Sin(angle)}),
				smooth, below, 1, epsilon)
		}
		const points = 4000
		for i := range points {
			least = min(least, value(math.Pi*float64(i)/points))
		}
		at := math.Atan2(p.Axes.At(1, 0), p.Axes.At(0, 0))
		mine := value(at)
		for _, step := range []float64{-1e-2, 1e-2, -1e-3, 1e-3} {
			if value(at+step) < mine*(1-1e-6) {
				t.Errorf("seed %d: at angle %g the objective is %g, %g beside it %g", seed, at,
					mine, step, value(at+step))
			}
		}
		if mine <= least*(1+1e-4) {
			best++
		}
	}
	t.Logf("%d of 40 answers are the least of all", best)
	if best < 25 {
		t.Errorf("%d of 40 answers are the least of all", best)
	}
}

// With the complete graph γ changes nothing but the objective's constant.
func TestFSSLCompleteGraph(t *testing.T) {
	x, _ := classesOf(4, 40, 6, 3)
	g := CompleteGraph(40)
	p := must.Get(FSSL(t.Context(), x, g, 1, FSSLOptions{Gamma: .1}))(t)
	q := must.Get(FSSL(t.Context(), x, g, 1, FSSLOptions{Gamma: 10}))(t)
	if !floats.EqualApprox(p.Norms, q.Norms, 1e-4*floats.Max(p.Norms)) {
		t.Errorf("γ = .1 gives rows of norms %v, γ = 10 %v", p.Norms, q.Norms)
	}
	last := func(p *Directions) float64 { return p.Trace[len(p.Trace)-1] }
	must.Near(t, last(q)-last(p), 9.9*40/39, 1e-6, "the objectives differ by")
}

// permuted has samples and features in another order; column j is columns[j] of x.
func permuted(x *mat.Dense, y []int, seed uint64) (moved *mat.Dense, movedY, columns []int) {
	n, d := x.Dims()
	rng := rand.New(rand.NewPCG(seed, 1))
	rows := rng.Perm(n)
	columns = rng.Perm(d)
	moved, movedY = mat.NewDense(n, d, nil), make([]int, n)
	for i, from := range rows {
		movedY[i] = y[from]
		for j, source := range columns {
			moved.Set(i, j, x.At(from, source))
		}
	}
	return moved, movedY, columns
}

// Newton's steps begin with a small radius here, where values agree to rounding: only the gradient
// tells that they help.
func TestFSSLWhereValuesNoLongerTell(t *testing.T) {
	x, y := classesOf(0x5120f8273add, 9, 2, 2)
	moved, movedY, _ := permuted(x, y, 0)
	for name, v := range map[string]struct {
		x *mat.Dense
		y []int
	}{"as it comes": {x, y}, "moved": {moved, movedY}} {
		p := must.Get(FSSL(t.Context(), v.x, mustClasses(v.y), 1, FSSLOptions{Gamma: 5}))(t)
		if p.Residual > 1e-12 {
			t.Errorf("%s: residual %g after %d steps", name, p.Residual, p.Iterations)
		}
	}
}

// The order of samples and features does not matter, and the objective never rises, whatever the
// shape.
func TestFSSLPermuted(t *testing.T) {
	start := time.Now()
	rapid.Check(t, func(rt *rapid.T) {
		if time.Since(start) > 4*time.Second {
			return
		}
		n, d := rapid.IntRange(6, 16).Draw(rt, "n"), rapid.IntRange(2, 24).Draw(rt, "d")
		x, y := classesOf(rapid.Uint64().Draw(rt, "seed"), n, d, 2)
		gamma := rapid.SampledFrom([]float64{.1, 1, 5}).Draw(rt, "gamma")
		m := rapid.IntRange(1, min(2, d)).Draw(rt, "m")
		moved, movedY, columns := permuted(x, y, rapid.Uint64().Draw(rt, "order"))
		opt := FSSLOptions{Gamma: gamma}
		p := must.Get(FSSL(t.Context(), x, mustClasses(y), m, opt))(rt)
		q := must.Get(FSSL(t.Context(), moved, mustClasses(movedY), m, opt))(rt)
		for i := 1; i < len(p.Trace); i++ {
			if p.Trace[i] > p.Trace[i-1]*(1+1e-9) {
				rt.Fatalf("the objective rises from %.15g to %.15g", p.Trace[i-1], p.Trace[i])
			}
		}
		if !p.Converged || !q.Converged {
			rt.Fatalf("residuals %g and %g after %d and %d steps", p.Residual, q.Residual,
				p.Iterations, q.Iterations)
		}
		for j, source := range columns {
			if math.Abs(q.Norms[j]-p.Norms[source]) > 1e-9*floats.Max(p.Norms) {
				rt.Fatalf("%d×%d, m = %d: row %d has norm %.12g, moved %.12g of %g", n, d, m,
					source, p.Norms[source], q.Norms[j], floats.Max(p.Norms))
			}
		}
	})
}

// The products of the constraint are those by way of the samples.
func TestFSSLConstraint(t *testing.T) {
	x, y := classesOf(3, 50, 20, 3)
	f, _ := problemOf(t, x, mustClasses(y), 2, 1)
	v := mat.NewDense(2, 20, nil)
	v.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(3*i + j)) }, v)
	var image, want mat.Dense
	image.Mul(v, f.x.T())
	want.Mul(&image, f.x)
	size := mat.Norm(&want, 2)
	if !mat.EqualApprox(f.Constraint(v), &want, 1e-13*size) {
		t.Error("other products with F'F")
	}
}
