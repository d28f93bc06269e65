package graphs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Affinity is a symmetric matrix A of weights between n samples: the diagonal, and each undirected
// edge once, ordered by its lower end, then by its upper end. It is a mat.Symmetric, so a method
// takes one in place of a matrix, and Key hashes both in the same way.
type Affinity struct {
	N      int
	Edges  []Edge
	Loops  []float64 // A_ii, which cancels in L = D - A; nil if all are 0
	Degree []float64 // D_ii = Σ_j A_ij, with the diagonal
	Heat   float64   // width t of the weights of HeatKernel; 0 for other weights
	// Cut is Nearest.Cut of the neighbors of HeatKernel; 0 for other weights.
	Cut int
}

// Edge joins samples I < J with a weight.
type Edge struct {
	I, J   int
	Weight float64
}

// HeatKernel connects each row of x (n×d) to its k nearest, symmetric by "or", with the weights of
// the heat kernel
//
//	A_ij = (1 - (1-p_ij)(1-p_ji)) exp(-‖x_i - x_j‖² / t)
//
// where p_ij is 1 if row j is among the k nearest of i, else 0. Rows that tie for the last places
// share them (Neighborhood), so that the weight is the mean over random tie-breaking. t = 0 means
// the mean squared distance over the edges, weighted by the first factor; t = +Inf leaves the first
// factor alone.
//
// It returns an error if k is not between 1 and n-1, if t is negative or so small that every weight
// underflows, if distances overflow, and ctx.Err(). The cost is that of FindNearest.
//
// Source: He, Cai, Niyogi 2005; Nie et al. 2008, (12).
func HeatKernel(ctx context.Context, x mat.Matrix, k int, t float64, workers int,
	meter func(stage string, total int) func(int)) (*Affinity, error) {
	if err := checkHeat(t); err != nil {
		return nil, err
	}
	near, err := FindNearest(ctx, x, k, workers, meter)
	if err != nil {
		return nil, err
	}
	return weightsOf(near, t)
}

func checkHeat(t float64) error {
	if t < 0 || math.IsNaN(t) {
		return fmt.Errorf(
			"heat = %g; give a positive kernel width, or 0 for the mean squared neighbor distance",
			t)
	}
	return nil
}

// weightsOf is HeatKernel for neighbors that are known.
func weightsOf(near *Nearest, t float64) (*Affinity, error) {
	joints := symmetricByOr(near)
	var sum, count float64
	for _, e := range joints {
		sum += e.share * e.distance
		count += e.share
	}
	if math.IsInf(sum, 0) {
		return nil, errDistances
	}
	if t == 0 {
		t = sum / count
	}
	n := len(near.Lists)
	a := &Affinity{
		N: n, Edges: make([]Edge, len(joints)), Degree: make([]float64, n), Heat: t, Cut: near.Cut,
	}
	var total float64
	for at, e := range joints {
		w := e.share
		if e.distance > 0 { // the kernel of equal samples is 1 even if t is 0
			w *= math.Exp(-e.distance / t)
		}
		a.Edges[at] = Edge{e.i, e.j, w}
		a.Degree[e.i] += w
		a.Degree[e.j] += w
		total += w
	}
	if total < tinyForm {
		return nil, fmt.Errorf(
			"heat = %g is so small that every weight is zero; give a larger kernel width, or 0 "+
				"for the mean squared neighbor distance", t)
	}
	return a, nil
}

// Warnings returns a warning if the order of the rows decided between neighbors, else nil.
func (a *Affinity) Warnings() []string { return CutWarning(a.Cut, a.N) }

// CutWarning warns that for cut of n samples more neighbors tie than are kept; nil if cut is 0.
func CutWarning(cut, n int) []string {
	if cut == 0 {
		return nil
	}
	return []string{
		fmt.Sprintf("for %d of %d samples more neighbors tie than are kept in memory, and those "+
			"of "+
			"lower row are taken: the scores depend on the order of the rows", cut, n)}
}

// joint is a pair of rows, one of which has the other among its neighbors.
type joint struct {
	i, j            int // i < j
	distance, share float64
}

// symmetricByOr returns each pair once, with 1 - (1-p_ij)(1-p_ji).
func symmetricByOr(near *Nearest) []joint {
	var pairs []joint
	for i := range near.Lists {
		h := near.Of(i, near.K)
		for r, nb := range h.Rows {
			pairs = append(pairs, joint{min(i, nb.Index), max(i, nb.Index), nb.Distance,
				h.Weight(r)})
		}
	}
	slices.SortFunc(pairs, func(a, b joint) int { return cmp.Or(a.i-b.i, a.j-b.j) })
	merged := pairs[:0]
	for _, e := range pairs {
		if last := len(merged) - 1; last >= 0 && merged[last].i == e.i && merged[last].j == e.j {
			merged[last].share = 1 - (1-merged[last].share)*(1-e.share)
		} else {
			merged = append(merged, e)
		}
	}
	return merged
}

// Forms returns, for every column f of x (n×d, one row for each sample of the graph),
//
//	Within_j  = f'Lf   = Σ over edges A_ij (f_i - f_j)²,  L = D - A
//	Between_j = f~'Df~ , f~ = f - (f'D1 / 1'D1) 1
//
// Between_j is f'L_b f for A_b = D11'D/(1'D1). Both are exactly 0 for constant columns, and for
// columns that vary only at samples of degree 0 (Forms.Flat). names are the names of the columns in
// errors, which are those of ClassForms. The cost is O((n + edges) d).
//
// Source: Nie et al. 2008, (13).
func (a *Affinity) Forms(ctx context.Context, x mat.Matrix, names []string, workers int) (
	*Forms, error) {
	_, d := x.Dims()
	var total float64
	for _, w := range a.Degree {
		total += w
	}
	f := &Forms{Between: make([]float64, d), Within: make([]float64, d)}
	var err error
	if s, ok := x.(*storage.Sparse); ok {
		err = a.formsSparse(ctx, s, total, f, workers)
	} else {
		add := a.smoothness(d)
		err = storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
			add(b, f.Within[lo:hi])
			a.formsBlock(b, total, f.Between[lo:hi])
		})
	}
	if err != nil {
		return nil, err
	}
	return f, f.finish(x, names)
}

func (a *Affinity) formsSparse(ctx context.Context, x *storage.Sparse, total float64, f *Forms,
	workers int) error {
	mean := make([]float64, len(f.Within))
	if err := a.differences(ctx, x, f.Within, workers, square); err != nil {
		return err
	}
	if err := weightedMeansSparse(ctx, x, a.Degree, total, mean, workers); err != nil {
		return err
	}
	return weightedSquaresSparse(ctx, x, a.Degree, mean, total, f.Between, workers)
}

func (a *Affinity) formsBlock(x *mat.Dense, total float64, between []float64) {
	// Relative to the first sample, so that a constant column gives zeros.
	origin := x.RawRowView(0)
	mean := make([]float64, len(between))
	for i, w := range a.Degree {
		row := x.RawRowView(i)
		for j, v := range row {
			mean[j] += w * (v - origin[j])
		}
	}
	for j := range mean {
		mean[j] /= total
	}
	for i, w := range a.Degree {
		row := x.RawRowView(i)
		for j, v := range row {
			r := v - origin[j] - mean[j]
			between[j] += w * r * r
		}
	}
}
