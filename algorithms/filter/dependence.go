package filter

import (
	"context"
	"math"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/ties"
)

const (
	// The weights of all pairs are stored if they take at most keptBytes, and so are their
	// distances, or if these take at most keptCopies times what X takes. Others are computed
	// whenever they are needed.
	keptBytes  = 64 << 20
	keptCopies = 10
)

// keeps reports whether the weights of the pairs and their distances are stored.
func keeps(n, d int) (weights, distances bool) {
	size := 4 * float64(n) * float64(n)
	return size <= keptBytes, size <= max(keptBytes, keptCopies*8*float64(n)*float64(d))
}

// searchFacts are those that FOHSIC and BAHSIC share; dimensions are those of the bounds.
func searchFacts(s graph.Similarity, linear bool, dimensions int) algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Family: algorithms.Sets, Source: "Song et al. 2007", Revision: 4,
			Variants: classesFirst().Variants(),
			Params: classesFirst().About("similarity",
				map[string]string{"linear": paramdoc.Linear}),
		},
		Promises: algorithms.Promises{Nested: true, Targets: classesFirst().Targets(s)},
		Costs:    algorithms.Costs{Memory: kernelMemory(s, linear, dimensions)},
	}
}

// kernelMemory is that of the columns and the sums, of the numbers of the pairs, and of the bounds
// by some dimensions: Q, its products and the next Q, and the terms of series.
func kernelMemory(similarity graph.Similarity, linear bool, dimensions int) func(
	algorithms.Shape) float64 {
	return func(s algorithms.Shape) float64 {
		n, d, _ := s.Floats()
		similar := classesFirst().Memory(similarity, s)
		if p, ok := similarity.(graph.Precomputed); ok && p.Matrix != nil {
			if _, list := p.Matrix.(*graphs.Affinity); !list {
				similar = 16 * n * n // a list, and the weights
			}
		}
		own := 8 * d * (n + min(n, max(sumsRows, sumsMost/d)))
		weights, distances := keeps(s.N, s.D)
		if weights || similar > 4*n*n {
			own += 4 * n * n
		}
		if distances {
			own += 4 * n * n
		}
		if !linear && screens(s.N, s.D) {
			own += 8 * n * (4*float64(min(dimensions, screenDimensions(s.N))) +
				2*min(screenSeconds, d) + 3*screenTile*float64(s.Workers))
		}
		return max(similar, own)
	}
}

// dependence computes the unbiased HSIC of a kernel over sets of features with a
// similarity K of n samples. Eq. 2.4 of SPFS is linear in K_F, so it is a sum over
// pairs of samples,
//
//	SC = sum over i < j of w_ij k(x_i, x_j),  w_ij = 2/(n(n-3)) [K_ij + a - (r_i + r_j)/(n-2)]
//
// with r = K1 without the diagonal and a = 1'r/((n-1)(n-2)). Pairs are stored row by
// row, i < j, or not at all. Features have zero mean and unit variance.
type dependence struct {
	n       int
	linear  bool
	columns [][]float64 // by feature; nil for constant ones
	live    []int       // features that are not constant, ascending

	keep     bool      // whether sets of features store the squared distances of the pairs
	weights  []float64 // w of the pairs, nil if they are not stored
	diagonal []float64 // w_ii, in no sum

	r        []float64
	a, scale float64         // scale is 2/(n(n-3))
	classes  *graphs.Classes // K, if it is by class
	target   []float64       // u, if K = uu'
	edges    []graphs.Edge   // K, if it is neither and the weights are not stored
	starts   []int           // of the edges of each sample

	// size is the sum of all |w|, to which the rounding errors of a sum are proportional.
	size     float64
	rooms    sync.Pool // of rowsRoom
	extra    []algorithms.Value
	warnings []string
}

// search checks the data, prepares the dependence, and ranks the features in the
// order that run returns.
func search(ctx context.Context, m algorithms.Selector, s graph.Similarity, d *datasets.Dataset,
	opt algorithms.Options, linear bool, run func(*dependence) ([]int, algorithms.Numbers, error)) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		dep, constant, err := newDependence(ctx, d, s, linear, opt)
		if err != nil {
			return nil, err
		}
		order, raw, err := run(dep)
		return &algorithms.Found{
			Features: order, OrderOnly: true, Raw: raw, Last: constant,
			Diagnostics: algorithms.Diagnostics{Converged: err == nil, Extra: dep.extra},
			Warnings:    append(caution.Constant(d, constant), dep.warnings...),
		}, err
	})
}

// falling orders features by falling HSIC; those that differ only by rounding keep their order.
func (dep *dependence) falling(values []float64) []int {
	return ties.Falling(values, 1e-12, 1e-14*dep.size)
}

// newDependence takes the time and memory of the similarity and O(nd), and the weights, if they
// are stored.
func newDependence(ctx context.Context, d *datasets.Dataset, s graph.Similarity, linear bool,
	opt algorithms.Options) (*dependence, []int, error) {
	built, k, err := hsicWeights(ctx, d, s, opt)
	if err != nil {
		return nil, nil, err
	}
	scatter, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, nil, err
	}
	n, nf := d.N(), float64(d.N())
	dep := &dependence{
		n: n, linear: linear,
		diagonal: make([]float64, n), columns: make([][]float64, d.D()),
		r: make([]float64, n), scale: 2 / (nf * (nf - 3)),
		classes: built.Classes, target: built.Target(),
		extra: built.Extra, warnings: built.Warnings,
	}
	dep.rooms.New = func() any { return new(rowsRoom) }
	var total float64
	loops, degrees := k.Diagonal(), k.Degrees()
	for i := range dep.r {
		dep.r[i] = degrees[i] - loops[i]
		total += dep.r[i]
	}
	dep.a = total / ((nf - 1) * (nf - 2))
	for i, r := range dep.r {
		dep.diagonal[i] = dep.scale * (loops[i] + dep.a - 2*r/(nf-2))
	}
	var weights bool
	weights, dep.keep = keeps(n, d.D())
	switch k := k.(type) {
	case *graphs.Affinity:
		dep.setEdges(k.Edges)
	case *graphs.Kernel:
		if err := dep.setKernel(ctx, k, opt.Workers); err != nil {
			return nil, nil, err
		}
	}
	if dep.weights == nil {
		dep.weighAll(weights)
	}

	for j, q := range scatter {
		if q > 0 {
			dep.columns[j] = make([]float64, n)
			dep.live = append(dep.live, j)
		}
	}
	err = parallel.For(ctx, opt.Workers, len(dep.live), 16, func(lo, hi int) {
		for _, j := range dep.live[lo:hi] {
			// Relative to the first sample, so that a large mean loses no digits.
			f, origin, mean := dep.columns[j], d.X.At(0, j), 0.0
			for i := range f {
				f[i] = d.X.At(i, j) - origin
				mean += f[i] / nf
			}
			sd := math.Sqrt(scatter[j] / nf)
			for i := range f {
				f[i] = (f[i] - mean) / sd
			}
		}
	})
	return dep, constant, err
}

// setEdges sets K to the edges between samples, in order.
func (dep *dependence) setEdges(edges []graphs.Edge) {
	dep.edges, dep.starts = edges, make([]int, dep.n+1)
	for _, e := range edges {
		dep.starts[e.I+1]++
	}
	for i := range dep.n {
		dep.starts[i+1] += dep.starts[i]
	}
}

// setKernel stores the weights of a K whose rows are made one after another.
func (dep *dependence) setKernel(ctx context.Context, k *graphs.Kernel, workers int) error {
	dep.weights = make([]float64, dep.n*(dep.n-1)/2)
	err := k.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		for i := lo; i < hi; i++ {
			row, at := after(i)[1:], dep.pair(i, i+1)
			w := dep.weights[at : at+len(row)]
			dep.level(w, i, i+1)
			for j, v := range row {
				w[j] += dep.scale * v
			}
		}
	})
	for _, v := range dep.weights {
		dep.size += math.Abs(v)
	}
	return err
}

// weighAll computes the sum of the weights, and stores them if keep is set or the edges of K take
// more memory.
func (dep *dependence) weighAll(keep bool) {
	pairs := dep.n * (dep.n - 1) / 2
	if keep || 3*len(dep.edges) > pairs {
		dep.weights = make([]float64, pairs)
	}
	room := make([]float64, dep.n)
	for i := range dep.n {
		w := room[:dep.n-i-1]
		if dep.weights != nil {
			at := dep.pair(i, i+1)
			w = dep.weights[at : at+len(w)]
		}
		dep.weigh(w, i, i+1)
		for _, v := range w {
			dep.size += math.Abs(v)
		}
	}
	if dep.weights != nil {
		dep.edges, dep.starts = nil, nil
	}
}

// weigh sets w to the weights of sample i with the samples from lo on, lo > i.
func (dep *dependence) weigh(w []float64, i, lo int) {
	dep.level(w, i, lo)
	switch {
	case dep.classes != nil:
		y := dep.classes.Y
		same := dep.scale * (1 / float64(dep.classes.Count[y[i]]))
		for k, class := range y[lo : lo+len(w)] {
			if class == y[i] {
				w[k] += same
			}
		}
	case dep.target != nil:
		for k, u := range dep.target[lo : lo+len(w)] {
			w[k] += dep.scale * (dep.target[i] * u)
		}
	default:
		edges := dep.edges[dep.starts[i]:dep.starts[i+1]]
		at, _ := slices.BinarySearchFunc(edges, lo, func(e graphs.Edge, j int) int {
			return e.J - j
		})
		for _, e := range edges[at:] {
			if e.J >= lo+len(w) {
				break
			}
			w[e.J-lo] += dep.scale * e.Weight
		}
	}
}

// level sets w to the weights of sample i with the samples from lo on, as if K were 0 there.
func (dep *dependence) level(w []float64, i, lo int) {
	r, less := dep.r[i], float64(dep.n)-2
	for k, other := range dep.r[lo : lo+len(w)] {
		w[k] = dep.scale * (dep.a - (r+other)/less)
	}
}

// A set of features has the squared distances of the pairs over them, or their products: those over
// the features in added, in their order, less those over the features in removed.
type set struct {
	added, removed []int
	base           []float64 // the distances, nil if they are not stored
}

// newSet is the empty set.
func (dep *dependence) newSet() *set {
	s := new(set)
	if dep.keep {
		s.base = make([]float64, dep.n*(dep.n-1)/2)
	}
	return s
}

// empty takes all features out.
func (s *set) empty() {
	s.added, s.removed = nil, nil
	clear(s.base)
}

// move adds features to the set, or takes them out with sign -1.
func (dep *dependence) move(
	ctx context.Context, s *set, features []int, sign float64, workers int,
) error {
	if sign > 0 {
		s.added = append(s.added, features...)
	} else {
		s.removed = append(s.removed, features...)
	}
	if s.base == nil {
		return ctx.Err()
	}
	return parallel.For(ctx, workers, dep.n, rowsTile, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			at := dep.pair(i, i+1)
			dep.addDistances(s.base[at:at+dep.n-i-1], features, i, i+1, sign)
		}
	})
}

// addDistances adds sign times the squared distances over features, or products, of sample i to the
// samples from lo on. Sums are in the order of the features.
func (dep *dependence) addDistances(to []float64, features []int, i, lo int, sign float64) {
	part := func(j int) (float64, []float64) {
		return dep.columns[j][i], dep.columns[j][lo : lo+len(to)]
	}
	for ; len(features) >= 4 && !dep.linear; features = features[4:] {
		u0, f0 := part(features[0])
		u1, f1 := part(features[1])
		u2, f2 := part(features[2])
		u3, f3 := part(features[3])
		f1, f2, f3, to := f1[:len(f0)], f2[:len(f0)], f3[:len(f0)], to[:len(f0)]
		for k, v := range f0 {
			r0, r1, r2, r3 := u0-v, u1-f1[k], u2-f2[k], u3-f3[k]
			sum := to[k] + sign*(r0*r0)
			sum += sign * (r1 * r1)
			sum += sign * (r2 * r2)
			to[k] = sum + sign*(r3*r3)
		}
	}
	for _, j := range features {
		u, f := part(j)
		to := to[:len(f)]
		if dep.linear {
			u *= sign
			for k, v := range f {
				to[k] += u * v
			}
			continue
		}
		for k, v := range f {
			to[k] += sign * ((u - v) * (u - v))
		}
	}
}

// pair is the place of the pair i < j.
func (dep *dependence) pair(i, j int) int { return i*(2*dep.n-i-1)/2 + j - i - 1 }

// rowsTile is the number of rows of pairs that are used together, while a column is in the cache.
const rowsTile = 8

// rowsRoom is memory for the weights and squared distances of rows of pairs.
type rowsRoom [2 * rowsTile][]float64

// pairs returns the weights and the squared distances, or products, of sample i with samples lo to
// hi-1, i < lo, in the room of a row if they are not stored.
func (dep *dependence) pairs(room *rowsRoom, row int, s *set, i, lo, hi int) (w, b []float64) {
	in := func(place int) []float64 {
		if cap(room[place]) < hi-lo {
			room[place] = make([]float64, max(hi-lo, dep.n-1))
		}
		return room[place][:hi-lo]
	}
	at := dep.pair(i, lo)
	if dep.weights != nil {
		w = dep.weights[at : at+hi-lo]
	} else {
		w = in(2 * row)
		dep.weigh(w, i, lo)
	}
	if s.base != nil {
		return w, s.base[at : at+hi-lo]
	}
	b = in(2*row + 1)
	clear(b)
	dep.addDistances(b, s.added, i, lo, 1)
	dep.addDistances(b, s.removed, i, lo, -1)
	return w, b
}

// with sets sums (rows × candidates) to what the pairs of the samples lo to hi-1 with later ones
// add to the HSIC of the changed set with each candidate.
func (dep *dependence) with(sums []float64, c *change, candidates []int, lo, hi int) {
	room := dep.rooms.Get().(*rowsRoom)
	defer dep.rooms.Put(room)
	var w, b [rowsTile][]float64
	for i := lo; i < hi; i++ {
		w[i-lo], b[i-lo] = dep.pairs(room, i-lo, c.set, i, i+1, dep.n)
	}
	rate := gaussRate(c.size)
	for k, j := range candidates {
		f := dep.columns[j]
		for i := lo; i < hi; i++ {
			to, w, b, f, u := &sums[(i-lo)*len(candidates)+k], w[i-lo], b[i-lo], f[i+1:], f[i]
			if !dep.linear {
				*to = gaussSum(w, b, f, u, c.sign, rate)
				continue
			}
			u *= c.sign
			sum := 0.0
			for k, v := range f {
				sum += w[k] * (b[k] + u*v)
			}
			*to = sum
		}
	}
}

const (
	// Sums of at least sumsRows rows, or of all, are held at a time, and of more rows if there are
	// at most sumsMost sums.
	sumsRows = 512
	sumsMost = 1 << 18
)

// each sets values to the HSIC of the changed set with each of some candidates. The sums of rows of
// pairs are added in their order, so that the answer does not depend on the workers.
func (dep *dependence) each(ctx context.Context, values []float64, c *change, candidates []int,
	workers int) error {
	clear(values)
	if c.size == 0 || len(candidates) == 0 {
		return ctx.Err()
	}
	some := min(dep.n-1, max(sumsRows, sumsMost/len(candidates)))
	sums := make([]float64, some*len(candidates))
	for from := 0; from < dep.n-1; from += some {
		rows := min(some, dep.n-1-from)
		err := parallel.For(ctx, workers, rows, rowsTile, func(lo, hi int) {
			dep.with(sums[lo*len(candidates):hi*len(candidates)], c, candidates, from+lo, from+hi)
		})
		if err != nil {
			return err
		}
		for i := range rows {
			for k, v := range sums[i*len(candidates) : (i+1)*len(candidates)] {
				values[k] += v
			}
		}
	}
	return nil
}
