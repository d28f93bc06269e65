package filter

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

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
)

const (
	// A space of n/screenShare dimensions, at most screenSpace, is that on which weights are known.
	screenShare  = 12
	screenSpace  = 192
	screenStart  = 48  // dimensions in the first round
	screenMore   = 8   // dimensions beside those that the round before uses
	screenSteady = .8  // what is left outside after a step, relative, at which the steps end
	screenPilot  = 16  // candidates by which the terms are planned
	screenLeast  = 256 // samples, and candidates
	screenTerms  = 24  // of the series of a kernel at most
	screenTile   = 32  // samples, and candidates, at a time
	// Errors of bounds are about rough/size of the largest possible HSIC, as the differences of
	// candidates are. It begins as screenBegin, falls when many have to be evaluated, and rises
	// when few.
	screenBegin  = 5e-3
	screenMost   = 4 * screenBegin
	screenFinest = screenBegin / 32
	// screenRounding is the part of the sum of all absolute terms that covers rounding.
	screenRounding = 1e-11
	// screenTie is the part of the same sum that covers ties.
	screenTie   = 4e-12
	screenFirst = 8 // candidates beside those that are wanted whose sums are taken first
)

// screen bounds the HSIC of many candidates in less time than their sums take. With the weights of
// the pairs times the kernel of the set, W (n×n), the HSIC with candidate u is half the sum of
// W∘K less the diagonal, where the kernel of u and size m is a series,
//
//	K = exp(-(u_a - u_b)²/(2m)) = Σ_p φ_p φ_p',  φ_p = exp(-u²/(2m)) (u/√m)^p/√p!
//
// With orthonormal Q (n×rank), P = QQ' and Y = WQ,
//
//	φ'Wφ = (Q'φ)'((2Y - QQ'Y)'φ) + φ'(I - P)W(I - P)φ,
//
// and the last term is at most ‖(I - P)W(I - P)‖_F·‖(I - P)φ‖². The terms after the first few are
// at most ‖W‖_∞ Σ‖φ_p‖². Q follows W from round to round by a step of subspace iteration.
type screen struct {
	dep   *dependence
	basis *mat.Dense // Q of the next round

	rest, wait int // rounds without bounds that follow, and that follow when bounds do not help

	rank  int        // dimensions of Q
	rough float64    // screenBegin
	q, g  *mat.Dense // Q, and 2Y - QQ'Y
	tails []float64  // ‖(I - P)W(I - P)‖_F of the first columns of Q
	norm  float64    // ‖W‖_∞
	trace float64    // of W
	ranks []int      // columns of Q for each term of the series
}

// best returns the places of candidates, ascending, and what each computes of them: of all, or at
// least of those that can be the best or tie with it (dependence.falling).
func (s *screen) best(ctx context.Context, base []float64, candidates []int, size,
	workers int) (places []int, values []float64, err error) {
	all := len(candidates)
	lower, upper := make([]float64, all), make([]float64, all)
	bounded, err := s.bound(ctx, lower, upper, base, candidates, size, workers)
	if err != nil {
		return nil, nil, err
	}
	least := math.Inf(-1)
	if bounded {
		// The most promising ones, whose sums show how good others have to be.
		least = quickselect.Largest(slices.Clone(upper), min(screenFirst, all))
	} else {
		for c := range upper {
			upper[c] = math.Inf(1)
		}
	}
	for {
		var some, features []int
		for c, j := range candidates {
			if lower[c] < upper[c] && upper[c] >= least {
				some, features = append(some, c), append(features, j)
			}
		}
		if some == nil {
			break
		}
		sums := make([]float64, len(some))
		if err := s.dep.each(ctx, sums, base, features, 1, size, workers); err != nil {
			return nil, nil, err
		}
		for k, c := range some {
			lower[c], upper[c] = sums[k], sums[k]
		}
		least = s.needed(lower, upper)
	}
	for c, v := range upper {
		if v == lower[c] {
			places, values = append(places, c), append(values, v)
		}
	}
	if bounded {
		s.helped(len(places), all)
	}
	return places, values, nil
}

// needed is the least HSIC that can be the largest or tie with it.
func (s *screen) needed(lower, upper []float64) float64 {
	margin := screenTie * s.dep.size
	least := slices.Max(lower)
	known := make([]float64, 0, len(lower))
	for c, v := range upper {
		if v == lower[c] && v <= least {
			known = append(known, v)
		}
	}
	slices.Sort(known)
	for _, v := range slices.Backward(known) {
		if least-v > margin {
			break
		}
		least = v
	}
	return least - margin
}

// bound sets lower and upper to bounds of what each computes. It reports whether there are any:
// there are none of few samples or candidates, or when they did not help in the round before.
func (s *screen) bound(ctx context.Context, lower, upper, base []float64, candidates []int,
	size, workers int) (bool, error) {
	if s.dep.linear || s.dep.n < screenLeast || len(candidates) < screenLeast {
		return false, nil
	}
	if s.rest > 0 {
		s.rest--
		return false, nil
	}
	if err := s.prepare(ctx, base, candidates, size, workers); err != nil {
		return false, err
	}
	return true, parallel.For(ctx, workers, len(candidates), screenTile, func(lo, hi int) {
		s.of(lower[lo:hi], upper[lo:hi], candidates[lo:hi], size)
	})
}

// helped says how many of the candidates had to be evaluated.
func (s *screen) helped(left, all int) {
	few := 3*left < all
	switch {
	case !few:
		s.rough /= 8
	case left > 5*screenFirst:
		s.rough /= 2
	case left <= 3*screenFirst:
		s.rough *= 2
	}
	finest := s.rough <= screenFinest
	s.rough = min(max(s.rough, screenFinest), screenMost)
	if few || !finest {
		s.wait = 0
		return
	}
	s.wait = min(2*s.wait+1, 15)
	s.rest = s.wait
}

// prepare computes all that does not depend on the candidates.
func (s *screen) prepare(
	ctx context.Context, base []float64, candidates []int, size, workers int,
) error {
	if s.basis == nil {
		s.rough = screenBegin
		start := krylov.Block(s.dep.n, min(s.dep.n/screenShare, screenStart), nil)
		s.basis = orthonormalColumns(mat.DenseCopyOf(start.T()))
	}
	before := math.Inf(1)
	_, s.rank = s.basis.Dims()
	for {
		y, square, err := s.product(ctx, base, size, workers)
		if err != nil {
			return err
		}
		images, err := s.turn(ctx, y, square)
		if err != nil {
			return err
		}
		s.plan(candidates, size)
		last, most := s.tails[s.rank], slices.Max(s.ranks)
		done := most < s.rank || last > screenSteady*before
		before = last
		if !done {
			s.basis = orthonormalColumns(images)
			continue
		}
		// As many columns in the next round as in this one, and some more.
		rank := min(most+most/4+screenMore, s.dep.n/screenShare, screenSpace)
		next := mat.DenseCopyOf(krylov.Block(s.dep.n, rank, view(images, min(rank, s.rank))).T())
		s.basis = orthonormalColumns(next)
		return nil
	}
}

// turn computes q, g and tails: the columns of the basis are rotated so that Q'WQ is diagonal, the
// largest value first. square is the sum of the squares of W. It returns WQ.
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
	g := mat.NewDense(s.dep.n, s.rank, nil)
	for i := range s.dep.n {
		from, along, to := images.RawRowView(i), q.RawRowView(i), g.RawRowView(i)
		for k := range to {
			to[k] = 2*from[k] - along[k]*values[order[k]]
		}
	}
	s.q, s.g = &q, g
	return &images, nil
}

// product returns Y = WQ and the sum of the squares of W, and sets norm and trace.
func (s *screen) product(ctx context.Context, base []float64, size, workers int) (
	*mat.Dense, float64, error) {
	n := s.dep.n
	y := mat.NewDense(n, s.rank, nil)
	sums, squares := make([]float64, n), make([]float64, n)
	rate := -1 / (2 * float64(size))
	err := parallel.For(ctx, workers, n, screenTile, func(lo, hi int) {
		rows := mat.NewDense(hi-lo, n, nil)
		for i := lo; i < hi; i++ {
			row := rows.RawRowView(i - lo)
			at := i - 1 // the pair of the first sample and i
			for j := range i {
				row[j] = s.dep.weights[at] * math.Exp(rate*base[at])
				at += n - j - 2
			}
			row[i] = s.dep.diagonal[i]
			at = s.dep.pair(i, i+1)
			for j := i + 1; j < n; j++ {
				row[j] = s.dep.weights[at] * math.Exp(rate*base[at])
				at++
			}
			sums[i], squares[i] = floats.Norm(row, 1), floats.Dot(row, row)
		}
		multiply(y.Slice(lo, hi, 0, s.rank).(*mat.Dense), rows, s.basis)
	})
	s.norm, s.trace = floats.Max(sums), floats.Sum(s.dep.diagonal)
	return y, floats.Sum(squares), err
}

// plan decides how many terms of the series are taken, and with how many columns of Q each, so that
// the bounds of some of the candidates are little worse than with all. Bounds hold whatever they
// are.
func (s *screen) plan(candidates []int, size int) {
	some := make([]int, screenPilot)
	for k := range some {
		some[k] = candidates[k*len(candidates)/len(some)]
	}
	t := s.series(some, size)
	inside := mat.NewDense(len(some), s.rank, nil)
	left, after := make([]float64, len(some)), make([]float64, len(some))
	middle := func(v []float64) float64 { return quickselect.Largest(v, len(v)/2) }
	enough := s.rough / float64(size) * float64(s.dep.n) * s.norm / 4
	s.ranks = s.ranks[:0]
	for len(s.ranks) < screenTerms {
		multiply(inside, t.terms, s.q)
		for c := range left {
			row := t.terms.RawRowView(c)
			left[c] = floats.Dot(row, row)
		}
		rank := 0
		for rank < s.rank && s.tails[rank]*middle(slices.Clone(left)) > enough {
			for c := range left {
				left[c] -= inside.At(c, rank) * inside.At(c, rank)
			}
			rank++
		}
		s.ranks = append(s.ranks, rank)
		t.next()
		copy(after, t.after)
		if s.norm*middle(after) <= enough {
			break
		}
	}
}

// series are the terms φ_p of some candidates, one p after the other.
type series struct {
	columns [][]float64
	terms   *mat.Dense // a row for each candidate
	after   []float64  // Σ‖φ_p‖² over the terms from this one on
	p       int
	size    float64
}

func (s *screen) series(candidates []int, size int) *series {
	t := &series{terms: mat.NewDense(len(candidates), s.dep.n, nil),
		after: make([]float64, len(candidates)), size: float64(size)}
	for c, j := range candidates {
		row := t.terms.RawRowView(c)
		for i, u := range s.dep.columns[j] {
			row[i] = math.Exp(-u * u / (2 * t.size))
		}
		t.after[c] = float64(s.dep.n) // the kernel of a sample with itself is 1
		t.columns = append(t.columns, s.dep.columns[j])
	}
	return t
}

// next goes to the next term.
func (t *series) next() {
	t.p++
	scale := 1 / math.Sqrt(t.size*float64(t.p))
	for c, f := range t.columns {
		row := t.terms.RawRowView(c)
		t.after[c] -= floats.Dot(row, row)
		for i, u := range f {
			row[i] *= u * scale
		}
	}
}

// of bounds some candidates.
func (s *screen) of(lower, upper []float64, candidates []int, size int) {
	n, count := s.dep.n, len(candidates)
	t := s.series(candidates, size)
	about, within := make([]float64, count), make([]float64, count) // Σ φ'Wφ, and of its error
	inside := mat.NewDense(count, s.rank, nil)
	outside := mat.NewDense(count, s.rank, nil)
	for _, rank := range s.ranks {
		if rank > 0 {
			multiply(view(inside, rank), t.terms, view(s.q, rank))
			multiply(view(outside, rank), t.terms, view(s.g, rank))
		}
		for c := range candidates {
			row := t.terms.RawRowView(c)
			a, b := inside.RawRowView(c)[:rank], outside.RawRowView(c)[:rank]
			about[c] += floats.Dot(a, b)
			within[c] += s.tails[rank] * max(floats.Dot(row, row)-floats.Dot(a, a), 0)
		}
		t.next()
	}
	rounding := screenRounding * (s.dep.size + float64(n)*s.norm)
	for c := range candidates {
		middle := (about[c] - s.trace) / 2
		error := (within[c]+s.norm*max(t.after[c], 0))/2 + rounding
		lower[c], upper[c] = middle-error, middle+error
	}
}

// view is the first columns of a.
func view(a *mat.Dense, columns int) *mat.Dense {
	rows, _ := a.Dims()
	return a.Slice(0, rows, 0, columns).(*mat.Dense)
}

// multiply sets to to ab.
func multiply(to, a, b *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, to.RawMatrix())
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
