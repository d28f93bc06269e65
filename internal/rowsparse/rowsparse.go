// Package rowsparse solves the step of projections with an l2,1 norm: the m smallest eigenvectors
// of A = B'B + diag(q), d×d, where q is positive and spans many orders of magnitude, and B has few
// rows. LAP, UDFS and SOGFS (which write X'CX for B'B: B = Factor(C)·X), are built on it; row
// norms, the weights 1/(2√(‖w^l‖²+ε)) and the term ½Σ√(‖w^l‖²+ε) are here, too.
//
// The d×d matrix is formed for small d only. Otherwise products with (A - σ)⁻¹ come from the
// Woodbury identity, with a shift σ just below the smallest q, which is below every eigenvalue.
package rowsparse

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// wholeSize is the d up to which the full decomposition is computed.
	wholeSize = 160
	// manySize is the d up to which it is computed for d/8 vectors or more, where the search is no
	// faster.
	manySize = 400
	// Equal is the relative distance within which eigenvalues count as equal to the m-th.
	Equal = 1e-9
	// Steady is the residual that ends the iteration.
	Steady = 1e-12
	// Good is the largest residual of a converged solution.
	Good = 1e-10
)

// Problem is A = B'B + diag(Q).
type Problem struct {
	B *mat.Dense // r×d; nil stands for no rows
	// C is B'B (d×d) in place of B, for a d and m that are not Whole. It is less accurate: its
	// rounding is that of its largest entries.
	C *mat.SymDense
	Q []float64 // d numbers, positive and finite
	// Hard restricts the vectors to Bw = 0, with the smallest of diag(Q): the limit of A for B
	// multiplied by ever larger numbers. B must have orthonormal rows, see RowSpace.
	Hard bool
}

// Solution is the m smallest eigenpairs of A.
type Solution struct {
	// W is d×m with W'W = I, by ascending eigenvalue. The largest entry of a column in size, the
	// first of equal ones, is positive.
	W *mat.Dense
	// Values are the eigenvalues, m of them.
	Values []float64
	// Ties is the number of eigenvalues equal to the m-th one, including those above it; 1 is
	// usual. When these are more than W holds, the choice among their vectors is arbitrary; use
	// Span and Share.
	Ties int
	// Span is d×k, k >= m: W, and the vectors of the eigenvalues above the m-th that equal it.
	// Share is the weight of each column: 1 or, for those that equal the m-th, the wanted part of
	// them: Span·diag(Share)·Span' is the expectation of WW' for a random choice among the equals,
	// and minimizes tr(A·P) over 0 <= P <= I with trace m as WW' does.
	Span  *mat.Dense
	Share []float64
	// Next approximates the eigenvalue that follows those of Span, from above; NaN where it is not
	// known, as after a full decomposition.
	Next float64
	// Residual is the largest ‖(A-σ)⁻¹w - μw‖/μ over the columns of W, or ‖Aw - λw‖/‖A‖ after a
	// full decomposition. Converged reports that it is at most Good.
	Residual  float64
	Converged bool
	// Products counts products of (A-σ)⁻¹ and a vector, 0 after a full decomposition.
	Products int

	near mat.Matrix // W and further vectors, for Near
}

// Near returns start vectors for a similar problem: W and approximations of the eigenvectors that
// follow.
func (s *Solution) Near() mat.Matrix {
	if s.near != nil {
		return s.near
	}
	return s.W
}

// Whole reports whether Smallest decomposes A in full, which takes B.
func Whole(d, m int) bool { return d <= wholeSize || d <= manySize && 8*m >= d }

// Smallest returns the m smallest eigenvectors of p, 1 <= m <= d (d minus the rows of B when p is
// Hard). start (d×s or nil) holds vectors near the solution, such as the Near of the solution of a
// similar problem: it saves products, and changes the answer only within Residual.
//
// The cost is O((r+d)d²) for d up to 160, and for d up to 400 when m is d/8 or more. Otherwise it
// is O(r²d + r³) to set up, r the number of rows of B (O(rd²) first when r > d, to reduce them to
// d), and O(rd + r²) a product, or with C O(d³) and O(d²), with 10 to 30 products a vector as a
// rule; memory is O(md + r²), or with C O(d²). Solution.Converged is false when 200 rounds were not
// enough. A canceled context gives ctx.Err(). It panics on wrong shapes and on a q that is not
// positive.
func Smallest(ctx context.Context, p Problem, m int, start mat.Matrix) (*Solution, error) {
	d := len(p.Q)
	r := 0
	if p.B != nil {
		var c int
		if r, c = p.B.Dims(); c != d {
			panic("rowsparse: B has other columns than Q")
		}
	}
	for _, q := range p.Q {
		if !(q > 0) || math.IsInf(q, 0) {
			panic("rowsparse: a weight is not positive and finite")
		}
	}
	most := d
	if p.Hard {
		most -= r
	}
	if m < 1 || m > most {
		panic("rowsparse: the number of vectors is out of range")
	}
	if p.C != nil && (p.Hard || Whole(d, m) || p.C.SymmetricDim() != d) {
		panic("rowsparse: C is given where B is needed")
	}
	if p.B != nil {
		p.B = Triangle(p.B)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var values []float64
	var vectors *mat.Dense // rows
	s := &Solution{Next: math.NaN()}
	var err error
	if Whole(d, m) {
		values, vectors, s.Residual, err = whole(p, m)
	} else {
		var f *found
		if f, err = search(ctx, p, m, start); err == nil {
			values, vectors, s.near = f.values, f.vectors, f.near.T()
			s.Residual, s.Products, s.Next = f.residual, f.products, f.next
		}
	}
	if err != nil {
		return nil, err
	}
	s.Converged = s.Residual <= Good
	s.fill(values, vectors, m)
	return s, nil
}

// fill stores the values up to those equal to the m-th, ascending, and their vectors in rows.
func (s *Solution) fill(values []float64, vectors *mat.Dense, m int) {
	k, d := vectors.Dims()
	for c := range k {
		fixSign(vectors.RawRowView(c))
	}
	s.Span = mat.NewDense(d, k, nil)
	s.Span.Copy(vectors.T())
	s.W = s.Span
	if k > m {
		s.W = mat.DenseCopyOf(s.Span.Slice(0, d, 0, m))
	}
	s.Values = values[:m:m]
	below := m // values that are clearly smaller than the m-th
	for below > 0 && same(values[below-1], values[m-1]) {
		below--
	}
	s.Ties = k - below
	s.Share = make([]float64, k)
	for c := range s.Share {
		s.Share[c] = 1
		if k > m && c >= below {
			s.Share[c] = float64(m-below) / float64(k-below)
		}
	}
}

// same reports whether two eigenvalues count as equal.
func same(a, b float64) bool { return math.Abs(a-b) <= Equal*math.Abs(b) }

// through is the number of ascending values up to the m-th and those equal to it.
func through(values []float64, m int) int {
	k := m
	for k < len(values) && same(values[k], values[m-1]) {
		k++
	}
	return k
}

// fixSign makes the largest entry in size positive: the first one within rounding of it.
func fixSign(v []float64) {
	var size float64
	for _, x := range v {
		size = max(size, math.Abs(x))
	}
	for _, x := range v {
		if math.Abs(x) >= size*(1-1e-8) {
			if x < 0 {
				for i := range v {
					v[i] = -v[i]
				}
			}
			return
		}
	}
}
