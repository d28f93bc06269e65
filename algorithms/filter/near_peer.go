package filter

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/graphs"
)

// mostLevels is the largest number of different values of a column that skrebate takes for
// discrete.
const mostLevels = 10

// peerTable is a table as skrebate sees it: columns of at most mostLevels values are discrete, and
// two of their values are the same or differ by 1.
type peerTable struct {
	x        *mat.Dense // scaled to [0, 1]
	discrete []bool
	// limit is the difference above which two values of a column differ by 1: in a table with
	// discrete and other columns, their standard deviation.
	limit  []float64
	mixed  bool
	misses float64 // the number of classes but one
}

func newPeerTable(d *datasets.Dataset, x mat.Matrix) *peerTable {
	t := &peerTable{x: x.(*mat.Dense), discrete: make([]bool, d.D()),
		limit: make([]float64, d.D())}
	for j := range t.discrete {
		values := slices.Sorted(slices.Values(mat.Col(nil, j, d.X)))
		t.discrete[j] = len(slices.Compact(values)) <= mostLevels
	}
	t.mixed = slices.Contains(t.discrete, true) && slices.Contains(t.discrete, false)
	for j, is := range t.discrete {
		switch {
		case is:
		case t.mixed:
			t.limit[j] = deviation(mat.Col(nil, j, t.x))
		default:
			t.limit[j] = math.Inf(1)
		}
	}
	present := slices.Compact(slices.Sorted(slices.Values(d.Y)))
	t.misses = float64(len(present) - 1)
	return t
}

// deviation is the root of the mean squared deviation.
func deviation(values []float64) float64 {
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean := sum / float64(len(values))
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return math.Sqrt(squares / float64(len(values)))
}

// pairs are the distances: of a mixed table d times the share of the discrete columns that differ,
// plus the Manhattan distance over the others.
func (t *peerTable) pairs(ctx context.Context, opt algorithms.Options) (*graphs.Pairs, error) {
	n, d := t.x.Dims()
	parts := map[bool][]int{}
	for j, is := range t.discrete {
		parts[is] = append(parts[is], j)
	}
	part := func(is bool) *mat.Dense {
		if !t.mixed {
			return t.x
		}
		out := mat.NewDense(n, len(parts[is]), nil)
		for to, j := range parts[is] {
			out.SetCol(to, mat.Col(nil, j, t.x))
		}
		return out
	}
	if len(parts[false]) == 0 {
		return graphs.DifferentPairs(ctx, t.x, opt.Workers)
	}
	far, err := graphs.ManhattanPairs(ctx, part(false), opt.Workers, opt.Meter)
	if err != nil || !t.mixed {
		return far, err
	}
	different, err := graphs.DifferentPairs(ctx, part(true), opt.Workers)
	if err != nil {
		return nil, err
	}
	far.Add(float64(d)/float64(len(parts[true])), different)
	return far, nil
}

// weigh is the weight of a miss: the share of its class among the misses comes twice.
func (t *peerTable) weigh(count, misses float64) float64 {
	return t.misses * count / misses / misses
}

// variation sets scores to Σ over the edges of the weight times the difference.
func (t *peerTable) variation(ctx context.Context, scores []float64, g *graphs.Affinity,
	workers int) error {
	return storage.EachBlock(ctx, t.x, workers, rangeBlock, func(b *mat.Dense, lo, hi int) {
		limit, out := t.limit[lo:hi], scores[lo:hi]
		for _, e := range g.Edges {
			u, v := b.RawRowView(e.I), b.RawRowView(e.J)
			for j := range out {
				r := math.Abs(u[j] - v[j])
				if r > limit[j] { // 0 of a discrete column
					r = 1
				}
				out[j] += float64(e.Weight * r)
			}
		}
	})
}
