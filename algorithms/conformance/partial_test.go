package conformance

import (
	"context"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
)

// Methods that go down step by step keep the W of the last step when they are stopped: from some
// look at the context on all features are ranked, with the steps by then, and none claims to be the
// end unless its certificate holds.
func TestStoppedMethodsKeepTheirSteps(t *testing.T) {
	d := base()
	for _, name := range []string{"slap", "ulap", "udfs", "sogfs", "fssl"} {
		t.Run(name, func(t *testing.T) {
			m, err := catalogue.New(name)
			if err != nil {
				t.Fatal(err)
			}
			kept, steps := 0, 0
			for polls := 0; ; polls = max(polls+1, polls*11/10) {
				ctx := newPolled(polls)
				s, err := algorithms.RunScore(ctx, m.(algorithms.Scorer), d, algorithms.Options{Workers: 1})
				if err == nil {
					break
				}
				if err != context.Canceled {
					t.Fatal(err)
				}
				if s == nil {
					if kept > 0 {
						t.Errorf("after %d looks there is no answer, and before there was", polls)
					}
					continue
				}
				g := s.Diagnostics
				if !s.Partial || len(s.Values) != d.D() || g.Converged && !g.Certificate.Holds() {
					t.Errorf("after %d looks: partial %v, converged %v, %d scores",
						polls, s.Partial, g.Converged, len(s.Values))
				}
				if len(g.Trace) < steps {
					t.Errorf("after %d looks %d steps, before %d", polls, len(g.Trace), steps)
				}
				steps = len(g.Trace)
				kept++
			}
			if kept == 0 {
				t.Error("no stopped run kept anything")
			}
		})
	}
}
