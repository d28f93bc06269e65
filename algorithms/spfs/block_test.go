package spfs

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// inBlocks is the search of m on blocks of the columns of d.
func inBlocks(t *testing.T, m SFS, d *datasets.Dataset, k int, bounds ...int) *algorithms.Ranking {
	t.Helper()
	ctx, opt := t.Context(), algorithms.Options{K: k, Workers: 2}
	take := func(lo, hi int) *datasets.Dataset {
		var columns []int
		for j := lo; j < hi; j++ {
			columns = append(columns, j)
		}
		return must.Get(d.Take(columns))(t)
	}
	var blocks []*Block
	var constant []int
	most := 0.0
	for a, lo := range bounds[:len(bounds)-1] {
		b := must.Get(NewBlock(ctx, m, take(lo, bounds[a+1]), opt))(t)
		blocks, most = append(blocks, b), max(most, b.Most())
		for _, j := range b.Constant() {
			constant = append(constant, lo+j)
		}
	}
	for _, b := range blocks {
		b.Begin(most)
	}
	var picks []Pick
	for len(picks) < k {
		at, best := -1, Pick{Gain: algorithms.Number(math.Inf(-1))}
		for a, b := range blocks {
			j, gain, ok, err := b.Best(ctx)
			must.Do(t, err)
			if ok && algorithms.Number(gain) > best.Gain {
				at, best = a, Pick{bounds[a] + j, algorithms.Number(gain)}
			}
		}
		if at < 0 {
			break
		}
		picks = append(picks, best)
		for a, b := range blocks {
			must.Do(t, b.Add(take(best.Column, best.Column+1), a == at))
		}
	}
	return must.Get(FromPicks(ctx, m, d, opt, picks, constant))(t)
}

// A search over blocks of columns chooses what one over all does: also copies, and constant
// columns.
func TestBlocks(t *testing.T) {
	wine := methodtest.Load(t, "wine")
	var columns [][]float64
	for j := range 2 * wine.D() {
		columns = append(columns, mat.Col(nil, j%wine.D(), wine.X))
	}
	flat := make([]float64, wine.N())
	double := methodtest.Classes(t, wine.Y, append(columns, flat, flat)...)
	for _, d := range []*datasets.Dataset{wine, double} {
		for _, m := range []SFS{{}, {Scale: 50}, {Uncentered: true}, {EarlyStop: true}} {
			for _, k := range []int{1, 6, d.D()} {
				want := must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
				for _, cut := range [][]int{{0, d.D()}, {0, 4, 12, d.D()}} {
					got := inBlocks(t, m, d, k, cut...)
					got.Elapsed = want.Elapsed
					if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 1e-12)); diff != "" {
						t.Errorf("%s, k = %d, %v (-whole +blocks):\n%s", want.Label, k, cut, diff)
					}
				}
			}
		}
	}
}

func TestBlockErrors(t *testing.T) {
	wine := methodtest.Load(t, "wine")
	_, err := NewBlock(t.Context(), SFS{Similarity: graph.RBF{}}, wine, algorithms.Options{})
	if err == nil || !strings.Contains(err.Error(), "similarity=rbf needs all columns at once") {
		t.Error(err)
	}
	_, err = FromPicks(t.Context(), SFS{}, wine, algorithms.Options{K: 3}, []Pick{{0, .5}}, nil)
	if err == nil || !strings.Contains(err.Error(), "its block was left out") {
		t.Error(err)
	}
}

// Run takes the answer of EarlyStop, which has fewer features than asked.
func TestEarlyStopRuns(t *testing.T) {
	r := must.Get(algorithms.Run(t.Context(), SFS{EarlyStop: true}, methodtest.Load(t, "wine"),
		algorithms.Options{K: 6}))(t)
	want := []string{"spfs-sfs chooses only 2 of the k = 6 features wanted"}
	if diff := cmp.Diff(want, r.Warnings); r.K != 2 || len(r.Diagnostics.Notes) != 1 || diff != "" {
		t.Errorf("%d features, notes %q, warnings (-want +got):\n%s", r.K, r.Diagnostics.Notes, diff)
	}
}
