package spfs

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
)

// Path is the path of LAR to an answer, recovered from the answer. A step changes the residual R to
// R - αPR, with P the projection on the features that have joined, and their correlation c to
// (1-α)c. The projections are nested, so with an orthonormal basis b_j of the features in order
//
//	XW = SY,  S = Σ_j (1 - c_k/c_j) b_j b_j'
//
// when feature k joins. c_j, the correlation at which feature j joined, is in the trace of the
// answer. See docs/spfs.md.
type Path struct {
	columns *columns
	basis   [][]float64
	joined  []float64
	workers int
}

// Follow recovers the path of an answer r of LAR on d. It returns an error if r is of another
// method or of other data, if the values are not in memory, and ctx.Err(). The cost is O(nd + nk²).
func Follow(ctx context.Context, d *datasets.Dataset, r *algorithms.Ranking, workers int) (
	*Path, error) {
	switch {
	case r == nil || r.Method != algorithms.Name(LAR{}):
		return nil, errors.New("only a ranking by spfs-lar has a path; give one")
	case r.N != d.N() || r.D != d.D():
		return nil, fmt.Errorf(
			"the ranking is of a data set of %d×%d, and this one is %d×%d; give the data set that "+
				"was ranked", r.N, r.D, d.N(), d.D())
	}
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	raw := false
	for _, p := range r.Params {
		raw = raw || p.Name == "uncentered" && p.Value == "true"
	}
	c, err := newColumns(ctx, d.X, raw, workers)
	if err != nil {
		return nil, err
	}
	p := &Path{columns: c, joined: r.Diagnostics.Trace, workers: workers}
	for _, j := range r.Features[:len(p.joined)] {
		b := append([]float64(nil), c.at(j)...)
		for range 2 { // twice because of rounding
			for _, a := range p.basis {
				floats.AddScaled(b, -floats.Dot(a, b), a)
			}
		}
		floats.Scale(1/floats.Norm(b, 2), b)
		p.basis = append(p.basis, b)
	}
	return p, nil
}

// Steps is the number of features that joined.
func (p *Path) Steps() int { return len(p.joined) }

// predicted sets out to Sv at a step.
func (p *Path) predicted(out, v []float64, step int) {
	clear(out)
	for j, b := range p.basis[:step] {
		floats.AddScaled(out, (1-p.joined[step-1]/p.joined[j])*floats.Dot(b, v), b)
	}
}

// check returns an error if there is no such step, or if the size of K is not n.
func (p *Path) check(k mat.Symmetric, step int) error {
	if step < 1 || step > len(p.joined) {
		return fmt.Errorf("step = %d, and the path has %d steps; give 1 to %d", step,
			len(p.joined), len(p.joined))
	}
	if k.SymmetricDim() != p.columns.n {
		return fmt.Errorf(
			"the similarity is of %d samples, and the data set has %d; give one row and column "+
				"for each sample", k.SymmetricDim(), p.columns.n)
	}
	return nil
}

// Similarity is XWW'X' = SKS (n×n) when feature number step joins: the similarity of the samples in
// the weighted features, which LAR brings near to K. k is K, the similarity that LAR preserves. The
// last feature to join has weight 0. The cost is O(n²·step).
func (p *Path) Similarity(k mat.Symmetric, step int) (*mat.SymDense, error) {
	if err := p.check(k, step); err != nil {
		return nil, err
	}
	n := p.columns.n
	half := mat.NewDense(n, n, nil) // row i is S times column i of K
	column, out := make([]float64, n), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range column {
			column[j] = k.At(j, i)
		}
		p.predicted(half.RawRowView(i), column, step)
	}
	row := make([]float64, n)
	for j := range n {
		mat.Col(column, j, half)
		p.predicted(row, column, step)
		for i := j; i < n; i++ {
			out.SetSym(j, i, row[i])
		}
	}
	return out, nil
}

// Correlations is ‖f'R‖ of each of the d columns f when feature number step joins: the largest for
// all features that have joined, 0 for constant columns. k is K, the similarity that LAR preserves,
// without negative eigenvalues. The cost is O(nd·step) and that of f'Kf.
func (p *Path) Correlations(ctx context.Context, k mat.Symmetric, step int) ([]float64, error) {
	if err := p.check(k, step); err != nil {
		return nil, err
	}
	var s similarity
	s.n = p.columns.n
	dense, err := graphs.DenseOf(k, s.n)
	if err != nil {
		return nil, err
	}
	if err := s.take(dense); err != nil {
		return nil, err
	}
	out := make([]float64, p.columns.d)
	err = parallel.For(ctx, p.workers, len(out), 1, func(lo, hi int) {
		left := make([]float64, p.columns.n)
		for j := lo; j < hi; j++ {
			p.predicted(left, p.columns.at(j), step)
			floats.SubTo(left, p.columns.at(j), left)
			out[j] = math.Sqrt(max(s.form(left, nil), 0))
		}
	})
	return out, err
}
