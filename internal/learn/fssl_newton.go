package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// prepare computes the forms of the data that the steps need.
func (f *fssl) prepare() {
	n, d := f.x.Dims()
	if d <= n {
		f.form, f.squares = dense.New(d, d), dense.New(d, d)
		f.squares.Copy(symmetric(f.x, f.x))
		f.form.Copy(symmetric(f.x, f.smoothed(f.x)))
		dense.Scale(2*f.gamma, f.form)
		f.transposed = dense.New(d, n)
		f.transposed.Copy(f.x.T())
		return
	}
	f.retain()
	unit := mat.NewDense(n, n, nil)
	for i := range n {
		unit.Set(i, i, 1)
	}
	if f.root = rowsparse.Factor(symmetric(unit, f.smoothed(unit))); f.root != nil {
		dense.Scale(math.Sqrt(2*f.gamma), f.root)
	}
}

// retain begins the matrices of a descent, for d > n.
func (f *fssl) retain() {
	if f.form == nil {
		f.retained = rowsparse.NewRetained(f.x)
	}
}

// Image is vF'.
func (f *fssl) Image(v *mat.Dense) *mat.Dense { return dense.Cross(v, f.x) }

// Constraint is vF'F.
func (f *fssl) Constraint(v *mat.Dense) *mat.Dense {
	return f.combined(dense.Cross(v, f.x))
}

// combined returns uF for u (m×n).
func (f *fssl) combined(u *mat.Dense) *mat.Dense {
	if f.transposed != nil {
		return dense.Cross(u, f.transposed)
	}
	return dense.Times(u, f.x)
}

func (f *fssl) Project(*mat.Dense) {}

// At looks at W (m×d) for package stationary.
func (f *fssl) At(w *mat.Dense) stationary.Point { return f.AtImage(w, f.Image(w)) }

// AtImage is At with wF'.
func (f *fssl) AtImage(w, image *mat.Dense) stationary.Point {
	p := &fsslPoint{f: f, w: w, root: rowsparse.Roots(w, f.epsilon), image: image}
	p.value = floats.Sum(p.root)
	p.smooth = f.smooth(p.image)
	m, _ := w.Dims()
	for k := range m {
		p.value += f.gamma * floats.Dot(p.image.RawRowView(k), p.smooth.RawRowView(k))
	}
	if f.form == nil {
		return &widePoint{fsslPoint: p}
	}
	return p
}

// smooth returns uℒ.
func (f *fssl) smooth(u *mat.Dense) *mat.Dense {
	return mat.DenseCopyOf(f.smoothed(mat.DenseCopyOf(u.T())).T())
}

// inRows is the problem for drawing a start: in the row space of F.
type inRows struct{ *fssl }

func (r *inRows) Project(v *mat.Dense) { v.Copy(r.Constraint(v)) }

type fsslPoint struct {
	f      *fssl
	w      *mat.Dense
	image  *mat.Dense // wF'
	smooth *mat.Dense // wF'ℒ
	root   []float64  // √(‖w_l‖² + ε)
	value  float64
}

func (p *fsslPoint) Value() float64 { return p.value }

func (p *fsslPoint) Times(v *mat.Dense) *mat.Dense {
	smooth := p.smooth
	if v != p.w {
		smooth = p.f.smooth(p.f.Image(v))
	}
	return p.add(smooth, rowsparse.Bend(v, nil, p.root, 1))
}

// Curvature takes the form of the data where there is one: its rounding does not change where the
// search ends.
func (p *fsslPoint) Curvature(v *mat.Dense) *mat.Dense {
	to := rowsparse.Bend(v, p.w, p.root, 1)
	if p.f.form == nil {
		return p.add(p.f.smooth(p.f.Image(v)), to)
	}
	to.Add(to, dense.Cross(v, p.f.form))
	return to
}

// add adds 2γ·smooth·F to to.
func (p *fsslPoint) add(smooth, to *mat.Dense) *mat.Dense {
	return p.added(p.f.combined(smooth), to)
}

// added adds 2γ·back to to.
func (p *fsslPoint) added(back, to *mat.Dense) *mat.Dense {
	m, _ := to.Dims()
	for k := range m {
		floats.AddScaled(to.RawRowView(k), 2*p.f.gamma, back.RawRowView(k))
	}
	return to
}

// Inverse is that of 2γF'ℒF + 1/ρ.
func (p *fsslPoint) Inverse() (func(*mat.Dense) *mat.Dense, error) {
	inverse := rowsparse.Inverse(p.f.form, p.weights())
	if inverse == nil {
		return nil, errDependent
	}
	return inverse, nil
}

// weights are 1/ρ.
func (p *fsslPoint) weights() []float64 {
	q := make([]float64, len(p.root))
	for l, r := range p.root {
		q[l] = 1 / r
	}
	return q
}

// widePoint is one for d > n, where products share those with F.
type widePoint struct {
	*fsslPoint
	constrained *mat.Dense // wF'F
}

// Own is wF'.
func (p *widePoint) Own() *mat.Dense { return p.image }

// Times of w makes wF'F as well, so that F is read once.
func (p *widePoint) Times(v *mat.Dense) *mat.Dense {
	if v != p.w {
		return p.fsslPoint.Times(v)
	}
	m, d := v.Dims()
	var both mat.Dense
	both.Stack(p.smooth, p.image)
	back := p.f.combined(&both)
	p.constrained = back.Slice(m, 2*m, 0, d).(*mat.Dense)
	return p.added(back.Slice(0, m, 0, d).(*mat.Dense), rowsparse.Bend(v, nil, p.root, 1))
}

// Constrained is wF'F.
func (p *widePoint) Constrained() *mat.Dense {
	if p.constrained == nil {
		p.constrained = p.f.combined(p.image)
	}
	return p.constrained
}

// Bent is Curvature(v) - ΛvF'F.
func (p *widePoint) Bent(v, image, multiplier *mat.Dense) *mat.Dense {
	inner := p.f.smooth(image)
	dense.Scale(2*p.f.gamma, inner)
	var less mat.Dense
	less.Mul(multiplier, image)
	inner.Sub(inner, &less)
	to := rowsparse.Bend(v, p.w, p.root, 1)
	to.Add(to, p.f.combined(inner))
	return to
}

// Inverse is that of 2γF'ℒF + 1/ρ, for about these ρ.
func (p *widePoint) Inverse() (func(*mat.Dense) *mat.Dense, error) {
	if inverse := p.f.retained.Inverse(p.f.root, p.weights()); inverse != nil {
		return inverse, nil
	}
	return nil, errDependent
}

// InverseImage is Inverse, with products with F'.
func (p *widePoint) InverseImage() (func(*mat.Dense) (out, image *mat.Dense), error) {
	if inverse := p.f.retained.InverseImage(p.f.root, p.weights()); inverse != nil {
		return inverse, nil
	}
	return nil, errDependent
}

// fsslSteps are the eigenproblems, for package stationary.
type fsslSteps struct {
	f        *fssl
	at, next *state
	limit    int
	trace    []float64
}

func (s *fsslSteps) Next(ctx context.Context) (float64, error) {
	var err error
	if s.next, err = s.f.solve(ctx, s.at.inverse, s.at.w); err != nil {
		return 0, err
	}
	gap := s.f.gamma * s.at.trace
	for j, v := range s.at.norms {
		gap += v * v / s.at.inverse[j]
	}
	for k, share := range s.f.shares(s.next) {
		gap -= share * s.next.values[k]
	}
	return max(0, gap) / s.at.objective, nil
}

func (s *fsslSteps) Take(least float64) bool {
	if !(s.next.objective < s.at.objective*(1-least)) {
		return false
	}
	s.at = s.next
	s.Stepped(s.at.objective)
	return true
}

func (s *fsslSteps) W() *mat.Dense {
	if !s.at.unique(s.f.m) {
		return nil
	}
	return mat.DenseCopyOf(s.at.w.T())
}

func (s *fsslSteps) residual() float64 {
	return stationary.Residual(s.f, mat.DenseCopyOf(s.at.w.T()), s.f.shares(s.at))
}

func (s *fsslSteps) Rest() bool { return s.residual() <= FSSLResidual }

func (s *fsslSteps) Function() stationary.Function { return s.f }

func (s *fsslSteps) Stepped(value float64) { s.trace = append(s.trace, value) }

func (s *fsslSteps) Set(r *stationary.Result) {
	if r.Steps == 0 {
		return
	}
	rows, values := stationary.Axes(s.f, r.W)
	floats.Scale(.5, values)
	if a, err := s.f.state(mat.DenseCopyOf(rows.T()), values, s.f.m-1); err == nil {
		s.at = a
		s.at.objective = r.Value // of the same span
	}
}

func (s *fsslSteps) Remaining() int { return s.limit - len(s.trace) }
