package projection

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/optimize"
)

const (
	// fitSteps bounds the Newton steps on one set of rows, and fitRounds the sets.
	fitSteps, fitRounds = 60, 60
	// fitRest is the least violation at which a fit ends.
	fitRest = 1e-13
	// fitSlack is the relative rounding of the fit's objective. Differences below fitFlat may be
	// rounding of large values: then a step that halves the violation counts as lower.
	fitSlack, fitFlat = 1e-14, 1e-11
	// fitRidge is added to the scaled second derivative.
	fitRidge = 1e-11
	// firstRows is the number of rows that may join at a time, or as many as there are.
	firstRows = 64
)

// rowfitMemory is that of the centered columns, and of a regression on m columns, which has mn rows
// other than 0 and some.
func rowfitMemory(s algorithms.Shape, m float64) float64 {
	n, d, _ := s.Floats()
	rows := min(d, m*n)
	return 8 * (1.2*n*d + 2.1*rows*rows)
}

// fit returns the sizes s of the rows of the regression on F, which is convex,
//
//	min over s >= 0 of  φ(s) = λ tr(F'V) + λ Σs_j/2,  V = (XDX' + λI)⁻¹F
//
// from sizes near them, or from 0 if too many of these are not 0. Newton's method works on the rows
// that are not 0; rows of 0 whose ratio is above 1 join. The violation that is left is at most
// rest, or 1e-13.
func (k *shrink) fit(ctx context.Context, f *mat.Dense, s []float64, rest float64) (
	[]float64, error) {
	rest = max(rest, fitRest)
	s = slices.Clone(s)
	if _, m := f.Dims(); k.many(s, m) {
		clear(s)
	}
	p, err := k.fitAt(f, s)
	if err != nil {
		return nil, err
	}
	best := math.Inf(1)
	for range fitRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p, err = k.converge(ctx, f, p, rest); err != nil {
			return nil, err
		}
		v, err := k.solve(f)
		if err != nil {
			return nil, err
		}
		joined, most := k.joining(p.s, k.ratios(v, p.s, true), rest)
		if joined == nil || most >= best {
			return p.s, nil
		}
		if most < 1+1e-9 {
			best = most
		}
		next, err := k.join(f, p, joined)
		if err != nil || next == nil {
			return p.s, err
		}
		p = next
	}
	return p.s, nil
}

// many reports whether more rows are not 0 than a regression on m columns usually has.
func (k *shrink) many(s []float64, m int) bool {
	active := 0
	for _, v := range s {
		if v > 0 {
			active++
		}
	}
	return active > firstRows+m*k.n
}

// fitPoint is φ/λ at sizes s, for which the factor stands.
type fitPoint struct {
	s     []float64
	rows  *mat.Dense // BV (a×m), row j √(2s_j)x_j'V
	ratio []float64  // of the active features
	value float64
}

func (k *shrink) fitAt(f *mat.Dense, s []float64) (*fitPoint, error) {
	if err := k.set(s); err != nil {
		return nil, err
	}
	v, low, err := k.solveBoth(f)
	if err != nil {
		return nil, err
	}
	return k.pointOf(f, v, low, s), nil
}

// pointOf is the point of sizes s with the V and BV of F.
func (k *shrink) pointOf(f, v, low *mat.Dense, s []float64) *fitPoint {
	p := &fitPoint{s: s, rows: low, ratio: make([]float64, len(k.active)),
		value: floats.Sum(s)/2 + optimize.Dot(f, v)}
	for r, j := range k.active {
		p.ratio[r] = 2 * floats.Norm(p.rows.RawRowView(r), 2) / math.Sqrt(2*s[j])
	}
	return p
}

// rest is the violation of the conditions by the rows that are not 0.
func (p *fitPoint) rest(active []int) float64 {
	var sum, total float64
	for r, j := range active {
		sum, total = sum+p.s[j]*math.Abs(p.ratio[r]-1), total+p.s[j]
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// converge minimizes φ on the rows that are not 0.
func (k *shrink) converge(ctx context.Context, f *mat.Dense, p *fitPoint, rest float64) (
	*fitPoint, error) {
	last, idle := math.Inf(1), 0
	for range fitSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		now := p.rest(k.active)
		if now <= rest || idle > 2 {
			return p, nil
		}
		if now > last/2 && now < 1e-9 {
			idle++
		}
		last = now
		next, err := k.lower(f, p)
		if err != nil {
			return nil, err
		}
		if next == nil {
			_, err = k.fitAt(f, p.s)
			return p, err
		}
		p = next
	}
	return p, nil
}

// lower takes a step of Newton's method that lowers φ, or that of the paper; nil if neither does.
func (k *shrink) lower(f *mat.Dense, p *fitPoint) (*fitPoint, error) {
	active, rest := slices.Clone(k.active), p.rest(k.active)
	form := k.newton(p)
	for _, far := range []bool{true, false} {
		step := form.step(p, active, far)
		for t := 1.; step != nil && t > .01; t /= 4 {
			s := make([]float64, len(p.s))
			for r, j := range active {
				s[j] = p.s[j] * max(0, 1+t*step[r])
			}
			next, err := k.fitAt(f, s)
			if err != nil {
				return nil, err
			}
			if next.value <= p.value*(1+fitSlack) ||
				next.value <= p.value*(1+fitFlat) && next.rest(k.active) < rest/2 {
				return next, nil
			}
			if far {
				break
			}
		}
	}
	paper := make([]float64, len(p.s))
	for r, j := range active {
		paper[j] = p.s[j] * p.ratio[r]
	}
	next, err := k.fitAt(f, paper)
	if err != nil || !(next.value <= p.value*(1+fitSlack)) {
		return nil, err
	}
	return next, nil
}

// fitForm is the second derivative of φ at the active sizes, relative to them and scaled to a
// diagonal of 1.
type fitForm struct {
	n     *mat.Dense
	scale []float64 // of a relative step
}

// newton returns that of a point for which the factor stands; nil without rows.
func (k *shrink) newton(p *fitPoint) *fitForm {
	a := len(k.active)
	if a == 0 {
		return nil
	}
	e, err := k.overlaps()
	if err != nil {
		return nil
	}
	cos := func(r, c int) float64 {
		return floats.Dot(p.rows.RawRowView(r), p.rows.RawRowView(c))
	}
	scale, raw := make([]float64, a), e.RawSymmetric()
	for r := range a {
		if scale[r] = math.Sqrt(cos(r, r) * e.At(r, r)); !(scale[r] > 0) {
			return nil
		}
	}
	for r := range a {
		for c := r; c < a; c++ {
			v := e.At(r, c) * cos(r, c) / (scale[r] * scale[c])
			if r == c {
				v = 1 + fitRidge
			}
			e.SetSym(r, c, v)
			raw.Data[c*raw.Stride+r] = v
		}
	}
	return &fitForm{mat.NewDense(a, a, raw.Data), scale}
}

// step returns relative steps of the active sizes, at least -1: the minimum of the quadratic model
// of φ, or, with far, that for the equations 1/ratio = 1, which a single row, or orthogonal ones,
// solve in one step.
func (q *fitForm) step(p *fitPoint, active []int, far bool) []float64 {
	if q == nil {
		return nil
	}
	right, low := make([]float64, len(active)), make([]float64, len(active))
	for r, j := range active {
		v := p.ratio[r]
		low[r] = -q.scale[r]
		if right[r] = (v*v - 1) / 2; far {
			right[r] = v * v * (v - 1)
		}
		right[r] *= p.s[j] / 2 / q.scale[r]
	}
	out := make([]float64, len(active))
	if !optimize.Bounded(q.n, right, low, out) {
		return nil
	}
	for r := range out {
		if out[r] <= -q.scale[r] {
			out[r] = -1
		} else {
			out[r] /= q.scale[r]
		}
	}
	return out
}

// overlaps returns BK⁻¹B' (a×a), K = XDX' + λI, which the next call overwrites.
func (k *shrink) overlaps() (*mat.SymDense, error) {
	a, out := len(k.active), &k.overlap
	out.Reset()
	out.ReuseAsSym(a)
	if !k.wide {
		if err := solved(k.factor.InverseTo(out)); err != nil {
			return nil, err
		}
		for r := range a {
			for c := r; c < a; c++ {
				v := -k.lambda * out.At(r, c)
				if r == c {
					v++
				}
				out.SetSym(r, c, v)
			}
		}
		return out, nil
	}
	k.triangle.Reset()
	k.half.Reset()
	k.factor.LTo(&k.triangle)
	if err := solved(k.half.Solve(&k.triangle, k.scaled(0, a).T())); err != nil {
		return nil, err
	}
	out.SymOuterK(1, k.half.T())
	return out, nil
}

// joining returns rows of 0 that violate the conditions, the largest violations, in ascending
// order, with the largest ratio of a row of 0.
func (k *shrink) joining(s, ratio []float64, rest float64) (rows []int, most float64) {
	active := 0
	for j, v := range s {
		if v > 0 {
			active++
			continue
		}
		most = max(most, ratio[j])
		if ratio[j] > 1+rest {
			rows = append(rows, j)
		}
	}
	limit := max(firstRows, active)
	if len(rows) > limit {
		slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(ratio[j], ratio[i]) })
		last := ratio[rows[limit-1]]
		for limit < len(rows) && ratio[rows[limit]] == last {
			limit++
		}
		rows = rows[:limit]
		slices.Sort(rows)
	}
	return rows, most
}

// join gives rows of 0 a size at which φ is lower; nil if there is none.
func (k *shrink) join(f *mat.Dense, p *fitPoint, rows []int) (*fitPoint, error) {
	for t := 1.; t > 1e-6; t /= 4 {
		s := slices.Clone(p.s)
		for _, j := range rows {
			x := k.rows.RawRowView(j)
			// Less than the minimum of φ by this size alone.
			s[j] = t * (k.known[j] - 1) * k.lambda / (2 * floats.Dot(x, x))
		}
		next, err := k.fitAt(f, s)
		if err != nil {
			return nil, err
		}
		if next.value <= p.value*(1+fitSlack) {
			return next, nil
		}
	}
	_, err := k.fitAt(f, p.s)
	return nil, err
}
