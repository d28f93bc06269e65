package fsir

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// newton solves Newton's equation on the sphere and the constraints,
//
//	(λ + R~)x + Cμ = r, C'x = 0
//
// in the N = n(n + 1)/2 products of pairs of coordinates, of which λ + R~ = D + ΦΦ' with D = diag(λ
// - s + Rel); here Φ has √s. The features of the smallest D, the set S, stay as they are; those of
// the others, Q, are eliminated: x_Q = (r_Q - Φ_Q y - C_Q μ)/D_Q with y = Φ'x, so
//
//	(I + Φ_Q'D_Q⁻¹Φ_Q)y - Φ_S'x_S + V μ = Φ_Q'D_Q⁻¹r_Q, V = Φ_Q'D_Q⁻¹C_Q
//	D_S x_S + Φ_S y + C_S μ = r_S
//	C_S'x_S - V'y - C_Q'D_Q⁻¹C_Q μ = -C_Q'D_Q⁻¹r_Q
//
// GMRES solves this for y with a lowRank in place of I + Φ_Q'D_Q⁻¹Φ_Q as preconditioner: its
// diagonal, and a vector for each cluster of features. In the coordinates along the singular
// vectors, noise leaves a band of eigenvalues about it.
type newton struct {
	near  *preconditioner
	all   *allPairs
	pairs int // N

	set    []int // S
	coords *mat.Dense
	mark   float64  // λ of set, diag and core
	like   *lowRank // I + Φ_Q'D_Q⁻¹Φ_Q, approximately
	core   *mat.SymDense

	sums   []float64 // of the rows of the squared cosines
	groups [][]int   // clusters of features

	inverse []float64   // D_Q⁻¹, and 0 on S
	v       [][]float64 // columns of V
	solver  mat.LU
	basis   [][]float64
	image   []float64 // p numbers
}

const (
	// root2 is √2.
	root2 = math.Sqrt2
	// newtonSet bounds the features of S, whose D is below newtonShare of the median.
	newtonSet   = 256
	newtonShare = .5
	// newtonShift is the change of λ, relative to s, for which S and the preconditioner stay.
	newtonShift = .05
	// newtonSteps bounds the steps of GMRES.
	newtonSteps = 40
)

// newNewton returns nil if Φ has more than half as many columns as rows, or if the preconditioner
// has not all coordinates of the n samples.
func newNewton(near *preconditioner, n int, sums []float64) *newton {
	if near == nil {
		return nil
	}
	if p, r := near.pairs.y.Dims(); r < n || n*(n+1) > p {
		return nil
	}
	return &newton{near: near, pairs: n * (n + 1) / 2, mark: math.Inf(-1),
		sums: sums}
}

// begin finds clusters of features, and makes room, once.
func (e *newton) begin(ctx context.Context) (err error) {
	if e.all != nil {
		return nil
	}
	c := e.near
	if e.groups, err = clusters(ctx, c.pairs.y, e.sums, c.pairs.workers); err != nil {
		return err
	}
	e.all = newAllPairs(c.pairs.y, c.pairs.workers)
	e.inverse, e.image = make([]float64, len(c.rel)), make([]float64, len(c.rel))
	return nil
}

// prepare chooses S, and computes the preconditioner of y, for λ, unless those of a similar λ
// exist.
func (e *newton) prepare(ctx context.Context, lambda float64) error {
	c := e.near
	if err := e.begin(ctx); err != nil {
		return err
	}
	p, keep := len(c.rel), math.Abs(lambda-e.mark) <= newtonShift*c.scale
	if !keep {
		order := make([]int, p)
		for j := range order {
			order[j] = j
		}
		slices.SortFunc(order, func(i, j int) int {
			return cmp.Or(cmp.Compare(c.rel[i], c.rel[j]), i-j)
		})
		shift := lambda - c.scale
		below := newtonShare * (c.rel[order[p/2]] + shift)
		e.set = e.set[:0]
		for _, j := range order[:min(newtonSet, p)] {
			if c.rel[j]+shift < below {
				e.set = append(e.set, j)
			}
		}
		slices.Sort(e.set)
	}
	for j, v := range c.rel {
		e.inverse[j] = 1 / max(v-c.scale+lambda, leastGap*c.scale)
	}
	for _, j := range e.set {
		e.inverse[j] = 0
	}
	if !keep {
		e.mark = math.Inf(-1)
		if err := e.measure(ctx); err != nil {
			return err
		}
		e.mark = lambda
	}
	return nil
}

// measure computes diag and core = Φ_S diag Φ_S'.
func (e *newton) measure(ctx context.Context) error {
	c, y := e.near, e.near.pairs.y
	p, n := y.Dims()
	var sums [shares]mat.Dense
	if err := parallel.For(ctx, c.pairs.workers, shares, 1, func(i, _ int) {
		left, right := mat.NewDense(stripe, n, nil), mat.NewDense(stripe, n, nil)
		sums[i].ReuseAs(n, n)
		to := (i + 1) * p / shares
		for lo := i * p / shares; lo < to; lo += stripe {
			left.Zero()
			right.Zero()
			for j := lo; j < min(lo+stripe, to); j++ {
				row := left.RawRowView(j - lo)
				floats.MulTo(row, y.RawRowView(j), y.RawRowView(j))
				floats.ScaleTo(right.RawRowView(j-lo), e.inverse[j], row)
			}
			dense.AddLower(sums[i].RawMatrix(), left.RawMatrix(), right.RawMatrix())
		}
	}); err != nil {
		return err
	}
	for i := range sums[1:] {
		sums[0].Add(&sums[0], &sums[i+1])
	}
	diag := make([]float64, 0, e.pairs)
	for a := range n {
		for b := a; b < n; b++ {
			v := c.scale * sums[0].At(b, a)
			if a != b {
				v *= 2
			}
			diag = append(diag, 1+v)
		}
	}
	u := e.measureGroups()
	for i := range u.Rows {
		for k, v := range u.Data[i*u.Stride:][:u.Cols] {
			diag[k] = max(1, diag[k]-float64(v*v))
		}
	}
	e.like = newLowRank(diag, u)
	e.measureSet()
	return nil
}

// measureSet computes core.
func (e *newton) measureSet() {
	y := e.near.pairs.y
	_, n := y.Dims()
	size := len(e.set)
	e.core, e.coords = nil, nil
	if size == 0 {
		return
	}
	e.coords = mat.NewDense(size, n, nil)
	for i, j := range e.set {
		e.coords.SetRow(i, y.RawRowView(j))
	}
	e.core = mat.NewSymDense(size, nil)
	rows := mat.NewDense(size, n, nil)
	at := 0
	for a := range n {
		for i := range size {
			f, row := e.coords.RawRowView(i), rows.RawRowView(i)
			for b := a; b < n; b++ {
				w := math.Sqrt(e.near.scale * e.like.inverse[at+b-a])
				if a != b {
					w *= root2
				}
				row[b] = w * f[a] * f[b]
			}
		}
		blas64.Syrk(blas.NoTrans, 1, blas64.General{Rows: size, Cols: n - a, Stride: n,
			Data: rows.RawMatrix().Data[a:]}, 1, e.core.RawSymmetric())
		at += n - a
	}
	r := e.like.u.Rows
	if r == 0 {
		return
	}
	// The low-rank part, by Woodbury.
	left := mat.NewDense(r, size, nil)
	row := make([]float64, e.pairs)
	for i := range r {
		floats.MulTo(row, e.like.row(i), e.like.inverse)
		e.ofSet(left.RawRowView(i), row)
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, e.like.factor, left.RawMatrix())
	blas64.Syrk(blas.Trans, -1, left.RawMatrix(), 1, e.core.RawSymmetric())
}

// onSet adds Φ_S'x to y.
func (e *newton) onSet(y, x []float64) {
	if e.core == nil {
		return
	}
	var left, sum mat.Dense
	left.CloneFrom(e.coords)
	for i, v := range x[:len(e.set)] {
		floats.Scale(v, left.RawRowView(i))
	}
	sum.Mul(left.T(), e.coords)
	root, at := math.Sqrt(e.near.scale), 0
	_, n := e.coords.Dims()
	for a := range n {
		row := sum.RawRowView(a)
		y[at] += root * row[a]
		floats.AddScaled(y[at+1:at+n-a], root*root2, row[a+1:])
		at += n - a
	}
}

// ofSet sets x to Φ_S y.
func (e *newton) ofSet(x, y []float64) {
	if e.core == nil {
		return
	}
	_, n := e.coords.Dims()
	k := mat.NewDense(n, n, nil)
	at := 0
	for a := range n {
		row := k.RawRowView(a)
		row[a] = y[at]
		floats.AddScaled(row[a+1:], root2, y[at+1:at+n-a])
		at += n - a
	}
	var out mat.Dense
	out.Mul(e.coords, k)
	root := math.Sqrt(e.near.scale)
	for i := range e.set {
		x[i] = root * floats.Dot(out.RawRowView(i), e.coords.RawRowView(i))
	}
}

// outer sets x, of length |S| + m, to Fy with F = [Φ_S; -V'].
func (e *newton) outer(x, y []float64) {
	e.ofSet(x, y)
	for i, v := range e.v {
		x[len(e.set)+i] = -floats.Dot(v, y)
	}
}

// inner adds F'x to y.
func (e *newton) inner(y, x []float64) {
	e.onSet(y, x)
	for i, v := range e.v {
		floats.AddScaled(y, -x[len(e.set)+i], v)
	}
}

// precondition solves the system with diag in place of its matrix, for right (nil for 0) and y: it
// sets x and replaces y.
func (e *newton) precondition(x, right, y []float64) {
	e.like.solve(y)
	e.outer(x, y)
	floats.Scale(-1, x)
	if right != nil {
		floats.Add(x, right)
	}
	if len(x) > 0 {
		v := mat.NewVecDense(len(x), x)
		// A matrix that is almost singular makes a worse preconditioner, not a wrong answer.
		_ = e.solver.SolveVecTo(v, false, v)
	}
	add := make([]float64, len(y))
	e.inner(add, x)
	e.like.solve(add)
	floats.Add(y, add)
}

// frame computes V and the small matrix of x for the constraints c.
func (e *newton) frame(ctx context.Context, lambda float64, c [][]float64) error {
	size, m := len(e.set), len(c)
	root := math.Sqrt(e.near.scale)
	weighted := make([][]float64, m)
	for len(e.v) < m {
		e.v = append(e.v, make([]float64, e.pairs))
	}
	e.v = e.v[:m]
	for i := range m {
		weighted[i] = slices.Clone(c[i])
		floats.Mul(weighted[i], e.inverse)
		if err := e.all.transposed(ctx, e.v[i], weighted[i]); err != nil {
			return err
		}
		floats.Scale(root, e.v[i])
	}
	if size+m == 0 {
		return nil
	}
	a := mat.NewDense(size+m, size+m, nil)
	for i, j := range e.set {
		for k := range size {
			a.Set(i, k, e.core.At(i, k))
		}
		a.Set(i, i, a.At(i, i)+e.near.rel[j]-e.near.scale+lambda)
	}
	x := make([]float64, size)
	for k := range m {
		y := slices.Clone(e.v[k])
		e.like.solve(y)
		e.ofSet(x, y)
		for i, j := range e.set {
			v := c[k][j] - x[i]
			a.Set(i, size+k, v)
			a.Set(size+k, i, v)
		}
		for l := range k + 1 {
			v := floats.Dot(e.v[l], y) - floats.Dot(c[l], weighted[k])
			a.Set(size+k, size+l, v)
			a.Set(size+l, size+k, v)
		}
	}
	e.solver.Factorize(a)
	return nil
}

// solve replaces r by x and returns the number of products with Φ. GMRES ends when its
// residual is part of the first. If x is not finite, r stays and the number is 0.
func (e *newton) solve(ctx context.Context, lambda float64, r []float64, c [][]float64,
	part float64) (int, error) {
	size := floats.Norm(r, 2)
	if size == 0 {
		return 0, nil
	}
	if err := e.prepare(ctx, lambda); err != nil {
		return 0, err
	}
	if err := e.frame(ctx, lambda, c); err != nil {
		return 0, err
	}
	s, root := len(e.set), math.Sqrt(e.near.scale)
	floats.MulTo(e.image, r, e.inverse)
	floats.Scale(1/size, e.image)
	right, x := make([]float64, s+len(c)), make([]float64, s+len(c))
	for i, j := range e.set {
		right[i] = r[j] / size
	}
	for k, row := range c {
		right[s+k] = -floats.Dot(row, e.image)
	}
	y := make([]float64, e.pairs)
	if err := e.all.transposed(ctx, y, e.image); err != nil {
		return 0, err
	}
	floats.Scale(root, y)
	e.precondition(x, right, y)
	steps, err := e.gmres(ctx, x, y, part)
	if err != nil {
		return 0, err
	}
	if err := e.all.mul(ctx, e.image, y); err != nil {
		return 0, err
	}
	// x_Q = (r_Q - Φ_Q y - C_Q μ)/D_Q
	floats.Scale(-root, e.image)
	floats.AddScaled(e.image, 1/size, r)
	for k, row := range c {
		floats.AddScaled(e.image, -x[s+k], row)
	}
	floats.Mul(e.image, e.inverse)
	for i, j := range e.set {
		e.image[j] = x[i]
	}
	if norm := floats.Norm(e.image, 2); !(norm > 0) || math.IsInf(norm, 0) {
		return 0, nil
	}
	floats.ScaleTo(r, size, e.image)
	return steps, nil
}

// apply sets dst to (I + Φ_Q'D_Q⁻¹Φ_Q - e.like)y.
func (e *newton) apply(ctx context.Context, dst, y []float64) error {
	if err := e.all.normal(ctx, dst, e.inverse, y); err != nil {
		return err
	}
	floats.Scale(e.near.scale, dst)
	e.like.excess(dst, y)
	return nil
}

// gmres improves x and y, whose residual is not 0 in the equations of y alone: the others are exact
// in the preconditioner. It returns the number of products.
func (e *newton) gmres(ctx context.Context, x, y []float64, part float64) (int, error) {
	rest := make([]float64, e.pairs)
	if err := e.apply(ctx, rest, y); err != nil {
		return 0, err
	}
	floats.Scale(-1, rest)
	beta := floats.Norm(rest, 2)
	if beta == 0 {
		return 1, nil
	}
	var h [newtonSteps + 1][newtonSteps]float64 // R of the QR factors
	var g [newtonSteps + 1]float64
	var cos, sin [newtonSteps]float64
	floats.Scale(1/beta, rest)
	e.basis = append(e.basis[:0], rest)
	g[0] = beta
	image, small := make([]float64, e.pairs), make([]float64, len(x))
	steps := 0 // of GMRES
	for k := range newtonSteps {
		copy(image, e.basis[k])
		e.precondition(small, nil, image)
		w := make([]float64, e.pairs)
		if err := e.apply(ctx, w, image); err != nil {
			return steps, err
		}
		floats.Add(w, e.basis[k])
		for range 2 {
			for i, b := range e.basis {
				v := floats.Dot(b, w)
				h[i][k] += v
				floats.AddScaled(w, -v, b)
			}
		}
		last := floats.Norm(w, 2)
		for i := range k {
			h[i][k], h[i+1][k] = cos[i]*h[i][k]+sin[i]*h[i+1][k], cos[i]*h[i+1][k]-sin[i]*h[i][k]
		}
		long := math.Hypot(h[k][k], last)
		if long == 0 {
			break
		}
		cos[k], sin[k] = h[k][k]/long, last/long
		h[k][k] = long
		g[k], g[k+1] = cos[k]*g[k], -sin[k]*g[k]
		steps = k + 1
		if math.Abs(g[k+1]) <= part*beta || last == 0 {
			break
		}
		floats.Scale(1/last, w)
		e.basis = append(e.basis, w)
	}
	sum := make([]float64, e.pairs)
	var t [newtonSteps]float64
	for i := steps - 1; i >= 0; i-- {
		t[i] = g[i]
		for j := i + 1; j < steps; j++ {
			t[i] -= h[i][j] * t[j]
		}
		t[i] /= h[i][i]
		floats.AddScaled(sum, t[i], e.basis[i])
	}
	e.precondition(small, nil, sum)
	floats.Add(x, small)
	floats.Add(y, sum)
	return steps + 1, nil
}
