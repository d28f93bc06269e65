package projection

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/optimize"
	"fsnb.example/internal/paramdoc"
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
// or underflow. A step costs O(min(n,d)dm); on a face O(nam) a product for a features whose rows
// are not 0. A search ends at a limit of work; its certificate says so. The memory is four copies
// of X and 20 of W.
//
// Source: Masaeli, Fung, Dy 2010. See docs/methods-projections.md.
type LDFS struct {
	// Dimensions is m; 0 means the number of classes less 1.
	Dimensions int `range:"[1,d]"`
	// Lambda is λ; 0 means that the penalty of the first start is a tenth of its criterion.
	Lambda float64 `range:"[1e-100,1e+100]"`
	// Restarts is the number of random starts, drawn by Options.Seed, in addition to that of linear
	// discriminant analysis; the best is kept.
	Restarts int `range:"[0,10000]"`
	// Effort is the work that a search may take, relative to the default limit; 0 means 1.
	Effort float64 `range:"(0,inf)"`
}

const rowMaxDoc = "weight of the largest entries of the rows; 0 means that the penalty of the " +
	"first start is a tenth of its criterion"

const effortDoc = "limit of the work of a search, relative to the default; 0 means 1"

// Facts returns what is known of the method.
func (m LDFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "ldfs",
			Family:  algorithms.Projections,
			Summary: "part in a row-sparse projection that separates the classes",
			Source:  "Masaeli, Fung, Dy 2010", Revision: 4,
			Params: map[string]string{
				"dimensions": paramdoc.ClassDimensions,
				"lambda":     rowMaxDoc,
				"restarts":   paramdoc.Restarts,
				"effort":     effortDoc,
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Seeded: m.Restarts > 0, InUnit: true,
			Degree: ldfsDegree(m.Lambda), PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d a step",
			Memory: func(s algorithms.Shape) float64 {
				n, d, classes := s.Floats()
				axes, rank := float64(m.Dimensions), min(n, d)
				if axes == 0 {
					axes = max(classes-1, 1)
				}
				return 8 * (2.8*n*d + 12*n*classes + 220*d*min(axes, d) + 3*rank*rank)
			},
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
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		if dims = fewer(m.Dimensions, dims, x); dims > x.RawMatrix().Cols {
			return nil, errAxes(dims, x)
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
		problem := &supervised{scatter: func() (*classScatter, error) { return s, nil },
			lambda: m.Lambda, shift: most,
			effort: cmp.Or(m.Effort, 1),
			name:   "scatter between the classes",
			values: f.values, make: func() smooth {
				own := *f
				own.counter = new(counter)
				return &own
			}}
		return problem.best(ctx, opt, dims, m.Restarts, x, p)
	})
}

func errAxes(dims int, x *mat.Dense) error {
	_, d := x.Dims()
	return fmt.Errorf("dimensions = %d of %d varying columns; give 1 to %d", dims, d, d)
}

// discriminant is -tr(W'S_bW) with A = S_w + εI.
type discriminant struct {
	*classScatter
	*counter
	epsilon float64
	gram    *mat.Dense // A; nil for many features
	squares []float64  // its diagonal
}

func newDiscriminant(s *classScatter) (*discriminant, error) {
	_, d := s.rest.Dims()
	within := optimize.Dot(s.rest, s.rest)
	if !(within > 1e-24*optimize.Dot(s.means, s.means)) {
		return nil, errNoWithin
	}
	out := &discriminant{classScatter: s, counter: new(counter),
		epsilon: 1e-3 * within / float64(d)}
	out.form()
	return out, nil
}

func (f *discriminant) value(w *mat.Dense) float64 {
	f.counts(w, f.means, 1)
	z := thin(f.means, w)
	return -optimize.Dot(z, z)
}

func (f *discriminant) gradient(w *mat.Dense) *mat.Dense { return f.curvature(nil, w) }

func (f *discriminant) curvature(_, v *mat.Dense) *mat.Dense {
	f.counts(v, f.means, 2)
	z := thin(f.means, v)
	z.Scale(-2, z)
	return thinTransposed(f.means, z)
}

func (f *discriminant) metric(v *mat.Dense) *mat.Dense {
	if f.gram != nil {
		f.counts(v, f.gram, 1)
		return thin(f.gram, v)
	}
	f.counts(v, f.rest, 2)
	out := thinTransposed(f.rest, thin(f.rest, v))
	floats.AddScaled(out.RawMatrix().Data, f.epsilon, v.RawMatrix().Data)
	return out
}

func (f *discriminant) among(basis *axes) *mat.Dense {
	if f.gram == nil || basis.all != nil {
		_, d := f.rest.Dims()
		return formAmong(f, basis, d)
	}
	return rowsOf(columns(f.gram, basis.chosen), basis.chosen)
}

// counts counts products of a with v.
func (f *discriminant) counts(v, a *mat.Dense, times float64) {
	n, d := a.Dims()
	_, m := v.Dims()
	f.count(productWork * times * float64(n) * float64(d) * float64(m))
}

// inverse takes the mean of the pull, and a factor of the matrix of the features, or of the samples
// where these are fewer.
func (f *discriminant) inverse(pull *mat.SymDense, shift float64) func(v *mat.Dense) *mat.Dense {
	shift *= float64(pull.SymmetricDim()) / mat.Trace(pull)
	if f.gram != nil {
		solve := f.factored(f.gram, shift)
		return func(v *mat.Dense) *mat.Dense {
			out := mat.DenseCopyOf(v.T())
			solve(out)
			return mat.DenseCopyOf(out.T())
		}
	}
	ridge := f.epsilon + shift
	n, _ := f.rest.Dims()
	raw := dense.Gram(f.rest, nil)
	gram := mat.NewDense(n, n, nil)
	for i := range n {
		copy(gram.RawRowView(i)[i:], raw.Data[i*raw.Stride+i:i*raw.Stride+n])
	}
	solve := f.factored(gram, ridge)
	return func(v *mat.Dense) *mat.Dense { // (R'R + rI)⁻¹ = (I - R'(RR' + rI)⁻¹R)/r
		f.counts(v, f.rest, 2)
		z := mat.DenseCopyOf(thin(f.rest, v).T())
		solve(z)
		less := thinTransposed(f.rest, mat.DenseCopyOf(z.T()))
		less.Sub(v, less)
		less.Scale(1/ridge, less)
		return less
	}
}

// factored multiplies rows by (a + shift·I)⁻¹, of which the upper triangle counts.
func (f *discriminant) factored(a *mat.Dense, shift float64) func(rows *mat.Dense) {
	n, _ := a.Dims()
	f.count(solveWork * float64(n) * float64(n) * float64(n) / 6)
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			sym.SetSym(i, k, a.At(i, k))
		}
		sym.SetSym(i, i, sym.At(i, i)+shift)
	}
	u, ok := dense.Cholesky(sym.RawSymmetric(), 0)
	return func(rows *mat.Dense) {
		m, _ := rows.Dims()
		f.count(solveWork * float64(n) * float64(n) * float64(m))
		if ok {
			dense.SolveRows(u, rows)
		}
	}
}

func (f *discriminant) part(features []int) smooth {
	out := &discriminant{classScatter: f.classScatter.part(features), counter: f.counter,
		epsilon: f.epsilon}
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
		f.gram = mat.DenseCopyOf(grams(f.rest))
		for j := range d {
			f.gram.Set(j, j, f.gram.At(j, j)+f.epsilon)
		}
	}
}

func (f *discriminant) diagonal() []float64 { return f.squares }

// steepness is the diagonal of P'(A⊗Y)P for the vectors P of the face and the positive part Y of
// the pull, with eigenvalues of at least 1e-3 of the largest: the Hessian is that less the one of
// the scatter between the classes.
func (f *discriminant) steepness(on *face, pull *mat.Dense) []float64 {
	positive := optimize.Spectral(optimize.Symmetrical(pull), func(v, most float64) float64 {
		if most == 0 {
			most = 1
		}
		return max(v, 1e-3*most)
	})
	out := make([]float64, on.unknowns())
	for i, j := range on.rows {
		for c, k := range on.cols[i] {
			for b, l := range on.cols[i] {
				out[i] += on.signs[i][c] * on.signs[i][b] * positive.At(k, l)
			}
		}
		out[i] *= f.squares[j] / float64(len(on.cols[i]))
	}
	return out
}

// largest is the largest tr(W'S_bW), the sum of the m largest eigenvalues of B(S_w + εI)⁻¹B'.
func (f *discriminant) largest(m int) (float64, error) {
	if f.gram != nil {
		across := mat.DenseCopyOf(f.means)
		f.factored(f.gram, 0)(across)
		var form mat.Dense
		form.Mul(across, f.means.T())
		return f.leading(&form, m)
	}
	n, _ := f.rest.Dims()
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
	return f.leading(&own, m)
}

// leading is the sum of the m largest eigenvalues of a form of the classes.
func (f *discriminant) leading(form *mat.Dense, m int) (float64, error) {
	c, _ := form.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(optimize.Symmetrical(form), false) {
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
