package datasets

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/zeebo/xxh3"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/rawfloat"
	"fsnb.example/internal/visible"
)

// KeptDense is the number of values, 2²⁵ (256 MiB), up to which Take returns data in memory from
// data that are sparse or on disk, so that every method runs on them.
const KeptDense = 1 << 25

// NewStored makes a data set of values that are sparse or on disk, such as a *storage.Sparse or a
// *storage.Mapped (n×d, rows are samples). Labels and names are those of New; nil names are f0, f1,
// …. The values are not copied.
//
// The errors are those of New. The cost is one pass over the values.
func NewStored[L Label](name string, x storage.Matrix, labels []L, features []string) (
	*Dataset, error) {
	if x == nil {
		return nil, errors.New("no data: x is nil; give a matrix with one row per sample")
	}
	if dense, ok := x.(storage.Dense); ok {
		return New(name, dense.Dense, labels, features)
	}
	return buildOf(&Dataset{Name: name, Stored: x}, labels, features)
}

// Matrix returns the values, which callers must not modify: Stored, or X as storage.Dense.
func (d *Dataset) Matrix() storage.Matrix {
	if d.Stored != nil {
		return d.Stored
	}
	return storage.Dense{Dense: d.X}
}

// setMatrix sets the values.
func (d *Dataset) setMatrix(x storage.Matrix) {
	d.X, d.Stored = nil, x
	if dense, ok := x.(storage.Dense); ok {
		d.X, d.Stored = dense.Dense, nil
	}
}

// empty reports whether there are no values.
func (d *Dataset) empty() bool {
	return d == nil || d.Stored == nil && (d.X == nil || d.X.IsEmpty())
}

// Dense returns d with its values in memory as X; d itself if they are. It returns an error when
// there are more than MaxElements, and those of reading a file. The cost is O(nd).
func (d *Dataset) Dense() (out *Dataset, err error) {
	if d.Stored == nil {
		return d, nil
	}
	if int64(d.N()) > MaxElements/int64(d.D()) {
		return nil, fmt.Errorf("%d×%d values do not fit in memory; take fewer features first "+
			"(TakeFeatures, or Take of a ranking)", d.N(), d.D())
	}
	err = storage.Guard(func() {
		copied := *d
		copied.X, copied.Stored = storage.ToDense(d.Stored), nil
		out = &copied
	})
	return out, err
}

// NeedDense returns an error of one line when the values are sparse or on disk, for what takes only
// values in memory.
func (d *Dataset) NeedDense() error {
	if d.empty() || d.Stored == nil {
		return nil
	}
	n, p := d.Stored.Dims()
	way := "call Dense() of the data set first"
	if n > KeptDense/p {
		way = fmt.Sprintf("take the best %d by fisher or variance first, which are then in memory",
			roundDown(max(1, KeptDense/n)))
	}
	return fmt.Errorf("the %d×%d values are %s, and this takes values in memory only; %s", n, p,
		d.Stored.Kind(), way)
}

// roundDown keeps the first digit.
func roundDown(v int) int {
	unit := 1
	for v >= 10*unit {
		unit *= 10
	}
	return v / unit * unit
}

// inMemory puts few values of a part of stored data in memory.
func inMemory[M storage.Matrix](x M) (m storage.Matrix, err error) {
	n, p := x.Dims()
	if n > KeptDense/max(p, 1) {
		return x, nil
	}
	err = storage.Guard(func() { m = storage.Dense{Dense: storage.ToDense(x)} })
	return m, err
}

// firstNonFiniteStored is FirstNonFinite of values that are sparse or on disk. The file of a Mapped
// is read whole, once: what Digest found when it was loaded is kept.
func (d *Dataset) firstNonFiniteStored() (row, col int, found bool) {
	switch x := d.Stored.(type) {
	case *storage.Sparse:
		_, p := x.Dims()
		row = math.MaxInt
		for j := range p {
			rows, values := x.Column(j)
			for k, v := range values {
				if v-v != 0 && int(rows[k]) < row {
					row, col, found = int(rows[k]), j, true
				}
			}
		}
		return row, col, found
	case *storage.Mapped:
		return x.NonFinite()
	}
	return 0, 0, false
}

// nonFiniteStored names the first NaN or infinite value of values that are sparse or on disk.
func (d *Dataset) nonFiniteStored(i, j int) error {
	what := "NaN"
	if v := d.Stored.At(i, j); v == v {
		what = "infinite"
	}
	return fmt.Errorf("row %d, column %d (%s) is %s; fill in a number, or drop the row or the "+
		"column (rows and columns counted from 0)", i, j, visible.Name(d.Features[j]), what)
}

// hashStored writes the content of values that are sparse or on disk.
func hashStored(w io.Writer, x storage.Matrix) error {
	fmt.Fprintln(w, x.Kind())
	switch x := x.(type) {
	case *storage.Sparse:
		h := xxh3.New()
		_, p := x.Dims()
		var places []byte
		for j := range p {
			rows, values := x.Column(j)
			places = places[:0]
			for _, i := range rows {
				places = append(places, byte(i), byte(i>>8), byte(i>>16), byte(i>>24))
			}
			places = append(places, 0xff, 0xff, 0xff, 0xff) // no row: the end of the column
			h.Write(places)
			h.Write(rawfloat.Bytes(values, nil)) // may be the memory of the values
		}
		sum := h.Sum128().Bytes()
		w.Write(sum[:])
	case *storage.Mapped:
		return x.WriteDigest(w)
	}
	return nil
}

// unitNormStored is UnitNorm of sparse data.
func (d *Dataset) unitNormStored(x *storage.Sparse) (*Dataset, int) {
	n, p := x.Dims()
	largest, sum := make([]float64, n), make([]float64, n)
	each := func(use func(i int32, v float64)) {
		for j := range p {
			rows, values := x.Column(j)
			for k, i := range rows {
				use(i, values[k])
			}
		}
	}
	each(func(i int32, v float64) { largest[i] = max(largest[i], math.Abs(v)) })
	each(func(i int32, v float64) {
		scaled := v * unit(largest[i])
		sum[i] += float64(scaled * scaled)
	})
	out := *d
	out.Stored = x.Map(func(i int32, v float64) float64 {
		return v * unit(largest[i]) / math.Sqrt(sum[i])
	})
	zeros := 0
	for _, v := range largest {
		if v == 0 {
			zeros++
		}
	}
	out.History = append(slices.Clone(d.History), "scaled each sample to unit norm")
	return &out, zeros
}
