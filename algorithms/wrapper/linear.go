package wrapper

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/learn"
)

const (
	// newtonSize is the largest number of unknowns for which machines are trained by Newton's
	// method, whose steps take its cube.
	newtonSize = 512
	// descentEps and descentEpochs are where coordinate descent ends.
	descentEps, descentEpochs = 1e-5, 20000
)

// trainSVM trains machines on x (n×p), whose classes y have samples of two at least.
func trainSVM(ctx context.Context, x *mat.Dense, y []int, classes int, c float64, workers int) (
	*learn.LinearModel, error) {
	n, p := x.Dims()
	svm := learn.LinearSVM{C: c, Eps: descentEps, MaxEpochs: descentEpochs, Workers: workers}
	switch {
	case min(n, p) > newtonSize:
		return svm.Train(ctx, x, y, classes)
	case p <= n:
		return svm.TrainNewton(ctx, x, y, classes, nil)
	}
	return trainWide(ctx, svm, x, y, classes)
}

// trainWide trains on x with fewer rows than columns. The weights are in the span of the rows, so
// the machine is trained on n coordinates Z with ZZ' = XX'. At the optimum w is the sum of
// 2C·error_i y_i x_i.
func trainWide(ctx context.Context, svm learn.LinearSVM, x *mat.Dense, y []int, classes int) (
	*learn.LinearModel, error) {
	n, p := x.Dims()
	var gram mat.SymDense
	gram.SymOuterK(1, x)
	values, vectors, err := dense.Eigen(ctx, &gram)
	if err != nil {
		return nil, err
	}
	z := mat.NewDense(n, n, nil)
	for i := range n {
		for k, v := range values {
			z.Set(i, k, vectors.At(i, k)*math.Sqrt(max(v, 0)))
		}
	}
	model, err := svm.TrainNewton(ctx, z, y, classes, nil)
	if err != nil {
		return nil, err
	}
	f, err := model.Decision(z)
	if err != nil {
		return nil, err
	}
	weights := mat.NewDense(len(model.Fits), p, nil)
	for m := range model.Fits {
		w := weights.RawRowView(m)
		for i, class := range y {
			sign := -1.0
			if class == model.Classes[m] {
				sign = 1
			}
			if short := 1 - sign*f.At(i, m); short > 0 {
				floats.AddScaled(w, 2*svm.C*short*sign, x.RawRowView(i))
			}
		}
	}
	model.Weights = weights
	return model, nil
}

// codes are the targets of ridge, centered (n×c): the codes -1 and 1 of each class, of two classes
// those of the first, or the continuous target; and their means.
func codes(s *samples, rows []int) (y *mat.Dense, means []float64) {
	c := 1
	if s.classes > 2 {
		c = s.classes
	}
	y, means = mat.NewDense(len(rows), c, nil), make([]float64, c)
	for k, i := range rows {
		for m := range c {
			v := -1.0
			switch {
			case s.y == nil:
				v = s.target[i]
			case s.y[i] == m:
				v = 1
			}
			y.Set(k, m, v)
			means[m] += v / float64(len(rows))
		}
	}
	for k := range rows {
		floats.Sub(y.RawRowView(k), means)
	}
	return y, means
}

var errRidge = errors.New("the products of the columns overflow, or lambda is lost in their " +
	"rounding; give a larger lambda")

// solveRidge returns the weights (c×p) of ridge on centered columns x (n×p) and targets y (n×c).
func solveRidge(x, y *mat.Dense, lambda float64) (*mat.Dense, error) {
	n, p := x.Dims()
	_, c := y.Dims()
	var gram mat.SymDense
	right := y
	if p > n { // W = X'(XX' + λI)⁻¹Y
		gram.SymOuterK(1, x)
	} else {
		gram.SymOuterK(1, x.T())
		right = mat.NewDense(p, c, nil)
		right.Mul(x.T(), y)
	}
	solved, err := solveDefinite(&gram, right, lambda)
	if err != nil {
		return nil, err
	}
	w := mat.NewDense(c, p, nil)
	if p > n {
		w.Mul(solved.T(), x)
	} else {
		w.Copy(solved.T())
	}
	return w, nil
}

// solveDefinite solves (A + λI)B = right, and overwrites A.
func solveDefinite(a *mat.SymDense, right *mat.Dense, lambda float64) (*mat.Dense, error) {
	for i := range a.SymmetricDim() {
		a.SetSym(i, i, a.At(i, i)+lambda)
	}
	var factor mat.Cholesky
	if !factor.Factorize(a) {
		return nil, errRidge
	}
	var out mat.Dense
	// A Condition error says that digits are lost; the solution is there.
	if err := factor.SolveTo(&out, right); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, errRidge
	}
	return &out, nil
}
