package conformance

import (
	"slices"
	"sync/atomic"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// known are answers of a subject that several checks compare with. Each is computed when a check
// first asks for it, and no check changes one. That a second run gives the same is what
// checkDeterminism is for.
type known struct {
	base  map[int]*algorithms.Ranking // by K
	one   *algorithms.Ranking         // on wide, by one worker
	seven reported                    // on wide, by seven
}

func newKnown() *known { return &known{base: make(map[int]*algorithms.Ranking)} }

// reported is an answer and what Progress was called with.
type reported struct {
	ranking  *algorithms.Ranking
	reports  []algorithms.Progress
	together bool // some calls were at the same time
}

// onBase is the answer on base, nil after a failure.
func (s subject) onBase(t reporter, k int) *algorithms.Ranking {
	r, ok := s.known.base[k]
	if !ok {
		r = s.selected(t, "base", base(), algorithms.Options{K: k})
		s.known.base[k] = r
	}
	return r
}

// onWide are the answers on wide of one worker without Progress, and of seven with it.
func (s subject) onWide(t reporter) (*algorithms.Ranking, reported) {
	if s.one != nil {
		return s.one, s.seven
	}
	d := s.wide()
	opt := algorithms.Options{K: s.kOfWide(d.D()), Workers: 1}
	s.one = s.selected(t, "wide, 1 worker", d, opt)
	var out reported
	var calls atomic.Int32
	opt.Workers = 7
	opt.Progress = func(p algorithms.Progress) {
		if calls.Add(1) != 1 {
			out.together = true
		}
		out.reports = append(out.reports, p)
		calls.Add(-1)
	}
	out.ranking = s.selected(t, "wide, 7 workers, with Progress", d, opt)
	s.seven = out
	return s.one, s.seven
}

// wide are the wide data that the method is run on.
func (s subject) wide() *datasets.Dataset {
	if s.narrow {
		return sample(2, 16, 40, 4)
	}
	return wide()
}

// kOfWide is the first of ks, or 40 for a method of Family.FewSteps.
func (s subject) kOfWide(d int) int {
	if s.fewSteps {
		return 40
	}
	return s.ks(d)[0]
}

// scores reports whether the method is a Scorer.
func (s subject) scores() bool {
	_, ok := s.method.(algorithms.Scorer)
	return ok
}

// with appends to values of K, but not for a Scorer: checkScorer shows that its answers agree.
func (s subject) with(ks []int, more ...int) []int {
	if s.scores() {
		return ks
	}
	out := append(slices.Clone(ks), more...)
	slices.Sort(out)
	return slices.Compact(out)
}
