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
	n, _ := x.Dims()
	if err := checkScores(2, n, len(m.Classes)); err != nil { // ClassScores makes another
		return nil, err
	}
	out := mat.NewDense(n, len(m.Classes), nil)
	if err := m.predict(ctx, x, len(m.Classes), workers, out.SetRow); err != nil {
		return nil, err
	}
	return out, nil
}

// Predict returns the class of largest probability for each row of x, the lowest one of several.
// The rest is as in Probabilities.
func (m *ForestModel) Predict(ctx context.Context, x *mat.Dense, workers int) ([]int, error) {
	if m.Classes == nil {
		panic("learn: classes of a forest of numbers")
	}
	n, _ := x.Dims()
	out := make([]int, n)
	err := m.predict(ctx, x, len(m.Classes), workers, func(i int, row []float64) {
		best := 0
		for c, v := range row {
			if v > row[best] {
				best = c
			}
		}
		out[i] = m.Classes[best]
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Means returns the mean of the means in the leaves of each row of x (m×d), of a forest of
// TrainMeans. The rest is as in Probabilities.
func (m *ForestModel) Means(ctx context.Context, x *mat.Dense, workers int) ([]float64, error) {
	if m.Classes != nil {
		panic("learn: means of a forest of classes")
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	err := m.predict(ctx, x, 1, workers, func(i int, row []float64) { out[i] = row[0] })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// predict calls use with the mean of the c values of the leaves of each row.
func (m *ForestModel) predict(ctx context.Context, x *mat.Dense, c, workers int,
	use func(i int, row []float64)) error {
	n, d := x.Dims()
	if d != m.Columns {
		panic(fmt.Sprintf("learn: Forest of %d columns predicts on %d", m.Columns, d))
	}
	var fault valueFault
	for i := range n {
		if fault.inRow(x.RawRowView(i), i) {
			return fault.err
		}
	}
	return parallel.For(ctx, workers, n, rowBlock, func(lo, hi int) {
		sums := make([]float64, (hi-lo)*c)
		for t := range m.Trees { // one tree after another, which then stays in the cache
			for i := lo; i < hi; i++ {
				tree := &m.Trees[t]
				tree.addTo(sums[(i-lo)*c:(i-lo+1)*c], tree.leafOf(x.RawRowView(i)))
			}
		}
		for i := lo; i < hi; i++ {
			row := sums[(i-lo)*c : (i-lo+1)*c]
			for k := range row {
				row[k] /= float64(len(m.Trees))
			}
			use(i, row)
		}
	})
}

// rowBlock is the number of rows whose predictions are summed together.
const rowBlock = 64

// leafOf is the number of the leaf of a row.
func (t *Tree) leafOf(row []float64) int32 {
	at := &t.Nodes[0]
	for at.Column >= 0 {
		next := at.Left
		if row[at.Column] > at.Cut {
			next++
		}
		at = &t.Nodes[next]
	}
	return at.Left
}
