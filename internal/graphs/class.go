package graphs

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// columnBlock is the number of columns that one goroutine processes at a time, so that the sums of
// a block stay in the first cache.
const columnBlock = 128

// ClassForms returns the scatter of every column of x (n×d) between and within classes:
//
//	Between_j = Σ_c n_c (mean_cj - mean_j)²
//	Within_j  = Σ_i (x_ij - mean_{y_i,j})²
//
// These are f'L_b f and f'L_w f for the class graph A_w = 1/n_c inside a class, A_b = 1/n - A_w. y
// holds n class indices below c; names are the names of the columns in errors. Within is exactly 0
// for a column that is constant within each class, and both are exactly 0 for a constant column.
//
// It returns an error if the squares of a column overflow or underflow, and ctx.Err(). The cost is
// two passes over x, O(nd), and O(cd) memory in pieces.
//
// Source: Nie et al. 2008, (10) and (11).
func ClassForms(ctx context.Context, x mat.Matrix, y []int, c int, names []string, workers int) (
	*Forms, error) {
	_, d := x.Dims()
	members := filledClasses(y, c)
	f := &Forms{Between: make([]float64, d), Within: make([]float64, d)}
	if err := classScatter(ctx, x, members, f.Between, f.Within, workers); err != nil {
		return nil, err
	}
	return f, f.finish(x, names)
}

// classScatter sets the scatter of every column between and within classes, of which members has
// the rows, none empty.
func classScatter(ctx context.Context, x mat.Matrix, members [][]int, between, within []float64,
	workers int) error {
	switch x := x.(type) {
	case *storage.Sparse:
		of, size := numbered(x, members)
		return classSparse(ctx, x, of, size, between, within, workers)
	case *storage.Mapped:
		if x.OneByte() {
			of, size := numbered(x, members)
			return classBytes(ctx, x, of, size, between, within, workers)
		}
	}
	return storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		classBlock(b, members, between[lo:hi], within[lo:hi])
	})
}

// numbered returns the class of each row, and the sizes of the classes.
func numbered(x mat.Matrix, members [][]int) (of, size []int) {
	n, _ := x.Dims()
	of, size = make([]int, n), make([]int, len(members))
	for c, rows := range members {
		size[c] = len(rows)
		for _, i := range rows {
			of[i] = c
		}
	}
	return of, size
}

// classBlock processes the columns of x. members are the rows of each class, none empty. Values are
// relative to the first sample of their class, so that columns that are constant within a class
// give exact zeros.
func classBlock(x *mat.Dense, members [][]int, between, within []float64) {
	w := len(within)
	means := make([]float64, len(members)*w) // classes × columns, relative to first samples
	for c, rows := range members {
		mean := means[c*w : (c+1)*w]
		addDeviations(mean, x, rows)
		for j := range mean {
			mean[j] /= float64(len(rows))
		}
		addSquares(within, mean, x, rows)
	}
	betweenClasses(x, members, means, between)
}

// addDeviations adds x_i - x_first over the rows to sum. Four rows at a time access sum less often
// and take half the time.
func addDeviations(sum []float64, x *mat.Dense, rows []int) {
	origin := x.RawRowView(rows[0])
	origin = origin[:len(sum)]
	for ; len(rows) >= 4; rows = rows[4:] {
		p, q, r, s := fourRows(x, rows, len(sum))
		for j := range sum {
			o := origin[j]
			sum[j] += ((p[j] - o) + (q[j] - o)) + ((r[j] - o) + (s[j] - o))
		}
	}
	for _, i := range rows {
		p := x.RawRowView(i)
		p = p[:len(sum)]
		for j := range sum {
			sum[j] += p[j] - origin[j]
		}
	}
}

// addSquares adds (x_i - x_first - mean)² over the rows to sum.
func addSquares(sum, mean []float64, x *mat.Dense, rows []int) {
	origin := x.RawRowView(rows[0])
	origin, mean = origin[:len(sum)], mean[:len(sum)]
	for ; len(rows) >= 4; rows = rows[4:] {
		p, q, r, s := fourRows(x, rows, len(sum))
		for j := range sum {
			o, m := origin[j], mean[j]
			a, b, c, d := p[j]-o-m, q[j]-o-m, r[j]-o-m, s[j]-o-m
			sum[j] += (a*a + b*b) + (c*c + d*d)
		}
	}
	for _, i := range rows {
		p := x.RawRowView(i)
		p = p[:len(sum)]
		for j := range sum {
			a := p[j] - origin[j] - mean[j]
			sum[j] += a * a
		}
	}
}

func fourRows(x *mat.Dense, rows []int, width int) (p, q, r, s []float64) {
	return x.RawRowView(rows[0])[:width], x.RawRowView(rows[1])[:width],
		x.RawRowView(rows[2])[:width], x.RawRowView(rows[3])[:width]
}

// betweenClasses adds n_c (mean_c - mean)² over the classes, with all means relative to that of the
// first class.
func betweenClasses(x *mat.Dense, members [][]int, means, between []float64) {
	w := len(between)
	var total float64
	origin := make([][]float64, len(members))
	for c, rows := range members {
		total += float64(len(rows))
		origin[c] = x.RawRowView(rows[0])
	}
	for j := range between {
		delta := func(c int) float64 {
			return (origin[c][j] - origin[0][j]) + (means[c*w+j] - means[j])
		}
		var center float64
		for c, rows := range members {
			center += float64(len(rows)) / total * delta(c)
		}
		for c, rows := range members {
			r := delta(c) - center
			between[j] += float64(len(rows)) * r * r
		}
	}
}

// Scatter returns Σ_i (x_ij - mean_j)² for every column of x (n×d), exactly 0 for a constant one,
// and the constant columns. Cost, names and errors are those of ClassForms.
func Scatter(ctx context.Context, x mat.Matrix, names []string, workers int) (scatter []float64,
	constant []int, err error) {
	n, _ := x.Dims()
	f, err := ClassForms(ctx, x, make([]int, n), 1, names, workers)
	if err != nil {
		return nil, nil, err
	}
	return f.Within, f.Constant, nil
}
