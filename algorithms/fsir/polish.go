package fsir

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
)

const (
	// polishTolerance is the least gain of an exchange, relative to the objective: it is above the
	// rounding errors of R~w. Gains that differ by less are ties.
	polishTolerance = 1e-10
	// polishRounds bounds a search that takes three to ten rounds.
	polishRounds = 1000
)

// exchange is a subset of k of the p features. Feature j in place of i changes w'R~w by
//
//	(R~_ii - 2t_i) + (R~_jj + 2t_j) - 2R~_ij,  t = R~w
type exchange struct {
	m         *matrix
	k         int
	order     []int // the features in the order of rounding, which breaks ties
	inside    []bool
	w, t      []float64
	value     float64 // w'R~w
	out, in   []float64
	unit      []float64
	exchanges int
	products  int
	done      bool // no exchange lowers the objective
}

// newExchange starts with the first k features of order.
func newExchange(m *matrix, order []int, k int) *exchange {
	p := len(order)
	x := &exchange{m: m, k: k, order: order, inside: make([]bool, p)}
	x.w, x.t = make([]float64, p), make([]float64, p)
	for _, j := range order[:k] {
		x.inside[j], x.w[j] = true, 1
	}
	return x
}

// members are the chosen features in the order of rounding.
func (x *exchange) members() []int {
	chosen := make([]int, 0, x.k)
	for _, j := range x.order {
		if x.inside[j] {
			chosen = append(chosen, j)
		}
	}
	return chosen
}

// refresh computes t and the objective from w.
func (x *exchange) refresh(ctx context.Context) error {
	x.products++
	if err := x.m.product(ctx, x.t, x.w); err != nil {
		return err
	}
	x.value = floats.Dot(x.w, x.t)
	return nil
}

// polish exchanges features until no exchange lowers the objective, or for a number of rounds. A
// round visits the chosen features in order of ascending z and replaces each by the feature that
// lowers the objective most; of ties that of largest z. A round costs one product with R~ and O(np)
// for each feature that is exchanged or not ruled out by promising, at most k. If it is canceled,
// the exchanges made so far stay.
func (x *exchange) polish(ctx context.Context, opt algorithms.Options, rounds int) error {
	p := len(x.order)
	x.out, x.in, x.unit = make([]float64, p), make([]float64, p), make([]float64, p)
	x.done = x.k == p
	for round := 1; !x.done && round <= rounds; round++ {
		meter := opt.Meter(fmt.Sprintf("exchanges, round %d", round), x.k)
		before := x.exchanges
		for _, i := range slices.Backward(x.members()) {
			if err := x.improve(ctx, i); err != nil {
				return err
			}
			meter(1)
		}
		x.done = x.exchanges == before
		if !x.done {
			if err := x.refresh(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// improve replaces feature i by the best other feature if that lowers the objective.
func (x *exchange) improve(ctx context.Context, i int) error {
	leave := x.m.rel[i] - 2*x.t[i]
	least := polishTolerance * x.value
	if !x.promising(leave, -least) {
		return nil
	}
	if err := x.column(ctx, x.out, i); err != nil {
		return err
	}
	best := -least
	for _, j := range x.order {
		if !x.inside[j] {
			best = min(best, leave+x.enter(j)-2*x.out[j])
		}
	}
	if best == -least {
		return nil
	}
	for _, j := range x.order {
		if gain := leave + x.enter(j) - 2*x.out[j]; !x.inside[j] && gain <= best+least/2 {
			return x.swap(ctx, i, j, gain)
		}
	}
	return nil
}

// enter is the increase of the objective by feature j beside the chosen ones.
func (x *exchange) enter(j int) float64 { return x.m.rel[j] + 2*x.t[j] }

// promising reports whether an exchange can change the objective by less than limit, given that no
// entry of R~ off the diagonal is above s.
func (x *exchange) promising(leave, limit float64) bool {
	for j, inside := range x.inside {
		if !inside && leave+x.enter(j)-2*x.m.scale < limit {
			return true
		}
	}
	return false
}

// swap replaces i by j. x.out has the column of i.
func (x *exchange) swap(ctx context.Context, i, j int, gain float64) error {
	if err := x.column(ctx, x.in, j); err != nil {
		return err
	}
	floats.Add(x.t, x.in)
	floats.Sub(x.t, x.out)
	x.inside[i], x.inside[j], x.w[i], x.w[j] = false, true, 0, 1
	x.value += gain
	x.exchanges++
	return nil
}

// column sets dst to column j of R~.
func (x *exchange) column(ctx context.Context, dst []float64, j int) error {
	if x.m.dense != nil {
		copy(dst, x.m.dense.RawRowView(j))
		return ctx.Err()
	}
	x.unit[j] = 1
	err := x.m.squares.Mul(ctx, dst, x.unit, x.m.workers)
	x.unit[j] = 0
	floats.Scale(x.m.scale, dst)
	dst[j] = x.m.rel[j]
	return err
}
