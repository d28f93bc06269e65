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
