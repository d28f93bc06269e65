package learn

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// borderShare is the share of the samples of a factor that enter or leave before it is computed
// again, which takes as long as the rows of that many.
const borderShare = .25

// border solves A_ss β = y for sets s of samples that differ little from a set b, of which it has
// the factor U'U = A_bb. Samples of s that are not in b enter, those of b that are not in s leave:
//
//	A_bb β + B'γ = y_b,   Bβ + Dγ = z
//
// A row of B, D and z is that of A and y for a sample that enters, whose coefficient is in γ. For
// one that leaves it is a unit vector, 0 and 0: its coefficient is 0, and its equation may be
// violated by γ. With V = BU⁻¹, γ is the solution of (D - VV')γ = z - V U'⁻¹y.
type border struct {
	s     *dual
	base  []int // b, nil before the first factor
	place []int // by sample, in b; -1 for others
	upper blas64.Triangular
	half  []float64 // U'⁻¹y

	rows    []int // samples of the rows of V
	row     []int // by sample, its row; -1 for none
	v       *mat.Dense
	squares *mat.Dense // D - VV'
}

func newBorder(s *dual) *border {
	n := len(s.y)
	b := &border{s: s, place: make([]int, n), row: make([]int, n)}
	for i := range n {
		b.place[i], b.row[i] = -1, -1
	}
	return b
}

// at is A: the products, with the feature of the bias, and 1/(2C) on the diagonal.
func (b *border) at(i, j int) float64 {
	v := b.s.k.At(i, j) + 1
	if i == j {
		v += 1 / (2 * b.s.c)
	}
	return v
}

// solve sets beta to the solution for the samples of set, ascending, and to 0 for the others. It
// reports whether there is one.
func (b *border) solve(beta []float64, set []int) bool {
	clear(beta)
	if len(set) == 0 {
		return true
	}
	return b.bordered(beta, set) || b.factor(set) && b.bordered(beta, set)
}

// reset forgets the factor.
func (b *border) reset() { b.base = b.base[:0] }

// factor makes set the base.
func (b *border) factor(set []int) bool {
	for _, i := range b.base {
		b.place[i] = -1
	}
	for _, i := range b.rows {
		b.row[i] = -1
	}
	size, stride := len(set), dense.Stride(len(set))
	system := blas64.Symmetric{Uplo: blas.Upper, N: size, Stride: stride,
		Data: make([]float64, size*stride)}
	b.half = make([]float64, size)
	for a, i := range set {
		row, to := b.s.k.RawRowView(i), system.Data[a*stride:]
		for k := a; k < size; k++ {
			to[k] = row[set[k]] + 1
		}
		to[a] += 1 / (2 * b.s.c)
		b.place[i], b.half[a] = a, b.s.y[i]
	}
	most := int(borderShare * float64(size))
	b.base, b.rows = append(b.base[:0], set...), b.rows[:0]
	b.v, b.squares = mat.NewDense(most+1, size, nil), mat.NewDense(most+1, most+1, nil)
	var ok bool
	// That of mat.Cholesky estimates its condition as well.
	if b.upper, ok = dense.Cholesky(system, 1); !ok {
		b.reset()
		return false
	}
	blas64.Trsv(blas.Trans, b.upper, blas64.Vector{N: size, Inc: 1, Data: b.half})
	return true
}

// changes appends the samples that enter or leave to list.
func (b *border) changes(set []int) (list []int) {
	in := 0
	for _, i := range set {
		if b.place[i] < 0 {
			list = append(list, i)
		} else {
			in++
		}
	}
	if in == len(b.base) {
		return list
	}
	k := 0
	for _, i := range b.base {
		for k < len(set) && set[k] < i {
			k++
		}
		if k == len(set) || set[k] != i {
			list = append(list, i)
		}
	}
	return list
}

// bordered is solve from the factor; it reports false without one, and if too many samples changed.
func (b *border) bordered(beta []float64, set []int) bool {
	if len(b.base) == 0 {
		return false
	}
	changed := b.changes(set)
	if !b.extend(changed) {
		return false
	}
	solved := append([]float64(nil), b.half...)
	m := len(changed)
	if m > 0 {
		gamma, ok := b.multipliers(changed)
		if !ok {
			return false
		}
		for k, i := range changed {
			floats.AddScaled(solved, -gamma[k], b.v.RawRowView(b.row[i]))
			if b.place[i] < 0 {
				beta[i] = gamma[k]
			}
		}
	}
	blas64.Trsv(blas.NoTrans, b.upper, blas64.Vector{N: len(solved), Inc: 1, Data: solved})
	for a, i := range b.base {
		beta[i] = solved[a]
	}
	for _, i := range changed {
		if b.place[i] >= 0 {
			beta[i] = 0 // but for rounding
		}
	}
	for _, i := range set {
		if !(math.Abs(beta[i]) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// extend adds the rows of samples to V; it reports whether there is room for them.
func (b *border) extend(samples []int) bool {
	var more []int
	for _, i := range samples {
		if b.row[i] < 0 {
			more = append(more, i)
		}
	}
	most, size := b.v.Dims()
	from := len(b.rows)
	if from+len(more) >= most {
		return false
	}
	if len(more) == 0 {
		return true
	}
	for k, i := range more {
		to := b.v.RawRowView(from + k)
		if at := b.place[i]; at >= 0 {
			clear(to)
			to[at] = 1
			continue
		}
		row := b.s.k.RawRowView(i)
		for a, j := range b.base {
			to[a] = row[j] + 1
		}
	}
	to := from + len(more)
	added := b.v.Slice(from, to, 0, size).(*mat.Dense)
	dense.DivideRows(b.upper, added)
	products := dense.Cross(added, b.v.Slice(0, to, 0, size).(*mat.Dense))
	for k, i := range more {
		b.row[i] = from + k
		b.rows = append(b.rows, i)
		row := products.RawRowView(k)
		for r, j := range b.rows {
			v := -row[r]
			if b.place[i] < 0 && b.place[j] < 0 {
				v += b.at(i, j)
			}
			b.squares.Set(from+k, r, v)
			b.squares.Set(r, from+k, v)
		}
	}
	return true
}

// multipliers returns γ.
func (b *border) multipliers(changed []int) (gamma []float64, ok bool) {
	m := len(changed)
	system := blas64.General{Rows: m, Cols: m, Stride: m, Data: make([]float64, m*m)}
	gamma = make([]float64, m)
	for k, i := range changed {
		row := b.squares.RawRowView(b.row[i])
		for l, j := range changed {
			system.Data[k*m+l] = row[b.row[j]]
		}
		gamma[k] = -floats.Dot(b.v.RawRowView(b.row[i]), b.half)
		if b.place[i] < 0 {
			gamma[k] += b.s.y[i]
		}
	}
	pivots := make([]int, m)
	if !lapack64.Getrf(system, pivots) {
		return nil, false
	}
	lapack64.Getrs(blas.NoTrans, system, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: gamma},
		pivots)
	return gamma, true
}
