package projection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// face is the set of W with the zeros, the largest entries and their signs of a W, on which the
// penalty is linear: W = Σ u_i e_i with orthonormal e_i, one for the largest entries of a row that
// is not 0 and one for each of its smaller entries.
type face struct {
	m     int
	rows  []int       // of e_i, in W
	cols  [][]int     // of e_i
	signs [][]float64 // of the entries of e_i
	slope []float64   // of the penalty by u_i
}

// faceOf is that of W. Entries of a row are its largest if they are equal to the last bit.
func faceOf(w *mat.Dense) *face {
	d, m := w.Dims()
	cols, signs := make([]int, 0, d*m), make([]float64, 0, d*m)
	f := &face{m: m, rows: make([]int, 0, d*m), cols: make([][]int, 0, d*m),
		signs: make([][]float64, 0, d*m), slope: make([]float64, 0, d*m)}
	add := func(j, from int, slope float64) {
		f.rows, f.slope = append(f.rows, j), append(f.slope, slope)
		f.cols, f.signs = append(f.cols, cols[from:]), append(f.signs, signs[from:])
	}
	for j := range d {
		row := w.RawRowView(j)
		largest := floats.Norm(row, math.Inf(1))
		if largest == 0 {
			continue
		}
		from := len(cols)
		for k, v := range row {
			if math.Abs(v) == largest {
				cols, signs = append(cols, k), append(signs, math.Copysign(1, v))
			}
		}
		add(j, from, 1/math.Sqrt(float64(len(cols)-from)))
		for k, v := range row {
			if math.Abs(v) != largest {
				from, cols, signs = len(cols), append(cols, k), append(signs, 1)
				add(j, from, 0)
			}
		}
	}
	return f
}

func (f *face) unknowns() int { return len(f.rows) }

func (f *face) pairs() int { return f.m * (f.m + 1) / 2 }

// matrix is Σ u_i e_i, of d rows.
func (f *face) matrix(u []float64, d int) *mat.Dense {
	out := mat.NewDense(d, f.m, nil)
	for i, j := range f.rows {
		row, v := out.RawRowView(j), u[i]
		if len(f.cols[i]) > 1 {
			v /= math.Sqrt(float64(len(f.cols[i])))
		}
		for c, k := range f.cols[i] {
			row[k] = v * f.signs[i][c]
		}
	}
	return out
}

// along are the products ⟨e_i, w⟩.
func (f *face) along(w *mat.Dense) []float64 {
	out := make([]float64, len(f.rows))
	for i, j := range f.rows {
		row := w.RawRowView(j)
		for c, k := range f.cols[i] {
			out[i] += row[k] * f.signs[i][c]
		}
		if len(f.cols[i]) > 1 {
			out[i] /= math.Sqrt(float64(len(f.cols[i])))
		}
	}
	return out
}

// nearest is the W nearest to Σ u_i e_i whose largest entries include those of the face: a smaller
// entry that would pass them joins them, and a row whose largest entries change their sign is 0.
func (f *face) nearest(u []float64, d int) *mat.Dense {
	out := f.matrix(u, d)
	var sorted []float64
	for i, j := range f.rows {
		if f.slope[i] == 0 {
			continue
		}
		row, count := out.RawRowView(j), float64(len(f.cols[i]))
		largest := u[i] / math.Sqrt(count)
		sorted = sorted[:0]
		for k, v := range row {
			if !slices.Contains(f.cols[i], k) {
				sorted = append(sorted, math.Abs(v))
			}
		}
		slices.Sort(sorted)
		slices.Reverse(sorted)
		if largest > 0 && (len(sorted) == 0 || sorted[0] <= largest) {
			continue
		}
		sum := largest * count
		for _, v := range sorted {
			if v > sum/count {
				sum, count = sum+v, count+1
			}
		}
		if largest = sum / count; !(largest > 0) {
			clear(row)
			continue
		}
		for c, k := range f.cols[i] {
			row[k] = largest * f.signs[i][c]
		}
		for k, v := range row {
			if math.Abs(v) > largest {
				row[k] = math.Copysign(largest, v)
			}
		}
	}
	return out
}

// normals are the derivatives n of W'AW by u (unknowns × pairs of axes), of which those of an
// unknown are few: the pairs of its axes.
type normals struct {
	pairs  int
	at     [][]int32   // of an unknown
	values [][]float64 // at these
	weight []float64   // of the unknowns: the inverse of the scale of their row
	inner  *pseudo     // n'·diag(weight)·n
	work   float64     // that of making it
}

// newNormals takes AW and a positive scale of each row of W.
func (f *face) newNormals(b *mat.Dense, scale []float64) *normals {
	q := f.unknowns()
	out := &normals{pairs: f.pairs(), at: make([][]int32, q), values: make([][]float64, q),
		weight: make([]float64, q)}
	place := make([]int32, f.m*f.m)
	at := int32(0)
	for a := range f.m {
		for c := a; c < f.m; c++ {
			place[a*f.m+c], place[c*f.m+a] = at, at
			at++
		}
	}
	full := make([]float64, out.pairs)
	for i, j := range f.rows {
		row, cols := b.RawRowView(j), f.cols[i]
		out.weight[i] = 1 / scale[j]
		size := math.Sqrt(float64(len(cols)))
		for c, k := range cols {
			s := f.signs[i][c] / size
			for a, v := range row {
				if a == k {
					v *= 2
				}
				full[place[k*f.m+a]] += s * v
			}
		}
		count := len(cols)*f.m - len(cols)*(len(cols)-1)/2
		out.at[i], out.values[i] = make([]int32, 0, count), make([]float64, 0, count)
		for c, k := range cols {
			for a := range f.m {
				if slices.Contains(cols[:c], a) {
					continue // a pair of two of the columns, listed already
				}
				x := place[k*f.m+a]
				out.at[i], out.values[i] = append(out.at[i], x), append(out.values[i], full[x])
				full[x] = 0
			}
		}
	}
	out.inner = newPseudo(out.gram(out.weight))
	out.work = solveWork * float64(out.pairs) * float64(out.pairs) * float64(out.pairs) / 6
	for _, at := range out.at {
		out.work += placedWork * float64(len(at)*len(at)) / 2
	}
	return out
}

// gram is n'·diag(weight)·n.
func (n *normals) gram(weight []float64) *mat.SymDense {
	out := mat.NewSymDense(n.pairs, nil)
	data := out.RawSymmetric()
	var full []int // unknowns with so many pairs that dense products are faster
	for i, at := range n.at {
		if 4*len(at) > n.pairs {
			full = append(full, i)
			continue
		}
		values := n.values[i]
		for x, a := range at {
			v, to := weight[i]*values[x], data.Data[int(a)*data.Stride:]
			for y, c := range at {
				if c >= a {
					to[c] += v * values[y]
				}
			}
		}
	}
	if full == nil {
		return out
	}
	rows, some := mat.NewDense(n.pairs, len(full), nil), make([]float64, len(full))
	for r, i := range full {
		some[r] = weight[i]
		for x, a := range n.at[i] {
			rows.Set(int(a), r, n.values[i][x])
		}
	}
	rest := dense.Gram(rows, some)
	for a := range n.pairs {
		for c := a; c < n.pairs; c++ {
			data.Data[a*data.Stride+c] += rest.Data[a*rest.Stride+c]
		}
	}
	return out
}

// times is ny.
func (n *normals) times(y []float64) []float64 {
	out := make([]float64, len(n.at))
	for i, at := range n.at {
		for x, a := range at {
			out[i] += n.values[i][x] * y[a]
		}
	}
	return out
}

// product is n'u.
func (n *normals) product(u []float64) []float64 {
	out := make([]float64, n.pairs)
	for i, at := range n.at {
		for x, a := range at {
			out[a] += n.values[i][x] * u[i]
		}
	}
	return out
}

// fit are the least multipliers y for a force: n'·diag(weight)·(ny - force) = 0.
func (n *normals) fit(force []float64) []float64 {
	scaled := floats.MulTo(make([]float64, len(force)), force, n.weight)
	return n.inner.solve(n.product(scaled))
}

// pseudo solves equations of a positive semidefinite matrix by least squares.
type pseudo struct {
	factor  *mat.Cholesky // nil where the matrix is singular
	vectors mat.Dense
	values  []float64
}

func newPseudo(a *mat.SymDense) *pseudo {
	out := &pseudo{factor: new(mat.Cholesky)}
	if out.factor.Factorize(a) && out.factor.Cond() < 1e12 {
		return out
	}
	out.factor = nil
	var eigen mat.EigenSym
	if eigen.Factorize(a, true) {
		out.values = eigen.Values(nil)
		eigen.VectorsTo(&out.vectors)
	}
	return out
}

func (p *pseudo) solve(v []float64) []float64 {
	if p.factor != nil {
		var out mat.VecDense
		if solved(p.factor.SolveVecTo(&out, mat.NewVecDense(len(v), v))) == nil {
			return out.RawVector().Data
		}
	}
	if p.values == nil {
		return make([]float64, len(v))
	}
	most := p.values[len(p.values)-1]
	c := product(&p.vectors, v)
	for k, value := range p.values {
		if value > 1e-12*most {
			c[k] /= value
		} else {
			c[k] = 0
		}
	}
	return times(&p.vectors, c)
}

// times is av.
func times(a *mat.Dense, v []float64) []float64 {
	q, _ := a.Dims()
	out := mat.NewVecDense(q, nil)
	out.MulVec(a, mat.NewVecDense(len(v), v))
	return out.RawVector().Data
}

// product is a'u.
func product(a *mat.Dense, u []float64) []float64 {
	_, p := a.Dims()
	out := mat.NewVecDense(p, nil)
	out.MulVec(a.T(), mat.NewVecDense(len(u), u))
	return out.RawVector().Data
}

// missing lists the entries of I - W'AW by pairs, with AW = b.
func missing(w, b *mat.Dense) []float64 {
	_, m := w.Dims()
	var gram mat.Dense
	gram.Mul(w.T(), b)
	var out []float64
	for a := range m {
		for c := a; c < m; c++ {
			v := -(gram.At(a, c) + gram.At(c, a)) / 2
			if a == c {
				v++
			}
			out = append(out, v)
		}
	}
	return out
}

// restore moves W on its face, or on the border of it, until W'AW = I; nil if it cannot.
func restore(s smooth, w *mat.Dense) *mat.Dense {
	d, m := w.Dims()
	before := math.Inf(1)
	for range 30 {
		b := s.metric(w)
		miss := missing(w, b)
		now := floats.Norm(miss, 2)
		if now <= 1e-14*float64(m) || now <= 1e-12 && !(now < before/2) {
			return w
		}
		if !(now < 1e3) || now > 10*before {
			return nil
		}
		before = min(before, now)
		f := faceOf(w)
		if f.unknowns() == 0 {
			return nil
		}
		n := f.newNormals(b, s.diagonal())
		s.count(n.work)
		u := f.along(w)
		step := n.times(n.inner.solve(miss))
		floats.Mul(step, n.weight)
		floats.Add(u, step)
		w = f.nearest(u, d)
	}
	return nil
}
