package embedded

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/dense"
)

// bounded reports whether 2X'L_SX may be formed: |x|'L_S|x| is at most twice the largest degree
// times ‖x‖² for each column x.
func (o *optimal) bounded(a *graph.Affinity) bool {
	var size float64
	d, _ := o.turned.Dims()
	for l := range d {
		row := o.turned.RawRowView(l)
		size = max(size, floats.Dot(row, row))
	}
	return 4*size*floats.Max(a.Degree) <= formLimit*o.gamma
}

// made forms 2X'L_SX where it stands in for rows, which it returns otherwise.
func (o *optimal) made() *mat.Dense {
	if o.form != nil && o.form.IsEmpty() {
		o.form = o.quadratic(o.sum)
	}
	return o.rows
}

// quadratic returns 2X'LX (d×d) for the Laplacian L of symmetric similarities, in O(n²d + nd²).
func (o *optimal) quadratic(similar *mat.Dense) *mat.SymDense {
	turned := o.turned
	if turned == nil {
		turned = mat.DenseCopyOf(o.x.T())
	}
	image := dense.Cross(turned, similar) // X' times them
	degree := make([]float64, o.n)
	for i := range degree {
		degree[i] = floats.Sum(similar.RawRowView(i))
	}
	d, _ := turned.Dims()
	for l := range d {
		to := image.RawRowView(l)
		for i, v := range turned.RawRowView(l) {
			to[i] = 2 * (float64(degree[i]*v) - to[i])
		}
	}
	var form mat.SymDense
	form.SetRawSymmetric(dense.Symmetric(turned, image))
	return &form
}
