package projection

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

const (
	// everySteps is the number of steps after which rows of 0 are judged again.
	everySteps = 10
	// learnedTolerance is the violation of the conditions of a stationary point that NDFS, JELSR,
	// LDFS and HSFS accept, and learnedRest the one at which their steps end.
	learnedTolerance = 1e-8
	learnedRest      = 1e-11
	// nearStationary is the violation below which rows and entries of 0 are judged.
	nearStationary = 1e-4
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
	scale   []float64    // √(2s_j) of the active ones
	b       *mat.Dense   // √(2s_j)x_j of the active ones (a×n), nil without any and for many
	wide    bool         // a >= n, and the factor is of XDX' + λI instead of BB' + λI
	factor  mat.Cholesky // of that matrix
	kernel  *mat.SymDense
	scratch []float64
	known   []float64 // the last ratios

	// Memory that the steps have in common.
	across   mat.Dense
	overlap  mat.SymDense
	triangle mat.TriDense
	half     mat.Dense
}

// bufferedRows is the number of scaled rows that are kept, besides some for each sample, so that
// more of them take no copy of X.
const bufferedRows, bufferedPerSample = 256, 4

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
	return k.fresh(), nil
}

// fresh returns a shrink of the same columns.
func (k *shrink) fresh() *shrink {
	return &shrink{rows: k.rows, n: k.n, d: k.d, lambda: k.lambda}
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
	k.scale = k.scale[:0]
	for _, j := range k.active {
		k.scale = append(k.scale, math.Sqrt(2*s[j]))
	}
	if a <= k.capacity() {
		k.b = k.scaled(0, a)
	}
	k.wide = a >= k.n
	size := min(a, k.n)
	if k.kernel == nil || k.kernel.SymmetricDim() != size {
		k.kernel = mat.NewSymDense(size, nil)
	}
	if k.wide {
		k.kernel.Zero()
		k.eachScaled(func(_ int, b *mat.Dense) { k.kernel.SymRankK(k.kernel, 1, b.T()) })
	} else {
		k.kernel.SetRawSymmetric(dense.Gram(k.b, nil)) // fewer rows than are buffered
	}
	for i := range size {
		k.kernel.SetSym(i, i, k.kernel.At(i, i)+k.lambda)
	}
	if !k.factor.Factorize(k.kernel) {
		return errLearnedSquares
	}
	return nil
}

// capacity is the most scaled rows that are kept.
func (k *shrink) capacity() int { return bufferedRows + bufferedPerSample*k.n }

// scaled returns the scaled rows of the active features lo to hi-1, which the next call overwrites.
func (k *shrink) scaled(lo, hi int) *mat.Dense {
	size := (hi - lo) * k.n
	if cap(k.scratch) < size {
		k.scratch = make([]float64, size)
	}
	out := mat.NewDense(hi-lo, k.n, k.scratch[:size])
	for r, j := range k.active[lo:hi] {
		floats.ScaleTo(out.RawRowView(r), k.scale[lo+r], k.rows.RawRowView(j))
	}
	return out
}

// eachScaled calls use with the scaled rows, from the lo-th on.
func (k *shrink) eachScaled(use func(lo int, b *mat.Dense)) {
	if k.b != nil {
		use(0, k.b)
		return
	}
	for lo := 0; lo < len(k.active); lo += k.capacity() {
		use(lo, k.scaled(lo, min(lo+k.capacity(), len(k.active))))
	}
}

// times is BV (a×m).
func (k *shrink) times(v *mat.Dense) *mat.Dense {
	_, m := v.Dims()
	out := mat.NewDense(len(k.active), m, nil)
	across := mat.DenseCopyOf(v.T())
	k.eachScaled(func(lo int, b *mat.Dense) {
		a, _ := b.Dims()
		out.Slice(lo, lo+a, 0, m).(*mat.Dense).Copy(dense.Cross(across, b).T())
	})
	return out
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
	case len(k.active) == 0:
		v.Scale(1/k.lambda, f)
	case k.wide:
		if err := solved(k.factor.SolveTo(v, f)); err != nil {
			return nil, nil, err
		}
		low = k.times(v)
	default:
		low = new(mat.Dense)
		if err := solved(k.factor.SolveTo(low, k.times(f))); err != nil {
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
	if k.wide && len(k.active) > 0 {
		return out, solved(k.factor.InverseTo(out))
	}
	if len(k.active) > 0 {
		var lower mat.TriDense
		var half mat.Dense
		k.factor.LTo(&lower)
		if err := solved(half.Solve(&lower, k.b)); err != nil {
			return nil, err
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
	_, m := v.Dims()
	across, row := mat.DenseCopyOf(v.T()), make([]float64, m)
	norms := func(b *mat.Dense, to func(r int, norm float64)) {
		g := &k.across
		g.Reset()
		g.ReuseAs(m, b.RawMatrix().Rows)
		dense.AddCross(g, across, b)
		for r := range b.RawMatrix().Rows {
			to(r, 2*floats.Norm(mat.Col(row, r, g), 2))
		}
	}
	if all {
		norms(k.rows, func(j int, norm float64) { k.known[j] = norm })
	} else if len(k.active) > 0 {
		k.eachScaled(func(lo int, b *mat.Dense) {
			norms(b, func(r int, norm float64) {
				j := k.active[lo+r]
				k.known[j] = norm / math.Sqrt(2*s[j])
			})
		})
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

// weights returns W = DX'V (d×m), in place of one that may be nil.
func (k *shrink) weights(w *mat.Dense, s []float64, v *mat.Dense) *mat.Dense {
	if w == nil {
		_, m := v.Dims()
		w = mat.NewDense(k.d, m, nil)
	}
	w.Zero()
	if len(k.active) == 0 {
		return w
	}
	g := k.times(v)
	for r, j := range k.active {
		floats.ScaleTo(w.RawRowView(j), math.Sqrt(2*s[j]), g.RawRowView(r))
	}
	return w
}
