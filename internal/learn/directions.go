package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// Directions is what a method learns to project samples on: x'W for a sample x.
type Directions struct {
	// Axes is W (d×m). Each column is signed so that its entry of largest magnitude is positive
	// (the first of several). A column is 0 beyond the rank of the problem.
	Axes *mat.Dense
	// Values has the eigenvalue of each axis, as the method defines it; +Inf is valid.
	Values []float64
	// Norms has the norm of each row of W. Where the last axis shares its eigenvalue with others
	// that were not requested, it is the root mean square over all of them, so that it does not
	// depend on the order of samples or features.
	Norms []float64
	// Tied is the number of axes that share the last eigenvalue, 1 when it is simple.
	Tied int
	// Rank is the rank of the centered data.
	Rank int
	// Residual is the largest norm of a residual of the eigenvectors' equations, recomputed from
	// the data, relative to the size of its terms.
	Residual float64
	// Iterations, Trace and Converged are for methods that iterate: their number, the objective
	// after each, and false when their limit ended them.
	Iterations int
	Trace      []float64
	Converged  bool
	// Least, of FSSL, is the least curvature at W, of at most 1: 0 where the objective is flat and
	// rows are undetermined.
	Least float64
	// Starts are the objectives from several starts, and Start is the one that was kept.
	Starts []float64
	Start  int
}

// same is the distance of two eigenvalues, relative to the largest possible, within which they
// count as equal.
const same = 1e-9

// errDependent is returned for axes that are equal within rounding.
var errDependent = errors.New("the axes cannot be told apart within rounding; standardize the " +
	"features")

// checkAxes returns an error for an impossible number of axes, or without data.
func checkAxes(x mat.Matrix, m int) error {
	n, d := x.Dims()
	stored := storedValues(x)
	switch {
	case stored != nil:
		return fmt.Errorf("the %d×%d values are %s, and this projection takes values in memory "+
			"only; take fewer features first", n, d, stored.Kind())
	case m < 1 || m > d:
		return fmt.Errorf("%d axes of %d features; ask for 1 to %d", m, d, d)
	case n < 2:
		return errors.New("a projection needs at least two samples")
	}
	return nil
}

// finish stores the first m columns of w (d×through), signed. Those from before on have the same
// eigenvalue as all up to through.
func (p *Directions) finish(w *mat.Dense, values []float64, m, before int) {
	d, through := w.Dims()
	p.Tied = through - before
	p.Norms = make([]float64, d)
	share := 1.0
	if through > before {
		share = float64(min(m, through)-before) / float64(through-before)
	}
	for j := range d {
		row := w.RawRowView(j)
		first, last := row[:before], row[before:]
		p.Norms[j] = math.Sqrt(floats.Dot(first, first) + share*floats.Dot(last, last))
	}
	p.Axes, p.Values = mat.NewDense(d, m, nil), make([]float64, m)
	for k := range min(m, through) {
		axis := mat.VecDenseCopyOf(w.ColView(k))
		fixSign(axis)
		p.Axes.SetCol(k, axis.RawVector().Data)
		p.Values[k] = values[k]
	}
}

// tie returns the range of keys, sorted, that equal the m-th; the last of them is before through.
func tie(keys []float64, m int, equal func(a, b float64) bool) (before, through int) {
	last := keys[m-1]
	before, through = m-1, m
	for before > 0 && equal(keys[before-1], last) {
		before--
	}
	for through < len(keys) && equal(keys[through], last) {
		through++
	}
	return before, through
}

// unscale multiplies the axes and their norms by 2^-exponent: those of data that were divided by
// 2^exponent, and that are normalized by the data.
func (p *Directions) unscale(exponent int) error {
	scaleBy(p.Axes, -exponent)
	for j, v := range p.Norms {
		p.Norms[j] = math.Ldexp(v, -exponent)
	}
	if !finite(p.Axes) {
		return errors.New("the axes are not finite: the values are too small; multiply the data " +
			"by a constant")
	}
	return nil
}

// symmetric returns a'b, a symmetric matrix but for rounding.
func symmetric(a, b *mat.Dense) *mat.SymDense {
	s, _ := dense.SymmetricProduct(context.Background(), a, b) // fails by its context only
	return s
}

// symmetrized is the mean of a and a'.
func symmetrized(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

// identity returns I (n×n).
func identity(n int) *mat.Dense {
	out := mat.NewDense(n, n, nil)
	for i := range n {
		out.Set(i, i, 1)
	}
	return out
}

// relative returns the largest norm of a row of r over the size of its terms.
func relative(r *mat.Dense, size func(k int) float64) float64 {
	m, _ := r.Dims()
	var worst float64
	for k := range m {
		if norm := floats.Norm(r.RawRowView(k), 2); norm > 0 {
			worst = max(worst, norm/size(k))
		}
	}
	return worst
}
