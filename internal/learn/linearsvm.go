package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// LinearSVM is a linear support vector machine for data of many features, one for each class
// against the others, or a single one for two classes:
//
//	min ½‖w‖² + C·Σ_i max(0, 1 - y_i·w'x_i)²
//
// over samples with one more feature of value 1, whose weight is the bias, penalized, too.
//
// The zero value has the defaults of LIBLINEAR's -s 1 with -B 1, which are those of scikit-learn's
// LinearSVC except its Eps of 1e-4.
type LinearSVM struct {
	C         float64 // weight of the errors; 0 means 1
	Eps       float64 // largest range of the projected gradient and 0 at the end; 0 means 0.1
	MaxEpochs int     // 0 means 1000
	Seed      uint64  // of the order in which samples are visited
	Workers   int     // classes trained concurrently; 0 means GOMAXPROCS
}

// LinearModel decides by f(x) = Weights·x + Bias.
type LinearModel struct {
	Classes []int      // those with training samples, ascending
	Weights *mat.Dense // c×d, a row for each of Classes; 1×d for two
	Bias    []float64
	Fits    []LinearFit // the training of each row
	Wrong   [][]int     // of TrainNewton, the samples with errors of each row, ascending
}

func newLinearModel(present []int, rows, d int) *LinearModel {
	return &LinearModel{Classes: present, Weights: mat.NewDense(rows, d, nil),
		Bias: make([]float64, rows), Fits: make([]LinearFit, rows)}
}

// LinearFit is the certificate of a linear machine's training.
type LinearFit struct {
	Objective float64 // ½‖w‖² + C·Σ loss, the primal
	Gap       float64 // primal minus dual, 0 at the optimum
	Epochs    int
	Converged bool
}

// Train fits the machine to x (n×d) with classes y (indices below classes) by
// dual coordinate descent with shrinking and random orders (Hsieh, Chang, Lin,
// Keerthi, Sundararajan 2008, algorithm 3). A class without samples is never
// predicted.
//
// It returns an error when a parameter is out of range, a label is not below
// classes, fewer than two classes have samples, or a value is not finite or above
// 1e140; and ctx.Err() within a second of the context's end. A machine that
// reaches MaxEpochs is not Converged: standardized features help. The same data
// give the same bits for any Workers. An epoch costs O(nd) a class, and no more
// than the numbers other than 0 when they are fewer than a quarter.
func (p LinearSVM) Train(
	ctx context.Context, x *mat.Dense, y []int, classes int,
) (*LinearModel, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: LinearSVM of %d×%d with %d labels", n, d, len(y)))
	}
	if err := checkValues(x); err != nil {
		return nil, err
	}
	return p.train(ctx, newSampleRows(x), y, classes)
}

// train is Train of rows whose values were checked.
func (p LinearSVM) train(
	ctx context.Context, rows *sampleRows, y []int, classes int,
) (*LinearModel, error) {
	n, d := rows.n, rows.d
	p, err := p.resolve()
	if err != nil {
		return nil, err
	}
	present, positive, err := machines(y, classes)
	if err != nil {
		return nil, err
	}
	norms := make([]float64, n)
	for i := range norms {
		norms[i] = rows.norm(i) + 1
	}
	if err := checkWeights(1, len(positive), d); err != nil {
		return nil, err
	}
	m := newLinearModel(present, len(positive), d)
	err = parallel.Each(ctx, p.Workers, len(positive), func(ctx context.Context, c int) error {
		s := newDescent(p, rows, norms, y, positive[c], m.Weights.RawRowView(c))
		err := s.run(ctx)
		m.Bias[c], m.Fits[c] = s.bias, s.fit
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// machines returns the classes with samples, and those of them that get a machine: of two the
// first.
func machines(y []int, classes int) (present, positive []int, err error) {
	if _, present, err = group(y, classes); err != nil {
		return nil, nil, err
	}
	if positive = present; len(present) == 2 {
		positive = present[:1]
	}
	return present, positive, nil
}

// signs are 1 for the samples of a class, else -1.
func signs(y []int, positive int) []float64 {
	out := make([]float64, len(y))
	for i, c := range y {
		if out[i] = -1; c == positive {
			out[i] = 1
		}
	}
	return out
}

// resolve writes out the defaults.
func (p LinearSVM) resolve() (LinearSVM, error) {
	p.C, p.Eps, p.MaxEpochs = cmp.Or(p.C, 1), cmp.Or(p.Eps, 0.1), cmp.Or(p.MaxEpochs, 1000)
	if !(p.C > 0) || math.IsInf(p.C, 1) {
		return p, fmt.Errorf("LinearSVM: C is %g; give a positive number, or 0 for 1", p.C)
	}
	if !(p.Eps > 0) || math.IsInf(p.Eps, 1) {
		return p, fmt.Errorf("LinearSVM: eps is %g; give a positive number, or 0 for 0.1", p.Eps)
	}
	if p.MaxEpochs < 0 {
		return p, fmt.Errorf("LinearSVM: at most %d epochs; give a positive number, or 0 for 1000",
			p.MaxEpochs)
	}
	return p, nil
}

// Decision returns f of each row of x (m×d): a column for each of Classes, or for
// two a single one, positive for the first. It returns an error when a value is
// not finite or above 1e140. The cost is O(d) for each.
func (m *LinearModel) Decision(x *mat.Dense) (*mat.Dense, error) {
	if err := m.takes(x); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	c := len(m.Bias)
	if err := checkScores(2, n, c); err != nil { // ClassScores makes another
		return nil, err
	}
	out := mat.NewDense(n, c, nil)
	for i := range n {
		m.decision(out.RawRowView(i), x.RawRowView(i))
	}
	return out, nil
}

// takes returns an error when a value of x is not finite or above 1e140.
func (m *LinearModel) takes(x *mat.Dense) error {
	_, d := x.Dims()
	if _, dm := m.Weights.Dims(); d != dm {
		panic(fmt.Sprintf("learn: LinearModel of %d columns decides on %d", dm, d))
	}
	return checkValues(x)
}

// decision puts f of a row into out.
func (m *LinearModel) decision(out, row []float64) {
	for k := range out {
		out[k] = floats.Dot(m.Weights.RawRowView(k), row) + m.Bias[k]
	}
}

// Predict returns the class with the largest f for each row of x (m×d), the
// lowest of several; of two classes the first where f > 0. The cost and the
// errors are those of Decision.
func (m *LinearModel) Predict(x *mat.Dense) ([]int, error) {
	if err := m.takes(x); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out, f := make([]int, n), make([]float64, len(m.Bias))
	for i := range out {
		m.decision(f, x.RawRowView(i))
		out[i] = m.decide(f)
	}
	return out, nil
}

// decide returns the class of decisions f.
func (m *LinearModel) decide(f []float64) int {
	at := floats.MaxIdx(f)
	if len(f) == 1 && !(f[0] > 0) {
		at = 1
	}
	return m.Classes[at]
}

// ClassScores puts the decisions or probabilities f of a model, a column for each class of present,
// or a single one that is positive for the first of two, into a column for each of classes. Those
// of classes that are not present are -Inf.
func ClassScores(f *mat.Dense, present []int, classes int) *mat.Dense {
	n, columns := f.Dims()
	out := mat.NewDense(n, classes, nil)
	for i := range n {
		row := out.RawRowView(i)
		for c := range row {
			row[c] = math.Inf(-1)
		}
		for k, c := range present {
			if columns == 1 {
				row[c] = f.At(i, 0) * float64(1-2*k)
			} else {
				row[c] = f.At(i, k)
			}
		}
	}
	return out
}
