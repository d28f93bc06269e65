package information

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// inBlocks is the search of m on blocks of the columns of d.
func inBlocks(t *testing.T, m algorithms.Selector, d *datasets.Dataset, k int,
	bounds ...int) *algorithms.Ranking {
	t.Helper()
	ctx, opt := t.Context(), algorithms.Options{K: k, Workers: 2}
	var blocks []*Block
	var s Steps
	take := func(lo, hi int) *datasets.Dataset {
		var columns []int
		for j := lo; j < hi; j++ {
			columns = append(columns, j)
		}
		return must.Get(d.Take(columns))(t)
	}
	for a, lo := range bounds[:len(bounds)-1] {
		b := must.Get(NewBlock(ctx, m, take(lo, bounds[a+1]), opt))(t)
		blocks = append(blocks, b)
		other, constant := b.Last()
		for _, j := range other {
			s.Other = append(s.Other, lo+j)
		}
		for _, j := range constant {
			s.Constant = append(s.Constant, lo+j)
		}
	}
	for len(s.Chosen) < k || k == 0 {
		var all []Candidate
		left := 0
		for a, b := range blocks {
			left += b.Left()
			for _, c := range b.Candidates() {
				c.Column += bounds[a]
				all = append(all, c)
			}
		}
		best, ok := Pick(all)
		if !ok {
			break
		}
		if s.Chosen = append(s.Chosen, best); len(s.Chosen) == k || left == 1 {
			break
		}
		one := take(best.Column, best.Column+1)
		for a, b := range blocks {
			own := -1
			if best.Column >= bounds[a] && best.Column < bounds[a+1] {
				own = best.Column - bounds[a]
			}
			must.Do(t, b.Add(ctx, one, own))
		}
	}
	s.Passes = blocks[0].Passes()
	return must.Get(FromSteps(ctx, m, d, opt, s))(t)
}

// Searches over blocks of columns choose what one over all does: also where features tie, where
// blocks have nothing, and for all features.
func TestBlocks(t *testing.T) {
	methods := []algorithms.Selector{MRMR{}, MRMR{Scheme: MIQ}, MRMR{Coding: Width, Bins: 4},
		MIFS{Beta: 1}, CIFE{}, CondRed{}, LCSI{Beta: .5, Gamma: .25}, JMI{}, CMIM{}, DISR{}, ICAP{},
		JIM{}, JMIM{}, NJMIM{}}
	wine := methodtest.Load(t, "wine")
	// Copies tie, and constant columns rank last.
	var columns [][]float64
	for j := range 2 * wine.D() {
		columns = append(columns, mat.Col(nil, j%wine.D(), wine.X))
	}
	flat := make([]float64, wine.N())
	double := methodtest.Classes(t, wine.Y, append(columns, flat, flat)...)
	bounds := map[*datasets.Dataset][][]int{
		wine:   {{0, 13}, {0, 4, 13}, {0, 1, 2, 9, 13}},
		double: {{0, 13, 28}, {0, 7, 20, 26, 28}},
	}
	for _, m := range methods {
		for d, cuts := range bounds {
			for _, k := range []int{1, 5, 0} {
				want := must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
				for _, cut := range cuts {
					got := inBlocks(t, m, d, k, cut...)
					got.Elapsed = want.Elapsed
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, k = %d, %v (-whole +blocks):\n%s", want.Label, k, cut, diff)
					}
				}
			}
		}
	}
}

func TestBlockErrors(t *testing.T) {
	wine := methodtest.Load(t, "wine")
	for want, m := range map[string]algorithms.Selector{
		"blocks of columns need measure=mi": MRMR{Measure: AbsCorrelation},
		"jmi3 is no forward search by":      JMI3{},
		"beta = -1":                         MIFS{Beta: -1},
		"bins = 1":                          CMIM{Coding: Width, Bins: 1},
	} {
		_, err := NewBlock(t.Context(), m, wine, algorithms.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The pick is the lower of two that tie within rounding, wherever the larger one is, and the larger
// relevance decides among infinite values.
func TestPick(t *testing.T) {
	c := func(j int, v, r float64) Candidate {
		return Candidate{j, algorithms.Number(v), algorithms.Number(r)}
	}
	for want, all := range map[int][]Candidate{
		2: {c(2, .5, 0), c(7, .5+1e-13, 0)},
		7: {c(2, .5, 0), c(7, .5+1e-11, 0)},
		3: {c(1, math.Inf(-1), 3), c(3, math.Inf(1), 1), c(4, math.Inf(1), 1), c(5, 9, 9)},
		5: {c(3, math.Inf(1), 1), c(5, math.Inf(1), 2)},
		1: {c(1, math.Inf(-1), 3), c(4, math.Inf(-1), 3)},
	} {
		if got, ok := Pick(all); !ok || got.Column != want {
			t.Errorf("%v: %v, want %d", all, got, want)
		}
	}
	if _, ok := Pick(nil); ok {
		t.Error("a pick of nothing")
	}
}
