package stationary

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// coarse is the gain of a method's own step, relative, below which Newton's method takes over,
	// and fine that below which it is not taken up again: at a stationary point W could still be of
	// other eigenvectors than the smallest.
	coarse, fine = 1e-4, 1e-10
	// quick is the part of the gain before that a step may have at most for the method's own steps
	// to go on.
	quick = .2
	// least is what a step has to gain in truth then.
	least = 1e-12
)

// Method is one that goes down by steps of its own, each the minimum of a form that touches the
// objective from above.
type Method interface {
	// Next finds the next step, and returns what the form gains by it, relative to the objective.
	Next(ctx context.Context) (gap float64, err error)
	// Take takes it if the objective falls by more than least, relative, or there was no W before.
	Take(least float64) bool
	// W is the present one (m×d), nil when it is one of many that are equally good.
	W() *mat.Dense
	// Rest reports whether those are stationary.
	Rest() bool
	Function() Function
	// Stepped hears the objective after each step of Newton's, and Set what they end with.
	Stepped(value float64)
	Set(r *Result)
	// Left is how many steps may follow.
	Left() int
}

// Lower goes down to a stationary point: by the method's steps while one gains 1e-4 of the
// objective or less than a fifth of the one before, or W is not unique, and then by Descend. A step
// of the method is the last test: when it still gains, all goes on from there. A step that gains
// nothing in truth, by rounding, is the last of the method's in a row.
func Lower(ctx context.Context, m Method, tolerance float64) error {
	before := math.Inf(1)
	for newton := false; m.Left() > 0; {
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
		case newton || w == nil: // rounding: there is nothing left to gain
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
		if taken && (gap > coarse || fast) || m.Left() <= 0 {
			continue
		}
		r, err := Descend(ctx, m.Function(), w, Options{
			Tolerance: tolerance, Steps: m.Left(), Stepped: m.Stepped, Polish: true,
		})
		newton = true
		m.Set(r)
		if err != nil {
			return err
		}
	}
	return nil
}
