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
	if !(lambda > 0) || math.IsInf(lambda, 1) {
		return nil, fmt.Errorf("ridge with lambda = %g; give a positive number", lambda)
	}
	mean := make([]float64, d)
	for i := range n {
		floats.AddScaled(mean, 1/float64(n), x.RawRowView(i))
	}
	c := mat.DenseCopyOf(x)
	for i := range n {
		floats.Sub(c.RawRowView(i), mean)
	}
	r := &Ridge{Weights: make([]float64, d), Bias: floats.Sum(y) / float64(n)}
	z := mat.NewVecDense(n, nil)
	for i, v := range y {
		z.SetVec(i, v-r.Bias)
	}
	w := mat.NewVecDense(d, r.Weights)
	var gram mat.SymDense
	var factor mat.Cholesky
	right := z
	if wide := d > n; wide { // w = X'(XX' + λI)⁻¹z
		gram.SymOuterK(1, c)
	} else { // w = (X'X + λI)⁻¹X'z
		gram.SymOuterK(1, c.T())
		right = mat.NewVecDense(d, nil)
		right.MulVec(c.T(), z)
	}
	for i := range gram.SymmetricDim() {
		gram.SetSym(i, i, gram.At(i, i)+lambda)
	}
	if !factor.Factorize(&gram) {
		return nil, errors.New(
			"ridge: the products of the columns overflow, or lambda is lost in " +
				"their rounding; standardize the columns, or give a larger lambda")
	}
	solved := mat.NewVecDense(gram.SymmetricDim(), nil)
	// A Condition error says that digits are lost; the solution is there.
	if err := factor.SolveVecTo(solved, right); err != nil {
		var condition mat.Condition
		if !errors.As(err, &condition) {
			return nil, fmt.Errorf("ridge: %w", err)
		}
	}
	if d > n {
		w.MulVec(c.T(), solved)
	} else {
		w.CopyVec(solved)
	}
	r.Bias -= floats.Dot(mean, r.Weights)
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
	var rest, all float64
	for i, v := range truth {
		rest += (v - predicted[i]) * (v - predicted[i])
		all += (v - mean) * (v - mean)
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
