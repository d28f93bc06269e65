package embedded

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/graphs"
	"fsnb.example/internal/spectrum"
)

// embedding holds the smoothest functions of the samples of a graph.
type embedding struct {
	y          [][]float64 // each of length n, centered, of unit length
	values     []float64   // their eigenvalues, ascending
	components int         // connected components of the graph
	// residual is the largest |(Ly)_i - λD_ii y_i| of a sample, relative to D_ii and the root mean
	// square of y.
	residual float64
	// shared counts the eigenvectors whose λ another one of their component has: they are not
	// unique.
	shared int
}

// newEmbedding returns the generalized eigenvectors Ly = λDy of the want smallest λ, without y =
// 1. If the graph has several components their indicators come first; each other eigenvector
// belongs to one component and is 0 elsewhere, so that equal components do not mix. Eigenvectors
// whose λ equals the last one are included. A sample without an edge of positive weight is 0
// everywhere. Degrees may differ by any factor.
func newEmbedding(ctx context.Context, a *graphs.Affinity, want int) (*embedding, error) {
	e := &embedding{}
	var gaps []float64 // 0 for indicators
	g := graphOf(a)
	parts := g.Components()
	e.components = len(parts)
	if len(parts) > 1 {
		for _, part := range parts {
			y := make([]float64, a.N)
			for _, i := range part {
				y[i] = 1
			}
			e.y, e.values, gaps = append(e.y, y), append(e.values, 0), append(gaps, 0)
		}
		want -= len(parts) - 1
	}
	if want > 0 {
		more, err := e.addSmooth(ctx, g, a.N, parts, want)
		if err != nil {
			return nil, err
		}
		gaps = append(gaps, more...)
	}
	for c, y := range e.y {
		length := normalized(y)
		// The mean square of y, not y_i alone: relative to a y_i of rounding size no residual is
		// small.
		e.residual = max(e.residual, gaps[c]/length*math.Sqrt(float64(a.N)))
	}
	if len(e.y) == 0 {
		return nil, errors.New(
			"the graph of the samples has only the constant eigenvector; give more samples")
	}
	return e, nil
}

// normalized centers y and scales it to unit length. It returns the length before scaling.
func normalized(y []float64) float64 {
	floats.AddConst(-floats.Sum(y)/float64(len(y)), y)
	length := floats.Norm(y, 2)
	floats.Scale(1/length, y)
	return length
}

// classEmbedding returns the indicators of the classes, the eigenvectors of λ = 0. All others have
// λ = 1 and are not unique.
func classEmbedding(g *graphs.Classes) *embedding {
	e := &embedding{components: g.Filled(), values: make([]float64, g.Filled())}
	for c, count := range g.Count {
		if count == 0 {
			continue
		}
		y := make([]float64, len(g.Y))
		for i, own := range g.Y {
			if own == c {
				y[i] = 1
			}
		}
		normalized(y)
		e.y = append(e.y, y)
	}
	return e
}

// addSmooth adds the eigenvectors of the want smallest λ within the components. It returns
// the largest |(Ly)_i - λD_ii y_i|/D_ii of each eigenvector.
func (e *embedding) addSmooth(
	ctx context.Context, g *spectrum.Graph, n int, parts [][]int, want int,
) (gaps []float64, err error) {
	type pair struct {
		part       int
		value, gap float64
		y          []float64
	}
	var found []pair
	for part, samples := range parts {
		functions, err := g.Smooth(ctx, samples, want)
		if err != nil {
			return nil, err
		}
		for _, f := range functions {
			y := make([]float64, n)
			for r, i := range samples {
				y[i] = f.Y[r]
			}
			found = append(found, pair{part, f.Value, f.Gap, y})
		}
	}
	slices.SortStableFunc(found, func(p, q pair) int { return cmp.Compare(p.value, q.value) })
	for c, p := range found {
		if c >= want && !spectrum.Equal(p.value, found[want-1].value) {
			break
		}
		e.y, e.values, gaps = append(e.y, p.y), append(e.values, p.value), append(gaps, p.gap)
		for o, q := range found {
			if o != c && q.part == p.part && spectrum.Equal(q.value, p.value) {
				e.shared++
				break
			}
		}
	}
	return gaps, ctx.Err()
}

// graphOf converts a graph for package spectrum.
func graphOf(a *graphs.Affinity) *spectrum.Graph {
	return spectrum.NewGraph(a.Degree, a.Diagonal(), func(add func(i, j int, weight float64)) {
		for _, e := range a.Edges {
			add(e.I, e.J, e.Weight)
		}
	})
}

// components lists the samples of each connected component; samples and components are in the
// order of the samples. Samples of degree 0 are in no component.
func components(a *graphs.Affinity) [][]int { return graphOf(a).Components() }
