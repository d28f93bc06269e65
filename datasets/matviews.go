package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/matfile"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

const digits = "0123456789"

// viewStem splits the name of one of several matrices into their common stem and its number, of up
// to four digits: view_12, View3, X1.
func viewStem(name string) (stem string, numbered bool) {
	stem = strings.TrimRight(name, digits)
	if n := len(name) - len(stem); n == 0 || n > 4 {
		return "", false
	}
	plain := strings.TrimSuffix(stem, "_")
	return stem, strings.EqualFold(plain, "view") || slices.Contains(matFeatureNames, plain)
}

// matView is a matrix of features and its name in errors.
type matView struct {
	name       string
	rows, cols int
	values     []float64
	transposed bool
	long       bool // integers of 64 bits
}

// n and d are the samples and the features.
func (v *matView) n() int { return v.shape(v.rows, v.cols) }
func (v *matView) d() int { return v.shape(v.cols, v.rows) }

func (v *matView) shape(upright, turned int) int {
	if v.transposed {
		return turned
	}
	return upright
}

// views returns the matrices that hold the features: the one by a name of
// matFeatureNames, else those of its cells, else the numbered ones; or the one
// that Options.View names.
func (f *matReader) views() ([]matView, error) {
	var of []*matfile.Variable
	switch {
	case f.opt.View != "":
		v, err := f.namedView()
		if err != nil {
			return nil, err
		}
		of = append(of, v)
	case f.pickFeatures() != nil:
		if x := f.pickFeatures(); x.Cells == nil {
			of = append(of, x)
		} else {
			of = cellViews(x)
		}
	default:
		if of = f.numberedViews(); of == nil {
			return nil, fmt.Errorf("no variable X, x, fea, data or features: the file holds %s; "+
				"save the n×d matrix of the samples as X", f.list())
		}
	}
	views := make([]matView, len(of))
	for i, v := range of {
		if err := f.checkMatrix(v); err != nil {
			return nil, err
		}
		views[i] = matView{name: v.Name, rows: v.Rows, cols: v.Cols, values: v.Values,
			long: strings.HasSuffix(v.Class, "int64")}
	}
	return views, nil
}

// pickFeatures returns the preferred variable of matFeatureNames: one that holds
// numbers where there is any, else one with matrices in its cells.
func (f *matReader) pickFeatures() *matfile.Variable {
	var cells, first *matfile.Variable
	for _, name := range matFeatureNames {
		v := f.find(name)
		switch {
		case v == nil || name == f.opt.Label:
		case v.Values != nil || v.Sparse != nil:
			return v
		case cells == nil && v.Cells != nil:
			cells = v
		case first == nil:
			first = v
		}
	}
	if cells == nil && f.numberedViews() == nil {
		return first // for the error only
	}
	return cells
}

// cellViews calls the cells X1, X2, …
func cellViews(x *matfile.Variable) []*matfile.Variable {
	var out []*matfile.Variable
	for i := range x.Cells {
		x.Cells[i].Name = x.Name + strconv.Itoa(i+1)
		out = append(out, &x.Cells[i])
	}
	return out
}

// numberedViews returns the matrices of the first stem in the order of their
// numbers.
func (f *matReader) numberedViews() []*matfile.Variable {
	byStem := make(map[string][]*matfile.Variable)
	first := ""
	for i := range f.vars {
		v := &f.vars[i]
		if stem, ok := viewStem(v.Name); ok && v.Name != f.opt.Label {
			if byStem[stem] = append(byStem[stem], v); first == "" {
				first = stem
			}
		}
	}
	views := byStem[first]
	number := func(v *matfile.Variable) int {
		n, _ := strconv.Atoi(v.Name[len(first):]) // digits, as viewStem has it
		return n
	}
	slices.SortStableFunc(views,
		func(a, b *matfile.Variable) int { return cmp.Compare(number(a), number(b)) })
	return views
}

// namedView returns the matrix that Options.View names.
func (f *matReader) namedView() (*matfile.Variable, error) {
	known := f.seen
	for i := range f.vars {
		x := &f.vars[i]
		if x.Name == f.opt.View && x.Cells == nil {
			return x, nil
		}
		if x.Cells == nil || slices.Contains(f.labelNames, x.Name) {
			continue
		}
		known = nil
		for _, v := range cellViews(x) {
			if v.Name == f.opt.View {
				return v, nil
			}
			known = append(known, visible.Name(v.Name))
		}
	}
	return nil, errors.New(suggest.Unknown("view", visible.Short(f.opt.View), known))
}

// checkMatrix returns an error unless v is a matrix of finite numbers, or of missing ones that the
// options handle.
func (f *matReader) checkMatrix(v *matfile.Variable) error {
	name := visible.Name(v.Name)
	switch {
	case v.Values == nil && holdsNumbers(v.Class):
		return fmt.Errorf("variable %s has more than two dimensions; save the n×d matrix of the "+
			"samples as X", name)
	case v.Values == nil:
		return fmt.Errorf("variable %s is a %s array, not a matrix of numbers; save the n×d "+
			"matrix of the samples as X", name, v.Class)
	case v.Rows == 0 || v.Cols == 0:
		return fmt.Errorf("variable %s is empty (%d×%d); save the n×d matrix of the samples as X",
			name, v.Rows, v.Cols)
	}
	for k, x := range v.Values {
		switch {
		case math.IsInf(x, 0):
			return fmt.Errorf("variable %s, row %d, column %d is %v; fill in a number, or drop "+
				"the row or the column", name, k/v.Cols+1, k%v.Cols+1, x)
		case math.IsNaN(x) && f.opt.Missing == "" && f.opt.Drop == nil:
			return fmt.Errorf("variable %s, row %d, column %d is NaN; set Missing, fill in a "+
				"number, or drop the row or the column", name, k/v.Cols+1, k%v.Cols+1)
		}
	}
	return nil
}

// dataset joins the views of the samples that y labels, nil for none.
func (f *matReader) dataset(views []matView, y *matfile.Variable) (*Dataset, error) {
	d := &Dataset{}
	n := 0 // samples, 0 if unknown
	if y != nil {
		labels, err := matLabels(y, f.opt)
		if err != nil {
			return nil, err
		}
		n = labels.Len()
		if f.opt.continuous() {
			d.Target, d.TargetName = labels.Numbers(), y.Name
		} else {
			d.Y, d.Classes = labels.Encode()
		}
	} else if len(f.sizes) > 0 {
		n = f.sizes[0]
	}
	turned, err := f.orient(views, n, y)
	if err != nil {
		return nil, err
	}
	if turned != nil {
		d.History = append(d.History,
			fmt.Sprintf("transposed %s: the file has one column per sample",
				suggest.List(turned, 20)))
	}
	if err := d.join(views); err != nil {
		return nil, err
	}
	_, numbered := viewStem(views[0].name)
	if numbered || f.opt.View != "" {
		d.nameAfter(views)
		d.History = append(d.History, f.viewHistory(views))
	}
	if d.Features == nil || f.opt.Names != "" {
		if d.Features, err = f.opt.namesOf(d.D()); err != nil {
			return nil, err
		}
	}
	if err := f.settle(d); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(views, func(v matView) bool { return v.long }) {
		d.sayRounded()
	}
	if err := d.finishAs(f.opt.Target, f.opt.filled()...); err != nil {
		return nil, err
	}
	return d, nil
}

// settle applies Options.Drop, and Options.Missing to NaN, which marks missing values in MATLAB
// files.
func (f *matReader) settle(d *Dataset) error {
	t := tabular.Table{
		Names: d.Features, Values: d.X.RawMatrix().Data, Rows: d.N(), Y: d.Y, Classes: d.Classes,
		Target: d.Target, History: d.History,
	}
	if err := t.Settle(f.opt.tabular()); err != nil {
		return err
	}
	d.X = mat.NewDense(t.Rows, len(t.Names), t.Values)
	d.Features, d.Y, d.Classes, d.History = t.Names, t.Y, t.Classes, t.History
	d.Target, d.Missing = t.Target, missingOf(&t)
	return nil
}

func (f *matReader) viewHistory(views []matView) string {
	if f.opt.View != "" {
		return fmt.Sprintf("took the matrix %s of the file", visible.Name(views[0].name))
	}
	sizes := make([]string, len(views))
	for i := range views {
		sizes[i] = fmt.Sprintf("%s (%d)", views[i].name, views[i].d())
	}
	if len(views) == 1 {
		return "took the one view " + sizes[0]
	}
	return fmt.Sprintf("joined %d views: %s", len(views), suggest.List(sizes, 20))
}

// orient finds out whose columns are samples and returns their names. The n samples of the labels y
// decide; without labels, n is a hint, 0 for none.
func (f *matReader) orient(
	views []matView, n int, y *matfile.Variable,
) (turned []string, err error) {
	if y == nil {
		n = agreed(views, n, f.opt.Transposed)
	}
	for i := range views {
		v := &views[i]
		v.transposed = f.opt.Transposed || v.rows != n && v.cols == n
		if v.n() == n {
			if v.transposed {
				turned = append(turned, visible.Name(v.name))
			}
			continue
		}
		switch {
		case y != nil && f.opt.Transposed:
			return nil, fmt.Errorf("variable %s has %d labels, %s is %d×%d; give one label per "+
				"column of a transposed file", visible.Name(y.Name), n, visible.Name(v.name),
				v.rows, v.cols)
		case y != nil:
			return nil, fmt.Errorf("variable %s has %d labels, %s is %d×%d; give one label per row",
				visible.Name(y.Name), n, visible.Name(v.name), v.rows, v.cols)
		}
		return nil, fmt.Errorf("view %s is %d×%d, %s is %d×%d; give every view the same "+
			"samples, or read one of them", visible.Name(views[0].name), views[0].rows,
			views[0].cols, visible.Name(v.name), v.rows, v.cols)
	}
	return turned, nil
}

// agreed is the number of samples of views without labels: the hint where the first of them has as
// many rows or columns, otherwise the number that all have.
func agreed(views []matView, hint int, transposed bool) int {
	first := views[0]
	rows, cols := true, true
	for _, v := range views {
		rows, cols = rows && v.rows == first.rows, cols && v.cols == first.cols
	}
	switch {
	case transposed:
		return first.cols
	case hint == first.rows || hint == first.cols && hint > 0:
		return hint
	case !rows && cols:
		return first.cols
	}
	return first.rows
}
