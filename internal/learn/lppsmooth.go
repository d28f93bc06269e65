package learn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/spectrum"
)

// evenDegrees is the share of the largest degree from which the roots of degrees cost at most 4
// digits.
const evenDegrees = 1e-8

// uneven reports whether degrees differ so much that samples times their roots, as LPP uses them,
// lose the small ones.
func (g *Graph) uneven() bool {
	if g.y != nil || g.all != 0 {
		return false
	}
	for _, p := range g.pairs {
		if p.Weight < 0 {
			return false
		}
	}
	largest := floats.Max(g.degree)
	return slices.ContainsFunc(g.degree, func(w float64) bool {
		return w > 0 && w < evenDegrees*largest
	})
}

// smoothest is LPP where every function y of the samples is some Xw: then y'Ly is least relative to
// y'Dy for the smoothest functions of the graph, whatever X is, and w is the shortest with that y.
// It returns nil where X has a smaller rank than that. Samples of degree 0 are ignored.
func smoothest(
	ctx context.Context, x mat.Matrix, g *Graph, m int, center bool,
) (*Directions, error) {
	joined := g.joined()
	s, space, err := plainSpace(ctx, x, joined, center)
	rank := len(joined)
	if center {
		rank--
	}
	if err != nil || space.rank < rank {
		return nil, err
	}
	whole := g.spectral()
	functions, err := allSmooth(ctx, whole, g.degree, min(m, rank), center)
	if err != nil {
		return nil, err
	}
	p := &Directions{Rank: rank, Converged: true}
	values := make([]float64, len(functions))
	projected := mat.NewDense(len(joined), len(functions), nil)
	for k, f := range functions {
		y := make([]float64, len(joined))
		for r, i := range joined {
			y[r] = f.Y[i]
		}
		if center {
			floats.AddConst(-floats.Sum(y)/float64(len(y)), y)
		}
		values[k] = f.Value
		projected.SetCol(k, y)
	}
	z := space.solve(space.u.inside(projected))
	before, through := tie(values, min(m, rank), spectrum.Equal)
	w := space.lift(mat.DenseCopyOf(z.Slice(0, rank, 0, through)))
	p.Residual = functionResidual(s.times(w), whole, g.degree, joined, values, center)
	p.finish(w, values, m, before)
	if err := p.unscale(s.exponent); err != nil {
		return nil, err
	}
	return p, ctx.Err()
}

// joined lists the samples of positive degree.
func (g *Graph) joined() []int {
	var out []int
	for i, w := range g.degree {
		if w > 0 {
			out = append(out, i)
		}
	}
	return out
}

// plainSpace is the space of some rows, with equal weights.
func plainSpace(
	ctx context.Context, x mat.Matrix, joined []int, center bool,
) (*samples, *rowSpace, error) {
	_, d := x.Dims()
	rows, row := mat.NewDense(len(joined), d, nil), rowReader(x)
	for r, i := range joined {
		rows.SetRow(r, row(i))
	}
	s, err := newSamples(rows, nil, center)
	if err != nil {
		return nil, nil, err
	}
	space, err := newRowSpace(ctx, s)
	return s, space, err
}

// plainRank is the rank of the rows of positive degree with equal weights.
func plainRank(ctx context.Context, x mat.Matrix, g *Graph, center bool) (int, error) {
	_, space, err := plainSpace(ctx, x, g.joined(), center)
	if err != nil {
		return 0, err
	}
	return space.rank, nil
}

// functionResidual is the largest |(Ly - λDy)_i|/D_ii of a sample, relative to the root mean square
// of y, for the projected samples y of positive degree.
func functionResidual(
	projected *mat.Dense, whole *spectrum.Graph, degree []float64, joined []int,
	values []float64, center bool,
) float64 {
	var worst float64
	_, axes := projected.Dims()
	for k := range axes {
		y := make([]float64, len(degree))
		for r, i := range joined {
			y[i] = projected.At(r, k)
		}
		length := floats.Norm(y, 2) / math.Sqrt(float64(len(joined)))
		if center {
			floats.AddConst(-floats.Dot(degree, y)/floats.Sum(degree), y)
		}
		worst = max(worst, whole.Residual(values[k], y)/length)
	}
	return worst
}

// spectral converts g, without classes, for package spectrum.
func (g *Graph) spectral() *spectrum.Graph {
	loops := make([]float64, len(g.degree))
	return spectrum.NewGraph(g.degree, loops, func(add func(i, j int, weight float64)) {
		for _, p := range g.pairs {
			if p.I == p.J {
				loops[p.I] += p.Weight
			} else {
				add(p.I, p.J, p.Weight)
			}
		}
	})
}

// allSmooth returns the smoothest functions of all samples, y'Dy = 1, in the order of λ: the want
// first ones, those that equal the last, and some more. Those of λ = 0 are constant on each
// component, except y = 1 when it is excluded.
func allSmooth(
	ctx context.Context, g *spectrum.Graph, degree []float64, want int, withoutOne bool,
) ([]spectrum.Function, error) {
	var found []spectrum.Function
	whole := make([]float64, len(degree)) // 1 on the components before
	var before float64                    // and the sum of their degrees
	for _, samples := range g.Components() {
		var volume float64
		for _, i := range samples {
			volume += degree[i]
		}
		// Orthogonal to 1 on all components so far, in the inner product of D.
		if before > 0 {
			y := make([]float64, len(degree))
			for i, v := range whole {
				y[i] = -v / before
			}
			for _, i := range samples {
				y[i] = 1 / volume
			}
			floats.Scale(1/math.Sqrt(1/before+1/volume), y)
			found = append(found, spectrum.Function{Y: y})
		}
		for _, i := range samples {
			whole[i] = 1
		}
		before += volume
		functions, err := g.Smooth(ctx, samples, want)
		if err != nil {
			return nil, err
		}
		for _, f := range functions {
			y := make([]float64, len(degree))
			for r, i := range samples {
				y[i] = f.Y[r]
			}
			f.Y = y
			found = append(found, f)
		}
	}
	if !withoutOne {
		floats.Scale(1/math.Sqrt(before), whole)
		found = append(found, spectrum.Function{Y: whole})
	}
	slices.SortStableFunc(found, func(a, b spectrum.Function) int {
		return cmp.Compare(a.Value, b.Value)
	})
	return found, ctx.Err()
}
