// Package krylov finds a few extreme eigenvalues and eigenvectors of a symmetric matrix from its
// products with vectors.
package krylov

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// defaultRounds bounds the rounds when Problem.Rounds is 0.
const defaultRounds = 1000

// ErrNoConvergence is returned when the basis spans an invariant subspace with fewer dimensions
// than values are wanted.
var ErrNoConvergence = dense.ErrNoConvergence

// Problem asks for extreme eigenpairs of a symmetric matrix A (n×n). Vectors are rows of matrices
// (k×n).
//
// An orthonormal basis Q (k×n) grows from a block of start vectors. The best approximations in it
// are vectors v = sQ of the eigenpairs (θ, s) of QAQ', whose residuals are r = Av - θv. Look
// selects how it grows: by products of A with the last rows (block Lanczos with full
// orthogonalization), or by the residuals, which span the same space and with Expand give
// Davidson's method. A single start vector finds one copy of a repeated eigenvalue, a block as many
// as it has rows.
//
// A basis of k vectors costs k products, O(nk²) for orthogonality, and O(k³) each time
// approximations are computed; memory is 2nk numbers, 3nk with a Metric.
type Problem struct {
	// N is n.
	N int
	// Times returns the products of A with the rows of v, as rows of a matrix that is not reused
	// elsewhere. It does not modify v.
	Times func(v *mat.Dense) (*mat.Dense, error)
	// Metric, if not nil, has the products with a positive definite M instead of I, for the pencil
	// Av = θMv: QMQ' = I, and the residuals are r = Av - θMv. Outside is nil then.
	Metric func(v *mat.Dense) (*mat.Dense, error)
	// Want is the number of eigenpairs, those of the largest eigenvalues unless Smallest.
	Want     int
	Smallest bool
	// Equal reports whether eigenvalue a, beyond the last wanted one b, counts as equal to it; such
	// pairs are included. nil means that exactly Want are returned.
	Equal func(a, b float64) bool
	// Outside are orthonormal rows (deflated vectors); all results are orthogonal to them.
	Outside *mat.Dense
	// Start holds the first rows of the basis, in any length; nil means Block of Want + Spare.
	Start *mat.Dense
	// Spare is the number of extra vectors of a block.
	Spare int
	// Ahead is the number of residuals beyond the wanted ones that join the basis.
	Ahead int
	// Expand, if not nil, preconditions the residuals that join the basis: about (A - θ)⁻¹r.
	Expand func(r *mat.Dense) (*mat.Dense, error)
	// Look is the relative growth of the basis between two computations of the approximations, from
	// four blocks on. 0 computes them each round and adds the residuals.
	Look float64
	// Tolerance is the residual ‖Av - θv‖ of a converged pair, relative to Scale; a Scale of 0
	// means the largest |θ|.
	Tolerance, Scale float64
	// Most bounds the dimensions of the basis; 0 means n. Restart is the dimension at which the
	// basis is reduced to the best approximations; 0 means never.
	Most, Restart int
	// Rounds bounds the blocks; 0 means 1000.
	Rounds int
	// Stop, if not nil, is asked after each computation of approximations, and ends the search.
	Stop func(p *Pairs) bool
	// Tick, if not nil, is called with the number of products.
	Tick func(products int)
}

// Pairs are approximate eigenpairs, the outermost first: the largest values descending, or the
// smallest ascending.
type Pairs struct {
	// Values are the Want values and those equal to the last.
	Values []float64
	// Vectors are the corresponding rows, orthonormal in M, owned by the caller.
	Vectors *mat.Dense
	// Residuals are ‖Av - θv‖: an eigenvalue of A is no further from θ. With a Metric they are
	// ‖Av - θMv‖.
	Residuals []float64
	// Next approximates the value that follows Values, from within; NaN if the basis has none.
	Next float64
	// Size is the largest |θ| in the basis, a lower bound of ‖A‖.
	Size float64
	// Products is the number of products with A, Dim the dimension of the basis.
	Products, Dim int
	// Converged reports that all residuals are within the tolerance, and that the next value is
	// distinct from the last.
	Converged bool

	space *space
}

// Near returns the k best approximations in the basis (k×n), or all if there are fewer.
func (p *Pairs) Near(k int) *mat.Dense { return p.space.combine(min(k, p.Dim), &p.space.basis) }

// Beyond returns the next k approximate values after the wanted ones, or all if there are fewer.
func (p *Pairs) Beyond(k int) []float64 {
	all, known := p.space.values, len(p.Values)
	return slices.Clone(all[known:min(known+k, len(all))])
}

// Solve finds the pairs. The result does not depend on the number of processors if those of Times
// and Expand do not. When the basis cannot grow further, or Rounds or Stop end the search, it
// returns the pairs so far, not Settled. It returns ErrNoConvergence when these are fewer than
// wanted, the errors of Times and Expand, and ctx.Err().
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
		fresh, err := s.extend(p, block)
		if err != nil {
			return nil, err
		}
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
		pairs, residuals, err := s.ritz(ctx, p)
		if err != nil {
			return nil, err
		}
		if pairs.Converged || last || residuals == nil && p.Look == 0 ||
			p.Stop != nil && p.Stop(pairs) {
			return pairs, nil
		}
		if p.Look == 0 {
			if block, err = p.expanded(residuals); err != nil {
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

func (p Problem) expanded(residuals *mat.Dense) (*mat.Dense, error) {
	if p.Expand == nil {
		return residuals, nil
	}
	return p.Expand(residuals)
}

// tolerated is the residual of a converged pair.
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
