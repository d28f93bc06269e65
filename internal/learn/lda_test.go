package learn

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// The direction between two classes is S_w⁻¹(μ1 - μ0), for samples of any size of the classes.
func TestLDATwoClasses(t *testing.T) {
	x, y := classesOf(1, 70, 6, 2)
	within, diff := mat.NewSymDense(6, nil), mat.NewVecDense(6, nil)
	var mean [2]*mat.VecDense
	for c := range 2 {
		mean[c] = mat.NewVecDense(6, nil)
		count := 0.0
		for i, k := range y {
			if k == c {
				mean[c].AddVec(mean[c], x.RowView(i))
				count++
			}
		}
		mean[c].ScaleVec(1/count, mean[c])
	}
	for i, c := range y {
		diff.SubVec(x.RowView(i), mean[c])
		within.SymRankOne(within, 1, diff)
	}
	diff.SubVec(mean[1], mean[0])
	var w mat.VecDense
	must.Do(t, w.SolveVec(within, diff))
	w.ScaleVec(1/mat.Norm(&w, 2), &w)
	fixSign(&w)
	for _, equal := range []bool{false, true} {
		p, err := LDA(t.Context(), x, y, 1, LDAOptions{Equal: equal})
		certified(t, "LDA", p, err)
		if !mat.EqualApprox(p.Axes, &w, 1e-11) {
			t.Errorf("equal %v: axis %v, want %v", equal, mat.Col(nil, 0, p.Axes),
				w.RawVector().Data)
		}
	}
}

// More features than samples: W has no scatter within the classes, is orthonormal, and is what a
// ridge of almost 0 comes to.
func TestLDAWithoutScatterWithin(t *testing.T) {
	for seed, shape := range [][3]int{{20, 50, 3}, {30, 400, 4}, {120, 130, 3}} {
		x, y := classesOf(uint64(seed), shape[0], shape[1], shape[2])
		for m := 1; m < shape[2]; m++ {
			p, err := LDA(t.Context(), x, y, m, LDAOptions{})
			certified(t, "LDA", p, err)
			g, _ := ClassGraph(y)
			var projected mat.Dense
			projected.Mul(x, p.Axes)
			if inside := mat.Norm(g.Laplacian(&projected), 2); inside > 1e-10*mat.Norm(&projected,
				2) {
				t.Errorf("%v: what is left within the classes is %g", shape, inside)
			}
			if !mat.EqualApprox(gramOf(p.Axes), unit(m), 1e-12) || !math.IsInf(p.Values[m-1], 1) ||
				p.Rank != shape[0]-1 {
				t.Errorf("%v: W'W %v, eigenvalues %v, rank %d", shape,
					mat.Formatted(gramOf(p.Axes)), p.Values, p.Rank)
			}
			q, err := LDA(t.Context(), x, y, m, LDAOptions{Ridge: 1e-8})
			certified(t, "LDA with a ridge", q, err)
			if !floats.EqualApprox(p.Norms, q.Norms, 1e-5) {
				t.Errorf("%v, %d axes: a ridge of 1e-8 gives other rows", shape, m)
			}
		}
	}
}

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
