package learn

import (
	"cmp"
	"context"
	"errors"
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
)

// TrainNewton is Train by Newton's method, which ends at the optimum: for few features and many
// samples, for which coordinate descent takes thousands of epochs. The primal is quadratic as long
// as the same samples have errors, so a step solves
//
//	(I + 2C·Σ x_i x_i') w = 2C·Σ y_i x_i  over the samples with errors,
//
// and goes to the smallest objective on the way there. Errors are squared; Hinge, Eps, MaxEpochs
// and Seed have no effect. Epochs counts the steps.
//
// The errors are those of Train, and one for Hinge. A step costs O(nd + md²) a class, with m the
// samples that begin or cease to have an error.
//
// Source: Keerthi, DeCoste 2005.
func (p LinearSVM) TrainNewton(
	ctx context.Context, x *mat.Dense, y []int, classes int,
) (*LinearModel, error) {
	n, d := x.Dims()
	if err := checkValues(x); err != nil {
		return nil, err
	}
	if p.Hinge {
		return nil, errors.New("LinearSVM: Newton's method squares the errors; leave Hinge out")
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
	c       float64
	z       *mat.Dense // n×(d+1)
	y       []float64
	w, f    []float64 // weights, and y_i·w'z_i
	wrong   []bool    // samples that the Hessian has
	hessian *mat.SymDense
	right   []float64 // Σ y_i z_i over them
	fit     LinearFit
}

func newNewton(c float64, z *mat.Dense, y []int, positive int) *newton {
	n, d := z.Dims()
	s := &newton{c: c, z: z, y: make([]float64, n), w: make([]float64, d), f: make([]float64, n),
		wrong: make([]bool, n), hessian: mat.NewSymDense(d, nil), right: make([]float64, d)}
	for i, label := range y {
		if s.y[i] = -1; label == positive {
			s.y[i] = 1
		}
	}
	return s
}

func (s *newton) run(ctx context.Context) error {
	d := len(s.w)
	target, step, along := mat.NewVecDense(d, nil), make([]float64, d), make([]float64, len(s.f))
	for s.fit.Epochs < newtonSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.certify()
		if s.fit.Converged = s.fit.Gap <= newtonGap*math.Abs(s.fit.Objective); s.fit.Converged {
			return nil
		}
		s.fit.Epochs++
		s.update()
		system := mat.NewSymDense(d, nil)
		system.ScaleSym(2*s.c, s.hessian)
		for j := range d {
			system.SetSym(j, j, 1+system.At(j, j))
		}
		var factor mat.Cholesky
		if !factor.Factorize(system) {
			return nil // not converged: the values differ too much in size
		}
		if factor.SolveVecTo(target, mat.NewVecDense(d, s.right)) != nil {
			return nil
		}
		target.ScaleVec(2*s.c, target)
		floats.SubTo(step, target.RawVector().Data, s.w)
		for i := range along {
			along[i] = s.y[i] * floats.Dot(s.z.RawRowView(i), step)
		}
		t := s.search(step, along)
		if !(t > 0) {
			return nil
		}
		floats.AddScaled(s.w, t, step)
		floats.AddScaled(s.f, t, along)
	}
	return nil
}

// update adds the samples that now have an error to the Hessian, and takes those out that no longer
// have one.
func (s *newton) update() {
	for i, f := range s.f {
		now := f < 1
		if now == s.wrong[i] {
			continue
		}
		sign := 1.0
		if !now {
			sign = -1
		}
		s.wrong[i] = now
		row := s.z.RawRowView(i)
		s.hessian.SymRankOne(s.hessian, sign, mat.NewVecDense(len(row), row))
		floats.AddScaled(s.right, sign*s.y[i], row)
	}
}

// search returns the t >= 0 with the smallest objective at w + t·step, where f changes by t·along:
// the zero of its derivative, which rises and is linear between the places where a sample begins or
// ceases to have an error.
func (s *newton) search(step, along []float64) float64 {
	value, slope := floats.Dot(s.w, step), floats.Dot(step, step)
	type place struct {
		t      float64
		sample int
	}
	var places []place
	for i, g := range along {
		short := 1 - s.f[i]
		if short > 0 || short == 0 && g < 0 {
			value -= 2 * s.c * g * short
			slope += 2 * s.c * g * g
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
		g, short := along[p.sample], 1-s.f[p.sample]
		sign := 1.0 // it begins to have an error
		if g > 0 {
			sign = -1
		}
		value -= sign * 2 * s.c * g * short
		slope += sign * 2 * s.c * g * g
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
