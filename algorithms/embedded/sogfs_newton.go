package embedded

import (
	"context"
	"math"
	"slices"

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
	o       *optimal
	between *mat.Dense // λ‖f_i - f_j‖², n×n
	held    *rowsparse.Held
}

func (o *optimal) function() graphFunction {
	between := mat.NewDense(o.n, o.n, nil)
	for i := range o.n {
		row := between.RawRowView(i)
		for j := range row {
			row[j] = o.lambda * squared(o.f.RawRowView(i), o.f.RawRowView(j))
		}
	}
	return graphFunction{o, between, rowsparse.NewHeld(o.x)}
}

func (g graphFunction) Constraint(v *mat.Dense) *mat.Dense { return v }

func (g graphFunction) Project(*mat.Dense) {}

func (g graphFunction) At(w *mat.Dense) stationary.Point {
	o := g.o
	p := &graphPoint{g: g, w: w, s: mat.NewDense(o.n, o.n, nil)}
	p.root = rowsparse.Roots(w, o.epsilon)
	p.z = o.along(w)
	parts := make([]float64, o.n)
	// No cancellation within a step: it is short.
	parallel.Whole(o.workers, o.n, 8, func(lo, hi int) {
		d, sorted := make([]float64, o.n), make([]float64, o.n)
		for i := lo; i < hi; i++ {
			near := g.between.RawRowView(i)
			for j := range d {
				d[j] = squared(p.z.RawRowView(i), p.z.RawRowView(j)) + near[j]
			}
			s := p.s.RawRowView(i)
			onSimplex(s, d, sorted, i, o.alpha)
			for j, v := range s {
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
	w, s  *mat.Dense
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
		s := p.s.RawRowView(i)
		var mean float64
		count := 0
		for j, u := range s {
			if u == 0 {
				continue
			}
			at, by := p.z.RawRowView(j), moved.RawRowView(j)
			shift[j] = 0
			for c, y := range own {
				shift[j] += 2 * (y - at[c]) * (shifted[c] - by[c])
			}
			mean += shift[j]
			count++
		}
		mean /= float64(count)
		for j, u := range s {
			if u != 0 {
				shift[j] = (mean - shift[j]) / (2 * o.alpha)
			}
		}
	})
	return p.add(nodes, rowsparse.Bend(v, p.w, p.root, o.gamma))
}

// gather adds up the terms of at least gatherRows samples, and of at most gatherParts blocks.
const gatherRows, gatherParts = 64, 16

// gather returns 4Ly for the Laplacian L of (S + S')/2, plus 4L'z, if z is not nil, for that of the
// numbers that shift sets for row i where s_ij > 0. Each block of rows has sums of its own, so that
// they do not depend on the number of workers.
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
			for j, u := range p.s.RawRowView(i) {
				if u == 0 {
					continue
				}
				other, from := y.RawRowView(j), sum.RawRowView(j)
				for c, v := range own {
					t := u * (v - other[c])
					if z != nil {
						t += change[j] * (z.At(i, c) - z.At(j, c))
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
	if turned := p.g.o.turned; turned != nil {
		to.Add(to, dense.Cross(moved, turned))
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
	sum := mat.NewDense(o.n, o.n, nil)
	sum.Add(p.s, p.s.T()) // its Laplacian is 2L_S
	f := rowsparse.Laplacian(symmetric{sum})
	if f != nil {
		dense.Scale(math.Sqrt2, f)
	}
	if _, d := o.x.Dims(); d <= o.n {
		inverse, err := rowsparse.Problem{C: o.quadratic(sum), Q: q}.Inverse()
		if err == nil {
			return inverse, nil
		}
	} else if inverse := p.g.held.Inverse(f, q); inverse != nil {
		return inverse, nil
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
	old := slices.Clone(o.s)
	copy(o.s, r.Point.(*graphPoint).s.RawMatrix().Data)
	if o.join(); len(o.parts) != o.c && o.limit > sogfsFine {
		o.limit /= 10
		copy(o.s, old)
		o.join()
		return false, nil
	}
	o.steps += r.Steps
	o.trace = append(o.trace, values...)
	o.take(rowsparse.Basis(stationary.Axes(g, r.W)), o.rows)
	o.smooth = o.smoothness()
	return true, nil
}
