package linear

import (
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

// standardized are the columns of d and its target, centered, and the columns divided by their
// standard deviation.
func standardized(d *datasets.Dataset) (x [][]float64, y, sd []float64) {
	n := float64(d.N())
	for j := range d.D() {
		f := mat.Col(nil, j, d.X)
		floats.AddConst(-floats.Sum(f)/n, f)
		sd = append(sd, floats.Norm(f, 2)/math.Sqrt(n))
		floats.Scale(1/sd[j], f)
		x = append(x, f)
	}
	y = slices.Clone(codes(d))
	floats.AddConst(-floats.Sum(y)/n, y)
	return x, y, sd
}

// brute minimizes the elastic net over all supports and signs: the minimum is the solution of one
// of their linear systems that has these signs.
func brute(x [][]float64, y []float64, lambda, ratio float64) []float64 {
	d, n := len(x), float64(len(y))
	best, least := make([]float64, d), math.Inf(1)
	for code := range int(math.Pow(3, float64(d))) {
		var in []int
		sign := make([]float64, d)
		for j := range d {
			if sign[j] = float64(code%3 - 1); sign[j] != 0 {
				in = append(in, j)
			}
			code /= 3
		}
		w := make([]float64, d)
		if len(in) > 0 {
			g, v := mat.NewDense(len(in), len(in), nil), mat.NewVecDense(len(in), nil)
			for a, j := range in {
				for b, k := range in {
					g.Set(a, b, floats.Dot(x[j], x[k])/n)
				}
				g.Set(a, a, g.At(a, a)+lambda*(1-ratio))
				v.SetVec(a, floats.Dot(x[j], y)/n-lambda*ratio*sign[j])
			}
			var s mat.VecDense
			if s.SolveVec(g, v) != nil {
				continue
			}
			for a, j := range in {
				w[j] = s.AtVec(a)
			}
		}
		if slices.ContainsFunc(in, func(j int) bool { return w[j]*sign[j] <= 0 }) {
			continue
		}
		if value := objectiveOf(x, y, w, lambda, ratio); value < least {
			best, least = w, value
		}
	}
	return best
}

func objectiveOf(x [][]float64, y, w []float64, lambda, ratio float64) float64 {
	r := slices.Clone(y)
	for j, v := range w {
		floats.AddScaled(r, -v, x[j])
	}
	return floats.Dot(r, r)/(2*float64(len(y))) + lambda*ratio*floats.Norm(w, 1) +
		lambda*(1-ratio)/2*floats.Dot(w, w)
}

// weights are the coefficients of a model on standardized columns.
func weights(s Solution, sd []float64) []float64 {
	w := make([]float64, len(sd))
	for i, j := range s.Features {
		w[j] = s.Coefficients[i] * sd[j]
	}
	return w
}

func TestPathAgainstAllSupports(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	for range 25 {
		d := correlated(t, rng, 6+rng.IntN(6), 2+rng.IntN(3))
		x, y, sd := standardized(d)
		for _, ratio := range []float64{1, .7, .1} {
			m := ElasticNet{Ratio: ratio}
			top := start(x, y) / ratio
			lambdas := []float64{1.5 * top, .8 * top, .3 * top, .05 * top, .002 * top}
			models := must.Get(m.Path(t.Context(), d, lambdas, algorithms.Options{}))(t)
			for i, lambda := range lambdas {
				want := brute(x, y, lambda, ratio)
				got := weights(models[i], sd)
				if !floats.EqualApprox(got, want, 1e-9*(1+floats.Norm(want, 2))) {
					t.Errorf("%d×%d, ratio %g, lambda %g: %v, want %v", d.N(), d.D(), ratio,
						lambda, got, want)
				}
				if len(models[i].Features) != count(want) {
					t.Errorf("%v has other zeros than %v", models[i], want)
				}
			}
		}
	}
}

// start is the largest |X_j'y|/n.
func start(x [][]float64, y []float64) float64 {
	var top float64
	for _, f := range x {
		top = max(top, math.Abs(floats.Dot(f, y))/float64(len(y)))
	}
	return top
}

func count(w []float64) (nonzero int) {
	for _, v := range w {
		if v != 0 {
			nonzero++
		}
	}
	return nonzero
}

// The score of a feature is λ/λmax at its first entry: by brute force it is in no model on a fine
// grid above, and in the one just below.
func TestEntryAgainstAllSupports(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 2))
	for range 6 {
		d := correlated(t, rng, 8+rng.IntN(4), 3)
		x, y, _ := standardized(d)
		for _, ratio := range []float64{1, .4} {
			r := ranked(t, ElasticNet{Ratio: ratio}, d, 0)
			top := start(x, y) / ratio
			for i, j := range r.Features {
				at := r.Scores[i]
				// An interval of the elastic net is at most 1 - 10^-.04 of λ wide.
				above := map[bool]float64{true: 1 + 1e-9, false: 1.0966}[ratio == 1]
				if brute(x, y, top*at*(1-1e-6), ratio)[j] == 0 {
					t.Errorf("ratio %g: feature %d has score %g, and no coefficient there", ratio,
						j, at)
				}
				for s := at * above; s < 1; s *= 1.06 {
					if brute(x, y, top*s, ratio)[j] != 0 {
						t.Errorf("ratio %g: feature %d has score %g, and a coefficient at %g",
							ratio, j, at, s)
						break
					}
				}
			}
		}
	}
}
