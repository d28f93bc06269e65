package projection

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/optimize"
)

const (
	// ndfsSteps bounds the steps from a start.
	ndfsSteps = 3000
	// dominance is the size of the data's force on F, relative to that of γ, below which γ holds F.
	dominance = 1e-6
	// rested is the violation, relative to the data's force, at which an F that γ holds is at rest:
	// what is left is the part of that force along the F that γ allows, which is at most 1.
	rested = 1.1
	// firstRest is the violation that the fit to such an F leaves before F moves.
	firstRest = 1e-3
	// farthest bounds the change of a logarithm in an extrapolation.
	farthest = 4
	// fullest bounds the quotient of an update, whose denominator may be 0 or below.
	fullest = 10
)

// clusterer minimizes the objective of NDFS,
//
//	J(F, s) = tr(F'LF) + αβ(tr(F'V) + Σ s_j/2) + γ/2 ‖F'F - I‖²,  V = (XDX' + βI)⁻¹F
//
// MF = LF + αβV is half the gradient of the first terms by F.
type clusterer struct {
	*shrink
	l            *elimination.Matrix
	alpha, gamma float64
	labels       []int
	c            int

	f     *mat.Dense
	sizes []float64
}

// clusterPoint is F at the sizes for which the factor stands.
type clusterPoint struct {
	f, v, mf, fff *mat.Dense // F, V, MF, FF'F
	value         float64
}

// at evaluates F at sizes s, which are those of the factor.
func (c *clusterer) at(f *mat.Dense, s []float64) (*clusterPoint, error) {
	p := &clusterPoint{f: f, fff: new(mat.Dense)}
	var err error
	if p.v, err = c.solve(f); err != nil {
		return nil, err
	}
	p.mf = mat.DenseCopyOf(c.l.Times(mat.DenseCopyOf(f.T())).T())
	weight := c.alpha * c.lambda
	floats.AddScaled(p.mf.RawMatrix().Data, weight, p.v.RawMatrix().Data)
	var overlap mat.Dense
	overlap.Mul(f.T(), f)
	p.fff.Mul(f, &overlap)
	p.value = floats.Dot(f.RawMatrix().Data, p.mf.RawMatrix().Data)
	for i := range c.c {
		for j := range c.c {
			v := overlap.At(i, j)
			if i == j {
				v = 0 // the columns have length 1
			}
			p.value += c.gamma / 2 * v * v
		}
	}
	p.value += weight * floats.Sum(s) / 2
	return p, nil
}

// unit scales the columns of F to length 1; a column of 0 stays.
func unit(f *mat.Dense) {
	n, m := f.Dims()
	for j := range m {
		var square float64
		for i := range n {
			square += f.At(i, j) * f.At(i, j)
		}
		for i := range n {
			if square > 0 {
				f.Set(i, j, f.At(i, j)/math.Sqrt(square))
			}
		}
	}
}

// updated is F∘(γF/(MF + γFF'F))^power with columns of length 1: the paper's update for power 1.
// The logarithm of the quotient is a direction of descent, since it falls where the gradient rises.
func (c *clusterer) updated(p *clusterPoint, power float64) *mat.Dense {
	out := mat.DenseCopyOf(p.f)
	to, mf, fff := out.RawMatrix().Data, p.mf.RawMatrix().Data, p.fff.RawMatrix().Data
	for i, v := range to {
		if v == 0 {
			continue
		}
		quotient := float64(fullest)
		if below := mf[i] + c.gamma*fff[i]; below > c.gamma*v/fullest {
			quotient = c.gamma * v / below
		}
		if power != 1 {
			quotient = math.Pow(quotient, power)
		}
		to[i] = v * quotient
	}
	unit(out)
	most := floats.Max(to)
	for i, v := range to {
		if v < gone*most {
			to[i] = 0
		}
	}
	return out
}

// lower takes an update of F that does not raise J.
func (c *clusterer) lower(p *clusterPoint, s []float64) (*clusterPoint, error) {
	for power := 1.; power > 1e-6; power /= 2 {
		next, err := c.at(c.updated(p, power), s)
		if err != nil {
			return nil, err
		}
		if next.value <= p.value*(1+1e-15) {
			return next, nil
		}
	}
	return p, nil
}

// force is the violation of the conditions of F >= 0 with columns of length 1, relative to the
// size of the gradient's terms, and the share of the data's term in that size.
func (c *clusterer) force(p *clusterPoint) (violated, data float64) {
	inside, zeros, data := c.forces(p)
	return c.sum(inside, zeros), data
}

// sum is the violation of parts of it.
func (c *clusterer) sum(inside float64, zeros *mat.Dense) float64 {
	return math.Hypot(inside, mat.Norm(zeros, 2)/math.Sqrt(float64(c.c)))
}

// forces has the violation inside apart from that at entries of 0, which are steps of a projected
// gradient (n×c).
func (c *clusterer) forces(p *clusterPoint) (inside float64, zeros *mat.Dense, data float64) {
	var g mat.Dense
	g.Scale(c.gamma, p.fff)
	penalty := mat.Norm(&g, 2)
	own := mat.Norm(p.mf, 2)
	g.Add(&g, p.mf)
	n, _ := p.f.Dims()
	scale := (penalty + own) / math.Sqrt(float64(c.c))
	zeros = mat.NewDense(n, c.c, nil)
	var square float64
	for j := range c.c {
		var multiplier float64
		for i := range n {
			multiplier += g.At(i, j) * p.f.At(i, j)
		}
		for i := range n {
			v := p.f.At(i, j)
			move := v - max(0, v-(g.At(i, j)-multiplier*v)/scale)
			if v > 0 {
				square += move * move
			} else {
				zeros.Set(i, j, -move)
			}
		}
	}
	return math.Sqrt(square / float64(c.c)), zeros, own / (own + penalty)
}

// raise gives entries of 0 that violate the conditions a value, so that J falls; nil if there are
// none.
func (c *clusterer) raise(p *clusterPoint, s []float64) (*clusterPoint, error) {
	_, zeros, _ := c.forces(p)
	if mat.Norm(zeros, 2) <= learnedRest {
		return nil, nil
	}
	for step := 1.; step > 1e-4; step /= 4 {
		f := mat.DenseCopyOf(p.f)
		floats.AddScaled(f.RawMatrix().Data, step, zeros.RawMatrix().Data)
		unit(f)
		next, err := c.at(f, s)
		if err != nil || next.value < p.value {
			return next, err
		}
	}
	return nil, nil
}

// begin is the start of the paper: .2 plus the codes of the clusters, and the first update.
func (c *clusterer) begin(s []float64) (*clusterPoint, error) {
	f := mat.NewDense(c.n, c.c, nil)
	for i, l := range c.labels {
		for j := range c.c {
			f.Set(i, j, .2)
		}
		f.Set(i, l, 1.2)
	}
	if err := c.set(s); err != nil {
		return nil, err
	}
	p, err := c.at(f, s)
	if err != nil {
		return nil, err
	}
	return c.at(c.updated(p, 1), s)
}

// first begins at sizes s, or at 0 where γ holds F, which has the best sizes before it moves then.
func (c *clusterer) first(s []float64) (*clusterPoint, error) {
	none := make([]float64, len(s))
	p, err := c.begin(none)
	if err != nil {
		return nil, err
	}
	if _, data := c.force(p); data < dominance {
		c.f, c.sizes = p.f, none
		return p, nil
	}
	p, err = c.begin(s)
	if err != nil {
		return nil, err
	}
	c.f, c.sizes = p.f, s
	return p, nil
}

// dominated takes about the best sizes for F, then updates of F at these, whose factor stands,
// until it is at rest at the best sizes for it. It reports whether it is; it is not if the data
// gain force, or no update lowers J.
func (c *clusterer) dominated(ctx context.Context, p *clusterPoint, out *learned, tick func(int)) (
	_ *clusterPoint, converged bool, err error) {
	begun, fitted := false, false // whether there are sizes, whether they are the best
	for {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		inside, zeros, data := c.forces(p)
		converged = data < dominance && c.sum(inside, zeros) <= max(rested*data, learnedRest)
		next := p
		if begun && !converged && data < dominance && out.steps < ndfsSteps-1 {
			if next, err = c.lower(p, c.sizes); err != nil {
				return nil, false, err
			}
			if inside <= nearStationary {
				raised, err := c.raise(p, c.sizes)
				if err != nil {
					return nil, false, err
				}
				if raised != nil {
					next = raised
				}
			}
		}
		if next == p {
			if fitted {
				return p, converged, nil
			}
			rest := 0.
			if !begun {
				rest = firstRest
			}
			if p, err = c.regress(ctx, out, rest, tick); err != nil {
				return nil, false, err
			}
			begun, fitted = true, begun
			continue
		}
		p, c.f, fitted = next, next.f, false
		out.trace = append(out.trace, p.value)
		out.steps++
		tick(1)
	}
}

// run descends from s.
func (c *clusterer) run(ctx context.Context, s []float64, tick func(int)) (*learned, error) {
	out := &learned{objective: math.Inf(1)}
	defer func() { tick(ndfsSteps - out.steps) }()
	p, err := c.first(s)
	if err != nil {
		return nil, err
	}
	var ahead optimize.Anderson
	var safeF *mat.Dense // the paper's step from the last accepted point
	var safeS []float64
	fixed, tried := false, false
	for out.steps < ndfsSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out.steps++
		tick(1)
		if err := c.set(c.sizes); err != nil {
			return nil, err
		}
		if p, err = c.at(c.f, c.sizes); err != nil {
			return nil, err
		}
		if safeS != nil && !(p.value <= out.objective+1e-14*math.Abs(out.objective)) {
			ahead.Reset()
			c.f, c.sizes, safeF, safeS = safeF, safeS, nil, nil
			continue
		}
		all := out.steps%everySteps == 0 || out.steps == ndfsSteps
		ratio := c.ratios(p.v, c.sizes, all)
		rows := violation(c.sizes, ratio)
		if rows <= learnedRest && !all {
			ratio = c.ratios(p.v, c.sizes, true)
			rows = violation(c.sizes, ratio)
		}
		moving, data := c.force(p)
		out.take(c.sizes, ratio, c.weights(out.w, c.sizes, p.v), p.f, p.value)
		out.residual = max(rows, moving)
		if out.residual <= learnedRest {
			break
		}
		if data < dominance && !tried {
			tried = true
			if p, fixed, err = c.dominated(ctx, p, out, tick); err != nil {
				return nil, err
			}
			if fixed {
				break
			}
			safeF, safeS = nil, nil
			continue
		}
		next, err := c.lower(p, c.sizes)
		if err != nil {
			return nil, err
		}
		if inside, _, _ := c.forces(p); inside <= nearStationary && stepsRest(c.sizes, ratio) {
			raised, err := c.raise(p, c.sizes)
			if err != nil {
				return nil, err
			}
			if raised != nil {
				ahead.Reset()
				next = raised
			}
		}
		nextS := c.next(c.sizes, c.ratios(next.v, c.sizes, false))
		if stepsRest(c.sizes, ratio) && c.enter(nextS, ratio) {
			ahead.Reset()
			c.f, c.sizes, safeF, safeS = next.f, nextS, nil, nil
			out.objective = math.Inf(1)
			continue
		}
		safeF, safeS = next.f, nextS
		if data < dominance {
			c.f, c.sizes = next.f, nextS
		} else {
			c.extrapolate(&ahead, next.f, nextS)
		}
	}
	c.describe(out, p, fixed)
	return out, nil
}

// regress takes the best sizes for an F that γ holds, a convex problem, but for a violation.
func (c *clusterer) regress(ctx context.Context, out *learned, rest float64, tick func(int)) (
	*clusterPoint, error) {
	var err error
	if c.sizes, err = c.fit(ctx, c.f, c.sizes, rest); err != nil {
		return nil, err
	}
	if err := c.set(c.sizes); err != nil {
		return nil, err
	}
	p, err := c.at(c.f, c.sizes)
	if err != nil {
		return nil, err
	}
	ratio := c.ratios(p.v, c.sizes, true)
	out.take(c.sizes, ratio, c.weights(out.w, c.sizes, p.v), p.f, p.value)
	out.residual = violation(c.sizes, ratio)
	out.steps++
	tick(1)
	return p, nil
}

// extrapolate sets F and s, as one vector, to the extrapolation of their steps in logarithms, whose
// changes are bounded. Numbers that are 0 stay.
func (c *clusterer) extrapolate(ahead *optimize.Anderson, f *mat.Dense, s []float64) {
	point := slices.Concat(c.f.RawMatrix().Data, c.sizes)
	far := slices.Concat(f.RawMatrix().Data, s)
	weight, cells := slices.Clone(point), c.n*c.c
	for i, v := range weight[:cells] {
		weight[i] = v * v / float64(c.c)
	}
	if total := floats.Sum(c.sizes); total > 0 {
		floats.Scale(1/total, weight[cells:])
	}
	log, step := make([]float64, len(far)), make([]float64, len(far))
	for j, v := range far {
		if v > 0 && point[j] > 0 {
			log[j], step[j] = math.Log(point[j]), math.Log(v/point[j])
		} else {
			weight[j] = 0
		}
	}
	change := slices.Clone(step)
	if ahead.Extrapolate(change, log, step, weight) {
		for j, v := range far {
			if v > 0 {
				far[j] = point[j] * math.Exp(max(-farthest, min(change[j], farthest/2)))
			}
		}
	}
	c.f, c.sizes = mat.NewDense(c.n, c.c, far[:cells:cells]), far[cells:]
	unit(c.f)
}

// describe sets the diagnostics of F.
func (c *clusterer) describe(out *learned, p *clusterPoint, fixed bool) {
	kept := 0
	for i, l := range c.labels {
		if floats.MaxIdx(p.f.RawRowView(i)) == l {
			kept++
		}
	}
	share := float64(kept) / float64(c.n)
	moving, data := c.force(p)
	out.extra = append(out.extra,
		algorithms.Value{Name: "labels kept from k-means", Value: algorithms.Number(share)},
		algorithms.Value{Name: "violated conditions of F", Value: algorithms.Number(moving)},
		algorithms.Value{Name: "share of the data in the force on F",
			Value: algorithms.Number(data)})
	if fixed {
		out.of = "W for the clusters that gamma holds"
		out.notes = []string{fmt.Sprintf("gamma = %g holds the clusters where they start: %.0f%% "+
			"of the samples keep the cluster of k-means, since the data are %.0e of the force on "+
			"them; with gamma=10 they move", c.gamma, 100*share, data)}
	}
}
