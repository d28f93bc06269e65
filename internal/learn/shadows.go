package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Shadows measures the columns of a matrix in forests beside shadows: copies of them whose values
// are permuted, so that they tell nothing of the target (Kursa, Rudnicki 2010). The columns are
// coded once for any number of forests.
type Shadows struct {
	b       *bins
	rows    []int
	target  *treeTarget
	columns int
}

// NewShadows codes the columns of x (n×d) for forests of the classes y (indices below classes). It
// returns the errors of Forest.Train that concern the data. The memory is 2nd bytes.
func NewShadows(ctx context.Context, x mat.Matrix, y []int, classes, workers int) (*Shadows,
	error) {
	t, err := classTarget(y, classes)
	if err != nil {
		return nil, err
	}
	return newShadows(ctx, x, t, len(y), workers)
}

// NewMeanShadows is NewShadows for forests of the numbers y.
func NewMeanShadows(ctx context.Context, x mat.Matrix, y []float64, workers int) (*Shadows,
	error) {
	t, err := meanTarget(y)
	if err != nil {
		return nil, err
	}
	return newShadows(ctx, x, t, len(y), workers)
}

func newShadows(ctx context.Context, x mat.Matrix, t *rowTarget, targets, workers int) (*Shadows,
	error) {
	n, d := x.Dims()
	if targets != n {
		panic(fmt.Sprintf("learn: Shadows of %d×%d with %d targets", n, d, targets))
	}
	b, rows, err := t.bins(ctx, x, workers)
	if err != nil {
		return nil, err
	}
	return &Shadows{b, b.besideLike(t, rows), t.in(rows), d}, nil
}

// besideLike puts rows of one class, or of near numbers, beside each other, where the codes of a
// deep node share cache lines, and changes rows with them. The classes are in the order in which
// they first occur, which does not depend on their names.
func (b *bins) besideLike(t *rowTarget, rows []int) []int {
	target := t.in(rows)
	place := make([]int64, b.n)
	copy(place, target.whole)
	if target.classes > 0 {
		first := make([]int64, target.classes)
		for i := b.n - 1; i >= 0; i-- {
			first[target.class[i]] = int64(i)
		}
		for i, c := range target.class {
			place[i] = first[c]
		}
	}
	order := make([]int, b.n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(place[i], place[k]) })
	b.takeRows(order)
	sorted := make([]int, b.n)
	for k, i := range order {
		sorted[k] = rows[i]
	}
	copy(rows, sorted)
	return rows
}

// takeRows keeps the rows in the given order.
func (b *bins) takeRows(order []int) {
	old := make([]uint8, b.n)
	for j := range b.cols {
		codes := b.column(j)
		copy(old, codes)
		for k, i := range order {
			codes[k] = old[i]
		}
	}
}

// Constant returns the columns of one value, ascending. They have no shadows.
func (s *Shadows) Constant() []int { return s.b.constant(s.columns) }

// Z grows the forest p on the columns for which keep is true and on their shadows, and returns
// OutOfBag.Z of each: z of every column, 0 of those left out, and shadow of the shadows, in an
// order of their own. Each column has as many shadows as make up at least the given number in all:
// one, or a power of 2. p.Features = 0 means the root of the number of columns and shadows, rounded
// down. With p.Group shadows are permuted by whole groups. The shadows, like the trees, depend on
// p.Seed.
//
// It returns an error when a parameter of p is out of range or its trees have all samples, and
// ctx.Err(). The cost is that of Forest.Train with Permutation.
func (s *Shadows) Z(ctx context.Context, p Forest, keep []bool, least int) (z, shadow []float64,
	err error) {
	if p.Permutation = true; p.check() != nil {
		return nil, nil, p.check()
	}
	z = make([]float64, s.columns)
	b, err := s.beside(ctx, &p, keep, least)
	if err != nil || len(b.cols) == 0 {
		return z, nil, err
	}
	p.Features = cmp.Or(p.Features, int(math.Sqrt(float64(len(b.cols)))))
	p.resolve(len(b.cols), true)
	_, o, err := p.plant(ctx, b, s.target, s.rows, false)
	if err != nil {
		return nil, nil, err
	}
	_, all := o.average(s.columns + len(b.cols))
	copy(z, all)
	return z, all[s.columns : s.columns+shadowsOf(b, s.columns)], nil
}

// shadowsOf is the number of columns from d on.
func shadowsOf(b *bins, d int) int {
	first := slices.IndexFunc(b.cols, func(c binsColumn) bool { return c.column >= d })
	return len(b.cols) - first
}

// beside returns the columns to keep and, behind them, their shadows, which are the columns of the
// data from s.columns on.
func (s *Shadows) beside(ctx context.Context, p *Forest, keep []bool, least int) (*bins, error) {
	var kept []int
	for k, c := range s.b.cols {
		if keep[c.column] {
			kept = append(kept, k)
		}
	}
	n, each := s.b.n, 1
	for len(kept) > 0 && each*len(kept) < least {
		each *= 2
	}
	out := &bins{n: n, codes: make([]uint8, n*len(kept)*(1+each)),
		cols: make([]binsColumn, len(kept)*(1+each))}
	first := make(map[int]int) // of the columns with the same codes
	for to, k := range kept {
		c := s.b.cols[k]
		group := c.of
		if _, known := first[group]; !known {
			first[group] = to
		}
		c.of, c.copies = first[group], 0
		out.cols[to] = c
		out.cols[c.of].copies++
	}
	for to := range kept {
		out.cols[to].copies = out.cols[out.cols[to].of].copies
	}
	groups := p.groups(s.rows)
	err := parallel.For(ctx, p.Workers, len(kept), 16, func(lo, hi int) {
		for to := lo; to < hi; to++ {
			from := s.b.column(kept[to])
			copy(out.column(to), from)
			for c := range each {
				at := len(kept)*(1+c) + to
				shadow := s.b.cols[kept[to]]
				shadow.column, shadow.of, shadow.copies = s.columns+at-len(kept), at, 1
				out.cols[at] = shadow
				permute(out.column(at), from, groups, p.Seed, uint64(kept[to]+c*len(s.b.cols)))
			}
		}
	})
	return out, err
}

// permute writes codes in a random order. With groups each gets the codes of a random one, in a
// random order, from the first again where that is smaller: what rows of a group have in common
// stays.
func permute(to, codes []uint8, groups [][]int32, seed, stream uint64) {
	rng := rand.New(rand.NewPCG(scrambled(scrambled(seed, 5), stream), stream))
	if groups != nil {
		for g, from := range rng.Perm(len(groups)) {
			order := rng.Perm(len(groups[from]))
			for k, i := range groups[g] {
				to[i] = codes[groups[from][order[k%len(order)]]]
			}
		}
		return
	}
	copy(to, codes)
	rng.Shuffle(len(to), func(a, b int) { to[a], to[b] = to[b], to[a] })
}
