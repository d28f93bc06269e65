package conformance

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// checkFewer: a method that chooses how many features is nested and no Scorer. Its answer has no
// feature of data in which nothing varies, and the same features for every K above their number.
// Features that are all duplicates, and a target that none of them follows, are an answer too.
func checkFewer(t reporter, s subject) {
	if !s.facts.Fewer {
		return
	}
	if !s.facts.Nested || s.scores() {
		t.Errorf("Facts: Fewer, Nested %v, and the method is a Scorer: %v; want a nested one that "+
			"is none", s.facts.Nested, s.scores())
		return
	}
	d := base()
	own := s.onBase(t, 0)
	if own == nil {
		return
	}
	if own.K < d.D() {
		larger := s.selected(t, "more than it chooses", d, algorithms.Options{K: own.K + 1})
		sameNames(t, "more than it chooses", own, larger)
	}
	flat := replaced(d, nil)
	flat.X.Zero()
	duplicates := replaced(d, nil)
	first := mat.Col(nil, 0, d.X)
	for j := range d.D() {
		duplicates.X.SetCol(j, first)
	}
	for _, k := range []int{0, 1, d.D()} {
		s.selected(t, "nothing varies", flat, algorithms.Options{K: k})
		s.selected(t, "only duplicates", duplicates, algorithms.Options{K: k})
	}
}

// validFewer checks an answer that may have fewer features than wanted: no constant column, and a
// warning if there are fewer, or none, and only then.
func (s subject) validFewer(fail func(string, ...any), r *algorithms.Ranking,
	d *datasets.Dataset, k int) {
	constant := constants(d)
	for _, j := range r.Features {
		if slices.Contains(constant, j) {
			fail("the constant column %d is chosen", j)
		}
	}
	want := ""
	switch name := s.entry.Name; {
	case r.K == 0 && k == 0:
		want = name + " chooses no feature"
	case r.K == 0:
		want = fmt.Sprintf("%s chooses none of the k = %d features wanted", name, k)
	case r.K < k:
		want = fmt.Sprintf("%s chooses only %d of the k = %d features wanted", name, r.K, k)
	}
	got := ""
	for _, w := range r.Warnings {
		if strings.HasPrefix(w, s.entry.Name+" chooses ") {
			got += w
		}
	}
	if got != want {
		fail("%d features, the warning is %q, want %q", r.K, got, want)
	}
}

// firstOf is the answer of the first k features of r, or of all if it has fewer.
func firstOf(r *algorithms.Ranking, k int) *algorithms.Ranking {
	out := *r
	k = min(k, len(r.Features))
	out.K, out.Features, out.Names, out.Scores = k, r.Features[:k], r.Names[:k], r.Scores[:k]
	if r.Raw != nil {
		out.Raw = r.Raw[:k]
	}
	return &out
}
