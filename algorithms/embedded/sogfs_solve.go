package embedded

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/spectrum"
	"fsnb.example/internal/stationary"
)

const (
	sogfsRounds  = 500 // of all three steps
	sogfsInner   = 20  // most steps of W in a round
	sogfsWeights = 60  // most rounds that change λ
	// sogfsCoarse is the relative gain of a step of W below which a round ends and Newton's
	// method is tried; it falls to a tenth after each failure. sogfsFine is the gain below which W
	// has converged.
	sogfsCoarse, sogfsFine = 1e-4, 1e-10
	// sogfsUnmet is the relative gain at which the rounds end if no λ gives c components.
	sogfsUnmet = 1e-6
)

// optimal is the state of SOGFS.
type optimal struct {
	rowFit
	x       *mat.Dense // n×p, centered
	n, c    int
	alpha   float64
	lambda  float64
	workers int
	s       []sparse        // rows of S, on the simplex
	sum     *graph.Affinity // (S + S')/2, and its components
	parts   [][]int         // of samples
	// f is n×l, scaled so that ‖f_i - f_j‖² are those of F, or their mean if F is not unique.
	f               *mat.Dense
	smooth          float64    // tr F'L_SF
	rise            float64    // the largest increase of the objective in a step, relative
	rounds, adapted int        // adapted counts the rounds that changed λ
	rows            *mat.Dense // B with B'B = 2X'L_SX
	transposed      *mat.Dense // X', where 2X'L_SX is formed in place of rows
	start           *mat.Dense // m×p, nil for the method's own
	limit           float64    // gap at which Newton's method is tried
}

// sparse has the entries of a row of S above 0, by ascending column. It is not modified.
type sparse struct {
	at     []int32
	values []float64
}

// total returns the whole objective.
func (o *optimal) total() float64 {
	var squares float64
	for _, row := range o.s {
		for _, v := range row.values {
			squares += v * v
		}
	}
	o.other = o.alpha*squares + 2*o.lambda*o.smooth
	return o.objective()
}

// stepped records the change of the objective in a step.
func (o *optimal) stepped(before float64) float64 {
	now := o.total()
	o.rise = max(o.rise, (now-before)/math.Abs(before))
	return now
}

// similarities sets each row of S to the point of the simplex closest to -(‖W'(x_i - x_j)‖² +
// λ‖f_i - f_j‖²)/(2α), j != i.
func (o *optimal) similarities(ctx context.Context, distances func(i int, out []float64)) error {
	o.s = make([]sparse, o.n)
	return parallel.For(ctx, o.workers, o.n, 8, func(lo, hi int) {
		d, sorted := make([]float64, o.n), make([]float64, o.n)
		for i := lo; i < hi; i++ {
			distances(i, d)
			o.s[i] = onSimplex(d, sorted, i, o.alpha)
		}
	})
}

// onSimplex returns the minimum of Σ d_j s_j + α s_j² over s >= 0, Σs = 1, s_i = 0: s_j = (t -
// d_j)₊/(2α).
func onSimplex(d, near []float64, i int, alpha float64) sparse {
	near = append(append(near[:0], d[:i]...), d[i+1:]...)
	least := slices.Min(near)
	near = below(near, least, alpha)
	slices.Sort(near)
	// If the k smallest are below t, the sum of s is 1 at t = (2α + Σ)/k.
	var sum, t float64
	count := 0
	for k, v := range near {
		if k > 0 && v-least >= t {
			break
		}
		count++
		sum += v - least
		t = (2*alpha + sum) / float64(k+1)
	}
	var total float64
	near = near[:0]
	s := sparse{at: make([]int32, 0, count)}
	for j, v := range d {
		if u := t - (v - least); u > 0 && j != i {
			s.at, near = append(s.at, int32(j)), append(near, u)
			total += u
		}
	}
	s.values = make([]float64, len(near))
	floats.ScaleTo(s.values, 1/total, near)
	return s
}

// below filters d to the entries that can be below t, and few others, in O(n) a round: it computes
// t as if all remaining entries were below it, and drops those above t until none is dropped
// (Michelot 1986).
func below(d []float64, least, alpha float64) []float64 {
	const slack = 1 + 1e-9 // so that rounding drops no entry
	for t := 2 * alpha; ; {
		var sum float64
		kept := d[:0]
		for _, v := range d {
			if v-least <= t*slack {
				kept = append(kept, v)
				sum += v - least
			}
		}
		if len(kept) == len(d) {
			return d
		}
		d, t = kept, (2*alpha+sum)/float64(len(kept))
	}
}

// projected returns a function that sets out to ‖W'(x_i - x_j)‖² + λ‖f_i - f_j‖² of sample i.
func (o *optimal) projected() func(i int, out []float64) {
	var z *mat.Dense
	if o.w != nil {
		z = o.imageOf(o.w)
	}
	root := math.Sqrt(o.lambda)
	return func(i int, out []float64) {
		for j := range out {
			out[j] = 0
			if z != nil {
				out[j] = squared(z.RawRowView(i), z.RawRowView(j))
			}
			if o.f != nil {
				r := root * math.Sqrt(squared(o.f.RawRowView(i), o.f.RawRowView(j)))
				out[j] += r * r
			}
		}
	}
}

// imageOf returns XW, in expectation where W is not unique.
func (o *optimal) imageOf(w *rowsparse.Solution) *mat.Dense {
	z := o.along(mat.DenseCopyOf(w.Span.T()))
	for i := range o.n {
		row := z.RawRowView(i)
		for c, share := range w.Share {
			row[c] *= math.Sqrt(share)
		}
	}
	return z
}

func squared(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		sum += (v - b[c]) * (v - b[c])
	}
	return sum
}

// joined returns (S + S')/2, its edges in the order of their upper end, then of their lower one.
func joined(s []sparse) *graph.Affinity {
	n := len(s)
	back := make([]sparse, n) // S'
	counts, most := make([]int, n), 0
	for _, row := range s {
		for _, j := range row.at {
			counts[j]++
		}
		most += len(row.at)
	}
	for j, count := range counts {
		back[j] = sparse{at: make([]int32, 0, count), values: make([]float64, 0, count)}
	}
	for i, row := range s {
		for k, j := range row.at {
			back[j].at = append(back[j].at, int32(i))
			back[j].values = append(back[j].values, row.values[k])
		}
	}
	a := &graph.Affinity{N: n, Degree: make([]float64, n), Edges: make([]graph.Edge, 0, most)}
	for i := range s {
		one, other := s[i], back[i]
		back[i] = sparse{}
		for x, y := 0, 0; ; {
			j, v := i, 0.
			if x < len(one.at) {
				j = min(j, int(one.at[x]))
			}
			if y < len(other.at) {
				j = min(j, int(other.at[y]))
			}
			if j == i {
				break
			}
			if x < len(one.at) && int(one.at[x]) == j {
				v += one.values[x]
				x++
			}
			if y < len(other.at) && int(other.at[y]) == j {
				v += other.values[y]
				y++
			}
			v /= 2
			a.Edges = append(a.Edges, graph.Edge{I: j, J: i, Weight: v})
			a.Degree[i] += v
			a.Degree[j] += v
		}
	}
	return a
}

// similarity returns a times f as a matrix (n×n).
func similarity(a *graph.Affinity, f float64) *mat.SymDense {
	out := mat.NewSymDense(a.N, nil)
	for _, e := range a.Edges {
		out.SetSym(e.I, e.J, f*e.Weight)
	}
	return out
}

// join computes (S + S')/2, its components, and B.
func (o *optimal) join() {
	n := o.n
	o.sum = joined(o.s)
	a := o.sum
	o.parts = components(a)
	_, p := o.x.Dims()
	o.rows, o.form = nil, nil
	if o.transposed != nil {
		if o.bounded(a) {
			o.formLoss = func(w *rowsparse.Solution) float64 { return 2 * o.spreadOf(o.imageOf(w)) }
			o.form = &mat.SymDense{} // made when it is needed
			return
		}
		o.transposed = nil
	}
	if p <= n && len(a.Edges)*p*p < n*n*n+n*n*p {
		s := &stack{d: p}
		row := make([]float64, p)
		for _, e := range a.Edges {
			floats.SubTo(row, o.x.RawRowView(e.I), o.x.RawRowView(e.J))
			floats.Scale(math.Sqrt(2*e.Weight), row)
			s.add(row)
		}
		o.rows = s.rows()
		return
	}
	if f := rowsparse.Laplacian(similarity(a, 1)); f != nil {
		dense.Scale(math.Sqrt2, f)
		o.rows = dense.Times(f, o.x)
	}
}

// functions sets F to the c smallest eigenvectors of L_S: the indicators of the components, and if
// there are fewer than c of them the smoothest others.
func (o *optimal) functions(ctx context.Context) error {
	n := o.n
	o.smooth = 0
	if p := len(o.parts); p >= o.c {
		o.f = mat.NewDense(n, p, nil)
		for k, part := range o.parts {
			for _, i := range part {
				o.f.Set(i, k, math.Sqrt(float64(o.c)/float64(p)/float64(len(part))))
			}
		}
		return ctx.Err()
	}
	most := floats.Max(o.sum.Degree)
	if most == 0 {
		return errors.New("all similarities are 0")
	}
	own := make([]float64, n)
	for i, v := range o.sum.Degree {
		own[i] = v / most
	}
	l := elimination.New(own, func(add func(i, j int, v float64)) {
		for _, e := range o.sum.Edges {
			add(e.I, e.J, -e.Weight/most)
		}
	})
	values, vectors, err := spectrum.SmallestFew(ctx, l, o.c)
	if err != nil {
		return err
	}
	below := o.c
	for below > 0 && values[o.c-1]-values[below-1] <= spectrum.Same {
		below--
	}
	o.f = mat.NewDense(n, len(vectors), nil)
	for k, v := range vectors {
		share := 1.0
		if k >= below {
			share = float64(o.c-below) / float64(len(vectors)-below)
		}
		o.smooth += share * max(0, values[k]) * most
		root := math.Sqrt(share)
		for i, u := range v {
			o.f.Set(i, k, root*u)
		}
	}
	return nil
}

// smoothness returns tr F'L_SF of the current F and S.
func (o *optimal) smoothness() float64 { return o.spreadOf(o.f) }

// spreadOf returns tr Z'L_SZ.
func (o *optimal) spreadOf(z *mat.Dense) float64 {
	var sum float64
	for _, e := range o.sum.Edges {
		sum += e.Weight * squared(z.RawRowView(e.J), z.RawRowView(e.I))
	}
	return sum
}

// run alternates between S, F and W. λ is doubled while S has too few components and halved while
// it has too many; once both have occurred, λ is their geometric mean.
func (o *optimal) run(ctx context.Context, tick func(int)) error {
	o.limit = sogfsCoarse
	_, p := o.x.Dims()
	err := o.similarities(ctx, func(i int, out []float64) {
		for j := range out {
			out[j] = squared(o.x.RawRowView(i), o.x.RawRowView(j))
		}
	})
	if err != nil {
		return err
	}
	o.join()
	if err := o.begin(ctx, o.made(), p, o.start); err != nil {
		return err
	}
	o.trace = nil
	if err := o.functions(ctx); err != nil {
		return err
	}
	return o.iterate(ctx, tick)
}

// iterate runs the rounds.
func (o *optimal) iterate(ctx context.Context, tick func(int)) error {
	low, high := 0.0, math.Inf(1) // λ that gives too few components, too many
	now := o.total()
	for o.rounds < sogfsRounds {
		if math.IsInf(now, 0) || math.IsNaN(now) {
			return errTooFar
		}
		o.rounds++
		if err := o.regraph(ctx); err != nil {
			return err
		}
		now = o.stepped(now)
		if err := o.functions(ctx); err != nil {
			return err
		}
		now = o.stepped(now)
		for inner := 0; inner == 0 || inner < sogfsInner && len(o.parts) == o.c &&
			o.gap > o.limit; inner++ {
			if err := o.step(ctx, o.made()); err != nil {
				return err
			}
			now = o.stepped(now)
		}
		tick(1)
		if len(o.parts) != o.c && o.adapted < sogfsWeights {
			o.adapt(&low, &high)
			now = o.total()
			o.trace = o.trace[:0]
			continue
		}
		if done, err := o.converge(ctx, &now); done || err != nil {
			return err
		}
	}
	return nil
}

// regraph sets S to the optimum for the current W and F.
func (o *optimal) regraph(ctx context.Context) error {
	if err := o.similarities(ctx, o.projected()); err != nil {
		return err
	}
	o.join()
	o.loss, o.smooth = o.lossOf(o.rows), o.smoothness()
	return nil
}

// converge runs Newton's method if S has c components and W is unique. Then it measures the
// gradient with the S and F that belong to W, and reports whether the rounds end.
func (o *optimal) converge(ctx context.Context, now *float64) (bool, error) {
	unique := o.unique()
	if unique && len(o.parts) == o.c {
		if o.gap > o.limit {
			return false, nil
		}
		if kept, err := o.finish(ctx); !kept || err != nil {
			return false, err
		}
		*now = o.stepped(*now)
	} else if err := o.regraph(ctx); err != nil {
		return false, err
	}
	if err := o.functions(ctx); err != nil {
		return false, err
	}
	*now = o.stepped(*now)
	g := o.function()
	o.measure(g)
	if len(o.parts) != o.c {
		if o.adapted < sogfsWeights || o.gap > sogfsUnmet {
			return false, nil
		}
		o.least = math.NaN() // meaningless: the graph does not have c components
		return true, nil
	}
	if !o.converged {
		return false, nil
	}
	if _, err := o.next(ctx, o.made()); err != nil || o.gap > sogfsFine {
		return false, err
	}
	if !unique {
		return true, nil
	}
	var err error
	o.least, err = stationary.Least(ctx, g, mat.DenseCopyOf(o.w.W.T()))
	return true, err
}

// adapt changes λ after a round that leaves too few components or too many.
func (o *optimal) adapt(low, high *float64) {
	o.adapted++
	if len(o.parts) < o.c {
		*low = o.lambda
	} else {
		*high = o.lambda
	}
	switch {
	case math.IsInf(*high, 1):
		o.lambda *= 2
	case *low == 0:
		o.lambda /= 2
	default:
		o.lambda = math.Sqrt(*low) * math.Sqrt(*high)
	}
	if *high <= *low*(1+1e-6) { // the bounds belong to an earlier S
		*low, *high = 0, math.Inf(1)
	}
}
