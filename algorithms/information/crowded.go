package information

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/suggest"
)

// crowdedShare of the values of a target or of a column in one code make a warning.
const crowdedShare = .99

// codingWarnings warns of a coded target and of columns whose values are nearly all one code
// because of outliers; f has the codes of coded, which is given with its target coded. Columns of
// which half the values are one number, such as counts, are none.
func codingWarnings(ctx context.Context, f features, given, coded *datasets.Dataset, coding Coding,
	workers int) (out []string, err error) {
	if coding != Levels && coding != Width || f == nil {
		return nil, nil
	}
	const remedy = "outliers stretch the range; set coding=frequency, or take Ranks or Log"
	if n := given.N(); given.Continuous() && coded.Labeled() {
		if most := slices.Max(coded.ClassCounts()); spread(most, n) {
			out = append(out, fmt.Sprintf("%d of %d values of the %s are one code: %s", most, n,
				given.TargetText(), remedy))
		}
	}
	crowded, err := crowdedColumns(ctx, f, given, workers)
	if err != nil {
		return out, err
	}
	var names []string
	for _, j := range crowded {
		names = append(names, given.Features[j])
	}
	if names != nil {
		what := "column has"
		if len(names) > 1 {
			what = "columns have"
		}
		out = append(out, fmt.Sprintf("%d %s 99%% of the values or more in one code (%s): %s",
			len(names), what, suggest.List(names, 5), remedy))
	}
	return out, nil
}

// crowdedColumns are those of which nearly all values are one code, and no number is in half of the
// rows. Few columns have entropies so low that their codes are counted, and these are read again.
func crowdedColumns(ctx context.Context, f features, d *datasets.Dataset, workers int) (out []int,
	err error) {
	n := d.N()
	if n < 20 {
		return nil, nil
	}
	sums, e := f.marginals()
	least := e.terms[min(n-1, int(math.Ceil(crowdedShare*float64(n))))]
	sparse, _ := d.Stored.(*storage.Sparse)
	var low []int
	for j, sum := range sums {
		if sum < least || sum == e.all() || d.Coded(j) {
			continue
		}
		if sparse != nil {
			if rows, _ := sparse.Column(j); 2*len(rows) < n { // zeros are half of the rows
				continue
			}
		}
		low = append(low, j)
	}
	if low == nil {
		return nil, nil
	}
	crowded := make([]bool, len(sums))
	err = f.codes(ctx, low, func(j int, c codedColumn) { crowded[j] = spread(c.most(n), n) })
	if err == nil {
		err = storage.EachBlock(ctx, d.Matrix(), workers, 64, func(b *mat.Dense, lo, hi int) {
			var column []float64
			each(low, lo, hi, func(j int) {
				if crowded[j] {
					column = room(&column, n)
					crowded[j] = !majority(mat.Col(column, j-lo, b))
				}
			})
		})
	}
	for _, j := range low {
		if crowded[j] {
			out = append(out, j)
		}
	}
	return out, err
}

// most is the number of samples of the most frequent code, of n samples.
func (c codedColumn) most(n int) (most int) {
	var counts [mostCodes]int
	for _, code := range c.all {
		counts[code]++
	}
	if c.all == nil {
		counts[c.rest] = n - len(c.codes)
		for _, code := range c.codes {
			counts[code]++
		}
	}
	return slices.Max(counts[:])
}

// majority reports whether more than half of the values are equal.
func majority(values []float64) bool {
	var candidate float64
	votes := 0
	for _, v := range values {
		switch {
		case votes == 0:
			candidate, votes = v, 1
		case v == candidate:
			votes++
		default:
			votes--
		}
	}
	count := 0
	for _, v := range values {
		if v == candidate {
			count++
		}
	}
	return 2*count > len(values)
}

// spread reports whether most of n values, but not all, are enough; one outlier of few always is.
func spread(most, n int) bool {
	return most < n && (most == n-1 || float64(most) >= crowdedShare*float64(n))
}
