package embedded

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// rowFit minimizes tr(W'B'BW) + γΣ√(‖w_j‖² + ε) over W'W = I, for UDFS and SOGFS. If W is not
// unique, norms and loss are those of the mean of WW' over all solutions.
type rowFit struct {
	m              int
	gamma, epsilon float64
	tolerance      float64 // of gap

	// form is B'B (d×d) in place of B, nil if there is none; then formLoss, if not nil, returns
	// tr(W'B'BW) more accurately than form.
	form     *mat.SymDense
	formLoss func(w *rowsparse.Solution) float64

	w         *rowsparse.Solution // nil at a start in a null space
	norms     []float64
	loss      float64 // tr(W'B'BW)
	gap       float64 // relative gain of the last step found
	gradient  float64 // stationary.Residual
	least     float64 // stationary.Least
	residual  float64
	null      int // dimension of the null space of B at the start
	steps     int
	converged bool
	stopped   bool // by the context; least is unknown
	trace     []float64
	extra     []algorithms.Value
	warnings  []string
	other     float64 // the terms of the objective without W
	spread    stationary.Spread
}

// objective returns the whole objective.
func (f *rowFit) objective() float64 {
	return f.own() + f.other
}

// own returns the terms of the objective that depend on W for fixed B.
func (f *rowFit) own() float64 {
	return f.loss + f.gamma*rowsparse.Penalty(f.norms, f.epsilon)
}

// begin takes the step for D = I, or sets W to start (m×d).
func (f *rowFit) begin(ctx context.Context, b *mat.Dense, d int, start *mat.Dense) error {
	space, w, err := f.constant(ctx, b, d)
	if err != nil {
		return err
	}
	switch {
	case start != nil:
		f.take(rowsparse.Basis(start, nil), b)
	case w == nil:
		f.norms = rowsparse.NullNorms(space, d, f.m)
		for j, v := range f.norms {
			f.norms[j] = math.Sqrt(v)
		}
		f.loss = 0
	default:
		f.take(w, b)
	}
	f.trace = append(f.trace, f.objective())
	return nil
}

// constant returns the step for D = I, or the space of the rows of B, and sets null.
func (f *rowFit) constant(ctx context.Context, b *mat.Dense, d int) (
	*mat.Dense, *rowsparse.Solution, error) {
	f.null = 0
	if f.form != nil {
		w, err := rowsparse.ConstantOf(ctx, f.form, f.m)
		if w != nil || err != nil {
			return nil, w, err
		}
		b = rowsparse.Factor(f.form)
	}
	space, w, err := rowsparse.Constant(b, d, f.m)
	f.null = d
	if space != nil {
		r, _ := space.Dims()
		f.null -= r
	}
	return space, w, err
}

func (f *rowFit) take(w *rowsparse.Solution, b *mat.Dense) {
	f.w, f.norms, f.residual = w, w.Norms(), w.Residual
	f.loss = f.lossOf(b)
}

// lossOf returns tr(W'B'BW) of the current W.
func (f *rowFit) lossOf(b *mat.Dense) float64 {
	switch {
	case f.w == nil:
		return 0
	case f.form != nil && f.formLoss != nil:
		return f.formLoss(f.w)
	case f.form != nil:
		var sum float64
		_, k := f.w.Span.Dims()
		for c := range k {
			v := f.w.Span.ColView(c)
			sum += f.w.Share[c] * mat.Inner(v, f.form, v)
		}
		return sum
	case b == nil:
		return 0
	}
	image := dense.Cross(mat.DenseCopyOf(f.w.Span.T()), b)
	var sum float64
	for c, share := range f.w.Share {
		row := image.RawRowView(c)
		sum += share * floats.Dot(row, row)
	}
	return sum
}

// step sets W to the m smallest eigenvectors of B'B + γD unless that gains nothing. They minimize
// an upper bound of the objective that is exact at the W that D is computed from.
func (f *rowFit) step(ctx context.Context, b *mat.Dense) error {
	w, err := f.next(ctx, b)
	if err != nil {
		return err
	}
	if !f.takeLower(w, b, 0) {
		f.steps++
		f.trace = append(f.trace, f.objective())
	}
	return nil
}

// next computes the step and sets gap.
func (f *rowFit) next(ctx context.Context, b *mat.Dense) (*rowsparse.Solution, error) {
	var start mat.Matrix
	if f.w != nil {
		start = f.w.Near()
	}
	q := rowsparse.Weights(f.norms, f.gamma, f.epsilon)
	w, err := rowsparse.Smallest(ctx, rowsparse.Problem{B: b, C: f.form, Q: q}, f.m, start)
	if err != nil {
		return nil, err
	}
	before := f.loss
	for j, v := range f.norms {
		before += q[j] * v * v
	}
	f.gap = max(0, before-w.Trace()) / f.own()
	return w, nil
}

// takeLower takes w if it lowers the objective by more than least, relative, or if it is the first.
func (f *rowFit) takeLower(w *rowsparse.Solution, b *mat.Dense, least float64) bool {
	old, value := *f, f.own()
	f.take(w, b)
	if old.w != nil && !(f.own() < value*(1-least)) {
		f.w, f.norms, f.loss, f.residual = old.w, old.norms, old.loss, old.residual
		return false
	}
	f.steps++
	f.trace = append(f.trace, f.objective())
	return true
}

// scoreRows runs a method on the columns of d, centered and without constant and duplicate columns.
// Scores are the norms of the rows.
func scoreRows(ctx context.Context, d *datasets.Dataset, opt algorithms.Options, m int, gamma,
	epsilon float64, fit func(x *mat.Dense) (*rowFit, error)) (*algorithms.Scores, error) {
	kinds, err := findDuplicates(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	p := len(kinds.live)
	if p > 1 && m >= p {
		return nil, fmt.Errorf(
			"dimensions = %d with %d varying columns (duplicates aside) makes W square, and "+
				"every score 1; give at most %d", m, p, p-1)
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Constant: kinds.constant, Warnings: caution.Constant(d, kinds.constant),
		Diagnostics: algorithms.Diagnostics{Converged: true},
	}
	if p < 2 {
		for _, j := range kinds.live {
			s.Values[j] = 1
		}
	} else {
		var x *mat.Dense
		if x, err = centered(ctx, d, kinds.live, opt.Workers); err != nil {
			return nil, err
		}
		var f *rowFit
		if f, err = fit(x); f == nil {
			return nil, err
		}
		for c, j := range kinds.live {
			s.Values[j] = f.norms[c]
		}
		f.report(s, p)
	}
	for j, of := range kinds.first {
		s.Values[j] = s.Values[of]
	}
	return s, err
}

func (f *rowFit) report(s *algorithms.Scores, p int) {
	s.Diagnostics = algorithms.Diagnostics{
		Objective: algorithms.NewObjective(f.objective()), Iterations: f.steps,
		Converged: f.converged, Trace: f.trace,
		Certificate: &algorithms.Certificate{
			Name: "norm of the gradient on W'W = I, relative to the objective", Local: true,
			Value: algorithms.Number(f.gradient), Tolerance: algorithms.Number(f.tolerance),
		},
		Extra: append([]algorithms.Value{
			{Name: "gain of the next step", Value: algorithms.Number(f.gap)},
			{Name: "residual of the eigenvectors", Value: algorithms.Number(f.residual)},
			{Name: "loss", Value: algorithms.Number(f.loss)},
			{Name: "null space", Value: algorithms.Number(f.null)},
		}, f.extra...),
	}
	switch {
	case f.unique() && (f.stopped || math.IsNaN(f.least)): // the curvature is unknown
	case f.unique():
		s.Diagnostics.Extra = append(s.Diagnostics.Extra,
			algorithms.Value{Name: "least curvature", Value: algorithms.Number(f.least)})
		if !(f.least > stationary.Flat) {
			s.Warnings = append(s.Warnings, stationary.FlatWarning(f.least))
		}
	default:
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("W is not unique: its last columns can be any of %d directions, and the "+
				"scores are means over them", f.w.Ties))
	}
	for _, v := range f.spread.Numbers() {
		s.Diagnostics.Extra = append(s.Diagnostics.Extra,
			algorithms.Value{Name: v.Name, Value: algorithms.Number(v.Value)})
	}
	s.Warnings = append(s.Warnings, f.warnings...)
	if f.null >= f.m {
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("%d of %d dimensions have no difference between near samples, so that "+
				"no projection onto %d of them loses anything: the norms of the rows decide "+
				"nearly alone; fewer features than samples tell more", f.null, p, f.m))
	}
}

// centered returns columns of d minus their means.
func centered(ctx context.Context, d *datasets.Dataset, columns []int, workers int) (
	*mat.Dense, error) {
	n := d.N()
	x := mat.NewDense(n, len(columns), nil)
	err := parallel.For(ctx, workers, len(columns), 64, func(lo, hi int) {
		origin, mean := d.X.RawRowView(0), make([]float64, hi-lo)
		for i := range n {
			row, to := d.X.RawRowView(i), x.RawRowView(i)
			for c, j := range columns[lo:hi] {
				to[lo+c] = row[j] - origin[j]
				mean[c] += to[lo+c] / float64(n)
			}
		}
		for i := range n {
			floats.Sub(x.RawRowView(i)[lo:hi], mean)
		}
	})
	return x, err
}

// formLimit is the largest diagonal entry, relative to γ, of the absolute values that sum to B'B,
// for which it serves in place of B: the rounding errors of a solution are then far below the
// tolerance.
const formLimit = 1e5

// formed reports whether B'B may be formed for n samples and d columns: where it is smaller than X
// and eigenvectors are searched for.
func formed(n, d, m int) bool { return d <= n && !rowsparse.Whole(d, m) }

// stack accumulates the rows of B. When there are many it reduces them to a triangle of d rows with
// the same B'B.
type stack struct {
	d    int
	data []float64
}

func (s *stack) add(row []float64) {
	s.data = append(s.data, row...)
	if len(s.data) >= s.d*max(4*s.d, 256) {
		s.reduce()
	}
}

func (s *stack) reduce() {
	all := mat.NewDense(len(s.data)/s.d, s.d, s.data)
	s.data = append(s.data[:0], rowsparse.Triangle(all).RawMatrix().Data...)
}

// rows returns B with at most d rows, nil if it has none.
func (s *stack) rows() *mat.Dense {
	if len(s.data) > s.d*s.d {
		s.reduce()
	}
	if len(s.data) == 0 {
		return nil
	}
	return mat.NewDense(len(s.data)/s.d, s.d, s.data)
}
