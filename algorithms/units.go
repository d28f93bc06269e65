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
// Where the units of single columns matter, all columns are divided by one power. A note of the
// diagnostics says what was done.
func (w way[T]) inOtherUnits(ctx context.Context, d *datasets.Dataset) (answer *T, ok bool) {
	if StorageOf(d) != InMemory || d.X == nil || d.Check() != nil {
		return nil, false
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
		first, err := w.call(inUnits(d, use))
		if err != nil {
			if parallel.Stopped(ctx, err) {
				return nil, false
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
		second, err := w.call(inUnits(d, use))
		if err != nil || first == nil || second == nil || !w.same(first, second) {
			continue
		}
		what := "1 column is"
		if count > 1 {
			what = fmt.Sprintf("%d columns are", count)
		}
		g := w.diagnostics(first)
		g.Notes = append(slices.Clone(g.Notes), what+" divided by a power of 2, which changes no "+
			"score: the squares of the values overflow or underflow")
		return first, true
	}
	return nil, false
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
