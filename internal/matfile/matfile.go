// Package matfile reads the arrays of MATLAB level-5 MAT-files, as MATLAB (save -v6, save -v7) and
// scipy write them, as row-major float64 matrices and as text. It is written from the public
// description "MAT-File Format" of The MathWorks, with the standard library only.
//
// A full matrix is streamed straight into its row-major place: the numbers are held once, as
// float64, beside buffers of about one megabyte. Sizes in a file are not trusted: an array larger
// than 64 MiB is allocated when a sixteenth of its data has arrived, which is held until then. The
// row indices of a sparse matrix are held too; nearly empty ones that claim to be huge are refused.
//
// docs/files.md lists the other Go libraries that were considered.
package matfile

import (
	"errors"
	"io"
	"math"

	"fsnb.example/internal/compressed"
)

// MaxElements is the number of elements above which a numeric array is refused: 16 GiB of float64,
// 2 GiB where addresses have 32 bits. A compressed or sparse array can be much larger than its
// file, so a caller with less memory refuses by rows×cols in the want function of Read.
const MaxElements = min(1<<31, math.MaxInt/8)

var (
	// ErrTruncated is matched by the errors of files that end too early.
	ErrTruncated = errors.New("the file is cut short")
	// ErrHDF5 is matched by the error for MAT-files of version 7.3, which are
	// HDF5 files and not read by this package.
	ErrHDF5 = errors.New("the file is HDF5 (MATLAB 7.3)")
)

// Variable is one array of a MAT-file.
type Variable struct {
	// Name is the name of the variable.
	Name string
	// Class is the MATLAB class: double, single, int8 to int64, uint8 to uint64,
	// logical, sparse (real or logical), char, cell, struct, object, function or
	// opaque. Opaque arrays are MATLAB's newer objects: string, table,
	// categorical and datetime arrays among them.
	Class string
	// Rows and Cols are the dimensions. Of an array with more than two, Rows is
	// the first and Cols the product of the others.
	Rows, Cols int
	// Values holds the numbers row by row, Rows×Cols of them. It is nil when the
	// class holds no numbers (cell, struct, char, ...) and when the array has
	// more than two dimensions, unless the further ones are all 1. It is empty
	// and not nil for an empty matrix. 64-bit integers beyond 2^53 are rounded.
	Values []float64
	// Sparse holds a sparse array as it is stored: compressed columns, whose rows may be unsorted
	// and repeat. Values is nil then.
	Sparse *compressed.Matrix
	// Text holds the rows of a char array (without the blanks that pad several
	// rows to one width), or the strings of a cell array that is a row or a
	// column of strings. It is nil for anything else.
	Text []string
	// Cells holds the matrices of a cell array that is a row or a column of
	// matrices of numbers, without names. It is nil for anything else.
	Cells []Variable
}

// numeric tells whether arrays of the class hold numbers.
func numeric(class string) bool {
	switch class {
	case "cell", "struct", "object", "char", "function", "opaque":
		return false
	}
	return true
}

// Read reads the variables of the MAT-file r for which want returns true, in
// the order of the file; it reads all when want is nil. want is called with the
// name, class and dimensions before the data are read, and the data of other
// variables are passed over without being held or decompressed.
//
// On an error no variable is returned. Errors match [ErrTruncated] when the
// file ends early and [ErrHDF5] when it is of version 7.3. A file that was cut
// exactly between two variables cannot be told from a complete one. A variable
// of complex numbers is an error if it is wanted. Sparse arrays stay sparse
// (Variable.Sparse), and the limit of MaxElements does not hold for them.
func Read(r io.Reader, want func(name, class string, rows, cols int) bool) ([]Variable, error) {
	d, err := open(r)
	if err != nil {
		return nil, err
	}
	var vars []Variable
	for n := 0; ; n++ {
		more, err := d.next()
		if err != nil {
			return nil, err
		}
		if !more {
			if n == 0 {
				return nil, fail(ErrTruncated, "the file holds a header and no variable; save a "+
					"variable, or fetch the file again")
			}
			return vars, nil
		}
		v, err := d.variable(want)
		if err != nil {
			return nil, err
		}
		if v != nil {
			vars = append(vars, *v)
		}
		if err := d.leave(); err != nil {
			return nil, err
		}
	}
}
