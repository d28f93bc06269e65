// Package krylov finds a few extreme eigenvalues of a symmetric matrix of which only products
// with vectors are known, and their eigenvectors.
package krylov

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// defaultRounds bounds the rounds of a Problem that does not say how many.
const defaultRounds = 1000

// ErrNoConvergence is the error of a space that is closed under the matrix and has fewer
// dimensions than values are wanted.
var ErrNoConvergence = dense.ErrNoConvergence

// Problem asks for extreme eigenpairs of a symmetric matrix A (n×n). Vectors are rows of
// matrices (k×n).
//
// An orthonormal basis Q (k×n) grows from a block of start vectors. The best approximations in
// it are vectors v = sQ of the eigenpairs (θ, s) of QAQ', whose residuals are r = Av - θv. Look
// says how it grows: by the products with A of the rows that came last, which is the block
// Lanczos method with full orthogonalization, or by the residuals, which span the same, and with
// Expand are Davidson's method. A single start vector finds one copy of a repeated eigenvalue,
// a block as many as it has rows.
//
// A basis of k vectors costs k products, O(nk²) for orthogonality, and O(k³) each time that
// approximations are looked at; memory is 2nk numbers.
type Problem struct {
	// N is n.
	N int
	// Times returns the products with A of the rows of v, as rows of a matrix that is not used
	// again elsewhere. It leaves v as it is.
	Times func(v *mat.Dense) (*mat.Dense, error)
	// Want is how many eigenpairs are wanted, those of the largest eigenvalues unless Smallest.
	Want     int
	Smallest bool
	// Equal reports whether eigenvalue a, beyond the last wanted one b, counts as equal to it:
	// then it is wanted, too, and the next is told from them. nil means that Want are enough.
	Equal func(a, b float64) bool
	// Outside are orthonormal rows (deflated vectors) to which all that is found is orthogonal.
	Outside *mat.Dense
	// Start holds the first rows of the basis, in any length; nil means Block of Want + Spare.
	Start *mat.Dense
	// Spare is how many vectors beside the wanted ones a block has.
	Spare int
	// Ahead is how many residuals beyond the wanted ones join the basis.
	Ahead int
	// Expand, if not nil, turns residuals into what joins the basis: nearly (A - θ)⁻¹r.
	Expand func(r *mat.Dense) (*mat.Dense, error)
	// Look is by what part the basis grows between two looks at the approximations, from four
	// blocks on. 0 means to look at each round and to take the residuals.
	Look float64
	// Tolerance is the residual ‖Av - θv‖ at which a pair is found, relative to Scale; a Scale
	// of 0 means the largest |θ|.
	Tolerance, Scale float64
	// Most bounds the dimensions of the basis; 0 means n. Restart is the number from which it is
	// reduced to the best approximations, so that it never has many more; 0 means never.
	Most, Restart int
	// Rounds bounds the blocks; 0 means 1000.
	Rounds int
	// Stop, if not nil, ends the search at a look.
	Stop func(p *Pairs) bool
	// Tick, if not nil, hears of products.
	Tick func(products int)
}

// Pairs are approximate eigenpairs, the outermost first: the largest values descending, or the
// smallest ascending.
type Pairs struct {
	// Values are as many as wanted, and those equal to the last.
	Values []float64
	// Vectors are the orthonormal rows that belong to them, the caller's to change.
	Vectors *mat.Dense
	// Residuals are ‖Av - θv‖: an eigenvalue of A is no further from θ.
	Residuals []float64
	// Size is the largest |θ| in the basis, a lower bound of ‖A‖.
	Size float64
	// Products is the number of products with A, Dim that of dimensions of the basis.
	Products, Dim int
	// Settled says that all residuals are within the tolerance, and that the next value is told
	// from the last.
	Settled bool

	space *space
}

// Near returns the k best approximations in the basis (k×n), or all there are when those are
// fewer.
func (p *Pairs) Near(k int) *mat.Dense { return p.space.combine(min(k, p.Dim), &p.space.basis) }

// Solve finds the pairs. They are the same bits whatever the number of processors, if those of
// Times and Expand are. When the basis can grow no more, or Rounds or Stop end the search, it
// returns what there is, not Settled. It returns ErrNoConvergence when that is less than wanted,
// the errors of Times and Expand, and ctx.Err().
func (p Problem) Solve(ctx context.Context) (*Pairs, error) {
	p = p.resolved()
	s := newSpace(p)
	block := p.Start
	first, _ := block.Dims()
	next := 4 * first
	for round := 1; ; round++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fresh := s.extend(block)
		if fresh != nil {
			images, err := p.Times(fresh)
			if err != nil {
				return nil, err
			}
			s.join(images)
			block = images
		}
		last := fresh == nil || s.basis.count >= s.most || round >= p.Rounds
		if p.Look > 0 && !last && s.basis.count < next {
			continue
		}
		next = s.basis.count + int(p.Look*float64(s.basis.count))
		pairs, left, err := s.ritz(ctx, p)
		if err != nil {
			return nil, err
		}
		if pairs.Settled || last || left == nil && p.Look == 0 || p.Stop != nil && p.Stop(pairs) {
			return pairs, nil
		}
		if p.Look == 0 {
			if block, err = p.expanded(left); err != nil {
				return nil, err
			}
		}
		s.shrink(p, block)
	}
}

// resolved writes out the defaults.
func (p Problem) resolved() Problem {
	if p.Rounds == 0 {
		p.Rounds = defaultRounds
	}
	if p.Start == nil {
		p.Start = Block(p.N, min(p.Want+p.Spare, p.N), nil)
	}
	if p.Tick == nil {
		p.Tick = func(int) {}
	}
	return p
}

func (p Problem) expanded(left *mat.Dense) (*mat.Dense, error) {
	if p.Expand == nil {
		return left, nil
	}
	return p.Expand(left)
}

// tolerated is the residual of a pair that is found.
func (p Problem) tolerated(size float64) float64 {
	if p.Scale > 0 {
		size = p.Scale
	}
	return p.Tolerance * size
}

// through is the number of values up to the last wanted one and its equals.
func (p Problem) through(values []float64) int {
	k := p.Want
	for p.Equal != nil && k < len(values) && p.Equal(values[k], values[p.Want-1]) {
		k++
	}
	return k
}

func largest(values []float64) float64 {
	return max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
}
