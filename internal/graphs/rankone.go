package graphs

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

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

// TargetNorm is ‖y - mean y‖.
func TargetNorm(y []float64) float64 {
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

// RankOne is K = uu', where the sum of u is 0.
type RankOne []float64

// Degrees returns zeros.
func (u RankOne) Degrees() []float64 { return make([]float64, len(u)) }

// Diagonal returns the squares of u.
func (u RankOne) Diagonal() []float64 {
	out := make([]float64, len(u))
	for i, v := range u {
		out[i] = v * v
	}
	return out
}

// Smoothness returns -(f'u)², in O(nd).
func (u RankOne) Smoothness(ctx context.Context, x mat.Matrix, workers int) ([]float64, error) {
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

// Matrix returns K.
func (u RankOne) Matrix() *mat.SymDense {
	k := mat.NewSymDense(len(u), nil)
	k.SymOuterK(1, mat.NewDense(len(u), 1, u))
	return k
}
