package graph

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/ties"
)

// HitsAndMissesApart is HitsAndMisses for samples in groups, of which group has the number of each:
// samples of one group are no neighbors. A sample without a neighbor in a class has no edge to it.
// It returns an error for more than 8,192 samples; the cost is that of ManhattanPairs, and of
// O(n² log n) comparisons.
func HitsAndMissesApart(ctx context.Context, x mat.Matrix, values []float64, y, group []int, c, k,
	workers int, meter func(stage string, total int) func(int)) (*Affinity, error) {
	if k < 1 {
		return nil, fmt.Errorf("neighbors = %d; give at least 1", k)
	}
	n, _ := x.Dims()
	a, classes := &Affinity{N: n}, NewClasses(y, c)
	err := eachApart(ctx, x, y, group, c, workers, meter, func(i int, nearest [][]Neighbor) {
		others := float64(n - classes.Count[y[i]])
		for q, list := range nearest {
			m := min(k, len(list))
			if m == 0 {
				continue
			}
			weight := 1 / (float64(m) * float64(n))
			if q == y[i] {
				weight = -weight
			} else {
				weight *= float64(classes.Count[q]) / others
			}
			least, most := ties.Range(list[m-1].Distance, values[i])
			h := NeighborhoodOf(list, m, least, most)
			for r, nb := range h.Rows {
				a.Edges = append(a.Edges, Edge{min(i, nb.Index), max(i, nb.Index),
					weight * h.Weight(r)})
			}
		}
	})
	if err != nil {
		return nil, err
	}
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

// RankedApart is Ranked for samples in groups: samples of one group are no neighbors. The errors
// and the cost are those of HitsAndMissesApart.
func RankedApart(ctx context.Context, x mat.Matrix, values, weights []float64, group []int,
	workers int, meter func(stage string, total int) func(int)) ([][]Weighted, error) {
	n, _ := x.Dims()
	lists := make([][]Weighted, n)
	err := eachApart(ctx, x, make([]int, n), group, 1, workers, meter,
		func(i int, nearest [][]Neighbor) {
			k := min(len(weights), len(nearest[0]))
			if k == 0 {
				return
			}
			least, most := ties.Range(nearest[0][k-1].Distance, values[i])
			lists[i] = shareWeights(NeighborhoodOf(nearest[0], k, least, most).Rows, weights[:k],
				func(distance float64) float64 {
					_, most := ties.Range(distance, values[i])
					return most
				})
		})
	return lists, err
}

// eachApart calls use for each row with all rows of other groups by class, nearest first.
func eachApart(ctx context.Context, x mat.Matrix, y, group []int, c, workers int,
	meter func(stage string, total int) func(int), use func(i int, nearest [][]Neighbor)) error {
	pairs, err := ManhattanPairs(ctx, x, workers, meter)
	if err != nil {
		return err
	}
	nearest := make([][]Neighbor, c)
	for i := range pairs.N {
		if err := ctx.Err(); err != nil {
			return err
		}
		for q := range nearest {
			nearest[q] = nearest[q][:0]
		}
		for j, q := range y {
			if group[i] != group[j] {
				nearest[q] = append(nearest[q], Neighbor{j, pairs.At(i, j)})
			}
		}
		for _, list := range nearest {
			sortNeighbors(list)
		}
		use(i, nearest)
	}
	return nil
}
