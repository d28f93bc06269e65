package spfs

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

// smallest bounds the objective in the relative gap from below, as a part of ‖Y‖²: the objective is
// 0 if Y can be predicted exactly.
const smallest = 1e-4

// convex finds the W (d×l) that minimizes
//
//	½‖Y - XW‖² + λ Σ_j ‖w_j‖
//
// on a working set of features; the other rows are 0. Features whose correlation with the residual
// exceeds λ join the set until there are none. With t = Σ_j ‖w_j‖, W also minimizes ‖Y - XW‖² for
// the radius t. Every radius that is an active constraint has such a λ.
type convex struct {
	*regression
	workers int
	start   float64 // ½‖Y‖²
	work    []int   // features of the working set
	inWork  []bool  // by feature
	rows    rows
	steps   int
	// At the last λ:
	r         [][]float64 // Y - XW
	level     []float64   // by candidate: ‖f'R‖
	most      float64     // maximum of level
	objective float64     // ½‖R‖²
	radius    float64     // Σ_j ‖w_j‖
	gap       float64     // relative
}

func newConvex(g *regression, workers int) *convex {
	return &convex{
		regression: g, workers: workers, start: square(g.y) / 2, inWork: make([]bool, len(g.first)),
		rows: rows{l: len(g.y)}, r: clone(g.y), level: make([]float64, len(g.candidates)),
	}
}

// solve computes W for λ, from the present W, up to a violation of the optimality conditions. A
// rough W decides which features join. If more than limit of its rows are not 0, solve stops and
// returns true for more; limit 0 means no limit.
func (s *convex) solve(ctx context.Context, lambda, violation float64, limit int) (
	more bool, err error) {
	s.prune()
	for rough := max(violation, roughly); ; {
		n, err := s.rows.minimize(ctx, lambda, 2*s.start, rough)
		s.steps += n
		if err != nil {
			return false, err
		}
		if limit > 0 && s.count() > limit {
			return true, nil
		}
		if err := s.correlate(ctx); err != nil {
			return false, err
		}
		wider, err := s.widen(lambda * (1 + max(rough, 1e-10)))
		if err != nil {
			return false, err
		}
		if wider {
			continue
		}
		if rough <= violation {
			return false, nil
		}
		rough = violation
	}
}

// count is the number of rows that are not 0.
func (s *convex) count() int {
	rows := 0
	for _, v := range s.rows.eta {
		if v > 0 {
			rows++
		}
	}
	return rows
}

// prune drops features with rows of 0 from the working set if there are many.
func (s *convex) prune() {
	var places []int
	for a, v := range s.rows.eta {
		if v > 0 {
			places = append(places, a)
		}
	}
	if len(s.work) <= 2*len(places)+16 {
		return
	}
	s.rows.keep(places)
	for _, j := range s.work {
		s.inWork[j] = false
	}
	for to, from := range places {
		s.work[to] = s.work[from]
		s.inWork[s.work[to]] = true
	}
	s.work = s.work[:len(places)]
}

// correlate computes the residual, the objective, ‖f'R‖ of all candidates, and the gap. No W within
// the radius lowers the linear approximation of ½‖R‖² by more than radius·max‖f'R‖ - Σ w_j'f_j'R,
// which therefore bounds the distance of ½‖R‖² from the optimum.
func (s *convex) correlate(ctx context.Context) error {
	l := s.rows.l
	sums, along := make([]float64, l), make([]float64, l)
	short, err := s.subtract(ctx)
	if err != nil {
		return err
	}
	err = parallel.For(ctx, s.workers, l, 4, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			r := s.r[k]
			if short[k] != 0 {
				floats.AddConst(short[k], r)
			}
			sums[k] = floats.Sum(r)
			// Σ w_j'f_j'R is the product of XW and R.
			for i, v := range r {
				along[k] += (s.y[k][i] - v) * v
			}
		}
	})
	if err != nil {
		return err
	}
	err = s.each(ctx, s.candidates, s.workers, func(i int, f *column) {
		s.level[i] = math.Sqrt(correlation(&f.offsets, s.r, sums))
	})
	if err != nil {
		return err
	}
	s.objective = square(s.r) / 2
	s.most = slices.Max(s.level)
	s.radius = 0
	for a := range s.work {
		s.radius += floats.Norm(s.rows.w[a*l:(a+1)*l], 2)
	}
	s.gap = max(s.radius*s.most-floats.Sum(along), 0) / max(s.objective, smallest*s.start)
	return nil
}

// subtract sets the residual to Y - XW, but for a constant of each target.
func (s *convex) subtract(ctx context.Context) (short []float64, err error) {
	l := s.rows.l
	short = make([]float64, l)
	for k, r := range s.r {
		copy(r, s.y[k])
	}
	var stopped error
	err = s.some(s.work, func(first int, fs []column) {
		if stopped != nil {
			return
		}
		stopped = parallel.For(ctx, s.workers, l, 4, func(lo, hi int) {
			for k := lo; k < hi; k++ {
				for a := range fs {
					if v := s.rows.w[(first+a)*l+k]; v != 0 {
						short[k] += fs[a].addTo(s.r[k], -v)
					}
				}
			}
		})
	})
	if err == nil {
		err = stopped
	}
	return short, err
}

// widen adds the candidates with the largest correlations above limit to the working set, at most
// half its size or eight. It returns false if there are none.
func (s *convex) widen(limit float64) (bool, error) {
	var more []int
	for i, v := range s.level {
		if v > limit && !s.inWork[s.candidates[i]] {
			more = append(more, i)
		}
	}
	slices.SortFunc(more, func(p, q int) int {
		switch {
		case s.level[p] > s.level[q]:
			return -1
		case s.level[p] < s.level[q]:
			return 1
		}
		return p - q
	})
	more = more[:min(len(more), max(8, len(s.work)/2))]
	f := make([]float64, s.n)
	for _, i := range more {
		j := s.candidates[i]
		if err := s.vector(f, j); err != nil {
			return false, err
		}
		s.work, s.inWork[j] = append(s.work, j), true
		products, b := make([]float64, len(s.work)), make([]float64, s.rows.l)
		if err := s.against(products, f, s.work); err != nil {
			return false, err
		}
		for k, y := range s.y {
			b[k] = floats.Dot(f, y)
		}
		s.rows.add(products, b)
	}
	return len(more) > 0, nil
}

// chosen returns the features whose rows are not 0, in order of descending norm, and the norms.
func (s *convex) chosen() (features []int, norms []float64) {
	var order []int
	for a, v := range s.rows.eta {
		if v > 0 {
			order = append(order, a)
		}
	}
	norm := func(a int) float64 { return floats.Norm(s.rows.w[a*s.rows.l:(a+1)*s.rows.l], 2) }
	slices.SortFunc(order, func(p, q int) int {
		switch x, y := norm(p), norm(q); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return s.work[p] - s.work[q]
	})
	for _, a := range order {
		features, norms = append(features, s.work[a]), append(norms, norm(a))
	}
	return features, norms
}
