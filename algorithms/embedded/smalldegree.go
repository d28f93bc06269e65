package embedded

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
)

const (
	// smallPart is the size of √D_ii·max|y|, relative to the largest |v_j|, below which y_i is
	// solved for: elsewhere y_i = v_i/√D_ii has at most 1/smallPart of the rounding of v.
	smallPart = 1e-2
	// knownPart is the least |v_j|, relative to the largest, from which y_j has digits that count.
	knownPart = 1e-8
)

// values returns y = D^-½v on the samples of part, for an eigenvector v of D^-½(D - W)D^-½ of
// eigenvalue λ that has an error of rounding, the same at every sample. Where the degree is small,
// dividing by its root multiplies that error: there y is taken from the rows of its own equation,
//
//	((1 - λ)D - W)_ss y_s = W_sr y_r
//
// with the other samples r as they are. Their own rows hardly see y_s, since W_rs <= D_ss.
func (p *part) values(lambda float64, v []float64) []float64 {
	y := make([]float64, len(v))
	largest, scale := floats.Norm(v, math.Inf(1)), 0.
	for r, w := range p.degree {
		y[r] = v[r] / math.Sqrt(w)
		if math.Abs(v[r]) >= knownPart*largest {
			scale = max(scale, math.Abs(y[r]))
		}
	}
	var small []int
	for r, w := range p.degree {
		if math.Sqrt(w)*scale < smallPart*largest {
			small = append(small, r)
		}
	}
	if len(small) > 0 {
		p.solve(lambda, y, small)
	}
	return y
}

// solve sets y on the small samples from the others. The rows are divided by their degree, since
// those differ by dozens of orders of magnitude. It leaves y as it is when the equations have no
// solution.
func (p *part) solve(lambda float64, y []float64, small []int) {
	at := make(map[int]int, len(small))
	for s, r := range small {
		at[r] = s
	}
	m, b := mat.NewDense(len(small), len(small), nil), mat.NewVecDense(len(small), nil)
	for s, r := range small {
		var off float64 // Σ_j W_rj without W_rr: D_rr - W_rr loses what is small
		for _, e := range p.ends[r] {
			off += e.weight
			if c, inside := at[e.to]; inside {
				m.Set(s, c, -e.weight/p.degree[r])
			} else {
				b.SetVec(s, b.AtVec(s)+e.weight/p.degree[r]*y[e.to])
			}
		}
		m.Set(s, s, off/p.degree[r]-lambda)
	}
	var lu mat.LU
	lu.Factorize(m)
	var solved mat.VecDense
	_ = lu.SolveVecTo(&solved, false, b) // of a bad condition, which residual judges
	if !isFinite(solved.RawVector().Data) {
		return
	}
	for s, r := range small {
		y[r] = solved.AtVec(s)
	}
}

// residual is the largest |(Ly)_i - λD_ii y_i|/D_ii on the samples of part.
func (p *part) residual(lambda float64, y []float64) float64 {
	var worst float64
	for r, w := range p.degree {
		var row float64
		for _, e := range p.ends[r] {
			row += e.weight / w * (y[r] - y[e.to])
		}
		worst = max(worst, math.Abs(row-lambda*y[r]))
	}
	return worst
}

func isFinite(v []float64) bool {
	return len(v) > 0 && !floats.HasNaN(v) && !math.IsInf(floats.Norm(v, math.Inf(1)), 1)
}

// part is a connected component of a graph, its samples counted from 0.
type part struct {
	samples []int
	degree  []float64
	loops   []float64
	ends    [][]end // of the edges at each sample
}

// end is the other sample of an edge.
type end struct {
	to     int
	weight float64
}

// newPart takes the samples of a component out of the graph.
func newPart(a *graph.Affinity, samples []int) *part {
	p := &part{samples: samples, ends: make([][]end, len(samples))}
	place := make(map[int]int, len(samples))
	loops := a.Diagonal()
	for r, i := range samples {
		place[i] = r
		p.degree, p.loops = append(p.degree, a.Degree[i]), append(p.loops, loops[i])
	}
	for _, e := range a.Edges {
		if r, here := place[e.I]; here && e.Weight > 0 { // without weight it may lead elsewhere
			s := place[e.J]
			p.ends[r], p.ends[s] = append(p.ends[r], end{s, e.Weight}), append(p.ends[s], end{r, e.Weight})
		}
	}
	return p
}
