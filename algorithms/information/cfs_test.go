package information

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// literalSearch is best-first search with all sets in lists, and all merits from tables of counts.
type literalSearch struct {
	columns [][]int
	y       []int
}

func (s literalSearch) merit(set []int) float64 {
	if len(set) == 0 {
		return 0
	}
	var relevance, pairs float64
	for i, f := range set {
		relevance += literalUncertainty(s.columns[f], s.y)
		for _, g := range set[:i] {
			pairs += literalUncertainty(s.columns[f], s.columns[g])
		}
	}
	return relevance / math.Sqrt(float64(len(set))+2*pairs)
}

func (s literalSearch) first(sets [][]int) int {
	largest := math.Inf(-1)
	for _, set := range sets {
		largest = max(largest, s.merit(set))
	}
	return slices.IndexFunc(sets, func(set []int) bool {
		return s.merit(set) >= largest-1e-12*max(1, largest)
	})
}

func (s literalSearch) run() (best []int, expanded int) {
	open, seen := [][]int{nil}, map[string]bool{}
	for failures := 0; failures < 5 && len(open) > 0; failures++ {
		at := s.first(open)
		set := open[at]
		open = slices.Delete(open, at, at+1)
		expanded++
		var children [][]int
		for f, codes := range s.columns {
			if slices.Contains(set, f) || slices.Min(codes) == slices.Max(codes) {
				continue
			}
			grown := append(slices.Clone(set), f)
			key := fmt.Sprint(slices.Sorted(slices.Values(grown)))
			if !seen[key] {
				children = append(children, grown)
			}
			seen[key] = true
		}
		if open = append(open, children...); len(children) == 0 {
			continue
		}
		if c := children[s.first(children)]; s.merit(c) > s.merit(best)+1e-5 {
			best, failures = c, -1
		}
	}
	return best, expanded
}

// greedy is forward search while the merit rises.
func (s literalSearch) greedy() (set []int) {
	for {
		var children [][]int
		for f := range s.columns {
			if !slices.Contains(set, f) {
				children = append(children, append(slices.Clone(set), f))
			}
		}
		if len(children) == 0 {
			return set
		}
		next := children[s.first(children)]
		if s.merit(next) <= s.merit(set)+1e-5 {
			return set
		}
		set = next
	}
}

func TestCFSAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2000))
	better, several, sizes := 0, 0, map[int]int{}
	for trial := range 150 {
		var d *datasets.Dataset
		if d = smallProblem(t, rng); trial >= 100 { // more to search
			d = random(t, uint64(trial), 12, 14)
		}
		m := CFS{Coding: []Coding{Levels, Width, Frequency, MDL}[trial%4], Bins: 2 + trial%3}
		columns, y := codesOf(t, d, m.Coding, m.Bins)
		s := literalSearch{columns, y}
		want, expanded := s.run()
		r := chosen(t, m, d, algorithms.Options{})
		if !slices.Equal(r.Features, want) {
			t.Fatalf("trial %d: features %v, want %v", trial, r.Features, want)
		}
		g := r.Diagnostics
		if !near(g.Get("merit"), s.merit(want)) || g.Get("sets expanded") != float64(expanded) ||
			g.Get("features chosen") != float64(len(want)) {
			t.Fatalf("trial %d: diagnostics %v; want merit %v, %d sets", trial, g.Extra,
				s.merit(want), expanded)
		}
		for i, v := range r.Raw {
			if !near(v, s.merit(want[:i+1])) {
				t.Fatalf("trial %d: merits %v; that of %v is %v", trial, r.Raw, want[:i+1],
					s.merit(want[:i+1]))
			}
		}
		greedy := s.merit(s.greedy())
		if s.merit(want) < greedy-1e-12 {
			t.Errorf("trial %d: merit %v, of greedy search %v", trial, s.merit(want), greedy)
		}
		if s.merit(want) > greedy+1e-9 {
			better++
		}
		if expanded > len(want)+5 {
			several++
		}
		sizes[len(want)]++
	}
	if better < 3 || several < 5 || sizes[0] < 3 || sizes[1] < 20 || sizes[2] < 10 {
		t.Errorf("%d answers are better than greedy search, %d went back, sizes %v",
			better, several,
			sizes)
	}
}

// The answer does not depend on the number of rows that are kept.
func TestCFSComputesRowsAgain(t *testing.T) {
	again := 0
	for seed := range uint64(20) {
		d := random(t, seed, 25, 40)
		u := must.Get(newUncertainty(t.Context(), d, Width, 4, 1))(t)
		var sets []meritSet
		for _, kept := range []int{keptNumbers, 0} {
			s := must.Get(newMeritSearch(t.Context(), u))(t)
			s.kept = kept
			set := must.Get(s.run(t.Context(), algorithms.Options{}))(t)
			if kept == 0 && len(s.rows) > mostFailures {
				t.Errorf("%d rows are kept", len(s.rows))
			}
			if sets = append(sets, set); kept == 0 && len(s.expanded) > 2*mostFailures {
				again++
			}
		}
		if a, b := sets[0], sets[1]; !slices.Equal(a.features, b.features) ||
			!slices.Equal(a.merits, b.merits) {
			t.Errorf("%v %v, with all rows kept %v %v", b.features, b.merits, a.features, a.merits)
		}
	}
	if again < 5 {
		t.Errorf("%d searches need more rows than are kept", again)
	}
}
