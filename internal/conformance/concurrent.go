package conformance

import (
	"sync"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
)

// looks bounds the polls of the context by a method under the race detector: enough for each stage
// to begin.
const looks = 200

// ConcurrentMethods runs every method twice at the same time on the same data, with several
// workers each and with progress, for the race detector, under which script/test runs it. Runs that
// finish have the same answer.
func (f Family) ConcurrentMethods(t *testing.T) {
	started, finished := 0, 0
	for _, e := range f.entries(t) {
		t.Run(e.Name, func(t *testing.T) {
			started++
			for i, s := range f.variants(t, e) {
				finished += s.concurrently(t, s.wide())
				// Choices share the loops over samples.
				if i == 0 || finished == 0 || longtest.Asked() {
					finished += s.concurrently(t, tall())
				}
			}
		})
	}
	if started == len(f.entries(t)) && finished == 0 {
		t.Errorf("no run was finished within %d looks at the context: nothing to compare", looks)
	}
}

// concurrently returns 1 if both runs finish, else 0.
func (s subject) concurrently(t *testing.T, d *datasets.Dataset) int {
	var rankings [2]*algorithms.Ranking
	var group sync.WaitGroup
	for run := range rankings {
		group.Go(func() {
			ctx, reports := newPolled(looks), 0
			opt := algorithms.Options{K: s.ks(d.D())[0], Workers: 3,
				Progress: func(algorithms.Progress) { reports++ }}
			r, err := s.method.Select(ctx, s.data(d), opt)
			if err != nil {
				s.partial(t, s.label()+", canceled", ctx, r, err, d)
				return
			}
			rankings[run] = r
		})
	}
	group.Wait()
	if rankings[0] == nil || rankings[1] == nil {
		return 0
	}
	sameBits(t, s.label()+", twice at the same time", rankings[0], rankings[1])
	return 1
}
