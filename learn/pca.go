package learn

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Projection is a linear map of samples onto m axes.
type Projection struct {
	Scores    *mat.Dense // n×m, the projected samples
	Axes      *mat.Dense // d×m, orthonormal columns
	Explained []float64  // share of the total variance on each axis
}

// PCA projects x (n×d) on its first m principal components: the axes are the
// leading eigenvectors of the covariance of the centred columns, each signed so
// that its entry of largest magnitude is positive (the first of several).
// Explained is the eigenvalue over the trace.
//
// It returns an error when m is not between 1 and d, when there are fewer than
// two samples, or when every column is constant. Components beyond the rank of x
// have scores 0 and axes 0. The cost is O(nd·min(n,d)) time for the smaller Gram
// matrix and O(min(n,d)²) memory.
func PCA(x mat.Matrix, m int) (*Projection, error) {
	n, d := x.Dims()
	if m < 1 || m > d {
		return nil, fmt.Errorf("%d components of %d features; ask for 1 to %d", m, d, d)
	}
	if n < 2 {
		return nil, errors.New("principal components need at least two samples")
	}
	c := mat.DenseCopyOf(x)
	Centre(c)
	p := &Projection{mat.NewDense(n, m, nil), mat.NewDense(d, m, nil), make([]float64, m)}

	small := min(n, d)
	gram := mat.NewSymDense(small, nil)
	if d <= n {
		gram.SymOuterK(1, c.T())
	} else {
		gram.SymOuterK(1, c)
	}
	total := mat.Trace(gram)
	if total == 0 {
		return nil, errors.New("every feature is constant: there is no variance to project on")
	}
	if math.IsInf(total, 0) || math.IsNaN(total) {
		return nil, errors.New("the squares of the values overflow; divide the data by a constant")
	}
	var eig mat.EigenSym
	if !eig.Factorize(gram, true) {
		return nil, errors.New("the eigenvalues of the covariance matrix did not converge; standardise the features")
	}
	values := eig.Values(nil) // ascending
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	for k := range min(m, small) {
		value := max(values[small-1-k], 0)
		p.Explained[k] = value / total
		if value <= total*1e-14*float64(small) {
			p.Explained[k] = 0 // beyond the rank: rounding, not a direction
			continue
		}
		v := mat.Col(nil, small-1-k, &vectors)
		axis := mat.NewVecDense(d, nil)
		if d <= n {
			axis.CopyVec(mat.NewVecDense(d, v))
		} else {
			axis.MulVec(c.T(), mat.NewVecDense(n, v))
			axis.ScaleVec(1/math.Sqrt(value), axis)
		}
		fixSign(axis)
		p.Axes.SetCol(k, axis.RawVector().Data)
	}
	p.Scores.Mul(c, p.Axes)
	return p, nil
}

// fixSign makes the entry of largest magnitude positive. Entries within 1e-9 of
// it count as equal, so that rounding does not choose.
func fixSign(v *mat.VecDense) {
	largest := mat.Norm(v, math.Inf(1))
	for i := range v.Len() {
		if a := v.AtVec(i); math.Abs(a) >= largest*(1-1e-9) {
			if a < 0 {
				v.ScaleVec(-1, v)
			}
			return
		}
	}
}

// Centre subtracts its mean from every column of x, in place. The mean is taken
// relative to the first row, so that a constant column becomes exactly 0.
func Centre(x *mat.Dense) {
	n, d := x.Dims()
	origin := append([]float64(nil), x.RawRowView(0)...)
	mean := make([]float64, d)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] -= origin[j]
			mean[j] += row[j]
		}
	}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] -= mean[j] / float64(n)
		}
	}
}

// Scaling maps columns to zero mean and unit variance, as fitted on one matrix
// and applied to others.
type Scaling struct{ Mean, SD []float64 }

// FitScaling returns the mean and the standard deviation (with n-1) of every
// column of x. A constant column has SD 0.
func FitScaling(x mat.Matrix) *Scaling {
	n, d := x.Dims()
	s := &Scaling{make([]float64, d), make([]float64, d)}
	for j := range d {
		origin := x.At(0, j)
		var sum float64
		for i := range n {
			sum += x.At(i, j) - origin
		}
		mean := sum / float64(n)
		var squares float64
		for i := range n {
			r := x.At(i, j) - origin - mean
			squares += r * r
		}
		s.Mean[j] = origin + mean
		if n > 1 {
			s.SD[j] = math.Sqrt(squares / float64(n-1))
		}
	}
	return s
}

// Apply returns a scaled copy of x; columns that were constant in the fit are
// centred only.
func (s *Scaling) Apply(x mat.Matrix) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		row := out.RawRowView(i)
		for j := range row {
			row[j] = x.At(i, j) - s.Mean[j]
			if s.SD[j] > 0 {
				row[j] /= s.SD[j]
			}
		}
	}
	return out
}
