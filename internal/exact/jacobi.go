package exact

import (
	"math/big"
	"slices"
)

// jacobi returns the eigenvalues of a symmetric matrix, descending, and the eigenvectors as
// columns.
func jacobi(a [][]*big.Float) (values []*big.Float, vectors [][]*big.Float) {
	m := len(a)
	v := square(m)
	for i := range v {
		for j := range v[i] {
			v[i][j] = newBig(0)
		}
		v[i][i] = newBig(1)
	}
	u, room := newBig(0), newSum()
	for range 12 {
		for p := range m {
			for q := p + 1; q < m; q++ {
				if small(a[p][q], a[p][p], a[q][q]) {
					continue
				}
				// t = sign(θ)/(|θ| + √(θ² + 1)), θ = (a_qq - a_pp)/2a_pq
				theta := newBig(0).Sub(a[q][q], a[p][p])
				theta.Quo(theta, product(newBig(2), a[p][q]))
				root := newBig(0).Sqrt(newBig(0).Add(product(theta, theta), newBig(1)))
				t := newBig(0).Quo(newBig(1), root.Add(root, newBig(0).Abs(theta)))
				if theta.Sign() < 0 {
					t.Neg(t)
				}
				c := newBig(0).Sqrt(newBig(0).Add(product(t, t), newBig(1)))
				c.Quo(newBig(1), c)
				s := product(t, c)
				minus := newBig(0).Neg(s)
				rotate := func(x, y *big.Float) {
					u.Set(x)
					x.Mul(c, x)
					room.add(x, minus, y)
					y.Mul(c, y)
					room.add(y, s, u)
				}
				for i := range m {
					rotate(a[i][p], a[i][q])
				}
				for i := range m {
					rotate(a[p][i], a[q][i])
				}
				for i := range m {
					rotate(v[i][p], v[i][q])
				}
			}
		}
	}
	order := make([]int, m)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return a[j][j].Cmp(a[i][i]) })
	vectors = make([][]*big.Float, m)
	for i := range vectors {
		for _, k := range order {
			vectors[i] = append(vectors[i], v[i][k])
		}
	}
	for _, k := range order {
		values = append(values, a[k][k])
	}
	return values, vectors
}

// small reports whether a rotation by an entry changes no digit, for the two entries of the
// diagonal.
func small(entry, a, b *big.Float) bool {
	if entry.Sign() == 0 || a.Sign() == 0 || b.Sign() == 0 {
		return entry.Sign() == 0
	}
	return entry.MantExp(nil) < min(a.MantExp(nil), b.MantExp(nil))-bits
}
