package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// KNNMean predicts the number of each row of test (m×d) as the mean of the numbers y of its k
// nearest rows of train (n×d) in Euclidean distance. Rows at equal distance are taken in order, as
// in KNN, whose errors and cost these are.
func KNNMean(
	ctx context.Context, train *mat.Dense, y []float64, test *mat.Dense, k int,
) ([]float64, error) {
	_, d := train.Dims()
	if k == 0 {
		return nil, tooFew(k, len(y))
	}
	out, err := Nearest{K: k}.Means(ctx, train, y, test, []int{d})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Ridge is a linear function of d features, Bias + x'Weights.
type Ridge struct {
	Weights []float64
	Bias    float64
}

// FitRidge minimizes ‖y - Xw - b1‖² + λ‖w‖² over w and b for rows of x (n×d) with numbers y; b is
// not penalized. It returns an error when λ is not positive and finite, or the products of columns
// overflow. The cost is O(nd·min(n, d) + min(n, d)³) time and O(nd + min(n, d)²) memory.
//
// Source: Hoerl, Kennard 1970.
func FitRidge(x *mat.Dense, y []float64, lambda float64) (*Ridge, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: FitRidge of %d×%d with %d numbers", n, d, len(y)))
	}
	f, err := newRidgeFactor(x, lambda)
	if err != nil {
		return nil, err
	}
	return f.solve(y)
}

// FitRidgeClasses is FitRidge for each of the classes y of x (indices below classes) against the
// others, as 1 and -1; of two classes for the first one. The class of the largest number is
// predicted. It returns the errors of FitRidge, and one when a label is not below classes, fewer
// than two classes have samples, or a value is not finite or above 1e140. The products of columns
// are factored once for all classes.
func FitRidgeClasses(x *mat.Dense, y []int, classes int, lambda float64) (*LinearModel, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: FitRidgeClasses of %d×%d with %d labels", n, d, len(y)))
	}
	if err := checkValues(x); err != nil {
		return nil, err
	}
	present, positive, err := machines(y, classes)
	if err != nil {
		return nil, err
	}
	f, err := newRidgeFactor(x, lambda)
	if err != nil {
		return nil, err
	}
	m := &LinearModel{Classes: present, Weights: mat.NewDense(len(positive), d, nil),
		Bias: make([]float64, len(positive))}
	for k, c := range positive {
		r, err := f.solve(signs(y, c))
		if err != nil {
			return nil, err
		}
		m.Weights.SetRow(k, r.Weights)
		m.Bias[k] = r.Bias
	}
	return m, nil
}

// ridgeFactor has the factor of the products of centered columns, or of rows when these are fewer.
type ridgeFactor struct {
	c      *mat.Dense
	mean   []float64
	factor mat.Cholesky
}

func newRidgeFactor(x *mat.Dense, lambda float64) (*ridgeFactor, error) {
	if !(lambda > 0) || math.IsInf(lambda, 1) {
		return nil, fmt.Errorf("ridge with lambda = %g; give a positive number", lambda)
	}
	n, d := x.Dims()
	f := new(ridgeFactor)
	f.c, f.mean = columnsCentered(x)
	var gram mat.SymDense
	if d > n {
		gram.SymOuterK(1, f.c)
	} else {
		gram.SymOuterK(1, f.c.T())
	}
	for i := range gram.SymmetricDim() {
		gram.SetSym(i, i, gram.At(i, i)+lambda)
	}
	if !f.factor.Factorize(&gram) {
		return nil, errors.New(
			"ridge: the products of the columns overflow, or lambda is lost in " +
				"their rounding; standardize the columns, or give a larger lambda")
	}
	return f, nil
}

// solve returns w = X'(XX' + λI)⁻¹z with more columns than rows, else (X'X + λI)⁻¹X'z, z being the
// numbers y minus their mean.
func (f *ridgeFactor) solve(y []float64) (*Ridge, error) {
	n, d := f.c.Dims()
	r := &Ridge{Weights: make([]float64, d), Bias: floats.Sum(y) / float64(n)}
	z := mat.NewVecDense(n, nil)
	for i, v := range y {
		z.SetVec(i, v-r.Bias)
	}
	right := z
	if d <= n {
		right = mat.NewVecDense(d, nil)
		right.MulVec(f.c.T(), z)
	}
	solved := mat.NewVecDense(right.Len(), nil)
	// A Condition error says that digits are lost; the solution is there.
	if err := f.factor.SolveVecTo(solved, right); err != nil {
		var condition mat.Condition
		if !errors.As(err, &condition) {
			return nil, fmt.Errorf("ridge: %w", err)
		}
	}
	w := mat.NewVecDense(d, r.Weights)
	if d > n {
		w.MulVec(f.c.T(), solved)
	} else {
		w.CopyVec(solved)
	}
	r.Bias -= floats.Dot(f.mean, r.Weights)
	return r, nil
}

// Predict returns the numbers of the rows of x (m×d).
func (r *Ridge) Predict(x *mat.Dense) []float64 {
	m, _ := x.Dims()
	out := make([]float64, m)
	for i := range out {
		out[i] = r.Bias + floats.Dot(x.RawRowView(i), r.Weights)
	}
	return out
}

// R2 is 1 - Σ(y - p)²/Σ(y - mean y)² for predictions p of numbers y: 1 for perfect ones, 0 for
// those of the mean, below 0 for worse ones. Where all y are equal it is 1 if the predictions are
// exact, else 0.
func R2(predicted, truth []float64) float64 {
	mean := floats.Sum(truth) / float64(len(truth))
	var rest, all, most float64
	for i, v := range truth {
		rest += (v - predicted[i]) * (v - predicted[i])
		all += (v - mean) * (v - mean)
		most = max(most, math.Abs(v-mean))
	}
	if most > 0 && !(all > 0x1p-900 && all < 0x1p900) { // squares underflow or overflow
		_, power := math.Frexp(most)
		rest, all = 0, 0
		for i, v := range truth {
			p, q := math.Ldexp(v-predicted[i], -power), math.Ldexp(v-mean, -power)
			rest += p * p
			all += q * q
		}
	}
	switch {
	case all > 0:
		return 1 - rest/all
	case rest == 0:
		return 1
	}
	return 0
}

// MAE is the mean absolute error of predictions.
func MAE(predicted, truth []float64) float64 {
	return floats.Distance(predicted, truth, 1) / float64(len(truth))
}

// RMSE is the root of the mean squared error of predictions.
func RMSE(predicted, truth []float64) float64 {
	return floats.Distance(predicted, truth, 2) / math.Sqrt(float64(len(truth)))
}
