package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/spectrum"
)

// LPPOptions are the choices of LPP; the zero value is sound.
type LPPOptions struct {
	// Uncentered takes the samples as given, as LAP 2018 prints (4); otherwise their mean, weighted
	// by degree, is subtracted first.
	Uncentered bool
}

// LPP finds m axes on which samples that a graph joins stay near each other: for weights A_ij >= 0,
// D_ii = Σ_j A_ij and L = D - A
//
//	min over W'X'DXW = I of  ½Σ_ij A_ij ‖W'(x_i - x_j)‖² = tr(W'X'LXW)
//
// (LAP 2018, (4); He, Niyogi 2004), the generalized eigenvectors X'LXw = λX'DXw of smallest λ,
// which are Values, 0 to 2.
//
// The mean of each feature, weighted by D, is subtracted first, as in the Laplacian score, (7),
// unless Uncentered is set.
//
// When d >= n, the axes are usually the smoothest functions of the graph, whatever the data are; of
// all w with these values the shortest is taken (docs/learn.md). Axes beyond the rank of the data
// are 0. For d < n, directions in which only samples with a degree below 1e-30 of the largest
// differ are dropped, and Residual is 1.
//
// The cost is O(nd·min(n, d)) time, three copies of X and O(min(n, d)²) memory. It returns an error
// when m is not between 1 and d, when a degree is negative, when all features are constant or the
// differences of the values are not finite, and ctx.Err().
func LPP(ctx context.Context, x mat.Matrix, g *Graph, m int, opt LPPOptions) (*Directions, error) {
	if err := checkAxes(x, m); err != nil {
		return nil, err
	}
	s, root, err := weighted(x, g, !opt.Uncentered)
	if err != nil {
		return nil, err
	}
	uneven := g.uneven()
	if uneven {
		if p, err := smoothest(ctx, x, g, m, !opt.Uncentered); p != nil || err != nil {
			return p, err
		}
	}
	p := &Directions{Rank: s.d, Converged: true}
	var f *solution
	if !uneven {
		smooth := func(z *mat.Dense) *mat.Dense { return normalized(g, root, z) }
		f = leastOf(ctx, s, smooth, nil, m)
	}
	if f == nil {
		if f, p.Rank, err = leastInside(ctx, s, g, root, m); err != nil {
			return nil, err
		}
	}
	wanted, values := min(m, p.Rank), f.values
	before, through := tie(values, wanted, func(a, b float64) bool { return math.Abs(a-b) <= same })
	for k := range through {
		values[k] = max(values[k], 0)
	}
	w := f.w.Slice(0, s.d, 0, through).(*mat.Dense)
	// The equations, from the data: F'(ℒ - λ)Fw with F = D^½X, ‖Fw‖ = 1.
	projected := s.times(w)
	gap := normalized(g, root, projected)
	gap.Apply(func(i, k int, v float64) float64 { return v - values[k]*projected.At(i, k) }, gap)
	p.Residual = relative(s.transposeTimes(gap), func(int) float64 { return f.size })
	if uneven {
		if plain, err := plainRank(ctx, x, g, !opt.Uncentered); err != nil {
			return nil, err
		} else if plain > p.Rank {
			p.Residual = max(p.Residual, 1)
		}
	}
	p.finish(w, values, m, before)
	if err := p.unscale(s.exponent); err != nil {
		return nil, err
	}
	return p, ctx.Err()
}

// leastInside finds the axes of LPP in the space of the rows, and its rank.
func leastInside(ctx context.Context, s *samples, g *Graph, root []float64, m int) (
	*solution, int, error) {
	r, err := newRowSpace(ctx, s)
	if err != nil {
		return nil, 0, err
	}
	u, _, err := r.functions(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	values, vectors, err := spectrum.Smallest(ctx, r.form(u, normalized(g, root, u)),
		min(m, r.rank))
	if err != nil {
		return nil, 0, err
	}
	y := mat.NewDense(r.rank, len(values), nil)
	for k, v := range vectors {
		y.SetCol(k, v)
	}
	return &solution{values: values, w: r.lift(r.solve(y)), size: r.size}, r.rank, nil
}

// weighted returns the samples times D^½, and D^½.
func weighted(x mat.Matrix, g *Graph, center bool) (*samples, []float64, error) {
	n, _ := x.Dims()
	if n != len(g.degree) {
		panic(mat.ErrShape)
	}
	var total float64
	root := make([]float64, n)
	for i, w := range g.degree {
		if !(w >= 0) {
			return nil, nil, fmt.Errorf("the weights of sample %d sum to %g; the graph needs "+
				"weights of 0 or more", i, w)
		}
		total += w
		root[i] = math.Sqrt(w)
	}
	if total == 0 {
		return nil, nil, errors.New("all weights of the graph are 0; give some above")
	}
	s, err := newSamples(x, g.degree, center)
	return s, root, err
}

// normalized returns ℒz with ℒ = D^-½LD^-½, 0 for samples of degree 0.
func normalized(g *Graph, root []float64, z *mat.Dense) *mat.Dense {
	scaled := mat.DenseCopyOf(z)
	shrink := func(m *mat.Dense) {
		m.Apply(func(i, _ int, v float64) float64 {
			if root[i] == 0 {
				return 0
			}
			return v / root[i]
		}, m)
	}
	shrink(scaled)
	out := g.Laplacian(scaled)
	shrink(out)
	return out
}
