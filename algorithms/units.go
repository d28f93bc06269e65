package algorithms

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// extreme is the power of 2 above which, or below whose inverse, values are in an extreme unit:
// their squares, or sums of products of these, may overflow or underflow.
const extreme = 250

// inOtherUnits runs a method, which has refused d, again, if d has columns in an extreme unit, with
// these columns divided by powers of 2, which is exact. An answer is taken if the method does not
// see the unit: with other powers, which differ among the columns, it must be the same to the bit.
// Where the units of single columns matter, all columns are divided by one power. The note says
// what was done.
func inOtherUnits[T any](ctx context.Context, d *datasets.Dataset,
	run func(d *datasets.Dataset) (T, error), same func(a, b T) bool) (answer T, note string,
	ok bool) {
	var none T
	if StorageOf(d) != InMemory || d.X == nil || d.Check() != nil {
		return none, "", false
	}
	powers, common := powersOf(d)
	for _, one := range []bool{false, true} {
		use := slices.Clone(powers)
		if one {
			for j := range use {
				use[j] = common
			}
		}
		count := 0
		for _, e := range use {
			if e != 0 {
				count++
			}
		}
		if count == 0 {
			continue
		}
		first, err := run(inUnits(d, use))
		if err != nil {
			if parallel.Stopped(ctx, err) {
				return none, "", false
			}
			continue
		}
		for j, at := 0, 0; j < len(use); j++ {
			if use[j] != 0 {
				use[j] -= 5
				if !one {
					use[j] -= 3 * (at % 5)
				}
				at++
			}
		}
		second, err := run(inUnits(d, use))
		if err != nil || !same(first, second) {
			continue
		}
		what := "1 column is"
		if count > 1 {
			what = fmt.Sprintf("%d columns are", count)
		}
		return first, what + " divided by a power of 2, which changes no score: the squares of " +
			"the values overflow or underflow", true
	}
	return none, "", false
}

// powersOf is the exponent of the largest value of each column in an extreme unit, 0 for others,
// and that of the largest value of all, 0 if it is not extreme. Constant columns do not count.
func powersOf(d *datasets.Dataset) (powers []int, common int) {
	n, p := d.X.Dims()
	largest, varies := make([]float64, p), make([]bool, p)
	first := d.X.RawRowView(0)
	for i := range n {
		for j, v := range d.X.RawRowView(i) {
			largest[j] = max(largest[j], math.Abs(v))
			varies[j] = varies[j] || v != first[j]
		}
	}
	powers = make([]int, p)
	all := 0.0
	for j, v := range largest {
		if !varies[j] || v == 0 || math.IsInf(v, 0) {
			continue
		}
		all = max(all, v)
		powers[j] = ifExtreme(v)
	}
	return powers, ifExtreme(all)
}

// ifExtreme is the exponent of v if it is extreme, else 0.
func ifExtreme(v float64) int {
	if _, e := math.Frexp(v); v > 0 && (e > extreme || e < -extreme) {
		return e
	}
	return 0
}

// inUnits is a copy of d with columns divided by powers of 2.
func inUnits(d *datasets.Dataset, powers []int) *datasets.Dataset {
	out := *d
	out.X = mat.DenseCopyOf(d.X)
	for i := range d.N() {
		row := out.X.RawRowView(i)
		for j, e := range powers {
			row[j] = math.Ldexp(row[j], -e)
		}
	}
	return &out
}

func sameScores(a, b *Scores) bool {
	return a != nil && b != nil && slices.Equal(a.Values, b.Values) &&
		slices.Equal(a.Constant, b.Constant)
}

func sameRanking(a, b *Ranking) bool {
	return a != nil && b != nil && slices.Equal(a.Features, b.Features) &&
		slices.Equal(a.Scores, b.Scores) && slices.Equal(a.Raw, b.Raw)
}
