package exact

import "math/big"

// Forms returns, for a feature f and f~ = f - (f'D1/1'D1)1, f'L(D⁻¹L)^(power-1)f, which is
// Σ_i λ_i^power α_i²·f'Df of SPEC, f~'Df~, and f'Df - f~'Df~. power is 1 or more.
func (g *Graph) Forms(f []float64, power int) (rough, spread, level float64) {
	all := make([]*big.Float, len(f))
	for i, v := range f {
		all[i] = newBig(v)
	}
	whole := inner(g.times(all), all)
	g.centered(all)
	less := inner(g.times(all), all)
	spread, _ = less.Float64()
	level, _ = whole.Sub(whole, less).Float64()
	z := all
	for range power - 1 {
		z = g.laplacian(z)
		for i, w := range g.degree {
			z[i].Quo(z[i], w)
		}
	}
	rough, _ = inner(all, g.laplacian(z)).Float64()
	return rough, spread, level
}

// laplacian returns Lz.
func (g *Graph) laplacian(z []*big.Float) []*big.Float {
	out := make([]*big.Float, len(z))
	for i := range out {
		out[i] = newBig(0)
	}
	r := newBig(0)
	for k, e := range g.edges {
		r.Mul(r.Sub(z[e.I], z[e.J]), g.weight[k])
		out[e.I].Add(out[e.I], r)
		out[e.J].Sub(out[e.J], r)
	}
	return out
}

// Project returns the norms of the rows of W (d×m), W'X'DXW = I, whose columns are those solutions
// of X'LXw = λX'DXw that have the smallest λ, and these, for the columns of X of n numbers each,
// linearly independent. centered subtracts their means with the weights D first.
func (g *Graph) Project(columns [][]float64, m int, centered bool) (norms, values []float64) {
	d := len(columns)
	x := make([][]*big.Float, d)
	for j, f := range columns {
		x[j] = make([]*big.Float, len(f))
		for i, v := range f {
			x[j][i] = newBig(v)
		}
		if centered {
			g.centered(x[j])
		}
	}
	// Z = XR⁻¹ with Z'DZ = I, by Gram and Schmidt; inverse is R⁻¹, a column for each column of Z.
	z, weighted, inverse := make([][]*big.Float, d), make([][]*big.Float, d), square(d)
	for j := range d {
		z[j] = make([]*big.Float, len(x[j]))
		for i, v := range x[j] {
			z[j][i] = newBig(0).Set(v)
		}
		for k := range d {
			inverse[j][k] = newBig(0)
		}
		inverse[j][j].SetFloat64(1)
		for range 2 {
			for k := range j {
				part := inner(weighted[k], z[j])
				part.Neg(part)
				addScaled(z[j], part, z[k])
				addScaled(inverse[j], part, inverse[k])
			}
		}
		length := newBig(0).Sqrt(inner(g.times(z[j]), z[j]))
		length.Quo(newBig(1), length)
		scale(z[j], length)
		scale(inverse[j], length)
		weighted[j] = g.times(z[j])
	}
	projected := square(d)
	for j := range d {
		image := g.laplacian(z[j])
		for k := range j + 1 { // it is symmetric
			projected[j][k] = inner(image, z[k])
			projected[k][j] = newBig(0).Set(projected[j][k])
		}
	}
	all, turn := jacobi(projected)
	norms = make([]float64, d)
	squares := make([]*big.Float, d)
	for j := range squares {
		squares[j] = newBig(0)
	}
	for k := range m {
		w := combined(inverse, turn, d-1-k) // eigenvalues descend
		for j, v := range w {
			squares[j].Add(squares[j], product(v, v))
		}
		v, _ := all[d-1-k].Float64()
		values = append(values, v)
	}
	for j, v := range squares {
		norms[j], _ = v.Sqrt(v).Float64()
	}
	return norms, values
}

func addScaled(y []*big.Float, factor *big.Float, x []*big.Float) {
	s := newSum()
	for i := range y {
		s.add(y[i], factor, x[i])
	}
}

func scale(y []*big.Float, factor *big.Float) {
	for i := range y {
		y[i].Mul(y[i], factor)
	}
}

// Shortest returns the shortest w with (x_i - x_0)'w = y_i - y_0 for all rows x_i, whose
// differences are linearly independent.
func Shortest(rows [][]float64, y []float64) []float64 {
	d := len(rows[0])
	var q [][]*big.Float
	var left []*big.Float // of y
	w := make([]*big.Float, d)
	for j := range w {
		w[j] = newBig(0)
	}
	for i, x := range rows[1:] {
		v, value := make([]*big.Float, d), newBig(y[i+1])
		value.Sub(value, newBig(y[0]))
		for j := range v {
			v[j] = newBig(0).Sub(newBig(x[j]), newBig(rows[0][j]))
		}
		for k, u := range q {
			part := inner(u, v)
			part.Neg(part)
			addScaled(v, part, u)
			value.Add(value, product(part, left[k]))
		}
		length := newBig(0).Sqrt(inner(v, v))
		length.Quo(newBig(1), length)
		scale(v, length)
		q, left = append(q, v), append(left, value.Mul(value, length))
		addScaled(w, left[i], v)
	}
	out := make([]float64, d)
	for j := range out {
		out[j], _ = w[j].Float64()
	}
	return out
}

func inner(a, b []*big.Float) *big.Float {
	z, s := newBig(0), newSum()
	for i, v := range a {
		s.add(z, v, b[i])
	}
	return z
}
