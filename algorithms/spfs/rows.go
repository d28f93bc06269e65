package spfs

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/optimize"
)

const (
	// atRest is the violation of the optimality conditions at which the steps end.
	atRest = 1e-13
	// nearRest is the violation below which three steps without much progress end the search: the
	// rest is rounding.
	nearRest = 1e-9
	// ridge is added to the diagonal of the Hessian, relative to its largest entry.
	ridge = 1e-13
	// maxSteps bounds the steps, usually about ten.
	maxSteps = 500
)

// rows minimizes ½‖Y - XW‖² + λ Σ_j ‖w_j‖ over the rows of a features, given their products G = X'X
// and B = X'Y. Since ‖w‖ = min_η ½(‖w‖²/η + η), the minimum over W for fixed η has a closed form.
// What remains is smooth and convex in a variables η_j >= 0, which at the optimum are the norms
// ‖w_j‖:
//
//	F(η) = ½(‖Y‖² - tr B'W) + ½λ Σ η_j,  W = S K⁻¹ S B,  K = λ + SGS,  S = diag(√η)
//	∂F/∂η_j = ½λ(1 - ‖c_j‖²),  c_j = f_j'(Y - XW)/λ
//	∂²F/∂η_i∂η_j = λ P_ij c_i'c_j,  P = (G - GS K⁻¹ SG)/λ
//
// Newton's method with the bounds as an active set takes some steps of O(a³ + a²l). Accelerated
// gradients take many more, above all if features are nearly collinear.
type rows struct {
	l    int
	gram []float64 // a×a, rows of length stride
	b    []float64 // a×l
	eta  []float64
	w    []float64 // a×l

	stride int
}

// add appends a feature with a row of 0, given its products with all features, itself included, and
// with Y.
func (s *rows) add(products, b []float64) {
	a := len(s.eta)
	if a == s.stride {
		stride := max(16, 2*s.stride)
		gram := make([]float64, stride*stride)
		for i := range a {
			copy(gram[i*stride:], s.gram[i*s.stride:i*s.stride+a])
		}
		s.gram, s.stride = gram, stride
	}
	for i, v := range products {
		s.gram[a*s.stride+i], s.gram[i*s.stride+a] = v, v
	}
	s.b = append(s.b, b...)
	s.w = append(s.w, make([]float64, s.l)...)
	s.eta = append(s.eta, 0)
}

// keep drops all features but those at some places, in ascending order.
func (s *rows) keep(places []int) {
	for to, from := range places {
		for k, other := range places {
			s.gram[to*s.stride+k] = s.gram[from*s.stride+other]
		}
		copy(s.b[to*s.l:(to+1)*s.l], s.b[from*s.l:(from+1)*s.l])
		copy(s.w[to*s.l:(to+1)*s.l], s.w[from*s.l:(from+1)*s.l])
		s.eta[to] = s.eta[from]
	}
	a := len(places)
	s.b, s.w, s.eta = s.b[:a*s.l], s.w[:a*s.l], s.eta[:a]
}

// state holds the figures at an η.
type state struct {
	eta      []float64
	positive []int             // places with η > 0
	chol     blas64.Triangular // U in K = U'U at positive places; elsewhere K is λ
	w, c     *mat.Dense        // a×l
	norm     []float64         // ‖c_j‖
	value    float64           // F
	worst    float64           // violation of the conditions
}

// minimize moves η and W to the optimum for λ, up to a violation of the conditions, and returns the
// number of steps. square is ‖Y‖².
func (s *rows) minimize(ctx context.Context, lambda, square, violation float64) (
	steps int, err error) {
	a := len(s.eta)
	if a == 0 {
		return 0, nil
	}
	x := s.at(s.eta, lambda, square)
	best, idle := x, 0
	for ; steps < maxSteps && best.worst > violation && idle < 3; steps++ {
		if err := ctx.Err(); err != nil {
			return steps, err
		}
		x = s.step(x, lambda, square)
		idle++
		if x.worst < best.worst/2 || best.worst > nearRest {
			idle = 0
		}
		if x.worst < best.worst {
			best = x
		}
	}
	copy(s.eta, best.eta)
	copy(s.w, best.w.RawMatrix().Data)
	return steps, nil
}

// at evaluates F and its gradient.
func (s *rows) at(eta []float64, lambda, square float64) *state {
	a := len(eta)
	x := &state{eta: eta, norm: make([]float64, a), w: mat.NewDense(a, s.l, nil),
		c: mat.NewDense(a, s.l, nil), value: square / 2}
	for j, v := range eta {
		if v > 0 {
			x.positive = append(x.positive, j)
		}
	}
	if p := len(x.positive); p > 0 {
		k := make([]float64, p*p)
		w := mat.NewDense(p, s.l, nil)
		gram := mat.NewDense(p, a, nil)
		for i, j := range x.positive {
			root := math.Sqrt(eta[j])
			floats.AddScaled(w.RawRowView(i), root, s.b[j*s.l:(j+1)*s.l])
			copy(gram.RawRowView(i), s.gram[j*s.stride:])
			for m := i; m < p; m++ {
				o := x.positive[m]
				k[i*p+m] = root * s.gram[j*s.stride+o] * math.Sqrt(eta[o])
			}
			k[i*p+i] += lambda
		}
		// K is positive definite because λ > 0. mat.Cholesky would also estimate the condition
		// number, which takes as long as the factorization.
		x.chol, _ = lapack64.Potrf(blas64.Symmetric{N: p, Stride: p, Uplo: blas.Upper, Data: k})
		lapack64.Potrs(x.chol, w.RawMatrix())
		for i, j := range x.positive {
			row := x.w.RawRowView(j)
			floats.AddScaled(row, math.Sqrt(eta[j]), w.RawRowView(i))
			copy(w.RawRowView(i), row)
			x.value += (lambda*eta[j] - floats.Dot(row, s.b[j*s.l:(j+1)*s.l])) / 2
		}
		x.c.Mul(gram.T(), w)
	}
	for j := range a {
		row := x.c.RawRowView(j)
		floats.SubTo(row, s.b[j*s.l:(j+1)*s.l], row)
		floats.Scale(1/lambda, row)
		x.norm[j] = floats.Norm(row, 2)
		if eta[j] > 0 {
			x.worst = max(x.worst, math.Abs(x.norm[j]-1))
		} else {
			x.worst = max(x.worst, x.norm[j]-1)
		}
	}
	return x
}

// step returns a state of lower value: a step to the minimum over η >= 0 of the quadratic model of
// F, halved until the value falls enough. If that is not found, or rounding hides the fall, it is
// η_j ← η_j‖c_j‖, which always lowers F.
func (s *rows) step(x *state, lambda, square float64) *state {
	var free []int // the others stay at 0
	for j, v := range x.eta {
		if v > 0 || x.norm[j] > 1 {
			free = append(free, j)
		}
	}
	h := s.hessian(x, free, lambda)
	q, goal := make([]float64, len(free)), make([]float64, len(free))
	for i, j := range free {
		goal[i] = x.eta[j]
	}
	for i, j := range free {
		q[i] = (x.norm[j]*x.norm[j]-1)/2 + floats.Dot(h.RawRowView(i), goal)
	}
	if optimize.Bounded(h, q, nil, goal) {
		var slope float64
		for i, j := range free {
			slope += lambda * (1 - x.norm[j]*x.norm[j]) / 2 * (goal[i] - x.eta[j])
		}
		for alpha := 1.0; alpha > 1e-6 && slope < 0; alpha /= 2 {
			eta := make([]float64, len(x.eta))
			for i, j := range free {
				if eta[j] = x.eta[j] + alpha*(goal[i]-x.eta[j]); alpha == 1 {
					eta[j] = goal[i]
				}
			}
			y := s.at(eta, lambda, square)
			if y.value <= x.value+1e-4*alpha*slope || -slope < 1e-14*square && y.worst < x.worst {
				return y
			}
		}
	}
	eta := make([]float64, len(x.eta))
	for j, v := range x.eta {
		eta[j] = v * x.norm[j]
	}
	return s.at(eta, lambda, square)
}

// hessian is the Hessian of F over λ at the free places, P∘CC', as a full matrix. A ridge on the
// diagonal makes it positive definite if features are equal up to rounding.
func (s *rows) hessian(x *state, free []int, lambda float64) *mat.Dense {
	m := len(free)
	c := mat.NewDense(m, s.l, nil)
	for i, j := range free {
		copy(c.RawRowView(i), x.c.RawRowView(j))
	}
	var h, p mat.SymDense
	h.SymOuterK(1, c)
	if len(x.positive) > 0 {
		v := mat.NewDense(len(x.positive), m, nil)
		for a, o := range x.positive {
			row, root := v.RawRowView(a), math.Sqrt(x.eta[o])
			for i, j := range free {
				row[i] = root * s.gram[o*s.stride+j]
			}
		}
		blas64.Trsm(blas.Left, blas.Trans, 1, x.chol, v.RawMatrix())
		p.SymOuterK(-1, v.T())
	} else {
		p = *mat.NewSymDense(m, nil)
	}
	out := mat.NewDense(m, m, nil)
	var most float64
	for i, j := range free {
		for k := i; k < m; k++ {
			v := h.At(i, k) * (p.At(i, k) + s.gram[j*s.stride+free[k]]) / lambda
			out.Set(i, k, v)
			out.Set(k, i, v)
		}
		most = max(most, out.At(i, i))
	}
	for i := range m {
		out.Set(i, i, out.At(i, i)+ridge*most)
	}
	return out
}
