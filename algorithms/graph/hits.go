package graph

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// HitsAndMisses returns the signed graph of ReliefF on x (n×d) with classes y
// below c: each sample i is joined to its k nearest of every class, of its own by
// -1/(m n) and of another class y by
//
//	P(y) / (1 - P(y_i)) / (m n)
//
// where m is the number of those that there are, k or all other samples of the
// class, and P the classes' shares of the samples. A pair that is joined both ways
// has the sum of both weights. Near is by Manhattan distance, rows at equal
// distance in the order of their index.
//
// The cost is O(n²d/2) time and O(nck) memory; meter is that of Neighbours. It
// returns an error when k is less than 1, and ctx.Err().
func HitsAndMisses(ctx context.Context, x *mat.Dense, y []int, c, k, workers int, meter func(stage string, total int) func(int)) (*Affinity, error) {
	if k < 1 {
		return nil, fmt.Errorf("neighbors = %d; give at least 1", k)
	}
	n, _ := x.Dims()
	classes := NewClasses(y, c)
	lists := make([][]Neighbour, n*c) // of sample i and class q at i·c+q
	for i := range n {
		for q, m := range classes.Count {
			if q == y[i] {
				m--
			}
			if m > 0 {
				lists[i*c+q] = make([]Neighbour, 0, min(k, m))
			}
		}
	}
	locks := make([]sync.Mutex, (n+tileRows-1)/tileRows)
	err := eachTileOf(ctx, x, workers, "neighbours", meter, manhattanDistance, func(a, b int, dist *tile) {
		eachOrderedPair(n, a, b, dist, locks, func(i, j int, distance float64) {
			at := i*c + y[j]
			lists[at] = insert(lists[at], Neighbour{j, distance})
		})
	})
	if err != nil {
		return nil, err
	}
	a := &Affinity{N: n}
	for i := range n {
		others := float64(n - classes.Count[y[i]])
		for q := range c {
			list := lists[i*c+q]
			weight := 1 / (float64(len(list)) * float64(n))
			if q == y[i] {
				weight = -weight
			} else {
				weight *= float64(classes.Count[q]) / others
			}
			for _, nb := range list {
				a.Edges = append(a.Edges, Edge{min(i, nb.Index), max(i, nb.Index), weight})
			}
		}
	}
	// A stable order: i comes before j in the sum of a pair that is joined twice.
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
	return a, nil
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
