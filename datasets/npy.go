package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/npy"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// The names of arrays in .npz files, the preferred ones first: those of MATLAB files, and what
// numpy.savez and scikit-learn use.
var (
	npzFeatureNames = append(slices.Clone(matFeatureNames), "arr_0")
	npzLabelNames   = append(slices.Clone(matLabelNames), "target")
	npzColumnNames  = []string{"feature_names", "names", "columns"}
	npzRowNames     = []string{"sample_names", "sample_ids", "obs_names", "barcodes", "index"}
)

// ReadNPY reads a matrix that numpy.save wrote, one row a sample (one column with
// Options.Transposed), of booleans, integers or floats in either order. The features are called f0,
// f1, … Labels come from the file that Options.Labels names; without it Options.Label must be
// NoLabel. Options.Drop and Missing work as for tables; NaN is a missing value, an infinite one an
// error. Rows and columns in errors count from 0.
//
// Big-endian arrays, Python objects, text, complex numbers, named fields, and arrays of one or
// three dimensions are errors that say how to save them. Nothing is allocated before the header
// agrees with the size of the file. Loading takes at most 32 MiB, three times the memory of the
// numbers, and 64 bytes a feature; a file that is mapped takes 32 MiB, and 32 bytes a feature and a
// sample.
func ReadNPY(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readAs(source, func() (*Dataset, error) { return readNPY(r, opt) })
}

func readNPY(r io.Reader, opt Options) (*Dataset, error) {
	if err := opt.checkArrays(); err != nil {
		return nil, err
	}
	if opt.Label != NoLabel && opt.Labels == "" {
		return nil, fmt.Errorf(
			"an .npy file has no labels; name their file in Labels, or read the "+
				"matrix without (label %s)", NoLabel)
	}
	x, err := npy.Read(r, sizeOf(r), acceptMatrix)
	if err != nil {
		return nil, err
	}
	return opt.fromArray(x, nil, nil, nil)
}

// checkArrays returns an error when o is not for files of arrays.
func (o Options) checkArrays() error {
	if err := o.Check(); err != nil {
		return err
	}
	if err := o.noRoles("a NumPy file"); err != nil {
		return err
	}
	return o.checkLabels()
}

// acceptMatrix returns an error for an array that is no matrix of numbers, or too large.
func acceptMatrix(h npy.Header) error {
	if err := checkMatrix(h); err != nil {
		return err
	}
	if int64(h.Count()) > MaxElements {
		return fmt.Errorf("the matrix has %s values, above the limit of %d; save fewer rows or "+
			"columns", h.Dims(), MaxElements)
	}
	return nil
}

// checkMatrix returns an error for an array that is no matrix of numbers, or empty.
func checkMatrix(h npy.Header) error {
	if err := h.CheckNumeric(); err != nil {
		return err
	}
	switch {
	case len(h.Shape) != 2:
		return fmt.Errorf("the array is no matrix (its size is %s); save one row per sample: "+
			`np.save("x.npy", x.reshape(-1, 1)) for one feature`, h.Dims())
	case h.Count() == 0:
		return fmt.Errorf("the matrix is empty (%s); give at least one sample and one feature",
			h.Dims())
	}
	return compressed.CheckSides(h.Shape[0], h.Shape[1])
}

// fromArray makes a data set of a matrix that acceptMatrix accepts. names are those of the features
// and rows those of the samples, nil for none; y are the labels, nil where o.Labels names their
// file or there are none.
func (o Options) fromArray(
	x *npy.Array, names, rows []string, y *tabular.Table,
) (*Dataset, error) {
	n, p, values := x.Shape[0], x.Shape[1], x.Values
	d := &Dataset{}
	if o.Transposed {
		values = mat.DenseCopyOf(mat.NewDense(n, p, values).T()).RawMatrix().Data
		n, p = p, n
		d.History = append(d.History, "transposed the matrix: the file has one column per sample")
	}
	if names == nil {
		var err error
		if names, err = o.namesOf(p); err != nil {
			return nil, err
		}
	} else if len(names) != p {
		return nil, fmt.Errorf("%d feature names for %d columns; give one name per column",
			len(names), p)
	}
	if err := o.checkNumbers(values, p); err != nil {
		return nil, err
	}
	if err := checkRowNames(rows, n); err != nil {
		return nil, err
	}
	if o.Labels != "" {
		var err error
		if y, err = o.readLabels(samples(n, rows, "")); err != nil {
			return nil, err
		}
	}
	if y == nil {
		y = &tabular.Table{Rows: n}
	}
	if o.Labels == "" {
		y.IDs = rows
	}
	if y.Kept != nil {
		values, n = keepRows(values, y.Kept, p), len(y.Kept)
	}
	if y.Rows != n {
		return nil, fmt.Errorf("%d labels for %d samples; give one label per row of the matrix",
			y.Rows, n)
	}
	t := tabular.Table{Names: names, Values: values, Rows: n, Y: y.Y, Classes: y.Classes,
		Target: y.Target}
	if err := t.Settle(o.tabular()); err != nil {
		return nil, err
	}
	y.Y, y.Classes, y.Target = t.Y, t.Classes, t.Target
	if t.Kept != nil {
		y.IDs = gathered(y.IDs, t.Kept)
		y.Group = gathered(y.Group, t.Kept)
	}
	if y.Group != nil { // of which some may be gone
		group := make([]string, len(y.Group))
		for i, g := range y.Group {
			group[i] = y.Groups[g]
		}
		y.Group, y.Groups = tabular.Encode(group)
	}
	d.X = mat.NewDense(t.Rows, len(t.Names), t.Values)
	d.Features = t.Names
	d, err := d.withBeside(y, o)
	if err != nil {
		return nil, err
	}
	d.History = append(d.History, t.History...)
	if x.Type == npy.Int64 || x.Type == npy.Uint64 {
		d.sayRounded()
	}
	if err := d.finishAs(o.Target, o.filled()...); err != nil {
		return nil, err
	}
	d.warnLabels(y, o)
	return d, nil
}

// checkNumbers returns an error for an infinite value, and for NaN unless the options handle it.
func (o Options) checkNumbers(values []float64, p int) error {
	for k, v := range values {
		switch {
		case math.IsInf(v, 0):
			return fmt.Errorf(
				"row %d, column %d (counted from 0) is %v; fill in a number, or drop "+
					"the row or the column", k/p, k%p, v)
		case math.IsNaN(v) && o.Missing == "" && o.Drop == nil:
			return fmt.Errorf("row %d, column %d (counted from 0) is NaN; set Missing, fill in a "+
				"number, or drop the row or the column", k/p, k%p)
		}
	}
	return nil
}

// keepRows moves the given rows of p values, in place.
func keepRows(values []float64, rows []int, p int) []float64 {
	for k, i := range rows {
		copy(values[k*p:(k+1)*p], values[i*p:(i+1)*p])
	}
	return values[:len(rows)*p]
}

// sizeOf is the number of bytes that r still has, -1 if that is not known.
func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case *os.File:
		st, err := r.Stat()
		if err != nil || !st.Mode().IsRegular() {
			return -1
		}
		at, err := r.Seek(0, io.SeekCurrent)
		if err != nil {
			return -1
		}
		return st.Size() - at
	case *io.SectionReader:
		at, _ := r.Seek(0, io.SeekCurrent)
		return r.Size() - at
	case *bytes.Reader:
		return int64(r.Len())
	}
	return -1
}

// ReadNPZ reads an archive of numpy.savez or numpy.savez_compressed: the features from the array X,
// x, fea, data, features or arr_0, or the one that Options.View names, as ReadNPY reads them; the
// labels from Y, y, gnd, label, labels or target, or the one that Options.Label names (NoLabel for
// none), or from the file that Options.Labels names; the names of the features from feature_names,
// names or columns; and the identifiers of the samples from sample_names, sample_ids, obs_names,
// barcodes or index, if one of these has text.
//
// A sparse matrix of scipy.sparse.save_npz (CSR, CSC or COO), with the arrays of labels and names
// beside it, stays sparse unless it is small or Options.Storage is "dense". The numbers of all
// arrays take at most 64 MiB and 1000 times the bytes of the file. Loading takes at most 32 MiB,
// three times the memory of the numbers, and 64 bytes a feature; sparse at most 64 MiB, five times,
// and as much.
func ReadNPZ(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readAs(source, func() (*Dataset, error) { return readNPZ(r, opt) })
}

func readNPZ(r io.Reader, opt Options) (*Dataset, error) {
	if err := opt.checkArrays(); err != nil {
		return nil, err
	}
	a, err := openNPZ(r)
	if err != nil {
		return nil, err
	}
	if a.Sparse() && opt.View == "" {
		m, err := readSparseNPZ(a, opt)
		if err != nil {
			return nil, err
		}
		return m.dataset(opt)
	}
	name := opt.View
	if name == "" {
		if name = firstOf(a, npzFeatureNames, opt.Label); name == "" {
			return nil, fmt.Errorf("no array X, x, fea, data, features or arr_0: the file holds "+
				"%s; name the n×d matrix of the samples in View", arrayList(a))
		}
	}
	y, err := npzLabels(a, opt)
	if err != nil {
		return nil, err
	}
	names, err := npzNames(a)
	if err != nil {
		return nil, err
	}
	rows, err := npzRows(a)
	if err != nil {
		return nil, err
	}
	x, err := a.Read(name, acceptMatrix)
	if err != nil {
		return nil, err
	}
	d, err := opt.fromArray(x, names, rows, y)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", visible.Name(name), err)
	}
	return d, nil
}

// openNPZ opens an archive. What is no file is read whole, since its directory is at the end.
func openNPZ(r io.Reader) (*npy.Archive, error) {
	size := sizeOf(r)
	at, ok := r.(io.ReaderAt)
	if !ok || size < 0 {
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, tabular.ReadError(err)
		}
		at, size = bytes.NewReader(data), int64(len(data))
	}
	return npy.Open(at, size)
}

// firstOf is the first of names that the archive has and that is not the label; "" for none.
func firstOf(a *npy.Archive, names []string, label string) string {
	for _, name := range names {
		if a.Has(name) && name != label {
			return name
		}
	}
	return ""
}

func arrayList(a *npy.Archive) string {
	known := a.Names()
	for i, name := range known {
		known[i] = visible.Name(name)
	}
	return suggest.List(known, 20)
}

// npzLabels reads the array of the labels; nil for none, or for those of another file.
func npzLabels(a *npy.Archive, opt Options) (*tabular.Table, error) {
	if opt.Labels != "" || opt.Label == NoLabel {
		return nil, nil
	}
	name := opt.Label
	if name == "" {
		if name = firstOf(a, npzLabelNames, opt.View); name == "" {
			return nil, fmt.Errorf("no array of labels Y, y, gnd, label, labels or target: the "+
				"file holds %s; name it, or read the file without labels (label %s)", arrayList(a),
				NoLabel)
		}
	}
	y, err := a.Read(name, nil)
	if err != nil {
		return nil, err
	}
	t, err := npyLabels(y, "array "+visible.Name(name), opt)
	if err != nil {
		return nil, err
	}
	if t.Target != nil {
		t.TargetName = name
	}
	return t, nil
}

// npzNames reads the names of the features; nil for none.
func npzNames(a *npy.Archive) ([]string, error) {
	name := firstOf(a, npzColumnNames, "")
	if name == "" {
		return nil, nil
	}
	names, err := a.Read(name, acceptText)
	if err != nil {
		return nil, err
	}
	return names.Text, nil
}

// npzRows reads the names of the samples; nil for none.
func npzRows(a *npy.Archive) ([]string, error) {
	errNumbers := errors.New("numbers")
	for _, name := range npzRowNames {
		if !a.Has(name) {
			continue
		}
		names, err := a.Read(name, func(h npy.Header) error {
			if acceptText(h) != nil {
				return errNumbers
			}
			return nil
		})
		switch {
		case err == nil:
			return names.Text, nil
		case !errors.Is(err, errNumbers):
			return nil, err
		}
	}
	return nil, nil
}

// acceptText returns an error for an array that is no vector of text.
func acceptText(h npy.Header) error {
	if len(h.Shape) != 1 || !h.Type.Text() {
		return errors.New("it is no vector of text; save the names as one: " +
			"np.array(names, dtype=str)")
	}
	return nil
}

// checkRowNames returns an error unless there are no names, or one for each of n samples.
func checkRowNames(rows []string, n int) error {
	if rows != nil && len(rows) != n {
		return fmt.Errorf("%d names of samples for %d samples; give one for each", len(rows), n)
	}
	return nil
}
