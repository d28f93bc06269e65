package embedded

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func selected(t *testing.T, m algorithms.Selector, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

// problem has three columns that separate the classes, and noise.
func problem(t *testing.T, seed uint64, n, p, classes int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	x, y := mat.NewDense(n, p, nil), make([]int, n)
	for i := range n {
		y[i] = i % classes
		for j := range p {
			x.Set(i, j, 3+math.Exp(float64(j%4))*rng.NormFloat64())
		}
		for j := range 3 {
			x.Set(i, j, x.At(i, j)+math.Exp(float64(j%4))*2.5*math.Sin(float64(y[i]*(j+1)+j)))
		}
	}
	return must.Get(datasets.New("problem", x, y, nil))(t)
}

// newton solves min ½(‖w‖² + b²) + C Σ max(0, 1 - y(w'x + b))² by Newton steps on the
// primal, to rounding: a method independent of package learn.
func newton(t *testing.T, x *mat.Dense, y []float64, c float64) []float64 {
	t.Helper()
	n, d := x.Dims()
	w := make([]float64, d+1)
	row := func(i int) []float64 { return append(slices.Clone(x.RawRowView(i)), 1) }
	objective := func(w []float64) float64 {
		var sum float64
		for _, v := range w {
			sum += v * v / 2
		}
		for i := range n {
			f := 0.0
			for j, v := range row(i) {
				f += v * w[j]
			}
			short := max(0, 1-y[i]*f)
			sum += c * short * short
		}
		return sum
	}
	for range 200 {
		h, g := mat.NewSymDense(d+1, nil), mat.NewVecDense(d+1, slices.Clone(w))
		for j := range d + 1 {
			h.SetSym(j, j, 1)
		}
		for i := range n {
			r := row(i)
			f := 0.0
			for j, v := range r {
				f += v * w[j]
			}
			if short := 1 - y[i]*f; short > 0 {
				v := mat.NewVecDense(d+1, r)
				h.SymRankOne(h, 2*c, v)
				g.AddScaledVec(g, -2*c*short*y[i], v)
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(h) {
			t.Fatal("the Hessian is not positive definite")
		}
		var step mat.VecDense
		must.Do(t, chol.SolveVecTo(&step, g))
		length := 1.0
		before := objective(w)
		for {
			next := make([]float64, d+1)
			for j := range next {
				next[j] = w[j] - length*step.AtVec(j)
			}
			if objective(next) <= before || length < 1e-10 {
				w = next
				break
			}
			length /= 2
		}
		if mat.Norm(&step, 2) < 1e-13*(1+mat.Norm(mat.NewVecDense(d+1, w), 2)) {
			break
		}
	}
	return w[:d]
}

// The rounds follow the definition with the machine of newton.
func TestAROMAgainstDefinition(t *testing.T) {
	for seed := range uint64(6) {
		for _, shape := range [][3]int{{40, 10, 2}, {20, 30, 2}, {36, 12, 3}} {
			n, p, classes := shape[0], shape[1], shape[2]
			d := problem(t, seed, n, p, classes)
			x := mat.NewDense(n, p, nil)
			for j := range p {
				f := mat.Col(nil, j, d.X)
				var mean, square float64
				for _, v := range f {
					mean += v / float64(n)
				}
				for _, v := range f {
					square += (v - mean) * (v - mean) / float64(n)
				}
				for i, v := range f {
					x.Set(i, j, (v-mean)/math.Sqrt(square))
				}
			}
			type life struct {
				rounds int
				z      float64
			}
			lives := make([]life, p)
			z, alive := make([]float64, p), p
			for j := range z {
				z[j] = 1
			}
			rounds := 0
			for steady := false; !steady; {
				rounds++
				scaled := mat.NewDense(n, p, nil)
				scaled.Apply(func(i, j int, v float64) float64 { return v * z[j] }, x)
				w := make([]float64, p)
				for c := range classes {
					if classes == 2 && c == 1 {
						break
					}
					y := make([]float64, n)
					for i, k := range d.Y {
						if y[i] = -1; k == c {
							y[i] = 1
						}
					}
					for j, v := range newton(t, scaled, y, 1) {
						w[j] += v * v
					}
				}
				largest, change := 0.0, 0.0
				for j := range z {
					z[j] *= math.Sqrt(w[j])
					largest = max(largest, z[j])
				}
				for j := range z {
					switch {
					case lives[j].rounds > 0:
					case z[j] <= 1e-8*largest:
						lives[j] = life{rounds, z[j]}
						z[j] = 0
						alive--
					default:
						change = max(change, math.Abs(math.Sqrt(w[j])-1))
					}
				}
				steady = alive <= 1 || change < 1e-2
			}
			order := make([]int, p)
			for j := range order {
				order[j] = j
				if lives[j].rounds == 0 {
					lives[j] = life{rounds + 1, z[j]}
				}
			}
			slices.SortFunc(order, func(a, b int) int {
				return cmp.Or(lives[b].rounds-lives[a].rounds, cmp.Compare(lives[b].z, lives[a].z))
			})
			r := selected(t, AROM{}, d, 0)
			if !slices.Equal(r.Features, order) || r.Diagnostics.Iterations != rounds ||
				!r.Diagnostics.Converged {
				t.Errorf("seed %d, %v: %v in %d rounds, converged %v; want %v in %d", seed, shape,
					r.Features, r.Diagnostics.Iterations, r.Diagnostics.Converged, order, rounds)
			}
			for i, j := range r.Features {
				if r.Raw[i] != float64(lives[j].rounds) {
					t.Errorf("seed %d, %v: column %d lived %v rounds, want %d", seed, shape, j,
						r.Raw[i], lives[j].rounds)
				}
			}
		}
	}
}
