// Package duplicates finds vectors that equal an earlier one, above all columns of a data set.
package duplicates

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

const (
	block = 64
	// tile is the number of vectors loaded at a time, those of a cache line.
	tile = 8
	// seed is the seed of the random vector used by comparisons with a tolerance.
	seed = 2015
)

// Rule says which vectors count as equal. 0 and -0 always do.
type Rule struct {
	// Sign says that x equals -x, too.
	Sign bool
	// Scale says that x equals cx, c > 0, too: vectors are compared at unit length, and zero
	// vectors have no duplicates. It needs a Tolerance above rounding, which is 1e-15.
	Scale bool
	// Tolerance is the largest ‖x - y‖ of equal vectors; 0 means exact equality.
	Tolerance float64
}

// Source returns vector j: buf (of the vector's length), filled, or the source's own slice, which
// is not modified.
type Source func(buf []float64, j int) []float64

// Find returns for each vector the first one that it equals; of[j] is j if it equals no earlier
// one. With a Tolerance, of[j] is within it of j, and is itself not a duplicate. among (ascending)
// lists the vectors to compare, nil means all; of[j] = j for the others. at is called from several
// goroutines.
//
// The cost for p vectors of n numbers is O(np), and O(p log p) with a Tolerance: only vectors with
// the same hash, or nearly the same product with one random vector, are compared. Results are the
// same for any number of workers. It returns ctx.Err().
func Find(
	ctx context.Context, n, p int, at Source, among []int, rule Rule, workers int,
) (of []int, err error) {
	load := func(bufs [][]float64, js []int) [][]float64 {
		out := make([][]float64, len(js))
		for a, j := range js {
			out[a] = at(bufs[a], j)
		}
		return out
	}
	f := &finder{n: n, room: n, load: load, rule: rule, workers: workers}
	return f.find(ctx, p, among)
}

// Columns is Find for the columns of x (n×d).
func Columns(
	ctx context.Context, x *mat.Dense, among []int, rule Rule, workers int,
) (of []int, err error) {
	n, d := x.Dims()
	load := func(bufs [][]float64, js []int) [][]float64 { // a row read in cache lines
		for i := range n {
			row := x.RawRowView(i)
			for a, j := range js {
				bufs[a][i] = row[j]
			}
		}
		return bufs
	}
	f := &finder{n: n, room: n, load: load, rule: rule, workers: workers}
	return f.find(ctx, d, among)
}

// Rows is Find for the rows of x (p×n).
func Rows(
	ctx context.Context, x *mat.Dense, among []int, rule Rule, workers int,
) (of []int, err error) {
	p, n := x.Dims()
	load := func(_ [][]float64, js []int) [][]float64 {
		out := make([][]float64, len(js))
		for a, j := range js {
			out[a] = x.RawRowView(j)
		}
		return out
	}
	f := &finder{n: n, load: load, rule: rule, workers: workers}
	return f.find(ctx, p, among)
}

// Groups are the sets of two or more equal vectors, in the order of their first vectors.
func Groups(of []int) [][]int {
	members := make(map[int][]int)
	var firsts []int
	for j, i := range of {
		if i == j {
			continue
		}
		if members[i] == nil {
			members[i] = []int{i}
			firsts = append(firsts, i)
		}
		members[i] = append(members[i], j)
	}
	slices.Sort(firsts)
	var groups [][]int
	for _, i := range firsts {
		groups = append(groups, members[i])
	}
	return groups
}

// loader returns vectors js, at most tile of them, in bufs or in slices of its own.
type loader func(bufs [][]float64, js []int) [][]float64

// finder is the state of one search.
type finder struct {
	n       int // numbers of a vector
	room    int // of a buffer, 0 where load needs none
	load    loader
	rule    Rule
	workers int
	among   []int
	of      []int
}

// find searches p vectors.
func (f *finder) find(ctx context.Context, p int, among []int) ([]int, error) {
	if f.rule.Scale && !(f.rule.Tolerance > 0) {
		panic("duplicates: a scale needs a tolerance")
	}
	f.of = make([]int, p)
	for j := range f.of {
		f.of[j] = j
	}
	if f.among = among; among == nil {
		f.among = slices.Clone(f.of)
	}
	search := f.exact
	if f.rule.Tolerance > 0 {
		search = f.near
	}
	if err := search(ctx); err != nil {
		return nil, err
	}
	return f.of, ctx.Err()
}

func (f *finder) buffers(count int) [][]float64 {
	bufs := make([][]float64, count)
	for a := range bufs {
		bufs[a] = make([]float64, f.room)
	}
	return bufs
}

// each calls use for the indices of among from lo to hi.
func (f *finder) each(ctx context.Context, use func(a int, v []float64)) error {
	return parallel.For(ctx, f.workers, len(f.among), block, func(lo, hi int) {
		bufs := f.buffers(tile)
		for a := lo; a < hi; a += tile {
			for b, v := range f.load(bufs, f.among[a:min(a+tile, hi)])[:min(tile, hi-a)] {
				use(a+b, v)
			}
		}
	})
}

// one is vector j.
func (f *finder) one(buf [][]float64, j int) []float64 { return f.load(buf, []int{j})[0] }

func (f *finder) exact(ctx context.Context) error {
	hashes := make([]uint64, len(f.among))
	err := f.each(ctx, func(a int, v []float64) { hashes[a] = f.rule.hash(v) })
	if err != nil {
		return err
	}
	left, right := f.buffers(1), f.buffers(1)
	f.of, err = ByHash(ctx, len(f.of), f.among, hashes, func(i, j int) bool {
		return f.rule.same(f.one(left, i), f.one(right, j))
	})
	return err
}

// ByHash is Find for vectors of which the caller has the hashes, hashes[a] of vector among[a]. same
// says whether vectors i and j of one hash, i < j, are equal; it is called from one goroutine.
func ByHash(
	ctx context.Context, p int, among []int, hashes []uint64, same func(i, j int) bool,
) (of []int, err error) {
	of = make([]int, p)
	for j := range of {
		of[j] = j
	}
	seen := make(map[uint64][]int, len(among)) // firsts, by hash
	for a, j := range among {
		if a%block == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		firsts := seen[hashes[a]]
		first := slices.IndexFunc(firsts, func(i int) bool { return same(i, j) })
		if first >= 0 {
			of[j] = firsts[first]
		} else {
			seen[hashes[a]] = append(firsts, j)
		}
	}
	return of, nil
}

// Hash is the same for vectors that are equal by a rule without a tolerance.
func Hash(v []float64, rule Rule) uint64 { return rule.hash(v) }

// Equal reports whether two vectors are equal by a rule without a tolerance.
func Equal(a, b []float64, rule Rule) bool { return rule.same(a, b) }

// sign is the sign of the first nonzero number of v, or 1.
func (r Rule) sign(v []float64) float64 {
	if r.Sign {
		for _, x := range v {
			if x != 0 {
				return math.Copysign(1, x)
			}
		}
	}
	return 1
}

// hash mixes words as FNV-1a does bytes.
func (r Rule) hash(v []float64) uint64 {
	h, sign := uint64(14695981039346656037), r.sign(v)
	for _, x := range v {
		h = (h ^ math.Float64bits(sign*x+0)) * 1099511628211 // + 0 turns -0 into 0
		h ^= h >> 29
	}
	return h
}

func (r Rule) same(a, b []float64) bool {
	left, right := r.sign(a), r.sign(b)
	for i, x := range a {
		if left*x != right*b[i] {
			return false
		}
	}
	return true
}

// Probe is the random vector with whose products vectors are compared first.
type Probe []float64

// NewProbe is that of vectors of n numbers, always the same.
func NewProbe(n int) Probe {
	rng := rand.New(rand.NewPCG(seed, 31))
	probe := make(Probe, n)
	for i := range probe {
		probe[i] = rng.NormFloat64()
	}
	return probe
}

// Key is the product of v with the probe, without its sign where Sign says so. Keys of vectors
// that are equal by a rule without a Scale differ by at most Tolerance·‖probe‖.
func (p Probe) Key(v []float64, rule Rule) float64 {
	key := floats.Dot(p, v)
	if rule.Sign {
		key = math.Abs(key)
	}
	return key
}

// ByKeys is Find for vectors of which the caller has the keys, keys[a] of vector among[a], by a
// rule with a Tolerance and without a Scale. Only vectors of nearly the same key are loaded, from
// one goroutine.
func ByKeys(ctx context.Context, n, p int, at Source, among []int, keys []float64, rule Rule) (
	of []int, err error) {
	f := &finder{n: n, room: n, rule: rule, among: among}
	f.load = func(bufs [][]float64, js []int) [][]float64 {
		return [][]float64{at(bufs[0], js[0])}
	}
	f.of = make([]int, p)
	for j := range f.of {
		f.of[j] = j
	}
	length := make([]float64, len(among))
	for a := range length {
		length[a] = 1
	}
	err = f.byKeys(ctx, floats.Norm(NewProbe(n), 2), keys, length)
	return f.of, err
}

// near compares vectors next to each other in the order of their products with a random vector.
func (f *finder) near(ctx context.Context) error {
	probe := NewProbe(f.n)
	length, key := make([]float64, len(f.among)), make([]float64, len(f.among))
	err := f.each(ctx, func(a int, v []float64) {
		length[a] = 1
		if f.rule.Scale {
			length[a] = floats.Norm(v, 2)
		}
		key[a] = probe.Key(v, f.rule) / length[a]
	})
	if err != nil {
		return err
	}
	return f.byKeys(ctx, floats.Norm(probe, 2), key, length)
}

// byKeys compares vectors of nearly the same key; probe is the length of that.
func (f *finder) byKeys(ctx context.Context, probe float64, key, length []float64) error {
	order := make([]int, 0, len(f.among))
	for a := range f.among {
		if length[a] > 0 {
			order = append(order, a)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
	left, right := f.buffers(1), f.buffers(1)
	window := 2 * f.rule.Tolerance * probe
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && key[order[hi]]-key[order[hi-1]] <= window {
			hi++
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if hi > lo+1 {
			f.compare(order[lo:hi], length, left, right)
		}
		lo = hi
	}
	return nil
}

// compare finds the duplicates among vectors of nearly the same key.
func (f *finder) compare(run []int, length []float64, left, right [][]float64) {
	slices.Sort(run)
	var firsts []int
	for _, a := range run {
		j := f.among[a]
		v := f.one(right, j)
		first := slices.IndexFunc(firsts, func(b int) bool {
			return f.within(f.one(left, f.among[b]), v, length[b], length[a])
		})
		if first >= 0 {
			f.of[j] = f.among[firsts[first]]
		} else {
			firsts = append(firsts, a)
		}
	}
}

// within compares x with y, and with -y where Sign says so, over their lengths.
func (f *finder) within(x, y []float64, xLength, yLength float64) bool {
	sign := 1.
	if f.rule.Sign {
		sign = math.Copysign(1, floats.Dot(x, y))
	}
	var off float64
	for k, v := range x {
		d := v/xLength - sign*y[k]/yLength
		off += d * d
	}
	return off <= f.rule.Tolerance*f.rule.Tolerance
}
