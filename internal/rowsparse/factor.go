package rowsparse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// Factor returns F, r×n with F'F = c and r the rank of c, a symmetric positive semidefinite matrix:
// by Cholesky's method with pivoting on the largest diagonal entry, up to 1e-14 of the largest. It
// returns nil for a matrix of zeros. The cost is O(n²r).
func Factor(c mat.Symmetric) *mat.Dense {
	n := c.SymmetricDim()
	remaining := mat.NewDense(n, n, nil)
	remaining.Copy(c)
	return eliminate(n, func(rows []float64, done []bool) (int, bool) {
		at, size := -1, 0.
		for i := range n {
			if v := remaining.At(i, i); !done[i] && v > size {
				at, size = i, v
			}
		}
		if at < 0 {
			return 0, false
		}
		root := math.Sqrt(size)
		for j := range n {
			if !done[j] {
				rows[j] = remaining.At(at, j) / root
			}
		}
		for i := range n {
			if done[i] || i == at || rows[i] == 0 {
				continue
			}
			to := remaining.RawRowView(i)
			for j, v := range rows {
				to[j] -= rows[i] * v
			}
		}
		return at, true
	}, func(row []float64, at int, first float64) bool { return row[at]*row[at] > 1e-14*first })
}

// Laplacian returns F, r×n with F'F = D - S, the Laplacian of the symmetric similarities s >= 0,
// whose diagonal does not count; r is n minus the number of connected components, and F is nil when
// no two samples are joined. Each row is a multiple of a sample minus a mean of others: vertices
// are eliminated, largest degree first, without subtraction, so that similarities of very different
// size cause no cancellation. The cost is O(n³).
func Laplacian(s mat.Symmetric) *mat.Dense {
	n := s.SymmetricDim()
	remaining := mat.NewDense(n, n, nil)
	remaining.Copy(s)
	for i := range n {
		remaining.Set(i, i, 0)
	}
	return eliminate(n, func(rows []float64, done []bool) (int, bool) {
		at, size := -1, 0.
		for i := range n {
			if done[i] {
				continue
			}
			var degree float64
			for j, v := range remaining.RawRowView(i) {
				if !done[j] {
					degree += v
				}
			}
			if degree > size {
				at, size = i, degree
			}
		}
		if at < 0 {
			return 0, false
		}
		root := math.Sqrt(size)
		ties := remaining.RawRowView(at)
		for j, v := range ties {
			if !done[j] {
				rows[j] = -v / root
			}
		}
		rows[at] = root
		for i := range n {
			if done[i] || i == at || ties[i] == 0 {
				continue
			}
			to, share := remaining.RawRowView(i), ties[i]/size
			for j, v := range ties {
				if !done[j] && j != i && j != at {
					to[j] += share * v
				}
			}
		}
		return at, true
	}, func([]float64, int, float64) bool { return true })
}

// eliminate collects the rows that step makes, until step finds none or keep refuses one. step
// fills in a zero row and returns its pivot; first is the square of the first pivot.
func eliminate(
	n int, step func(row []float64, done []bool) (at int, ok bool),
	keep func(row []float64, at int, first float64) bool,
) *mat.Dense {
	done := make([]bool, n)
	var all []float64
	var first float64
	for range n {
		row := make([]float64, n)
		at, ok := step(row, done)
		if ok && first == 0 {
			first = row[at] * row[at]
		}
		if !ok || !keep(row, at, first) {
			break
		}
		done[at] = true
		all = append(all, row...)
	}
	if all == nil {
		return nil
	}
	return mat.NewDense(len(all)/n, n, all)
}

// Triangle returns R, d×d with R'R = B'B, of a B with more rows than columns, and another B as it
// is. Longer rows come first, so that the error of each row is within its own rounding.
func Triangle(b *mat.Dense) *mat.Dense {
	r, d := b.Dims()
	if r <= d {
		return b
	}
	norms := RowNorms(b, nil)
	order := make([]int, r)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(norms[j], norms[i]) })
	sorted := mat.NewDense(r, d, nil)
	for to, from := range order {
		sorted.SetRow(to, b.RawRowView(from))
	}
	var qr mat.QR
	qr.Factorize(sorted)
	var full mat.Dense
	qr.RTo(&full)
	return mat.DenseCopyOf(full.Slice(0, d, 0, d))
}

// RowSpace returns orthonormal rows, r×d, that span the rows of x, r its numerical rank: singular
// values below 1e-10 of the largest count as 0 for d or n up to 160, and below 1e-7 for larger
// ones. It returns nil for rank 0. The cost is O(nd·min(n, d)).
func RowSpace(x *mat.Dense) *mat.Dense {
	x = Triangle(x)
	n, d := x.Dims()
	if n <= wholeSize && d <= wholeSize {
		var svd mat.SVD
		if !svd.Factorize(x, mat.SVDThinV) {
			panic("rowsparse: the singular values do not converge")
		}
		values := svd.Values(nil)
		var v mat.Dense
		svd.VTo(&v)
		r := 0
		for r < len(values) && values[r] > 1e-10*values[0] {
			r++
		}
		if r == 0 {
			return nil
		}
		return mat.DenseCopyOf(v.Slice(0, d, 0, r).T())
	}
	rows := x
	for round := range 2 { // the second pass corrects the squares of the first
		var gram mat.SymDense
		gram.SymOuterK(1, rows)
		values, v, err := dense.Eigen(context.Background(), &gram)
		if err != nil {
			panic("rowsparse: " + err.Error())
		}
		size := len(values)
		r := 0
		for r < size && values[size-1-r] > 1e-14*values[size-1] && values[size-1] > 0 {
			r++
		}
		if r == 0 {
			return nil
		}
		if round == 1 {
			r = size
		}
		combination := mat.NewDense(r, size, nil)
		for i := range r {
			scale := 1 / math.Sqrt(values[size-1-i])
			for j := range size {
				combination.Set(i, j, scale*v.At(j, size-1-i))
			}
		}
		if round == 0 {
			rows = mat.NewDense(r, d, nil)
			MulRows(rows, combination, x)
		} else {
			MulRows(rows, combination, rows)
		}
	}
	return rows
}

// MulRows sets dst to combination·x, some columns at a time, so that dst may be x.
func MulRows(dst, combination, x *mat.Dense) {
	r, _ := dst.Dims()
	n, d := x.Dims()
	var part mat.Dense
	for lo := 0; lo < d; lo += strip {
		hi := min(lo+strip, d)
		part.Reset()
		part.Mul(combination, x.Slice(0, n, lo, hi))
		dst.Slice(0, r, lo, hi).(*mat.Dense).Copy(&part)
	}
}

// NullNorms returns the expected squared row norms of m orthonormal vectors drawn uniformly from
// the d - r dimensions to which the orthonormal rows of space (r×d, or nil) are perpendicular:
// m·P_ll/(d-r), P the projector on them. These are the row norms that a constant diagonal and 1 <=
// m <= d - r leave undetermined; they do not depend on a solver. It panics when m is out of range.
func NullNorms(space *mat.Dense, d, m int) []float64 {
	r := 0
	out := make([]float64, d)
	for l := range out {
		out[l] = 1
	}
	if space != nil {
		r, _ = space.Dims()
		for i := range r {
			for l, v := range space.RawRowView(i) {
				out[l] -= v * v
			}
		}
	}
	if m < 1 || m > d-r {
		panic("rowsparse: more vectors than the null space has dimensions")
	}
	for l, v := range out {
		out[l] = max(0, v) * float64(m) / float64(d-r)
	}
	return out
}
