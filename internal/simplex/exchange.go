package simplex

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// exchanges bounds those of exchange, and patience those in a row that leave no fewer features
	// on the wrong side than the best one before.
	exchanges, patience = 50, 5
	// fewDirect is the number of features below which another factor costs next to nothing.
	fewDirect = 200
)

// exchange finds the support by block principal pivoting (Portugal, Júdice, Vicente 1994): solve on
// a set, then move every feature of negative weight out and every one of gradient below μ in, until
// none is on the wrong side. That takes a few steps where a descent is cut at every feature that
// leaves, but two sets may take turns, and then z stays as it was. It returns true at the optimum.
func (q *dense) exchange(ctx context.Context) (bool, error) {
	w := len(q.s)
	in := make([]bool, w)
	for j, v := range q.z {
		in[j] = v > 0
	}
	least, remaining := w+1, patience
	for range exchanges {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		var places []int
		for j, is := range in {
			if is {
				places = append(places, j)
			}
		}
		t, ok := q.solve(places)
		if !ok {
			return false, nil
		}
		q.steps++
		z, hz := make([]float64, w), make([]float64, w)
		for a, i := range places {
			z[i] = t[a]
		}
		f, mu := q.value(z, hz)
		if math.IsInf(f, 1) {
			return false, nil
		}
		limit := mu - enters*q.size(z, hz, mu)
		wrong := 0
		for j, v := range z {
			if in[j] && v <= 0 || !in[j] && q.gradient(hz, j, f) < limit {
				in[j] = !in[j]
				wrong++
			}
		}
		switch {
		case wrong == 0:
			q.take(z)
			f, mu = q.value(q.z, q.hz)
			return q.residual(q.z, q.hz, f, mu) < enters, nil
		case wrong < least:
			least, remaining = wrong, patience
		case remaining == 0:
			return false, nil
		default:
			remaining--
		}
	}
	return false, nil
}

// solve is closed, from a factor of nearly the same features where one is at hand.
func (q *dense) solve(places []int) (t []float64, ok bool) {
	if len(places) == 0 {
		return nil, false
	}
	if len(places) >= fewDirect {
		if t, ok := q.bordered(places); ok {
			return t, true
		}
	}
	return q.closed(places)
}

// bordered solves as closed does, from the factor U'U of a set F that differs by the k features of
// E, which are outside of it, and R, which have left: x is 0 on R in
//
//	[H_FF  H_FE  I_R] [x_F]   [b_F]
//	[H_EF  H_EE   0 ] [x_E] = [b_E]
//	[I_R'   0     0 ] [ λ ]   [ 0 ]
//
// whose Schur complement is k×k. It costs O(p²k + pk²), a factor O(p³). It returns false without a
// factor, where k is no small part of p, where its like have cost as much as another factor, and
// where rounding forbids it.
func (q *dense) bordered(places []int) (t []float64, ok bool) {
	if q.factored == nil {
		return nil, false
	}
	p, f := len(places), len(q.factored)
	at := make([]int, len(q.s)) // 1 more than the place of a feature among places
	for a, i := range places {
		at[i] = a + 1
	}
	from := make([]int, f) // the same of each feature of F, 0 for one of R
	var gone []int         // of F
	inside := make([]bool, p)
	for a, i := range q.factored {
		if i >= 0 {
			from[a] = at[i]
		}
		if from[a] == 0 {
			gone = append(gone, a)
			continue
		}
		inside[from[a]-1] = true
	}
	var fresh []int // of places
	for a, is := range inside {
		if !is {
			fresh = append(fresh, a)
		}
	}
	e, k := len(fresh), len(fresh)+len(gone)
	if q.bordering += p * p * k; 5*k > p || 3*q.bordering > p*p*p {
		return nil, false
	}
	border, inner := mat.NewDense(f, max(k, 1), nil), mat.NewDense(max(k, 1), max(k, 1), nil)
	if e > 0 {
		block := q.block(fresh, places)
		for c, a := range fresh {
			row := block.RawRowView(c)
			for b, to := range from {
				if to > 0 {
					border.Set(b, c, row[to-1])
				}
			}
			for d, b := range fresh {
				inner.Set(c, d, row[b])
			}
			inner.Set(c, c, row[a]+q.ridge)
		}
	}
	for c, a := range gone {
		border.Set(a, e+c, 1)
	}
	var lu mat.LU
	if k > 0 {
		q.factor.solveFirst(border)
		var gram mat.Dense
		gram.Mul(border.T(), border)
		inner.Sub(inner, &gram)
		lu.Factorize(inner)
		if math.IsInf(lu.Cond(), 1) {
			return nil, false
		}
	}
	solve := func(b []float64) bool { // in place
		first := mat.NewDense(f, 2, nil)
		for a, to := range from {
			if to > 0 {
				first.SetRow(a, b[2*to-2:2*to])
			}
		}
		q.factor.solveFirst(first)
		var x mat.Dense
		if k > 0 {
			rest := mat.NewDense(k, 2, nil)
			for c, a := range fresh {
				rest.SetRow(c, b[2*a:2*a+2])
			}
			var known mat.Dense
			known.Mul(border.T(), first)
			rest.Sub(rest, &known)
			if err := lu.SolveTo(&x, false, rest); err != nil {
				return false
			}
			var used mat.Dense
			used.Mul(border, &x)
			first.Sub(first, &used)
		}
		q.factor.solveLast(first)
		for a, to := range from {
			if to > 0 {
				copy(b[2*to-2:2*to], first.RawRowView(a))
			}
		}
		for c, a := range fresh {
			copy(b[2*a:2*a+2], x.RawRowView(c))
		}
		return true
	}
	right := q.right(places)
	out := slices.Clone(right)
	if !solve(out) {
		return nil, false
	}
	q.subtract(right, out, places)
	if !solve(right) {
		return nil, false
	}
	floats.Add(out, right)
	return q.combined(places, out)
}

// block is H at the features of some places and at all of them.
func (q *dense) block(some, places []int) *mat.Dense {
	rows := make([]int, len(some))
	for c, a := range some {
		rows[c] = places[a]
	}
	out := mat.NewDense(len(some), len(places), nil)
	if q.h == nil {
		whole(q.form.Block(context.Background(), out, rows, places, q.workers))
		return out
	}
	for c, i := range rows {
		to := out.RawRowView(c)
		for b, j := range places {
			to[b] = q.h[i][j]
		}
	}
	return out
}
