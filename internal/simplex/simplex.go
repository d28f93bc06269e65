// Package simplex minimizes convex functions over feature weights z >= 0 with sum 1, to rounding,
// by an active set.
package simplex

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Form is the matrix M (p×p) of a problem, positive semidefinite, perhaps not stored.
type Form interface {
	Dim() int
	// Mul sets dst to Mv.
	Mul(ctx context.Context, dst, v []float64, workers int) error
	// Block sets dst to M at those rows and columns.
	Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error
}

// Kind is the objective over z >= 0, 1'z = 1.
type Kind int

const (
	// Ratio is z'Mz / z's; some s must be positive, and the largest size is 1.
	Ratio Kind = iota
	// Quadratic is ½z'Mz - s'z.
	Quadratic
)

// Problem is one of these.
type Problem struct {
	M       Form
	S       []float64
	Kind    Kind
	Workers int
	// Restrict returns the form of some features. It takes the place of their matrix where that has
	// more than Room entries, but for the first ones; nil for none.
	Restrict func(features []int) Form
	Capacity int
}

// Solution is a z and its certificate. At the optimum G_j = Mu for all z_j > 0, and G_j >= Mu
// elsewhere.
type Solution struct {
	Z []float64
	// G is 2Mz - λs, λ the Objective, for a Ratio, and Mz - s for a Quadratic; Mu is z'G.
	G         []float64
	Mu        float64
	Objective float64
	// scale of the differences of G and Mu: Mu for a Ratio, z'Mz + |s'z| for a Quadratic
	Scale     float64
	Residual  float64   // largest violation of the conditions of optimality, relative to Scale
	Start     float64   // objective of z ∝ max(s, 0)
	Trace     []float64 // objective of each round
	Residuals []float64 // residual of each round
	Products  int       // full products
	Steps     int       // of Newton
}

const (
	// MaxRounds bounds the rounds; a few are usual.
	MaxRounds = 100
	// firstSet is the size of the first working set, and wholeSet the largest p for which all
	// features are in it.
	firstSet, wholeSet = 256, 512
	// violates is the relative distance of a gradient below μ from which a feature joins the
	// working set, and Tolerance the largest residual of an optimum.
	violates, Tolerance = 1e-10, 1e-8
)

// Solve finds the optimum by an active set: it minimizes over a working set of w features,
// multiplies once by all of M, and adds the features whose gradient is below μ, lowest first, until
// there are none. A round costs one product, O(np) for each feature that is new in the set, and for
// a support of q features a factor of O(q³) and some steps of O(q²k), k of which change sides. tick
// is called after each round but the last. A canceled context leaves the z of the last round, if
// any.
func (p *Problem) Solve(ctx context.Context, tick func(int)) (*Solution, error) {
	n := p.M.Dim()
	sol := &Solution{}
	z := p.first()
	if err := p.Evaluate(ctx, sol, z); err != nil {
		return nil, err
	}
	sol.Start = sol.Objective
	set := &workingSet{p: p, place: make([]int, n)}
	for j := range set.place {
		set.place[j] = -1
	}
	first := n
	if n > wholeSet {
		first = firstSet
	}
	features := p.leastFirst(sol, func(int) bool { return true }, first)
	if best := largest(p.S); !slices.Contains(features, best) { // its score is above 0
		features = append(features, best)
	}
	err := set.add(ctx, features)
	used := 0
	for err == nil {
		if z, err = set.minimize(ctx, sol); err != nil {
			break
		}
		if err = p.Evaluate(ctx, sol, z); err != nil {
			break
		}
		sol.Trace = append(sol.Trace, sol.Objective)
		sol.Residuals = append(sol.Residuals, sol.Residual)
		used++
		floor := sol.below(violates)
		limit := set.capacity(sol)
		more := p.leastFirst(sol, func(j int) bool { return set.place[j] < 0 && sol.G[j] < floor },
			max(firstSet/2, limit))
		if len(more) == 0 || used == MaxRounds {
			tick(MaxRounds - used + 1)
			return sol, nil
		}
		tick(1)
		set.prune(sol, false)
		err = set.add(ctx, more)
	}
	if len(sol.Trace) == 0 {
		return nil, err
	}
	return sol, err
}

// Evaluate sets the certificate of z by one full product.
func (p *Problem) Evaluate(ctx context.Context, sol *Solution, z []float64) error {
	g := make([]float64, len(z))
	if err := p.M.Mul(ctx, g, z, p.Workers); err != nil {
		return err
	}
	sol.Products++
	sol.Z, sol.G = z, g
	mzz, along := floats.Dot(z, g), floats.Dot(z, p.S)
	if p.Kind == Quadratic {
		floats.Sub(g, p.S)
		sol.Mu, sol.Objective = mzz-along, mzz/2-along
		sol.Scale = mzz + math.Abs(along)
	} else {
		sol.Mu, sol.Objective = mzz, mzz/along
		for j, s := range p.S {
			g[j] = 2*g[j] - sol.Objective*s
		}
		sol.Scale = mzz
	}
	sol.Scale = max(sol.Scale, leastScale)
	sol.Residual = violation(z, g, sol.Mu) / sol.Scale
	return nil
}

// leastScale replaces a scale that vanishes beside entries of M of size 1.
const leastScale = 1e-12

// below is μ less a part of the scale.
func (s *Solution) below(part float64) float64 { return s.Mu - part*s.Scale }

// violation is the largest violation of the conditions of optimality: every g_j is μ where z_j > 0,
// and at least μ elsewhere.
func violation(z, g []float64, mu float64) float64 {
	var worst float64
	for j, v := range z {
		off := mu - g[j]
		if v > 0 {
			off = math.Abs(off)
		}
		worst = max(worst, off)
	}
	return worst
}

// first is the start: z ∝ max(s, 0), or equal weights where no s is positive.
func (p *Problem) first() []float64 {
	z := make([]float64, len(p.S))
	var sum float64
	for j, v := range p.S {
		z[j] = max(0, v)
		sum += z[j]
	}
	if sum > 0 {
		floats.Scale(1/sum, z)
		return z
	}
	for j := range z {
		z[j] = 1 / float64(len(z))
	}
	return z
}

// largest is the place of the largest number, the first of equal ones.
func largest(v []float64) int {
	best := 0
	for j, x := range v {
		if x > v[best] {
			best = j
		}
	}
	return best
}

// leastFirst returns the wanted features, by ascending gradient, at most limit.
func (p *Problem) leastFirst(sol *Solution, wanted func(j int) bool, limit int) []int {
	var out []int
	for j := range sol.G {
		if wanted(j) {
			out = append(out, j)
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		switch {
		case sol.G[a] < sol.G[b]:
			return -1
		case sol.G[a] > sol.G[b]:
			return 1
		}
		return a - b
	})
	return out[:min(limit, len(out))]
}

// workingSet is a dense problem on a subset of the features.
type workingSet struct {
	p        *Problem
	features []int       // of the set
	place    []int       // of each feature in it, or -1
	h        [][]float64 // M of the set, by rows; nil where form takes its place
	form     Form
	scale    float64 // largest entry of the diagonal
	ridge    float64
	// factor is the last one, and factored has its features, -1 for one that has left since.
	factor   halves
	factored []int
}

// capacity is how many features may join: as many as there are, but where the matrix grows beyond
// its Capacity only what is left of that beside the support, or a quarter of it without a matrix.
func (w *workingSet) capacity(sol *Solution) int {
	size := len(w.features)
	if w.p.Restrict == nil || 4*size*size <= w.p.Capacity {
		return size
	}
	w.prune(sol, true)
	size = len(w.features)
	return min(size, max(size/4, int(math.Sqrt(float64(w.p.Capacity)))-size))
}

// restrict makes the set one of these features, without its matrix.
func (w *workingSet) restrict(features []int) {
	for _, j := range w.features {
		w.place[j] = -1
	}
	for a, j := range features {
		w.place[j] = a
	}
	w.features, w.h, w.form = features, nil, w.p.Restrict(features)
}

// rowsAtOnce is the number of rows of M that are computed at a time.
const rowsAtOnce = 256

// add adds features to the set.
func (w *workingSet) add(ctx context.Context, more []int) error {
	old := len(w.features)
	size := old + len(more)
	if w.p.Restrict != nil && old > 0 && (w.form != nil || size*size > w.p.Capacity) {
		w.restrict(append(w.features, more...))
		return nil
	}
	for a, row := range w.h { // one at a time: there is no room for M twice
		w.h[a] = append(make([]float64, 0, size), row...)[:size]
	}
	w.features = append(w.features, more...)
	block := mat.NewDense(min(len(more), rowsAtOnce), size, nil)
	for lo := 0; lo < len(more); lo += rowsAtOnce {
		some := more[lo:min(lo+rowsAtOnce, len(more))]
		part := block.Slice(0, len(some), 0, size).(*mat.Dense)
		if err := w.p.M.Block(ctx, part, some, w.features, w.p.Workers); err != nil {
			return err
		}
		for a := range some {
			w.h = append(w.h, slices.Clone(part.RawRowView(a)))
		}
	}
	for a := old; a < size; a++ {
		w.place[w.features[a]] = a
		for b := range a {
			w.h[b][a] = w.h[a][b]
		}
	}
	return nil
}

// prune removes features of weight 0, all or those far from the support of a set that has many.
func (w *workingSet) prune(sol *Solution, all bool) {
	var keep []int
	support := 0
	for a, j := range w.features {
		if sol.Z[j] > 0 {
			support++
		}
		if sol.Z[j] > 0 || !all && sol.G[j] < sol.below(-.1) {
			keep = append(keep, a)
		}
	}
	if !all && (len(w.features) <= 4*support+firstSet || 2*len(keep) > len(w.features)) {
		return
	}
	features := make([]int, len(keep))
	for _, j := range w.features {
		w.place[j] = -1
	}
	for to, from := range keep {
		features[to] = w.features[from]
		w.place[features[to]] = to
		if w.h == nil {
			continue
		}
		row := make([]float64, len(keep))
		for b, c := range keep {
			row[b] = w.h[from][c]
		}
		w.h[from] = nil
		w.h[to] = row
	}
	w.features = features
	if w.h != nil {
		clear(w.h[len(keep):])
		w.h = w.h[:len(keep)]
	}
}

// minimize returns the minimum over the set, starting from the part of the solution in it.
func (w *workingSet) minimize(ctx context.Context, sol *Solution) ([]float64, error) {
	size := len(w.features)
	q := &dense{kind: w.p.Kind, h: w.h, form: w.form, s: make([]float64, size),
		z: make([]float64, size), hz: make([]float64, size), ridge: w.ridge, workers: w.p.Workers,
		factor: w.factor, scale: w.scale}
	q.at = func(places []int) Form {
		features := make([]int, len(places))
		for a, i := range places {
			features[a] = w.features[i]
		}
		return w.p.Restrict(features)
	}
	for _, j := range w.factored {
		a := -1 // it has left
		if j >= 0 {
			a = w.place[j]
		}
		q.factored = append(q.factored, a)
	}
	for a, j := range w.features {
		q.s[a], q.z[a] = w.p.S[j], sol.Z[j]
		if w.h != nil {
			w.scale = max(w.scale, w.h[a][a])
		}
		q.scale = max(q.scale, w.scale)
		if w.p.Kind == Quadratic { // its gradients are of that size, too
			q.scale = max(q.scale, math.Abs(w.p.S[j]))
		}
	}
	if !(floats.Sum(q.z) > 0) || w.p.Kind == Ratio && !(floats.Dot(q.z, q.s) > 0) {
		// No feature of the start is in the set: start at its best feature.
		clear(q.z)
		q.z[largest(q.s)] = 1
	}
	err := q.minimize(ctx)
	sol.Steps += q.steps
	w.ridge, w.factor, w.factored = q.ridge, q.factor, nil
	for _, a := range q.factored {
		j := -1
		if a >= 0 {
			j = w.features[a]
		}
		w.factored = append(w.factored, j)
	}
	if err != nil {
		return nil, err
	}
	z := make([]float64, len(sol.Z))
	for a, j := range w.features {
		z[j] = q.z[a]
	}
	return z, nil
}
