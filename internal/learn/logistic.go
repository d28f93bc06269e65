package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Logistic is logistic regression with squared weights penalized, of two classes
//
//	min ½‖w‖² + C·Σ_i log(1 + exp(-y_i(w'x_i + b)))        y_i = ±1
//
// and of several, with a row w_c and a bias b_c for each,
//
//	min ½ Σ_c ‖w_c‖² + C·Σ_i (log Σ_c exp(z_ic) - z_iy)    z_ic = w_c'x_i + b_c.
//
// The biases are not penalized; those of several classes have the mean 0. C is that of
// scikit-learn's LogisticRegression, whose solutions these are.
type Logistic struct {
	C float64 // weight of the losses; 0 means 1
}

// LogisticModel is a trained logistic regression. Of two classes Decision is the logarithm of the
// odds of the first.
type LogisticModel struct {
	LinearModel // Fits is nil
	Fit         LogisticFit
}

// LogisticFit is the certificate of a logistic regression.
type LogisticFit struct {
	Objective float64
	// Gradient is the length of the gradient at the end, and Start that at weights of 0 with the
	// best biases. Where the biases are the best, the objective is at most Gradient²/2 above the
	// minimum, and the weights at most Gradient from the solution.
	Gradient, Start float64
	Steps           int  // of Newton's method
	Converged       bool // Gradient is at most 1e-10 of Start
}

const (
	logisticSteps = 100
	logisticSlack = 1e-10 // of the gradient, relative to that at the start
	roundingSlack = 1e-13 // at which another step is of no use
	// directSize is the number of weights and biases up to which a step of Newton's method is
	// solved by a Cholesky factor; above it by conjugate gradients.
	directSize = 256
)

// Train fits x (n×d) with classes y (indices below classes). A class without samples is never
// predicted. It returns an error when C is not positive and finite, a label is not below classes,
// fewer than two classes have samples, or a value is not finite or above 1e140; and ctx.Err().
//
// With more columns than rows it works in the space of the rows. A step costs O(nm²) for
// m = min(n, d)·classes up to 256, else O(nm) for each conjugate gradient, and min(n, d)³ for
// their preconditioner; the memory is O(n·min(n, d)).
func (p Logistic) Train(ctx context.Context, x *mat.Dense, y []int, classes int) (
	*LogisticModel, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: Logistic of %d×%d with %d labels", n, d, len(y)))
	}
	c := cmp.Or(p.C, 1)
	if !(c > 0) || math.IsInf(c, 1) {
		return nil, fmt.Errorf("Logistic: C is %g; give a positive number, or 0 for 1", c)
	}
	if err := checkValues(x); err != nil {
		return nil, err
	}
	_, present, err := group(y, classes)
	if err != nil {
		return nil, err
	}
	// Decisions at two points, probabilities and their errors; weights of the points of a search.
	if err := checkScores(4, n, len(present)); err != nil {
		return nil, err
	}
	if err := checkWeights(10, len(present), min(n, d)); err != nil {
		return nil, err
	}
	centered, mean := columnsCentered(x)
	z := centered
	var axes *reflectors
	if d > n {
		if z, axes, err = factorLQ(ctx, mat.DenseCopyOf(centered)); err != nil {
			return nil, err
		}
	}
	s := newLogit(c, z, y, present)
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	if d > n {
		s = s.inColumns(centered, axes)
	}
	w, b := s.parts(s.at)
	m := &LogisticModel{LinearModel{Classes: present, Weights: w, Bias: b}, s.fit}
	for k := range m.Bias {
		m.Bias[k] -= floats.Dot(mean, m.Weights.RawRowView(k))
	}
	if len(m.Bias) > 1 {
		floats.AddConst(-floats.Sum(m.Bias)/float64(len(m.Bias)), m.Bias)
	}
	return m, nil
}

// columnsCentered returns x minus the means of its columns, and these.
func columnsCentered(x *mat.Dense) (*mat.Dense, []float64) {
	n, d := x.Dims()
	mean := make([]float64, d)
	for i := range n {
		floats.AddScaled(mean, 1/float64(n), x.RawRowView(i))
	}
	c := mat.DenseCopyOf(x)
	for i := range n {
		floats.Sub(c.RawRowView(i), mean)
	}
	return c, mean
}

// Probabilities returns those of the classes for each row of x (m×d): a column for each of Classes.
// The errors and the cost are those of Decision.
func (m *LogisticModel) Probabilities(x *mat.Dense) (*mat.Dense, error) {
	f, err := m.Decision(x)
	if err != nil {
		return nil, err
	}
	n, c := f.Dims()
	if c > 1 {
		for i := range n {
			softmax(f.RawRowView(i))
		}
		return f, nil
	}
	out := mat.NewDense(n, 2, nil)
	for i := range n {
		out.Set(i, 0, sigmoid(f.At(i, 0)))
		out.Set(i, 1, sigmoid(-f.At(i, 0)))
	}
	return out, nil
}

// sigmoid is 1 / (1 + exp(-v)).
func sigmoid(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + math.Exp(-v))
	}
	e := math.Exp(v)
	return e / (1 + e)
}

// softplus is log(1 + exp(v)).
func softplus(v float64) float64 {
	return max(v, 0) + math.Log1p(math.Exp(-math.Abs(v)))
}

// softmax replaces decisions by probabilities, and returns the logarithm of their sum of
// exponentials.
func softmax(row []float64) float64 {
	most, sum := floats.Max(row), 0.0
	for k, v := range row {
		row[k] = math.Exp(v - most)
		sum += row[k]
	}
	floats.Scale(1/sum, row)
	return most + math.Log(sum)
}
