package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// smo solves the dual of one C-SVC by sequential minimal optimization,
//
//	min ½β'Kβ - y'β  subject to  0 <= y_i·β_i <= C and Σβ_i = 0,
//
// where y_i is 1 or -1 and β_i = y_i·α_i. With u = y - Kβ, the negative gradient, β is optimal when
// m, the largest u of those β that can grow, is not above M, the smallest of those that can fall.
// Two variables change in a step: the first has u = m, the second gains most by the second-order
// estimate (Fan, Chen, Lin 2005, WSS 2). Samples at a bound that are expected to stay there are
// skipped (shrinking).
type smo struct {
	kernel *kernelRows
	cache  *rowCache
	sample []int // the sample at each place
	y      []float64
	beta   []float64
	lo, hi []float64 // bounds of beta
	u      []float64
	diag   []float64
	active int // places below are active
	eps    float64

	restored bool // all samples were reactivated near the end
	work     int  // products since the context was polled
}

// tiny replaces curvatures that are zero, or negative by rounding.
const tiny = 1e-12

// rounding is the relative error of sums of multipliers.
const rounding = 1e-13

// pollWork is the number of products between two polls of the context: well below a second.
const pollWork = 1 << 24

// newSMO begins at β = 0.
func newSMO(kernel *kernelRows, y []float64, c, eps float64, cacheBytes int) *smo {
	n := len(y)
	s := &smo{
		kernel: kernel, cache: newRowCache(n, cacheBytes), sample: make([]int, n),
		y: y, beta: make([]float64, n), lo: make([]float64, n), hi: make([]float64, n),
		u: append([]float64(nil), y...), diag: kernel.diagonal(), active: n, eps: eps,
	}
	for i := range y {
		s.sample[i] = i
		if y[i] > 0 {
			s.hi[i] = c
		} else {
			s.lo[i] = -c
		}
	}
	return s
}

// solve takes steps until m - M <= eps over all samples or the limit is reached,
// and returns ctx.Err() within a second of the context's end.
func (s *smo) solve(ctx context.Context, limit int) (iterations int, converged bool, err error) {
	n := len(s.y)
	period := min(n, 1000)
	countdown := period
	for iterations < limit {
		if s.work > pollWork {
			s.work = 0
			if err := ctx.Err(); err != nil {
				return iterations, false, err
			}
		}
		if countdown--; countdown == 0 {
			countdown = period
			if err := s.shrink(ctx); err != nil {
				return iterations, false, err
			}
		}
		i, top, bottom := s.extremes()
		if top-bottom <= s.eps {
			if s.active == n {
				return iterations, true, nil
			}
			if err := s.restore(ctx); err != nil {
				return iterations, false, err
			}
			if i, top, bottom = s.extremes(); top-bottom <= s.eps {
				return iterations, true, nil
			}
			countdown = 1 // shrink again after this step
		}
		s.step(i, top)
		iterations++
	}
	return iterations, false, s.restore(ctx)
}

// extremes returns the place of m, m, and M.
func (s *smo) extremes() (i int, top, bottom float64) {
	i, top, bottom = -1, math.Inf(-1), math.Inf(1)
	n := s.active
	beta, lo, hi := s.beta[:n], s.lo[:n], s.hi[:n]
	for k, u := range s.u[:n] {
		if u > top && beta[k] < hi[k] {
			i, top = k, u
		}
		if u < bottom && beta[k] > lo[k] {
			bottom = u
		}
	}
	return i, top, bottom
}

// row returns the kernel of place i with the first places.
func (s *smo) row(i, places int) []float64 {
	r := s.cache.get(i)
	if known := len(r); known < places {
		r = r[:places]
		s.kernel.fill(r, s.kernel.row(i), s.kernel.norms[i], known, places)
		s.cache.rows[i] = r
		s.work += (places - known) * (len(s.kernel.row(i)) + 16)
	}
	return r[:places]
}

// step raises β_i and lowers that of its best partner by the same.
func (s *smo) step(i int, top float64) {
	n := s.active
	s.work += 4 * n
	ki := s.row(i, n)
	beta, lo, diag := s.beta[:n], s.lo[:n], s.diag[:n]
	di := s.diag[i]
	j, gain, length := -1, 0.0, 0.0
	for k, u := range s.u[:n] {
		slope := top - u
		if slope <= 0 || beta[k] <= lo[k] {
			continue
		}
		curvature := di + diag[k] - 2*ki[k]
		if curvature < tiny {
			curvature = tiny
		}
		if g := slope * slope / curvature; g > gain || j < 0 {
			j, gain, length = k, g, slope/curvature
		}
	}
	up, down := s.hi[i]-s.beta[i], s.beta[j]-s.lo[j]
	length = min(length, up, down)
	// When both reach a bound at once, rounding must not make one of them look free: free samples
	// determine the offset.
	reachUp := length + rounding*max(math.Abs(s.beta[i]), math.Abs(s.hi[i]))
	reachDown := length + rounding*max(math.Abs(s.beta[j]), math.Abs(s.lo[j]))
	clipped := length == up || length == down
	s.beta[i] += length
	s.beta[j] -= length
	if clipped && up <= reachUp {
		s.beta[i] = s.hi[i]
	}
	if clipped && down <= reachDown {
		s.beta[j] = s.lo[j]
	}
	kj := s.row(j, n)
	floats.AddScaled(s.u[:n], -length, ki)
	floats.AddScaled(s.u[:n], length, kj)
}

// shrink skips the samples at a bound whose u is beyond m and M. Once near the optimum it restarts
// with all samples, since an early guess may be wrong.
func (s *smo) shrink(ctx context.Context) error {
	_, top, bottom := s.extremes()
	if !s.restored && top-bottom <= 10*s.eps {
		s.restored = true
		if err := s.restore(ctx); err != nil {
			return err
		}
		_, top, bottom = s.extremes()
	}
	shrinkable := func(k int) bool {
		return s.beta[k] == s.hi[k] && s.u[k] > top || s.beta[k] == s.lo[k] && s.u[k] < bottom
	}
	for k := 0; k < s.active; k++ {
		if !shrinkable(k) {
			continue
		}
		for s.active--; s.active > k; s.active-- {
			if !shrinkable(s.active) {
				s.swap(k, s.active)
				break
			}
		}
	}
	return nil
}

func (s *smo) swap(a, b int) {
	for _, v := range [][]float64{s.y, s.beta, s.lo, s.hi, s.u, s.diag} {
		v[a], v[b] = v[b], v[a]
	}
	s.sample[a], s.sample[b] = s.sample[b], s.sample[a]
	s.kernel.swap(a, b)
	s.cache.swap(a, b)
}

// restore reactivates all samples: it computes u of the skipped ones.
func (s *smo) restore(ctx context.Context) error {
	n, from := len(s.y), s.active
	if from == n {
		return nil
	}
	aside := s.u[from:]
	copy(aside, s.y[from:])
	for i, b := range s.beta {
		if b == 0 {
			continue
		}
		floats.AddScaled(aside, -b, s.row(i, n)[from:])
		if s.work > pollWork {
			s.work = 0
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	s.active = n
	return nil
}

// offset returns the b of f(x) = Σβ_i·k(x_i, x) + b: the mean u of the samples
// inside their bounds, where y_i·f(x_i) = 1, else the middle of m and M (Chang
// and Lin 2011, §4.1.5).
func (s *smo) offset() float64 {
	var sum float64
	free := 0
	for i, b := range s.beta {
		if b > s.lo[i] && b < s.hi[i] {
			sum += s.u[i]
			free++
		}
	}
	if free > 0 {
		return sum / float64(free)
	}
	_, top, bottom := s.extremes()
	return (top + bottom) / 2
}

// certificate returns the dual objective ½β'Kβ - y'β and its distance from the
// primal ½‖w‖² + ΣC_i·max(0, 1 - y_i·f(x_i)), 0 at the optimum.
func (s *smo) certificate(b float64) (dual, gap float64) {
	var length, linear, loss float64 // w'w, y'β
	for i, beta := range s.beta {
		length += beta * (s.y[i] - s.u[i])
		linear += s.y[i] * beta
		loss += (s.hi[i] - s.lo[i]) * max(0, s.y[i]*(s.u[i]-b))
	}
	return length/2 - linear, length + loss - linear
}
