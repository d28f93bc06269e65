package spectrum

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/elimination"
)

const (
	// smallPart is the size of √D_ii·max|y|, relative to the largest |v_j|, below which y_i is
	// solved for separately: elsewhere y_i = v_i/√D_ii has at most 1/smallPart of the rounding of
	// v.
	smallPart = 1e-2
	// knownPart is the least |v_j|, relative to the largest, whose digits are significant.
	knownPart = 1e-8
	// mixed is the value of the last wanted λ below which extra eigenvectors are computed, since
	// rounding mixes those on both sides of the end.
	mixed = 1e-6
)

// Graph is a matrix of weights W >= 0 between samples, with degrees D_ii = Σ_j W_ij and L = D - W.
// Degrees may differ by any factor.
type Graph struct {
	degree, loops []float64
	ends          [][]end // of the edges at each sample
}

// end is the other sample of an edge.
type end struct {
	to     int
	weight float64
}

// NewGraph makes a graph from its degrees, W_ii, and the edges that each adds, i != j; weights of
// an edge added twice are summed. degree and loops are not modified afterwards.
func NewGraph(degree, loops []float64, each func(add func(i, j int, weight float64))) *Graph {
	g := &Graph{degree, loops, make([][]end, len(degree))}
	each(func(i, j int, weight float64) {
		if weight > 0 {
			g.ends[i], g.ends[j] = append(g.ends[i], end{j, weight}),
				append(g.ends[j], end{i, weight})
		}
	})
	for i, ends := range g.ends {
		slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.to, b.to) })
		merged := ends[:0]
		for _, e := range ends {
			if last := len(merged) - 1; last >= 0 && merged[last].to == e.to {
				merged[last].weight += e.weight
			} else {
				merged = append(merged, e)
			}
		}
		g.ends[i] = merged
	}
	return g
}

// Components lists the samples of each connected part of the graph, both in the order of
// the samples. Samples of degree 0 are in none.
func (g *Graph) Components() [][]int {
	root := make([]int, len(g.degree))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for a, ends := range g.ends {
		for _, e := range ends {
			if i, j := find(a), find(e.to); i != j {
				root[max(i, j)] = min(i, j)
			}
		}
	}
	var parts [][]int
	at := make(map[int]int)
	for i, w := range g.degree {
		if w <= 0 {
			continue
		}
		r := find(i)
		c, known := at[r]
		if !known {
			c = len(parts)
			at[r] = c
			parts = append(parts, nil)
		}
		parts[c] = append(parts[c], i)
	}
	return parts
}

// Function is a solution of Ly = λDy on a component, y'D1 = 0.
type Function struct {
	Value float64   // λ
	Y     []float64 // of each sample of the component, y'Dy = 1 within rounding
	Gap   float64   // the largest |(Ly)_i - λD_ii y_i|/D_ii
}

// Equal reports whether two λ of Smooth are equal within rounding, which then mixes their y.
func Equal(a, b float64) bool { return math.Abs(a-b) <= Same*math.Sqrt(max(a, b)) }

// Smooth returns the want smallest solutions λ > 0 of Ly = λDy on a component, ascending, and those
// whose λ equals the last. The cost is that of Smallest, or of an elimination.Factor where at most
// an eighth of the pairs has an edge, and O(s³) a solution for the s samples of small degree.
func (g *Graph) Smooth(ctx context.Context, component []int, want int) ([]Function, error) {
	most := len(component) - 1
	if want = min(want, most); want < 1 {
		return nil, ctx.Err()
	}
	p := g.part(component)
	values, vectors, err := p.smallest(ctx, want)
	if err == nil && values[want-1] < mixed {
		values, vectors, err = p.smallest(ctx, min(want+spare, most))
	}
	if err != nil {
		return nil, err
	}
	var out []Function
	for c, v := range vectors[:min(len(vectors), most)] {
		f := Function{Value: max(0, values[c])}
		f.Y = p.values(f.Value, v)
		p.unit(f.Y)
		f.Gap = p.Residual(f.Value, f.Y)
		out = append(out, f)
	}
	p.refine(out)
	last := want
	for last < len(out) && Equal(out[last].Value, out[want-1].Value) {
		last++
	}
	return out[:last], ctx.Err()
}

// smallest returns the smallest eigenvalues of D^-½(D - W)D^-½ but that of D^½1, and vectors.
func (g *Graph) smallest(ctx context.Context, want int) ([]float64, [][]float64, error) {
	entries := 0
	for _, ends := range g.ends {
		entries += len(ends)
	}
	if n := len(g.degree); n > allAtOnce && elimination.Few(n, entries) {
		constant := mat.NewDense(1, n, nil)
		for r, w := range g.degree {
			constant.Set(0, r, math.Sqrt(w))
		}
		constant.Scale(1/mat.Norm(constant, 2), constant)
		values, vectors, ok := searchFew(ctx, g.normalized(), want, constant)
		if ok || ctx.Err() != nil {
			return values, vectors, ctx.Err()
		}
	}
	return Smallest(ctx, g.deflated(), want)
}

// normalized is D^-½(D - W)D^-½.
func (g *Graph) normalized() *elimination.Matrix {
	own := make([]float64, len(g.degree))
	for r, w := range g.degree {
		own[r] = 1 - g.loops[r]/w
	}
	return elimination.New(own, func(add func(i, j int, v float64)) {
		for r, ends := range g.ends {
			for _, e := range ends {
				if r < e.to {
					add(r, e.to, -e.weight/math.Sqrt(g.degree[r])/math.Sqrt(g.degree[e.to]))
				}
			}
		}
	})
}

// part extracts a component of the graph.
func (g *Graph) part(samples []int) *Graph {
	p := &Graph{ends: make([][]end, len(samples))}
	place := make(map[int]int, len(samples))
	for r, i := range samples {
		place[i] = r
	}
	for r, i := range samples {
		p.degree, p.loops = append(p.degree, g.degree[i]), append(p.loops, g.loops[i])
		for _, e := range g.ends[i] {
			p.ends[r] = append(p.ends[r], end{place[e.to], e.weight})
		}
	}
	return p
}

// deflated is D^-½(D - W)D^-½ with the eigenvalue 0 of its eigenvector D^½1 raised to 3, above all
// others: the rest is exactly orthogonal to it, however small its eigenvalues are.
func (g *Graph) deflated() *mat.SymDense {
	total := floats.Sum(g.degree)
	l := mat.NewSymDense(len(g.degree), nil)
	for r, a := range g.degree {
		for s, b := range g.degree[:r+1] {
			l.SetSym(r, s, 3*math.Sqrt(a)*math.Sqrt(b)/total)
		}
		l.SetSym(r, r, l.At(r, r)+1-g.loops[r]/a)
	}
	for r, ends := range g.ends {
		for _, e := range ends {
			if r < e.to {
				w := e.weight / math.Sqrt(g.degree[r]) / math.Sqrt(g.degree[e.to])
				l.SetSym(r, e.to, l.At(r, e.to)-w)
			}
		}
	}
	return l
}

// values returns y = D^-½v for an eigenvector v of D^-½(D - W)D^-½ of eigenvalue λ that has an
// error of rounding, the same at every sample. Where the degree is small, division by its root
// amplifies that error: there y is computed from its own rows of the equation,
//
//	((1 - λ)D - W)_ss y_s = W_sr y_r
//
// with the other samples r fixed. Their rows hardly depend on y_s, since W_rs <= D_ss.
func (g *Graph) values(lambda float64, v []float64) []float64 {
	y := make([]float64, len(v))
	for r, w := range g.degree {
		y[r] = v[r] / math.Sqrt(w)
	}
	g.settle(lambda, y)
	return y
}

// settle solves for y where the degree is small, for a λ.
func (g *Graph) settle(lambda float64, y []float64) {
	var largest, scale float64
	for r, w := range g.degree {
		largest = max(largest, math.Sqrt(w)*math.Abs(y[r]))
	}
	for r, w := range g.degree {
		if math.Sqrt(w)*math.Abs(y[r]) >= knownPart*largest {
			scale = max(scale, math.Abs(y[r]))
		}
	}
	var small []int
	for r, w := range g.degree {
		if math.Sqrt(w)*scale < smallPart*largest {
			small = append(small, r)
		}
	}
	if len(small) > 0 {
		g.solve(lambda, y, small)
	}
}

// solve sets y on the small samples from the others. The rows are divided by their degree, since
// degrees differ by dozens of orders of magnitude. It does not change y when the equations have no
// solution.
func (g *Graph) solve(lambda float64, y []float64, small []int) {
	at := make(map[int]int, len(small))
	for s, r := range small {
		at[r] = s
	}
	m, b := mat.NewDense(len(small), len(small), nil), mat.NewVecDense(len(small), nil)
	for s, r := range small {
		var off float64 // Σ_j W_rj without W_rr: D_rr - W_rr cancels
		for _, e := range g.ends[r] {
			off += e.weight
			if c, inside := at[e.to]; inside {
				m.Set(s, c, m.At(s, c)-e.weight/g.degree[r])
			} else {
				b.SetVec(s, b.AtVec(s)+e.weight/g.degree[r]*y[e.to])
			}
		}
		m.Set(s, s, off/g.degree[r]-lambda)
	}
	var lu mat.LU
	lu.Factorize(m)
	var solved mat.VecDense
	_ = lu.SolveVecTo(&solved, false, b) // a bad condition shows in Residual
	if !isFinite(solved.RawVector().Data) {
		return
	}
	for s, r := range small {
		y[r] = solved.AtVec(s)
	}
}

// Residual is the largest |(Ly)_i - λD_ii y_i|/D_ii, samples of degree 0 left out.
func (g *Graph) Residual(lambda float64, y []float64) float64 {
	var worst float64
	for r, w := range g.degree {
		if w == 0 {
			continue
		}
		var row float64
		for _, e := range g.ends[r] {
			row += e.weight / w * (y[r] - y[e.to])
		}
		worst = max(worst, math.Abs(row-lambda*y[r]))
	}
	return worst
}

func isFinite(v []float64) bool {
	return len(v) > 0 && !floats.HasNaN(v) && !math.IsInf(floats.Norm(v, math.Inf(1)), 1)
}
