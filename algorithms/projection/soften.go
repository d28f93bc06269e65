package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/optimize"
)

// softWidths are those of the softened penalties, relative to the largest entries of the rows.
var softWidths = []float64{.3, .06, .01}

const (
	// softRest ends the steps on a softened problem: the fall of its objective in a step, relative
	// to the penalty. It is lastRest for the last width where Newton's equations are many.
	softRest, lastRest = 1e-4, 1e-6
	// rotateWidths is the number of widths for which the axes are rotated, rotateSteps bounds the
	// steps of each.
	rotateWidths, rotateSteps = 2, 40
)

// lowest is the W of the lowest objective so far.
type lowest struct {
	w     *mat.Dense
	value float64
}

func (l *lowest) take(w *mat.Dense, value float64) {
	if value < l.value {
		l.w, l.value = w, value
	}
}

// soften lowers the objective from w by problems whose penalty has a gradient, its Moreau envelope
//
//	Σ_j min over p of  λ max_k |p_k| + ‖p - w_j‖²/2t
//
// for smaller and smaller t: a step of a quasi-Newton method passes many kinks, where a Newton step
// ends at the next one. First it rotates the axes of w, which takes no product with X. It returns
// the best W, and whether the problems were solved before the limit of work.
func (s *descent) soften(ctx context.Context, w *mat.Dense) (*mat.Dense, bool, error) {
	w, err := s.rotate(ctx, w)
	if err != nil {
		return nil, false, err
	}
	best := &lowest{w, s.value(s.f, w)}
	for k, width := range softWidths {
		limit := s.limit * float64(k+1) / float64(len(softWidths))
		p := newSoftened(s.f, s.lambda, w, width)
		q := &optimize.LBFGS{Problem: p, Tolerance: softRest * s.lambda * rowMax(w),
			Exhausted: func() bool { return s.f.work() > limit },
			Stepped: func(w *mat.Dense) {
				best.take(w, s.value(s.f, w))
				s.recordSoft(best.value)
			}}
		last := k == len(softWidths)-1
		if last && faceOf(p.shrunk(w)).unknowns() > mostUnknowns {
			q.Tolerance *= lastRest / softRest
		}
		if w, err = q.From(ctx, w); err != nil {
			return nil, false, err
		}
		if !last {
			continue
		}
		s.length = p.t // whose proximal step ends at the shrunk rows
		if landed := s.land(s.f, p.shrunk(w)); landed != nil {
			best.take(landed, s.value(s.f, landed))
			s.recordSoft(best.value)
		}
	}
	return best.w, s.f.work() <= s.limit, nil
}

// rotate lowers the penalty of w by rotations of its axes.
func (s *descent) rotate(ctx context.Context, w *mat.Dense) (*mat.Dense, error) {
	d, m := w.Dims()
	for _, width := range softWidths[:rotateWidths] {
		t := &rotated{w: w, envelope: newEnvelope(s.lambda, w, width)}
		q := &optimize.LBFGS{Problem: t, MaxSteps: rotateSteps,
			Tolerance: softRest * s.lambda * rowMax(w), Exhausted: s.exhausted}
		r, err := q.From(ctx, mat.DenseCopyOf(eye(m)))
		if err != nil {
			return nil, err
		}
		s.f.count(float64(q.Steps*d*m) * (rowWork + 3*productWork*float64(m)))
		var next mat.Dense
		next.Mul(w, r)
		w = &next
	}
	return w, nil
}

// envelope is that of λ Σ_j max_k |w_jk| of width t.
type envelope struct{ lambda, t float64 }

// newEnvelope takes the width relative to the largest entries of the rows of w, in the mean that is
// weighted by themselves.
func newEnvelope(lambda float64, w *mat.Dense, width float64) envelope {
	d, _ := w.Dims()
	var sum, squares float64
	for j := range d {
		largest := floats.Norm(w.RawRowView(j), math.Inf(1))
		sum, squares = sum+largest, squares+largest*largest
	}
	return envelope{lambda: lambda, t: width * squares / sum / lambda}
}

// smoothed returns the envelope and its gradient at w.
func (e *envelope) smoothed(w *mat.Dense) (float64, *mat.Dense) {
	d, m := w.Dims()
	slope := mat.DenseCopyOf(w)
	sorted := make([]float64, m)
	var sum float64
	for j := range d {
		row, to := w.RawRowView(j), slope.RawRowView(j)
		threshold, _ := shrinkRow(to, e.t*e.lambda, sorted)
		var square float64
		for k, v := range to {
			to[k] = row[k] - v
			square += to[k] * to[k]
			to[k] /= e.t
		}
		sum += e.lambda*threshold + square/(2*e.t)
	}
	return sum, slope
}

// shrunk are the rows p of the envelope's minimum.
func (e *envelope) shrunk(w *mat.Dense) *mat.Dense {
	d, m := w.Dims()
	out := mat.DenseCopyOf(w)
	sorted := make([]float64, m)
	for j := range d {
		shrinkRow(out.RawRowView(j), e.t*e.lambda, sorted)
	}
	return out
}

// softened is f plus the envelope.
type softened struct {
	f smooth
	envelope
	invert func(v *mat.Dense) *mat.Dense
}

// curvedShare is the part of the entries that an envelope bends.
const curvedShare = .3

// newSoftened makes the preconditioner. With the multipliers Λ (m×m) of the constraint the Hessian
// is about AVΛ, and that of the envelope a multiple of I.
func newSoftened(f smooth, lambda float64, w *mat.Dense, width float64) *softened {
	p := &softened{f: f, envelope: newEnvelope(lambda, w, width)}
	_, slope := p.At(w)
	var pull mat.Dense
	pull.Mul(w.T(), slope())
	pull.Scale(-1, &pull)
	p.invert = f.inverse(optimize.Symmetrical(&pull), curvedShare/p.t)
	return p
}

func (p *softened) At(w *mat.Dense) (float64, func() *mat.Dense) {
	value, slope := p.smoothed(w)
	d, m := w.Dims()
	p.f.count(rowWork * float64(d*m))
	return p.f.value(w) + value, func() *mat.Dense {
		slope.Add(slope, p.f.gradient(w))
		return slope
	}
}

func (p *softened) Metric(v *mat.Dense) *mat.Dense { return p.f.metric(v) }

func (p *softened) Inverse(v *mat.Dense) *mat.Dense { return p.invert(v) }

// rotated is the envelope of WR over rotations R'R = I.
type rotated struct {
	w *mat.Dense
	envelope
}

func (p *rotated) At(r *mat.Dense) (float64, func() *mat.Dense) {
	var w mat.Dense
	w.Mul(p.w, r)
	value, slope := p.smoothed(&w)
	return value, func() *mat.Dense {
		var out mat.Dense
		out.Mul(p.w.T(), slope)
		return &out
	}
}

func (p *rotated) Metric(v *mat.Dense) *mat.Dense { return mat.DenseCopyOf(v) }

func (p *rotated) Inverse(v *mat.Dense) *mat.Dense { return v }

// shiftedInverse is (a + shift·I)⁻¹ for the positive part of a.
func shiftedInverse(a *mat.SymDense, shift float64) *mat.Dense {
	return optimize.Spectral(a, func(v, _ float64) float64 { return 1 / (max(0, v) + shift) })
}

func eye(m int) *mat.SymDense {
	out := mat.NewSymDense(m, nil)
	for k := range m {
		out.SetSym(k, k, 1)
	}
	return out
}
