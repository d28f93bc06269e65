package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// TrainSparse is Train of sparse samples after scaling, which was fitted on x; nil leaves the
// values as they are. The mean is subtracted within products. The weights are those of scaled
// values, for PredictSparse with the same scaling. An epoch costs O(n + entries) a class.
func (p LinearSVM) TrainSparse(ctx context.Context, x *storage.Sparse, y []int, classes int,
	scaling *Scaling) (*LinearModel, error) {
	if n, d := x.Dims(); len(y) != n {
		panic(fmt.Sprintf("learn: LinearSVM of %d×%d with %d labels", n, d, len(y)))
	}
	rows := centeredRows(x, scaling)
	if tooLarge(rows.val) {
		return nil, errTooLarge
	}
	return p.train(ctx, rows, y, classes)
}

// PredictSparse is Predict of sparse samples after scaling, that of TrainSparse.
func (m *LinearModel) PredictSparse(x *storage.Sparse, scaling *Scaling) ([]int, error) {
	n, _ := x.Dims()
	out, best := make([]int, n), make([]float64, n)
	err := m.eachSparse(x, scaling, func(i, k int, f float64) {
		switch {
		case len(m.Bias) == 1:
			out[i] = m.decide([]float64{f})
		case k == 0 || f > best[i]:
			out[i], best[i] = m.Classes[k], f
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// DecisionSparse is Decision of sparse samples after scaling, that of TrainSparse.
func (m *LinearModel) DecisionSparse(x *storage.Sparse, scaling *Scaling) (*mat.Dense, error) {
	n, _ := x.Dims()
	if err := checkScores(2, n, len(m.Bias)); err != nil { // ClassScores makes another
		return nil, err
	}
	f := mat.NewDense(n, len(m.Bias), nil)
	if err := m.eachSparse(x, scaling, f.Set); err != nil {
		return nil, err
	}
	return f, nil
}

// eachSparse calls use with each sample, class and decision.
func (m *LinearModel) eachSparse(x *storage.Sparse, scaling *Scaling,
	use func(i, k int, f float64)) error {
	n, d := x.Dims()
	c, dm := m.Weights.Dims()
	if d != dm {
		panic(fmt.Sprintf("learn: LinearModel of %d columns decides on %d", dm, d))
	}
	rows := centeredRows(x, scaling)
	if tooLarge(rows.val) {
		return errTooLarge
	}
	for k := range c {
		w, bias := m.Weights.RawRowView(k), m.Bias[k]
		if rows.center != nil {
			bias -= floats.Dot(w, rows.center)
		}
		for i := range n {
			use(i, k, rows.dot(i, w)+bias)
		}
	}
	return nil
}
