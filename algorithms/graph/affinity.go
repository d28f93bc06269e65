package graph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Affinity is a symmetric matrix A of weights between n samples: each undirected
// edge once, in the order of its lower end, then of its upper one, and the
// diagonal. It is a mat.Symmetric, so that a method takes one in place of a
// matrix, and Key hashes both alike.
type Affinity struct {
	N      int
	Edges  []Edge
	Loops  []float64 // A_ii, which L = D - A does not see; nil when all are 0
	Degree []float64 // D_ii = sum_j A_ij, the diagonal included
	Heat   float64   // the width t that the weights were made with; 0 for weights from elsewhere
	// Cut is Nearest.Cut of the neighbors that were joined; 0 for weights from elsewhere.
	Cut int
}

// Edge joins samples I < J with a weight.
type Edge struct {
	I, J   int
	Weight float64
}

// HeatKernel joins each row of x (n×d) to its k nearest, symmetric by "or", with
// the weights of the heat kernel
//
//	A_ij = (1 - (1-p_ij)(1-p_ji)) exp(-‖x_i - x_j‖² / t)
//
// (He, Cai, Niyogi 2005; Nie et al. 2008, eq. 12), where p_ij is 1 when row j is
// among the k nearest of i, 0 when it is not, and for rows that tie for the last
// places their share of these (Neighborhood): what the weight is on average when
// ties are broken at random. Without ties the factor is 1. t = 0 means the mean
// squared distance over the edges, counted by that factor, t = +Inf the factors
// alone. The cost is that of FindNearest. It returns an error when k is not between
// 1 and n-1, when t is negative or so small that every weight underflows, when
// distances overflow, and ctx.Err().
func HeatKernel(ctx context.Context, x *mat.Dense, k int, t float64, workers int,
	meter func(stage string, total int) func(int)) (*Affinity, error) {
	if t < 0 || math.IsNaN(t) {
		return nil, fmt.Errorf(
			"heat = %g; give a positive kernel width, or 0 for the mean squared neighbor distance",
			t)
	}
	near, err := FindNearest(ctx, x, k, workers, meter)
	if err != nil {
		return nil, err
	}
	joints := symmetricByOr(near)
	var sum, count float64
	for _, e := range joints {
		sum += e.share * e.distance
		count += e.share
	}
	if math.IsInf(sum, 0) {
		return nil, fmt.Errorf(
			"the squared distances between samples overflow; divide the data by a constant")
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
		if e.distance > 0 { // the kernel of samples that coincide is 1 even when t is 0
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

// Warnings says when the order of the rows decided between neighbors; nil when it did not.
func (a *Affinity) Warnings() []string { return CutWarning(a.Cut, a.N) }

// CutWarning says that for some of n samples more neighbors tie than are kept; nil for none.
func CutWarning(cut, n int) []string {
	if cut == 0 {
		return nil
	}
	return []string{
		fmt.Sprintf("for %d of %d samples more neighbors tie than memory is given to, and the "+
			"lower rows are taken: rows in another order change the scores", cut, n)}
}

// joint is a pair of which one row has the other among its neighbors.
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

// Forms returns, for every column f of x (n×d, the rows being the samples of the
// graph),
//
//	Within_j  = f'Lf   = sum over edges A_ij (f_i - f_j)^2,  L = D - A
//	Between_j = f~'Df~ , f~ = f - (f'D1 / 1'D1) 1
//
// the latter being f'L_b f for A_b = D11'D/(1'D1) (Nie et al. 2008, eq. 13). A
// constant column gives exact zeros, and so does one that varies only at samples
// without an edge of any weight (Forms.Flat). The cost is O((n + edges) d); names
// are used by errors, which are those of ClassForms.
func (a *Affinity) Forms(ctx context.Context, x *mat.Dense, names []string, workers int) (
	*Forms, error) {
	_, d := x.Dims()
	var total float64
	for _, w := range a.Degree {
		total += w
	}
	f := &Forms{Between: make([]float64, d), Within: make([]float64, d)}
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		a.formsBlock(x, total, f.Between[lo:hi], f.Within[lo:hi], lo, hi)
	})
	if err != nil {
		return nil, err
	}
	return f, f.finish(x, names)
}

func (a *Affinity) formsBlock(x *mat.Dense, total float64, between, within []float64, lo, hi int) {
	a.addSmoothness(x, within, lo, hi)
	// Relative to the first sample, so that a constant column gives zeros.
	origin := x.RawRowView(0)[lo:hi]
	mean := make([]float64, hi-lo)
	for i, w := range a.Degree {
		row := x.RawRowView(i)[lo:hi]
		for j, v := range row {
			mean[j] += w * (v - origin[j])
		}
	}
	for j := range mean {
		mean[j] /= total
	}
	for i, w := range a.Degree {
		row := x.RawRowView(i)[lo:hi]
		for j, v := range row {
			r := v - origin[j] - mean[j]
			between[j] += w * r * r
		}
	}
}
