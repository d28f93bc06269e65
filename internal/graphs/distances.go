package graphs

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Distances are the squared Euclidean distances of all pairs of rows over some columns of a matrix,
// which add up over parts of the columns.
type Distances struct {
	N int // rows
	// Squares are Σ_j x_ij² of each row over the columns that vary, which say which distances tie.
	Squares []float64

	pairs triangle
}

// SquaredDistances computes those of the rows of x (n×d). It returns an error if they take more
// memory than there is, or when distances overflow, and ctx.Err(). The cost is O(n²d/2) time,
// O(n² + Σ_j e_j²) for sparse values with e_j entries of column j, and 4n² bytes.
func SquaredDistances(ctx context.Context, x mat.Matrix, workers int) (*Distances, error) {
	p, err := pairsOf(ctx, x, squaredDistance, false, workers, nil)
	if err != nil {
		return nil, err
	}
	out := &Distances{N: p.N, pairs: p.distance}
	out.Squares, err = squares(ctx, storage.Of(x))
	return out, err
}

// Add adds those over other columns of as many rows.
func (d *Distances) Add(o *Distances) error {
	if d.N != o.N {
		return fmt.Errorf("distances of %d samples and of %d; give parts of the same samples", d.N,
			o.N)
	}
	for i, v := range o.Squares {
		d.Squares[i] += v
	}
	for i, v := range o.pairs {
		d.pairs[i] += v
	}
	return nil
}

// HeatKernel is that of the rows whose distances these are: rows of all columns, if they are those
// of all parts. It returns the errors of HeatKernel.
func (d *Distances) HeatKernel(ctx context.Context, k int, t float64, workers int) (*Affinity,
	error) {
	if err := checkHeat(t); err != nil {
		return nil, err
	}
	if err := checkNeighbors(k, d.N); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(d.pairs, func(v float64) bool { return math.IsInf(v, 0) }) {
		return nil, errDistances
	}
	s := newSearch(d.N)
	s.values = roots(slices.Clone(d.Squares))
	lists, cut, err := s.runWith(ctx, d.pairs, 0, d.N, k, workers, func(int) {})
	if err != nil {
		return nil, err
	}
	return weightsOf(&Nearest{k, lists, cut, s}, t)
}

// Write writes the numbers, 4n² bytes, which ReadDistances reads.
func (d *Distances) Write(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, uint64(d.N)); err != nil {
		return err
	}
	if err := binary.Write(w, binary.LittleEndian, d.Squares); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, []float64(d.pairs))
}

// ReadDistances reads those of n rows. It returns an error for those of another number of rows, and
// if the numbers are cut off.
func ReadDistances(r io.Reader, n int) (*Distances, error) {
	var rows uint64
	if err := binary.Read(r, binary.LittleEndian, &rows); err != nil {
		return nil, fmt.Errorf("no distances: %w", err)
	}
	if rows != uint64(n) {
		return nil, fmt.Errorf("distances of %d samples, want %d", rows, n)
	}
	d := &Distances{N: n, Squares: make([]float64, n), pairs: make(triangle, n*(n-1)/2)}
	if err := binary.Read(r, binary.LittleEndian, d.Squares); err != nil {
		return nil, fmt.Errorf("distances of %d samples that are cut off: %w", n, err)
	}
	if err := binary.Read(r, binary.LittleEndian, []float64(d.pairs)); err != nil {
		return nil, fmt.Errorf("distances of %d samples that are cut off: %w", n, err)
	}
	return d, nil
}
