package statistics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/sampleid"
)

// Permuter draws permutations of the target that leave the groups of the samples (Dataset.Group) as
// they are. Where the target is the same within each group, whole groups exchange it; where it
// varies within some, samples exchange it within their group; without groups all samples do.
type Permuter struct {
	seed  uint64
	group []int   // of each sample, if whole groups exchange
	first []int   // a sample of each group, if whole groups exchange
	sets  [][]int // of samples that exchange the target, ordered by what they hold
	what  string
	idle  int // groups without samples to exchange, where samples exchange within groups
}

// NewPermuter finds what may be exchanged in d. The order of the samples has no effect. The cost is
// that of 64 columns, or of as many as tell the samples apart. It returns ctx.Err().
func NewPermuter(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*Permuter,
	error) {
	p := &Permuter{seed: opt.Seed}
	if d.Grouped() && p.wholeGroups(d) {
		return p, ctx.Err()
	}
	columns := make([]int, d.D())
	for j := range columns {
		columns[j] = j
	}
	labels := sampleid.Labels{Target: d.Target, Y: d.Y, Count: len(d.Classes)}
	ids, err := sampleid.Of(ctx, d.Matrix(), columns, sampleid.Names(d.Features), labels,
		opt.Workers)
	if err != nil {
		return nil, err
	}
	order := make([]int, d.N())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(ids[a], ids[b]) })
	p.exchange(d, order)
	return p, nil
}

// exchange makes p exchange samples, which are numbered by their order.
func (p *Permuter) exchange(d *datasets.Dataset, order []int) {
	if !d.Grouped() {
		p.sets, p.what = [][]int{order}, fmt.Sprintf("%d samples", d.N())
		return
	}
	sets := make([][]int, len(d.Groups))
	for _, i := range order {
		sets[d.Group[i]] = append(sets[d.Group[i]], i)
	}
	for _, set := range sets {
		if len(set) > 0 && sameTarget(d, set) {
			p.idle++
		} else if len(set) > 0 {
			p.sets = append(p.sets, set)
		}
	}
	p.what = fmt.Sprintf("samples within %d of %s", len(p.sets), d.GroupText())
}

// wholeGroups makes p exchange whole groups, if the target is the same within each.
func (p *Permuter) wholeGroups(d *datasets.Dataset) bool {
	members := make([][]int, len(d.Groups))
	for i, g := range d.Group {
		members[g] = append(members[g], i)
	}
	place := make([]int, len(d.Groups))
	var first []int
	for g, rows := range members {
		if len(rows) == 0 {
			continue
		}
		if !sameTarget(d, rows) {
			return false
		}
		place[g] = len(first)
		first = append(first, rows[0])
	}
	p.group, p.first = make([]int, d.N()), first
	for i, g := range d.Group {
		p.group[i] = place[g]
	}
	p.what = d.GroupText()
	return true
}

// sameTarget reports whether rows have one class, or one number.
func sameTarget(d *datasets.Dataset, rows []int) bool {
	return !slices.ContainsFunc(rows, func(i int) bool {
		if d.Continuous() {
			return d.Target[i] != d.Target[rows[0]]
		}
		return d.Y[i] != d.Y[rows[0]]
	})
}

// Draw sets from[i] to the sample whose target sample i takes in permutation b.
func (p *Permuter) Draw(b int, from []int) {
	rng := rand.New(rand.NewPCG(p.seed, uint64(b)))
	if p.first != nil {
		to := rng.Perm(len(p.first))
		for i, g := range p.group {
			from[i] = p.first[to[g]]
		}
		return
	}
	for i := range from {
		from[i] = i
	}
	for _, set := range p.sets {
		for k, other := range rng.Perm(len(set)) {
			from[set[k]] = set[other]
		}
	}
}

// The tests of permutations: of the sums over classes, of the correlation with the target, and of
// Welch's t.
const (
	byClasses = iota
	byTarget
	byWelch
)

// errPermutations is the error of permutations where the values are not at hand.
var errPermutations = errors.New("permutations need the values, and only their sums are given; " +
	"leave permutations out")

// permutation is a test whose p-values are found by permutations of the target.
type permutation struct {
	count int // of permutations
	kind  int // byClasses, byTarget or byWelch
	ranks bool
}

// testFacts completes the facts of a test.
func testFacts(f algorithms.Facts) algorithms.Facts {
	f.Family, f.PValues, f.Nested = algorithms.Tests, true, true
	f.InPlace, f.Storage = true, algorithms.AnyStorage
	return f
}

// permutedFacts are testFacts of a test that takes permutations.
func permutedFacts(f algorithms.Facts, permutations int) algorithms.Facts {
	f = testFacts(f)
	f.Params = map[string]string{"permutations": "permutations of the target, drawn with the " +
		"seed, for p-values, such as 9999; whole groups are permuted; 0 for the distribution"}
	f.Seeded, f.GroupedPValues = permutations > 0, permutations > 0
	f.InPlace = permutations == 0
	return f
}

// permutedBlock is the number of columns, and permutedBatch that of permutations, of a product.
const (
	permutedBlock = 64
	permutedBatch = 32
)

// apply replaces the p-values of s by those of permutations: with B of them
//
//	p_j = (1 + the number of permutations with at least the statistic of column j) / (1 + B)
//
// Statistics that differ by rounding count as equal. The sums of B permutations over a block of
// columns are products of matrices; the cost is O(Bnd) for each class.
func (t permutation) apply(ctx context.Context, m algorithms.Scorer, d *datasets.Dataset,
	s *algorithms.Scores, opt algorithms.Options) (*algorithms.Scores, error) {
	if t.count == 0 {
		return s, nil
	}
	p, err := NewPermuter(ctx, d, opt)
	if err == nil {
		tick := opt.Meter("permutations", d.D())
		s.PValues = certain(d.D())
		err = storage.EachBlock(ctx, d.Matrix(), opt.Workers, permutedBlock,
			func(b *mat.Dense, lo, hi int) {
				for at := lo; at < hi; at += permutedBlock {
					end := min(at+permutedBlock, hi)
					t.block(ctx, d, p, b.Slice(0, d.N(), at-lo, end-lo).(*mat.Dense),
						s.PValues[at:end])
				}
				tick(hi - lo)
			})
	}
	if err == nil {
		err = ctx.Err() // then the last p-values may be those of fewer permutations
	}
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	for _, j := range s.Constant {
		s.PValues[j] = 1
	}
	p.say(s, t.count)
	return s, nil
}

// say notes in s how its p-values were made, and warns of groups that take no part and of fewer
// permutations than a significant feature needs.
func (p *Permuter) say(s *algorithms.Scores, count int) {
	s.Diagnostics.Notes = append(s.Diagnostics.Notes, fmt.Sprintf("p-values by %d permutations "+
		"of the target among %s", count, p.what))
	if p.idle > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("the target varies within %d groups only, "+
			"where permutations exchange it: the other %d groups add nothing to the p-values",
			len(p.sets), p.idle))
	}
	s.Warnings = append(s.Warnings, tooFew(s.PValues, count)...)
}

// tooFew is the warning of fewer permutations than a significant feature needs.
func tooFew(p algorithms.Numbers, count int) []string {
	const level = .05
	least := 1 / float64(1+count)
	adjusted, err := adjust.Default.Adjust(p)
	if d := float64(len(p)); err != nil || d*least <= level || slices.Min(adjusted) <= level {
		return nil
	}
	return []string{fmt.Sprintf("%d permutations are few for %d features: p-values are at least "+
		"%.2g, so that one feature alone cannot be significant at %g once adjusted; set "+
		"permutations to at least %.0f (features / %g)", count, len(p), least, level,
		math.Ceil(float64(len(p))/level)-1, level)}
}

// block sets the p-values of the columns of x.
func (t permutation) block(ctx context.Context, d *datasets.Dataset, p *Permuter, x *mat.Dense,
	out algorithms.Numbers) {
	n, w := x.Dims()
	columns := mat.NewDense(w, n, nil)
	total, varies := make([]float64, w), make([]bool, w)
	for j := range w {
		varies[j] = t.column(columns.RawRowView(j), j, x)
		total[j] = floats.Dot(columns.RawRowView(j), columns.RawRowView(j))
	}
	squares := columns
	if t.kind == byWelch {
		squares = mat.NewDense(w, n, nil)
		squares.MulElem(columns, columns)
	}
	e := newWeights(t, d)
	weights := mat.NewDense(permutedBatch*e.rows, n, nil)
	sizes := make([]float64, permutedBatch)
	sums, second := mat.NewDense(permutedBatch*e.rows, w, nil),
		mat.NewDense(permutedBatch*e.rows, w, nil)
	from := make([]int, n)
	// statistics calls use with those of permutations b = lo … hi-1, -1 for none.
	statistics := func(lo, hi int, use func(j int, v float64)) {
		for b := lo; b < hi; b++ {
			for i := range from {
				from[i] = i
			}
			if b >= 0 {
				p.Draw(b, from)
			}
			sizes[b-lo] = e.fill(from, weights, (b-lo)*e.rows)
		}
		rows := (hi - lo) * e.rows
		product := func(to, of *mat.Dense) {
			to.Zero()
			dense.AddProducts(general(to, rows), general(weights, rows), general(of, w))
		}
		if product(sums, columns); t.kind == byWelch {
			product(second, squares)
		}
		for b := range hi - lo {
			for j := range w {
				if t.kind == byWelch {
					use(j, welchOf(sums.At(b, j), second.At(b, j), total[j], sizes[b], float64(n)))
					continue
				}
				var v float64
				for r := b * e.rows; r < (b+1)*e.rows; r++ {
					v += float64(sums.At(r, j) * sums.At(r, j))
				}
				use(j, v)
			}
		}
	}
	least, large := make([]float64, w), make([]int, w)
	statistics(-1, 0, func(j int, v float64) {
		least[j] = v * (1 - 1e-9)
		if t.kind != byWelch { // which rounding in sums of this size may change
			least[j] = v - 1e-11*math.Sqrt(v*total[j])
		}
	})
	for lo := 0; lo < t.count; lo += permutedBatch {
		if ctx.Err() != nil {
			return
		}
		statistics(lo, min(lo+permutedBatch, t.count), func(j int, v float64) {
			if v >= least[j] {
				large[j]++
			}
		})
	}
	for j := range out {
		if varies[j] {
			out[j] = float64(1+large[j]) / float64(1+t.count)
		}
	}
}

// general are the first rows of a matrix.
func general(m *mat.Dense, rows int) blas64.General {
	g := m.RawMatrix()
	g.Rows = rows
	return g
}

// column centers column j of x, or its ranks, and scales it; it reports whether the column varies.
func (t permutation) column(to []float64, j int, x *mat.Dense) bool {
	mat.Col(to, j, x)
	if slices.Min(to) == slices.Max(to) {
		clear(to)
		return false
	}
	if t.ranks {
		rank(to)
	}
	center(to)
	return true
}

// center subtracts the mean of values that vary, and scales the largest to 1.
func center(values []float64) {
	origin, most := values[0], 0.0
	for _, v := range values {
		most = max(most, math.Abs(v/2-origin/2))
	}
	for i, v := range values {
		values[i] = (v/2 - origin/2) / most // neither overflows nor vanishes
	}
	floats.AddConst(-floats.Sum(values)/float64(len(values)), values)
}

// rank replaces values by their doubled centered ranks.
func rank(values []float64) {
	var o ordered
	o.fill(values)
	o.ranks(func(g group, rank float64) {
		for _, e := range o.entries[g.lo:g.hi] {
			values[e.row] = rank
		}
	})
}

// weights makes the rows with which columns are multiplied.
type weights struct {
	t    permutation
	rows int // of a permutation
	y    []float64
	of   []int
}

func newWeights(t permutation, d *datasets.Dataset) *weights {
	e := &weights{t: t, rows: 1}
	switch t.kind {
	case byTarget:
		e.y = twoClassCodes(d)
	case byWelch:
		e.of, _ = filled(d)
	default:
		var size []int
		e.of, size = filled(d)
		e.rows = len(size)
	}
	return e
}

// fill sets the rows of a permutation, from row lo on: the target centered, of unit length, or for
// each class 1/√n_c of its samples, 1 of the first class for Welch's t; size is that of the first
// class.
func (e *weights) fill(from []int, w *mat.Dense, lo int) (size float64) {
	if e.t.kind == byTarget {
		row := w.RawRowView(lo)
		for i, k := range from {
			row[i] = e.y[k]
		}
		if e.t.ranks {
			rank(row)
		}
		center(row)
		floats.Scale(1/floats.Norm(row, 2), row)
		return 0
	}
	for c := range e.rows {
		row := w.RawRowView(lo + c)
		size = 0
		for i, k := range from {
			row[i] = 0
			if e.of[k] == c {
				row[i] = 1
				size++
			}
		}
		if e.t.kind == byClasses {
			floats.Scale(1/math.Sqrt(size), row)
		}
	}
	return size
}

// welchOf is the square of Welch's t of centered values, from the sums and the sums of squares of
// the first class, of m samples, and total, that of all n. With one sample in a class it is
// infinite, and so where nothing varies within classes but for rounding.
func welchOf(sum, square, total, m, n float64) float64 {
	within := func(square, size float64) float64 {
		w := square - sum*sum/size
		if w < 1e-12*total {
			return 0
		}
		return w
	}
	if m < 2 || n-m < 2 {
		return math.Inf(1)
	}
	v := within(square, m)/(m*(m-1)) + within(total-square, n-m)/((n-m)*(n-m-1))
	difference := sum/m + sum/(n-m)
	if difference == 0 {
		return 0
	}
	return difference * difference / v
}
