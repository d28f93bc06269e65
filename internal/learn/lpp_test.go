package learn

import (
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// A single feature: λ of LPP is its Laplacian score, (7), which no shift of the feature changes.
// Uncentered, it does.
func TestLPPOneFeature(t *testing.T) {
	x, _ := classesOf(3, 30, 1, 2)
	pairs := joinNearest(x, 3)
	g := must.Get(PairGraph(30, pairs))(t)
	var smooth, total, mean, spread float64
	for _, p := range pairs {
		r := x.At(p.I, 0) - x.At(p.J, 0)
		smooth += p.Weight * r * r
	}
	for i, w := range g.degree {
		total, mean = total+w, mean+w*x.At(i, 0)
	}
	for i, w := range g.degree {
		r := x.At(i, 0) - mean/total
		spread += w * r * r
	}
	var far mat.Dense
	far.Apply(func(_, _ int, v float64) float64 { return v + 100 }, x)
	for what, data := range map[string]*mat.Dense{"as it is": x, "shifted": &far} {
		p, err := LPP(t.Context(), data, g, 1, LPPOptions{})
		certified(t, what, p, err)
		must.Near(t, p.Values[0], smooth/spread, 1e-11, "%s: λ =, the Laplacian score", what)
	}
	p, err := LPP(t.Context(), &far, g, 1, LPPOptions{Uncentered: true})
	certified(t, "uncentered", p, err)
	if !(p.Values[0] < smooth/spread/100) {
		t.Errorf("uncentered, far from the origin, λ = %g; want next to 0", p.Values[0])
	}
}

// More features than samples: the constraint of LPP holds, its axes lie in the space of the rows,
// none shorter has the same values, and a sample that nothing joins does not matter.
func TestLPPWide(t *testing.T) {
	const n, d, m = 20, 45, 3
	x, _ := classesOf(8, n, d, 3)
	g := must.Get(PairGraph(n, joinNearest(x, 3)))(t)
	p, err := LPP(t.Context(), x, g, m, LPPOptions{})
	certified(t, "LPP", p, err)
	_, below := forms(x, g)
	var inside, product mat.Dense
	inside.Mul(below, p.Axes)
	product.Mul(p.Axes.T(), &inside)
	if !mat.EqualApprox(&product, unit(m), 1e-10) || p.Rank != n-1 {
		t.Errorf("W'X'DXW = %v, rank %d", mat.Formatted(&product), p.Rank)
	}
	s := must.Get(newSamples(x, nil, true))(t)
	r := must.Get(newRowSpace(t.Context(), s))(t)
	v := r.lift(unit(r.rank))
	var inner, back mat.Dense
	inner.Mul(v.T(), p.Axes)
	back.Mul(v, &inner)
	if !mat.EqualApprox(&back, p.Axes, 1e-12*mat.Norm(p.Axes, 2)) {
		t.Error("W is not in the space of the rows")
	}

	alone := mat.NewDense(n+1, d, nil)
	alone.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
	for j := range d {
		alone.Set(n, j, float64(100+j*j))
	}
	more := must.Get(PairGraph(n+1, joinNearest(x, 3)))(t)
	q, err := LPP(t.Context(), alone, more, m, LPPOptions{})
	certified(t, "LPP with a sample alone", q, err)
	if !floats.EqualApprox(p.Norms, q.Norms, 1e-8*floats.Max(p.Norms)) {
		t.Errorf("a sample that nothing joins changes the rows from %v to %v", p.Norms, q.Norms)
	}
}
