package redundancy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
)

// checked is columnsOf for data and indices that it checks first.
func checked(ctx context.Context, d *datasets.Dataset, columns []int, workers int) (
	[][]float64, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := datasets.CheckColumns(columns, d.D()); err != nil {
		return nil, err
	}
	return columnsOf(ctx, d, columns, workers)
}

// columnsOf copies chosen columns of valid data, each contiguous and divided by the power of two
// that brings its entries to at most 1: no difference overflows, no digit is lost, and no cosine
// changes. They stand one after the other.
func columnsOf(ctx context.Context, d *datasets.Dataset, columns []int, workers int) (
	[][]float64, error) {
	x, places := d.Matrix(), columns
	if d.Stored != nil { // the same values, in memory
		some := x.Take(columns)
		if err := storage.Guard(func() {
			x = storage.Dense{Dense: storage.ToDense(some)}
		}); err != nil {
			return nil, err
		}
		places = make([]int, len(columns))
		for a := range places {
			places[a] = a
		}
	}
	n := d.N()
	all := make([]float64, n*len(columns))
	out, bad := make([][]float64, len(columns)), make([]int, len(columns))
	for a := range out {
		out[a] = all[a*n : (a+1)*n]
	}
	// A row's line of the processor's cache has eight numbers.
	err := parallel.For(ctx, workers, len(columns), 8, func(lo, hi int) {
		copyColumns(out[lo:hi], x, places[lo:hi])
		for a, f := range out[lo:hi] {
			bad[lo+a] = slices.IndexFunc(f, func(v float64) bool { return v-v != 0 })
			if bad[lo+a] < 0 {
				shrink(f)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for a, i := range bad {
		if i >= 0 {
			j := columns[a]
			return nil, fmt.Errorf(
				"row %d, column %d (%s) is not a finite number; fill it in, or drop the row or "+
					"the column", i, j, d.Features[j])
		}
	}
	return out, nil
}

// lineOf is the number of rows that copyColumns reads together: their values in a column fill a
// line of the processor's cache.
const lineOf = 8

// copyColumns copies columns of x, of as many rows as the numbers of each of out.
func copyColumns(out [][]float64, x mat.Matrix, columns []int) {
	rows, ok := x.(mat.RawRowViewer)
	if !ok {
		for a, j := range columns {
			mat.Col(out[a], j, x)
		}
		return
	}
	n, _ := x.Dims()
	i := 0
	for ; i+lineOf <= n; i += lineOf {
		var line [lineOf][]float64
		for r := range line {
			line[r] = rows.RawRowView(i + r)
		}
		for a, j := range columns {
			to := out[a][i:][:lineOf]
			for r := range to {
				to[r] = line[r][j]
			}
		}
	}
	for ; i < n; i++ {
		row := rows.RawRowView(i)
		for a, j := range columns {
			out[a][i] = row[j]
		}
	}
}

// shrink divides f by the power of two that brings its entries to at most 1.
func shrink(f []float64) {
	_, exponent := math.Frexp(largest(f))
	if exponent > -1000 { // 2^-exponent is a number of full precision
		floats.Scale(math.Ldexp(1, -exponent), f)
		return
	}
	for i, v := range f {
		f[i] = math.Ldexp(v, -exponent)
	}
}

// center returns f minus its mean, exactly 0 for a constant f.
func center(f []float64) []float64 {
	out := slices.Clone(f)
	centerInPlace(out)
	return out
}

func centerInPlace(f []float64) {
	first := f[0]
	var mean float64
	for i, v := range f {
		f[i] = v - first
		mean += f[i] / float64(len(f))
	}
	floats.AddConst(-mean, f)
}

// normalize scales f to unit length, first by its largest entry so that no square underflows. It
// returns false for a zero vector.
func normalize(f []float64) bool {
	most := largest(f)
	if most == 0 {
		return false
	}
	for i := range f {
		f[i] /= most
	}
	norm := math.Sqrt(dot(f, f))
	for i := range f {
		f[i] /= norm
	}
	return true
}

// largest is the largest magnitude in f, of finite numbers.
func largest(f []float64) float64 {
	var most float64
	for _, v := range f {
		if v = math.Abs(v); v > most {
			most = v
		}
	}
	return most
}

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s float64
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// clamp bounds a cosine, which rounding can bring above 1.
func clamp(c float64) float64 { return max(-1, min(1, c)) }
