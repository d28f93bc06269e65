package information

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/suggest"
)

// crowdedShare of the values in one code of a coded target, or of a column in a tenth of its range,
// make a warning.
const crowdedShare = .99

// codingWarnings warns of a coded target and of columns whose values are nearly all one code
// because of outliers; coded is given with its target coded. Columns of which half the values are
// one number, such as counts, are none. The cost is a pass over the values.
func codingWarnings(ctx context.Context, given, coded *datasets.Dataset, coding Coding,
	workers int) (out []string, err error) {
	if coding != Levels && coding != Width {
		return nil, nil
	}
	const remedy = "outliers stretch the range; set coding=frequency, or take Ranks or Log"
	if n := given.N(); given.Continuous() && coded.Labeled() {
		if most := slices.Max(coded.ClassCounts()); spread(most, n) {
			out = append(out, fmt.Sprintf("%d of %d values of the %s are one code: %s", most, n,
				given.TargetText(), remedy))
		}
	}
	crowded, err := crowdedColumns(ctx, given.Matrix(), workers)
	if err != nil {
		return out, err
	}
	var names []string
	for j, is := range crowded {
		if is && !given.Coded(j) {
			names = append(names, given.Features[j])
		}
	}
	if names != nil {
		what := "column has"
		if len(names) > 1 {
			what = "columns have"
		}
		out = append(out, fmt.Sprintf("%d %s 99%% of the values or more in a tenth of the range "+
			"(%s), which is one code or two: %s", len(names), what, suggest.List(names, 5), remedy))
	}
	return out, nil
}

// crowdedColumns says of each column whether nearly all values are in the lowest or the highest
// tenth of the range, and no number is in half of the rows.
func crowdedColumns(ctx context.Context, x storage.Matrix, workers int) ([]bool, error) {
	n, p := x.Dims()
	out := make([]bool, p)
	if n < 20 {
		return out, nil
	}
	if sparse, is := x.(*storage.Sparse); is {
		var buf storage.Buffer
		for j := range p {
			// Zeros are half of the rows in the others.
			if rows, _ := sparse.Column(j); 2*len(rows) >= n {
				crowdedIn(sparse.Columns(j, j+1, &buf), out[j:j+1])
			}
		}
		return out, ctx.Err()
	}
	const block = 512 // columns whose ends stay in the cache
	err := storage.EachBlock(ctx, x, workers, block, func(b *mat.Dense, lo, hi int) {
		crowdedIn(b, out[lo:hi])
	})
	return out, err
}

// crowdedIn is crowdedColumns for a block. The mean of a crowded column is within .1 + .01 of the
// range from an end, which few columns fulfill.
func crowdedIn(x *mat.Dense, out []bool) {
	n, p := x.Dims()
	low, high := slices.Clone(x.RawRowView(0)), slices.Clone(x.RawRowView(0))
	mean, share := make([]float64, p), 1/float64(n)
	for i := range n {
		row := x.RawRowView(i)
		low, high, mean := low[:len(row)], high[:len(row)], mean[:len(row)]
		for j, v := range row {
			low[j], high[j] = min(low[j], v), max(high[j], v)
			mean[j] += v * share
		}
	}
	var column []float64
	for j := range p {
		tenth := high[j]/10 - low[j]/10
		if near := 1.11 * tenth; tenth == 0 || mean[j]-low[j] > near && high[j]-mean[j] > near {
			continue
		}
		if column == nil {
			column = make([]float64, n)
		}
		mat.Col(column, j, x)
		slices.Sort(column)
		below, _ := slices.BinarySearchFunc(column, low[j]+tenth, notAbove)
		above, _ := slices.BinarySearch(column, high[j]-tenth)
		run, longest := 0, 0
		for i := range column {
			if i == 0 || column[i] != column[i-1] {
				run = 0
			}
			run++
			longest = max(longest, run)
		}
		out[j] = spread(max(below, n-above), n) && 2*longest <= n
	}
}

// notAbove puts equal values below the target.
func notAbove(v, target float64) int {
	if v <= target {
		return -1
	}
	return 1
}

// spread reports whether most of n values, but not all, are enough; one outlier of few always is.
func spread(most, n int) bool {
	return most < n && (most == n-1 || float64(most) >= crowdedShare*float64(n))
}
