package fsir

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Form is R~ of (5) as a matrix, for studying small problems.
type Form struct {
	// R is R~ (p×p): Rel on the diagonal, elsewhere s times the squared cosine of two features.
	R *mat.SymDense
	// Scale is s, the mean eigenvalue of the graph's Laplacian.
	Scale float64
	// Features are the p columns of R, ascending: those that vary.
	Features []int
}

// Cost is w'R~w of a set of columns of the data set: the sum of Rel over its features and twice the
// sum of s·cos² over its pairs. It panics if a column is not in Features.
func (f *Form) Cost(features ...int) float64 {
	var sum float64
	for a, i := range features {
		for _, j := range features[:a] {
			sum += 2 * f.at(i, j)
		}
		sum += f.at(i, i)
	}
	return sum
}

func (f *Form) at(i, j int) float64 {
	a, ok := slices.BinarySearch(f.Features, i)
	b, also := slices.BinarySearch(f.Features, j)
	if !ok || !also {
		panic(fmt.Sprintf("fsir: column %d or %d is not in Features", i, j))
	}
	return f.R.At(a, b)
}

// Value is w'R~w at w = (z + 1)/2, for a point z of length p.
func (f *Form) Value(z []float64) float64 {
	w := mat.NewVecDense(len(z), slices.Clone(z))
	for j := range z {
		w.SetVec(j, (z[j]+1)/2)
	}
	return mat.Inner(w, f.R, w)
}

// Relaxed is the problem (8) for k of the p features: maximize ½z'Az + b'z with A = -R~ and b =
// -R~e over ‖z‖ = √p and Σz_j = 2k - p. At its optimum Value is the bound that FSIR2 reports.
func (f *Form) Relaxed(k int) Sphere {
	p := f.R.SymmetricDim()
	a := negated{f.R}
	ones, b := slices.Repeat([]float64{1}, p), make([]float64, p)
	a.times(b, ones)
	return Sphere{A: a, Linear: b, B: mat.NewDense(1, p, ones), C: []float64{float64(2*k - p)},
		Radius: math.Sqrt(float64(p))}
}

// negated is -R~.
type negated struct{ r *mat.SymDense }

// Dim is p.
func (n negated) Dim() int { return n.r.SymmetricDim() }

// Mul sets dst to -R~v.
func (n negated) Mul(ctx context.Context, dst, v []float64) error {
	n.times(dst, v)
	return ctx.Err()
}

// times sums in the order of the features, so that two adjacent duplicates at the front get the
// same bits: rounding does not separate them.
func (n negated) times(dst, v []float64) {
	for i := range dst {
		var sum float64
		for j, x := range v {
			sum -= n.r.At(i, j) * x
		}
		dst[i] = sum
	}
}

// Steps returns the iterates of Algorithm 1 as printed,
//
//	z ← n0 + γ·P((A + ηI)z + b)/‖P((A + ηI)z + b)‖
//
// with η = Eta, which has no default here. The first iterate is the feasible point nearest to
// start, or n0 if start is nil. n more follow, fewer if P((A + ηI)z + b) = 0, where the algorithm
// has no next step. Steps returns the errors of Maximize. The cost is n products with A.
func (p Sphere) Steps(ctx context.Context, start []float64, n int) ([][]float64, error) {
	q, err := p.reduce(ctx)
	if err != nil {
		return nil, err
	}
	u := make([]float64, len(q.n0))
	if start != nil {
		if len(start) != len(u) {
			return nil, fmt.Errorf("start has length %d, want %d", len(start), len(u))
		}
		floats.SubTo(u, start, q.n0)
		q.project(u)
		length := floats.Norm(u, 2)
		if !(length > 0) || math.IsInf(length, 1) {
			return nil, errors.New(
				"start is not finite, or at the same distance from all feasible " +
					"points; give another start, or nil")
		}
		floats.Scale(q.gamma/length, u)
	}
	var zs [][]float64
	for {
		z := make([]float64, len(u))
		zs = append(zs, floats.AddTo(z, q.n0, u))
		if len(zs) > n {
			return zs, nil
		}
		next := make([]float64, len(u)) // P((A + ηI)z + b) = g + P(A + ηI)u
		if err := q.product(ctx, next, u); err != nil {
			return zs, err
		}
		floats.AddScaled(next, p.Eta, u)
		floats.Add(next, q.g)
		q.project(next) // where λ < 0 the step magnifies what rounding leaves outside
		length := floats.Norm(next, 2)
		if length == 0 {
			return zs, nil
		}
		floats.Scale(q.gamma/length, next)
		u = next
	}
}

// Multiplier is λ = u'P(Az + b)/γ² at a point z = n0 + u. A stationary z is a global optimum if and
// only if λ is at least θ, the largest eigenvalue of PAP. It returns the errors of Maximize, and an
// error if z is n0.
func (p Sphere) Multiplier(ctx context.Context, z []float64) (float64, error) {
	q, err := p.reduce(ctx)
	if err != nil {
		return 0, err
	}
	if len(z) != len(q.n0) {
		return 0, fmt.Errorf("z has length %d, want %d", len(z), len(q.n0))
	}
	u, v := make([]float64, len(z)), make([]float64, len(z))
	floats.SubTo(u, z, q.n0)
	q.project(u)
	square := floats.Dot(u, u)
	if square == 0 {
		return 0, errors.New(
			"z is the center of the sphere, which has no multiplier; give a point on the sphere")
	}
	if err := q.product(ctx, v, u); err != nil {
		return 0, err
	}
	floats.Add(v, q.g)
	return floats.Dot(u, v) / square, nil
}

// OneByOne returns k columns of the data set by greedy search: each is the one that adds least to
// Cost, the first in a tie. It is a baseline, without relaxation or certificate. It panics if k is
// not between 0 and p. The cost is O(kp).
func (f *Form) OneByOne(k int) []int {
	p := len(f.Features)
	if k < 0 || k > p {
		panic(fmt.Sprintf("fsir: %d of %d features", k, p))
	}
	add := make([]float64, p) // increase of Cost by each feature
	for j := range add {
		add[j] = f.R.At(j, j)
	}
	var chosen []int
	for range k {
		j := floats.MinIdx(add)
		chosen = append(chosen, f.Features[j])
		for i := range add {
			add[i] += 2 * f.R.At(i, j)
		}
		for _, i := range chosen {
			at, _ := slices.BinarySearch(f.Features, i)
			add[at] = math.Inf(1)
		}
	}
	return chosen
}
