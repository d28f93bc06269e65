// Package exact computes on graphs with 77 digits: the reference for tests of methods whose weights
// span dozens of orders of magnitude.
package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// Edge joins samples I < J with a weight above 0.
type Edge struct {
	I, J   int
	Weight float64
}

// bits is the precision.
const bits = 256

// Graph is a graph of samples with L = D - W. It solves Lz = b by eliminating samples, those of
// fewest edges first: the rest is a graph again, with w_ab + w_av w_bv / Σ_c w_cv between the
// neighbors of v.
type Graph struct {
	edges  []Edge
	weight []*big.Float // of each edge
	degree []*big.Float
	order  []int
	ends   [][]int        // edges of each sample at its elimination
	shares [][]*big.Float // the weights of these edges over their sum
	sums   []*big.Float
}

func newBig(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

func product(a, b *big.Float) *big.Float { return newBig(0).Mul(a, b) }

// A sum has room for a product, since most of the time would go into memory for products.
type sum struct{ product big.Float }

func newSum() *sum {
	s := new(sum)
	s.product.SetPrec(bits)
	return s
}

// add adds ab to z.
func (s *sum) add(z, a, b *big.Float) { z.Add(z, s.product.Mul(a, b)) }

// New makes a graph of n samples from its edges, and from W_ii where loops is not nil.
func New(n int, edges []Edge, loops []float64) *Graph {
	g := &Graph{
		edges: edges, degree: make([]*big.Float, n), ends: make([][]int, n),
		shares: make([][]*big.Float, n), sums: make([]*big.Float, n),
	}
	left := make([]map[int]*big.Float, n)
	for i := range left {
		left[i], g.degree[i] = make(map[int]*big.Float), newBig(0)
		if loops != nil {
			g.degree[i].SetFloat64(loops[i])
		}
	}
	join := func(i, j int, w *big.Float) {
		if v, ok := left[i][j]; ok {
			w = newBig(0).Add(v, w)
		}
		left[i][j], left[j][i] = w, w
	}
	for _, e := range edges {
		w := newBig(e.Weight)
		g.weight = append(g.weight, w)
		join(e.I, e.J, w)
		g.degree[e.I].Add(g.degree[e.I], w)
		g.degree[e.J].Add(g.degree[e.J], w)
	}
	done := make([]bool, n)
	for range n {
		at := -1
		for i := range left {
			if !done[i] && (at < 0 || len(left[i]) < len(left[at])) {
				at = i
			}
		}
		done[at] = true
		g.order = append(g.order, at)
		g.sums[at] = newBig(0)
		for j := range n {
			if w, ok := left[at][j]; ok {
				g.ends[at] = append(g.ends[at], j)
				g.sums[at].Add(g.sums[at], w)
			}
		}
		for _, j := range g.ends[at] {
			share := newBig(0).Quo(left[at][j], g.sums[at])
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
func (g *Graph) solve(b []*big.Float) []*big.Float {
	z := make([]*big.Float, len(b))
	for i, v := range b {
		z[i] = newBig(0).Set(v)
	}
	s := newSum()
	for _, i := range g.order {
		for p, j := range g.ends[i] {
			s.add(z[j], g.shares[i][p], z[i])
		}
	}
	for _, i := range slices.Backward(g.order) {
		if len(g.ends[i]) == 0 {
			z[i] = newBig(0)
			continue
		}
		z[i].Quo(z[i], g.sums[i])
		for p, j := range g.ends[i] {
			s.add(z[i], g.shares[i][p], z[j])
		}
	}
	return g.centered(z)
}

func (g *Graph) centered(z []*big.Float) []*big.Float {
	mean, total, s := newBig(0), newBig(0), newSum()
	for i, w := range g.degree {
		s.add(mean, w, z[i])
		total.Add(total, w)
	}
	mean.Quo(mean, total)
	for _, v := range z {
		v.Sub(v, mean)
	}
	return z
}

// times is Dz.
func (g *Graph) times(z []*big.Float) []*big.Float {
	out := make([]*big.Float, len(z))
	for i, w := range g.degree {
		out[i] = product(w, z[i])
	}
	return out
}

// Eigen returns the want smallest λ > 0 of Lz = λDz of a connected graph, ascending, and their z,
// by subspace iteration with L⁺D and spare extra vectors. residual is the largest |z_k - λ_k
// L⁺Dz_k| of an entry, relative to the largest of z_k.
func (g *Graph) Eigen(want, spare, steps int) (
	values []float64, vectors [][]float64, residual float64,
) {
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
	weighted := make([][]*big.Float, m) // Dy of each y of the block
	for step := range steps {
		// Modified Gram and Schmidt in the inner product of D, leading vectors first.
		for k, y := range block {
			for l, q := range block[:k] {
				part := inner(weighted[l], y)
				addScaled(y, part.Neg(part), q)
			}
			length := newBig(0).Sqrt(inner(g.times(y), y))
			scale(y, length.Quo(newBig(1), length))
			weighted[k] = g.times(y)
		}
		images := make([][]*big.Float, m)
		for k := range block {
			images[k] = g.solve(weighted[k])
		}
		projected := square(m)
		for k := range projected {
			for l := range k + 1 { // it is symmetric
				projected[k][l] = inner(weighted[k], images[l])
				projected[l][k] = newBig(0).Set(projected[k][l])
			}
		}
		inverse, turn := jacobi(projected)
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
	out, s := make([]*big.Float, len(rows[0])), newSum()
	for i := range out {
		out[i] = newBig(0)
		for l := range rows {
			s.add(out[i], turn[l][k], rows[l][i])
		}
	}
	return out
}

func square(m int) [][]*big.Float {
	out := make([][]*big.Float, m)
	for i := range out {
		out[i] = make([]*big.Float, m)
	}
	return out
}
