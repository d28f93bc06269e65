package spfs

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// similarity is K in one of four forms: class and share, target, edges, or dense.
type similarity struct {
	n      int
	class  []int              // class of each sample, for the class graph
	share  []float64          // 1/n_c, 0 for a class without samples
	target []float64          // u, for K = uu'
	edges  []graphs.Edge      // of a sparse K with zero diagonal
	dense  *mat.SymDense      // any other K
	square float64            // ‖K‖²_F
	extra  []algorithms.Value // diagnostics, such as the width

	warnings []string
}

// newSimilarity makes K for the samples of d.
func newSimilarity(ctx context.Context, d *datasets.Dataset, s graph.Similarity,
	opt algorithms.Options) (*similarity, error) {
	built, err := graph.Make(ctx, d, s, opt)
	if err != nil {
		return nil, err
	}
	k := &similarity{n: d.N(), extra: built.Extra, warnings: built.Warnings}
	switch sparse := built.Sparse(); {
	case built.Classes != nil:
		k.class, k.share = d.Y, make([]float64, len(d.Classes))
		for c, count := range built.Classes.Count {
			if count > 0 {
				k.share[c] = 1 / float64(count)
				k.square++
			}
		}
	case built.Target() != nil:
		k.target, k.square = built.Target(), 1
	case sparse != nil:
		k.edges = sparse.Edges
		for _, e := range k.edges {
			k.square += 2 * e.Weight * e.Weight
		}
	default:
		dense, err := built.Dense()
		if err != nil {
			return nil, err
		}
		return k, k.take(dense)
	}
	return k, nil
}

// take sets K to a matrix.
func (k *similarity) take(dense *mat.SymDense) error {
	k.dense = dense
	if k.square = squareOf(dense); math.IsInf(k.square, 0) {
		return errors.New("the squares of the similarity overflow; divide it by a constant")
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

// forms returns f'Kf of every column, 0 for constant ones: in O(nd) for the class graph and the
// target, or the time of the entries of sparse values; in O(d·edges) for a sparse K, and O(n²d/2)
// for any other.
func (k *similarity) forms(ctx context.Context, c *columns, workers int) ([]float64, error) {
	q := make([]float64, c.d)
	total := floats.Sum(k.target)
	err := c.each(ctx, c.live, workers, func(a int, f *column) {
		sums := f.room(len(k.share))
		if f.full != nil {
			q[c.live[a]] = k.form(f.full, sums)
		} else {
			q[c.live[a]] = k.formOf(&f.offsets, sums, total)
		}
	})
	return q, err
}

// formOf is form of a sparse column, for the class graph and the target; total is the sum of the
// target.
func (k *similarity) formOf(f *offsets, sums []float64, total float64) (q float64) {
	if k.target != nil {
		q = f.dot(k.target, total)
		return float64(q * q)
	}
	clear(sums)
	for p, i := range f.places {
		sums[k.class[i]] += f.added[p]
	}
	for c, s := range sums {
		if k.share[c] > 0 {
			s += f.base / k.share[c]
			q += s * s * k.share[c]
		}
	}
	return q
}

// form is f'Kf; sums is a buffer with one entry for each class.
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
	case k.target != nil:
		q = floats.Dot(k.target, f)
		q *= q
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
