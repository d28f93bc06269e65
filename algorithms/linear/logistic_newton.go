package linear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/optimize"
)

const (
	glmHalvings   = 30   // of a Newton step
	glmIterations = 400  // of conjugate gradients, for one step
	glmExact      = 1e-9 // residual, relative, at which they end near the solution
	glmRough      = 1e-2 // the same far from it
	glmRidge      = 1e-12
	glmShared     = 400 // unknowns of rows above which all classes share one factor
)

// glmSystem is Newton's equation for the numbers of W that are not 0 (all of a row in a group) and
// the intercepts. Unknowns are in the order of the classes; an intercept is the first of its class.
// It is solved by conjugate gradients with a factor for each class, which for one class is exact.
type glmSystem struct {
	f          *glmFit
	rows       [][]int // of each class, places in work
	start      []int   // of each class, and the end
	rhs        []float64
	norm       []float64   // of the rows of a group
	image      [][]float64 // q vectors of n numbers
	chol       []glmFactor
	correction glmFactor // of the correction for the directions of the rows of a group
}

// newton takes steps until the conditions hold for the numbers that are not 0, or a step fails. At
// most glmNewton steps, and as many as numbers can become 0, are made.
func (f *glmFit) newton() {
	most := glmNewton + 2*len(f.w)*f.loss.q
	for remaining := glmNewton; remaining > 0 && most > 0; remaining-- {
		most--
		s := f.system()
		worst := floats.Norm(s.rhs, math.Inf(1))
		if len(s.rhs) == 0 || worst <= f.tol {
			return
		}
		f.steps++
		moved, cut := f.move(s, s.solve(), worst)
		if !moved {
			return
		}
		if cut {
			remaining++
		}
		f.recenter()
	}
}

// system sets up the equation.
func (f *glmFit) system() *glmSystem {
	s := &glmSystem{f: f, rows: make([][]int, f.loss.q), start: make([]int, f.loss.q+1)}
	if f.group {
		s.norm = make([]float64, len(f.w))
		var rows []int
		for a, w := range f.w {
			if s.norm[a] = floats.Norm(w, 2); s.norm[a] > 0 {
				rows = append(rows, a)
			}
		}
		for c := range s.rows {
			s.rows[c] = rows
		}
	} else {
		for a, w := range f.w {
			for c, v := range w {
				if v != 0 {
					s.rows[c] = append(s.rows[c], a)
				}
			}
		}
	}
	for c, rows := range s.rows {
		s.start[c+1] = s.start[c] + s.first(c) + len(rows)
	}
	s.rhs = make([]float64, s.start[f.loss.q])
	s.eachClass(1, func(c int, rows []int) {
		part := s.part(s.rhs, c)
		first := s.first(c)
		if first > 0 {
			part[0] = floats.Sum(f.now.r[c]) / float64(f.loss.n)
		}
		for i, a := range rows {
			part[first+i] = floats.Dot(f.z[a], f.now.r[c])/float64(f.loss.n) -
				f.lambda*s.direction(a, c)
		}
	})
	return s
}

// eachClass calls do for every class, which multiplies that many times with each of its columns.
func (s *glmSystem) eachClass(times int, do func(c int, rows []int)) {
	l := s.f.loss
	l.split(l.q, 1, times*l.n*len(s.rhs), func(lo, hi int) {
		for c := lo; c < hi; c++ {
			do(c, s.rows[c])
		}
	})
}

// first is the number of unknowns of a class before those of rows. The intercept of the last of
// several classes that share a loss stays: only differences count.
func (s *glmSystem) first(c int) int {
	l := s.f.loss
	if !l.intercept() || l.kind == glmMultinomial && c == l.q-1 {
		return 0
	}
	return 1
}

func (s *glmSystem) part(v []float64, c int) []float64 { return v[s.start[c]:s.start[c+1]] }

// direction is the derivative of Ω.
func (s *glmSystem) direction(a, c int) float64 {
	v := s.f.w[a][c]
	if s.f.group {
		return v / s.norm[a]
	}
	return math.Copysign(1, v)
}

// apply sets out to the product of the second derivatives of F with v.
func (s *glmSystem) apply(out, v []float64) {
	f := s.f
	s.eachClass(1, func(c int, rows []int) {
		part, image, first := s.part(v, c), s.image[c], s.first(c)
		clear(image)
		if first > 0 {
			floats.AddConst(part[0], image)
		}
		for i, a := range rows {
			floats.AddScaled(image, part[first+i], f.z[a])
		}
	})
	f.loss.bend(f.now, s.image)
	s.eachClass(1, func(c int, rows []int) {
		part, image, first := s.part(out, c), s.image[c], s.first(c)
		if first > 0 {
			part[0] = floats.Sum(image) / float64(f.loss.n)
		}
		for i, a := range rows {
			part[first+i] = floats.Dot(f.z[a], image) / float64(f.loss.n)
		}
	})
	if !f.group {
		return
	}
	for i, a := range s.rows[0] {
		along := 0.0
		for c := range s.rows {
			along += s.direction(a, c) * s.part(v, c)[s.first(c)+i]
		}
		for c := range s.rows {
			at := s.first(c) + i
			s.part(out, c)[at] += f.lambda / s.norm[a] *
				(s.part(v, c)[at] - along*s.direction(a, c))
		}
	}
}

// factor makes the factors: of the part of the matrix that belongs to a class, or where the classes
// have the same rows and these are many, of the mean of the parts.
func (s *glmSystem) factor() {
	q := s.f.loss.q
	s.chol = make([]glmFactor, q)
	if s.f.group && (s.f.loss.kind == glmSquared || len(s.rows[0])*q > glmShared) {
		curv := s.meanCurvature()
		shared := s.factorOf(0, curv)
		for c := range s.chol {
			if s.chol[c] = shared; s.first(c) != s.first(0) {
				s.chol[c] = s.factorOf(c, curv)
			}
		}
		return
	}
	s.eachClass(max(1, len(s.rhs)/(2*q)), func(c int, _ []int) {
		var curv []float64
		if s.f.now.curv != nil {
			curv = s.f.now.curv[c]
		}
		s.chol[c] = s.factorOf(c, curv)
	})
}

func (s *glmSystem) meanCurvature() []float64 {
	if s.f.now.curv == nil {
		return nil
	}
	out := make([]float64, s.f.loss.n)
	for _, curv := range s.f.now.curv {
		floats.AddScaled(out, 1/float64(s.f.loss.q), curv)
	}
	return out
}

// factorOf is the factor for the rows of class c, where the samples have curvatures curv, or 1.
func (s *glmSystem) factorOf(c int, curv []float64) glmFactor {
	f, first, rows := s.f, s.first(c), s.rows[c]
	m := first + len(rows)
	if m == 0 {
		return nil
	}
	z := make([][]float64, m)
	if first > 0 {
		z[0] = make([]float64, f.loss.n)
		floats.AddConst(1, z[0])
	}
	for i, a := range rows {
		z[first+i] = f.z[a]
	}
	h := glmZeros(m, m) // its lower triangle
	scaled := make([]float64, f.loss.n)
	var trace float64
	for i := range z {
		copy(scaled, z[i])
		if curv != nil {
			floats.Mul(scaled, curv)
		}
		for k := range i + 1 {
			h[i][k] = floats.Dot(scaled, z[k]) / float64(f.loss.n)
		}
		if f.group && i >= first {
			h[i][i] += f.lambda / s.norm[rows[i-first]]
		}
		trace += h[i][i] / float64(m)
	}
	for ridge := glmRidge * trace; ; ridge *= 100 {
		if l := newGLMFactor(h, ridge); l != nil {
			return l
		}
	}
}

// glmFactor is a lower triangular factor L of LL', by rows.
type glmFactor [][]float64

// newGLMFactor factors h (its lower triangle) with a ridge; nil if the sum is not positive
// definite, within rounding. gonum's factor also estimates its condition, which for the few rows of
// most problems takes longer than all the rest.
func newGLMFactor(h [][]float64, ridge float64) glmFactor {
	l := glmZeros(len(h), len(h))
	for i, row := range l {
		for k := range i {
			row[k] = (h[i][k] - floats.Dot(row[:k], l[k][:k])) / l[k][k]
		}
		rest := h[i][i] + ridge - floats.Dot(row[:i], row[:i])
		if !(rest > ridge/2) {
			return nil
		}
		row[i] = math.Sqrt(rest)
	}
	return l
}

// solve overwrites v with the solution of LL'x = v.
func (l glmFactor) solve(v []float64) {
	for i, row := range l {
		v[i] = (v[i] - floats.Dot(row[:i], v[:i])) / row[i]
	}
	for i, row := range slices.Backward(l) {
		v[i] /= row[i]
		floats.AddScaled(v[:i], -v[i], row[:i])
	}
}

// precondition returns the product of an inverse of the parts of the classes with v. In a group
// they have λ/‖w_j‖ in all directions of row j. Its own direction u_j, in which the penalty does
// not bend, is taken out by Woodbury's identity: with A the parts and U the directions,
//
//	(A - UDU')⁻¹ = A⁻¹ + A⁻¹U(D⁻¹ - U'A⁻¹U)⁻¹U'A⁻¹,   D = diag(λ/‖w_j‖)
//
// For least squares this is the inverse itself.
func (s *glmSystem) precondition(v []float64) []float64 {
	out := slices.Clone(v)
	s.divide(out)
	if s.correction == nil {
		return out
	}
	along := make([]float64, len(s.correction))
	for c, rows := range s.rows {
		part := s.part(out, c)[s.first(c):]
		for i, a := range rows {
			along[i] += s.direction(a, c) * part[i]
		}
	}
	s.correction.solve(along)
	more := make([]float64, len(v))
	for c, rows := range s.rows {
		part := s.part(more, c)[s.first(c):]
		for i, a := range rows {
			part[i] = s.direction(a, c) * along[i]
		}
	}
	s.divide(more)
	floats.Add(out, more)
	return out
}

// divide solves for the parts of the classes.
func (s *glmSystem) divide(v []float64) {
	for c, chol := range s.chol {
		if chol != nil {
			chol.solve(s.part(v, c))
		}
	}
}

// factorCorrection factors D⁻¹ - U'A⁻¹U; it stays nil if that is not positive definite within
// rounding, or there are no groups.
func (s *glmSystem) factorCorrection() {
	if !s.f.group || len(s.rows[0]) == 0 {
		return
	}
	rows := s.rows[0]
	h := glmZeros(len(rows), len(rows))
	var inverse [][]float64
	for c := range s.chol {
		first := s.first(c)
		if c == 0 || !s.sameFactor(c, c-1) {
			inverse = s.chol[c].inverse(first)
		}
		for i, a := range rows {
			u := s.direction(a, c)
			for k := range i + 1 {
				h[i][k] -= u * s.direction(rows[k], c) * inverse[i][k]
			}
		}
	}
	var trace float64
	for i, a := range rows {
		h[i][i] += s.norm[a] / s.f.lambda
		trace += s.norm[a] / s.f.lambda / float64(len(rows))
	}
	s.correction = newGLMFactor(h, glmRidge*trace)
}

// sameFactor reports whether two classes share a factor.
func (s *glmSystem) sameFactor(c, k int) bool { return &s.chol[c][0] == &s.chol[k][0] }

// inverse returns the lower triangle of the inverse of LL', without the first rows and columns.
func (l glmFactor) inverse(first int) [][]float64 {
	out := glmZeros(len(l)-first, len(l))
	for i, row := range out {
		row[first+i] = 1
		l.solve(row)
		out[i] = row[first:]
	}
	return out
}

// solve returns the Newton step. Its residual is relative to how far the solution is, which is
// enough for a convergence of second order.
func (s *glmSystem) solve() []float64 {
	s.image = glmZeros(s.f.loss.q, s.f.loss.n)
	s.factor()
	s.factorCorrection()
	c := optimize.NewCG(slices.Clone(s.rhs), s.precondition)
	rough := min(glmRough, max(glmExact, floats.Norm(s.rhs, math.Inf(1))/s.f.max))
	end := rough * rough * c.Rho
	for range glmIterations {
		if s.apply(c.AP, c.P); !(c.Rho > 0) || !c.Step() {
			break
		}
		if c.Next(); c.Rho <= end {
			break
		}
	}
	return c.X
}

// move goes along the step as far as F falls, or, where it is flat within rounding, the violation
// of the conditions does. It reports whether one falls, and whether numbers became 0.
func (f *glmFit) move(s *glmSystem, step []float64, worst float64) (moved, cut bool) {
	before, gain := f.objective(), floats.Dot(s.rhs, step)
	if !(gain > 0) {
		return false, false
	}
	was := f.point()
	t, cross := 1.0, s.crossing(step)
	for range glmHalvings {
		cut = f.along(s, step, t, was)
		f.now, f.trial = f.trial, f.now
		after := f.objective()
		if after <= before-1e-4*t*gain && after < before {
			return true, cut
		}
		if !cut && after <= before+1e-13*math.Abs(before) {
			if again := f.system(); floats.Norm(again.rhs, math.Inf(1)) < .5*worst {
				return true, cut
			}
		}
		f.now, f.trial = f.trial, f.now
		f.moveTo(was)
		if t > cross {
			t = cross
		} else {
			t /= 2
		}
	}
	return false, false
}

// crossing is the share of a step at which the first number becomes 0. If columns depend on each
// other linearly, as more of them than samples do, F may fall along a step without end until then.
func (s *glmSystem) crossing(step []float64) float64 {
	t := math.Inf(1)
	if s.f.group {
		return t
	}
	for c, rows := range s.rows {
		part := s.part(step, c)[s.first(c):]
		for i, a := range rows {
			if v := s.f.w[a][c]; v*part[i] < 0 {
				t = min(t, -v/part[i])
			}
		}
	}
	return t
}

// along sets W, b and the trial state to where t times the step leads, and reports whether numbers
// became 0.
func (f *glmFit) along(s *glmSystem, step []float64, t float64, was *glmPoint) (cut bool) {
	for c, rows := range s.rows {
		part, first := s.part(step, c), s.first(c)
		if first > 0 {
			f.b[c] = was.b[c] + t*part[0]
		}
		for i, a := range rows {
			v := was.w[a][c]
			f.w[a][c] = v + t*part[first+i]
			if !f.group && f.w[a][c]*v <= 1e-14*v*v {
				f.w[a][c], cut = 0, true
			}
		}
	}
	if f.group {
		for _, a := range s.rows[0] {
			if floats.Dot(f.w[a], was.w[a]) <= 0 {
				clear(f.w[a])
				cut = true
			}
		}
	}
	for c, eta := range f.trial.eta {
		copy(eta, f.now.eta[c])
		if f.b[c] != was.b[c] {
			floats.AddConst(f.b[c]-was.b[c], eta)
		}
		for _, a := range s.rows[c] {
			if d := f.w[a][c] - was.w[a][c]; d != 0 {
				floats.AddScaled(eta, d, f.z[a])
			}
		}
	}
	f.loss.evaluate(f.trial)
	return cut
}
