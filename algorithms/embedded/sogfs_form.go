package embedded

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// bounded reports whether 2X'L_SX may be formed: |x|'L_S|x| is at most twice the largest degree
// times ‖x‖² for each column x.
func (o *optimal) bounded(a *graph.Affinity) bool {
	var size float64
	d, _ := o.transposed.Dims()
	for l := range d {
		row := o.transposed.RawRowView(l)
		size = max(size, floats.Dot(row, row))
	}
	return 4*size*floats.Max(a.Degree) <= formLimit*o.gamma
}

// made forms 2X'L_SX where it stands in for rows, which it returns otherwise.
func (o *optimal) made() *mat.Dense {
	if o.form != nil && o.form.IsEmpty() {
		o.form = o.quadratic(o.sum, 2)
	}
	return o.rows
}

// quadratic returns f·X'LX (d×d) for the Laplacian L of similarities, in O(d·edges + nd²).
func (o *optimal) quadratic(a *graph.Affinity, f float64) *mat.SymDense {
	transposed := o.transposed
	if transposed == nil {
		transposed = mat.DenseCopyOf(o.x.T())
	}
	d, n := transposed.Dims()
	image := mat.NewDense(d, n, nil)
	parallel.Whole(o.workers, d, 1, func(l, _ int) {
		to, from := image.RawRowView(l), transposed.RawRowView(l)
		for _, e := range a.Edges {
			to[e.I] += e.Weight * from[e.J]
			to[e.J] += e.Weight * from[e.I]
		}
		for i, v := range from {
			to[i] = f * (float64(a.Degree[i]*v) - to[i])
		}
	})
	var form mat.SymDense
	form.SetRawSymmetric(dense.Symmetric(transposed, image))
	return &form
}
