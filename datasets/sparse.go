package datasets

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/compressed"
	"fsnb.example/internal/matrixmarket"
	"fsnb.example/internal/npy"
	"fsnb.example/internal/tabular"
)

// sparseTable is what a file of a sparse matrix holds.
type sparseTable struct {
	// x is n×d in compressed columns with ascending rows, without stored zeros, and finite.
	x *compressed.Matrix
	// names are those of the features, nil for none; y are the labels, groups and identifiers of
	// the samples, nil for none.
	names             []string
	rows              []string // the names of the samples, nil for none
	y                 *tabular.Table
	history, warnings []string
}

// readSparseNPZ reads a matrix of scipy.sparse.save_npz in the formats csr, csc and coo, with
// labels and names in further arrays of the archive, or in the file that opt.Labels names.
func readSparseNPZ(a *npy.Archive, opt Options) (*sparseTable, error) {
	stored, err := a.ReadSparse()
	if err != nil {
		return nil, err
	}
	t := &sparseTable{x: stored}
	if firstOf(a, npzLabelNames, "") != "" || opt.Label != "" {
		if t.y, err = npzLabels(a, opt); err != nil {
			return nil, err
		}
	}
	if t.names, err = npzNames(a); err != nil {
		return nil, err
	}
	if t.rows, err = npzRows(a); err != nil {
		return nil, err
	}
	return t, t.settle(opt)
}

// readSparseMarket reads a Matrix Market file, with labels in the file that opt.Labels names.
// name finds the names of the samples, if it is not nil.
func readSparseMarket(
	r io.Reader, opt Options, name func(*sparseTable) error,
) (*sparseTable, error) {
	x, err := matrixmarket.Read(r)
	if err != nil {
		return nil, err
	}
	t := &sparseTable{x: x}
	if name != nil {
		if err := name(t); err != nil {
			return nil, err
		}
	}
	return t, t.settle(opt)
}

// settle turns and sorts the matrix as opt says, checks it, and reads the labels beside it.
func (t *sparseTable) settle(opt Options) error {
	if i, j, found := t.x.FirstNonFinite(); found {
		return fmt.Errorf("row %d, column %d (counted from 0) is NaN or infinite; fill in a "+
			"number, or drop the row or the column", i, j)
	}
	if opt.Transposed {
		// What is compressed by rows is the transposed matrix compressed by columns.
		t.x = &compressed.Matrix{Rows: t.x.Cols, Cols: t.x.Rows, ByRow: !t.x.ByRow,
			Starts: t.x.Starts, Index: t.x.Index, Values: t.x.Values}
		t.history = append(t.history, "transposed the matrix: the file has one column per sample")
	}
	t.x = t.x.Columns()
	if i, j, found := t.x.FirstNonFinite(); found {
		return fmt.Errorf(
			"the entries in row %d, column %d (counted from 0) add up to more than a "+
				"float64 holds; save one entry there", i, j)
	}
	switch n, d := t.x.Rows, t.x.Cols; {
	case n == 0 || d == 0:
		return fmt.Errorf("the matrix is empty (%d×%d); give at least one sample and one feature",
			n, d)
	case t.names != nil && len(t.names) != d:
		return fmt.Errorf("%d feature names for %d columns; give one name per column",
			len(t.names), d)
	}
	if err := checkRowNames(t.rows, t.x.Rows); err != nil {
		return err
	}
	if opt.Labels != "" {
		var err error
		if t.y, err = opt.readLabels(samples(t.x.Rows, t.rows, "")); err != nil {
			return err
		}
	}
	if t.y != nil && t.y.Kept == nil && t.y.Rows != t.x.Rows {
		return fmt.Errorf("%d labels for %d samples; give one label per row of the matrix",
			t.y.Rows, t.x.Rows)
	}
	return nil
}

// dataset makes a data set of the matrix, held as opt.Storage says: for "" sparse if the dense
// table is large and fewer than a third of its values are not 0.
func (t *sparseTable) dataset(opt Options) (*Dataset, error) {
	x, err := storage.NewSparse(t.x.Rows, t.x.Starts, t.x.Index, t.x.Values)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Stored: x, Features: t.names, History: t.history, Warnings: t.warnings}
	if t.rows != nil && opt.Labels == "" {
		d.keepIDs(t.rows, "")
	}
	if t.names == nil {
		if d.Features, err = opt.namesOf(t.x.Cols); err != nil {
			return nil, err
		}
	}
	t.sayRounded(d)
	if d, err = d.dropped(opt); err != nil {
		return nil, err
	}
	d.Warnings = d.warningsOf(d.Features)
	if t.y != nil {
		if t.y.Kept != nil {
			d.Stored = d.Stored.TakeRows(t.y.Kept)
		}
		if d, err = d.withBeside(t.y, opt); err != nil {
			return nil, err
		}
	}
	n, p := d.Stored.Dims()
	entries := d.Stored.NonZeros()
	if opt.Storage == tabular.DenseStorage ||
		opt.Storage == "" && !tabular.HoldsSparse(int64(n), int64(p), int64(entries)) {
		if d, err = d.Dense(); err != nil {
			return nil, err
		}
	} else {
		d.History = append(d.History, fmt.Sprintf(
			"held the values as sparse data: %d of %d×%d are not 0", entries, n, p))
	}
	if err := d.finishAs(opt.Target, opt.filled()...); err != nil {
		return nil, err
	}
	if t.y != nil {
		d.warnLabels(t.y, opt)
	}
	return d, nil
}

// dropped returns d without the columns of opt.Drop.
func (d *Dataset) dropped(opt Options) (*Dataset, error) {
	kept, text, err := tabular.KeptColumns(opt.tabular(), d.Features)
	if err != nil || kept == nil {
		return d, err
	}
	out := *d
	out.Stored = d.Stored.Take(kept)
	out.Features = gathered(d.Features, kept)
	out.History = append(d.History, text)
	return &out, nil
}

// ReadMatrixMarket reads a Matrix Market file (.mtx), plain or compressed with gzip: coordinate or
// array, real, integer or pattern, general or symmetric, one row a sample (one column with
// Options.Transposed). Its values are sparse, unless they are few or Options.Storage is "dense".
// Labels come from the file that Options.Labels names, and names from Options.Names. Load also
// reads the identifiers of the samples from barcodes.tsv in the folder of matrix.mtx. Rows and
// columns in errors count from 0. Loading takes at most 64 MiB, six times the memory of the numbers
// as they are held, and 64 bytes a feature.
func ReadMatrixMarket(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readMarket(r, source, opt, nil)
}

// readMarketFile is ReadMatrixMarket of a file at path, with the barcodes beside it.
func readMarketFile(r io.Reader, path string, opt Options) (*Dataset, error) {
	return readMarket(r, path, opt, func(t *sparseTable) error { return t.readBarcodes(path, opt) })
}

func readMarket(
	r io.Reader, source string, opt Options, name func(*sparseTable) error,
) (*Dataset, error) {
	return readAs(source, func() (*Dataset, error) {
		if err := opt.checkArrays(); err != nil {
			return nil, err
		}
		t, err := readSparseMarket(r, opt, name)
		if err != nil {
			return nil, err
		}
		return t.dataset(opt)
	})
}

// readBarcodes reads the names of the samples, one a line, from the file barcodes.tsv beside
// matrix.mtx, or PREFIX_barcodes.tsv beside PREFIX_matrix.mtx, as the programs of 10x Genomics call
// them; each may be packed. Names for another number of samples cause a warning.
func (t *sparseTable) readBarcodes(path string, opt Options) error {
	const matrix = "matrix.mtx"
	path = strings.TrimSuffix(path, ".gz")
	if !strings.HasSuffix(path, matrix) {
		return nil
	}
	for _, ext := range []string{".tsv", ".tsv.gz"} {
		file := strings.TrimSuffix(path, matrix) + "barcodes" + ext
		if _, err := os.Stat(file); err != nil {
			continue
		}
		opt.Names = file
		names, err := opt.columnNames()
		if err != nil {
			return err
		}
		n := t.x.Rows
		if opt.Transposed {
			n = t.x.Cols
		}
		if len(names) == n {
			t.rows = names
			return nil
		}
		text := fmt.Sprintf("%s has %d names, and there are %d samples, so that they were not used",
			filepath.Base(file), len(names), n)
		if len(names) == t.x.Cols {
			text += "; set Transposed, since the columns of the matrix are the samples"
		}
		t.warnings = append(t.warnings, text)
		return nil
	}
	return nil
}
