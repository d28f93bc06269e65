package stationary

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// stuck is a method whose form promises a gain of half the objective that no step makes true.
type stuck struct {
	quadratic
	w      *mat.Dense
	asked  int
	newton int
}

func (s *stuck) Next(context.Context) (float64, error) { s.asked++; return .5, nil }
func (s *stuck) Take(float64) bool                     { return false }
func (s *stuck) W() *mat.Dense                         { return s.w }
func (s *stuck) Rest() bool                            { return false }
func (s *stuck) Function() Function                    { return s.quadratic }
func (s *stuck) Stepped(float64)                       {}
func (s *stuck) Set(*Result)                           { s.newton++ }
func (s *stuck) Remaining() int                        { return 1000 - s.asked }

// Steps that gain nothing in truth are not asked for again: Newton's method takes over where W is
// one, and it ends where W is one of many.
func TestLowerEndsWhereStepsGainNothing(t *testing.T) {
	a, _ := spectrum(1, []float64{1, 2, 3})
	c, _ := spectrum(1, []float64{1, 1, 1})
	w := mat.NewDense(1, 3, []float64{1, 0, 0})
	for _, test := range []struct {
		w             *mat.Dense
		asked, newton int
	}{{nil, 1, 0}, {w, 2, 1}} {
		m := &stuck{quadratic: quadratic{a, c}, w: test.w}
		must.Do(t, Lower(t.Context(), m, 1e-8))
		if m.asked != test.asked || m.newton != test.newton {
			t.Errorf("W %v: %d steps and Newton's method %d times, want %d and %d", test.w, m.asked,
				m.newton, test.asked, test.newton)
		}
	}
}
