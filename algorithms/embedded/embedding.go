package embedded

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/spectrum"
)

// embedding holds the smoothest functions of the samples of a graph.
type embedding struct {
	y          [][]float64 // each of n numbers, centered, of unit length
	values     []float64   // their eigenvalues, ascending
	components int         // parts of the graph that no edge joins
	// residual is the largest |(Ly)_i - λD_ii y_i| of a sample, over D_ii and the root mean
	// square of y.
	residual float64
	// shared counts the eigenvectors whose λ another of their component has too: any basis of
	// their space would do.
	shared int
}

// newEmbedding returns the generalized eigenvectors Ly = λDy of the want smallest λ, without y = 1.
// Of several components the indicators come first; the other
// eigenvectors are those of a component, 0 elsewhere, so that equal parts do not mix.
// Those whose λ equals the last are taken as well. A sample without an edge of any weight
// has 0 everywhere. Degrees may differ by any factor.
func newEmbedding(ctx context.Context, a *graph.Affinity, want int) (*embedding, error) {
	e := &embedding{}
	var gaps []float64 // those of indicators are 0
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
		// Of D_ii and y_i alone no residual is small where y_i is 0 but for rounding.
		e.residual = max(e.residual, gaps[c]/length*math.Sqrt(float64(a.N)))
	}
	if len(e.y) == 0 {
		return nil, errors.New(
			"the graph of the samples has no eigenvector but the constant one; give more samples")
	}
	return e, nil
}

// normalized centers y and brings it to unit length; it returns the length that it had.
func normalized(y []float64) float64 {
	floats.AddConst(-floats.Sum(y)/float64(len(y)), y)
	length := floats.Norm(y, 2)
	floats.Scale(1/length, y)
	return length
}

// classEmbedding holds the indicators of the classes, the eigenvectors of λ = 0: all others have
// λ = 1, and any basis of their space would do.
func classEmbedding(g *graph.Classes) *embedding {
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

// addSmooth adds the eigenvectors of the want smallest λ within the components, and returns
// the largest |(Ly)_i - λD_ii y_i|/D_ii of each.
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

// graphOf is what package spectrum sees of a graph.
func graphOf(a *graph.Affinity) *spectrum.Graph {
	return spectrum.NewGraph(a.Degree, a.Diagonal(), func(add func(i, j int, weight float64)) {
		for _, e := range a.Edges {
			add(e.I, e.J, e.Weight)
		}
	})
}

// components lists the samples of each connected part of the graph, both in the order of
// the samples. Samples of degree 0 are in none.
func components(a *graph.Affinity) [][]int { return graphOf(a).Components() }
