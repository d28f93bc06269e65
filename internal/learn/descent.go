package learn

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// descent solves the dual of one linear machine by coordinate descent,
//
//	min ½‖Σ_i α_i·y_i·x_i‖² + ½D·Σα_i² - Σα_i  subject to  0 <= α_i,  D = 1/(2C).
type descent struct {
	p      LinearSVM
	rows   *sampleRows
	norms  []float64 // squared, the bias included
	y      []float64 // 1 or -1
	alpha  []float64
	w      []float64
	bias   float64 // weight of the bias
	ridge  float64 // D
	rng    *rand.Rand
	order  []int // of the samples; those beyond active are set aside
	active int
	fit    LinearFit

	// Of centered rows the weights are w minus centers times the center until finish; along is the
	// product of w with the center.
	centers, along float64
}

// newDescent begins at α = 0; w, of zeros, is where the weights go.
func newDescent(
	p LinearSVM, rows *sampleRows, norms []float64, y []int, positive int, w []float64,
) *descent {
	s := &descent{
		p: p, rows: rows, norms: norms, w: w,
		y: signs(y, positive), alpha: make([]float64, rows.n), order: make([]int, rows.n),
		ridge: 1 / (2 * p.C), rng: rand.New(rand.NewPCG(p.Seed, uint64(positive))),
	}
	for i := range s.order {
		s.order[i] = i
	}
	return s
}

// run visits all samples until the range of the projected gradient and 0 is at most Eps, and
// returns ctx.Err() within a second of the context's end. LIBLINEAR stops at the range of the
// gradient alone, which is small far from the optimum if the samples are almost equal.
func (s *descent) run(ctx context.Context) error {
	n := s.rows.n
	s.active = n
	// Shrinking: skip a sample at 0 whose gradient points outwards by more than that of any other
	// sample in the last epoch.
	aboveAll := math.Inf(1)
	for s.fit.Epochs < s.p.MaxEpochs && !s.fit.Converged {
		highest, lowest, err := s.epoch(ctx, aboveAll)
		if err != nil {
			return err
		}
		s.fit.Epochs++
		aboveAll = highest
		if max(highest, 0)-min(lowest, 0) <= s.p.Eps {
			s.fit.Converged = s.active == n
			s.active = n
			aboveAll = math.Inf(1)
		}
		if aboveAll <= 0 {
			aboveAll = math.Inf(1)
		}
	}
	s.finish()
	s.certify()
	return nil
}

// dot returns the product of row i with the weights.
func (s *descent) dot(i int) float64 {
	v := s.rows.dot(i, s.w)
	if s.rows.center != nil {
		v += s.centers*(s.rows.square-s.rows.centers[i]) - s.along
	}
	return v
}

// add adds row i times the factor to the weights.
func (s *descent) add(i int, factor float64) {
	s.rows.add(i, factor, s.w)
	if s.rows.center != nil {
		s.centers += factor
		s.along += factor * s.rows.centers[i]
	}
}

// finish leaves the weights in w.
func (s *descent) finish() {
	if s.rows.center == nil {
		return
	}
	floats.AddScaled(s.w, -s.centers, s.rows.center)
	s.centers, s.along = 0, floats.Dot(s.w, s.rows.center)
}

// epoch visits the active samples once in a random order and returns the range of
// their projected gradients.
func (s *descent) epoch(ctx context.Context, aboveAll float64) (highest, lowest float64,
	err error) {
	highest, lowest = math.Inf(-1), math.Inf(1)
	order := s.order[:s.active]
	for i := range order {
		j := i + int(s.rng.Uint64N(uint64(len(order)-i)))
		order[i], order[j] = order[j], order[i]
	}
	work := 0
	for at := 0; at < s.active; at++ {
		i := s.order[at]
		if work += 2*s.rows.terms(i) + 16; work > pollWork {
			work = 0
			if err := ctx.Err(); err != nil {
				return 0, 0, err
			}
		}
		alpha, y := s.alpha[i], s.y[i]
		gradient := y*(s.dot(i)+s.bias) - 1 + s.ridge*alpha
		if alpha == 0 && gradient > aboveAll {
			s.active--
			s.order[at], s.order[s.active] = s.order[s.active], i
			at--
			continue
		}
		projected := gradient
		if alpha == 0 {
			projected = min(gradient, 0)
		}
		highest, lowest = max(highest, projected), min(lowest, projected)
		if math.Abs(projected) <= 1e-12 {
			continue
		}
		moved := max(alpha-gradient/(s.norms[i]+s.ridge), 0)
		s.alpha[i] = moved
		step := (moved - alpha) * y
		s.add(i, step)
		s.bias += step
	}
	return highest, lowest, ctx.Err()
}

// certify computes the primal objective and its distance from the dual one.
func (s *descent) certify() {
	length := floats.Dot(s.w, s.w) + s.bias*s.bias
	dual, loss := length/2, 0.0
	for i, alpha := range s.alpha {
		dual += s.ridge*alpha*alpha/2 - alpha
		short := max(0, 1-s.y[i]*(s.dot(i)+s.bias))
		loss += s.p.C * (short * short)
	}
	s.fit.Objective = length/2 + loss
	s.fit.Gap = s.fit.Objective + dual
}
