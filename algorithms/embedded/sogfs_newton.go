package embedded

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// graphFunction is the minimum over S of the objective of SOGFS, as a function of W for fixed F
// and λ. It is concave in WW', being a minimum of linear functions. Its gradient is that of the
// objective at the optimal S. If F is also optimal for that S, the gradient is 0 where S, F and W
// are stationary together.
type graphFunction struct {
	o        *optimal
	retained *rowsparse.Retained
}

func (o *optimal) function() graphFunction {
	return graphFunction{o, rowsparse.NewRetained(o.x)}
}

func (g graphFunction) Constraint(v *mat.Dense) *mat.Dense { return v }

func (g graphFunction) Project(*mat.Dense) {}

func (g graphFunction) At(w *mat.Dense) stationary.Point {
	o := g.o
	p := &graphPoint{g: g, w: w, s: make([]sparse, o.n)}
	p.root = rowsparse.Roots(w, o.epsilon)
	p.z = o.along(w)
	parts := make([]float64, o.n)
	// No cancellation within a step: it is short.
	parallel.Whole(o.workers, o.n, 8, func(lo, hi int) {
		d, sorted := make([]float64, o.n), make([]float64, o.n)
		for i := lo; i < hi; i++ {
			for j := range d {
				d[j] = squared(p.z.RawRowView(i), p.z.RawRowView(j)) +
					float64(o.lambda*squared(o.f.RawRowView(i), o.f.RawRowView(j)))
			}
			p.s[i] = onSimplex(d, sorted, i, o.alpha)
			for k, j := range p.s[i].at {
				v := p.s[i].values[k]
				parts[i] += v * (d[j] + o.alpha*v)
			}
		}
	})
	for _, v := range parts {
		p.value += v
	}
	for _, r := range p.root {
		p.value += o.gamma * r
	}
	return p
}

// graphPoint is a graphFunction at one W.
type graphPoint struct {
	g     graphFunction
	w     *mat.Dense
	s     []sparse
	z     *mat.Dense // XW
	root  []float64
	value float64
}

func (p *graphPoint) Value() float64 { return p.value }

// Times returns the product of v with 4X'L_SX + γ/ρ.
func (p *graphPoint) Times(v *mat.Dense) *mat.Dense {
	moved := p.z
	if v != p.w {
		moved = p.g.o.along(v)
	}
	nodes := p.gather(moved, nil, nil)
	return p.add(nodes, rowsparse.Bend(v, nil, p.root, p.g.o.gamma))
}

// Curvature includes the change of S: ds_ij = -(δ_ij - mean δ_i)/(2α) where s_ij > 0, with δ the
// change of the distances.
func (p *graphPoint) Curvature(v *mat.Dense) *mat.Dense {
	o := p.g.o
	moved := o.along(v)
	nodes := p.gather(moved, p.z, func(i int, shift []float64) {
		own, shifted := p.z.RawRowView(i), moved.RawRowView(i)
		var mean float64
		for k, j := range p.s[i].at {
			at, by := p.z.RawRowView(int(j)), moved.RawRowView(int(j))
			shift[k] = 0
			for c, y := range own {
				shift[k] += 2 * (y - at[c]) * (shifted[c] - by[c])
			}
			mean += shift[k]
		}
		mean /= float64(len(p.s[i].at))
		for k := range p.s[i].at {
			shift[k] = (mean - shift[k]) / (2 * o.alpha)
		}
	})
	return p.add(nodes, rowsparse.Bend(v, p.w, p.root, o.gamma))
}

// gather adds up the terms of at least gatherRows samples, and of at most gatherParts blocks.
const gatherRows, gatherParts = 64, 16

// gather returns 4Ly for the Laplacian L of (S + S')/2, plus 4L'z, if z is not nil, for that of the
// numbers that shift sets for the entries of row i of S. Each block of rows has sums of its own, so
// that they do not depend on the number of workers.
func (p *graphPoint) gather(y, z *mat.Dense, shift func(i int, shift []float64)) *mat.Dense {
	n, m := y.Dims()
	block := max(gatherRows, (n+gatherParts-1)/gatherParts)
	sums := make([]*mat.Dense, (n+block-1)/block)
	parallel.Whole(p.g.o.workers, n, block, func(lo, hi int) {
		sum, change := mat.NewDense(n, m, nil), make([]float64, n)
		for i := lo; i < hi; i++ {
			if z != nil {
				shift(i, change)
			}
			own, to := y.RawRowView(i), sum.RawRowView(i)
			for k, at := range p.s[i].at {
				u, j := p.s[i].values[k], int(at)
				other, from := y.RawRowView(j), sum.RawRowView(j)
				for c, v := range own {
					t := u * (v - other[c])
					if z != nil {
						t += change[k] * (z.At(i, c) - z.At(j, c))
					}
					to[c] += 2 * t
					from[c] -= 2 * t
				}
			}
		}
		sums[lo/block] = sum
	})
	for _, s := range sums[1:] {
		sums[0].Add(sums[0], s)
	}
	return sums[0]
}

// along returns Xv' (n×m).
func (o *optimal) along(v *mat.Dense) *mat.Dense {
	return mat.DenseCopyOf(dense.Cross(v, o.x).T())
}

// add returns to + nodes'X, computed in place.
func (p *graphPoint) add(nodes, to *mat.Dense) *mat.Dense {
	moved := mat.DenseCopyOf(nodes.T())
	if transposed := p.g.o.transposed; transposed != nil {
		to.Add(to, dense.Cross(moved, transposed))
	} else {
		to.Add(to, dense.Times(moved, p.g.o.x))
	}
	return to
}

// Inverse is about that of M: where 2X'L_SX is formed it is that of the last S of the rounds, which
// saves forming it for each step of Newton's method.
func (p *graphPoint) Inverse() (func(*mat.Dense) *mat.Dense, error) {
	o := p.g.o
	q := make([]float64, len(p.root))
	for l, r := range p.root {
		q[l] = o.gamma / r
	}
	if o.made(); o.form != nil {
		for l := range q {
			q[l] /= 2
		}
		inverse, err := rowsparse.Problem{C: o.form, Q: q}.Inverse()
		if err != nil {
			return nil, err
		}
		return halved(inverse), nil
	}
	sum := joined(p.s)
	tall := d2(o.x) <= o.n
	if tall {
		inverse, err := rowsparse.Problem{C: o.quadratic(sum, 4), Q: q}.Inverse()
		if err == nil {
			return inverse, nil
		}
	}
	f := rowsparse.Laplacian(similarity(sum, 2)) // 2L_S
	if f != nil {
		dense.Scale(math.Sqrt2, f)
	}
	if !tall {
		if inverse := p.g.retained.Inverse(f, q); inverse != nil {
			return inverse, nil
		}
	}
	var b *mat.Dense
	if f != nil {
		b = dense.Times(f, o.x)
	}
	return rowsparse.Problem{B: b, Q: q}.Inverse()
}

// finish lowers the objective from W by Newton's method with F fixed, and takes the S of the final
// W. If that S has another number of components, finish restores the previous one and lowers the
// limit: closer to the solution Newton's steps are shorter.
func (o *optimal) finish(ctx context.Context) (kept bool, err error) {
	g := o.function()
	o.rows = nil // join makes those of the S that is kept
	var values []float64
	r, err := stationary.Descend(ctx, g, mat.DenseCopyOf(o.w.W.T()), stationary.Options{
		Tolerance: o.tolerance / 2, Steps: sogfsRounds,
		Stepped: func(value float64) { values = append(values, value) },
	})
	if err != nil {
		return false, err
	}
	old := o.s
	o.s = r.Point.(*graphPoint).s
	if o.join(); len(o.parts) != o.c && o.limit > sogfsFine {
		o.limit /= 10
		o.s = old
		o.join()
		return false, nil
	}
	o.steps += r.Steps
	o.trace = append(o.trace, values...)
	o.take(rowsparse.Basis(stationary.Axes(g, r.W)), o.rows)
	o.smooth = o.smoothness()
	return true, nil
}
