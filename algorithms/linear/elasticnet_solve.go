package linear

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// net solves elastic nets of one data set, each from the solution before, in the scale of columns
// Z and a target u of unit length:
//
//	½‖u - Za‖² + l1 ‖a‖₁ + ½ l2 ‖a‖²,   l1 = λρ/deviation, l2 = λ(1-ρ)
//
// It keeps the columns that are in the model with their signs (an active set), for which the
// minimum is a linear system. Columns whose sign would change leave; the worst of those that
// violate the conditions of optimality join, until none does. Before that is found for all
// columns, only those that are likely to join are looked at (strong rule, Tibshirani et al. 2012).
type net struct {
	x           *columns
	u           []float64
	deviation   float64
	ratio       float64
	start, most float64 // largest |Z_j'u|, and λmax

	lambda, l1, l2 float64
	active         []int
	in             []bool
	a, sign, b     []float64 // of active; b = Z_j'u
	sys            *system
	r              []float64 // u - Za
	c              []float64 // Z'r of all columns at the last λ, where l1 was at
	at             float64
	solves         int // linear systems
}

func newNet(ctx context.Context, x *columns, t *target, ratio float64) (*net, error) {
	s := &net{x: x, u: t.u, deviation: t.deviation, ratio: ratio, in: make([]bool, x.Len()),
		sys: &system{n: x.n}, r: slices.Clone(t.u), c: make([]float64, x.Len())}
	if err := x.Dots(ctx, s.c, s.u, s.in); err != nil {
		return nil, err
	}
	for _, v := range s.c {
		s.start = max(s.start, math.Abs(v))
	}
	if s.start <= 1e-12 { // rounding
		s.start = 0
	}
	s.at, s.most = s.start, s.start*t.deviation/ratio
	s.lambda = s.most
	return s, nil
}

const (
	// violated is how far a correlation may be above l1, relative to start.
	violated = 1e-13
	// joinAtOnce is the number of columns that join together.
	joinAtOnce = 64
)

// solve finds the minimum for λ.
func (s *net) solve(ctx context.Context, lambda float64) error {
	s.lambda, s.l1, s.l2 = lambda, lambda*s.ratio/s.deviation, lambda*(1-s.ratio)
	skip := make([]bool, len(s.c))
	likely := s.l1 - math.Abs(s.l1-s.at)
	for k, c := range s.c {
		skip[k] = math.Abs(c) < likely
	}
	c, all := slices.Clone(s.c), make([]bool, len(s.c))
	best, batch := math.Inf(1), joinAtOnce
	for {
		s.minimize()
		value := s.objective()
		stuck := value >= best-1e-16
		best = min(best, value)
		if err := s.x.Dots(ctx, c, s.r, skip); err != nil {
			return err
		}
		joining := s.violators(c, skip, batch)
		if joining == nil || stuck && batch == 1 {
			if err := s.x.Dots(ctx, c, s.r, all); err != nil {
				return err
			}
			joining = s.violators(c, all, batch)
		}
		if joining == nil || stuck && batch == 1 { // then what violates is rounding
			copy(s.c, c)
			s.at = s.l1
			return nil
		}
		if stuck {
			joining, batch = joining[:1], 1
		}
		for _, k := range joining {
			skip[k] = false
			if err := s.join(k, c[k]); err != nil {
				return err
			}
		}
	}
}

// violators are the columns outside the model, not in skip, that must join, the worst ones first.
func (s *net) violators(c []float64, skip []bool, most int) []int {
	var out []int
	limit := s.l1 + violated*s.start
	for k, v := range c {
		if !skip[k] && !s.in[k] && math.Abs(v) > limit {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		if c := cmp.Compare(math.Abs(c[b]), math.Abs(c[a])); c != 0 {
			return c
		}
		return a - b
	})
	return out[:min(len(out), most)]
}

func (s *net) join(k int, c float64) error {
	f, err := s.x.Column(k)
	if err != nil {
		return err
	}
	s.sys.add(f)
	s.in[k] = true
	s.active, s.a = append(s.active, k), append(s.a, 0)
	s.sign, s.b = append(s.sign, math.Copysign(1, c)), append(s.b, floats.Dot(f, s.u))
	return nil
}

func (s *net) leave(i int) {
	s.in[s.active[i]] = false
	s.sys.remove(i)
	s.active, s.a = slices.Delete(s.active, i, i+1), slices.Delete(s.a, i, i+1)
	s.sign, s.b = slices.Delete(s.sign, i, i+1), slices.Delete(s.b, i, i+1)
}

// minimize finds the minimum over the columns in the model. On the way to that of the present
// signs, the first coefficient that becomes 0 leaves.
func (s *net) minimize() {
	for len(s.active) > 0 {
		rhs := make([]float64, len(s.b))
		for i, b := range s.b {
			rhs[i] = b - float64(s.l1*s.sign[i])
		}
		w := s.sys.solve(s.l2, rhs)
		s.solves++
		step := 1.0
		for i, v := range w {
			if v*s.sign[i] <= 0 {
				at := 0.0
				if s.a[i] != 0 {
					at = s.a[i] / (s.a[i] - v)
				}
				step = min(step, at)
			}
		}
		for i := len(w) - 1; i >= 0; i-- {
			at := 0.0
			if s.a[i] != 0 {
				at = s.a[i] / (s.a[i] - w[i])
			}
			if w[i]*s.sign[i] <= 0 && at <= step {
				s.leave(i)
				w = slices.Delete(w, i, i+1)
			} else {
				s.a[i] += float64(step * (w[i] - s.a[i]))
			}
		}
		if step == 1 {
			copy(s.a, w)
			break
		}
	}
	s.sys.product(s.r, s.a)
	floats.SubTo(s.r, s.u, s.r)
}

// objective is that of the problem.
func (s *net) objective() float64 {
	return (floats.Dot(s.r, s.r)+s.l2*floats.Dot(s.a, s.a))/2 + s.l1*floats.Norm(s.a, 1)
}

// gap is the duality gap relative to the objective of a = 0. The problem is a lasso of Z above
// √l2 times the unit matrix, whose residual is (r, -√l2 a); that times κ <= 1 is feasible for the
// dual.
func (s *net) gap() float64 {
	most := 0.0
	at := make(map[int]float64, len(s.active))
	for i, k := range s.active {
		at[k] = s.a[i]
	}
	for k, c := range s.c {
		most = max(most, math.Abs(c-s.l2*at[k]))
	}
	kappa := 1.0
	if most > s.l1 {
		kappa = s.l1 / most
	}
	square := floats.Dot(s.r, s.r) + s.l2*floats.Dot(s.a, s.a)
	dual := kappa*floats.Dot(s.r, s.u) - kappa*kappa*square/2
	return max(0, s.objective()-dual) / (floats.Dot(s.u, s.u) / 2)
}
