package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fsnb.example/internal/matfile"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// The variable names of features and labels in published files, the preferred ones first.
var (
	matFeatureNames = []string{"X", "x", "fea", "data", "features"}
	matLabelNames   = []string{"Y", "y", "gnd", "label", "labels"}
)

// ReadMAT reads a MATLAB level-5 file: the features from the variable X, x, fea, data or features
// (n×d, full or sparse (Options.Storage), of any numeric class), the labels from Y, y, gnd, label
// or labels (numbers or text). A file whose matrix is d×n, as its label vector or
// Options.Transposed tells, is transposed, and the history says so. Options.Label names another
// label variable, or is NoLabel. Rows and columns in errors are those of the variables, counted
// from 1 as MATLAB does.
//
// Where there is no such matrix, the features of several views are joined: those of the matrices
// view_1, view_2, … (or X1, X2, … and so on), or of the cells of such a variable, whose views are
// called X1, X2, … then. Features are named after their view, view_1_1 to view_1_216. Options.View
// names one view, or any matrix of the file, which alone is read. Options.Drop takes these names,
// and Options.Missing handles NaN; without it NaN is an error. Missing labels and infinite values
// always are.
//
// Loading takes as much memory as ReadNPZ. Files of version 7.3 are HDF5; the error says how to
// convert them.
func ReadMAT(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readAs(source, func() (*Dataset, error) {
		d, err := readMAT(r, opt)
		if err != nil {
			return nil, err
		}
		return d.held(opt)
	})
}

func readMAT(r io.Reader, opt Options) (*Dataset, error) {
	f := matReader{opt: opt, labelNames: matLabelNames}
	if opt.Label != "" && opt.Label != NoLabel {
		f.labelNames = []string{opt.Label}
	}
	var err error
	if err = opt.Check(); err != nil {
		return nil, err
	}
	if err = opt.noRoles("a MATLAB file"); err != nil {
		return nil, err
	}
	if f.vars, err = matfile.Read(r, f.want); err != nil {
		return nil, err
	}
	x, err := f.sparseVariable()
	if err != nil {
		return nil, err
	}
	if x != nil {
		y, err := f.labels()
		if err != nil {
			return nil, err
		}
		return f.sparseDataset(x, y)
	}
	views, err := f.views()
	if err != nil {
		return nil, err
	}
	y, err := f.labels()
	if err != nil {
		return nil, err
	}
	return f.dataset(views, y)
}

// matReader selects the variables of a file that make a data set.
type matReader struct {
	opt        Options
	labelNames []string
	seen       []string // names of all variables
	sizes      []int    // lengths of possible label variables, in their order
	numbers    int      // place in matFeatureNames of the best matrix so far, plus 1
	vars       []matfile.Variable
}

// want decides on each variable before it is read, and skips unused ones.
func (f *matReader) want(name, class string, rows, cols int) bool {
	f.seen = append(f.seen, visible.Name(name))
	if slices.Contains(f.labelNames, name) {
		if n, ok := labelCount(class, rows, cols); ok {
			f.sizes = append(f.sizes, n)
		}
		return f.opt.Label != NoLabel
	}
	if f.opt.View != "" {
		return name == f.opt.View || class == "cell" &&
			name == strings.TrimRight(f.opt.View, digits)
	}
	place := slices.Index(matFeatureNames, name) + 1
	if place == 0 {
		_, numbered := viewStem(name)
		return numbered && f.numbers == 0
	}
	if f.numbers > 0 && place > f.numbers {
		return false
	}
	if holdsNumbers(class) { // others are read for the error only
		f.numbers = place
	}
	return true
}

func holdsNumbers(class string) bool {
	switch class {
	case "cell", "struct", "object", "char", "function", "opaque":
		return false
	}
	return true
}

// labelCount is the number of samples that a variable labels: the length of a
// vector, or the rows of text.
func labelCount(class string, rows, cols int) (int, bool) {
	switch {
	case class == "char":
		return rows, true
	case rows == 1:
		return cols, true
	}
	return rows, cols == 1
}

// find returns the variable of that name, nil if it was not read.
func (f *matReader) find(name string) *matfile.Variable {
	for i := range f.vars {
		if f.vars[i].Name == name {
			return &f.vars[i]
		}
	}
	return nil
}

// labels returns the label variable; nil for none.
func (f *matReader) labels() (*matfile.Variable, error) {
	if f.opt.Label == NoLabel {
		return nil, nil
	}
	var y *matfile.Variable
	for _, name := range f.labelNames {
		if y = f.find(name); y != nil {
			break
		}
	}
	switch {
	case y == nil && f.opt.Label != "":
		return nil, errors.New(suggest.Unknown("label variable", visible.Short(f.opt.Label),
			f.seen))
	case y == nil:
		return nil, fmt.Errorf("no label variable Y, y, gnd, label or labels: the file holds "+
			"%s; name it, or read the file without labels (label %s)", f.list(), NoLabel)
	}
	return y, nil
}

// matLabels reads a label vector, one label a sample; a 0/1 indicator matrix, as in some files, is
// an error.
func matLabels(y *matfile.Variable, opt Options) (*tabular.Labels, error) {
	if y.Text == nil && (y.Values == nil || y.Rows != 1 && y.Cols != 1) {
		return nil, fmt.Errorf("variable %s is a %d×%d %s array; give a vector with one label "+
			"per sample", y.Name, y.Rows, y.Cols, y.Class)
	}
	name := visible.Name(y.Name)
	a := labelArray{what: "variable " + name, values: y.Values, text: y.Text, from: 1}
	if strings.HasSuffix(y.Class, "int64") {
		a.long = "cellstr(num2str(" + name + "))"
	}
	return a.labels(opt)
}

func (f *matReader) list() string {
	if len(f.seen) == 0 {
		return "no variable with a name"
	}
	return suggest.List(f.seen, 20)
}
