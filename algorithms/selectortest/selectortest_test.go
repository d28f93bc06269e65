package selectortest_test

import (
	"context"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/selectortest"
	"fsnb.example/datasets"
)

// Span scores a feature by the power of its largest less its smallest value.
type Span struct {
	Power float64 `range:"[.5,4]"` // 0 stands for 1
}

func (Span) Name() string { return "span" }

func (m Span) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Summary: "largest less smallest value", Revision: 1},
		Promises: algorithms.Promises{Nested: true, Degree: m.power()},
	}
}

func (m Span) power() float64 {
	if m.Power == 0 {
		return 1
	}
	return m.Power
}

func (m Span) Resolve() algorithms.Selector { return Span{Power: m.power()} }

func (m Span) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	var constant []int
	values := make([]float64, d.D())
	for j := range values {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range d.N() {
			low, high = min(low, d.X.At(i, j)), max(high, d.X.At(i, j))
		}
		if values[j] = math.Pow(high-low, m.power()); high == low {
			constant = append(constant, j)
		}
	}
	s := algorithms.NewScores(d, constant)
	copy(s.Values, values)
	return s, nil
}

func (m Span) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func TestSpan(t *testing.T) { selectortest.Run(t, Span{}) }

func TestSlow(t *testing.T) { selectortest.Run(t, Span{Power: 2}, selectortest.Slow()) }

// What is wrong with a method is said: one takes its second class for the first, the other has
// neither checks nor facts.
func TestFaults(t *testing.T) {
	if os.Getenv("FSNB_FAULTY") != "" {
		t.Run("codes", func(t *testing.T) {
			selectortest.Run(t, algorithms.ScoreFunc("codes", func(x []float64, y []int) float64 {
				for i := range x {
					x[i] *= float64(y[i])
				}
				return x[0]
			}), selectortest.Slow())
		})
		t.Run("plain", func(t *testing.T) { selectortest.Run(t, plain{}) })
		t.Run("none", func(t *testing.T) { selectortest.Run(t, nil) })
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFaults$", "-test.v")
	cmd.Env = append(os.Environ(), "FSNB_FAULTY=yes")
	said, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("faulty selectors pass")
	}
	for _, want := range []string{
		"--- FAIL: TestFaults/codes/defaults/classes_renamed",
		"--- PASS: TestFaults/codes/defaults/not_finite",
		"plain has no Facts, so nothing says what to check; add the method",
		"no selector; give one",
	} {
		if !strings.Contains(string(said), want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// plain has no Facts.
type plain struct{}

func (plain) Name() string { return "plain" }

func (plain) Select(context.Context, *datasets.Dataset, algorithms.Options) (*algorithms.Ranking,
	error) {
	return nil, nil
}
