// Package redundancy measures the redundancy of chosen features.
package redundancy

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/processor"
)

// Measures are means over the k(k-1)/2 pairs of k chosen features. Each is 0 for orthogonal
// features and 1 for duplicates.
type Measures struct {
	Pearson    float64 // signed correlation (SPFS 2013, (6.1) as its tables use it)
	AbsPearson float64 // |correlation|
	// squared cosine of the centered features = squared correlation (GRM 2015)
	SqCosCentered float64 `plain:"sqcos_centered"`
	// squared cosine of the uncentered features (FSIR²)
	SqCosUncentered float64 `plain:"sqcos"`
}

// Point is the redundancy of the best K features.
type Point struct {
	K int
	Measures
}

// Pair is two of the chosen features, by their column indices I and J, and their correlation.
type Pair struct {
	I, J        int
	Correlation float64
}

// Result is the result of Of.
type Result struct {
	Measures
	MostAlike Pair  // pair of largest |correlation|, the first in a tie
	Constant  []int // chosen columns that are constant, with correlation 0
}

// Of returns the four measures for the chosen columns of d, with f~ = f - mean(f):
//
//	Pearson         = mean over pairs of f~_i'f~_j / (‖f~_i‖ ‖f~_j‖)
//	AbsPearson      = mean over pairs of its absolute value
//	SqCosCentered   = mean over pairs of its square
//	SqCosUncentered = mean over pairs of (f_i'f_j / (‖f_i‖ ‖f_j‖))²
//
// A constant column has correlation 0 with every other, a zero column cosine 0. Of returns an error
// if there are fewer than two columns, if an index is out of range or repeated, or if a value is
// not finite, and ctx.Err(). The cost is O(nk²) time and O(nk) memory for k columns.
func Of(ctx context.Context, d *datasets.Dataset, columns []int, workers int) (*Result, error) {
	raw, err := checked(ctx, d, columns, workers)
	if err != nil {
		return nil, err
	}
	return measure(ctx, columns, raw, workers)
}

// measure is Of for the copies of columnsOf, which it changes.
func measure(ctx context.Context, columns []int, raw [][]float64, workers int) (*Result, error) {
	if len(columns) < 2 {
		return nil, errors.New("redundancy compares pairs of features; give at least two")
	}
	centered := make([][]float64, len(columns))
	r := &Result{}
	for a, f := range raw {
		centered[a] = center(f)
		if !normalize(centered[a]) {
			r.Constant = append(r.Constant, columns[a])
		}
		normalize(f)
	}
	// Each row of pairs has its own sums, which are added in order at the end, so the result does
	// not depend on the number of workers.
	type sums struct {
		signed, abs, centered, raw float64
		alike                      Pair
	}
	rows := make([]sums, len(columns))
	err := parallel.For(ctx, workers, len(columns), 1, func(a, _ int) {
		s := &rows[a]
		for b := a + 1; b < len(columns); b++ {
			c := clamp(dot(centered[a], centered[b]))
			s.signed += c
			s.abs += math.Abs(c)
			s.centered += c * c
			q := clamp(dot(raw[a], raw[b]))
			s.raw += q * q
			if math.Abs(c) > math.Abs(s.alike.Correlation) || b == a+1 {
				s.alike = Pair{columns[a], columns[b], c}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	pairs := float64(len(columns)) * float64(len(columns)-1) / 2
	for a, s := range rows[:len(columns)-1] {
		r.Pearson += s.signed / pairs
		r.AbsPearson += s.abs / pairs
		r.SqCosCentered += s.centered / pairs
		r.SqCosUncentered += s.raw / pairs
		if a == 0 || math.Abs(s.alike.Correlation) > math.Abs(r.MostAlike.Correlation) {
			r.MostAlike = s.alike
		}
	}
	return r, nil
}

// Correlations returns the k×k matrix of correlations of the chosen columns of d, with 1 on the
// diagonal and 0 for constant columns. Cost and errors are those of Of, but one column is allowed.
func Correlations(ctx context.Context, d *datasets.Dataset, columns []int, workers int) (
	*mat.SymDense, error) {
	z, err := checked(ctx, d, columns, workers)
	if err != nil {
		return nil, err
	}
	k := float64(len(z))
	if err := processor.CheckMemory(16*k*k, fmt.Sprintf("the correlations of %d features", len(z)),
		"take the best features of a method"); err != nil {
		return nil, err
	}
	out := mat.NewSymDense(len(z), nil)
	for a := range z {
		z[a] = center(z[a])
		if normalize(z[a]) {
			out.SetSym(a, a, 1)
		}
	}
	rows := make([][]float64, len(z))
	err = parallel.For(ctx, workers, len(z), 1, func(a, _ int) {
		rows[a] = make([]float64, len(z))
		for b := a + 1; b < len(z); b++ {
			rows[a][b] = clamp(dot(z[a], z[b]))
		}
	})
	if err != nil {
		return nil, err
	}
	for a, row := range rows {
		for b := a + 1; b < len(z); b++ {
			out.SetSym(a, b, row[b])
		}
	}
	return out, nil
}
