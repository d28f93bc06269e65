package learn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

const (
	// newtonSteps bounds the steps of a machine; most take fewer than 15.
	newtonSteps = 200
	// newtonGap is the relative duality gap at which it is optimal but for rounding.
	newtonGap = 1e-10
	// newtonMore steps follow at most, until the samples with errors are those before the step.
	newtonMore = 3
	// newtonWhole is the distance from 1 of the length of a whole step.
	newtonWhole = 1e-9
)

// TrainNewton is Train by Newton's method, which ends at the optimum: for few features and many
// samples, for which coordinate descent takes thousands of epochs. The primal is quadratic as long
// as the same samples have errors, so a step solves
//
//	(I + 2C·Σ x_i x_i') w = 2C·Σ y_i x_i  over the samples with errors,
//
// and goes to the smallest objective on the way there. Where fewer samples have errors than there
// are features it solves (XX' + I/(2C)) β = y of these samples instead, and w = X'β. Errors are
// squared; Hinge, Eps, MaxEpochs and Seed have no effect. Epochs counts the steps.
//
// It begins at the weights of start, a model of the same classes, or at 0 when that is nil.
//
// The errors are those of Train, and one for Hinge. With s samples that have errors, m of which
// begin or cease to, a step costs O(nd + min(msd + s³, md² + d³)) a class.
//
// Source: Keerthi, DeCoste 2005.
func (p LinearSVM) TrainNewton(
	ctx context.Context, x *mat.Dense, y []int, classes int, start *LinearModel,
) (*LinearModel, error) {
	n, d := x.Dims()
	if err := checkValues(x); err != nil {
		return nil, err
	}
	if p.Hinge {
		return nil, errNewtonHinge
	}
	p, err := p.resolve()
	if err != nil {
		return nil, err
	}
	_, present, err := group(y, classes)
	if err != nil {
		return nil, err
	}
	positive := present
	if len(present) == 2 {
		positive = present[:1]
	}
	z := mat.NewDense(n, d+1, nil) // with the feature of the bias
	for i := range n {
		row := z.RawRowView(i)
		copy(row, x.RawRowView(i))
		row[d] = p.Bias
	}
	m := &LinearModel{present, mat.NewDense(len(positive), d, nil), make([]float64, len(positive)),
		make([]LinearFit, len(positive))}
	err = parallel.Each(ctx, p.Workers, len(positive), func(ctx context.Context, c int) error {
		s := newNewton(p.C, z, y, positive[c])
		if start != nil {
			copy(s.w, start.Weights.RawRowView(c))
			if p.Bias > 0 {
				s.w[d] = start.Bias[c] / p.Bias
			}
			s.decide(s.f, s.w)
		}
		err := s.run(ctx)
		copy(m.Weights.RawRowView(c), s.w[:d])
		m.Bias[c], m.Fits[c] = s.w[d]*p.Bias, s.fit
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// newton is the state of one machine.
type newton struct {
	c    float64
	z    *mat.Dense // n×(d+1)
	y    []float64
	w, f []float64 // weights, and y_i·w'z_i
	fit  LinearFit

	wrong   []bool        // samples that the Hessian has
	hessian *mat.SymDense // Σ z_i z_i' over them, nil before the first step that needs it
	right   []float64     // Σ y_i z_i over them

	known []int         // samples that gram has, ascending
	gram  *mat.SymDense // their products z_i'z_j
}

func newNewton(c float64, z *mat.Dense, y []int, positive int) *newton {
	n, d := z.Dims()
	s := &newton{c: c, z: z, y: make([]float64, n), w: make([]float64, d), f: make([]float64, n)}
	for i, label := range y {
		if s.y[i] = -1; label == positive {
			s.y[i] = 1
		}
	}
	return s
}

// decide sets to to y_i·w'z_i.
func (s *newton) decide(to, w []float64) {
	for i := range to {
		to[i] = s.y[i] * floats.Dot(s.z.RawRowView(i), w)
	}
}

func (s *newton) run(ctx context.Context) error {
	d := len(s.w)
	target, step, along := make([]float64, d), make([]float64, d), make([]float64, len(s.f))
	var wrong []int
	settled, more := false, newtonMore
	for s.fit.Epochs < newtonSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.certify()
		if s.fit.Converged = s.fit.Gap <= newtonGap*math.Abs(s.fit.Objective); s.fit.Converged {
			// The gap sees no weights that are small beside the errors.
			if settled || more == 0 {
				return nil
			}
			more--
		}
		s.fit.Epochs++
		wrong = below(wrong[:0], s.f)
		solve := s.byFeatures
		if len(wrong) < d {
			solve = s.bySamples
		}
		if !solve(target, wrong) {
			return nil // the values differ too much in size
		}
		floats.SubTo(step, target, s.w)
		s.decide(along, step)
		t := least(s.c, s.f, along, floats.Dot(s.w, step), floats.Dot(step, step))
		if !(t > 0) {
			return nil
		}
		if math.Abs(t-1) <= newtonWhole {
			// The sum of the weights and a step loses the digits of small weights.
			copy(s.w, target)
			s.decide(s.f, s.w)
			settled = slices.Equal(below(nil, s.f), wrong)
			continue
		}
		settled = false
		floats.AddScaled(s.w, t, step)
		floats.AddScaled(s.f, t, along)
	}
	return nil
}

// byFeatures sets w to the minimum if the samples with errors are those of wrong, by a system of
// the size of w. It reports whether that can be solved.
func (s *newton) byFeatures(w []float64, wrong []int) bool {
	d := len(w)
	if s.hessian == nil {
		s.hessian, s.right = mat.NewSymDense(d, nil), make([]float64, d)
		s.wrong = make([]bool, len(s.f))
	}
	s.update()
	system := mat.NewSymDense(d, nil)
	system.ScaleSym(2*s.c, s.hessian)
	for j := range d {
		system.SetSym(j, j, 1+system.At(j, j))
	}
	var factor mat.Cholesky
	if !factor.Factorize(system) {
		return false
	}
	target := mat.NewVecDense(d, w)
	if factor.SolveVecTo(target, mat.NewVecDense(d, s.right)) != nil {
		return false
	}
	target.ScaleVec(2*s.c, target)
	return true
}

// update adds the samples that have an error to the Hessian, and takes those out that no longer
// have one.
func (s *newton) update() {
	for i, f := range s.f {
		wrong := f < 1
		if wrong == s.wrong[i] {
			continue
		}
		sign := 1.0
		if !wrong {
			sign = -1
		}
		s.wrong[i] = wrong
		row := s.z.RawRowView(i)
		s.hessian.SymRankOne(s.hessian, sign, mat.NewVecDense(len(row), row))
		floats.AddScaled(s.right, sign*s.y[i], row)
	}
}

// bySamples is byFeatures by a system of the size of wrong.
func (s *newton) bySamples(w []float64, wrong []int) bool {
	clear(w)
	if len(wrong) == 0 {
		return true
	}
	s.products(wrong)
	system := mat.NewSymDense(len(wrong), nil)
	system.CopySym(s.gram)
	y := mat.NewVecDense(len(wrong), nil)
	for a, i := range wrong {
		system.SetSym(a, a, system.At(a, a)+1/(2*s.c))
		y.SetVec(a, s.y[i])
	}
	var factor mat.Cholesky
	if !factor.Factorize(system) || factor.SolveVecTo(y, y) != nil {
		return false
	}
	for a, i := range wrong {
		floats.AddScaled(w, y.AtVec(a), s.z.RawRowView(i))
	}
	return true
}

// products makes gram that of the given samples; those that it has are kept.
func (s *newton) products(samples []int) {
	const tile = 16 // rows that stay in the cache
	gram := mat.NewSymDense(len(samples), nil)
	at := make([]int, len(samples)) // in the old one
	for a, i := range samples {
		var found bool
		if at[a], found = slices.BinarySearch(s.known, i); !found {
			at[a] = -1
		}
	}
	for lo := 0; lo < len(samples); lo += tile {
		for a := lo; a < len(samples); a++ {
			row := s.z.RawRowView(samples[a])
			for b := lo; b < min(lo+tile, a+1); b++ {
				if at[a] >= 0 && at[b] >= 0 {
					gram.SetSym(b, a, s.gram.At(at[b], at[a]))
				} else {
					gram.SetSym(b, a, floats.Dot(row, s.z.RawRowView(samples[b])))
				}
			}
		}
	}
	s.known, s.gram = append(s.known[:0], samples...), gram
}

// least returns the t >= 0 with the smallest objective at w + t·step, where f changes by t·along
// and the derivative of ½‖w‖² is value + t·slope: the zero of its derivative, which rises and is
// linear between the places where a sample begins or ceases to have an error.
func least(c float64, f, along []float64, value, slope float64) float64 {
	type place struct {
		t      float64
		sample int
	}
	var places []place
	for i, g := range along {
		short := 1 - f[i]
		if short > 0 || short == 0 && g < 0 {
			value -= 2 * c * g * short
			slope += 2 * c * g * g
		}
		if t := short / g; g != 0 && t > 0 {
			places = append(places, place{t, i})
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.t, b.t), cmp.Compare(a.sample, b.sample))
	})
	for _, p := range places {
		if value+p.t*slope >= 0 {
			break
		}
		g, short := along[p.sample], 1-f[p.sample]
		sign := 1.0 // it begins to have an error
		if g > 0 {
			sign = -1
		}
		value -= sign * 2 * c * g * short
		slope += sign * 2 * c * g * g
	}
	return -value / slope
}

// certify computes the objective and its distance from that of the dual, at α_i = 2C·error_i.
func (s *newton) certify() {
	sum := make([]float64, len(s.w)) // Σ α_i y_i z_i
	primal, dual := floats.Dot(s.w, s.w)/2, 0.0
	for i, f := range s.f {
		if short := 1 - f; short > 0 {
			alpha := 2 * s.c * short
			primal += s.c * short * short
			dual += alpha - alpha*alpha/(4*s.c)
			floats.AddScaled(sum, alpha*s.y[i], s.z.RawRowView(i))
		}
	}
	dual -= floats.Dot(sum, sum) / 2
	s.fit.Objective, s.fit.Gap = primal, primal-dual
}
