package npy

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// maxGrowth is how many times the bytes of the archive its arrays may take in memory beside
// trusted: the bound of all readers. Compressed zeros reach 8,000.
const maxGrowth = 1000

// Archive is an .npz file.
type Archive struct {
	size  int64
	taken int64 // bytes of memory of what was read
	names []string
	files map[string]*zip.File
}

// Open reads the directory of an .npz archive of size bytes. Errors have one line.
func Open(r io.ReaderAt, size int64) (*Archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		if size == 0 {
			return nil, errors.New("the file is empty (0 bytes); fetch it again")
		}
		return nil, fmt.Errorf(
			"the file is no whole .npz archive (%w); fetch it again, or save it "+
				"with numpy.savez", err)
	}
	a := &Archive{size: size, files: make(map[string]*zip.File)}
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue // numpy.savez writes arrays only
		}
		if a.files[name] != nil {
			return nil, fmt.Errorf("the archive has two arrays %s; save it again with numpy.savez",
				visible.Name(name))
		}
		a.files[name] = f
		a.names = append(a.names, name)
	}
	if len(a.names) == 0 {
		return nil, errors.New("the archive has no array; save it with numpy.savez")
	}
	return a, nil
}

// Names returns the names of the arrays, in the order of the file.
func (a *Archive) Names() []string { return slices.Clone(a.names) }

// Has reports whether there is an array of that name.
func (a *Archive) Has(name string) bool { return a.files[name] != nil }

// Read reads the array of that name; accept is as that of the function Read. Its memory together
// with that of earlier ones is at most 64 MiB and 1000 times the size of the archive.
func (a *Archive) Read(name string, accept func(Header) error) (*Array, error) {
	f := a.files[name]
	if f == nil {
		known := make([]string, len(a.names))
		for i, name := range a.names {
			known[i] = visible.Name(name)
		}
		return nil, errors.New(suggest.Unknown("array", visible.Short(name), known))
	}
	array, err := a.read(f, accept)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", visible.Name(name), err)
	}
	return array, nil
}

func (a *Archive) read(f *zip.File, accept func(Header) error) (*Array, error) {
	if f.Flags&1 != 0 {
		return nil, errors.New("the archive is encrypted; save it with numpy.savez")
	}
	r, err := f.Open()
	if err != nil {
		return nil, zipError(err)
	}
	defer r.Close()
	if f.UncompressedSize64 > math.MaxInt64 || f.CompressedSize64 > uint64(a.size) {
		return nil, errors.New(
			"the directory of the archive claims more bytes than the file has; " +
				"fetch it again")
	}
	array, err := read(r, int64(f.UncompressedSize64), false, func(h Header) error {
		a.taken += h.Memory()
		if len(h.Shape) == 2 {
			a.taken += compressed.Memory(h.Shape[0], h.Shape[1], 0)
		}
		if a.taken > trusted && (a.taken-trusted)/maxGrowth > a.size {
			return fmt.Errorf("%s values make more than %d times the file's %d bytes in memory; "+
				"if that is right, save it without compression: numpy.savez", h.Dims(), maxGrowth,
				a.size)
		}
		if accept != nil {
			return accept(h)
		}
		return nil
	})
	return array, zipError(err)
}

// zipError rewords the errors of package zip.
func zipError(err error) error {
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return errors.New(
			"the archive is packed in a way that numpy.load does not write; save it " +
				"with numpy.savez or numpy.savez_compressed")
	case errors.Is(err, zip.ErrChecksum):
		return errors.New("the data do not have their checksum; fetch the file again")
	case errors.Is(err, zip.ErrFormat):
		return errors.New("the archive is damaged; fetch it again")
	}
	return err
}

// Sparse reports whether the archive is one of scipy.sparse.save_npz.
func (a *Archive) Sparse() bool {
	return a.Has("format") && a.Has("shape") && a.Has("data")
}

// ReadSparse reads the matrix that scipy.sparse.save_npz wrote in the formats csr, csc and coo, as
// it is stored, after every bound was checked; entries may be unsorted and repeated. Rows and
// columns in errors count from 0.
func (a *Archive) ReadSparse() (*compressed.Matrix, error) {
	format, err := a.Read("format", nil)
	if err != nil {
		return nil, err
	}
	kind := ""
	if len(format.Text) == 1 {
		kind = format.Text[0]
	}
	if kind != "csr" && kind != "csc" && kind != "coo" {
		return nil, fmt.Errorf("a sparse matrix in the format %q is not read; save it in "+
			"compressed rows: scipy.sparse.save_npz(\"x.npz\", x.tocsr())", visible.Short(kind))
	}
	rows, cols, err := a.sparseShape()
	if err != nil {
		return nil, err
	}
	data, err := a.vector("data")
	if err != nil {
		return nil, err
	}
	if err := a.charge(compressed.Memory(rows, cols, int64(len(data)))); err != nil {
		return nil, fmt.Errorf("a matrix of %d×%d %w", rows, cols, err)
	}
	if kind == "coo" {
		return a.entries(rows, cols, data)
	}
	m := &compressed.Matrix{Rows: rows, Cols: cols, ByRow: kind == "csr", Values: data}
	if m.Index, err = a.indices("indices"); err != nil {
		return nil, err
	}
	starts, err := a.vector("indptr")
	if err != nil {
		return nil, err
	}
	if m.Starts, err = whole[int](starts, float64(min(1<<53, math.MaxInt)), "indptr"); err != nil {
		return nil, err
	}
	return m, m.Check()
}

// entries reads the matrix of a list of entries.
func (a *Archive) entries(rows, cols int, data []float64) (*compressed.Matrix, error) {
	row, err := a.indices("row")
	if err != nil {
		return nil, err
	}
	col, err := a.indices("col")
	if err != nil {
		return nil, err
	}
	return compressed.FromEntries(rows, cols, row, col, data)
}

// charge counts further memory.
func (a *Archive) charge(bytes int64) error {
	if a.taken += bytes; a.taken > trusted && (a.taken-trusted)/maxGrowth > a.size {
		return fmt.Errorf("makes more than %d times the file's %d bytes in memory; take out rows "+
			"and columns without values", maxGrowth, a.size)
	}
	return nil
}

// sparseShape reads the two sides of a sparse matrix.
func (a *Archive) sparseShape() (rows, cols int, err error) {
	shape, err := a.vector("shape")
	if err != nil {
		return 0, 0, err
	}
	sides, err := whole[int](shape, math.MaxInt32, "shape")
	if err != nil {
		return 0, 0, err
	}
	if len(sides) != 2 {
		return 0, 0, fmt.Errorf("the sparse array has %d dimensions; save a matrix of one row per "+
			"sample", len(sides))
	}
	return sides[0], sides[1], compressed.CheckSides(sides[0], sides[1])
}

// vector reads numbers in one dimension.
func (a *Archive) vector(name string) ([]float64, error) {
	v, err := a.Read(name, func(h Header) error {
		if len(h.Shape) != 1 || !h.Type.Numeric() {
			return fmt.Errorf("it is %s of type %s, and a sparse matrix has a vector of numbers; "+
				"save it with scipy.sparse.save_npz", h.Dims(), h.Type)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return v.Values, nil
}

// indices reads the row or the column of each entry.
func (a *Archive) indices(name string) ([]int32, error) {
	v, err := a.vector(name)
	if err != nil {
		return nil, err
	}
	return whole[int32](v, math.MaxInt32, name)
}

// whole converts numbers that must be whole, from 0 to most.
func whole[T int | int32](values []float64, most float64, name string) ([]T, error) {
	out := make([]T, len(values))
	for k, v := range values {
		if !(v >= 0 && v <= most) || v != math.Trunc(v) {
			return nil, fmt.Errorf(
				"array %s, element %d is %v, not a whole number from 0 to %.0f; "+
					"save it with scipy.sparse.save_npz", name, k, v, most)
		}
		out[k] = T(v)
	}
	return out, nil
}
