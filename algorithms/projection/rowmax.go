package projection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/optimize"
	"fsnb.example/internal/parallel"
)

// smooth is the differentiable part of a problem over W (d×m) with W'AW = I.
type smooth interface {
	// value and gradient are of what is minimized.
	value(w *mat.Dense) float64
	gradient(w *mat.Dense) *mat.Dense
	// curvature is the Hessian at w times v.
	curvature(w, v *mat.Dense) *mat.Dense
	// metric returns Av, and diagonal the diagonal of A.
	metric(v *mat.Dense) *mat.Dense
	diagonal() []float64
	// among is B'AB for the directions B of a basis.
	among(basis *axes) *mat.Dense
	// steepness is the diagonal, on a face, of a matrix near the Hessian of f(W) + tr(W'AW·pull)/2
	// or above it; a factor does not matter.
	steepness(f *face, pull *mat.Dense) []float64
	// part is the same problem of some of the features.
	part(features []int) smooth
	// inverse returns an approximate solution V of AV·pull + shift·V for the positive part of pull.
	inverse(pull *mat.SymDense, shift float64) func(v *mat.Dense) *mat.Dense
	// work is what the products of this problem and its parts took, and what was counted.
	work() float64
	count(work float64)
}

// rowMax is Σ_j max_k |w_jk|.
func rowMax(w *mat.Dense) float64 {
	d, _ := w.Dims()
	var sum float64
	for j := range d {
		sum += floats.Norm(w.RawRowView(j), math.Inf(1))
	}
	return sum
}

// shrinkRow sets row y to the minimum of ½‖p - y‖² + t·max_k|p_k|, and returns the largest |p_k|
// and the number of entries that have it: those above it before. A row of 0 has 0 of them.
func shrinkRow(y []float64, t float64, sorted []float64) (threshold float64, clipped int) {
	if len(y) == 1 {
		threshold = max(0, math.Abs(y[0])-t)
		y[0] = math.Copysign(threshold, y[0])
		if threshold > 0 {
			clipped = 1
		}
		return threshold, clipped
	}
	for k, v := range y {
		sorted[k] = math.Abs(v)
	}
	slices.Sort(sorted)
	var sum float64
	for k := len(sorted) - 1; k >= 0; k-- {
		sum += sorted[k]
		count := len(sorted) - k
		below := 0.
		if k > 0 {
			below = sorted[k-1]
		}
		if threshold = (sum - t) / float64(count); threshold >= below {
			clipped = count
			break
		}
	}
	if !(threshold > 0) {
		clear(y)
		return 0, 0
	}
	for k, v := range y {
		if math.Abs(v) > threshold {
			y[k] = math.Copysign(threshold, v)
		}
	}
	return threshold, clipped
}

// proximal is the step of a proximal gradient on W'AW = I (Chen, Ma, Man-Cho So, Zhang 2020): V
// minimizes ⟨∇f, V⟩ + ‖V‖²/2t + λ Σ_j max_k |w_jk + v_jk| over W'AV + V'AW = 0. V is 0 if and only
// if W is stationary. The multipliers Λ (m×m) of the constraint are found by Newton's method.
type proximal struct {
	w, g, b    *mat.Dense // W, ∇f, AW
	t, lambda  float64
	multiplier *mat.Dense
	moved      *mat.Dense // W + V
	largest    []float64  // largest |w_jk + v_jk| of a row
	miss       *mat.Dense // W'AV + V'AW
	count      func(work float64)
}

// set computes W + V for multipliers, and how far it misses the constraint.
func (p *proximal) set(multiplier *mat.Dense) float64 {
	d, m := p.w.Dims()
	p.multiplier = multiplier
	var step mat.Dense
	step.Mul(p.b, multiplier)
	step.Scale(2, &step)
	step.Sub(&step, p.g)
	p.moved = mat.DenseCopyOf(p.w)
	floats.AddScaled(p.moved.RawMatrix().Data, p.t, step.RawMatrix().Data)
	p.largest = make([]float64, d)
	p.count(float64(d*m) * (rowWork + 2*productWork*float64(m)))
	sorted := make([]float64, m)
	for j := range d {
		p.largest[j], _ = shrinkRow(p.moved.RawRowView(j), p.t*p.lambda, sorted)
	}
	var v mat.Dense
	v.Sub(p.moved, p.w)
	p.miss = symmetric(p.b, &v)
	return mat.Norm(p.miss, 2)
}

// symmetric is B'V + V'B.
func symmetric(b, v *mat.Dense) *mat.Dense {
	var one mat.Dense
	one.Mul(b.T(), v)
	m, _ := one.Dims()
	out := mat.NewDense(m, m, nil)
	for i := range m {
		for j := range m {
			out.Set(i, j, one.At(i, j)+one.At(j, i))
		}
	}
	return out
}

// solve finds the multipliers from those of the step before.
func (p *proximal) solve(start *mat.Dense) bool {
	missed := p.set(start)
	size := mat.Norm(p.b, 2) * mat.Norm(p.w, 2)
	for range 100 {
		if missed <= 1e-15*size {
			return true
		}
		e := p.newton()
		at, accepted := p.multiplier, false
		for step := 1.; step > 1e-6; step /= 2 {
			var next mat.Dense
			next.Scale(step, e)
			next.Add(&next, at)
			if after := p.set(&next); after < missed*(1-1e-3*step) {
				missed, accepted = after, true
				break
			}
		}
		if !accepted {
			return p.set(at) <= 1e-9*size
		}
	}
	return missed <= 1e-9*size
}

// newton is the change of the multipliers for which miss is 0 to first order. On the face of W + V
// the derivative of miss by a multiplier is 2t·n'n, for the derivatives n of W'AW by its unknowns.
func (p *proximal) newton() *mat.Dense {
	d, m := p.w.Dims()
	scale := make([]float64, d)
	floats.AddConst(1, scale)
	miss := make([]float64, 0, m*(m+1)/2)
	for a := range m {
		miss = append(miss, p.miss.RawRowView(a)[a:]...)
	}
	n := faceOf(p.moved).newNormals(p.b, scale)
	p.count(n.work)
	y := n.inner.solve(miss)
	e := mat.NewDense(m, m, nil)
	at := 0
	for a := range m {
		for c := a; c < m; c++ {
			v := -y[at] / (2 * p.t)
			e.Set(a, c, e.At(a, c)+v)
			e.Set(c, a, e.At(c, a)+v) // twice where a = c, whose normal is twice the product
			at++
		}
	}
	return e
}

// residual is ‖V‖/t, relative to the size of the gradient's terms.
func (p *proximal) residual() float64 {
	var v mat.Dense
	v.Sub(p.moved, p.w)
	rows := 0.
	for _, l := range p.largest {
		if l > 0 {
			rows++
		}
	}
	return mat.Norm(&v, 2) / p.t / (mat.Norm(p.g, 2) + p.lambda*math.Sqrt(max(rows, 1)))
}

// polar returns W(W'AW)^-½, nil where rounding forbids it.
func polar(f smooth, w *mat.Dense) *mat.Dense {
	out := w
	for range 2 { // again for the rounding that is left
		root := optimize.InverseRoot(out, f.metric(out))
		if root == nil {
			return nil
		}
		var next mat.Dense
		next.Mul(out, root)
		out = &next
	}
	return out
}

// thin is aw for few columns w. The products run along the rows of both, as w is transposed.
func thin(a, w *mat.Dense) *mat.Dense {
	return mat.DenseCopyOf(dense.Cross(mat.DenseCopyOf(w.T()), a).T())
}

// someColumns are those of which a processor sums rows at a time.
const someColumns = 512

// thinTransposed is a'z for few columns z.
func thinTransposed(a, z *mat.Dense) *mat.Dense {
	n, d := a.Dims()
	_, m := z.Dims()
	out := mat.NewDense(m, d, nil)
	parallel.Whole(0, d, someColumns, func(lo, hi int) {
		for i := range n {
			row := a.RawRowView(i)[lo:hi]
			for c, v := range z.RawRowView(i) {
				floats.AddScaled(out.RawRowView(c)[lo:hi], v, row)
			}
		}
	})
	return mat.DenseCopyOf(out.T())
}
