// Package hingelp solves linear programs of sparse classifiers,
//
//	minimize Σ_i c_i (1 - s_i(x_i'w - b))₊ + Σ_j g_j |w_j|
//
// for n samples of d features, signs s_i, and costs c_i > 0 and g_j ≥ 0, by a simplex method whose
// basis has a row and a column only for each weight that is not 0.
//
// At a vertex the basic variables are the weights A that are not 0, and b once it has moved, and as
// many samples E have a margin s_i(x_i'w - b) of exactly 1. Multipliers u_i, c_i for samples below
// and 0 above 1, make |Σ_i u_i s_i x_ij| = g_j for j in A. The vertex is optimal when 0 ≤ u_i ≤ c_i
// in E and |Σ_i u_i s_i x_ij| ≤ g_j elsewhere; Σ_i u_i is then the optimum. Else a sample leaves E
// or a weight enters A, and the objective, piecewise linear along the edge, falls to its least.
package hingelp

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

const (
	// violated is by how much a multiplier may leave its bounds.
	violated = 1e-12
	// leastRate is a rate below which a margin or weight does not change along an edge.
	leastRate = 1e-11
	// Margins are raised by up to apart, so that no two samples reach 1 together, which could make
	// steps of length 0 repeat; costs by up to that part, so that of equal features the lower one
	// is cheaper and the optimum is one point. Both are taken back in the solution.
	apart = 1e-9
	// refresh is the number of pivots after which the inverse is computed afresh.
	refresh = 64
	// shortest is the number of variables beyond that of samples among which several steps look for
	// one that leaves 0 before all are looked at again.
	shortest = 50
)

// Largest is the largest weight, or b, for which Solution.Bound holds.
const Largest = 1000

// Solution is a vertex, optimal if Converged.
type Solution struct {
	W []float64
	B float64
	// Value is the objective, and Bound a lower bound of it for weights of at most Largest.
	Value, Bound float64
	// Start is the objective of the program where it began, at the solution before.
	Start float64
	// Pivots is the number of steps.
	Pivots int
	// Converged is false if rounding or a limit has stopped the steps.
	Converged bool
}

// Solver solves programs that differ in g, each from the solution of the one before, at first from
// w = 0, b = 0.
type Solver struct {
	x       [][]float64 // columns, and that of b, -1
	sign    []float64
	cost    []float64
	workers int

	g       []float64 // raised costs of the present program, 0 for b
	w       []float64 // weights, b last
	margin  []float64
	below   []bool    // margin below its level, of samples not in E
	raised  []float64 // level of a margin, 1 and a little
	vars    []int     // A, with b
	rows    []int     // E
	inverse [][]float64
	placeV  []int // of a variable in vars, -1 if it is 0
	placeR  []int // of a sample in rows, -1
	u, rho  []float64
	short   []int     // variables that may leave 0, at first none
	rate    []float64 // of margins along the edge
	updates int
}

// New makes a solver. x are the columns of the features, which are not modified; sign has 1 and -1.
func New(x [][]float64, sign, cost []float64, workers int) *Solver {
	n, d := len(sign), len(x)
	s := &Solver{
		sign: sign, cost: cost, workers: workers, g: make([]float64, d+1),
		w: make([]float64, d+1), margin: make([]float64, n), below: make([]bool, n),
		raised: make([]float64, n), placeV: make([]int, d+1), placeR: make([]int, n),
		u: make([]float64, n), rho: make([]float64, d+1), rate: make([]float64, n),
	}
	minus := make([]float64, n)
	state := uint64(1)
	for i := range n {
		minus[i], s.below[i], s.placeR[i] = -1, true, -1
		state = state*6364136223846793005 + 1442695040888963407
		s.raised[i] = 1 + apart*float64(state>>11)/(1<<53)
	}
	s.x = append(append(s.x, x...), minus)
	for j := range s.placeV {
		s.placeV[j] = -1
	}
	return s
}

// Solve returns the optimum for costs g of the weights. It returns ctx.Err().
func (s *Solver) Solve(ctx context.Context, g []float64) (*Solution, error) {
	d := len(g)
	for j, v := range g {
		s.g[j] = v * (1 + apart*float64(j)/float64(4*d))
	}
	start := s.w
	if s.updates > 0 {
		start, _ = s.exact()
	}
	out := &Solution{Start: s.value(start, g)}
	limit := 200*(len(s.sign)+min(d, len(s.sign))) + 1000
	whole := false // the variables in short have no edge
	for out.Pivots < limit {
		if err := s.price(ctx, whole); err != nil {
			return nil, err
		}
		e, found := s.entering()
		if !found && whole {
			out.Converged = true
			break
		}
		if whole = !found; whole {
			continue
		}
		if !s.step(e) {
			break
		}
		out.Pivots++
	}
	w, ok := s.exact()
	out.Converged = out.Converged && ok
	out.W, out.B, out.Value = w[:d:d], w[d], s.value(w, g)
	out.Bound = s.bound(g)
	return out, ctx.Err()
}

// price computes the multipliers and their sums over the columns of short, or over all columns, of
// which those that violate their bounds most become short.
func (s *Solver) price(ctx context.Context, whole bool) error {
	for i := range s.u {
		s.u[i] = 0
		if s.below[i] && s.placeR[i] < 0 {
			s.u[i] = s.cost[i]
		}
	}
	t := make([]float64, len(s.u))
	floats.MulTo(t, s.u, s.sign)
	need := make([]float64, len(s.vars))
	for a, v := range s.vars {
		need[a] = s.g[v]*signOf(s.w[v]) - floats.Dot(t, s.x[v])
	}
	for p, i := range s.rows {
		for a := range s.vars {
			s.u[i] += s.inverse[a][p] * need[a]
		}
		t[i] = s.u[i] * s.sign[i]
	}
	if !whole {
		for _, j := range s.short {
			s.rho[j] = floats.Dot(t, s.x[j])
		}
		return ctx.Err()
	}
	err := parallel.For(ctx, s.workers, len(s.x), 256, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			s.rho[j] = floats.Dot(t, s.x[j])
		}
	})
	s.shorten()
	return err
}

// shorten lists the variables that violate their bounds most, and b.
func (s *Solver) shorten() {
	s.short = s.short[:0]
	over := func(j int) float64 { return math.Abs(s.rho[j]) - s.g[j] }
	b := len(s.x) - 1
	for j := range b {
		if s.placeV[j] < 0 && over(j) > violated {
			s.short = append(s.short, j)
		}
	}
	slices.SortFunc(s.short, func(i, j int) int {
		return cmp.Or(cmp.Compare(over(j), over(i)), cmp.Compare(i, j))
	})
	s.short = append(s.short[:min(len(s.short), shortest+len(s.sign))], b)
}

func signOf(v float64) float64 {
	if v < 0 {
		return -1
	}
	return 1
}

// edge is a way down from a vertex: a sample leaves E with its margin, rising or falling, or a
// variable leaves 0, in the direction up of 1 or -1.
type edge struct {
	row, variable int // one of them is -1
	up            float64
	slope         float64 // of the objective, below 0
}

// entering is the steepest edge; of equal ones that of the lower column.
func (s *Solver) entering() (e edge, found bool) {
	e.slope = -violated
	for _, j := range s.short {
		r := s.rho[j]
		if s.placeV[j] >= 0 {
			continue
		}
		if slope := s.g[j] - math.Abs(r); slope < e.slope-violated {
			e, found = edge{row: -1, variable: j, up: signOf(r), slope: slope}, true
		}
	}
	for _, i := range s.rows {
		if slope := s.u[i]; slope < e.slope-violated {
			e, found = edge{row: i, variable: -1, up: 1, slope: slope}, true
		}
		if slope := s.cost[i] - s.u[i]; slope < e.slope-violated {
			e, found = edge{row: i, variable: -1, up: -1, slope: slope}, true
		}
	}
	return e, found
}

// direction sets the rates of the margins along an edge, and returns those of vars.
func (s *Solver) direction(e edge) []float64 {
	rates := make([]float64, len(s.vars))
	clear(s.rate)
	if e.row >= 0 {
		p := s.placeR[e.row]
		for a := range rates {
			rates[a] = e.up * s.inverse[a][p]
		}
	} else {
		x := s.x[e.variable]
		for p, i := range s.rows {
			v := e.up * s.sign[i] * x[i]
			for a := range rates {
				rates[a] -= s.inverse[a][p] * v
			}
		}
		floats.AddScaled(s.rate, e.up, x)
	}
	for a, v := range s.vars {
		floats.AddScaled(s.rate, rates[a], s.x[v])
	}
	floats.Mul(s.rate, s.sign)
	for _, i := range s.rows {
		s.rate[i] = 0
	}
	return rates
}

// step goes down an edge to the least point and changes the basis. It returns false if that cannot
// be done for rounding.
func (s *Solver) step(e edge) bool {
	rates := s.direction(e)
	stops := s.stops(e, rates)
	slope := e.slope
	at := -1
	for k := 0; k < len(stops); k++ {
		stops.least(k)
		if slope += stops[k].rise; slope >= 0 {
			at = k
			break
		}
	}
	if at < 0 {
		return false
	}
	last := stops[at]
	for a, v := range s.vars {
		s.w[v] += last.length * rates[a]
	}
	if e.variable >= 0 {
		s.w[e.variable] = e.up * last.length
	}
	floats.AddScaled(s.margin, last.length, s.rate)
	for _, k := range stops[:at] {
		if k.row >= 0 {
			s.below[k.row] = !s.below[k.row]
		}
	}
	if e.row >= 0 { // before it can be found to be below again
		s.below[e.row] = e.up < 0
		s.margin[e.row] = s.raised[e.row] + e.up*last.length
	}
	s.pivot(e, last)
	if s.updates++; s.updates%refresh == 0 {
		return s.invert()
	}
	return true
}
