package filter

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
)

const (
	// Spaces on which weights are known have n/screenShare dimensions at most, and screenSpace, or
	// n/screenPart up to screenMostSpace, where n is large.
	screenShare     = 6
	screenSpace     = 120
	screenPart      = 12
	screenMostSpace = 192

	screenStart  = 48 // dimensions in the first round
	screenMore   = 8  // dimensions beside those that the round before uses
	screenSteady = .8 // what is left outside after a step, relative, at which the steps end
)

// screenDimensions is the largest number of dimensions for n samples.
func screenDimensions(n int) int {
	return min(n/screenShare, max(screenSpace, min(n/screenPart, screenMostSpace)))
}

// prepare computes all that does not depend on the candidates.
func (s *screen) prepare(ctx context.Context, c *change, workers int) error {
	before := math.Inf(1)
	if s.basis == nil {
		dimensions := screenStart
		s.rough = screenBegin
		if c.sign < 0 {
			// Sets are large, so that candidates differ by little.
			s.rough, dimensions = screenFinest, screenMostSpace
		}
		start := krylov.Block(s.dep.n, min(screenDimensions(s.dep.n), dimensions), nil)
		s.basis = orthonormalColumns(mat.DenseCopyOf(start.T()))
	}
	round := s.tail
	s.q, s.g = nil, nil // saves memory
	_, s.rank = s.basis.Dims()
	for {
		y, square, err := s.product(ctx, c, mat.DenseCopyOf(s.basis.T()), workers)
		if err != nil {
			return err
		}
		images, err := s.turn(ctx, y, square)
		if err != nil {
			return err
		}
		s.coarse, s.fine = s.plan(c, screenCoarse*s.rough), s.plan(c, s.rough)
		s.finest = s.plan(c, s.rough/screenFiner)
		s.tail = s.tails[s.rank] / s.norm
		most := slices.Max(s.fine)
		// In most rounds W differs from that of the round before by little.
		done := most < s.rank || s.tail > screenSteady*before || screenSteady*s.tail <= round
		before = s.tail
		if !done {
			s.basis = orthonormalColumns(images)
			continue
		}
		// As many columns in the next round as in this one, and some more.
		rank := min(most+most/4+screenMore, screenDimensions(s.dep.n))
		next := krylov.Block(s.dep.n, rank, view(images, min(rank, s.rank)))
		s.basis = orthonormalColumns(mat.DenseCopyOf(next.T()))
		return nil
	}
}

// turn computes q, g, their sums and tails: the columns of the basis, which it takes, are rotated
// so that Q'WQ is diagonal, the largest value first. square is the sum of the squares of W. It
// returns WQ.
func (s *screen) turn(ctx context.Context, y *mat.Dense, square float64) (*mat.Dense, error) {
	var inner, q, images mat.Dense
	inner.Mul(s.basis.T(), y)
	small := mat.NewSymDense(s.rank, nil)
	for a := range s.rank {
		for b := range a + 1 {
			small.SetSym(a, b, (inner.At(a, b)+inner.At(b, a))/2)
		}
	}
	values, vectors, err := dense.Eigen(ctx, small)
	if err != nil {
		return nil, err
	}
	order := make([]int, s.rank)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(math.Abs(values[b]), math.Abs(values[a]))
	})
	rotation := mat.NewDense(s.rank, s.rank, nil)
	for to, from := range order {
		rotation.SetCol(to, mat.Col(nil, from, vectors))
	}
	q.Mul(s.basis, rotation)
	s.basis = nil // saves memory
	images.Mul(y, rotation)
	s.tails = append(s.tails[:0], min(math.Sqrt(square), s.norm))
	left := square
	for k, from := range order {
		column := mat.Col(nil, k, &images)
		left += values[from]*values[from] - 2*floats.Dot(column, column)
		// The difference has the rounding errors of its terms.
		tail := math.Sqrt(max(left, 0) + 1e-13*square)
		s.tails = append(s.tails, min(tail, s.norm))
	}
	s.q, s.g = mat.DenseCopyOf(q.T()), mat.DenseCopyOf(images.T())
	for k := range s.rank {
		along, to := s.q.RawRowView(k), s.g.RawRowView(k)
		for i, v := range to {
			to[i] = 2*v - along[i]*values[order[k]]
		}
	}
	s.sumQ, s.sumG = make([]float64, s.rank), make([]float64, s.rank)
	for k := range s.rank {
		s.sumQ[k], s.sumG[k] = floats.Sum(s.q.RawRowView(k)), floats.Sum(s.g.RawRowView(k))
	}
	return &images, nil
}

// product returns the products of W with vectors, the rows of a matrix, as columns, and the sum of
// the squares of W, and sets what is known of W.
func (s *screen) product(ctx context.Context, c *change, vectors *mat.Dense, workers int) (
	*mat.Dense, float64, error) {
	count, n := vectors.Dims()
	y := mat.NewDense(n, count, nil)
	sums, squares := make([]float64, n), make([]float64, n)
	s.row = make([]float64, n)
	rate := gaussRate(c.size)
	err := parallel.For(ctx, workers, n, screenTile, func(lo, hi int) {
		rows := mat.NewDense(hi-lo, n, nil)
		column := make([]float64, hi-lo)
		room := s.dep.rooms.Get().(*rowsRoom)
		defer s.dep.rooms.Put(room)
		for j := range hi - 1 {
			// Pairs of a sample with those of the tile lie side by side.
			first := max(lo, j+1)
			part := column[:hi-first]
			w, b := s.dep.pairs(room, 0, c.set, j, first, hi)
			gaussTo(part, w, b, rate)
			for k, v := range part {
				rows.Set(first-lo+k, j, v)
			}
		}
		for i := lo; i < hi; i++ {
			row := rows.RawRowView(i - lo)
			row[i] = s.dep.diagonal[i]
			if i+1 < n {
				w, b := s.dep.pairs(room, 0, c.set, i, i+1, n)
				gaussTo(row[i+1:], w, b, rate)
			}
			s.row[i], squares[i] = floats.Sum(row), floats.Dot(row, row)
			sums[i] = floats.Norm(row, 1)
		}
		multiply(y.Slice(lo, hi, 0, count).(*mat.Dense), rows, vectors)
	})
	s.norm, s.trace, s.total = floats.Max(sums), floats.Sum(s.dep.diagonal), floats.Sum(s.row)
	return y, floats.Sum(squares), err
}

// view is the first columns of a.
func view(a *mat.Dense, columns int) *mat.Dense {
	rows, _ := a.Dims()
	return a.Slice(0, rows, 0, columns).(*mat.Dense)
}

// multiply sets to to ab'.
func multiply(to, a, b *mat.Dense) {
	to.Zero()
	dense.AddProducts(to.RawMatrix(), a.RawMatrix(), b.RawMatrix())
}

// orthonormalColumns replaces the columns of a by an orthonormal basis of a space that has theirs.
func orthonormalColumns(a *mat.Dense) *mat.Dense {
	_, columns := a.Dims()
	tau, work := make([]float64, columns), make([]float64, 1)
	lapack64.Geqrf(a.RawMatrix(), tau, work, -1)
	work = make([]float64, max(int(work[0]), columns))
	lapack64.Geqrf(a.RawMatrix(), tau, work, len(work))
	lapack64.Orgqr(a.RawMatrix(), tau, work, len(work))
	return a
}
