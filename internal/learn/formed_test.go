package learn

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// The axes of LPP and of a discriminant from the matrices of the features are those in the space of
// the rows, units of the features that differ by 2^±8 included.
func TestAxesFromForms(t *testing.T) {
	const n, d = 420, 270
	for seed, units := range []bool{false, true} {
		x, y := classesOf(uint64(seed), n, d, 4)
		pairs := joinNearest(mat.DenseCopyOf(x.Slice(0, n, 0, 20)), 5)
		if units {
			for j := range d {
				for i := range n {
					x.Set(i, j, math.Ldexp(x.At(i, j), 2*(j%9)-8))
				}
			}
		}
		g := must.Get(PairGraph(n, pairs))(t)
		s, root, err := weighted(x, g, true)
		must.Do(t, err)
		smooth := func(z *mat.Dense) *mat.Dense { return normalized(g, root, z) }
		const m = 3
		f := leastOf(t.Context(), s, smooth, nil, m)
		if f == nil {
			t.Fatal("LPP: no axes from the forms")
		}
		inside, rank, err := leastInside(t.Context(), s, g, root, m)
		must.Do(t, err)
		if rank != d || !floats.EqualApprox(f.values, inside.values, 1e-12) ||
			!(f.size <= inside.size*(1+1e-12) && f.size > .5*inside.size) {
			t.Errorf("LPP: values %v, want %v; rank %d, size %g and %g", f.values, inside.values,
				rank, f.size, inside.size)
		}
		var p, q Directions
		p.finish(f.w, f.values, m, m-1)
		q.finish(inside.w, inside.values, m, m-1)
		alike(t, "LPP", &p, &q)
		all, err := LPP(t.Context(), x, g, m, LPPOptions{})
		certified(t, "LPP", all, err)
		if all.Residual > 1e-14 || all.Rank != d {
			t.Errorf("LPP: residual %.1e, rank %d", all.Residual, all.Rank)
		}

		whole := CompleteGraph(n)
		total := func(z *mat.Dense) *mat.Dense {
			out := whole.Laplacian(z)
			out.Add(out, g.Laplacian(z))
			return out
		}
		joined, err := discriminant(t.Context(), x, m, 0, nil, g.Laplacian, total)
		certified(t, "discriminant", joined, err)
		if s, err = newSamples(x, nil, true); err != nil {
			t.Fatal(err)
		}
		if leastOf(t.Context(), s, g.Laplacian, total, m) == nil {
			t.Error("discriminant: no axes from the forms")
		}
		row, err := discriminantInside(t.Context(), s, m, 0, nil, g.Laplacian, total)
		certified(t, "discriminant in the space of the rows", row, err)
		alike(t, "discriminant", joined, row)
		if joined.Residual > 1e-14 || joined.Rank != d || joined.Tied != row.Tied {
			t.Errorf("discriminant: residual %.1e, rank %d", joined.Residual, joined.Rank)
		}
		lfda, err := LFDA(t.Context(), x, y, pairs, m, LFDAOptions{})
		certified(t, "LFDA", lfda, err)
		if lfda.Residual > 1e-14 {
			t.Errorf("LFDA: residual %.1e", lfda.Residual)
		}
	}
}

// alike compares axes and values.
func alike(t *testing.T, what string, p, q *Directions) {
	t.Helper()
	for k, v := range q.Values {
		must.Near(t, p.Values[k], v, 1e-9*v, "%s: value %d", what, k)
	}
	if !mat.EqualApprox(p.Axes, q.Axes, 1e-9*mat.Max(q.Axes)) {
		t.Errorf("%s: other axes", what)
	}
}

// There are no axes from forms for few features, fewer samples than dimensions, a feature that is
// the sum of others, and units that leave the row space of few features to rounding.
func TestNoAxesFromForms(t *testing.T) {
	for what, shape := range map[string][2]int{
		"few features": {300, 250}, "few samples": {260, 260}, "a sum": {420, 270},
		"units far apart": {420, 270},
	} {
		x, _ := classesOf(1, shape[0], shape[1], 2)
		if what == "a sum" {
			for i := range shape[0] {
				x.Set(i, 5, x.At(i, 6)+x.At(i, 7))
			}
		}
		if what == "units far apart" {
			for i := range shape[0] {
				x.Set(i, 5, math.Ldexp(x.At(i, 5), -30))
			}
		}
		s := must.Get(newSamples(x, nil, true))(t)
		g := CompleteGraph(shape[0])
		if leastOf(t.Context(), s, g.Laplacian, nil, 1) != nil {
			t.Errorf("%s: axes from forms", what)
		}
	}
}
