package projection

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/learn"
)

// LDFS is linear discriminant feature selection: a projection W (d×m) that separates the classes,
// with a penalty that makes whole rows 0,
//
//	maximize tr(W'S_bW) - λ Σ_j max_k |w_jk|  subject to  W'(S_w + εI)W = I,  ε = 1e-3·tr(S_w)/d
//	score_j = ‖w_j‖, the norm of row j of W
//
// for the scatters between and within classes, divided by n. The constraint is our reading of the
// source, of which the abstract was at hand: without one the penalty is scaled away. Rows of 0
// follow by ‖(2S_bW - 2(S_w + εI)WΛ)_j‖₁/λ, at most 1. The problem is not convex: the certificate
// is of a stationary point.
//
// Score returns an error without two classes, when a parameter is negative, Dimensions above the
// number of varying columns, when no column varies within the classes, and when squares overflow
// or underflow. A step costs O(nam) a product for a features whose rows are not 0, and O(n²am²) or
// O(a³m³) for a factor, whichever is less. A search ends after 1,000 steps, or 2e10
// multiplications, as with several classes and d ≫ n; its certificate says so. The memory is four
// copies of X.
//
// Source: Masaeli, Fung, Dy 2010. See docs/methods-projections.md.
type LDFS struct {
	// Dimensions is m; 0 means the number of classes less 1.
	Dimensions int
	// Lambda is λ; 0 means that the penalty of the first start is a tenth of its criterion.
	Lambda float64
	// Restarts is the number of random starts, drawn by Options.Seed, in addition to that of linear
	// discriminant analysis; the best is kept.
	Restarts int
}

const rowMaxDoc = "weight of the largest entries of the rows; 0 means that the penalty of the " +
	"first start is a tenth of its criterion"

// Name returns "ldfs".
func (LDFS) Name() string { return "ldfs" }

// Facts returns what is known of the method.
func (m LDFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		Family:   algorithms.Projections,
		Summary:  "part in a row-sparse projection that separates the classes",
		Source:   "Masaeli, Fung, Dy 2010",
		Cost:     "n²d a step",
		Revision: 2, Nested: true, Targets: algorithms.Classes,
		Seeded: m.Restarts > 0,
		InUnit: true, Degree: ldfsDegree(m.Lambda), PerfectMayTrail: true,
		Params: map[string]string{
			"dimensions": paramdoc.ClassDimensions,
			"lambda":     rowMaxDoc,
			"restarts":   paramdoc.Restarts,
		},
	}
}

// ldfsDegree is the power of the unit with which W changes where λ follows it.
func ldfsDegree(lambda float64) float64 {
	if lambda > 0 {
		return 0
	}
	return -1
}

// Resolve returns m: the defaults depend on the data.
func (m LDFS) Resolve() algorithms.Selector {
	return m
}

// Score returns the row norms of W. The trace holds the objectives of the steps.
func (m LDFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m LDFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the scatter between the classes along each axis.
func (m LDFS) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = m.Resolve().(LDFS)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		if dims = fewer(m.Dimensions, dims, x); dims > x.RawMatrix().Cols {
			return nil, errAxes(dims, x)
		}
		if err := checkPenalty(m.Lambda); err != nil {
			return nil, err
		}
		if err := checkRestarts(m.Restarts); err != nil {
			return nil, err
		}
		s, err := newClassScatter(x, d.Y, len(d.Classes))
		if err != nil {
			return nil, err
		}
		f, err := newDiscriminant(s)
		if err != nil {
			return nil, err
		}
		most, err := f.largest(dims)
		if err != nil {
			return nil, err
		}
		problem := &supervised{scatter: s, lambda: m.Lambda, shift: most,
			name: "scatter between the classes",
			make: func() smooth { return f }, values: f.values}
		return problem.best(ctx, opt, dims, m.Restarts, x, p)
	})
}

func checkPenalty(lambda float64) error {
	if !(lambda >= 0) || math.IsInf(lambda, 1) {
		return fmt.Errorf("lambda = %g; give a positive number, or 0 for a tenth of the criterion",
			lambda)
	}
	return nil
}

func errAxes(dims int, x *mat.Dense) error {
	_, d := x.Dims()
	return fmt.Errorf("dimensions = %d of %d varying columns; give 1 to %d", dims, d, d)
}

// discriminant is -tr(W'S_bW) with A = S_w + εI.
type discriminant struct {
	*classScatter
	epsilon float64
	gram    *mat.Dense // A; nil for many features
	squares []float64  // its diagonal
}

func newDiscriminant(s *classScatter) (*discriminant, error) {
	_, d := s.rest.Dims()
	within := frobenius(s.rest, s.rest)
	if !(within > 1e-24*frobenius(s.means, s.means)) {
		return nil, errNoWithin
	}
	out := &discriminant{classScatter: s, epsilon: 1e-3 * within / float64(d)}
	out.form()
	return out, nil
}

func (f *discriminant) value(w *mat.Dense) float64 {
	z := thin(f.means, w)
	return -frobenius(z, z)
}

func (f *discriminant) gradient(w *mat.Dense) *mat.Dense { return f.curvature(nil, w) }

func (f *discriminant) curvature(_, v *mat.Dense) *mat.Dense {
	z := thin(f.means, v)
	z.Scale(-2, z)
	return thinTransposed(f.means, z)
}

func (f *discriminant) metric(v *mat.Dense) *mat.Dense {
	if f.gram != nil {
		return thin(f.gram, v)
	}
	out := thinTransposed(f.rest, thin(f.rest, v))
	floats.AddScaled(out.RawMatrix().Data, f.epsilon, v.RawMatrix().Data)
	return out
}

func (f *discriminant) cost(m int) float64 {
	n, d := f.rest.Dims()
	c, _ := f.means.Dims()
	a := 2 * n * d
	if f.gram != nil {
		a = d * d
	}
	return float64(m) * float64(a+2*c*d)
}

func (f *discriminant) part(features []int) smooth {
	out := &discriminant{classScatter: f.classScatter.part(features), epsilon: f.epsilon}
	out.form()
	return out
}

// form makes A if the products with it are then cheaper, and its diagonal.
func (f *discriminant) form() {
	n, d := f.rest.Dims()
	f.squares = make([]float64, d)
	for i := range n {
		for j, v := range f.rest.RawRowView(i) {
			f.squares[j] += v * v
		}
	}
	floats.AddConst(f.epsilon, f.squares)
	if d <= n {
		f.gram = new(mat.Dense)
		f.gram.Mul(f.rest.T(), f.rest)
		for j := range d {
			f.gram.Set(j, j, f.gram.At(j, j)+f.epsilon)
		}
	}
}

func (f *discriminant) diagonal() []float64 { return f.squares }

// largest is the largest tr(W'S_bW), the sum of the m largest eigenvalues of B(S_w + εI)⁻¹B'.
func (f *discriminant) largest(m int) (float64, error) {
	n, _ := f.rest.Dims()
	c, _ := f.means.Dims()
	gram := mat.NewSymDense(n, nil)
	gram.SymOuterK(1, f.rest)
	for i := range n {
		gram.SetSym(i, i, gram.At(i, i)+f.epsilon)
	}
	var factor mat.Cholesky
	if !factor.Factorize(gram) {
		return 0, errLearnedSquares
	}
	var cross, inner, form mat.Dense
	cross.Mul(f.rest, f.means.T())
	if err := solved(factor.SolveTo(&inner, &cross)); err != nil {
		return 0, err
	}
	form.Mul(cross.T(), &inner)
	var own mat.Dense
	own.Mul(f.means, f.means.T())
	own.Sub(&own, &form)
	own.Scale(1/f.epsilon, &own)
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetrical(&own), false) {
		return 0, errLearnedSquares
	}
	values := eigen.Values(nil)
	var sum float64
	for k := range min(m, c) {
		sum += max(0, values[c-1-k])
	}
	return sum, nil
}

// values are the scatters between the classes along the axes.
func (f *discriminant) values(w *mat.Dense) []float64 {
	z := thin(f.means, w)
	_, m := w.Dims()
	out := make([]float64, m)
	for c := range out {
		col := mat.Col(nil, c, z)
		out[c] = floats.Dot(col, col)
	}
	return out
}
