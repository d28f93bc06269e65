package embedded

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"fsnb.example/algorithms/graph"
)

// digits is the precision of exact, in bits: 64 digits more than a float64 has.
const digits = 256

// exactGraph solves Lz = b by eliminating samples, those of fewest edges first: what is left
// of the others is a graph again, with w_ab + w_av w_bv / Σ_c w_cv between the neighbors of v.
type exactGraph struct {
	degree []*big.Float
	order  []int
	ends   [][]int        // of the edges at a sample when it was eliminated
	shares [][]*big.Float // of their weights in the sum of them
	sums   []*big.Float
}

func newBig(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }

func product(a, b *big.Float) *big.Float { return newBig(0).Mul(a, b) }

func newExactGraph(a *graph.Affinity) *exactGraph {
	g := &exactGraph{
		degree: make([]*big.Float, a.N), ends: make([][]int, a.N),
		shares: make([][]*big.Float, a.N), sums: make([]*big.Float, a.N),
	}
	left := make([]map[int]*big.Float, a.N)
	loops := a.Diagonal()
	for i := range left {
		left[i], g.degree[i] = make(map[int]*big.Float), newBig(loops[i])
	}
	join := func(i, j int, w *big.Float) {
		if v, ok := left[i][j]; ok {
			w = newBig(0).Add(v, w)
		}
		left[i][j], left[j][i] = w, w
	}
	for _, e := range a.Edges {
		w := newBig(e.Weight)
		join(e.I, e.J, w)
		g.degree[e.I].Add(g.degree[e.I], w)
		g.degree[e.J].Add(g.degree[e.J], w)
	}
	done := make([]bool, a.N)
	for range a.N {
		at := -1
		for i := range left {
			if !done[i] && (at < 0 || len(left[i]) < len(left[at])) {
				at = i
			}
		}
		done[at] = true
		g.order = append(g.order, at)
		sum := newBig(0)
		for j := range a.N {
			if w, ok := left[at][j]; ok {
				g.ends[at] = append(g.ends[at], j)
				sum.Add(sum, w)
			}
		}
		g.sums[at] = sum
		for _, j := range g.ends[at] {
			share := newBig(0).Quo(left[at][j], sum)
			g.shares[at] = append(g.shares[at], share)
			delete(left[j], at)
		}
		for p, i := range g.ends[at] {
			for _, j := range g.ends[at][p+1:] {
				join(i, j, product(g.shares[at][p], left[at][j]))
			}
		}
	}
	return g
}

// solve returns z with Lz = b and z'D1 = 0, for a connected graph and b'1 = 0.
func (g *exactGraph) solve(b []*big.Float) []*big.Float {
	z := make([]*big.Float, len(b))
	for i, v := range b {
		z[i] = newBig(0).Set(v)
	}
	for _, i := range g.order {
		for p, j := range g.ends[i] {
			z[j].Add(z[j], product(g.shares[i][p], z[i]))
		}
	}
	for _, i := range slices.Backward(g.order) {
		if len(g.ends[i]) == 0 {
			z[i] = newBig(0)
			continue
		}
		z[i].Quo(z[i], g.sums[i])
		for p, j := range g.ends[i] {
			z[i].Add(z[i], product(g.shares[i][p], z[j]))
		}
	}
	return g.centered(z)
}

func (g *exactGraph) centered(z []*big.Float) []*big.Float {
	mean, total := newBig(0), newBig(0)
	for i, w := range g.degree {
		mean.Add(mean, product(w, z[i]))
		total.Add(total, w)
	}
	mean.Quo(mean, total)
	for _, v := range z {
		v.Sub(v, mean)
	}
	return z
}

// dot is y'Dz.
func (g *exactGraph) dot(y, z []*big.Float) *big.Float {
	sum := newBig(0)
	for i, w := range g.degree {
		sum.Add(sum, product(w, product(y[i], z[i])))
	}
	return sum
}

func (g *exactGraph) times(z []*big.Float) []*big.Float {
	out := make([]*big.Float, len(z))
	for i, w := range g.degree {
		out[i] = product(w, z[i])
	}
	return out
}

// eigen returns the want smallest λ > 0 of Lz = λDz and their z, by subspace iteration with L⁺D on
// spare vectors more; residual is the largest |z_k - λ_k L⁺Dz_k| of an entry, relative to the largest of z_k.
func (g *exactGraph) eigen(want, spare, steps int) (values []float64, vectors [][]float64, residual float64) {
	n, m := len(g.degree), want+spare
	rng := rand.New(rand.NewPCG(7, 7))
	block := make([][]*big.Float, m)
	for k := range block {
		block[k] = make([]*big.Float, n)
		for i := range block[k] {
			block[k][i] = newBig(rng.NormFloat64())
		}
		g.centered(block[k])
	}
	for step := range steps {
		// Modified Gram and Schmidt in the inner product of D, leading vectors first.
		for k, y := range block {
			for _, q := range block[:k] {
				part := g.dot(q, y)
				for i := range y {
					y[i].Sub(y[i], product(part, q[i]))
				}
			}
			length := newBig(0).Sqrt(g.dot(y, y))
			for i := range y {
				y[i].Quo(y[i], length)
			}
		}
		images := make([][]*big.Float, m)
		for k, y := range block {
			images[k] = g.solve(g.times(y))
		}
		projected := make([][]*big.Float, m)
		for k := range projected {
			projected[k] = make([]*big.Float, m)
			for l := range projected {
				projected[k][l] = g.dot(block[k], images[l])
			}
		}
		inverse, turn := exactJacobi(projected)
		next := make([][]*big.Float, m)
		for k := range next {
			next[k] = combined(images, turn, k)
		}
		if step == steps-1 {
			for k := range want {
				y := combined(block, turn, k)
				gap, size := 0., 0.
				for i := range y {
					r := newBig(0).Quo(next[k][i], inverse[k])
					v, _ := r.Sub(r, y[i]).Float64()
					s, _ := y[i].Float64()
					gap, size = max(gap, math.Abs(v)), max(size, math.Abs(s))
				}
				residual = max(residual, gap/size)
				out := make([]float64, n)
				for i := range out {
					out[i], _ = y[i].Float64()
				}
				v, _ := newBig(0).Quo(newBig(1), inverse[k]).Float64()
				values, vectors = append(values, v), append(vectors, out)
			}
		}
		block = next
	}
	return values, vectors, residual
}

// combined is column k of rows'·turn.
func combined(rows, turn [][]*big.Float, k int) []*big.Float {
	out := make([]*big.Float, len(rows[0]))
	for i := range out {
		out[i] = newBig(0)
		for l := range rows {
			out[i].Add(out[i], product(turn[l][k], rows[l][i]))
		}
	}
	return out
}

// exactJacobi returns the eigenvalues of a symmetric matrix, descending, and the eigenvectors as columns.
func exactJacobi(a [][]*big.Float) (values []*big.Float, vectors [][]*big.Float) {
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
