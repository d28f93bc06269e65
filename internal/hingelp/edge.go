package hingelp

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// stop is a point of an edge at which a margin reaches its level or a weight reaches 0, and by how
// much the slope of the objective rises there.
type stop struct {
	length        float64
	row, variable int // one of them is -1
	rise          float64
}

type stops []stop

// least moves the nearest of the stops from k on to k. Few of them are passed, so that sorting all
// would take longer.
func (s stops) least(k int) {
	best := k
	for i := k + 1; i < len(s); i++ {
		if s[i].length < s[best].length {
			best = i
		}
	}
	s[k], s[best] = s[best], s[k]
}

// stops are those of an edge, in no order.
func (s *Solver) stops(e edge, rates []float64) (out stops) {
	for i, r := range s.rate {
		if s.placeR[i] >= 0 || math.Abs(r) < leastRate || (r > 0) != s.below[i] {
			continue
		}
		out = append(out, stop{max(0, (s.raised[i]-s.margin[i])/r), i, -1,
			s.cost[i] * math.Abs(r)})
	}
	b := len(s.x) - 1
	for a, v := range s.vars {
		if r := rates[a]; v != b && math.Abs(r) >= leastRate && (r > 0) != (s.w[v] > 0) {
			out = append(out, stop{max(0, -s.w[v]/r), -1, v, 2 * s.g[v] * math.Abs(r)})
		}
	}
	return out
}

// pivot changes the basis: what leaves 0 or E on the edge, and what reaches 0 or E at its stop.
func (s *Solver) pivot(e edge, at stop) {
	switch {
	case e.variable >= 0 && at.row >= 0:
		s.grow(at.row, e.variable)
	case e.variable >= 0:
		s.swapVariable(s.placeV[at.variable], e.variable)
	case at.row >= 0:
		s.swapRow(s.placeR[e.row], at.row)
	default:
		s.shrink(s.placeR[e.row], s.placeV[at.variable])
	}
	if at.row >= 0 {
		s.margin[at.row] = s.raised[at.row]
	} else {
		s.w[at.variable] = 0
	}
}

// entry is the product of a row with variable v in the basis.
func (s *Solver) entry(row, v int) float64 { return s.sign[row] * s.x[v][row] }

// column is the inverse times the column of variable v, by place in vars.
func (s *Solver) column(v int) []float64 {
	out := make([]float64, len(s.vars))
	for a := range out {
		for p, i := range s.rows {
			out[a] += s.inverse[a][p] * s.entry(i, v)
		}
	}
	return out
}

// row is the row of a sample times the inverse, by place in rows.
func (s *Solver) row(row int) []float64 {
	out := make([]float64, len(s.rows))
	for a, v := range s.vars {
		floats.AddScaled(out, s.entry(row, v), s.inverse[a])
	}
	return out
}

// grow adds a sample and a variable to the basis, by bordering.
func (s *Solver) grow(row, v int) {
	c, r := s.column(v), s.row(row)
	rest := s.entry(row, v)
	for a, other := range s.vars {
		rest -= s.entry(row, other) * c[a]
	}
	for a := range s.inverse {
		floats.AddScaled(s.inverse[a], c[a]/rest, r)
		s.inverse[a] = append(s.inverse[a], -c[a]/rest)
	}
	floats.Scale(-1/rest, r)
	s.inverse = append(s.inverse, append(r, 1/rest))
	s.placeV[v], s.placeR[row] = len(s.vars), len(s.rows)
	s.vars, s.rows = append(s.vars, v), append(s.rows, row)
}

// swapVariable puts v in the place q.
func (s *Solver) swapVariable(q, v int) {
	c := s.column(v)
	floats.Scale(1/c[q], s.inverse[q])
	for a := range s.inverse {
		if a != q {
			floats.AddScaled(s.inverse[a], -c[a], s.inverse[q])
		}
	}
	s.placeV[s.vars[q]], s.placeV[v], s.vars[q] = -1, q, v
}

// swapRow puts a sample in the place p.
func (s *Solver) swapRow(p, row int) {
	r := s.row(row)
	for _, line := range s.inverse {
		part := line[p] / r[p]
		floats.AddScaled(line, -part, r)
		line[p] = part
	}
	s.placeR[s.rows[p]], s.placeR[row], s.rows[p] = -1, p, row
}

// shrink removes the sample in place p and the variable in place q; the last ones take their
// places.
func (s *Solver) shrink(p, q int) {
	out := s.inverse[q]
	for a, line := range s.inverse {
		if a != q {
			floats.AddScaled(line, -line[p]/out[p], out)
		}
	}
	last := len(s.vars) - 1
	s.inverse[q] = s.inverse[last]
	s.inverse = s.inverse[:last]
	for a, line := range s.inverse {
		line[p] = line[last]
		s.inverse[a] = line[:last]
	}
	s.placeV[s.vars[q]], s.placeR[s.rows[p]] = -1, -1
	s.vars[q], s.rows[p] = s.vars[last], s.rows[last]
	s.vars, s.rows = s.vars[:last], s.rows[:last]
	if q < last {
		s.placeV[s.vars[q]] = q
	}
	if p < last {
		s.placeR[s.rows[p]] = p
	}
}

// basis is the matrix of the basis.
func (s *Solver) basis() *mat.Dense {
	m := mat.NewDense(len(s.rows), len(s.rows), nil)
	for p, i := range s.rows {
		for a, v := range s.vars {
			m.Set(p, a, s.entry(i, v))
		}
	}
	return m
}

// invert computes the inverse, the weights and the margins from the basis. It returns false if the
// basis is singular.
func (s *Solver) invert() bool {
	if len(s.rows) == 0 {
		return true
	}
	var inverse mat.Dense
	if err := inverse.Inverse(s.basis()); err != nil && inverse.IsEmpty() {
		return false
	}
	target := make([]float64, len(s.rows))
	for p, i := range s.rows {
		target[p] = s.raised[i]
	}
	for a, v := range s.vars {
		copy(s.inverse[a], inverse.RawRowView(a))
		s.w[v] = floats.Dot(s.inverse[a], target)
	}
	clear(s.margin)
	for _, v := range s.vars {
		floats.AddScaled(s.margin, s.w[v], s.x[v])
	}
	floats.Mul(s.margin, s.sign)
	for _, i := range s.rows {
		s.margin[i] = s.raised[i]
	}
	return !floats.HasNaN(s.w)
}

// exact are the weights and b for which the margins of the basis are 1.
func (s *Solver) exact() (w []float64, ok bool) {
	w = make([]float64, len(s.w))
	k := len(s.rows)
	if k == 0 {
		return w, true
	}
	var lu mat.LU
	lu.Factorize(s.basis())
	one := mat.NewVecDense(k, nil)
	for p := range k {
		one.SetVec(p, 1)
	}
	var solution mat.VecDense
	if err := lu.SolveVecTo(&solution, false, one); err != nil {
		if _, near := err.(mat.Condition); !near {
			return w, false
		}
	}
	for a, v := range s.vars {
		w[v] = solution.AtVec(a)
	}
	return w, !floats.HasNaN(w)
}

// value is the objective at w, with b last.
func (s *Solver) value(w, g []float64) (total float64) {
	margin := make([]float64, len(s.sign))
	for j, v := range w {
		if v != 0 {
			floats.AddScaled(margin, v, s.x[j])
		}
	}
	for i, m := range margin {
		total += s.cost[i] * max(0, 1-s.sign[i]*m)
	}
	for j, v := range g {
		total += v * math.Abs(w[j])
	}
	return total
}

// bound is the value Σ_i u_i of the multipliers in the dual program, of 0 ≤ u_i ≤ c_i, Σ_i u_i s_i
// = 0 and |Σ_i u_i s_i x_ij| ≤ g_j, less what rounding leaves of these for weights of at most
// Largest.
func (s *Solver) bound(g []float64) float64 {
	u := make([]float64, len(s.u))
	var total, balance float64
	for i, v := range s.u {
		u[i] = s.sign[i] * max(0, min(v, s.cost[i])) / (1 + apart/4)
		total += math.Abs(u[i])
		balance += u[i]
	}
	excess := math.Abs(balance)
	for j, v := range g {
		excess += max(0, math.Abs(floats.Dot(u, s.x[j]))-v)
	}
	return total - Largest*excess
}
