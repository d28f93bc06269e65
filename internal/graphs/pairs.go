package graphs

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/processor"
)

// Pairs are the distances of all pairs of rows of a matrix.
type Pairs struct {
	N        int
	distance triangle
}

// At is the distance of rows i and j, which differ.
func (p *Pairs) At(i, j int) float64 { return p.distance.exact(i, j) }

// ManhattanPairs returns the Manhattan distances of all pairs of rows of x (n×d). It returns an
// error if they take more memory than there is, or when distances overflow, and ctx.Err(). The cost
// is O(n²d/2) time, O(n² + Σ_j e_j²) for sparse values with e_j entries of column j, and 4n² bytes.
// meter is that of FindNearest.
func ManhattanPairs(ctx context.Context, x mat.Matrix, workers int,
	meter func(stage string, total int) func(int)) (*Pairs, error) {
	return pairsBy(ctx, x, manhattanDistance, workers, meter)
}

// DifferentPairs is ManhattanPairs with the number of columns in which two rows differ.
func DifferentPairs(ctx context.Context, x *mat.Dense, workers int) (*Pairs, error) {
	return pairsBy(ctx, x, func(a, b []float64) (count float64) {
		for j, v := range a {
			if v != b[j] {
				count++
			}
		}
		return count
	}, workers, nil)
}

func pairsBy(ctx context.Context, x mat.Matrix, distance func(p, q []float64) float64, workers int,
	meter func(stage string, total int) func(int)) (*Pairs, error) {
	return pairsOf(ctx, x, distance, true, workers, meter)
}

// pairsOf is pairsBy; manhattan says which distance sparse values have.
func pairsOf(ctx context.Context, x mat.Matrix, distance func(p, q []float64) float64,
	manhattan bool, workers int, meter func(stage string, total int) func(int)) (*Pairs, error) {
	n, _ := x.Dims()
	if err := checkPairs(n, 4); err != nil {
		return nil, err
	}
	s := search{distance: distance, stored: storage.Of(x)}
	if sparse, ok := s.stored.(*storage.Sparse); ok {
		return sparsePairs(ctx, sparse, manhattan, workers, meter)
	}
	t, err := s.accumulate(ctx, workers, meter)
	if err != nil {
		return nil, err
	}
	return checkedPairs(n, t)
}

// checkPairs returns an error if numbers for all pairs of n samples, each in so many bytes by n²,
// take more memory than this process may take.
func checkPairs(n int, bytes float64) error {
	return processor.CheckMemory(bytes*float64(n)*float64(n),
		fmt.Sprintf("the numbers of all pairs of %d samples", n),
		"take fewer samples (Subsample)")
}

func checkedPairs(n int, t triangle) (*Pairs, error) {
	if slices.ContainsFunc(t, func(v float64) bool { return math.IsInf(v, 0) }) {
		return nil, errDistances
	}
	return &Pairs{n, t}, nil
}

func sparsePairs(ctx context.Context, x *storage.Sparse, manhattan bool, workers int,
	meter func(stage string, total int) func(int)) (*Pairs, error) {
	n, _ := x.Dims()
	t := make(triangle, n*(n-1)/2)
	use := func(i, j int, distance float64) { t[j*(j-1)/2+i] = distance }
	rows := newSparseRows(x, manhattan)
	if err := rows.eachPair(ctx, 0, n, workers, "neighbors", meter, use); err != nil {
		return nil, err
	}
	return checkedPairs(n, t)
}

// eachPair calls use with the distances of the rows i from first to end-1 to the rows j > i, from
// several goroutines: the sum of their sizes and what shared entries change, or, where that cancels
// most of it, all differences.
func (r *sparseRows) eachPair(ctx context.Context, first, end, workers int, stage string,
	meter func(stage string, total int) func(int), use func(i, j int, distance float64)) error {
	n, _ := r.x.Dims()
	tick := func(int) {}
	if meter != nil {
		tick = meter(stage, end-first)
	}
	rooms := sync.Pool{New: func() any { return newSelection(n) }}
	return parallel.For(ctx, workers, end-first, 16, func(lo, hi int) {
		room := rooms.Get().(*selection)
		defer rooms.Put(room)
		for i := first + lo; i < first+hi; i++ {
			r.near(i, room.distance, room.margin)
			for j := i + 1; j < n; j++ {
				v := room.distance[j]
				if v < (r.size[i]+r.size[j])/4 {
					v = r.exact(i, j)
				}
				use(i, j, v)
			}
		}
		tick(hi - lo)
	})
}

// Add adds factor times the distances of q, of as many rows.
func (p *Pairs) Add(factor float64, q *Pairs) {
	for k, v := range q.distance {
		p.distance[k] += float64(factor * v)
	}
}
