package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/spectrum"
)

// boundSteps are those of the power method for the size of the samples.
const boundSteps = 6

// mostUnits bounds how far the lengths of columns are apart, so that with the condition that
// spectrum.Pencil admits the rank is that of a rowSpace, where singular values of 1e-15·max(n, d)
// of the largest are rounding.
const mostUnits = 1 << 20

// solution is the smallest solutions of X'AXw = λX'BXw with w'X'BXw = 1, those that equal the last
// wanted one included, for samples X of full rank.
type solution struct {
	values []float64
	w      *mat.Dense // in columns
	size   float64    // the largest singular value of X, or slightly less
}

// leastOf solves with the matrices X'AX and X'BX (d×d), without a decomposition of X, half of the
// operations of a search in its row space; b nil is the identity. It returns nil where the row
// space is needed: for samples of fewer dimensions than features, for few features, and where
// rounding of the matrices hides the rank of X.
func leastOf(
	ctx context.Context, s *samples, a, b func(z *mat.Dense) *mat.Dense, wanted int,
) *solution {
	if s.d <= denseSize || s.d >= newMirror(s).rows() {
		return nil
	}
	x := s.dense()
	out := &solution{size: boundOf(x)}
	scale := even(x)
	if floats.Max(scale) > mostUnits*floats.Min(scale) {
		return nil
	}
	transposed := dense.New(s.d, s.n)
	transposed.Copy(x.T())
	p := spectrum.Pencil{Size: boundOf(x), TimesA: through(x, transposed, a),
		TimesB: through(x, transposed, b)}
	p.A = symmetric(x, a(x))
	if b == nil {
		p.B = symmetric(x, x)
	} else {
		p.B = symmetric(x, b(x))
	}
	values, vectors, ok := p.Smallest(ctx, wanted)
	if !ok {
		return nil
	}
	out.values, out.w = values, mat.NewDense(s.d, len(values), nil)
	for k, v := range vectors {
		floats.Mul(v, scale)
		out.w.SetCol(k, v)
	}
	return out
}

// even multiplies the columns of x by powers of 2, which it returns, that make them nearly as long
// as each other: what rounding of X'X may hide then does not depend on the units of the features.
func even(x *mat.Dense) []float64 {
	n, d := x.Dims()
	scale := make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			scale[j] += float64(v * v)
		}
	}
	for j, v := range scale {
		_, e := math.Frexp(math.Sqrt(v))
		scale[j] = math.Ldexp(1, -e)
	}
	for i := range n {
		floats.Mul(x.RawRowView(i), scale)
	}
	return scale
}

// through multiplies rows by X'AX; transposed is X'.
func through(x, transposed *mat.Dense, a func(z *mat.Dense) *mat.Dense) func(
	v *mat.Dense) *mat.Dense {
	return func(v *mat.Dense) *mat.Dense {
		projected := dense.Cross(v, x)
		if a != nil {
			projected = mat.DenseCopyOf(a(mat.DenseCopyOf(projected.T())).T())
		}
		return dense.Cross(projected, transposed)
	}
}

// boundOf is the largest singular value of x, or less, by the power method.
func boundOf(x *mat.Dense) float64 {
	n, _ := x.Dims()
	best, square := 0, 0.
	for i := range n {
		if s := floats.Dot(x.RawRowView(i), x.RawRowView(i)); s > square {
			best, square = i, s
		}
	}
	v := mat.NewVecDense(len(x.RawRowView(best)), mat.Row(nil, best, x))
	var image mat.VecDense
	var size float64
	for range boundSteps {
		v.ScaleVec(1/mat.Norm(v, 2), v)
		image.MulVec(x, v)
		size = max(size, mat.Norm(&image, 2))
		v.MulVec(x.T(), &image)
	}
	return size
}
