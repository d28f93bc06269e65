package fsir

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

const (
	// clustersMost bounds the clusters, and clusterTries the features in succession that have none.
	clustersMost = 32
	clusterTries = 8
	// clusterCosine is the least squared cosine of a cluster's members with its first member, and
	// clusterLeast the least number of members.
	clusterCosine = .5
	clusterLeast  = 4
)

// clusters finds sets of similar features: the feature of most redundancy with all others and those
// similar to it, then the next of the rest. sums are the sums of the rows of the squared cosines.
// The cost is O(np) for each cluster.
func clusters(ctx context.Context, y *mat.Dense, sums []float64, workers int) ([][]int, error) {
	p, n := y.Dims()
	order := make([]int, p)
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(sums[j], sums[i]), i-j)
	})
	var all [][]int
	taken, cosines := make([]bool, p), make([]float64, p)
	failed := 0
	for _, first := range order {
		if taken[first] {
			continue
		}
		if len(all) == clustersMost || failed == clusterTries {
			break
		}
		pivot := blas64.Vector{N: n, Inc: 1, Data: y.RawRowView(first)}
		if err := parallel.For(ctx, workers, p, 1024, func(lo, hi int) {
			rows := blas64.General{Rows: hi - lo, Cols: n, Stride: n,
				Data: y.RawMatrix().Data[lo*n:]}
			blas64.Gemv(blas.NoTrans, 1, rows, pivot, 0,
				blas64.Vector{N: hi - lo, Inc: 1, Data: cosines[lo:]})
		}); err != nil {
			return nil, err
		}
		var members []int
		for j, v := range cosines {
			if !taken[j] && (j == first || v*v >= clusterCosine) {
				members = append(members, j)
			}
		}
		if len(members) < clusterLeast {
			taken[first] = true
			failed++
			continue
		}
		failed = 0
		for _, j := range members {
			taken[j] = true
		}
		all = append(all, members)
	}
	return all, nil
}

// lowRank is the inverse of a diagonal matrix plus UU'.
type lowRank struct {
	inverse []float64      // of the diagonal
	u       blas64.General // U', r×N
	factor  blas64.Triangular
	t       []float64 // r numbers
}

// newLowRank takes a diagonal above 0. The cost is O(r²N).
func newLowRank(diag []float64, u blas64.General) *lowRank {
	l := &lowRank{inverse: make([]float64, len(diag)), u: u}
	for i, v := range diag {
		l.inverse[i] = 1 / v
	}
	r := u.Rows
	if r == 0 {
		return l
	}
	l.t = make([]float64, r)
	small := blas64.Symmetric{N: r, Stride: r, Data: make([]float64, r*r), Uplo: blas.Lower}
	row := make([]float64, u.Cols)
	for i := range r {
		floats.MulTo(row, l.row(i), l.inverse)
		for j := range i + 1 {
			small.Data[i*r+j] = floats.Dot(row, l.row(j))
		}
		small.Data[i*r+i]++
	}
	// Its eigenvalues are at least 1.
	l.factor, _ = lapack64.Potrf(small)
	return l
}

func (l *lowRank) row(i int) []float64 { return l.u.Data[i*l.u.Stride:][:l.u.Cols] }

// solve replaces y by (diagonal + UU')⁻¹y.
func (l *lowRank) solve(y []float64) {
	floats.Mul(y, l.inverse)
	r := l.u.Rows
	if r == 0 {
		return
	}
	for i := range r {
		l.t[i] = floats.Dot(l.row(i), y)
	}
	lapack64.Potrs(l.factor, blas64.General{Rows: r, Cols: 1, Stride: 1, Data: l.t})
	for i, v := range l.t {
		u := l.row(i)
		for j, w := range l.inverse {
			y[j] -= float64(v*w) * u[j]
		}
	}
}

// excess subtracts (diagonal + UU' - I)y from dst.
func (l *lowRank) excess(dst, y []float64) {
	for i, v := range l.inverse {
		dst[i] -= (1/v - 1) * y[i]
	}
	for i := range l.u.Rows {
		floats.AddScaled(dst, -floats.Dot(l.row(i), y), l.row(i))
	}
}

// pairsOf sets dst to the products of pairs of coordinates in a symmetric matrix of which m has the
// upper triangle, in the order of allPairs.
func pairsOf(dst []float64, m *mat.Dense) {
	at := 0
	n, _ := m.Dims()
	for a := range n {
		row := m.RawRowView(a)
		dst[at] = row[a]
		floats.ScaleTo(dst[at+1:at+n-a], math.Sqrt2, row[a+1:])
		at += n - a
	}
}

// measureGroups returns rows with uu' at most the part of a cluster in Φ_Q'D_Q⁻¹Φ_Q.
func (e *newton) measureGroups() blas64.General {
	y := e.near.pairs.y
	_, n := y.Dims()
	u := blas64.General{Cols: e.pairs, Stride: e.pairs}
	for _, group := range e.groups {
		m, left := mat.NewDense(len(group), n, nil), mat.NewDense(len(group), n, nil)
		var total float64
		for i, j := range group {
			m.SetRow(i, y.RawRowView(j))
			floats.ScaleTo(left.RawRowView(i), e.inverse[j], y.RawRowView(j))
			total += e.inverse[j]
		}
		if total == 0 {
			continue
		}
		var sum mat.Dense
		sum.Mul(left.T(), m)
		row := make([]float64, e.pairs)
		pairsOf(row, &sum)
		floats.Scale(math.Sqrt(e.near.scale/total), row)
		u.Data = append(u.Data, row...)
		u.Rows++
	}
	return u
}
