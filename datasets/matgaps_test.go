package datasets

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// NaN in a MATLAB file is a missing value, with which the same is done as in a
// table; columns are left out by the names that the features have.
func TestReadMATGaps(t *testing.T) {
	nan := math.NaN()
	x := matOf("X", []float64{1, nan, 3}, []float64{4, 5, 6}, []float64{nan, 7, 9},
		[]float64{2, 5, 0})
	y := matColumn("Y", 1, 2, 3, 2)
	labels := []string{"1", "2", "3", "2"}
	names := []string{"f0", "f1", "f2"}
	for name, c := range map[string]struct {
		vars []matVar
		opt  Options
		want content
	}{
		"rows": {[]matVar{x, y}, Options{Missing: "drop-rows"},
			content{names, [][]float64{{4, 5, 6}, {2, 5, 0}}, []string{"2", "2"},
				[]string{"left out 2 of 4 rows, which have missing values"}, nil}},
		"columns": {[]matVar{x, y}, Options{Missing: "drop-columns"},
			content{[]string{"f2"}, [][]float64{{3}, {6}, {9}, {0}}, labels,
				[]string{"left out 2 of 3 columns, which have missing values: f0, f1"}, nil}},
		"median": {[]matVar{x, y}, Options{Missing: "median"},
			content{names, [][]float64{{1, 5, 3}, {4, 5, 6}, {2, 7, 9}, {2, 5, 0}}, labels,
				[]string{"put the median of the column for 2 missing values in 2 columns"}, nil}},
		"a number": {[]matVar{x}, Options{Missing: "-1", Label: NoLabel},
			content{names, [][]float64{{1, -1, 3}, {4, 5, 6}, {-1, 7, 9}, {2, 5, 0}}, nil,
				[]string{"put -1 for 2 missing values in 2 columns"}, nil}},
		"dropped": {[]matVar{x, y}, Options{Drop: []string{"f1", "0"}},
			content{[]string{"f2"}, [][]float64{{3}, {6}, {9}, {0}}, labels,
				[]string{"left out 2 columns: f0, f1"}, nil}},
		"of views": {[]matVar{matOf("view_1", viewA...), matOf("view_2", viewB...)},
			Options{Label: NoLabel, Drop: []string{"view_1_2"}},
			content{[]string{"view_1_1", "view_2_1"}, [][]float64{{1, 7}, {3, 8}, {5, 9}}, nil,
				[]string{"joined 2 views: view_1 (2), view_2 (1)", "left out column view_1_2"},
				nil}},
	} {
		t.Run(name, func(t *testing.T) {
			d := must(ReadMAT(bytes.NewReader(matFile(false, c.vars...)), "t.mat", c.opt))(t)
			if diff := cmp.Diff(c.want, contentOf(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
	for want, c := range map[string]struct {
		x   matVar
		opt Options
	}{
		`no policy "guess" for missing values; give drop-rows, drop-columns, median, mean, ` +
			`most-frequent or a number`: {
			x, Options{Missing: "guess"}},
		`no column "f7"; did you mean "f0"?`: {
			x, Options{Drop: []string{"f7"}}},
		"row 0, column 0 (f1) is NaN; fill in a number, or drop the row or the column (rows and " +
			"columns counted from 0)": {x, Options{Drop: []string{"f0"}}},
		"variable X, row 1, column 1 is +Inf; fill in a number, or drop the row or the column": {
			matOf("X", []float64{math.Inf(1)}, []float64{1}, []float64{2}, []float64{3}),
			Options{Missing: "median"}},
		"column f0 has no value at all, and so no median; set Drop for it, or Missing to " +
			"drop-columns or a number": {matOf("X", []float64{nan, 1}, []float64{nan, 1},
			[]float64{nan, 2}, []float64{nan, 3}), Options{Missing: "median"}},
	} {
		_, err := ReadMAT(bytes.NewReader(matFile(false, c.x, y)), "t.mat", c.opt)
		wantError(t, err, "t.mat: "+want)
	}
}
