package rowsparse

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
)

const (
	spare     = 4   // extra vectors, for repeated eigenvalues and speed
	mostSteps = 200 // rounds before the search gives up
	strip     = 512 // columns that are read together
)

// inverse is (A - σ)⁻¹ = E - EB'(I + BEB')⁻¹BE, E = (Q - σ)⁻¹, for σ below every q; without the I
// when the problem is Hard.
type inverse struct {
	b     *mat.Dense
	e     []float64
	upper blas64.Triangular
	whole func(v *mat.Dense) *mat.Dense // with C
	count int
}

func (p Problem) invert(shift float64) (*inverse, error) {
	in := &inverse{b: p.B, e: make([]float64, len(p.Q))}
	for l, q := range p.Q {
		in.e[l] = 1 / (q - shift)
	}
	if p.C != nil {
		q := make([]float64, len(p.Q))
		for l, v := range p.Q {
			q[l] = v - shift
		}
		upper, ok := factor(p.C.RawSymmetric(), q)
		if !ok {
			return nil, errNoConvergence
		}
		in.whole = solver(upper)
		return in, nil
	}
	if p.B == nil {
		return in, nil
	}
	s := dense.Gram(p.B, in.e)
	if !p.Hard {
		for i := range s.N {
			s.Data[i*s.Stride+i]++
		}
	}
	var ok bool
	if in.upper, ok = dense.Cholesky(s, 0); !ok {
		return nil, errNoConvergence
	}
	return in, nil
}

// times returns (A - σ)⁻¹v for each row v.
func (in *inverse) times(v *mat.Dense) *mat.Dense {
	k, d := v.Dims()
	in.count += k
	if in.whole != nil {
		return in.whole(v)
	}
	out := mat.NewDense(k, d, nil)
	for c := range k {
		floats.MulTo(out.RawRowView(c), v.RawRowView(c), in.e)
	}
	if in.b == nil {
		return out
	}
	half := dense.Cross(out, in.b)
	dense.SolveRows(in.upper, half)
	back := dense.Times(half, in.b)
	for c := range k {
		row, less := out.RawRowView(c), back.RawRowView(c)
		for l, e := range in.e {
			row[l] -= e * less[l]
		}
	}
	return out
}

// found is the result of search: values ascending, vectors in rows, up to those equal to the m-th;
// near holds further approximations.
type found struct {
	values        []float64
	vectors, near *mat.Dense
	residual      float64
	next          float64
	products      int
}

// search finds eigenvectors of (A-σ)⁻¹ (package krylov). It restarts from the best ones with a
// shift nearer to the wanted eigenvalues when there is one.
func search(ctx context.Context, p Problem, m int, start mat.Matrix) (*found, error) {
	d, most := len(p.Q), len(p.Q)
	low := floats.Min(p.Q)
	var outside *mat.Dense
	if p.Hard && p.B != nil {
		outside = p.B
		r, _ := p.B.Dims()
		most -= r
	}
	block := krylov.Block(d, min(m+spare, most), start)
	width := p.width(block, m, low) // of the wanted eigenvalues, above low
	out := &found{}
	for rounds, begun := mostSteps, false; ; begun = true {
		shift := low - max(width/2, 1e-4*low)
		in, err := p.invert(shift)
		if err != nil {
			return nil, err
		}
		if !begun {
			block = in.times(block) // into the null space, which contains the solution
		}
		value := func(mu float64) float64 { return shift + 1/mu }
		nearer := false
		pairs, err := krylov.Problem{
			N: d, Want: m, Spare: spare, Start: block, Outside: outside, Tolerance: Steady,
			Restart: 2*m + 40, Rounds: rounds,
			Times: func(v *mat.Dense) (*mat.Dense, error) { rounds--; return in.times(v), nil },
			Equal: func(a, b float64) bool { return a > 0 && same(value(a), value(b)) },
			Stop: func(now *krylov.Pairs) bool {
				above := value(now.Values[m-1]) - low
				nearer = above < width/4 && width > 4e-4*low
				if nearer {
					width = above
				}
				return nearer
			},
		}.Solve(ctx)
		out.products += in.count
		if err != nil {
			return nil, err
		}
		if !(pairs.Values[m-1] > 0) {
			return nil, errNoConvergence
		}
		if near := pairs.Near(m + spare); nearer && rounds > 0 {
			block = near
			continue
		} else {
			out.near = near
		}
		for c, mu := range pairs.Values {
			out.values = append(out.values, value(mu))
			if c < m {
				out.residual = max(out.residual, pairs.Residuals[c]/mu)
			}
		}
		out.vectors = pairs.Vectors
		out.next = value(pairs.Next)
		return out, nil
	}
}

// width bounds how far the m-th eigenvalue is above low, from the first m rows of block.
func (p Problem) width(block *mat.Dense, m int, low float64) float64 {
	_, d := block.Dims()
	var most float64
	for c := range m {
		v := block.RawRowView(c)
		var norm, sum float64
		for l, x := range v {
			norm += x * x
			sum += (p.Q[l] - low) * x * x
		}
		if p.C != nil {
			x := mat.NewVecDense(d, v)
			sum += mat.Inner(x, p.C, x)
		}
		if p.B != nil && !p.Hard {
			var image mat.VecDense
			image.MulVec(p.B, mat.NewVecDense(d, v))
			sum += mat.Dot(&image, &image)
		}
		if norm > 0 {
			most = max(most, sum/norm)
		}
	}
	return most
}
