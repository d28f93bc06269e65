package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/npy"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/tabular"
)

// mappedTypes are the types of numbers that are mapped. A boolean is a byte, 0 or 1.
var mappedTypes = map[npy.Type]storage.Type{
	npy.Float64: storage.Float64, npy.Float32: storage.Float32, npy.Int8: storage.Int8,
	npy.Uint8: storage.Uint8, npy.Bool: storage.Uint8, npy.Int16: storage.Int16,
	npy.Uint16: storage.Uint16, npy.Int32: storage.Int32,
}

// mapNPY returns a data set on the matrix of an .npy file, which is mapped into memory if
// opt.Storage is "disk", or "" and the matrix has more than KeptDense values; f is then kept. It
// returns nil for another file, which is to be read.
func mapNPY(f *os.File, path string, opt Options) (*Dataset, error) {
	if opt.Storage != "" && opt.Storage != tabular.DiskStorage {
		return nil, nil
	}
	d, err := opt.mapped(f)
	if err != nil {
		return nil, named(path, err)
	}
	if d == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return d, err
}

func (o Options) mapped(f *os.File) (*Dataset, error) {
	asked := o.Storage == tabular.DiskStorage
	if !asked && sizeOf(f) <= KeptDense { // a number takes a byte
		return nil, nil
	}
	version, err := plainfile.Settled(f)
	if err != nil {
		return nil, err
	}
	h, err := npy.ReadHeader(f, sizeOf(f))
	large := err == nil && len(h.Shape) == 2 && h.Count() > KeptDense
	if !asked && !large {
		return nil, nil // the reader says what is wrong
	}
	if err == nil {
		err = checkMatrix(h)
	}
	if err != nil {
		return nil, err
	}
	kind := mappedTypes[h.Type]
	switch {
	case kind == "" && asked:
		return nil, fmt.Errorf("numbers of type %s are not mapped; save them as another one: "+
			`np.save("x.npy", x.astype("float32"))`, h.Type)
	case kind == "":
		return nil, nil
	case o.Drop != nil || o.Missing != "" || o.MissingCodes != "":
		return nil, errors.New(
			"the options Drop and Missing are for values in memory; take the features after " +
				"loading (TakeFeatures), or set Storage to dense")
	}
	if err := o.checkArrays(); err != nil {
		return nil, err
	}
	l := storage.Layout{Rows: h.Shape[0], Columns: h.Shape[1], Type: kind, Fortran: h.Fortran,
		Offset: h.Offset}
	d := &Dataset{}
	if o.Transposed {
		// What is stored by row is the transposed matrix by column.
		l.Rows, l.Columns, l.Fortran = l.Columns, l.Rows, !l.Fortran
		d.History = append(d.History, "transposed the matrix: the file has one column per sample")
	}
	x, err := storage.MapFile(f, l)
	if err != nil {
		return nil, err
	}
	if err := version.Check(f); err != nil { // the header is that of the numbers
		return nil, err
	}
	return o.mappedWith(d, x)
}

// mappedWith completes a data set on disk by names and labels.
func (o Options) mappedWith(d *Dataset, x *storage.Mapped) (_ *Dataset, err error) {
	n, p := x.Dims()
	if o.Label != NoLabel && o.Labels == "" {
		return nil, fmt.Errorf(
			"an .npy file has no labels; name their file in Labels, or read the "+
				"matrix without (label %s)", NoLabel)
	}
	d.Stored = x
	if d.Features, err = o.namesOf(p); err != nil {
		return nil, err
	}
	var y *tabular.Table
	if o.Labels != "" {
		if y, err = o.readLabels(samples(n, nil, "")); err != nil {
			return nil, err
		}
		if y.Kept != nil {
			d.Stored = x.TakeRows(y.Kept)
		}
		if d, err = d.withBeside(y, o); err != nil {
			return nil, err
		}
	}
	d.History = append(d.History, fmt.Sprintf("left %d×%d values of type %s on disk", n, p,
		x.Layout().Type))
	if err := d.finishAs(o.Target); err != nil {
		return nil, err
	}
	if y != nil {
		d.warnLabels(y, o)
	}
	return d, nil
}

// named is an error that begins with the name of its file.
func named(path string, err error) error {
	if strings.HasPrefix(err.Error(), path+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}
