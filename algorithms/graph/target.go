package graph

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// Target makes samples alike by a continuous target y, which is needed. Without a percentile it is
//
//	K_ij = u_i u_j,  u = (y - mean y) / ‖y - mean y‖
//
// which two classes, as two values of y, share with SameClass once that is centered. n×n is not
// formed. With one it is the kernel exp(-(y_i - y_j)²/(2σ²)).
type Target struct {
	// Percentile of all n² squared differences of y, those of samples to themselves included, is
	// σ²: above 0, up to 100; 0 means the default of the method, which is uu' unless the method
	// needs entries of 0 or more. Where σ² would be 0, it is the smallest difference above 0.
	Percentile float64 `param:"target_percentile" range:"(0,100]"`
}

// Kind returns "target".
func (Target) Kind() string { return "target" }

// ByTarget is the kernel of the target for methods that need entries of 0 or more.
func ByTarget() Target { return Target{Percentile: DefaultPercentile} }

// CenteredTarget returns y less its mean, scaled to unit length, and a bound of the length that
// rounding of the values of y may have changed it by. y must vary.
func CenteredTarget(y []float64) (u []float64, lost float64) {
	u = make([]float64, len(y))
	var most, size float64
	for _, v := range y {
		most = max(most, math.Abs(v/2-y[0]/2))
		size = max(size, math.Abs(v))
	}
	for i, v := range y {
		u[i] = (v/2 - y[0]/2) / most // neither overflows nor vanishes
	}
	floats.AddConst(-floats.Sum(u)/float64(len(u)), u)
	norm := floats.Norm(u, 2)
	floats.Scale(1/norm, u)
	return u, 0x1p-52 * (size / most) * math.Sqrt(float64(len(u))) / norm
}

// makeTarget computes a Target.
func (b *Built) makeTarget(ctx context.Context, d *datasets.Dataset, s Target,
	opt algorithms.Options) error {
	if !d.Continuous() {
		return fmt.Errorf("similarity by target: %w; set Target to continuous when a file is "+
			"read, or give numbers to WithTarget", algorithms.ErrNoTarget)
	}
	u, _ := CenteredTarget(d.Target)
	if s.Percentile == 0 {
		b.target = u
		return nil
	}
	width, err := b.makeKernel(ctx, mat.NewDense(len(u), 1, u), RBF{Percentile: s.Percentile}, opt)
	if err != nil {
		return err
	}
	// In the unit of y.
	scale := targetNorm(d.Target)
	b.Extra = []algorithms.Value{{Name: "width", Value: algorithms.Number(width * scale * scale)}}
	return nil
}

// targetNorm is ‖y - mean y‖.
func targetNorm(y []float64) float64 {
	u, _ := CenteredTarget(y)
	at, to := 0, 0
	for i, v := range u {
		if v < u[at] {
			at = i
		}
		if v > u[to] {
			to = i
		}
	}
	return (y[to] - y[at]) / (u[to] - u[at])
}

// Target returns u where K = uu' (Target), else nil. Callers must not modify it.
func (b *Built) Target() []float64 { return b.target }

var errSigned = errors.New("the similarity uu' of the target has entries below 0, and the method " +
	"needs numbers of 0 or more; set target_percentile")

// rankOne is K = uu', where the sum of u is 0.
type rankOne []float64

// Degrees returns zeros.
func (u rankOne) Degrees() []float64 { return make([]float64, len(u)) }

// Diagonal returns the squares of u.
func (u rankOne) Diagonal() []float64 {
	out := make([]float64, len(u))
	for i, v := range u {
		out[i] = v * v
	}
	return out
}

// Smoothness returns -(f'u)², in O(nd).
func (u rankOne) Smoothness(ctx context.Context, x mat.Matrix, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	if s, ok := x.(*storage.Sparse); ok {
		return out, u.smoothnessSparse(ctx, s, out, workers)
	}
	err := storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		origin, out := b.RawRowView(0), out[lo:hi]
		for i, w := range u {
			row := b.RawRowView(i)
			for j, o := range origin {
				out[j] += float64((row[j] - o) * w)
			}
		}
		for j, v := range out {
			out[j] = -(v * v)
		}
	})
	return out, err
}

// matrix returns K.
func (u rankOne) matrix() *mat.SymDense {
	k := mat.NewSymDense(len(u), nil)
	k.SymOuterK(1, mat.NewDense(len(u), 1, u))
	return k
}
