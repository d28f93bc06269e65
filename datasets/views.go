package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// viewName is the name of a view in place of that in its file.
type viewName struct{ file, name string }

// viewNames are the documented names of a data set's views.
var viewNames = map[string][]viewName{
	"MFEAT": {{"view_1", "fac"}, {"view_2", "fou"}, {"view_3", "kar"}, {"view_4", "mor"},
		{"view_5", "pix"}, {"view_6", "zer"}},
}

// withViews reads data with documented view names: Options.View takes these, and the features are
// named after them.
func withViews(
	views []viewName, opt Options, read func(Options) (*Dataset, error),
) (*Dataset, error) {
	if opt.View != "" && views != nil {
		known := make([]string, len(views))
		for i, v := range views {
			known[i] = v.name
		}
		i := slices.Index(known, opt.View)
		if i < 0 {
			return nil, errors.New(suggest.Unknown("view", visible.Short(opt.View), known))
		}
		opt.View = views[i].file
	}
	d, err := read(opt)
	if err != nil {
		return nil, err
	}
	for j, name := range d.Features {
		for _, v := range views {
			if number, ok := strings.CutPrefix(name, v.file+"_"); ok {
				d.Features[j] = v.name + "_" + number
				break
			}
		}
	}
	for k := range d.History {
		for _, v := range views {
			d.History[k] = strings.ReplaceAll(d.History[k], v.file, v.name)
		}
	}
	return d, d.Check()
}

// join concatenates the views, and releases each after it is copied. A single one is not copied.
func (d *Dataset) join(views []matView) error {
	n, p := views[0].n(), views[0].d()
	if len(views) == 1 {
		x := views[0].upright()
		if dense, ok := x.(*mat.Dense); ok {
			d.X = dense
		} else {
			d.X = mat.DenseCopyOf(x)
		}
		return nil
	}
	for i := range views[1:] {
		if p += views[i+1].d(); p > MaxColumns || int64(n) > MaxElements/int64(p) {
			return fmt.Errorf("the views have more than %d features or %d values together; read "+
				"one of them", MaxColumns, MaxElements)
		}
	}
	d.X = mat.NewDense(n, p, nil)
	at := 0
	for i := range views {
		v := &views[i]
		d.X.Slice(0, n, at, at+v.d()).(*mat.Dense).Copy(v.upright())
		at += v.d()
		v.values = nil
	}
	return nil
}

// nameAfter names the features after their views.
func (d *Dataset) nameAfter(views []matView) {
	d.Features = make([]string, 0, d.D())
	for i := range views {
		d.Features = appendNumbered(d.Features, views[i].name+"_", views[i].d())
	}
}

// upright is the view with its samples as rows, not copied.
func (v *matView) upright() mat.Matrix {
	x := mat.NewDense(v.rows, v.cols, v.values)
	if v.transposed {
		return x.T()
	}
	return x
}

// appendNumbered appends d names, the prefix and 1, 2, … They share one piece of
// memory.
func appendNumbered(names []string, prefix string, d int) []string {
	var all strings.Builder
	all.Grow(d * (len(prefix) + len(strconv.Itoa(d))))
	var number [20]byte
	for j := range d {
		from := all.Len()
		all.WriteString(prefix)
		all.Write(strconv.AppendInt(number[:0], int64(j+1), 10))
		names = append(names, all.String()[from:])
	}
	return names
}
