package linear

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

type glmKind int

const (
	glmSquared glmKind = iota
	glmBinary
	glmMultinomial
)

// glmLoss is the mean over n samples of a convex function of the q numbers η_i = b + Σ_j z_ij w_j:
//
//	squared      ½ Σ_c (y_ic - η_ic)²
//	binary       (1/q) Σ_c log(1 + exp(-y_ic η_ic)), y_ic = ±1
//	multinomial  log Σ_c exp η_ic - η_i,class
//
// Targets of the squared loss are centered, so that its intercept is 0.
type glmLoss struct {
	kind  glmKind
	n, q  int
	y     [][]float64 // of squared and binary, q vectors of n numbers
	class []int       // of multinomial

	workers int
}

// glmSplit is the number of products from which work is split between processors, where an
// exponential counts as ten; glmSamples is the number of samples of a part.
const glmSplit, glmSamples = 1 << 15, 128

// split runs do for parts of n things that are independent and take that many products in all.
func (l *glmLoss) split(n, block, products int, do func(lo, hi int)) {
	if products < glmSplit {
		do(0, n)
		return
	}
	parallel.Whole(l.workers, n, block, do)
}

// glmState is the loss at some η.
type glmState struct {
	eta, r [][]float64 // r is minus the derivative of a sample's loss
	curv   [][]float64 // second derivatives ∂²/∂η_ic²; nil for squared, where they are 1
	p      [][]float64 // probabilities, for multinomial
	of     []float64   // loss of a sample, for multinomial
	value  float64     // mean loss
}

func (l *glmLoss) newState() *glmState {
	s := &glmState{eta: glmZeros(l.q, l.n), r: glmZeros(l.q, l.n)}
	if l.kind != glmSquared {
		s.curv = glmZeros(l.q, l.n)
	}
	if l.kind == glmMultinomial {
		s.p, s.of = glmZeros(l.q, l.n), make([]float64, l.n)
	}
	return s
}

func glmZeros(rows, columns int) [][]float64 {
	all, out := make([]float64, rows*columns), make([][]float64, rows)
	for i := range out {
		out[i] = all[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return out
}

// intercept reports whether the model has intercepts that are not 0.
func (l *glmLoss) intercept() bool { return l.kind != glmSquared }

// bound is at least every eigenvalue of the second derivative of a sample's loss.
func (l *glmLoss) bound() float64 {
	switch l.kind {
	case glmBinary:
		return .25 / float64(l.q)
	case glmMultinomial:
		return .5
	}
	return 1
}

// start returns the intercepts that are optimal at w = 0.
func (l *glmLoss) start() []float64 {
	b := make([]float64, l.q)
	switch l.kind {
	case glmBinary:
		for c, y := range l.y {
			up := 0.0
			for _, v := range y {
				if v > 0 {
					up++
				}
			}
			b[c] = math.Log(up / (float64(l.n) - up))
		}
	case glmMultinomial:
		counts := make([]float64, l.q)
		for _, c := range l.class {
			counts[c]++
		}
		for c, v := range counts {
			b[c] = math.Log(v / float64(l.n))
		}
	}
	return b
}

// evaluate computes everything from eta.
func (l *glmLoss) evaluate(s *glmState) {
	var sum float64
	switch l.kind {
	case glmSquared:
		for c, y := range l.y {
			floats.SubTo(s.r[c], y, s.eta[c])
			sum += .5 * floats.Dot(s.r[c], s.r[c])
		}
	case glmBinary:
		sum = l.binary(s)
	case glmMultinomial:
		l.split(l.n, glmSamples, 10*l.n*l.q, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				s.of[i] = l.multinomial(s, i)
			}
		})
		for _, v := range s.of {
			sum += v
		}
	}
	s.value = sum / float64(l.n)
}

func (l *glmLoss) binary(s *glmState) (sum float64) {
	share := 1 / float64(l.q)
	for c, y := range l.y {
		eta, r, curv := s.eta[c], s.r[c], s.curv[c]
		for i, v := range y {
			m := v * eta[i]
			e := math.Exp(-math.Abs(m))
			sum += math.Log1p(e)
			a := e / (1 + e) // of the wrong class
			curv[i] = share * a / (1 + e)
			if m < 0 {
				sum -= m
				a = 1 / (1 + e)
			}
			r[i] = share * v * a
		}
	}
	return share * sum
}

func (l *glmLoss) multinomial(s *glmState, i int) float64 {
	largest := math.Inf(-1)
	for c := range s.eta {
		largest = max(largest, s.eta[c][i])
	}
	var sum, others float64
	own := l.class[i]
	for c := range s.eta {
		e := math.Exp(s.eta[c][i] - largest)
		s.p[c][i] = e
		sum += e
		if c != own {
			others += e
		}
	}
	for c := range s.eta {
		p := s.p[c][i] / sum
		rest := 1 - p
		if c == own {
			rest = others / sum
			s.r[c][i] = rest
		} else {
			s.r[c][i] = -p
		}
		s.p[c][i], s.curv[c][i] = p, p*rest
	}
	return math.Log(sum) + largest - s.eta[own][i]
}

// bend multiplies v (q vectors of n numbers) by the second derivatives of the samples' losses.
func (l *glmLoss) bend(s *glmState, v [][]float64) {
	switch l.kind {
	case glmBinary:
		for c := range v {
			floats.Mul(v[c], s.curv[c])
		}
	case glmMultinomial:
		l.split(l.n, glmSamples, 2*l.n*l.q, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				var mean float64
				for c := range v {
					mean += s.p[c][i] * v[c][i]
				}
				for c := range v {
					v[c][i] = s.p[c][i] * (v[c][i] - mean)
				}
			}
		})
	}
}

// dual is the dual objective at θ = share·R, 0 <= share <= 1. It is a lower bound of the minimum
// for a λ that the dual norms of Z'θ/n do not exceed, where Σ_i θ_i = 0.
func (l *glmLoss) dual(s *glmState, share float64) float64 {
	var sum float64
	switch l.kind {
	case glmSquared:
		for c, y := range l.y {
			for i, r := range s.r[c] {
				sum += share * r * (y[i] - .5*share*r)
			}
		}
	case glmBinary:
		for c := range l.y {
			for _, r := range s.r[c] {
				a := share * min(1, math.Abs(r)*float64(l.q))
				sum += (glmEntropy(a) - (1-a)*math.Log1p(-a)) / float64(l.q)
			}
		}
	case glmMultinomial:
		for i, own := range l.class {
			for c := range s.p {
				if c == own {
					a := share * s.r[c][i]
					sum -= (1 - a) * math.Log1p(-a)
				} else {
					sum += glmEntropy(share * s.p[c][i])
				}
			}
		}
	}
	return sum / float64(l.n)
}

// glmEntropy is -p log p.
func glmEntropy(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * math.Log(p)
}
