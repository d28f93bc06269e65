package datasets

import (
	"fmt"

	"fsnb.example/internal/matfile"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// sparseVariable returns the variable of the features if it is a sparse array that stays one, nil
// otherwise. It writes out the zeros of all other sparse arrays.
func (f *matReader) sparseVariable() (*matfile.Variable, error) {
	var x *matfile.Variable
	if f.opt.View == "" {
		x = f.pickFeatures()
	} else {
		x, _ = f.namedView() // its error comes again when it is read
	}
	if x != nil && (x.Sparse == nil || !f.staysSparse(x)) {
		x = nil
	}
	for i := range f.vars {
		if v := &f.vars[i]; v != x {
			if err := writeZeros(v); err != nil {
				return nil, err
			}
		}
	}
	if x != nil && x.Sparse == nil { // a cell of a variable
		return nil, nil
	}
	return x, nil
}

func (f *matReader) staysSparse(x *matfile.Variable) bool {
	switch f.opt.Storage {
	case "":
		return x.Rows > 0 && x.Cols > 0 &&
			tabular.HoldsSparse(int64(x.Rows), int64(x.Cols), int64(len(x.Sparse.Values)))
	case tabular.SparseStorage:
		return x.Rows > 0 && x.Cols > 0
	}
	return false
}

// An array of more than maxZeros values (512 MB) is written out only if one of a thousand is
// another number: a file of some bytes can announce an array that fills any memory. The fuzz test,
// which tries many such files, sets it lower.
var maxZeros int64 = 1 << 26

const maxThin = 1000

// writeZeros turns a sparse array, and those of its cells, into full ones.
func writeZeros(v *matfile.Variable) error {
	for _, cell := range cellViews(v) {
		if err := writeZeros(cell); err != nil {
			return err
		}
	}
	if v.Sparse == nil {
		return nil
	}
	if v.Cols > 0 && int64(v.Rows) > MaxElements/int64(v.Cols) {
		return fmt.Errorf("variable %s is a sparse %d×%d array, above the limit of %d values in "+
			"memory; set Storage to sparse", visible.Name(v.Name), v.Rows, v.Cols, MaxElements)
	}
	if all := int64(v.Rows) * int64(v.Cols); all > maxZeros &&
		all/maxThin > int64(len(v.Sparse.Values)) {
		return fmt.Errorf("variable %s is a sparse %d×%d array with %d values in it, which takes "+
			"%.1f GB with its zeros; save it as X, without other views, and set Storage to sparse",
			visible.Name(v.Name), v.Rows, v.Cols, len(v.Sparse.Values), float64(all)*8/1e9)
	}
	columns := v.Sparse.Columns()
	v.Values = make([]float64, v.Rows*v.Cols)
	for j := range v.Cols {
		for p := columns.Starts[j]; p < columns.Starts[j+1]; p++ {
			v.Values[int(columns.Index[p])*v.Cols+j] = columns.Values[p]
		}
	}
	v.Sparse = nil
	return nil
}

// sparseDataset makes a data set of a sparse array and its labels, nil for none.
func (f *matReader) sparseDataset(x, y *matfile.Variable) (*Dataset, error) {
	t := &sparseTable{x: x.Sparse}
	n := 0
	if y != nil {
		labels, err := matLabels(y, f.opt)
		if err != nil {
			return nil, err
		}
		n = labels.Len()
		t.y = &tabular.Table{Rows: n}
		if f.opt.continuous() {
			t.y.Target, t.y.TargetName = labels.Numbers(), y.Name
		} else {
			t.y.Y, t.y.Classes = labels.Encode()
		}
	} else if len(f.sizes) > 0 {
		n = f.sizes[0]
	}
	views := []matView{{name: x.Name, rows: x.Rows, cols: x.Cols}}
	turned, err := f.orient(views, n, y)
	if err != nil {
		return nil, err
	}
	opt := f.opt
	opt.Transposed = turned != nil
	if opt.View != "" {
		t.history = append(t.history, f.viewHistory(views))
	}
	if err := t.settle(opt); err != nil {
		return nil, fmt.Errorf("variable %s: %w", visible.Name(x.Name), err)
	}
	return t.dataset(opt)
}
