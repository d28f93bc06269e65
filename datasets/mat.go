package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/matfile"
	"fsnb.example/internal/suggest"
)

// The names under which the published files keep their features and labels.
var (
	matFeatureNames = []string{"X", "x", "fea", "data", "features"}
	matLabelNames   = []string{"Y", "y", "gnd", "label", "labels"}
)

// ReadMAT reads a MATLAB level-5 file: the features from the variable X, x,
// fea, data or features (n×d, full or sparse, of any numeric class), the labels
// from Y, y, gnd, label or labels (numbers or text). A file whose matrix is d×n,
// as its label vector tells, is transposed, and the history says so.
// Options.Label names another label variable, or is NoLabel.
//
// Files of version 7.3 are HDF5; the error says how to convert them.
func ReadMAT(r io.Reader, source string, opt Options) (*Dataset, error) {
	d, err := readMAT(r, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return d, nil
}

func readMAT(r io.Reader, opt Options) (*Dataset, error) {
	labelNames := matLabelNames
	if opt.Label != "" && opt.Label != NoLabel {
		labelNames = []string{opt.Label}
	}
	var seen []string
	vars, err := matfile.Read(r, func(name, class string, rows, cols int) bool {
		seen = append(seen, name)
		return slices.Contains(matFeatureNames, name) || slices.Contains(labelNames, name)
	})
	if err != nil {
		return nil, err
	}
	x := pick(vars, matFeatureNames)
	if x == nil {
		return nil, fmt.Errorf("no variable X, x, fea or data: the file holds %s; save the n×d matrix of the samples as X", listOrNothing(seen))
	}
	if x.Values == nil {
		return nil, fmt.Errorf("variable %s is a %s array, not a matrix of numbers; save the n×d matrix of the samples as X", x.Name, x.Class)
	}
	if x.Rows == 0 || x.Cols == 0 {
		return nil, fmt.Errorf("variable %s is empty (%d×%d)", x.Name, x.Rows, x.Cols)
	}
	var labels []string
	y := pick(vars, labelNames)
	switch {
	case opt.Label == NoLabel:
	case y == nil && opt.Label != "":
		return nil, errors.New(suggest.Unknown("label variable", opt.Label, seen))
	case y == nil:
		return nil, fmt.Errorf("no label variable Y, y or gnd: the file holds %s; name it, or read the file without labels (label %s)", listOrNothing(seen), NoLabel)
	default:
		if labels, err = matLabels(y); err != nil {
			return nil, err
		}
	}
	n, p := x.Rows, x.Cols
	m := mat.NewDense(n, p, x.Values)
	var history []string
	if labels != nil && len(labels) != n {
		if len(labels) != p {
			return nil, fmt.Errorf("variable %s has %d labels, %s is %d×%d; give one label per row", y.Name, len(labels), x.Name, n, p)
		}
		m = mat.DenseCopyOf(m.T())
		n, p = p, n
		history = append(history, fmt.Sprintf("transposed %s: the file has one column per sample", x.Name))
	}
	d, err := build("", m, labels, numberedNames(p))
	if err != nil {
		return nil, fmt.Errorf("variable %s: %w", x.Name, err)
	}
	d.History = append(d.History, history...)
	return d, nil
}

// pick returns the variable with the earliest of names.
func pick(vars []matfile.Variable, names []string) *matfile.Variable {
	for _, name := range names {
		for i := range vars {
			if vars[i].Name == name {
				return &vars[i]
			}
		}
	}
	return nil
}

// matLabels turns a label vector into text, one label a sample; a 0/1 matrix
// with a single one in each row or column, as some files have it, is refused.
func matLabels(y *matfile.Variable) ([]string, error) {
	if y.Text != nil {
		labels := make([]string, len(y.Text))
		for i, s := range y.Text {
			labels[i] = strings.TrimSpace(s)
		}
		return labels, nil
	}
	if y.Values == nil || y.Rows != 1 && y.Cols != 1 {
		return nil, fmt.Errorf("variable %s is a %d×%d %s array; give a vector with one label per sample", y.Name, y.Rows, y.Cols, y.Class)
	}
	labels := make([]string, len(y.Values))
	for i, v := range y.Values {
		labels[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	normaliseLabels(labels)
	return labels, nil
}

func listOrNothing(names []string) string {
	if len(names) == 0 {
		return "no variable"
	}
	return suggest.List(names, 20)
}
