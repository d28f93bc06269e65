package projection

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/optimize"
	"fsnb.example/internal/spectrum"
)

// startShare is the size of the penalty at the first start, relative to the criterion, by default.
const startShare = .1

// someAxes are the directions of a basis that are taken at a time.
const someAxes = 16

var errNoWithin = errors.New("no feature varies within the classes, so that W has no length; " +
	"such features separate the classes by themselves: take them as they are")

// classScatter splits the centered samples (n×d) into means and rest: S_b = B'B and S_w = R'R,
// divided by n.
type classScatter struct {
	means *mat.Dense // B, √(n_c/n)(m_c - m)
	rest  *mat.Dense // R, (x_i - m_c)/√n
}

func newClassScatter(x *mat.Dense, y []int, classes int) (*classScatter, error) {
	n, d := x.Dims()
	count := make([]float64, classes)
	s := &classScatter{means: mat.NewDense(classes, d, nil), rest: mat.NewDense(n, d, nil)}
	origin := x.RawRowView(0)
	total := make([]float64, d)
	for i, c := range y {
		count[c]++
		row := s.rest.RawRowView(i)
		floats.SubTo(row, x.RawRowView(i), origin)
		floats.Add(s.means.RawRowView(c), row)
		floats.Add(total, row)
	}
	floats.Scale(1/float64(n), total)
	for c, v := range count {
		if v > 0 {
			floats.Scale(1/v, s.means.RawRowView(c))
		}
	}
	for i, c := range y {
		row := s.rest.RawRowView(i)
		floats.Sub(row, s.means.RawRowView(c))
		floats.Scale(1/math.Sqrt(float64(n)), row)
	}
	for c, v := range count {
		row := s.means.RawRowView(c)
		if v > 0 {
			floats.Sub(row, total)
		}
		floats.Scale(math.Sqrt(v/float64(n)), row)
	}
	size := mat.Norm(s.means, 2) + mat.Norm(s.rest, 2)
	if !(size < 1e70 && size > 1e-70) {
		return nil, errLearnedSquares
	}
	return s, nil
}

func (s *classScatter) part(features []int) *classScatter {
	return &classScatter{means: columns(s.means, features), rest: columns(s.rest, features)}
}

// firstFeatures are those with which a search begins: all, or the ones of the largest scatter
// between the classes relative to a_jj.
func (s *classScatter) firstFeatures(most int, diagonal []float64) []int {
	_, d := s.means.Dims()
	ratio := make([]float64, d)
	for c := range s.means.RawMatrix().Rows {
		for j, v := range s.means.RawRowView(c) {
			ratio[j] += v * v / diagonal[j]
		}
	}
	sorted := slices.Clone(ratio)
	slices.Sort(sorted)
	least := 0.
	if d > most {
		least = sorted[d-most] * (1 - 1e-9)
	}
	var out []int
	for j, v := range ratio {
		if v >= least {
			out = append(out, j)
		}
	}
	return out
}

// basis are orthonormal directions that have m axes of the largest scatters among their
// combinations: those of the samples where these are fewer than the features.
func (s *classScatter) basis(m int, diagonal []float64) *axes {
	n, d := s.rest.Dims()
	if d > n {
		if b := s.span(); b != nil && b.RawMatrix().Cols >= m {
			return &axes{all: b}
		}
	}
	return &axes{chosen: s.firstFeatures(max(n, 2*m), diagonal)}
}

// axes are orthonormal directions B (d×r): any, or those of some features.
type axes struct {
	all    *mat.Dense
	chosen []int
}

func (b *axes) count() int {
	if b.all != nil {
		return b.all.RawMatrix().Cols
	}
	return len(b.chosen)
}

// some are columns lo to hi-1, of d numbers.
func (b *axes) some(lo, hi, d int) *mat.Dense {
	if b.all != nil {
		return mat.DenseCopyOf(b.all.Slice(0, d, lo, hi))
	}
	out := mat.NewDense(d, hi-lo, nil)
	for c, j := range b.chosen[lo:hi] {
		out.Set(j, c, 1)
	}
	return out
}

// along is aB.
func (b *axes) along(a *mat.Dense) *mat.Dense {
	if b.all == nil {
		return columns(a, b.chosen)
	}
	var out mat.Dense
	out.Mul(a, b.all)
	return &out
}

// transposed is B'a.
func (b *axes) transposed(a *mat.Dense) *mat.Dense {
	if b.all == nil {
		return rowsOf(a, b.chosen)
	}
	var out mat.Dense
	out.Mul(b.all.T(), a)
	return &out
}

// times is Ba, of d rows.
func (b *axes) times(a *mat.Dense, d int) *mat.Dense {
	if b.all == nil {
		return spread(a, b.chosen, mat.NewDense(d, a.RawMatrix().Cols, nil))
	}
	var out mat.Dense
	out.Mul(b.all, a)
	return &out
}

// span is an orthonormal basis of the centered samples, nil if rounding forbids one.
func (s *classScatter) span() *mat.Dense {
	n, _ := s.rest.Dims()
	c, _ := s.means.Dims()
	gram := mat.NewSymDense(n+c, nil)
	own, rest := mat.NewSymDense(c, nil), mat.NewSymDense(n, nil)
	own.SymOuterK(1, s.means)
	rest.SymOuterK(1, s.rest)
	var cross mat.Dense
	cross.Mul(s.rest, s.means.T())
	for i := range n {
		for k := i; k < n; k++ {
			gram.SetSym(i, k, rest.At(i, k))
		}
		for k := range c {
			gram.SetSym(i, n+k, cross.At(i, k))
		}
	}
	for i := range c {
		for k := i; k < c; k++ {
			gram.SetSym(n+i, n+k, own.At(i, k))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil)
	least := n + c
	for least > 0 && values[least-1] > 1e-12*values[n+c-1] {
		least--
		for i := range n + c {
			vectors.Set(i, least, vectors.At(i, least)/math.Sqrt(values[least]))
		}
	}
	if least == n+c {
		return nil
	}
	_, d := s.rest.Dims()
	out := mat.NewDense(d, n+c-least, nil)
	for lo := least; lo < n+c; lo += someAxes {
		hi := min(lo+someAxes, n+c)
		var a, b mat.Dense
		a.Mul(s.rest.T(), vectors.Slice(0, n, lo, hi))
		b.Mul(s.means.T(), vectors.Slice(n, n+c, lo, hi))
		to := out.Slice(0, d, lo-least, hi-least).(*mat.Dense)
		to.Add(&a, &b)
	}
	return out
}

// startAxes are the m axes of the largest scatter between the classes over W'AW = I, those beyond
// the rank of it by their scatter as a whole; or random ones for a later start.
func (s *classScatter) startAxes(ctx context.Context, f smooth, m int, seed uint64, start int) (
	*mat.Dense, error) {
	_, d := s.means.Dims()
	if start > 0 {
		rng := rand.New(rand.NewPCG(seed, uint64(start)))
		w := mat.NewDense(d, m, nil)
		w.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, w)
		if w = polar(f, w); w == nil {
			return nil, errLearnedSquares
		}
		return w, nil
	}
	basis := s.basis(m, f.diagonal())
	r := basis.count()
	form := f.among(basis)
	between := grams(basis.along(s.means))
	whole := grams(basis.along(s.rest))
	whole.AddSym(whole, between)
	size, all := mat.Norm(between, 2), mat.Norm(whole, 2)
	if !(size > 1e-9*all) {
		size = all
	}
	for i := range r {
		for j := i; j < r; j++ {
			between.SetSym(i, j, between.At(i, j)+1e-6*size/all*whole.At(i, j))
		}
	}
	_, vectors, err := spectrum.LargestOf(ctx, between, optimize.Symmetrical(form), m, nil)
	if errors.Is(err, spectrum.ErrSingular) {
		return nil, errLearnedSquares
	}
	if err != nil {
		return nil, err
	}
	top := mat.NewDense(r, m, nil)
	for c := range m {
		top.SetCol(c, vectors[c])
	}
	out := polar(f, basis.times(top, d))
	if out == nil {
		return nil, errLearnedSquares
	}
	return out, nil
}

// formAmong is B'AB for the directions B of a basis.
func formAmong(f smooth, basis *axes, d int) *mat.Dense {
	r := basis.count()
	form := mat.NewDense(r, r, nil)
	for lo := 0; lo < r; lo += someAxes { // the image of all of the basis is another copy of X
		hi := min(lo+someAxes, r)
		form.Slice(0, r, lo, hi).(*mat.Dense).Copy(
			basis.transposed(f.metric(basis.some(lo, hi, d))))
	}
	return form
}

// grams is a'a.
func grams(a *mat.Dense) *mat.SymDense {
	_, r := a.Dims()
	gram := dense.Gram(mat.DenseCopyOf(a.T()), nil)
	out := mat.NewSymDense(r, nil)
	for i := range r {
		for j := i; j < r; j++ {
			out.SetSym(i, j, gram.Data[i*gram.Stride+j])
		}
	}
	return out
}

// solved leaves out the warning of a bad condition.
func solved(err error) error {
	var condition mat.Condition
	if errors.As(err, &condition) {
		return nil
	}
	return err
}

// supervised is a problem of classes for bestLearned.
type supervised struct {
	scatter func() (*classScatter, error) // of the starts
	lambda  float64                       // 0: by the start
	shift   float64                       // the largest value of the criterion
	name    string                        // of the criterion
	make    func() smooth
	values  func(w *mat.Dense) []float64
	frees   bool    // that of the descent
	effort  float64 // a factor of the limit of work
}

// run descends from a start.
func (p *supervised) run(ctx context.Context, m int, opt algorithms.Options, start int,
	tick func(int)) (*learned, error) {
	f := p.make()
	s := &descent{f: f, lambda: p.lambda, shift: p.shift,
		frees: p.frees, limit: p.effort * mostWork}
	shown := 0
	s.tick = func(n int) {
		n = min(n, rowMaxSteps-shown)
		shown += n
		tick(n)
	}
	defer s.tick(rowMaxSteps)
	w, err := p.begin(ctx, f, m, opt.Seed, start, s)
	if err != nil {
		return nil, err
	}
	if !(s.lambda > 0) {
		return nil, errLearnedSquares
	}
	last, err := s.search(ctx, w)
	if err != nil {
		return nil, err
	}
	w, last = last.w, s.proximal(f, last.w, 0, last.multiplier)
	out := &learned{w: w, tie: last.pull(), objective: s.value(f, w), trace: s.trace,
		residual: last.residual(), steps: s.steps + s.soft, values: p.values(w)}
	if len(out.trace) == 0 {
		out.trace = []float64{out.objective}
	}
	out.extra = []algorithms.Value{{Name: p.name, Value: algorithms.Number(-f.value(w))},
		{Name: "penalty", Value: algorithms.Number(s.lambda * rowMax(w))},
		{Name: "lambda", Value: algorithms.Number(s.lambda)}}
	return out, nil
}

// begin returns the W of a start, and sets λ where the start decides it.
func (p *supervised) begin(ctx context.Context, f smooth, m int, seed uint64, start int,
	s *descent) (*mat.Dense, error) {
	scatter, err := p.scatter()
	if err != nil {
		return nil, err
	}
	w, err := scatter.startAxes(ctx, f, m, seed, start)
	if err != nil || s.lambda != 0 {
		return w, err
	}
	own := w
	if start > 0 {
		if own, err = scatter.startAxes(ctx, f, m, 0, 0); err != nil {
			return nil, err
		}
	}
	s.lambda = -startShare * f.value(own) / rowMax(own)
	return w, nil
}

// best runs from several starts.
func (p *supervised) best(ctx context.Context, opt algorithms.Options, m, restarts int,
	x *mat.Dense, plan *plan) (*learn.Directions, error) {
	tick := opt.Meter("projection", rowMaxSteps*(1+restarts))
	out, err := bestLearned(ctx, opt, restarts, x, plan, func(start int) (*learned, error) {
		return p.run(ctx, m, opt, start, tick)
	})
	if out != nil {
		tieNorms(out.Norms)
	}
	return out, err
}

// tieNorms makes norms equal that differ by rounding, such as those of a square W'W = I.
func tieNorms(norms []float64) {
	order := make([]int, len(norms))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(norms[j], norms[i]) })
	best := norms[order[0]]
	for i := 1; i < len(order); i++ {
		if above := norms[order[i-1]]; above-norms[order[i]] <= 1e-12*max(1, best) &&
			norms[order[i]] > 0 {
			norms[order[i]] = above
		}
	}
}
