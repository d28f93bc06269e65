package projection

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// everySteps is the number of steps after which rows of 0 are judged again.
	everySteps = 10
	// learnedTolerance is the violation of the conditions of a stationary point that NDFS, JELSR,
	// LDFS and HSFS accept, and learnedRest the one at which their steps end.
	learnedTolerance = 1e-8
	learnedRest      = 1e-11
	// settled is the violation below which rows and entries of 0 are judged.
	settled = 1e-4
	// shrunk is the size of a row, relative to the largest so far, below which a shrinking one is
	// set to 0; gone is that of an entry of F.
	shrunk = 1e-8
	gone   = 1e-12
)

var errLearnedSquares = errors.New(
	"the squares of the values overflow or underflow; divide the columns by their standard " +
		"deviation")

// shrink is the step of a regression on the samples with a penalty of the norms of the rows of W,
//
//	min over W of  ‖XW - F‖² + λ Σ_j ‖w_j‖,   ‖w_j‖ <= ‖w_j‖²/(2s_j) + s_j/2
//
// for X of centered columns: with D = diag(2s) the best W is DX'V, V = (XDX' + λI)⁻¹F, and the
// regression and its bound are λ tr(F'V) + λΣs_j/2. Only features with s_j > 0 take part.
type shrink struct {
	rows   *mat.Dense // X' (d×n)
	n, d   int
	lambda float64
	most   float64 // the largest s_j so far

	active  []int
	b       *mat.Dense   // √(2s_j)x_j of the active ones (a×n), nil without any
	wide    bool         // a >= n, and the factor is of XDX' + λI instead of BB' + λI
	factor  mat.Cholesky // of that matrix
	kernel  *mat.SymDense
	scratch []float64
	known   []float64 // the last ratios
	gram    *products
}

// newShrink takes the centered columns of x (n×d).
func newShrink(x *mat.Dense, lambda float64) (*shrink, error) {
	n, d := x.Dims()
	k := &shrink{rows: mat.NewDense(d, n, nil), n: n, d: d, lambda: lambda}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			k.rows.Set(j, i, v)
		}
	}
	var total float64
	for j := range d {
		row := k.rows.RawRowView(j)
		floats.AddConst(-row[0], row)
		floats.AddConst(-floats.Sum(row)/float64(n), row)
		square := floats.Dot(row, row)
		total += square
		if !(square > 1e-290) {
			return nil, errLearnedSquares
		}
	}
	if !(total*total < 1e290) {
		return nil, errLearnedSquares
	}
	k.gram = newProducts(k.rows)
	return k, nil
}

// set factors the matrix of sizes s, of which those that are 0 take no part.
func (k *shrink) set(s []float64) error {
	k.active = k.active[:0]
	for j, v := range s {
		if v > 0 {
			k.active = append(k.active, j)
		}
		k.most = max(k.most, v)
	}
	a := len(k.active)
	k.b = nil
	if a == 0 {
		return nil
	}
	if cap(k.scratch) < a*k.n {
		k.scratch = make([]float64, a*k.n)
	}
	k.b = mat.NewDense(a, k.n, k.scratch[:a*k.n])
	scale := make([]float64, a)
	for r, j := range k.active {
		scale[r] = math.Sqrt(2 * s[j])
		floats.ScaleTo(k.b.RawRowView(r), scale[r], k.rows.RawRowView(j))
	}
	k.wide = a >= k.n
	size := min(a, k.n)
	if k.kernel == nil || k.kernel.SymmetricDim() != size {
		k.kernel = mat.NewSymDense(size, nil)
	}
	if k.wide {
		k.kernel.SymOuterK(1, k.b.T())
	} else {
		k.gram.scaled(k.kernel, k.active, scale)
	}
	for i := range size {
		k.kernel.SetSym(i, i, k.kernel.At(i, i)+k.lambda)
	}
	if !k.factor.Factorize(k.kernel) {
		return errLearnedSquares
	}
	return nil
}

// solve returns V = (XDX' + λI)⁻¹F.
func (k *shrink) solve(f *mat.Dense) (*mat.Dense, error) {
	v, _, err := k.solveBoth(f)
	return v, err
}

// solveBoth returns V and BV (a×m), nil without active features.
func (k *shrink) solveBoth(f *mat.Dense) (v, low *mat.Dense, err error) {
	v = new(mat.Dense)
	switch {
	case k.b == nil:
		v.Scale(1/k.lambda, f)
	case k.wide:
		if err := solved(k.factor.SolveTo(v, f)); err != nil {
			return nil, nil, err
		}
		low = thin(k.b, v)
	default:
		low = new(mat.Dense)
		if err := solved(k.factor.SolveTo(low, thin(k.b, f))); err != nil {
			return nil, nil, err
		}
		v.Sub(f, thinTransposed(k.b, low))
		v.Scale(1/k.lambda, v)
	}
	return v, low, nil
}

// inverse returns (XDX' + λI)⁻¹.
func (k *shrink) inverse() (*mat.SymDense, error) {
	out := mat.NewSymDense(k.n, nil)
	if k.b != nil && k.wide {
		var condition mat.Condition
		if err := k.factor.InverseTo(out); err != nil && !errors.As(err, &condition) {
			return nil, err
		}
		return out, nil
	}
	if k.b != nil {
		var lower mat.TriDense
		var half mat.Dense
		k.factor.LTo(&lower)
		if err := half.Solve(&lower, k.b); err != nil {
			var condition mat.Condition
			if !errors.As(err, &condition) {
				return nil, err
			}
		}
		out.SymOuterK(-1/k.lambda, half.T())
	}
	for i := range k.n {
		out.SetSym(i, i, out.At(i, i)+1/k.lambda)
	}
	return out, nil
}

// ratios returns 2‖x_j'V‖: ‖w_j‖/s_j of the active features. At the minimum it is 1 where a row is
// not 0, and at most 1 elsewhere. Unless all is true, those of the others are as they were last.
func (k *shrink) ratios(v *mat.Dense, s []float64, all bool) []float64 {
	if k.known == nil {
		k.known, all = make([]float64, k.d), true
	}
	if all {
		g := thin(k.rows, v)
		for j := range k.known {
			k.known[j] = 2 * floats.Norm(g.RawRowView(j), 2)
		}
	} else if k.b != nil {
		g := thin(k.b, v)
		for r, j := range k.active {
			k.known[j] = 2 * floats.Norm(g.RawRowView(r), 2) / math.Sqrt(2*s[j])
		}
	}
	return append([]float64(nil), k.known...)
}

// next returns ‖w_j‖ = s_j·ratio_j, where what has shrunk away is 0.
func (k *shrink) next(s, ratio []float64) []float64 {
	out := make([]float64, k.d)
	for j, v := range s {
		if out[j] = v * ratio[j]; ratio[j] < 1 && out[j] <= shrunk*k.most {
			out[j] = 0
		}
	}
	return out
}

// violation is how far s is from the conditions of the minimum: the mean of |ratio - 1|, weighted
// by s, or the largest excess of a ratio over 1 of a row that is 0.
func violation(s, ratio []float64) float64 {
	var sum, total, out float64
	for j, v := range s {
		sum, total = sum+v*math.Abs(ratio[j]-1), total+v
		if v == 0 {
			out = max(out, ratio[j]-1)
		}
	}
	if total > 0 {
		out = max(out, sum/total)
	}
	return out
}

// enter gives rows of 0 that violate the conditions a size again, and reports whether there are
// any.
func (k *shrink) enter(s, ratio []float64) bool {
	found := false
	for j, v := range s {
		if v == 0 && ratio[j] > 1+learnedTolerance/10 {
			s[j], found = 1e-4*k.most, true
		}
	}
	return found
}

// weights returns W = DX'V (d×m).
func (k *shrink) weights(s []float64, v *mat.Dense) *mat.Dense {
	_, m := v.Dims()
	w := mat.NewDense(k.d, m, nil)
	if k.b == nil {
		return w
	}
	g := thin(k.b, v)
	for r, j := range k.active {
		floats.ScaleTo(w.RawRowView(j), math.Sqrt(2*s[j]), g.RawRowView(r))
	}
	return w
}
