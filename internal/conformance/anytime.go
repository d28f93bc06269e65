package conformance

import (
	"context"

	"fsnb.example/algorithms"
)

// checkStopped: if an Anytime method is stopped, it returns the scores of its last step. From some
// poll of the context on, it returns scores of all features, which are not marked as converged
// unless the certificate holds.
func checkStopped(t reporter, s subject) {
	if !s.facts.Anytime {
		return
	}
	scorer, ok := s.method.(algorithms.Scorer)
	if !ok {
		t.Errorf("Facts: Anytime, and the method has no Score")
		return
	}
	d := base()
	kept, steps := 0, 0
	for polls := 0; ; polls = later(polls) {
		ctx := newPolled(polls)
		got, err := algorithms.RunScore(ctx, scorer, s.data(d), algorithms.Options{Workers: 1})
		if err == nil {
			break
		}
		if err != context.Canceled {
			t.Errorf("after %d looks: %v", polls, err)
			return
		}
		if got == nil {
			if kept > 0 {
				t.Errorf("after %d looks there is no answer, and before there was", polls)
			}
			continue
		}
		g := got.Diagnostics
		if !got.Partial || len(got.Values) != d.D() || g.Converged && !g.Certificate.Holds() {
			t.Errorf("after %d looks: partial %v, converged %v, %d scores",
				polls, got.Partial, g.Converged, len(got.Values))
		}
		if len(g.Trace) < steps {
			t.Errorf("after %d looks %d steps, before %d", polls, len(g.Trace), steps)
		}
		steps = len(g.Trace)
		kept++
	}
	if kept == 0 {
		t.Errorf("no stopped run kept anything")
	}
}
