// Package rowsparse solves the step that projections with an l2,1 norm repeat: the m smallest
// eigenvectors of A = B'B + diag(q), d×d, where q is positive and spans many orders of magnitude,
// and B has few rows. LAP, UDFS and SOGFS (which write X'CX for B'B: B = Factor(C)·X), and what goes
// round them (row norms, the weights 1/(2√(‖w^l‖²+ε)), the term ½Σ√(‖w^l‖²+ε)) are built on it.
//
// The d×d matrix is formed for small d only. Otherwise products with (A - σ)⁻¹ come from the Woodbury
// identity, with a shift σ just below the smallest q, which is below every eigenvalue.
package rowsparse

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// wholeSize is the d up to which the decomposition is made whole.
	wholeSize = 160
	// manySize is the d up to which it is made whole for d/8 vectors and more, which the search finds no sooner.
	manySize = 400
	// Equal is how near to the m-th eigenvalue, relative to it, others count as equal to it.
	Equal = 1e-9
	// Steady is the residual that ends the iteration.
	Steady = 1e-12
	// Good is the largest residual with which a solution counts as converged.
	Good = 1e-10
)

// Problem is A = B'B + diag(Q).
type Problem struct {
	B *mat.Dense // r×d; nil stands for no rows
	Q []float64  // d numbers, positive and finite
	// Hard asks for vectors with Bw = 0, the smallest of diag(Q) among them: the limit of A for
	// B multiplied by ever larger numbers. B then has orthonormal rows, see RowSpace.
	Hard bool
}

// Solution is the m smallest eigenpairs of A.
type Solution struct {
	// W is d×m with W'W = I, by ascending eigenvalue. The entry of largest size of a column, the first
	// of equals, is positive.
	W *mat.Dense
	// Values are the eigenvalues, m of them.
	Values []float64
	// Ties is how many eigenvalues equal the m-th one, those above it included; 1 is usual. When
	// more than are in W, the choice among their vectors is the solver's, and nothing should depend on it
	// except through Span and Share.
	Ties int
	// Span is d×k, k >= m: W, and the vectors of the eigenvalues above the m-th that equal it. Share is
	// what each column counts, 1 or, for the equals of the m-th, the part of them that is wanted:
	// Span·diag(Share)·Span' is the expectation of WW' for a random choice among the equals, and
	// minimizes tr(A·P) over 0 <= P <= I with trace m as WW' does.
	Span  *mat.Dense
	Share []float64
	// Residual is the largest ‖(A-σ)⁻¹w - μw‖/μ over the columns of W, or ‖Aw - λw‖/‖A‖ for a
	// matrix that was decomposed whole. Converged says that it is at most Good.
	Residual  float64
	Converged bool
	// Products counts products of (A-σ)⁻¹ and a vector, 0 for a matrix that was decomposed whole.
	Products int

	near mat.Matrix // W and some more, for Near
}

// Near returns vectors to start from for a problem nearly the same: W and approximations of the eigenvectors that follow.
func (s *Solution) Near() mat.Matrix {
	if s.near != nil {
		return s.near
	}
	return s.W
}

// Smallest returns the m smallest eigenvectors of p, 1 <= m <= d (d minus the rows of B when p is
// Hard). start, d×s or nil, holds vectors near the solution, the Near of the solution of a problem nearly the
// same: fewer products are then needed; it changes the answer within Residual only.
//
// The cost is O((r+d)d²) for d up to 160, and for d up to 400 when m is d/8 or more. Otherwise it is O(r²d + r³) to set up, r the number of
// rows of B (O(rd²) first when r > d, to reduce them to d), and O(rd + r²) a product, of which some 10 to 30 for
// each vector are usual; memory is O(md + r²). Solution.Converged is false when 200 rounds were
// not enough. A canceled context gives ctx.Err(). It panics on shapes and on a q that is not positive.
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
	if p.B != nil && r > d { // B'B = R'R
		p.B = triangle(p.B)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var values []float64
	var vectors *mat.Dense // rows
	s := &Solution{}
	var err error
	if d <= wholeSize || d <= manySize && 8*m >= d {
		values, vectors, s.Residual, err = whole(p, m)
	} else {
		var f *found
		if f, err = search(ctx, p, m, start); err == nil {
			values, vectors, s.near = f.values, f.vectors, f.near.T()
			s.Residual, s.Products = f.residual, f.products
		}
	}
	if err != nil {
		return nil, err
	}
	s.Converged = s.Residual <= Good
	s.fill(values, vectors, m)
	return s, nil
}

// fill takes the values up to the equals of the m-th, ascending, and their vectors, rows.
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

// same says that two eigenvalues count as equal.
func same(a, b float64) bool { return math.Abs(a-b) <= Equal*math.Abs(b) }

// through is the number of ascending values up to the m-th and its equals.
func through(values []float64, m int) int {
	k := m
	for k < len(values) && same(values[k], values[m-1]) {
		k++
	}
	return k
}

// fixSign makes the entry of largest size positive: the first one of those within rounding of it.
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
