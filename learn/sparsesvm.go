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
	f, err := m.DecisionSparse(x, scaling)
	if err != nil {
		return nil, err
	}
	return m.decide(f), nil
}

// DecisionSparse is Decision of sparse samples after scaling, that of TrainSparse.
func (m *LinearModel) DecisionSparse(x *storage.Sparse, scaling *Scaling) (*mat.Dense, error) {
	n, d := x.Dims()
	c, dm := m.Weights.Dims()
	if d != dm {
		panic(fmt.Sprintf("learn: LinearModel of %d columns decides on %d", dm, d))
	}
	rows := centeredRows(x, scaling)
	if tooLarge(rows.val) {
		return nil, errTooLarge
	}
	f := mat.NewDense(n, c, nil)
	for k := range c {
		w, bias := m.Weights.RawRowView(k), m.Bias[k]
		if rows.center != nil {
			bias -= floats.Dot(w, rows.center)
		}
		for i := range n {
			f.Set(i, k, rows.dot(i, w)+bias)
		}
	}
	return f, nil
}
