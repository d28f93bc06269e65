package learn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
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
// squared; Eps, MaxEpochs and Seed have no effect. Epochs counts the steps.
//
// It begins at the weights of start, a model of the same classes, or at 0 when that is nil. Where
// start has the samples with errors, the first step takes these: those of an optimum for a few more
// features are better than those of its weights without them.
//
// The errors are those of Train. With s samples that have errors, m of which
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
	p, err := p.resolve()
	if err != nil {
		return nil, err
	}
	present, positive, err := machines(y, classes)
	if err != nil {
		return nil, err
	}
	z := mat.NewDense(n, d+1, nil) // with the feature of the bias
	for i := range n {
		row := z.RawRowView(i)
		copy(row, x.RawRowView(i))
		row[d] = 1
	}
	m := newLinearModel(present, len(positive), d)
	m.Wrong = make([][]int, len(positive))
	err = parallel.Each(ctx, p.Workers, len(positive), func(ctx context.Context, c int) error {
		s := newNewton(p.C, z, y, positive[c])
		if start != nil {
			copy(s.w, start.Weights.RawRowView(c))
			s.w[d] = start.Bias[c]
			s.decide(s.f, s.w)
			if start.Wrong != nil {
				s.first = start.Wrong[c]
			}
		}
		err := s.run(ctx)
		m.Wrong[c] = below(nil, s.f)
		copy(m.Weights.RawRowView(c), s.w[:d])
		m.Bias[c], m.Fits[c] = s.w[d], s.fit
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

	first   []int            // samples with errors of the first step; nil for those of f
	wrong   []bool           // samples that the Hessian has
	hessian blas64.Symmetric // Σ z_i z_i' over them, nothing before the first step that needs it
	right   []float64        // Σ y_i z_i over them

	known []int         // samples that gram has, ascending
	gram  *mat.SymDense // their products z_i'z_j
}

func newNewton(c float64, z *mat.Dense, y []int, positive int) *newton {
	n, d := z.Dims()
	return &newton{c: c, z: z, y: signs(y, positive), w: make([]float64, d), f: make([]float64, n)}
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
	stable, more := false, newtonMore
	for s.fit.Epochs < newtonSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.certify()
		if s.fit.Converged = s.fit.Gap <= newtonGap*math.Abs(s.fit.Objective); s.fit.Converged {
			// The gap sees no weights that are small beside the errors.
			if stable || more == 0 {
				return nil
			}
			more--
		}
		s.fit.Epochs++
		wrong = below(wrong[:0], s.f)
		given := s.fit.Epochs == 1 && s.first != nil
		if given {
			wrong = append(wrong[:0], s.first...)
		}
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
			if given { // the objective need not fall towards the minimum of another set
				continue
			}
			return nil
		}
		if math.Abs(t-1) <= newtonWhole {
			// The sum of the weights and a step loses the digits of small weights.
			copy(s.w, target)
			s.decide(s.f, s.w)
			stable = slices.Equal(below(nil, s.f), wrong)
			continue
		}
		stable = false
		floats.AddScaled(s.w, t, step)
		floats.AddScaled(s.f, t, along)
	}
	return nil
}

// byFeatures sets w to the minimum if the samples with errors are those of wrong, by a system of
// the size of w. It reports whether that can be solved.
func (s *newton) byFeatures(w []float64, wrong []int) bool {
	d := len(w)
	if s.hessian.Data == nil {
		s.hessian = blas64.Symmetric{Uplo: blas.Upper, N: d, Stride: d, Data: make([]float64, d*d)}
		s.right = make([]float64, d)
		s.wrong = make([]bool, len(s.f))
	}
	s.update(wrong)
	stride := dense.Stride(d)
	system := blas64.Symmetric{Uplo: blas.Upper, N: d, Stride: stride,
		Data: make([]float64, d*stride)}
	for j := range d {
		floats.ScaleTo(system.Data[j*stride+j:][:d-j], 2*s.c, s.hessian.Data[j*d+j:][:d-j])
		system.Data[j*stride+j]++
	}
	floats.ScaleTo(w, 2*s.c, s.right)
	return solveUpper(system, w)
}

// solveUpper overwrites v with the solution of a system, and a with a factor of it. It reports
// whether that is positive definite and the solution finite.
func solveUpper(a blas64.Symmetric, v []float64) bool {
	factor, ok := dense.Cholesky(a, 1) // that of mat.Cholesky estimates its condition as well
	if !ok {
		return false
	}
	lapack64.Potrs(factor, blas64.General{Rows: a.N, Cols: 1, Stride: 1, Data: v})
	for _, x := range v {
		if !(math.Abs(x) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// update makes the Hessian that of the samples of wrong: those that it does not have are added, and
// others taken out.
func (s *newton) update(wrong []int) {
	var in, out []int
	k := 0
	for i, has := range s.wrong {
		want := k < len(wrong) && wrong[k] == i
		if want {
			k++
		}
		switch {
		case want && !has:
			in = append(in, i)
		case has && !want:
			out = append(out, i)
		}
		s.wrong[i] = want
	}
	s.rankUpdate(1, in)
	s.rankUpdate(-1, out)
}

// rankUpdate adds the products of samples, times sign, to the Hessian.
func (s *newton) rankUpdate(sign float64, samples []int) {
	if len(samples) == 0 {
		return
	}
	d := len(s.w)
	rows := blas64.General{Rows: len(samples), Cols: d, Stride: d,
		Data: make([]float64, 0, len(samples)*d)}
	for _, i := range samples {
		row := s.z.RawRowView(i)
		rows.Data = append(rows.Data, row...)
		floats.AddScaled(s.right, sign*s.y[i], row)
	}
	blas64.Syrk(blas.Trans, sign, rows, 1, s.hessian)
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
	beta := make([]float64, len(wrong))
	for a, i := range wrong {
		system.SetSym(a, a, system.At(a, a)+1/(2*s.c))
		beta[a] = s.y[i]
	}
	if !solveUpper(system.RawSymmetric(), beta) {
		return false
	}
	for a, i := range wrong {
		floats.AddScaled(w, beta[a], s.z.RawRowView(i))
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
	at := value + slope // the derivative at t = 1, on whose side of it the zero is
	for i, g := range along {
		short := 1 - f[i]
		if short > 0 || short == 0 && g < 0 {
			value -= 2 * c * g * short
			slope += 2 * c * g * g
		}
		if short-g > 0 {
			at -= 2 * c * g * (short - g)
		}
	}
	var places []place
	for i, g := range along {
		short := 1 - f[i]
		t := short / g
		if g == 0 || !(t > 0) || at >= 0 && t > 1+newtonWhole {
			continue
		}
		if at < 0 && t < 1-newtonWhole {
			change := 2 * c * g // it ceases to have an error
			if g < 0 {
				change = -change // it begins to
			}
			value += change * short
			slope -= change * g
			continue
		}
		places = append(places, place{t, i})
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
