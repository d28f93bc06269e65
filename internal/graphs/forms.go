// Package graphs computes what methods need of all pairs of samples: distances, kernels, nearest
// neighbors, graphs of edges, and the sums over them, or over classes, for every feature f, such as
// f'Lf of a Laplacian. It forms no d×d matrix, and no n×n matrix for the graph of classes.
package graphs

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Forms holds two quadratic forms for each of d features.
type Forms struct {
	Between []float64 // b_j = f_j'L_b f_j
	Within  []float64 // e_j = f_j'L_w f_j
	// Constant lists the constant columns, ascending. Both their forms are 0.
	Constant []int
	// Flat lists the other columns whose forms are both 0, ascending: they vary only at samples
	// whose weights are all 0. The class graph has none.
	Flat []int
}

const (
	// A form below tinyForm may consist of squares that have lost digits to underflow. Deviations
	// below tinyDeviation have such squares.
	tinyForm      = 1e-290
	tinyDeviation = 1e-145
)

// finish sets Constant and Flat. It returns an error that names the first column whose forms
// overflow, or whose differences are so small that their squares underflow.
func (f *Forms) finish(x mat.Matrix, names []string) error {
	var tiny []int
	for j, b := range f.Between {
		switch s := b + f.Within[j]; {
		case math.IsInf(s, 0) || math.IsNaN(s):
			return overflows(j, names)
		case s < tinyForm:
			tiny = append(tiny, j)
		}
	}
	dev, err := deviations(x, tiny)
	if err != nil {
		return err
	}
	for i, j := range tiny {
		switch {
		case dev[i] == 0:
			f.Constant = append(f.Constant, j)
		case dev[i] < tinyDeviation:
			return underflows(j, names)
		case f.Between[j] == 0 && f.Within[j] == 0:
			f.Flat = append(f.Flat, j)
		}
	}
	return nil
}

func overflows(j int, names []string) error {
	return fmt.Errorf(
		"column %d (%s): the squares of its values overflow; divide the column by a constant", j,
		names[j])
}

func underflows(j int, names []string) error {
	return fmt.Errorf("column %d (%s): the squares of its differences underflow; multiply the "+
		"column by a constant", j, names[j])
}

// deviations returns the largest |x_ij - x_0j| of some columns.
func deviations(x mat.Matrix, columns []int) ([]float64, error) {
	dev := make([]float64, len(columns))
	if len(columns) == 0 {
		return dev, nil
	}
	if s, ok := x.(*storage.Sparse); ok {
		return deviationsSparse(s, columns), nil
	}
	add := func(b *mat.Dense, dev []float64, columns []int) {
		n, _ := b.Dims()
		first := b.RawRowView(0)
		for i := range n {
			row := b.RawRowView(i)
			for k, j := range columns {
				dev[k] = max(dev[k], math.Abs(row[j]-first[j]))
			}
		}
	}
	m := storage.Of(x)
	if dense, ok := m.(storage.Dense); ok {
		add(dense.Dense, dev, columns)
		return dev, nil
	}
	err := storage.EachBlock(context.Background(), m.Take(columns), 0, columnBlock,
		func(b *mat.Dense, lo, hi int) {
			all := make([]int, hi-lo)
			for k := range all {
				all[k] = k
			}
			add(b, dev[lo:hi], all)
		})
	return dev, err
}
