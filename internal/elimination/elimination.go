// Package elimination solves equations of a symmetric matrix most of whose entries are 0, such as
// that of a graph of neighbors.
package elimination

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// Few reports whether an n×n matrix of so many entries that are not 0 is kept as rows of them: up
// to an eighth of all.
func Few(n, entries int) bool { return float64(entries) <= float64(n)*float64(n)/8 }

// Matrix is a symmetric matrix M (n×n), a mat.Symmetric.
type Matrix struct {
	n     int
	dense *mat.SymDense // nil for one with few entries
	own   []float64     // the diagonal
	rows  []row         // the rest, without zeros
}

// row lists entries of a row, by ascending column.
type row struct {
	at     []int32
	values []float64
}

// New makes a matrix from its diagonal and the entries beside it that each adds: of each pair i < j
// once, in ascending order of i, then of j. each is called twice. own is not modified afterwards.
func New(own []float64, each func(add func(i, j int, v float64))) *Matrix {
	n := len(own)
	m := &Matrix{n: n, own: own}
	count, total := make([]int, n), 0
	each(func(i, j int, v float64) {
		if v != 0 {
			count[i], count[j], total = count[i]+1, count[j]+1, total+2
		}
	})
	if !Few(n, total) {
		m.dense = mat.NewSymDense(n, nil)
		for i, v := range own {
			m.dense.SetSym(i, i, v)
		}
		each(m.dense.SetSym)
		return m
	}
	m.rows = make([]row, n)
	for i, c := range count {
		m.rows[i] = row{make([]int32, 0, c), make([]float64, 0, c)}
	}
	each(func(i, j int, v float64) {
		if v != 0 {
			m.rows[i].add(j, v)
			m.rows[j].add(i, v)
		}
	})
	return m
}

// Few reports whether M is kept as rows of its entries.
func (m *Matrix) Few() bool { return m.dense == nil }

// Dense returns M, which must not be modified where it is not kept as rows.
func (m *Matrix) Dense() *mat.SymDense {
	if m.dense != nil {
		return m.dense
	}
	out := mat.NewSymDense(m.n, nil)
	out.CopySym(m)
	return out
}

// Diagonal returns the diagonal, which must not be modified.
func (m *Matrix) Diagonal() []float64 { return m.own }

// SymmetricDim returns n.
func (m *Matrix) SymmetricDim() int { return m.n }

// Dims returns n, n.
func (m *Matrix) Dims() (r, c int) { return m.n, m.n }

// T returns M itself.
func (m *Matrix) T() mat.Matrix { return m }

// At returns M_ij.
func (m *Matrix) At(i, j int) float64 {
	if m.dense != nil {
		return m.dense.At(i, j)
	}
	if i == j {
		return m.own[i]
	}
	if x, found := slices.BinarySearch(m.rows[i].at, int32(j)); found {
		return m.rows[i].values[x]
	}
	return 0
}

func (r *row) add(at int, v float64) {
	r.at, r.values = append(r.at, int32(at)), append(r.values, v)
}

// Times returns the products of M with the rows of v, as rows.
func (m *Matrix) Times(v *mat.Dense) *mat.Dense {
	k, _ := v.Dims()
	out := mat.NewDense(k, m.n, nil)
	if m.dense != nil {
		out.Mul(v, m.dense)
		return out
	}
	for r := range k {
		from, to := v.RawRowView(r), out.RawRowView(r)
		for i, row := range m.rows {
			sum := m.own[i] * from[i]
			for x, j := range row.at {
				sum += row.values[x] * from[j]
			}
			to[i] = sum
		}
	}
	return out
}

// Factor is M + shift·I, factored.
type Factor struct {
	n     int
	steps []step
	rest  []int // those that are not eliminated one by one
	tail  blas64.Triangular
}

// step eliminates an unknown: parts are the row of the pivot, divided by it.
type step struct {
	at    int
	pivot float64
	parts row
}

// Factor factors M + shift·I; nil unless that is positive definite. Unknowns are eliminated one by
// one, those with few others in their equation first, in O(t²) for t of them, until a third of
// those that are left are in each equation: these, r, are eliminated together in O(r³).
func (m *Matrix) Factor(shift float64) *Factor {
	f := &Factor{n: m.n}
	left := &remaining{own: slices.Clone(m.own), rows: make([]row, m.n)}
	floats.AddConst(shift, left.own)
	for i := range m.n {
		f.rest = append(f.rest, i)
	}
	if m.dense == nil {
		for i, r := range m.rows {
			left.rows[i] = row{slices.Clone(r.at), slices.Clone(r.values)}
		}
		for limit := 1; limit <= len(f.rest)/3; limit += 1 + limit/8 {
			if !f.eliminate(left, limit) {
				return nil
			}
		}
	}
	r := len(f.rest)
	if r == 0 {
		return f
	}
	place := make([]int, m.n)
	for x, i := range f.rest {
		place[i] = x
	}
	tail := blas64.Symmetric{N: r, Stride: dense.Stride(r), Uplo: blas.Upper}
	tail.Data = make([]float64, r*tail.Stride)
	for x, i := range f.rest {
		row := tail.Data[x*tail.Stride:]
		if m.dense != nil {
			for y := x + 1; y < r; y++ {
				row[y] = m.dense.At(i, f.rest[y])
			}
		}
		for y, j := range left.rows[i].at {
			if at := place[j]; at > x {
				row[at] = left.rows[i].values[y]
			}
		}
		row[x] = left.own[i]
	}
	var ok bool
	if f.tail, ok = dense.Cholesky(tail, 0); !ok {
		return nil
	}
	return f
}

// remaining is the matrix of the unknowns that are left.
type remaining struct {
	own  []float64
	rows []row
}

// eliminate takes out the unknowns with at most limit others in their equation.
func (f *Factor) eliminate(left *remaining, limit int) bool {
	rest := f.rest[:0]
	for _, i := range f.rest {
		r := left.rows[i]
		if len(r.at) > limit {
			rest = append(rest, i)
			continue
		}
		pivot := left.own[i]
		if !(pivot > 0) {
			return false
		}
		parts := row{r.at, make([]float64, len(r.at))}
		floats.ScaleTo(parts.values, 1/pivot, r.values)
		for x, j := range r.at {
			left.own[j] -= parts.values[x] * r.values[x]
			left.rows[j] = left.rows[j].less(r, parts.values[x], i, int(j))
		}
		f.steps = append(f.steps, step{i, pivot, parts})
	}
	f.rest = rest
	return true
}

// less is r - scale·other without the entries at two columns.
func (r row) less(other row, scale float64, gone, own int) row {
	out := row{make([]int32, 0, len(r.at)+len(other.at)),
		make([]float64, 0, len(r.at)+len(other.at))}
	for x, y := 0, 0; x < len(r.at) || y < len(other.at); {
		switch {
		case y == len(other.at) || x < len(r.at) && r.at[x] < other.at[y]:
			if at := int(r.at[x]); at != gone {
				out.add(at, r.values[x])
			}
			x++
		case x == len(r.at) || other.at[y] < r.at[x]:
			if at := int(other.at[y]); at != own {
				out.add(at, -scale*other.values[y])
			}
			y++
		default:
			out.add(int(r.at[x]), r.values[x]-scale*other.values[y])
			x, y = x+1, y+1
		}
	}
	return out
}

// Solve returns the products of the inverse with the rows of v, as rows. The cost for a row is that
// of reading the factor twice. The error, for krylov.Problem.Expand, is nil.
func (f *Factor) Solve(v *mat.Dense) (*mat.Dense, error) {
	k, _ := v.Dims()
	z := mat.DenseCopyOf(v.T()) // a row for each unknown
	for _, s := range f.steps {
		from := z.RawRowView(s.at)
		for x, j := range s.parts.at {
			floats.AddScaled(z.RawRowView(int(j)), -s.parts.values[x], from)
		}
	}
	if r := len(f.rest); r > 0 {
		tail := mat.NewDense(k, r, nil)
		for x, i := range f.rest {
			tail.SetCol(x, z.RawRowView(i))
		}
		dense.SolveRows(f.tail, tail)
		for x, i := range f.rest {
			mat.Col(z.RawRowView(i), x, tail)
		}
	}
	for x := len(f.steps) - 1; x >= 0; x-- {
		s := f.steps[x]
		to := z.RawRowView(s.at)
		floats.Scale(1/s.pivot, to)
		for y, j := range s.parts.at {
			floats.AddScaled(to, -s.parts.values[y], z.RawRowView(int(j)))
		}
	}
	return mat.DenseCopyOf(z.T()), nil
}
