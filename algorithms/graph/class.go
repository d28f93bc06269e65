// Package graph holds the graphs over samples that the methods share, and the
// quadratic forms f'Lf of their Laplacians for every feature f at once. No n×n
// matrix is formed for a class graph, no d×d matrix ever.
package graph

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Forms holds two quadratic forms for each of d features.
type Forms struct {
	Between []float64 // b_j = f_j'L_b f_j
	Within  []float64 // e_j = f_j'L_w f_j
}

// Constant lists the columns for which both forms are zero, ascending.
func (f *Forms) Constant() []int {
	var out []int
	for j, b := range f.Between {
		if b == 0 && f.Within[j] == 0 {
			out = append(out, j)
		}
	}
	return out
}

// check returns an error that names the first column whose forms overflowed.
func (f *Forms) check(names []string) error {
	for j, b := range f.Between {
		if s := b + f.Within[j]; math.IsInf(s, 0) || math.IsNaN(s) {
			return fmt.Errorf("column %d (%s): the squares of its values overflow; divide the column by a constant", j, names[j])
		}
	}
	return nil
}

// columnBlock is the number of columns that one goroutine works on at a time:
// the sums of a few dozen classes stay in cache.
const columnBlock = 512

// ClassForms returns the scatter of every column of x (n×d) between and within
// classes:
//
//	Between_j = sum_c n_c (mean_cj - mean_j)^2
//	Within_j  = sum_i (x_ij - mean_{y_i,j})^2
//
// which are f'L_b f and f'L_w f for the class graph A_w = 1/n_c inside a class,
// A_b = 1/n - A_w (Nie et al. 2008, eqs. 10 and 11). y holds n class indices
// below c; names are used by errors. A column that is constant within each class
// has Within exactly 0, a constant column has both exactly 0. The cost is two
// passes over x, O(nd), and O(cd) memory in pieces. It returns an error when the
// squares of a column overflow, and ctx.Err().
func ClassForms(ctx context.Context, x *mat.Dense, y []int, c int, names []string, workers int) (*Forms, error) {
	n, d := x.Dims()
	first, count := make([]int, c), make([]float64, c)
	for i := n - 1; i >= 0; i-- {
		first[y[i]] = i
		count[y[i]]++
	}
	f := &Forms{make([]float64, d), make([]float64, d)}
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		classBlock(x, y, first, count, f.Between[lo:hi], f.Within[lo:hi], lo, hi)
	})
	if err != nil {
		return nil, err
	}
	return f, f.check(names)
}

// classBlock does columns lo to hi-1. Values are taken relative to the first
// sample of their class, so that a column that is constant within a class gives
// exact zeros whatever its value is.
func classBlock(x *mat.Dense, y, first []int, count, between, within []float64, lo, hi int) {
	n, _ := x.Dims()
	w := hi - lo
	mean := make([][]float64, len(count)) // of class c, relative to its first sample
	origin := make([][]float64, len(count))
	for c := range mean {
		mean[c] = make([]float64, w)
		if count[c] > 0 {
			origin[c] = x.RawRowView(first[c])[lo:hi]
		}
	}
	for i := range n {
		row, o, m := x.RawRowView(i)[lo:hi], origin[y[i]], mean[y[i]]
		o, m = o[:len(row)], m[:len(row)]
		for j, v := range row {
			m[j] += v - o[j]
		}
	}
	for c, m := range mean {
		for j := range m {
			m[j] /= max(count[c], 1)
		}
	}
	for i := range n {
		row, o, m := x.RawRowView(i)[lo:hi], origin[y[i]], mean[y[i]]
		o, m = o[:len(row)], m[:len(row)]
		e := within[:len(row)]
		for j, v := range row {
			r := v - o[j] - m[j]
			e[j] += r * r
		}
	}
	betweenClasses(origin, mean, count, between)
}

// betweenClasses adds n_c (mean_c - mean)^2 over the classes, with all means
// relative to that of the first class that has samples.
func betweenClasses(origin, mean [][]float64, count, between []float64) {
	base, total := -1, 0.0
	for c, k := range count {
		if k > 0 && base < 0 {
			base = c
		}
		total += k
	}
	for j := range between {
		delta := func(c int) float64 {
			return (origin[c][j] - origin[base][j]) + (mean[c][j] - mean[base][j])
		}
		var centre float64
		for c, k := range count {
			if k > 0 {
				centre += k / total * delta(c)
			}
		}
		for c, k := range count {
			if k > 0 {
				r := delta(c) - centre
				between[j] += k * r * r
			}
		}
	}
}

// Scatter returns sum_i (x_ij - mean_j)^2 for every column of x (n×d), exactly
// 0 for a constant one. Cost, names and errors are those of ClassForms.
func Scatter(ctx context.Context, x *mat.Dense, names []string, workers int) ([]float64, error) {
	n, _ := x.Dims()
	f, err := ClassForms(ctx, x, make([]int, n), 1, names, workers)
	if err != nil {
		return nil, err
	}
	return f.Within, nil
}
