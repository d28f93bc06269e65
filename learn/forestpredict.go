package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Probabilities returns the mean shares of the classes in the leaves of each row of x (m×d): a row
// for each, a column for each of Classes. The cost is O(trees·depth) a row. It returns an error
// when a value is not finite, and ctx.Err().
func (m *ForestModel) Probabilities(ctx context.Context, x *mat.Dense, workers int) (
	*mat.Dense, error) {
	if m.Classes == nil {
		panic("learn: probabilities of a forest of numbers")
	}
	return m.predict(ctx, x, len(m.Classes), workers)
}

// Predict returns the class of largest probability for each row of x, the lowest one of several.
// The rest is as in Probabilities.
func (m *ForestModel) Predict(ctx context.Context, x *mat.Dense, workers int) ([]int, error) {
	p, err := m.Probabilities(ctx, x, workers)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := make([]int, n)
	for i := range out {
		best, row := 0, p.RawRowView(i)
		for c, v := range row {
			if v > row[best] {
				best = c
			}
		}
		out[i] = m.Classes[best]
	}
	return out, nil
}

// Means returns the mean of the means in the leaves of each row of x (m×d), of a forest of
// TrainMeans. The rest is as in Probabilities.
func (m *ForestModel) Means(ctx context.Context, x *mat.Dense, workers int) ([]float64, error) {
	if m.Classes != nil {
		panic("learn: means of a forest of classes")
	}
	p, err := m.predict(ctx, x, 1, workers)
	if err != nil {
		return nil, err
	}
	return p.RawMatrix().Data, nil
}

// predict returns the mean of the c values of the leaves of each row.
func (m *ForestModel) predict(ctx context.Context, x *mat.Dense, c, workers int) (
	*mat.Dense, error) {
	n, d := x.Dims()
	if d != m.Columns {
		panic(fmt.Sprintf("learn: Forest of %d columns predicts on %d", m.Columns, d))
	}
	var fault valueFault
	for i := range n {
		if fault.inRow(x.RawRowView(i), i) {
			return nil, fault.err
		}
	}
	out := mat.NewDense(n, c, nil)
	err := parallel.For(ctx, workers, n, 64, func(lo, hi int) {
		for t := range m.Trees { // one tree after another, which then stays in the cache
			for i := lo; i < hi; i++ {
				addTo(out.RawRowView(i), m.Trees[t].valuesOf(x.RawRowView(i)))
			}
		}
		for i := lo; i < hi; i++ {
			row := out.RawRowView(i)
			for k := range row {
				row[k] /= float64(len(m.Trees))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// valuesOf are the values of the leaf of a row, and those of leaves behind it.
func (t *Tree) valuesOf(row []float64) []float64 {
	at := &t.Nodes[0]
	for at.Column >= 0 {
		next := at.Left
		if row[at.Column] > at.Cut {
			next++
		}
		at = &t.Nodes[next]
	}
	return t.Values[at.Left:]
}

// addTo adds the first of values to sums.
func addTo(sums, values []float64) {
	for k := range sums {
		sums[k] += values[k]
	}
}
