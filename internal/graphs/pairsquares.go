package graphs

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/quickselect"
)

// heldPairs is the number of distances, 64 MiB, up to which those of all pairs are held, and the
// number of those that are ranked at a time. Tests set it.
var heldPairs = 8 << 20

// bins is the number of parts in which distances are counted to find their rank.
const bins = 1 << 18

// KernelRows is a number of rows of a kernel that are made at a time: of whole tiles.
const KernelRows = 4 * tileRows

// pairSquares are the squared distances of all pairs of rows of x. They are held if they are few,
// or take no more memory than x; others are computed for some rows at a time, whenever they are
// needed.
type pairSquares struct {
	x     *mat.Dense
	few   *sparseRows  // of values most of which are 0
	about *aboutCenter // where products are faster
	meter func(stage string, total int) func(int)
	held  []float64
	// place is that of row i in held, which has stride numbers for i and those after it.
	place func(i int) int
}

// newPairSquares prepares distances, and computes them if they are held: in k, if that is given.
func newPairSquares(ctx context.Context, x *mat.Dense, k *mat.SymDense, workers int,
	meter func(stage string, total int) func(int)) (*pairSquares, error) {
	n, d := x.Dims()
	s := &pairSquares{x: x, meter: meter}
	few, err := fewOf(ctx, storage.Dense{Dense: x}, workers)
	if err != nil {
		return nil, err
	}
	if few != nil {
		s.few = newSparseRows(few, false)
	} else if dense.External() {
		s.about = aboutMean(x, workers)
	}
	pairs := n * (n - 1) / 2
	if k != nil {
		raw := k.RawSymmetric()
		s.held, s.place = raw.Data, func(i int) int { return i*raw.Stride + i }
	} else if pairs <= max(heldPairs, n*d) {
		s.held = make([]float64, pairs+n)
		s.place = func(i int) int { return i*n - i*(i-1)/2 }
	} else {
		return s, nil
	}
	return s, s.fill(ctx, workers, 0, n, func(i, j int, v float64) { s.held[s.place(i)+j-i] = v })
}

// fill calls set with the distances of the rows i from lo to hi-1 to the rows j from i on, from
// several goroutines. lo and hi are ends of blocks, or those of the rows.
func (s *pairSquares) fill(ctx context.Context, workers, lo, hi int,
	set func(i, j int, v float64)) error {
	n, _ := s.x.Dims()
	meter := s.meter
	if hi-lo < n {
		meter = nil
	}
	switch {
	case s.few != nil:
		return s.few.eachPair(ctx, lo, hi, workers, "distances", meter, set)
	case s.about != nil:
		return s.about.eachDistance(ctx, tilesAfter(n, blockRows, lo, hi), workers, "distances",
			meter, set)
	}
	return eachTileOf(ctx, s.x, tilesAfter(n, tileRows, lo, hi), workers, "distances", meter,
		squaredDistance, func(a, b int, dist *tile) {
			for i := a * tileRows; i < min((a+1)*tileRows, n); i++ {
				for j := max(i, b*tileRows); j < min((b+1)*tileRows, n); j++ {
					set(i, j, dist[i-a*tileRows][j-b*tileRows])
				}
			}
		})
}

// each calls use for consecutive blocks of rows lo to hi-1, one after another: after(i) are the
// distances of row i to itself and the rows after it, which use must not keep. Where they are held
// it may modify them for good.
func (s *pairSquares) each(ctx context.Context, workers int,
	use func(lo, hi int, after func(i int) []float64)) error {
	n, _ := s.x.Dims()
	tick := func(int) {}
	if s.held == nil && s.meter != nil {
		tick = s.meter("distances", n)
	}
	var room []float64
	rows := KernelRows
	if s.about != nil {
		rows = 3 * KernelRows // whole blocks
	}
	for lo := 0; lo < n; lo += rows {
		hi := min(lo+rows, n)
		after := func(i int) []float64 { return s.held[s.place(i):][:n-i] }
		if s.held == nil {
			if room == nil {
				room = make([]float64, (hi-lo)*n)
			}
			after = func(i int) []float64 { return room[(i-lo)*n+i : (i-lo+1)*n] }
			err := s.fill(ctx, workers, lo, hi, func(i, j int, v float64) {
				room[(i-lo)*n+j] = v
			})
			if err != nil {
				return err
			}
			for i := lo; i < hi; i++ {
				after(i)[0] = 0
			}
		}
		use(lo, hi, after)
		tick(hi - lo)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// eachValue calls use for the distances of every row to those after it.
func (s *pairSquares) eachValue(ctx context.Context, workers int, use func(row []float64)) error {
	return s.each(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		for i := lo; i < hi; i++ {
			use(after(i)[1:])
		}
	})
}

// check returns an error if distances overflow, or all of them underflow. Those to the first row
// mostly show that they do not.
func (s *pairSquares) check(ctx context.Context, workers int) error {
	n, d := s.x.Dims()
	var most float64
	for i := range n {
		most = max(most, squaredDistance(s.x.RawRowView(0), s.x.RawRowView(i))) // NaN stays
	}
	if !(most >= tinyForm && most < math.MaxFloat64/8) {
		most = 0
		err := s.eachValue(ctx, workers, func(row []float64) {
			for _, v := range row {
				most = max(most, v)
			}
		})
		if err != nil {
			return err
		}
	}
	if math.IsInf(most, 0) || math.IsNaN(most) {
		return errors.New("the squared distances between samples overflow; divide the data by a " +
			"constant")
	} else if most < tinyForm {
		columns := make([]int, d)
		for j := range columns {
			columns[j] = j
		}
		if dev, _ := deviations(s.x, columns); slices.Max(dev) > 0 {
			return errors.New("the squared distances between samples underflow; multiply the " +
				"data by a constant")
		}
	}
	return nil
}

// all are the distances of all pairs, if they are few enough to be ranked at a time, else nil.
func (s *pairSquares) all(ctx context.Context, workers int) (pairs []float64, err error) {
	n, _ := s.x.Dims()
	if count := n * (n - 1) / 2; count <= heldPairs {
		pairs = make([]float64, 0, count)
		err = s.eachValue(ctx, workers, func(row []float64) { pairs = append(pairs, row...) })
	}
	return pairs, err
}

// mean is that of all n² distances, zeros of the diagonal included. It depends on the order of the
// rows only by rounding, and not at all where the pairs are few.
func (s *pairSquares) mean(ctx context.Context, workers int) (mean float64, err error) {
	n, d := s.x.Dims()
	pairs, err := s.all(ctx, workers)
	if err != nil {
		return 0, err
	}
	if pairs != nil {
		slices.Sort(pairs)
		for _, v := range pairs {
			share := v / float64(n*n)
			mean += share
			mean += share
		}
		return mean, nil
	}
	// Twice the mean squared distance to the center, relative to the first row.
	center, origin := make([]float64, d), s.x.RawRowView(0)
	for i := range n {
		for j, v := range s.x.RawRowView(i) {
			center[j] += (v - origin[j]) / float64(n)
		}
	}
	shares := make([]float64, n)
	for i := range shares {
		for j, v := range s.x.RawRowView(i) {
			v -= origin[j]
			v -= center[j]
			shares[i] += v * v / float64(n)
		}
	}
	slices.Sort(shares)
	for _, v := range shares {
		mean += v
		mean += v
	}
	return mean, ctx.Err()
}

// percentile is one of all n² distances, zeros of the diagonal included, or the smallest distance
// above 0 if it is 0.
func (s *pairSquares) percentile(ctx context.Context, percentile float64, workers int) (
	float64, error) {
	n, _ := s.x.Dims()
	var failed error
	// In order, n zeros of the diagonal, then each pair twice.
	first, pair := -1, [2]float64{}
	v := percentileOf(func(place int) float64 {
		if place < n {
			return 0
		}
		rank := (place-n)/2 + 1
		if first < 0 {
			first = rank
			pair, failed = s.smallest(ctx, rank, workers)
		}
		return pair[rank-first]
	}, n*n, percentile)
	if v == 0 && failed == nil {
		least := math.Inf(1)
		failed = s.eachValue(ctx, workers, func(row []float64) {
			for _, v := range row {
				if v > 0 && v < least {
					least = v
				}
			}
		})
		if v = least; math.IsInf(least, 1) {
			v = 0
		}
	}
	return v, failed
}

// smallest are the distances of a rank, from 1, and of the next, if there is one. If they are too
// many to be ranked at a time, they are counted in parts of the order of their bits until those of
// a part are not.
func (s *pairSquares) smallest(ctx context.Context, rank, workers int) (of [2]float64, err error) {
	all, err := s.all(ctx, workers)
	if err != nil {
		return of, err
	}
	if all != nil {
		return ranked(all, rank, math.Inf(1)), nil
	}
	// Those from from to to-1, by their bits, have the ranks after below.
	from, to, below, count := uint64(0), math.Float64bits(math.Inf(1)), 0, heldPairs+1
	for counts := make([]int, bins); count > heldPairs && to-from > 1; {
		width := (to - from + bins - 1) / bins
		clear(counts)
		err := s.eachValue(ctx, workers, func(row []float64) {
			for _, v := range row {
				if b := math.Float64bits(v); b >= from && b < to {
					counts[(b-from)/width]++
				}
			}
		})
		if err != nil {
			return of, err
		}
		at := 0
		for ; below+counts[at] < rank; at++ {
			below += counts[at]
		}
		from += uint64(at) * width
		to, count = min(to, from+width), counts[at]
	}
	part, beyond := make([]float64, 0, min(count, heldPairs)), math.Inf(1)
	err = s.eachValue(ctx, workers, func(row []float64) {
		for _, v := range row {
			switch b := math.Float64bits(v); {
			case b >= to:
				beyond = min(beyond, v)
			case b >= from && len(part) < cap(part):
				part = append(part, v)
			}
		}
	})
	if count > heldPairs { // they are all equal
		of = [2]float64{part[0], part[0]}
		if rank-below == count {
			of[1] = beyond
		}
		return of, err
	}
	return ranked(part, rank-below, beyond), err
}

// ranked are the number of a rank, and that of the next, or beyond.
func ranked(v []float64, rank int, beyond float64) (of [2]float64) {
	of = [2]float64{quickselect.Smallest(v, rank), beyond}
	if rank < len(v) {
		of[1] = quickselect.Smallest(v, rank+1)
	}
	return of
}

// KernelMemory is the memory of a kernel of n rows of d columns.
func KernelMemory(n, d int) float64 {
	pairs, few := n*(n-1)/2, min(n*(n-1)/2, heldPairs)
	if pairs <= max(heldPairs, n*d) {
		return 8 * float64(pairs+few)
	}
	return 8 * float64(few+KernelRows*n+bins)
}
