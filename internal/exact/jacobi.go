package exact

import (
	"math/big"
	"slices"
)

// jacobi returns the eigenvalues of a symmetric matrix, descending, and the eigenvectors as
// columns.
func jacobi(a [][]*big.Float) (values []*big.Float, vectors [][]*big.Float) {
	m := len(a)
	v := make([][]*big.Float, m)
	for i := range v {
		v[i] = make([]*big.Float, m)
		for j := range v[i] {
			v[i][j] = newBig(0)
		}
		v[i][i] = newBig(1)
	}
	for range 12 {
		for p := range m {
			for q := p + 1; q < m; q++ {
				if a[p][q].Sign() == 0 {
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
				rotate := func(x, y *big.Float) {
					u, w := newBig(0).Set(x), newBig(0).Set(y)
					x.Sub(product(c, u), product(s, w))
					y.Add(product(s, u), product(c, w))
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
