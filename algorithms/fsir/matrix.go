package fsir

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/redundancy"
)

// matrix is R~ (p×p), whose entries are not negative.
type matrix struct {
	rel     []float64
	scale   float64 // s
	squares *redundancy.Squares
	times   *redundancy.Multiplier
	dense   *mat.Dense // R~ itself if it is small, else nil
	workers int

	near *preconditioner // nil for none

	dst, v []float64
	rows   func(lo, hi int)
	sum    []float64 // R~e
}

// denseFeatures is the number of features up to which R~ is formed for any number of samples: 32
// MiB.
const denseFeatures = 2048

func newMatrix(ctx context.Context, squares *redundancy.Squares, rel []float64, scale float64,
	workers int) (*matrix, error) {
	r := &matrix{rel: rel, scale: scale, squares: squares, workers: workers}
	if len(rel) <= max(squares.Samples(), denseFeatures) {
		a, err := r.whole(ctx)
		if err != nil {
			return nil, err
		}
		r.dense, r.rows = a, r.denseRows
	} else {
		r.times, r.rows = squares.Multiplier(workers), r.addRelevance
	}
	var err error
	if r.near, err = newPreconditioner(ctx, squares, rel, scale, slices.Min(rel), r.dense != nil,
		workers); err != nil {
		return nil, err
	}
	r.sum = make([]float64, len(rel))
	return r, r.product(ctx, r.sum, slices.Repeat([]float64{1}, len(rel)))
}

// whole is R~ itself.
func (r *matrix) whole(ctx context.Context) (*mat.Dense, error) {
	if r.dense != nil {
		return r.dense, nil
	}
	a, err := r.squares.Dense(ctx, r.workers)
	if err != nil {
		return nil, err
	}
	a.Scale(r.scale, a)
	for j, v := range r.rel {
		a.Set(j, j, v)
	}
	return a, nil
}

// product sets dst to R~v. With one worker it allocates nothing.
func (r *matrix) product(ctx context.Context, dst, v []float64) error {
	if r.dense == nil {
		if err := r.times.Mul(ctx, dst, v); err != nil {
			return err
		}
	}
	r.dst, r.v = dst, v
	return parallel.For(ctx, r.workers, len(v), 64, r.rows)
}

func (r *matrix) denseRows(lo, hi int) {
	for j := lo; j < hi; j++ {
		r.dst[j] = floats.Dot(r.dense.RawRowView(j), r.v)
	}
}

func (r *matrix) addRelevance(lo, hi int) {
	for j := lo; j < hi; j++ {
		r.dst[j] = r.scale*r.dst[j] + (r.rel[j]-r.scale)*r.v[j]
	}
}

// Dim is p.
func (r *matrix) Dim() int { return len(r.rel) }

// Mul sets dst to -R~v, because FSIR² minimizes and Sphere maximizes.
func (r *matrix) Mul(ctx context.Context, dst, v []float64) error {
	err := r.product(ctx, dst, v)
	floats.Scale(-1, dst)
	return err
}

// Bound is s - min Rel: R~ is s times a positive semidefinite matrix plus the diagonal Rel - s.
func (r *matrix) Bound() float64 { return r.scale - slices.Min(r.rel) }

// Solve sets v to x with (λ + R~)x = v, approximately.
func (r *matrix) Solve(ctx context.Context, lambda float64, v []float64) error {
	if r.near == nil {
		return nil
	}
	if err := r.near.prepare(ctx, lambda); err != nil {
		return err
	}
	return r.near.solve(ctx, v)
}

// largest brackets the largest eigenvalue of R~. A matrix without negative entries has no
// eigenvalue above max (R~x)_i/x_i for any x > 0 (Collatz, Wielandt). The power method from e
// brings this bound near Rayleigh's quotient, the lower bound.
func (r *matrix) largest(ctx context.Context) (least, most float64, err error) {
	x, y := slices.Repeat([]float64{1}, len(r.rel)), slices.Clone(r.sum)
	most = math.Inf(1)
	for range powerProducts {
		var upper float64
		for j, v := range y {
			upper = max(upper, v/x[j])
		}
		most = min(most, upper)
		least = max(least, floats.Dot(x, y)/floats.Dot(x, x))
		if most <= least*(1+closeEnough) {
			break
		}
		floats.AddScaled(y, .1*least, x) // so that all x_j stay above 0
		copy(x, y)
		floats.Scale(1/floats.Norm(x, math.Inf(1)), x)
		if err = r.product(ctx, y, x); err != nil {
			return 0, 0, err
		}
	}
	return least, most, nil
}

const (
	powerProducts = 50
	closeEnough   = 1e-3
)
