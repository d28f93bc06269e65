package stationary

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// coarse is the relative gain of the method's own step below which Newton's method takes over,
	// and fine the one below which it does not resume: W could still consist of eigenvectors other
	// than the smallest.
	coarse, fine = 1e-4, 1e-10
	// quick is the largest ratio of a step's gain to the one before for which the method's own
	// steps continue.
	quick = .2
	// least is the least actual gain of an accepted step.
	least = 1e-12
)

// Method takes steps of its own, each the minimum of a majorizing form.
type Method interface {
	// Next computes the next step, and returns the gain of the form, relative to the objective.
	Next(ctx context.Context) (gap float64, err error)
	// Take accepts it if the objective falls by more than least, relative, or there was no W
	// before.
	Take(least float64) bool
	// W is the present one (m×d), nil when it is one of many that are equally good.
	W() *mat.Dense
	// Rest reports whether the others are stationary.
	Rest() bool
	Function() Function
	// Stepped is called with the objective after each Newton step, and Set with their result.
	Stepped(value float64)
	Set(r *Result)
	// Remaining is the number of steps left.
	Remaining() int
}

// Lower finds a stationary point: by the method's steps while one gains 1e-4 of the objective or
// less than a fifth of the one before, or W is not unique, and then by Descend. A step of the
// method is the final test: when it still gains, the search continues from there. A step without
// actual gain, because of rounding, ends the method's steps.
func Lower(ctx context.Context, m Method, tolerance float64) error {
	before := math.Inf(1)
	for newton := false; m.Remaining() > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		gap, err := m.Next(ctx)
		if err != nil || newton && gap <= fine {
			return err
		}
		limit := 0.
		if newton {
			limit = least
		}
		taken := m.Take(limit)
		w := m.W()
		switch {
		case taken:
			newton = false
		case newton || w == nil: // only rounding is left to gain
			return nil
		}
		if w == nil {
			if gap == 0 || m.Rest() {
				return nil
			}
			continue
		}
		fast := gap > least && gap <= quick*before
		before = gap
		if taken && (gap > coarse || fast) || m.Remaining() <= 0 {
			continue
		}
		r, err := Descend(ctx, m.Function(), w, Options{
			Tolerance: tolerance, Steps: m.Remaining(), Stepped: m.Stepped, Polish: true,
		})
		newton = true
		m.Set(r)
		if err != nil {
			return err
		}
	}
	return nil
}
