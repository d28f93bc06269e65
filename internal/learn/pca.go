package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
)

// Projection is a linear map of samples onto m axes.
type Projection struct {
	Scores    *mat.Dense // n×m, the projected samples
	Axes      *mat.Dense // d×m, orthonormal columns
	Explained []float64  // share of the total variance on each axis
}

// PCA projects x (n×d) on its first m principal components: the axes are the leading eigenvectors
// of the covariance of the centered columns, each signed so that its entry of largest magnitude is
// positive (the first of several). Explained is the eigenvalue over the trace.
//
// It returns an error when m is not between 1 and d, when there are fewer than two samples, when
// every column is constant, or when the values are so large that their differences are infinite.
// Components beyond the rank of x have scores 0 and axes 0. It returns ctx.Err() within a second of
// the context's end. A few components of many samples and features cost O(nd) time for each of some
// hundred Krylov vectors, or O(min(n,d)²) for most once the smaller Gram matrix is formed, which a
// library of fast products does (dense.External); otherwise that is formed and decomposed,
// in O(nd·min(n,d)) time and O(min(n,d)²) memory. A storage.Matrix that is sparse or on disk is
// centered within products, O(entries) or one pass over the file for six Krylov vectors, in
// O(n + d) memory for each; components that do not converge are an error.
func PCA(ctx context.Context, x mat.Matrix, m int) (*Projection, error) {
	if stored := storedValues(x); stored != nil {
		return storedPCA(ctx, stored, m, false)
	}
	n, d := x.Dims()
	if err := checkComponents(n, d, m); err != nil {
		return nil, err
	}
	c := mat.DenseCopyOf(x)
	Center(c)
	// A power of two prevents overflow and underflow of squares without rounding.
	largest := magnitude(n, 0, func() func(i int) []float64 { return c.RawRowView })
	switch {
	case !(largest <= math.MaxFloat64):
		return nil, errInfinite
	case largest == 0:
		return nil, errNoVariance
	}
	_, exponent := math.Frexp(largest)
	scaleBy(c, -exponent)
	p, err := components(ctx, c, m)
	if err != nil {
		return nil, err
	}
	scaleBy(p.Scores, exponent)
	if !finite(p.Scores) {
		return nil, errInfiniteScores
	}
	return p, nil
}

var (
	errInfinite = errors.New("the differences of the values are not finite; divide the data by a " +
		"constant")
	errNoVariance = errors.New("every feature is constant: there is no variance to project on")

	errInfiniteScores = errors.New("the projections are not finite; divide the data by a constant")
)

func checkComponents(n, d, m int) error {
	if m < 1 || m > d {
		return fmt.Errorf("%d components of %d features; ask for 1 to %d", m, d, d)
	}
	if n < 2 {
		return errors.New("principal components need at least two samples")
	}
	return nil
}

// components is PCA of a centered matrix.
func components(ctx context.Context, c *mat.Dense, m int) (*Projection, error) {
	n, d := c.Dims()
	small := min(n, d)
	var total float64
	for i := range n {
		row := mat.NewVecDense(d, c.RawRowView(i))
		total += mat.Dot(row, row)
	}
	p := &Projection{mat.NewDense(n, m, nil), mat.NewDense(d, m, nil), make([]float64, m)}
	values, vectors, err := eigenvectors(ctx, c, min(m, small))
	if err != nil {
		return nil, err
	}
	axes := mat.NewDense(m, d, nil) // the components as rows
	for k, value := range values {
		if value <= total*1e-14*float64(small) {
			break // beyond the rank: rounding, not a direction
		}
		p.Explained[k] = min(value/total, 1)
		axis := mat.NewVecDense(d, axes.RawRowView(k))
		if d <= n {
			axis.CopyVec(vectors.RowView(k))
		} else {
			// Orthogonal in theory only: a small eigenvalue amplifies the rounding of the large
			// ones.
			axis.MulVec(c.T(), vectors.RowView(k))
			krylov.Orthonormal(axes.RawRowView(k), axes, k)
		}
		fixSign(axis)
	}
	p.Axes.Copy(axes.T())
	p.Scores.Mul(c, p.Axes)
	return p, nil
}

// fixSign makes the entry of largest magnitude positive. Entries within 1e-9 of it count as equal,
// so that the choice does not depend on rounding.
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

// scaleBy multiplies x by 2^exponent.
func scaleBy(x *mat.Dense, exponent int) {
	n, _ := x.Dims()
	factor := math.Ldexp(1, exponent)
	exact := exponent > -1000 && exponent < 1000 // the factor is a number of full precision
	parallel.Whole(0, n, rowsAtOnce, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			if exact {
				floats.Scale(factor, row)
				continue
			}
			for j, v := range row {
				row[j] = math.Ldexp(v, exponent)
			}
		}
	})
}

// rowsAtOnce is the number of rows that one goroutine reads at a time.
const rowsAtOnce = 64

// magnitude returns the largest |v| of the values of n rows, which is not finite where one of them
// is not. reader is called by each goroutine for a function that returns row i.
func magnitude(n, workers int, reader func() func(i int) []float64) float64 {
	blocks := (n + rowsAtOnce - 1) / rowsAtOnce
	most := make([]float64, blocks)
	parallel.Whole(workers, blocks, 1, func(k, _ int) {
		row := reader()
		var largest float64
		for i := k * rowsAtOnce; i < min((k+1)*rowsAtOnce, n); i++ {
			for _, v := range row(i) {
				if v-v != 0 {
					most[k] = v - v // NaN
					return
				}
				if v = math.Abs(v); v > largest {
					largest = v
				}
			}
		}
		most[k] = largest
	})
	var all float64
	for _, v := range most {
		all = max(all, v) // NaN stays
	}
	return all
}

func finite(x *mat.Dense) bool {
	n, _ := x.Dims()
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return true
}
