package conformance

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
)

// checkSeed: the answer depends on the seed if and only if the method is Seeded.
func checkSeed(t reporter, s subject) {
	d := base()
	for _, k := range s.ks(d.D()) {
		one := s.selected(t, "seed 1", d, algorithms.Options{K: k, Seed: 1})
		two := s.selected(t, "seed 2", d, algorithms.Options{K: k, Seed: 2})
		if one == nil || two == nil {
			continue
		}
		if !s.facts.Seeded {
			sameBits(t, fmt.Sprintf("another seed, K = %d", k), one, two)
			continue
		}
		a, b := one.Scores, two.Scores
		if one.OrderOnly { // the scores are the places
			a, b = one.Raw, two.Raw
		}
		if slices.Equal(a, b) {
			t.Errorf("K = %d: seeds 1 and 2 give the same scores %v, though the method draws "+
				"random numbers", k, a)
		}
	}
}

// checkRestarts: the restarts of a method depend on the seed alone; the diagnostics have their
// number and the spread of their objectives; the objective is never higher than without restarts.
func checkRestarts(t reporter, s subject) {
	d := base()
	m, err := set(s.method, algorithms.Param{Name: "restarts", Value: "3"})
	if err != nil {
		return // it has none
	}
	several := newSubject(s.entry, m)
	if s.facts.Seeded || !several.facts.Seeded {
		t.Errorf("Facts: seeded %v without restarts, %v with them", s.facts.Seeded,
			several.facts.Seeded)
	}
	k := s.ks(d.D())[0]
	one := s.onBase(t, k)
	want := several.selected(t, "restarts", d, algorithms.Options{K: k, Seed: 1, Workers: 1})
	if one == nil || want == nil {
		return
	}
	sameBits(t, "restarts with 3 workers", want, several.selected(t, "more workers", d,
		algorithms.Options{K: k, Seed: 1, Workers: 3}))
	g := want.Diagnostics
	if g.Objective == nil || *g.Objective > *one.Diagnostics.Objective {
		t.Errorf("with restarts the objective is %v, without %v", g.Objective,
			*one.Diagnostics.Objective)
	}
	if g.Get("starts") != 4 || !(g.Get("spread of the objectives") >= 0) ||
		!(g.Get("start kept") <= 3) {
		t.Errorf("diagnostics of the restarts: %v", g.Extra)
	}
}

func checkWorkers(t reporter, s subject) {
	d := tall()
	k := s.ks(d.D())[0]
	want := s.selected(t, "1 worker", d, algorithms.Options{K: k, Workers: 1})
	for _, workers := range longtest.And([]int{7, 0}, 2) {
		opt := algorithms.Options{K: k, Workers: workers}
		sameBits(t, fmt.Sprintf("%d workers instead of 1, %d×%d, K = %d", workers, d.N(), d.D(),
			k), want, s.selected(t, "more workers", d, opt))
	}
	one, seven := s.onWide(t)
	sameBits(t, "7 workers, which report progress, instead of 1, without", one, seven.ranking)
}

// checkProgress: a stage counts up to its total, one call at a time, and Progress does not change
// the answer.
func checkProgress(t reporter, s subject) {
	one, seven := s.onWide(t)
	sameBits(t, "with Progress", one, seven.ranking)
	if seven.together {
		t.Errorf("Progress is called from two goroutines at a time")
	}
	stages := make(map[string]algorithms.Progress)
	for _, p := range seven.reports {
		last, known := stages[p.Stage]
		if p.Stage == "" || p.Done < 0 || p.Done > p.Total || known &&
			(p.Done < last.Done || p.Total != last.Total) {
			t.Errorf("progress %+v after %+v", p, last)
		}
		stages[p.Stage] = p
	}
	for _, p := range stages {
		if p.Done != p.Total {
			t.Errorf("stage %q ends at %d of %d", p.Stage, p.Done, p.Total)
		}
	}
}

func checkImpossibleK(t reporter, s subject) {
	d := base()
	s.refuses(t, "K = -1", d, algorithms.Options{K: -1}, "-1")
	s.refuses(t, "K = d+1", d, algorithms.Options{K: d.D() + 1}, fmt.Sprint(d.D()+1),
		fmt.Sprint(d.D()))
	if s.facts.Nested {
		s.selected(t, "K = 0", d, algorithms.Options{}) // valid wants all features, or fewer
	} else {
		s.refuses(t, "K = 0", d, algorithms.Options{}, "k is missing")
	}
}

// checkNested: for every k, a nested method returns the first k of its whole ranking, and any
// method returns k features, or, if it chooses how many, all that it chooses.
func checkNested(t reporter, s subject) {
	d := base()
	whole := s.selected(t, "all features", d, algorithms.Options{K: s.full(d.D())})
	nested := true
	for k := 1; k <= d.D() && whole != nil; k++ {
		if s.scores() && !slices.Contains([]int{1, 2, d.D() / 2, d.D() - 1, d.D()}, k) {
			continue
		}
		r := s.selected(t, "k of all", d, algorithms.Options{K: k})
		if r == nil {
			return
		}
		head := firstOf(whole, k)
		if slices.Equal(r.Features, head.Features) && slices.Equal(r.Scores, head.Scores) &&
			(r.Raw == nil || slices.Equal(r.Raw, head.Raw)) {
			continue
		}
		nested = false
		if s.facts.Nested {
			t.Errorf("K = %d: features %v, scores %v; of the whole ranking they are %v, %v", k,
				r.Features, r.Scores, head.Features, head.Scores)
		}
	}
	if nested && !s.facts.Nested && whole != nil {
		t.Errorf("the answers are nested, and the catalogue says that they are not")
	}
}

// polled is a context that is canceled after left polls, so that a test reaches every poll of a
// method without a clock.
type polled struct {
	context.Context
	left atomic.Int64
	done chan struct{}
	shut atomic.Bool
}

func newPolled(polls int) *polled {
	p := &polled{Context: context.Background(), done: make(chan struct{})}
	p.left.Store(int64(polls))
	return p
}

// Err counts polls.
func (p *polled) Err() error {
	if p.left.Add(-1) >= 0 {
		return nil
	}
	if p.shut.CompareAndSwap(false, true) {
		close(p.done)
	}
	return context.Canceled
}

// Done is closed at the first error.
func (p *polled) Done() <-chan struct{} { return p.done }

// later is the next number of polls to cancel after.
func later(polls int) int { return max(polls+1, int(float64(polls)*longtest.Or(1.25, 1.1))) }

// checkCancellation cancels before the start, at each of the first polls of the context, at ever
// later polls until the work is done, and from Progress.
func checkCancellation(t reporter, s subject) {
	d := base()
	opt := algorithms.Options{K: s.ks(d.D())[0], Workers: 1}
	want := s.onBase(t, opt.K)

	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	s.interrupted(t, "canceled before the start", canceled, d, opt)
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	s.interrupted(t, "after the deadline", late, d, opt)

	for polls := 0; ; polls = later(polls) {
		ctx := newPolled(polls)
		r, err := s.method.Select(ctx, s.data(d), opt)
		what := fmt.Sprintf("canceled after %d looks", polls)
		if err == nil {
			if polls == 0 {
				t.Errorf("%s: the method never looks at its context", what)
			}
			sameBits(t, what+", but complete", want, r)
			break
		}
		s.partial(t, what, ctx, r, err, d)
		if err != context.Canceled {
			break
		}
	}

	broad := s.wide()
	wideOpt := algorithms.Options{K: s.kOfWide(broad.D()), Workers: 2}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	midway := false
	wideOpt.Progress = func(p algorithms.Progress) {
		midway = midway || p.Done < p.Total
		cancel()
	}
	if r, err := s.method.Select(ctx, s.data(broad), wideOpt); err != nil {
		s.partial(t, "canceled by Progress", ctx, r, err, broad)
	} else if midway {
		t.Errorf("canceled by Progress in the middle of a stage: no error")
	}
}

// interrupted runs the method with a canceled context.
func (s subject) interrupted(t reporter, what string, ctx context.Context, d *datasets.Dataset,
	opt algorithms.Options) {
	r, err := s.method.Select(ctx, s.data(d), opt)
	s.partial(t, what, ctx, r, err, d)
	if scorer, ok := s.method.(algorithms.Scorer); ok {
		if _, err := scorer.Score(ctx, s.data(d), opt); err != ctx.Err() {
			t.Errorf("%s: Score's error is %v, want %v", what, err, ctx.Err())
		}
	}
}

// partial checks a canceled answer: the error of the context with a ranking marked Partial.
func (s subject) partial(t reporter, what string, ctx context.Context, r *algorithms.Ranking,
	err error, d *datasets.Dataset) {
	if want := ctx.Err(); err != want {
		t.Errorf("%s: error %v, want %v", what, err, want)
		return
	}
	if r == nil || !r.Partial || r.Method != s.entry.Name || r.N != d.N() || r.D != d.D() ||
		r.Dataset != d.Name {
		t.Errorf("%s: got %+v; want a partial ranking of %s on %d×%d %q", what, r, s.entry.Name,
			d.N(), d.D(), d.Name)
		return
	}
	if !lengthsAgree(r) || nanIn(r) != "" {
		t.Errorf("%s: K %d, features %v, names %q, scores %v", what, r.K, r.Features, r.Names,
			r.Scores)
	}
}
