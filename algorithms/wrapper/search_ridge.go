package wrapper

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
)

// fresh is the number of steps backward after which everything is computed again, so that rounding
// does not add up.
const fresh = 8

// ridgeSets judges sets by Ridge. In a fold, with K the products of the training rows (in the
// columns of the set), A = (K + λI)⁻¹, x_j and t_j the training and test part of column j, and P
// the products of test and training rows, it keeps
//
//	q_j = A x_j  and  e_j = t_j - P q_j  of each candidate,  α = Ay  and  g = Pα.
//
// With u = x_j'q_j the set with j predicts g + e_j x_j'α/(1 + u), and that without j
// g - e_j x_j'α/(1 - u), by Sherman and Morrison's formula, which also gives the next q and e.
type ridgeSets struct {
	s       *samples
	lambda  float64
	workers int
	sign    float64 // 1 forward, -1 backward
	set     []bool
	taken   int
	parts   []*ridgePart
	all     float64 // accuracy or R² with all columns, of a backward search
}

// ridgePart is what is kept of a fold.
type ridgePart struct {
	*fold
	y     *mat.Dense // train×c, centered
	means []float64
	q, e  *mat.Dense // columns×train, columns×test
	alpha *mat.Dense // c×train
	g     *mat.Dense // c×test
}

func newRidgeSets(ctx context.Context, s *samples, folds []fold, m Ridge, opt algorithms.Options,
	backward bool) (*ridgeSets, error) {
	r := &ridgeSets{s: s, lambda: m.Lambda, workers: opt.Workers, sign: 1,
		set: make([]bool, len(s.live))}
	if backward {
		r.sign = -1
		for c := range r.set {
			r.set[c] = true
		}
	}
	for f := range folds {
		y, means := codes(s, folds[f].train)
		_, c := y.Dims()
		train, test := len(folds[f].train), len(folds[f].test)
		r.parts = append(r.parts, &ridgePart{fold: &folds[f], y: y, means: means,
			q: mat.NewDense(len(s.live), train, nil), e: mat.NewDense(len(s.live), test, nil),
			alpha: mat.NewDense(c, train, nil), g: mat.NewDense(c, test, nil)})
	}
	if err := r.solve(ctx); err != nil {
		return nil, err
	}
	if backward {
		sum := 0.0
		for _, p := range r.parts {
			sum += s.missed(p.test, p.g, p.means)
		}
		r.all = s.goodness(sum)
	}
	return r, nil
}

// whole is accuracy, or R², with all columns.
func (r *ridgeSets) whole() float64 { return r.all }

// solve computes everything from the columns of the set.
func (r *ridgeSets) solve(ctx context.Context) error {
	return parallel.Each(ctx, r.workers, len(r.parts), func(ctx context.Context, f int) error {
		return r.parts[f].solve(ctx, r)
	})
}

func (p *ridgePart) solve(ctx context.Context, r *ridgeSets) error {
	var in []int
	for c, v := range r.set {
		p.column(p.q.RawRowView(c), r.s, c, p.train)
		p.column(p.e.RawRowView(c), r.s, c, p.test)
		if v {
			in = append(in, c)
		}
	}
	if len(in) == 0 {
		p.q.Scale(1/r.lambda, p.q)
		p.alpha.Scale(1/r.lambda, p.y.T())
		p.g.Zero()
		return ctx.Err()
	}
	train, test := mat.NewDense(len(in), len(p.train), nil), mat.NewDense(len(in), len(p.test), nil)
	for k, c := range in {
		train.SetRow(k, p.q.RawRowView(c))
		test.SetRow(k, p.e.RawRowView(c))
	}
	if len(in) < len(p.train) {
		return p.solveColumns(in, train, test, r.lambda)
	}
	var products mat.SymDense
	products.SymOuterK(1, train.T())
	both := mat.NewDense(len(p.train), len(r.set)+len(p.means), nil) // X and y
	both.Slice(0, len(p.train), 0, len(r.set)).(*mat.Dense).Copy(p.q.T())
	both.Slice(0, len(p.train), len(r.set), len(r.set)+len(p.means)).(*mat.Dense).Copy(p.y)
	solved, err := solveDefinite(&products, both, r.lambda)
	if err != nil {
		return err
	}
	p.q.Copy(solved.Slice(0, len(p.train), 0, len(r.set)).T())
	p.alpha.Copy(solved.Slice(0, len(p.train), len(r.set), len(r.set)+len(p.means)).T())
	var cross, change mat.Dense // train×test
	cross.Mul(train.T(), test)
	change.Mul(p.q, &cross)
	p.e.Sub(p.e, &change)
	p.g.Mul(p.alpha, &cross)
	return ctx.Err()
}

// solveColumns is solve for the columns of a set that are fewer than the training rows, of which a
// search backward needs no others. With X and T their training and test parts as rows and
// G = XX' + λI, AX' = X'G⁻¹, so that
//
//	q = G⁻¹X,  e = λ G⁻¹T,  α = (y - X'β)/λ  and  g = T'β  for  β = G⁻¹Xy.
func (p *ridgePart) solveColumns(in []int, x, t *mat.Dense, lambda float64) error {
	var products mat.SymDense
	products.SymOuterK(1, x)
	k, train := x.Dims()
	_, test := t.Dims()
	right := mat.NewDense(k, train+test+len(p.means), nil) // X, T and Xy
	right.Slice(0, k, 0, train).(*mat.Dense).Copy(x)
	right.Slice(0, k, train, train+test).(*mat.Dense).Copy(t)
	right.Slice(0, k, train+test, train+test+len(p.means)).(*mat.Dense).Mul(x, p.y)
	solved, err := solveDefinite(&products, right, lambda)
	if err != nil {
		return err
	}
	for row, c := range in {
		copy(p.q.RawRowView(c), solved.RawRowView(row))
		floats.ScaleTo(p.e.RawRowView(c), lambda, solved.RawRowView(row)[train:train+test])
	}
	beta := solved.Slice(0, k, train+test, train+test+len(p.means)).T()
	p.alpha.Mul(beta, x)
	p.alpha.Sub(p.y.T(), p.alpha)
	p.alpha.Scale(1/lambda, p.alpha)
	p.g.Mul(beta, t)
	return nil
}

func (r *ridgeSets) judge(ctx context.Context, candidates []int, _ bool, to []float64) error {
	n := len(r.s.rows)
	return parallel.For(ctx, r.workers, len(candidates), 8, func(lo, hi int) {
		sums, room := make([]float64, hi-lo), make([]float64, n)
		for _, p := range r.parts {
			g := mat.NewDense(len(p.means), len(p.test), nil)
			for k := lo; k < hi; k++ {
				c := candidates[k]
				x, q := p.column(room, r.s, c, p.train), p.q.RawRowView(c)
				share := 1 + r.sign*floats.Dot(x, q)
				for m := range p.means {
					weight := r.sign * floats.Dot(x, p.alpha.RawRowView(m)) / share
					floats.AddScaledTo(g.RawRowView(m), p.g.RawRowView(m), weight,
						p.e.RawRowView(c))
				}
				sums[k-lo] += r.s.missed(p.test, g, p.means)
			}
		}
		for k := lo; k < hi; k++ {
			to[k] = r.s.goodness(sums[k-lo])
		}
	})
}

// missed is the number of wrong classes of some samples, or the sum of squared errors, for
// predictions less the means (c×m).
func (s *samples) missed(rows []int, g *mat.Dense, means []float64) float64 {
	sum := 0.0
	for k, i := range rows {
		if s.y == nil {
			e := s.target[i] - means[0] - g.At(0, k)
			sum += e * e
			continue
		}
		best, most := 0, means[0]+g.At(0, k)
		if len(means) == 1 && !(most > 0) {
			best = 1
		}
		for m := 1; m < len(means); m++ {
			if v := means[m] + g.At(m, k); v > most {
				best, most = m, v
			}
		}
		if best != s.y[i] {
			sum++
		}
	}
	return sum
}

func (r *ridgeSets) take(ctx context.Context, column int) error {
	r.set[column] = r.sign > 0
	if r.taken++; r.sign < 0 && r.taken%fresh == 0 {
		return r.solve(ctx)
	}
	for _, p := range r.parts {
		n := len(r.s.rows)
		own := make([]float64, n)
		own = p.column(own, r.s, column, p.train)
		q, e := mat.Row(nil, column, p.q), mat.Row(nil, column, p.e)
		share := 1 + r.sign*floats.Dot(own, q)
		for m := range p.means {
			weight := r.sign * floats.Dot(own, p.alpha.RawRowView(m)) / share
			floats.AddScaled(p.alpha.RawRowView(m), -weight, q)
			floats.AddScaled(p.g.RawRowView(m), weight, e)
		}
		err := parallel.For(ctx, r.workers, len(r.set), 32, func(lo, hi int) {
			room := make([]float64, n)
			for c := lo; c < hi; c++ {
				if c == column || r.set[c] == (r.sign > 0) {
					continue // no candidate
				}
				x := p.column(room, r.s, c, p.train)
				weight := r.sign * floats.Dot(x, q) / share
				floats.AddScaled(p.q.RawRowView(c), -weight, q)
				floats.AddScaled(p.e.RawRowView(c), -weight, e)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
