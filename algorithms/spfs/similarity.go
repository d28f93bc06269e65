package spfs

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// similarity is K in one of three forms, and what was learned while it was made.
type similarity struct {
	n      int
	class  []int              // of each sample, for the class graph
	share  []float64          // 1/n_c, 0 for a class without samples
	edges  []graph.Edge       // of a sparse K with zero diagonal
	dense  *mat.SymDense      // of any other
	square float64            // ‖K‖²_F
	extra  []algorithms.Value // its width

	warnings []string
}

// similarity makes K for the samples of d.
func (s source) similarity(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*similarity, error) {
	k := &similarity{n: d.N()}
	switch {
	case s.given != nil:
		if a, ok := s.given.(*graph.Affinity); ok {
			k.warnings = a.Warnings()
		}
		return k, k.take(s.given)
	case s.kind == ClassSimilarity:
		k.class, k.share = d.Y, make([]float64, len(d.Classes))
		for c, count := range d.ClassCounts() {
			if count > 0 {
				k.share[c] = 1 / float64(count)
				k.square++
			}
		}
	case s.kind == NeighborSimilarity:
		a, err := graph.HeatKernel(ctx, d.X, s.neighbors, s.heat, opt.Workers, opt.Meter)
		if err != nil {
			return nil, err
		}
		k.edges, k.warnings = a.Edges, a.Warnings()
		for _, e := range a.Edges {
			k.square += 2 * e.Weight * e.Weight
		}
		k.extra = []algorithms.Value{{Name: "heat", Value: algorithms.Number(a.Heat)}, {Name: "edges", Value: algorithms.Number(len(a.Edges))}}
	default:
		dense, delta2, err := graph.Gaussian(ctx, d.X, s.percentile, opt.Workers, opt.Meter)
		if err != nil {
			return nil, err
		}
		k.dense = dense
		k.square = squareOf(dense)
		k.extra = []algorithms.Value{{Name: "delta2", Value: algorithms.Number(delta2)}}
	}
	return k, nil
}

// take copies a similarity that the user gives.
func (k *similarity) take(given mat.Symmetric) error {
	if n := given.SymmetricDim(); n != k.n {
		return fmt.Errorf("the given similarity is of %d samples, and the data set has %d; give a row and a column for each", n, k.n)
	}
	k.dense = mat.NewSymDense(k.n, nil)
	for i := range k.n {
		for j := i; j < k.n; j++ {
			v := given.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("the given similarity of samples %d and %d is not a finite number; mend it", i, j)
			}
			k.dense.SetSym(i, j, v)
		}
	}
	if k.square = squareOf(k.dense); math.IsInf(k.square, 0) {
		return errors.New("the squares of the given similarity overflow; divide it by a constant")
	}
	return nil
}

func squareOf(k *mat.SymDense) float64 {
	var sum float64
	for i := range k.SymmetricDim() {
		row := k.RawSymmetric().Data[i*k.RawSymmetric().Stride:]
		sum += row[i] * row[i]
		rest := row[i+1 : k.SymmetricDim()]
		sum += 2 * floats.Dot(rest, rest)
	}
	return sum
}

// forms returns f'Kf of every column, 0 for constant ones: O(nd) for the class
// graph, O(d·edges) for a sparse K, O(n²d/2) for any other.
func (k *similarity) forms(ctx context.Context, c *columns, workers int) ([]float64, error) {
	q := make([]float64, len(c.data)/c.n)
	err := parallel.For(ctx, workers, len(q), columnBlock/4, func(lo, hi int) {
		sums := make([]float64, len(k.share))
		for j := lo; j < hi; j++ {
			q[j] = k.form(c.at(j), sums)
		}
	})
	return q, err
}

// form is f'Kf; sums has room for one number a class.
func (k *similarity) form(f, sums []float64) float64 {
	var q float64
	switch {
	case k.share != nil:
		clear(sums)
		for i, c := range k.class {
			sums[c] += f[i]
		}
		for c, s := range sums {
			q += s * s * k.share[c]
		}
	case k.dense != nil:
		raw := k.dense.RawSymmetric()
		for i, v := range f {
			row := raw.Data[i*raw.Stride:]
			q += v * (row[i]*v + 2*floats.Dot(row[i+1:k.n], f[i+1:]))
		}
	default:
		for _, e := range k.edges {
			q += 2 * e.Weight * f[e.I] * f[e.J]
		}
	}
	return q
}
