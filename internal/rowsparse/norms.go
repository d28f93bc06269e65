package rowsparse

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// RowNorms returns the Euclidean length of each row of w·diag(√share); share nil stands for ones.
func RowNorms(w *mat.Dense, share []float64) []float64 {
	d, _ := w.Dims()
	out := make([]float64, d)
	for l := range out {
		out[l] = rowNorm(w.RawRowView(l), share)
	}
	return out
}

func rowNorm(row, share []float64) float64 {
	// Lengths near 1e-9 matter beside ε = 1e-10, which their squares would lose; no length is near
	// overflow.
	var sum float64
	for c, x := range row {
		if share != nil {
			x *= math.Sqrt(share[c])
		}
		sum += x * x
	}
	return math.Sqrt(sum)
}

// Basis is the solution whose W has the orthonormal rows w (m×d) for columns, in this order, signed
// as those of Smallest; values are their eigenvalues, or nil.
func Basis(w *mat.Dense, values []float64) *Solution {
	m, _ := w.Dims()
	s := &Solution{W: mat.DenseCopyOf(w.T()), Values: values, Ties: 1, Share: make([]float64, m),
		Converged: true}
	for c := range m {
		row := mat.Row(nil, c, w)
		fixSign(row)
		s.W.SetCol(c, row)
		s.Share[c] = 1
	}
	s.Span = s.W
	return s
}

// Norms returns the row norms of W, in expectation where W is not unique.
func (s *Solution) Norms() []float64 { return RowNorms(s.Span, s.Share) }

// Trace is tr(W'AW), of the mean of WW' where W is not unique.
func (s *Solution) Trace() float64 {
	var sum float64
	for c, share := range s.Share {
		sum += share * s.Values[min(c, len(s.Values)-1)]
	}
	return sum
}

// Weights returns q with q_l = scale/(2√(norms_l²+ε)), the diagonal of the quadratic form that
// touches scale·Penalty(norms, ε) from above: lowering the form lowers the penalty. ε or all norms
// are positive.
func Weights(norms []float64, scale, epsilon float64) []float64 {
	q := make([]float64, len(norms))
	for l, v := range norms {
		q[l] = scale / (2 * math.Sqrt(v*v+epsilon))
	}
	return q
}

// Penalty returns Σ√(norms_l²+ε), the smoothed l2,1 norm.
func Penalty(norms []float64, epsilon float64) float64 {
	var sum float64
	for _, v := range norms {
		sum += math.Sqrt(v*v + epsilon)
	}
	return sum
}
