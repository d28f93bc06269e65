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
// because of outliers; coded is given with its target coded. Columns of which half the values are
// one number, such as counts, are none. The cost is a pass over the values, or with Width that of
// coding them.
func codingWarnings(ctx context.Context, given, coded *datasets.Dataset, coding Coding, bins,
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
	crowded, err := crowdedColumns(ctx, given.Matrix(), coding, bins, workers)
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
		out = append(out, fmt.Sprintf("%d %s 99%% of the values or more in one code (%s): %s",
			len(names), what, suggest.List(names, 5), remedy))
	}
	return out, nil
}

// crowdedColumns says of each column whether nearly all values are one code, and no number is in
// half of the rows.
func crowdedColumns(ctx context.Context, x storage.Matrix, coding Coding, bins, workers int) (
	[]bool, error) {
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
				crowdedIn(sparse.Columns(j, j+1, &buf), coding, bins, out[j:j+1])
			}
		}
		return out, ctx.Err()
	}
	const block = 512 // columns whose sums stay in the cache
	err := storage.EachBlock(ctx, x, workers, block, func(b *mat.Dense, lo, hi int) {
		crowdedIn(b, coding, bins, out[lo:hi])
	})
	return out, err
}

// crowdedIn is crowdedColumns for a block. By Levels the code that is crowded is the middle one, of
// values within sd/2 of the mean. Then a hundredth of the values makes three quarters of the
// variance, so that one of them is more than 8 sd from the mean, which few columns have.
func crowdedIn(x *mat.Dense, coding Coding, bins int, out []bool) {
	n, p := x.Dims()
	first := x.RawRowView(0)
	low, high := slices.Clone(first), slices.Clone(first)
	mean, square := make([]float64, p), make([]float64, p) // of the differences from the first
	share := 1 / float64(n)
	for i := range n {
		row := x.RawRowView(i)
		low, high, mean, square, first := low[:len(row)], high[:len(row)], mean[:len(row)],
			square[:len(row)], first[:len(row)]
		for j, v := range row {
			low[j], high[j] = min(low[j], v), max(high[j], v)
			v -= first[j]
			mean[j] += v * share
			square[j] += v * v * share
		}
	}
	column, codes := make([]float64, n), make([]uint8, n)
	for j := range p {
		width := high[j] - low[j]
		far := max(high[j]-first[j]-mean[j], first[j]+mean[j]-low[j])
		if width == 0 || math.IsInf(width, 1) ||
			coding == Levels && far*far < 64*(square[j]-mean[j]*mean[j]) {
			continue
		}
		codeColumn(codes, mat.Col(column, j, x), low[j], width, nil, coding, bins)
		var counts [mostCodes]int
		most := 0
		for _, c := range codes {
			counts[c]++
			most = max(most, counts[c])
		}
		if !spread(most, n) {
			continue
		}
		slices.Sort(mat.Col(column, j, x))
		run, longest := 0, 0
		for i := range column {
			if i == 0 || column[i] != column[i-1] {
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
