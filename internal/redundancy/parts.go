package redundancy

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
)

// Products of parts of the columns, on machines that do not have the others. With z_j of a part
// and weights v of some columns S,
//
//	(Av)_j = sum_{i in S} v_i (z_j'z_i)²    Times, of the z_i
//	       = z_j'Kz_j                       Forms, of the Kernels of all parts, added up
//
// cost 2n|S| and 2n² operations a column; ByKernel says which is less.

// Kernel is K = Z diag(v) Z' (n×n): the entries to the diagonal, row by row, with twice those
// beside it. Those of parts of the columns add up.
type Kernel struct {
	N      int
	values []float64 // n×n
}

// NewKernel is that of no columns.
func NewKernel(n int) *Kernel { return &Kernel{N: n, values: make([]float64, n*n)} }

// AddColumns adds the kernel of the features of s with weights v, in n²p operations.
func (k *Kernel) AddColumns(ctx context.Context, s *Squares, v []float64, workers int) error {
	m := s.Multiplier(workers)
	if err := m.makeKernel(ctx, v, nil); err != nil {
		return err
	}
	floats.Add(k.values, m.kernel)
	return nil
}

// Write writes the numbers, 4n² bytes.
func (k *Kernel) Write(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, uint64(k.N)); err != nil {
		return err
	}
	for i := range k.N {
		if err := binary.Write(w, binary.LittleEndian, k.values[i*k.N:][:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// AddFrom adds what Write wrote. It returns an error for a kernel of another number of samples, and
// if the numbers are cut off.
func (k *Kernel) AddFrom(r io.Reader) error {
	var n uint64
	if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
		return fmt.Errorf("no kernel: %w", err)
	}
	if n != uint64(k.N) {
		return fmt.Errorf("a kernel of %d samples, want %d", n, k.N)
	}
	row := make([]float64, k.N)
	for i := range k.N {
		if err := binary.Read(r, binary.LittleEndian, row[:i+1]); err != nil {
			return fmt.Errorf("a kernel of %d samples that is cut off: %w", n, err)
		}
		floats.Add(k.values[i*k.N:][:i+1], row[:i+1])
	}
	return nil
}

// Forms sets dst_j = z_j'Kz_j.
func (s *Squares) Forms(ctx context.Context, dst []float64, k *Kernel, workers int) error {
	m := s.Multiplier(workers)
	m.kernel, m.dst = k.values, dst
	return parallel.For(ctx, workers, s.p, tile, m.use)
}

// Times sets dst_j = sum_i v_i (z_j'z_i)², z_i the features of other.
func (s *Squares) Times(ctx context.Context, dst []float64, other *Squares, v []float64,
	workers int) error {
	return s.times(ctx, dst, other.z, v, func(int) {}, workers)
}

// Append adds the features of other after those of s.
func (s *Squares) Append(other *Squares) {
	s.z = append(s.z, other.z...)
	s.p += other.p
}

// Keys are numbers from which DuplicatesByKeys finds candidates; -1 of a zero feature.
func (s *Squares) Keys(ctx context.Context, workers int) ([]float64, error) {
	probe := duplicates.NewProbe(s.n)
	keys := make([]float64, s.p)
	err := parallel.For(ctx, workers, s.p, tile, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			if keys[j] = -1; floats.Norm(s.at(j), math.Inf(1)) > 0 {
				keys[j] = probe.Key(s.at(j), duplicateRule)
			}
		}
	})
	return keys, err
}

// DuplicatesByKeys is Squares.Duplicates for features of n samples that are elsewhere. load
// returns z_j, as Column does; it is called for features whose keys are nearly equal.
func DuplicatesByKeys(ctx context.Context, n int, keys []float64,
	load func(buf []float64, j int) []float64) (of []int, err error) {
	var among []int
	var known []float64
	for j, key := range keys {
		if key >= 0 {
			among, known = append(among, j), append(known, key)
		}
	}
	return duplicates.ByKeys(ctx, n, len(keys), load, among, known, duplicateRule)
}

// Column is z_j.
func (s *Squares) Column(j int) []float64 { return s.at(j) }
