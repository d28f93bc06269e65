package graphs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/ties"
)

// HitsAndMisses returns the signed graph of ReliefF on x (n×d) with classes y below c. It connects
// each sample i to its k nearest of every class by Manhattan distance, with weight -1/(m n) for its
// own and, for other classes y,
//
//	P(y) / (1 - P(y_i)) / (m n)
//
// where m is k, or the number of other samples in the class if that is less, and P the classes'
// shares. A pair that is connected in both directions has the sum of both weights.
// Samples that tie for the last of the m places share the weight (Neighborhood).
//
// values has, for each row, the size of the numbers whose differences are its distances, for
// ties.Slack; nil means Σ_j |x_ij|. Samples of one number in apart, such as those of a patient, are
// no neighbors; nil for none.
//
// It returns an error if k is less than 1, and ctx.Err(). The cost is O(n²d/2) time: whole numbers
// bound the distances, and sums decide where these leave a place open; of few entries it is that
// of FindNearest. Memory is a quarter of x, and O(nck) without ties, else up to that of 2²²
// neighbors. meter is that of FindNearest.
func HitsAndMisses(ctx context.Context, x mat.Matrix, values []float64, y, apart []int, c, k,
	workers int, meter func(stage string, total int) func(int)) (a *Affinity, err error) {
	k = min(k, len(y))
	s, err := hitSearch(ctx, x, values, y, apart, c, k, workers)
	if err != nil {
		return nil, err
	}
	lists, cut, err := s.run(ctx, k, workers, meter)
	if err != nil {
		return nil, err
	}
	return (&hits{s, NewClasses(y, c), k}).whole(lists, cut), nil
}

// EachHitsAndMisses calls use with graphs whose sum is that of HitsAndMisses, one after another:
// with that itself if it has at most max(2²², 128n) hits and misses, else with those of some rows,
// of about 2²⁰, which takes the distances of all pairs twice and memory for any number of classes.
// The edges of these are in no order, and a pair may have two.
func EachHitsAndMisses(ctx context.Context, x mat.Matrix, values []float64, y, apart []int, c, k,
	workers int, meter func(stage string, total int) func(int), use func(*Affinity) error) error {
	k = min(k, len(y))
	s, err := hitSearch(ctx, x, values, y, apart, c, k, workers)
	if err != nil {
		return err
	}
	n := len(y)
	h := &hits{s, NewClasses(y, c), k}
	if h.neighbors() <= max(mostHits, sampleHits*n) {
		lists, cut, err := s.run(ctx, k, workers, meter)
		if err != nil {
			return err
		}
		return use(h.whole(lists, cut))
	}
	return h.parts(ctx, max(1, partHits/(h.neighbors()/n)), workers, meter, use)
}

// hitSearch prepares the search of the k nearest of every class.
func hitSearch(ctx context.Context, x mat.Matrix, values []float64, y, apart []int, c, k,
	workers int) (*search, error) {
	if k < 1 {
		return nil, fmt.Errorf("neighbors = %d; give at least 1", k)
	}
	n, _ := x.Dims()
	if values == nil {
		values = make([]float64, n)
		var buf storage.Buffer
		for i := range values {
			values[i] = floats.Norm(storage.Of(x).Rows(i, i+1, &buf).RawRowView(0), 1)
		}
	}
	s := &search{
		distance: manhattanDistance, manhattan: true, rangeOf: ties.Range, values: values,
		groups: c, group: y, apart: apart, kept: mostKept, onlyRows: true,
	}
	return s, s.hold(ctx, x, workers)
}

const (
	// mostHits and sampleHits bound the number of hits and misses of a graph that is made at once,
	// the second for each sample; partHits is about the number of those of a part.
	mostHits, sampleHits, partHits = 1 << 22, 128, 1 << 20
)

// hits makes the graphs of HitsAndMisses.
type hits struct {
	*search
	classes *Classes
	k       int
}

// neighbors is the number of hits and misses of all samples.
func (h *hits) neighbors() int {
	sum := 0
	for _, count := range h.classes.Count {
		sum += min(h.k, count)
	}
	return sum * len(h.group)
}

// parts makes graphs of so many rows at a time.
func (h *hits) parts(ctx context.Context, rows, workers int,
	meter func(stage string, total int) func(int), use func(*Affinity) error) error {
	dist, tick, err := h.distances(ctx, workers, meter)
	if err != nil {
		return err
	}
	n := len(h.group)
	for lo := 0; lo < n; lo += rows {
		hi := min(lo+rows, n)
		lists, cut, err := h.runWith(ctx, dist, lo, hi, h.k, workers, tick)
		if err != nil {
			return err
		}
		if err := use(h.graph(lists, lo, hi, cut)); err != nil {
			return err
		}
	}
	return nil
}

// whole is the graph of the lists of all rows, in which each pair has one edge.
func (h *hits) whole(lists [][]Neighbor, cut int) *Affinity {
	a := h.graph(lists, 0, len(h.group), cut)
	// The sort is stable: the sum of a pair that is connected twice begins with its lower row.
	slices.SortStableFunc(a.Edges, compareEdges)
	merged := a.Edges[:0]
	for _, e := range a.Edges {
		if last := len(merged) - 1; last >= 0 && compareEdges(merged[last], e) == 0 {
			merged[last].Weight += e.Weight
		} else {
			merged = append(merged, e)
		}
	}
	a.Edges = merged
	a.addDegrees()
	return a
}

// graph has an edge for each neighbor in the lists of the rows from lo to hi.
func (h *hits) graph(lists [][]Neighbor, lo, hi, cut int) *Affinity {
	n, c := len(h.group), h.groups
	count := 0
	for _, list := range lists {
		count += len(list)
	}
	a := &Affinity{N: n, Cut: cut, Edges: make([]Edge, 0, count)}
	for i := lo; i < hi; i++ {
		others := float64(n - h.classes.Count[h.group[i]])
		for q := range c {
			list := lists[(i-lo)*c+q]
			m := min(h.k, len(list))
			if m == 0 {
				continue
			}
			weight := 1 / (float64(m) * float64(n))
			if q == h.group[i] {
				weight = -weight
			} else {
				weight *= float64(h.classes.Count[q]) / others
			}
			near := h.neighborhood(list, i, m)
			for r, nb := range near.Rows {
				a.Edges = append(a.Edges, Edge{min(i, nb.Index), max(i, nb.Index),
					weight * near.Weight(r)})
			}
		}
	}
	return a
}

func manhattanDistance(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += math.Abs(a[0] - b[0])
		s1 += math.Abs(a[1] - b[1])
		s2 += math.Abs(a[2] - b[2])
		s3 += math.Abs(a[3] - b[3])
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += math.Abs(v - b[i])
	}
	return (s0 + s1) + (s2 + s3)
}
