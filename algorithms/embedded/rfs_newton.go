package embedded

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// point holds what is derived from z. The entries of z belong to the n samples, then to the a
// active features.
type point struct {
	n, l   int
	z      []float64
	unit   []float64         // the factor of ε for each z
	a      *mat.Dense        // a×n, nil for none
	narrow bool              // a·l <= n
	factor blas64.Triangular // U of K = U'U, if not narrow
	v      *mat.Dense        // (n+a)×a, if narrow
	r      blas64.Triangular // the triangle of v's factorization: A = vr with permuted columns
	pivots []int
	border *border    // if a <= n and n + a is large
	across *mat.Dense // l×(n+a): G', with a border
	roots  []float64  // √z, with a border

	lambda *mat.Dense // Λ = K⁻¹Y
	g      *mat.Dense // (n+a)×l: Λ, then aΛ
	norm   []float64  // of its rows
	fit    float64    // ½ tr Y'Λ

	scratch *pointScratch
}

// pointScratch is memory that points have in common.
type pointScratch struct {
	scaled mat.Dense    // √H a
	across mat.Dense    // U'⁻¹ B√Z
	form   mat.SymDense // Q, then M
}

// evaluate factors K and solves for Λ. It returns nil if the factorization fails by rounding.
//
//	K                       = P + a'Ha = U'U
//	P^½ K⁻¹ P^½ = I - S'T⁻¹S,   S = √H a P^-½,   T = I + SS' = U'U
func (s *robust) evaluate(z []float64) *point {
	x := &point{n: s.n, l: s.l, z: z, unit: s.unit, a: s.a, scratch: &s.scratch}
	a := len(z) - s.n
	x.narrow = a*s.l <= s.n
	if s.transposed != nil {
		if x.border = newBorder(z, s.a, s.transposed); x.border != nil {
			x.cross(s.y)
			return x
		}
	}
	if a > 0 && !x.narrow && !x.factorize() {
		x.narrow = true
	}
	if a > 0 && x.narrow && !x.orthogonalize() {
		return nil
	}
	x.lambda = x.solve(s.y)
	x.g = mat.NewDense(len(z), s.l, nil)
	if x.narrow && a > 0 {
		x.refine(s.y)
	} else {
		if a > 0 { // a step of iterative refinement, for tiny z
			r := x.times(x.lambda)
			r.Sub(s.y, r)
			x.lambda.Add(x.lambda, x.solve(r))
			x.g.Slice(s.n, len(z), 0, s.l).(*mat.Dense).Mul(s.a, x.lambda)
		}
		x.g.Slice(0, s.n, 0, s.l).(*mat.Dense).Copy(x.lambda)
	}
	x.measure(s.y)
	return x
}

// measure sets the norms of the rows of G, and ½ tr Y'Λ.
func (x *point) measure(y *mat.Dense) {
	x.norm = make([]float64, len(x.z))
	for k := range x.z {
		x.norm[k] = floats.Norm(x.g.RawRowView(k), 2)
	}
	for i := range x.n {
		x.fit += floats.Dot(y.RawRowView(i), x.lambda.RawRowView(i)) / 2
	}
}

func (x *point) factorize() (ok bool) {
	a := len(x.z) - x.n
	s := &x.scratch.scaled
	s.Reset()
	s.ReuseAs(a, x.n)
	for j := range a {
		floats.AddScaled(s.RawRowView(j), math.Sqrt(x.z[x.n+j]), x.a.RawRowView(j))
	}
	var k mat.SymDense
	k.SymOuterK(1, s.T())
	for i := range x.n {
		k.SetSym(i, i, k.At(i, i)+x.z[i])
	}
	x.factor, ok = dense.Cholesky(k.RawSymmetric(), 0)
	return ok
}

// orthogonalize computes V ((n+a)×a), an orthonormal basis of the columns of -P^-½a'√H stacked on
// the identity. Tiny z make rows that differ by orders of magnitude; sorting the rows by falling
// size and pivoting the columns keeps each row accurate (Cox, Higham 1998).
func (x *point) orthogonalize() bool {
	size, a := len(x.z), len(x.z)-x.n
	v := mat.NewDense(size, a, nil)
	for j := range a {
		root := math.Sqrt(x.z[x.n+j])
		for i, u := range x.a.RawRowView(j) {
			v.Set(i, j, u*root/math.Sqrt(x.z[i]))
		}
		v.Set(x.n+j, j, -1)
	}
	order, norms := make([]int, size), make([]float64, size)
	for k := range order {
		order[k], norms[k] = k, floats.Norm(v.RawRowView(k), math.Inf(1))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(norms[j], norms[i]) })
	sorted := mat.NewDense(size, a, nil)
	for to, from := range order {
		sorted.SetRow(to, v.RawRowView(from))
	}
	pivots, tau := make([]int, a), make([]float64, a)
	for j := range pivots {
		pivots[j] = -1 // free
	}
	work := make([]float64, 1)
	lapack64.Geqp3(sorted.RawMatrix(), pivots, tau, work, -1)
	work = make([]float64, max(int(work[0]), 3*a+1))
	lapack64.Geqp3(sorted.RawMatrix(), pivots, tau, work, len(work))
	x.r = blas64.Triangular{N: a, Stride: a, Uplo: blas.Upper, Diag: blas.NonUnit,
		Data: slices.Clone(sorted.RawMatrix().Data[:a*a])}
	x.pivots = pivots
	lapack64.Orgqr(sorted.RawMatrix(), tau, work[:1], -1)
	work = make([]float64, max(int(work[0]), a))
	lapack64.Orgqr(sorted.RawMatrix(), tau, work, len(work))
	for to, from := range order {
		v.SetRow(from, sorted.RawRowView(to))
	}
	x.v = v
	return !math.IsNaN(mat.Sum(v))
}

// refine solves for Λ and G by least squares, whose residuals are Λ:
//
//	minimize ‖P^-½(Y - a'√H T)‖² + ‖T‖²,   √H T = V = HG,   P^½Λ = P^-½(Y - a'V)
//
// in three steps of iterative refinement on both sets of equations, y - PΛ - a'V = 0 and √H aΛ - T
// = 0 (Björck 1967). Refining one of them alone would carry the errors of K, whose entries differ
// by more orders of magnitude than a float64 has digits.
func (x *point) refine(y *mat.Dense) {
	a := len(x.z) - x.n
	size := len(x.z)
	roots := make([]float64, size)
	for k, z := range x.z {
		roots[k] = math.Sqrt(z)
	}
	t := mat.NewDense(a, x.l, nil)
	x.lambda.Zero()
	for range 3 {
		f, v, c := mat.NewDense(size, x.l, nil), mat.DenseCopyOf(t), mat.NewDense(a, x.l, nil)
		for j := range a {
			floats.Scale(roots[x.n+j], v.RawRowView(j))
		}
		top := f.Slice(0, x.n, 0, x.l).(*mat.Dense)
		top.Mul(x.a.T(), v)
		for i := range x.n {
			row := top.RawRowView(i)
			floats.SubTo(row, y.RawRowView(i), row)
			floats.AddScaled(row, -x.z[i], x.lambda.RawRowView(i))
			floats.Scale(1/roots[i], row)
		}
		c.Mul(x.a, x.lambda)
		sorted := mat.NewDense(a, x.l, nil)
		for j := range a {
			row := c.RawRowView(j)
			floats.Scale(-roots[x.n+j], row)
			floats.Add(row, t.RawRowView(j))
		}
		for to, from := range x.pivots {
			sorted.SetRow(to, c.RawRowView(from))
		}
		blas64.Trsm(blas.Left, blas.Trans, 1, x.r, sorted.RawMatrix())
		var along, image mat.Dense
		along.Mul(x.v.T(), f)
		sorted.Sub(sorted, &along) // w - Q'f
		image.Mul(x.v, sorted)
		for i := range x.n {
			row := image.RawRowView(i)
			floats.Add(row, f.RawRowView(i))
			floats.AddScaled(x.lambda.RawRowView(i), 1/roots[i], row)
		}
		blas64.Trsm(blas.Left, blas.NoTrans, -1, x.r, sorted.RawMatrix())
		for to, from := range x.pivots {
			floats.Add(t.RawRowView(from), sorted.RawRowView(to))
		}
	}
	x.g.Slice(0, x.n, 0, x.l).(*mat.Dense).Copy(x.lambda)
	for j := range a {
		floats.AddScaled(x.g.RawRowView(x.n+j), 1/roots[x.n+j], t.RawRowView(j))
	}
}

// times returns Kb for b (n×m).
func (x *point) times(b *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(b)
	for i := range x.n {
		floats.Scale(x.z[i], out.RawRowView(i))
	}
	if x.a != nil {
		var v, image mat.Dense
		v.Mul(x.a, b)
		for j, z := range x.z[x.n:] {
			floats.Scale(z, v.RawRowView(j))
		}
		image.Mul(x.a.T(), &v)
		out.Add(out, &image)
	}
	return out
}

// solve returns K⁻¹b for b (n×m).
func (x *point) solve(b *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(b)
	switch {
	case x.a == nil:
		for i := range x.n {
			floats.Scale(1/x.z[i], out.RawRowView(i))
		}
	case x.border != nil:
		lambda, _ := x.border.solve(mat.DenseCopyOf(b.T()), nil)
		out.Copy(lambda.T())
	case x.narrow:
		for i := range x.n {
			floats.Scale(1/math.Sqrt(x.z[i]), out.RawRowView(i))
		}
		var c, image mat.Dense
		above := x.v.Slice(0, x.n, 0, len(x.z)-x.n)
		c.Mul(above.T(), out)
		image.Mul(above, &c)
		out.Sub(out, &image)
		for i := range x.n {
			floats.Scale(1/math.Sqrt(x.z[i]), out.RawRowView(i))
		}
	default:
		lapack64.Potrs(x.factor, out.RawMatrix())
	}
	return out
}

// rows returns V.
func (x *point) rows() *mat.Dense {
	v := mat.DenseCopyOf(x.g.Slice(x.n, len(x.z), 0, x.l))
	for j, z := range x.z[x.n:] {
		floats.Scale(z, v.RawRowView(j))
	}
	return v
}

// gradient is ∂F/∂z_k.
func (x *point) gradient(k int, eps float64) float64 {
	t := eps * x.unit[k] / x.z[k]
	return (1 - x.norm[k]*x.norm[k] - t*t) / 2
}

// violation is the largest |1 - ‖g_k‖² - ε²/z_k²|, 0 at the minimum of F.
func (x *point) violation(eps float64) float64 {
	var worst float64
	for k := range x.z {
		worst = max(worst, math.Abs(2*x.gradient(k, eps)))
	}
	return worst
}

// newton returns the step of z towards ½(1 - ‖g_k‖²) = ½θ_k² and z_kθ_k = ε for all k, or nil if
// the system is singular by rounding. Scaled by √z on both sides its matrix is
//
//	M = Q∘GG' + diag(θ²),   Q = √Z B'K⁻¹B √Z,
//
// B = (I, a'): Q projects onto n of n+a dimensions, and I - Q = VV' onto the a others. For narrow
// V, M is a diagonal plus the a·l columns of diag(g_c)V, c = 1..l; otherwise M is factored whole.
func (x *point) newton(theta []float64, eps float64) []float64 {
	right := make([]float64, len(x.z))
	for k, z := range x.z {
		right[k] = math.Sqrt(z) * ((x.norm[k]*x.norm[k]-1-theta[k]*theta[k])/2 +
			theta[k]*eps*x.unit[k]/z)
	}
	var ok bool
	if (len(x.z)-x.n)*x.l > 2*x.n && x.narrow {
		return nil // the other factorization failed by rounding
	}
	if x.border != nil {
		ok = x.tallSolve(right, theta, eps)
	} else if x.narrow || x.a == nil {
		ok = x.narrowSolve(right, theta)
	} else {
		ok = x.wideSolve(right, theta)
	}
	if !ok {
		return nil
	}
	for k, z := range x.z {
		right[k] *= math.Sqrt(z)
		if math.IsNaN(right[k]) || math.IsInf(right[k], 0) {
			return nil
		}
	}
	return right
}

// rfsRidge is added to the diagonal of M, whose entries are about 1.
const rfsRidge = 1e-10

func (x *point) wideSolve(t, theta []float64) bool {
	size := len(x.z)
	c, q := &x.scratch.across, &x.scratch.form
	c.Reset()
	c.ReuseAs(x.n, size)
	for i := range x.n {
		c.Set(i, i, math.Sqrt(x.z[i]))
	}
	for j := range size - x.n {
		root := math.Sqrt(x.z[x.n+j])
		for i, v := range x.a.RawRowView(j) {
			c.Set(i, x.n+j, root*v)
		}
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, x.factor, c.RawMatrix())
	q.Reset()
	if cap(q.RawSymmetric().Data) < size*size { // with room, since features join
		q.ReuseAsSym(size + size/4)
		q.Reset()
	}
	q.SymOuterK(1, c.T())
	m := q.RawSymmetric()
	for k := range size {
		row, own := m.Data[k*m.Stride:], x.g.RawRowView(k)
		for l := k; l < size; l++ {
			row[l] *= floats.Dot(own, x.g.RawRowView(l))
		}
		m.Data[k*m.Stride+k] += theta[k]*theta[k] + rfsRidge
	}
	factor, ok := dense.Cholesky(m, 0)
	if ok {
		lapack64.Potrs(factor, blas64.General{Rows: size, Cols: 1, Stride: 1, Data: t})
	}
	return ok
}

func (x *point) narrowSolve(t, theta []float64) bool {
	size, a := len(x.z), len(x.z)-x.n
	root := make([]float64, size) // of the diagonal
	for k := range root {
		root[k] = math.Sqrt(x.norm[k]*x.norm[k] + theta[k]*theta[k] + rfsRidge)
		t[k] /= root[k]
	}
	if a > 0 {
		w := mat.NewDense(size, a*x.l, nil) // of M between roots
		for k := range size {
			row := w.RawRowView(k)
			for c, g := range x.g.RawRowView(k) {
				floats.AddScaled(row[c*a:(c+1)*a], g/root[k], x.v.RawRowView(k))
			}
		}
		var e mat.SymDense
		e.SymOuterK(-1, w.T())
		for j := range a * x.l {
			e.SetSym(j, j, e.At(j, j)+1)
		}
		factor, ok := dense.Cholesky(e.RawSymmetric(), 0)
		if !ok {
			return false
		}
		out, u := mat.NewVecDense(size, t), mat.NewVecDense(a*x.l, nil)
		u.MulVec(w.T(), out)
		lapack64.Potrs(factor, blas64.General{Rows: a * x.l, Cols: 1, Stride: 1,
			Data: u.RawVector().Data})
		var image mat.VecDense
		image.MulVec(w, u)
		out.AddVec(out, &image)
	}
	for k := range t {
		t[k] /= root[k]
	}
	return true
}
