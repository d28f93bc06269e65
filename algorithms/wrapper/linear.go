package wrapper

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
)

const (
	// newtonSize is the largest number of unknowns for which machines are trained by Newton's
	// method on features, whose steps take its cube.
	newtonSize = 512
	// productsSize is the largest number of samples whose products are held.
	productsSize = 4096
	// descentEps and descentEpochs are where coordinate descent ends.
	descentEps, descentEpochs = 1e-5, 20000
)

// trainSVM trains machines on x (n×p), whose classes y have samples of two at least.
func trainSVM(ctx context.Context, x *mat.Dense, y []int, classes int, c float64, workers int) (
	*learn.LinearModel, error) {
	n, p := x.Dims()
	svm := learn.LinearSVM{C: c, Eps: descentEps, MaxEpochs: descentEpochs, Workers: workers}
	switch {
	case byProducts(n, p):
		dual, err := svm.TrainProducts(ctx, products(x), y, classes, nil)
		if err != nil {
			return nil, err
		}
		return weighted(dual, x, y, c), nil
	case min(n, p) > newtonSize:
		return svm.Train(ctx, x, y, classes)
	}
	return svm.TrainNewton(ctx, x, y, classes, nil)
}

// byProducts reports whether machines on n samples of p features, of which nothing is known, are
// trained from the products of the samples.
func byProducts(n, p int) bool { return n <= productsSize && 2*p >= n && p > 1 }

// products are those of the rows, both halves.
func products(x *mat.Dense) *mat.Dense {
	gram := dense.Gram(x, nil)
	for i := range gram.N {
		for j := range i {
			gram.Data[i*gram.Stride+j] = gram.Data[j*gram.Stride+i]
		}
	}
	var out mat.Dense
	out.SetRawMatrix(blas64.General{Rows: gram.N, Cols: gram.N, Stride: gram.Stride,
		Data: gram.Data})
	return &out
}

// subtractProducts takes the products of the rows of x out of p, some rows at a time.
func subtractProducts(p, x *mat.Dense) {
	n, c := x.Dims()
	const rows = 64
	for lo := 0; lo < n; lo += rows {
		hi := min(lo+rows, n)
		some := dense.Cross(x.Slice(lo, hi, 0, c).(*mat.Dense), x.Slice(lo, n, 0, c).(*mat.Dense))
		for i := lo; i < hi; i++ {
			row, products := p.RawRowView(i), some.RawRowView(i-lo)
			for j := i; j < n; j++ {
				row[j] -= products[j-lo]
				if j > i {
					p.Set(j, i, row[j])
				}
			}
		}
	}
}

// weighted is a machine by its weights w. Its certificates are those of w, with the coefficients in
// the dual, whose products have no part in them.
func weighted(dual *learn.DualModel, x *mat.Dense, y []int, c float64) *learn.LinearModel {
	m := &learn.LinearModel{Classes: dual.Classes, Weights: new(mat.Dense), Bias: dual.Bias,
		Fits: slices.Clone(dual.Fits), Wrong: make([][]int, len(dual.Fits))}
	m.Weights.Mul(dual.Coefficients, x)
	var decided mat.Dense
	decided.Mul(m.Weights, x.T())
	for k := range m.Fits {
		w, row := m.Weights.RawRowView(k), decided.RawRowView(k)
		length := floats.Dot(w, w) + m.Bias[k]*m.Bias[k]
		loss, alphas := 0.0, 0.0
		for i, v := range dual.Coefficients.RawRowView(k) {
			sign := -1.0
			if y[i] == m.Classes[k] {
				sign = 1
			}
			if v != 0 {
				m.Wrong[k] = append(m.Wrong[k], i)
			}
			short := max(0, 1-sign*(row[i]+m.Bias[k]))
			loss += c * short * short
			alphas += sign*v - v*v/(4*c)
		}
		fit := &m.Fits[k]
		fit.Objective, fit.Gap = length/2+loss, length+loss-alphas
	}
	return m
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
