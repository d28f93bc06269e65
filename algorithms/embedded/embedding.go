package embedded

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/spectrum"
)

// embedding holds the smoothest functions of the samples of a graph.
type embedding struct {
	y          [][]float64 // each of n numbers, centred, of unit length
	values     []float64   // their eigenvalues, ascending
	components int         // parts of the graph that no edge joins
	// residual is the largest |(Ly)_i - λD_ii y_i| of a sample, over D_ii and the root mean square of y.
	residual float64
}

// newEmbedding returns the generalised eigenvectors Ly = λDy of the want smallest λ, without y = 1. Of several components the indicators come first; the other
// eigenvectors are those of a component, 0 elsewhere, so that equal parts do not mix.
// Those whose λ equals the last are taken as well. A sample without an edge of any weight
// has 0 everywhere. Degrees may differ by any factor.
func newEmbedding(ctx context.Context, a *graph.Affinity, want int) (*embedding, error) {
	e := &embedding{}
	var gaps []float64 // those of indicators are 0
	parts := components(a)
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
		more, err := e.addSmooth(ctx, a, parts, want)
		if err != nil {
			return nil, err
		}
		gaps = append(gaps, more...)
	}
	for c, y := range e.y {
		floats.AddConst(-floats.Sum(y)/float64(a.N), y)
		length := floats.Norm(y, 2)
		floats.Scale(1/length, y)
		// Of D_ii and y_i alone no residual is small where y_i is 0 but for rounding.
		e.residual = max(e.residual, gaps[c]/length*math.Sqrt(float64(a.N)))
	}
	if len(e.y) == 0 {
		return nil, errors.New("the graph of the samples has no eigenvector but the constant one; give more samples")
	}
	return e, nil
}

// addSmooth adds the eigenvectors of the want smallest λ within the components, and returns
// the largest |(Ly)_i - λD_ii y_i|/D_ii of each.
func (e *embedding) addSmooth(ctx context.Context, a *graph.Affinity, parts [][]int, want int) (gaps []float64, err error) {
	type pair struct {
		value, gap float64
		y          []float64
	}
	var found []pair
	for _, samples := range parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(samples) < 2 {
			continue
		}
		p := newPart(a, samples)
		// All but the last, which is that of y = 1.
		values, vectors, err := spectrum.Smallest(ctx, p.deflated(), min(want, len(samples)-1))
		if err != nil {
			return nil, err
		}
		for c, v := range vectors[:min(len(vectors), len(samples)-1)] {
			lambda, y := max(0, values[c]), make([]float64, a.N)
			inside := p.values(lambda, v)
			for r, i := range samples {
				y[i] = inside[r]
			}
			found = append(found, pair{lambda, p.residual(lambda, inside), y})
		}
	}
	slices.SortStableFunc(found, func(p, q pair) int { return cmp.Compare(p.value, q.value) })
	for c, p := range found {
		if c >= want && p.value-found[want-1].value > spectrum.Same {
			break
		}
		e.y, e.values, gaps = append(e.y, p.y), append(e.values, p.value), append(gaps, p.gap)
	}
	return gaps, ctx.Err()
}

// deflated is D^-½(D - W)D^-½, whose eigenvector D^½1 of eigenvalue 0 is raised to 3, above all
// others: what is left has no part of it, however near to 0 its eigenvalues are.
func (p *part) deflated() *mat.SymDense {
	total := floats.Sum(p.degree)
	l := mat.NewSymDense(len(p.degree), nil)
	for r, a := range p.degree {
		for s, b := range p.degree[:r+1] {
			l.SetSym(r, s, 3*math.Sqrt(a)*math.Sqrt(b)/total)
		}
		l.SetSym(r, r, l.At(r, r)+1-p.loops[r]/a)
	}
	for r, ends := range p.ends {
		for _, e := range ends {
			if r < e.to {
				w := e.weight / math.Sqrt(p.degree[r]) / math.Sqrt(p.degree[e.to])
				l.SetSym(r, e.to, l.At(r, e.to)-w)
			}
		}
	}
	return l
}

// components lists the samples of each connected part of the graph, both in the order of
// the samples. Samples of degree 0 are in none.
func components(a *graph.Affinity) [][]int {
	root := make([]int, a.N)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, e := range a.Edges {
		if i, j := find(e.I), find(e.J); e.Weight > 0 && i != j {
			root[max(i, j)] = min(i, j)
		}
	}
	var parts [][]int
	at := make(map[int]int)
	for i, w := range a.Degree {
		if w <= 0 {
			continue
		}
		r := find(i)
		c, known := at[r]
		if !known {
			c = len(parts)
			at[r] = c
			parts = append(parts, nil)
		}
		parts[c] = append(parts[c], i)
	}
	return parts
}
