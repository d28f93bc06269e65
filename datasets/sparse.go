package datasets

import (
	"fmt"
	"io"

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
	names   []string
	y       *tabular.Table
	history []string
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
	return t, t.settle(opt)
}

// readSparseMarket reads a Matrix Market file, with labels in the file that opt.Labels names.
func readSparseMarket(r io.Reader, opt Options) (*sparseTable, error) {
	x, err := matrixmarket.Read(r)
	if err != nil {
		return nil, err
	}
	t := &sparseTable{x: x}
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
	if opt.Labels != "" {
		var err error
		if t.y, err = opt.readLabels(t.x.Rows); err != nil {
			return err
		}
	}
	if t.y != nil && t.y.Kept == nil && t.y.Rows != t.x.Rows {
		return fmt.Errorf("%d labels for %d samples; give one label per row of the matrix",
			t.y.Rows, t.x.Rows)
	}
	return nil
}

// refused is the error of a sparse matrix; load is the Python expression that reads the file.
func (t *sparseTable) refused(load string) error {
	return fmt.Errorf("a sparse matrix of %d×%d with %d values is not read; save it in full, in "+
		`Python: np.savez_compressed("x.npz", X=%s.toarray(), y=y)`, t.x.Rows, t.x.Cols,
		len(t.x.Values), load)
}

// ReadMatrixMarket reads a Matrix Market file (.mtx), plain or compressed with gzip: coordinate or
// array, real, integer or pattern, general or symmetric. Its matrix is sparse, which is an error
// after the file was checked.
func ReadMatrixMarket(r io.Reader, source string, opt Options) (*Dataset, error) {
	t, err := func() (*sparseTable, error) {
		if err := opt.checkArrays(); err != nil {
			return nil, err
		}
		return readSparseMarket(r, opt)
	}()
	if err == nil {
		err = t.refused(`scipy.io.mmread("x.mtx")`)
	}
	return nil, fmt.Errorf("%s: %w", source, err)
}
