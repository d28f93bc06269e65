package rowsparse

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Roots returns √(‖w_l‖²+ε) for each column w_l of w (m×d): rows of W, which is its transpose.
func Roots(w *mat.Dense, epsilon float64) []float64 {
	m, d := w.Dims()
	out := make([]float64, d)
	for c := range m {
		for l, v := range w.RawRowView(c) {
			out[l] += v * v
		}
	}
	for l, v := range out {
		out[l] = math.Sqrt(v + epsilon)
	}
	return out
}

// Bend returns γ times the Hessian of Σ√(‖w_l‖²+ε) times v, v_l/ρ_l - w_l<w_l, v_l>/ρ_l³ in column
// l, where ρ are the Roots of w. Without w it is the first term: v times the diagonal of the
// majorizing form.
func Bend(v, w *mat.Dense, root []float64, gamma float64) *mat.Dense {
	m, d := v.Dims()
	out := mat.NewDense(m, d, nil)
	var along []float64
	if w != nil {
		along = make([]float64, d)
		for c := range m {
			y, t := w.RawRowView(c), v.RawRowView(c)
			for l := range along {
				along[l] += y[l] * t[l]
			}
		}
		for l, r := range root {
			along[l] *= gamma / r / r / r
		}
	}
	for c := range m {
		to, t := out.RawRowView(c), v.RawRowView(c)
		for l, r := range root {
			to[l] = gamma * t[l] / r
		}
		if w == nil {
			continue
		}
		y := w.RawRowView(c)
		for l, a := range along {
			to[l] -= y[l] * a
		}
	}
	return out
}
