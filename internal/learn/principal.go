package learn

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// PrincipalAxes is PCA with the result type of the other projections: the m axes of largest
// variance, W'W = I. Values has the share of the variance on each, and Residual is ‖X'Xw - λw‖
// relative to the largest λ, 1e-10 where a Krylov space is used. Errors and cost are those of PCA
// with one more axis, and further ones while they share the last eigenvalue.
func PrincipalAxes(ctx context.Context, x mat.Matrix, m int) (*Directions, error) {
	if err := checkAxes(x, m); err != nil {
		return nil, err
	}
	n, d := x.Dims()
	var p *Projection
	var before, through int
	for asked := min(m+1, d); ; asked = min(2*asked, d) {
		var err error
		if p, err = PCA(ctx, x, asked); err != nil {
			return nil, err
		}
		usable := 0 // the others are 0
		for usable < asked && p.Explained[usable] > 0 {
			usable++
		}
		wanted := min(m, usable)
		before, through = tie(p.Explained[:usable], wanted, func(a, b float64) bool {
			return max(a-b, b-a) <= same*p.Explained[0]
		})
		if asked == d || asked >= n || through < asked {
			break
		}
	}
	s, err := newSamples(x, nil, true)
	if err != nil {
		return nil, err
	}
	w := mat.DenseCopyOf(p.Axes.Slice(0, d, 0, through))
	out := &Directions{Converged: true}
	projected := s.times(w)
	image := s.transposeTimes(projected)
	var first float64
	for k := range through {
		v := projected.ColView(k)
		value := mat.Dot(v, v)
		if k == 0 {
			first = value
		}
		for j := range d {
			image.Set(k, j, image.At(k, j)-value*w.At(j, k))
		}
	}
	out.Residual = relative(image, func(int) float64 { return first })
	out.finish(w, p.Explained, m, before)
	return out, ctx.Err()
}
