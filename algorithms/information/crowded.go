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
// one number, such as counts, are none. The cost is two passes over the values.
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

// crowdedIn is crowdedColumns for a block.
func crowdedIn(x *mat.Dense, out []bool) {
	n, p := x.Dims()
	low, high := slices.Clone(x.RawRowView(0)), slices.Clone(x.RawRowView(0))
	for i := 1; i < n; i++ {
		row := x.RawRowView(i)
		low, high := low[:len(row)], high[:len(row)]
		for j, v := range row {
			if v < low[j] {
				low[j] = v
			}
			if v > high[j] {
				high[j] = v
			}
		}
	}
	for j := range p { // to the ends of the tenths
		tenth := high[j]/10 - low[j]/10
		low[j], high[j] = low[j]+tenth, high[j]-tenth
	}
	middle, below := make([]int32, p), make([]int32, p)
	for i := range n {
		row := x.RawRowView(i)
		low, high, middle, below := low[:len(row)], high[:len(row)], middle[:len(row)],
			below[:len(row)]
		for j, v := range row {
			if v <= low[j] {
				below[j]++
			} else if v < high[j] {
				middle[j]++
			}
		}
	}
	for j := range p {
		above := n - int(below[j]) - int(middle[j])
		if low[j] == high[j] || !spread(max(int(below[j]), above), n) {
			continue
		}
		v := mat.Col(nil, j, x)
		slices.Sort(v)
		run, longest := 0, 0
		for i := range v {
			if i == 0 || v[i] != v[i-1] {
				run = 0
			}
			run++
			longest = max(longest, run)
		}
		out[j] = 2*longest <= n
	}
}

// spread reports whether most of n values, but not all, are enough; one outlier of few always is.
func spread(most, n int) bool {
	return most < n && (most == n-1 || float64(most) >= crowdedShare*float64(n))
}
