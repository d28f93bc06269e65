package embedded

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
)

const (
	rfsGap   = 1e-7  // tolerance of the certificate
	rfsFirst = 1e-1  // first ε, relative to the mean norm of a row
	rfsLast  = 1e-9  // last ε, relative to the same
	rfsLower = .1    // factor from one ε to the next
	rfsRough = .1    // violation of the conditions at which ε is lowered
	rfsRest  = 1e-13 // violation at which the steps for the last ε end
	rfsSteps = 600
	rfsZero  = 3e4  // a row is set to 0 if its z is below rfsZero·ε
	rfsEnter = 1e-9 // excess of a feature's dual norm over 1 at which it becomes active
)

// robust minimizes Σ‖u_k‖ over the rows of R (n×l) and V (p×l) with R + x'V = Y. Each row has
// a z_k, and the function that is minimized is
//
//	F(z) = ½ tr Y'K⁻¹Y + ½ Σ_k (z_k + ε²/z_k),   K = Σ_k z_k b_k b_k'
//
// It is convex in z > 0; b_k are the columns of the identity and the rows of x. Its minimum is that
// of Σ√(‖u_k‖² + ε²), which is the minimum over z_k of ½((‖u_k‖² + ε²)/z_k + z_k).
type robust struct {
	x, y    *mat.Dense // p×n, n×l
	n, l, p int
	opt     algorithms.Options
	large   int // rfsLarge

	work       []int // active features: z of the others is 0
	inWork     []bool
	a          *mat.Dense // rows of x of the active features, nil for none
	transposed *mat.Dense // a', if points have a border
	at         *point
	scratch    pointScratch
	theta      []float64 // √(1 - ‖g_k‖²) = ε/z_k at the minimum
	eps        float64
	unit       []float64 // factor of ε for each z

	units     []float64 // unit of all features
	dualNorm  []float64 // ‖g‖ of all features
	objective float64
	gap       float64
	steps     int
	trace     []float64
	done      bool   // the trace has ended
	kept      []bool // features whose row must not be set to 0
}

func newRobust(x, y *mat.Dense, opt algorithms.Options) *robust {
	s := &robust{x: x, y: y, opt: opt, large: rfsLarge}
	s.n, s.l = y.Dims()
	if x != nil {
		s.p, _ = x.Dims()
	}
	s.units = make([]float64, s.p)
	for j := range s.units {
		s.units[j] = 1 / max(1, floats.Norm(x.RawRowView(j), 2)/math.Sqrt(float64(s.n)))
	}
	s.inWork, s.kept, s.dualNorm = make([]bool, s.p), make([]bool, s.p), make([]float64, s.p)
	return s
}

// value returns F of all features. Each inactive feature counts ε: with z = ε it would count at
// most that.
func (s *robust) value(x *point) float64 {
	v := x.fit
	for k, z := range x.z {
		eps := s.eps * s.unit[k]
		v += (z + eps/z*eps) / 2
	}
	for j, in := range s.inWork {
		if !in {
			v += s.eps * s.units[j]
		}
	}
	return v
}

// solve follows the minimum as ε goes down.
func (s *robust) solve(ctx context.Context) error {
	z := make([]float64, s.n)
	for i := range z {
		z[i] = max(rfsFirst, floats.Norm(s.y.RawRowView(i), 2)) // a number may be 0
	}
	s.eps = rfsFirst
	s.gather()
	s.at = s.evaluate(z)
	s.theta = make([]float64, s.n)
	for k := range z {
		s.theta[k] = s.eps / z[k]
	}
	tick := s.opt.Meter("precision", 10)
	done := 0
	for last := false; ; {
		if err := s.minimize(ctx, last); err != nil {
			return err
		}
		if err := s.look(ctx); err != nil {
			return err
		}
		if s.steps >= rfsSteps {
			break
		}
		if s.enter(last) {
			continue
		}
		if last {
			s.done = true
			if s.cut() {
				continue
			}
			break
		}
		end := rfsLast * s.objective / float64(s.n+len(s.work))
		if done < 9 {
			tick(1)
			done++
		}
		last = s.eps*rfsLower <= end
		s.eps = min(s.eps, max(s.eps*rfsLower, end))
		s.prune()
	}
	tick(10 - done)
	return nil
}

// minimize moves z to the minimum for ε, roughly, or to rounding for the last ε.
func (s *robust) minimize(ctx context.Context, last bool) error {
	best, idle := math.Inf(1), 0
	for {
		worst, rest := s.at.violation(s.eps), rfsRest
		if s.at.border != nil {
			rest = rfsTolerance
		}
		s.steps++
		if !last && worst <= rfsRough || worst <= rest || s.steps >= rfsSteps {
			return nil
		}
		if worst < best/2 {
			best, idle = worst, 0
		} else if idle++; last && idle > 8 && best < 1e-6 {
			return nil // the remaining violation is rounding
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.step()
		if !s.done {
			s.trace = append(s.trace, s.value(s.at))
		}
	}
}

// step moves towards z_k θ_k = ε and 1 - ‖g_k‖² = θ_k², both linearized, as far as F decreases. If
// it does not decrease, each z_k becomes √(‖u_k‖² + ε²), the optimum for these rows, which never
// raises F.
func (s *robust) step() {
	x := s.at
	now := s.value(x)
	var dz []float64
	if x.border == nil || x.violation(s.eps) <= rfsFar {
		dz = x.newton(s.theta, s.eps)
	}
	if dz != nil {
		slope, most := 0.0, 1.0
		dt := make([]float64, len(dz))
		for k, v := range dz {
			z, t := x.z[k], s.theta[k]
			dt[k] = (s.eps*s.unit[k] - t*z - t*v) / z
			slope += v * x.gradient(k, s.eps)
			if v < 0 {
				most = min(most, -.95*z/v)
			}
			if dt[k] < 0 {
				most = min(most, -.95*t/dt[k])
			}
		}
		for alpha := most; alpha > 1e-4*most; alpha /= 3 {
			z := slices.Clone(x.z)
			floats.AddScaled(z, alpha, dz)
			y := s.evaluate(z)
			if y == nil {
				continue
			}
			v := s.value(y)
			if v <= now+1e-4*alpha*min(slope, 0) && slope < 0 || v <= now*(1+1e-14) &&
				y.violation(s.eps) < x.violation(s.eps) {
				s.at = y
				floats.AddScaled(s.theta, alpha, dt)
				return
			}
		}
	}
	z := make([]float64, len(x.z))
	for k, v := range x.z {
		z[k] = math.Hypot(v*x.norm[k], s.eps*s.unit[k])
	}
	if y := s.evaluate(z); y != nil {
		s.at = y
	}
	for k, v := range s.at.z {
		s.theta[k] = s.eps * s.unit[k] / v
	}
}

// look computes the dual norms of all features, the objective and the gap. tr Y'Λ is a lower bound
// of the objective if ‖λ_i‖ <= 1 and ‖x_j'Λ‖ <= 1; dividing Λ by the largest of these norms makes
// it so.
func (s *robust) look(ctx context.Context) error {
	err := parallel.For(ctx, s.opt.Workers, s.p, 64, func(lo, hi int) {
		var g mat.Dense
		g.Mul(s.x.Slice(lo, hi, 0, s.n), s.at.lambda)
		for j := lo; j < hi; j++ {
			s.dualNorm[j] = floats.Norm(g.RawRowView(j-lo), 2)
		}
	})
	if err != nil {
		return err
	}
	most := 1.0
	for _, v := range s.at.norm[:s.n] {
		most = max(most, v)
	}
	for _, v := range s.dualNorm {
		most = max(most, v)
	}
	r := mat.DenseCopyOf(s.y)
	s.objective = 0
	if s.a != nil {
		v := s.at.rows()
		var image mat.Dense
		image.Mul(s.a.T(), v)
		r.Sub(r, &image)
		for i := range s.work {
			s.objective += floats.Norm(v.RawRowView(i), 2)
		}
	}
	for i := range s.n {
		s.objective += floats.Norm(r.RawRowView(i), 2)
	}
	s.gap = max(0, s.objective-2*s.at.fit/most) / s.objective
	return nil
}

// enter makes the features of the highest dual norms above 1 active: at most half as many as are
// active, n/4 or eight, whichever is most; all of them where points of all features have a border.
// It reports false if there are none. The best z of one such feature is (‖g‖ - 1)/(b'K⁻¹b); since F
// is convex it does not rise when m features take an m-th of theirs.
func (s *robust) enter(last bool) bool {
	var more []int
	for j, v := range s.dualNorm {
		if v > 1+rfsEnter && !s.inWork[j] {
			more = append(more, j)
		}
	}
	if more == nil {
		return false
	}
	slices.SortFunc(more,
		func(i, j int) int { return cmp.Or(cmp.Compare(s.dualNorm[j], s.dualNorm[i]), i-j) })
	few := min(len(more), max(8, s.n/4, len(s.work)/2))
	if s.tall(s.p) {
		few = len(more)
		slices.Sort(more)
	}
	for least := s.dualNorm[more[few-1]] * (1 - rfsEnter); few < len(more) &&
		s.dualNorm[more[few]] >= least; few++ {
		// features of equal norm enter together: the order of the columns does not matter
	}
	more = more[:few]
	b := mat.NewDense(s.n, len(more), nil)
	for c, j := range more {
		b.SetCol(c, s.x.RawRowView(j))
	}
	solved := s.at.solve(b)
	work, z, theta := slices.Clone(s.work), slices.Clone(s.at.z), slices.Clone(s.theta)
	for c, j := range more {
		var curvature float64
		for i, v := range s.x.RawRowView(j) {
			curvature += v * solved.At(i, c)
		}
		best := (s.dualNorm[j] - 1) / curvature / float64(len(more))
		least := s.eps * s.units[j]
		z = append(z, max(least, best))
		theta, work = append(theta, least/max(least, best)), append(work, j)
		s.kept[j] = s.kept[j] || last
	}
	return s.take(work, z, theta)
}

// gather copies the rows of x of the active features.
func (s *robust) gather() {
	s.a, s.unit = nil, make([]float64, s.n+len(s.work))
	for i := range s.n {
		s.unit[i] = 1
	}
	for i, j := range s.work {
		s.unit[s.n+i] = s.units[j]
	}
	s.transposed = nil
	switch {
	case len(s.work) == 0:
		return
	case len(s.work) == s.p && slices.IsSorted(s.work):
		s.a = s.x
	default:
		s.a = mat.NewDense(len(s.work), s.n, nil)
		for i, j := range s.work {
			s.a.SetRow(i, s.x.RawRowView(j))
		}
	}
	if s.tall(len(s.work)) {
		s.transposed = mat.DenseCopyOf(s.a.T())
	}
}

// take makes the features of work active. If numbers overflow it changes nothing and returns false.
func (s *robust) take(work []int, z, theta []float64) bool {
	before, x := s.work, s.at
	s.work = work
	s.gather()
	if s.at = s.evaluate(z); s.at == nil {
		s.work, s.at = before, x
		s.gather()
		return false
	}
	s.theta = theta
	clear(s.inWork)
	for _, j := range work {
		s.inWork[j] = true
	}
	return true
}

// drop makes the features inactive for which out holds, and reports whether there were any.
func (s *robust) drop(out func(i int) bool) bool {
	z, theta := slices.Clone(s.at.z[:s.n]), slices.Clone(s.theta[:s.n])
	var work []int
	for i, j := range s.work {
		if out(i) {
			continue
		}
		work, z, theta = append(work, j), append(z, s.at.z[s.n+i]), append(theta, s.theta[s.n+i])
	}
	return len(work) < len(s.work) && s.take(work, z, theta)
}

// prune drops features of low dual norm, whose rows tend to 0, if there are many of them: with a
// lower ε they add more to F than they save. With a border it does so for each, but only at a low
// ε: there the others no longer need them.
func (s *robust) prune() {
	few := 0
	for _, v := range s.at.norm[s.n:] {
		if v < .9 {
			few++
		}
	}
	if s.at.border == nil && few > len(s.work)/2+16 || s.at.border != nil && s.eps < rfsNear {
		s.drop(func(i int) bool { return s.at.norm[s.n+i] < .9 })
	}
}

// cut drops the features whose rows are of the size of ε.
func (s *robust) cut() bool {
	return s.drop(func(i int) bool {
		return s.at.z[s.n+i] < rfsZero*s.eps*s.unit[s.n+i] && !s.kept[s.work[i]]
	})
}

func (s *robust) diagnostics() algorithms.Diagnostics {
	c := &algorithms.Certificate{Name: "duality gap, relative", Value: algorithms.Number(s.gap),
		Tolerance: rfsGap}
	return algorithms.Diagnostics{
		Objective: algorithms.NewObjective(s.objective), Iterations: s.steps, Converged: c.Holds(),
		Trace: s.trace, Certificate: c,
	}
}

// norms returns the ‖v_j‖ of all features.
func (s *robust) norms() []float64 {
	out := make([]float64, s.p)
	for i, j := range s.work {
		out[j] = s.at.z[s.n+i] * s.at.norm[s.n+i]
	}
	return out
}
