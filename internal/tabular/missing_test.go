package tabular

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
	"fsnb.example/internal/visible"
)

// gappy has seven missing values, one of them a label's neighbor in a row of
// its own; the medians are by hand: a 3 of {1, 3, 9}, b 25 of {10, 20, 30, 40}.
const gappy = "a,b,c,class\n1,10,5,x\nNA,20,5,x\n3,?,5,y\n9,30,5,y\nnan,40,5,y\n"

func TestMissingPolicies(t *testing.T) {
	labels := []string{"x", "x", "y", "y", "y"}
	for policy, want := range map[string]content{
		"drop-rows": {Features: []string{"a", "b", "c"}, Rows: [][]float64{{1, 10, 5}, {9, 30, 5}},
			Labels:  []string{"x", "y"},
			History: []string{"left out 3 of 5 rows, which have missing values"}},
		"drop-columns": {Features: []string{"c"}, Rows: [][]float64{{5}, {5}, {5}, {5}, {5}},
			Labels:  labels,
			History: []string{"left out 2 of 3 columns, which have missing values: a, b"}},
		"median": {Features: []string{"a", "b", "c"}, Rows: [][]float64{{1, 10, 5}, {3, 20, 5},
			{3, 25, 5}, {9, 30, 5}, {3, 40, 5}}, Labels: labels,
			History: []string{"put the median of the column for 3 missing values in 2 columns"}},
		"mean": {Features: []string{"a", "b", "c"}, Rows: [][]float64{{1, 10, 5}, {13. / 3, 20, 5},
			{3, 25, 5}, {9, 30, 5}, {13. / 3, 40, 5}}, Labels: labels,
			History: []string{"put the mean of the column for 3 missing values in 2 columns"}},
		"Most-Frequent": {Features: []string{"a", "b", "c"}, Rows: [][]float64{{1, 10, 5},
			{1, 20, 5}, {3, 10, 5}, {9, 30, 5}, {1, 40, 5}}, Labels: labels,
			History: []string{"put the most frequent value of the column for 3 missing values in " +
				"2 columns"}},
		"-0.5": {Features: []string{"a", "b", "c"}, Rows: [][]float64{{1, 10, 5}, {-.5, 20, 5},
			{3, -.5, 5}, {9, 30, 5}, {-.5, 40, 5}}, Labels: labels,
			History: []string{"put -0.5 for 3 missing values in 2 columns"}},
	} {
		got := contentOf(must.Get(
			readCSV(strings.NewReader(gappy), "t.csv", Options{Missing: policy}))(
			t))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
	}
	_, err := readCSV(strings.NewReader(gappy), "t.csv", Options{})
	wantError(t, err,
		`t.csv: row 3, column 0 (a): the value is missing ("NA"), the first of 3 in 2 columns: `+
			`a, b; fill them in, or set Missing (drop-rows, drop-columns, median or a number)`)
}

// Every spelling of a missing value, in any letter case; a table without any is
// left as it is whatever the policy.
func TestMissingWords(t *testing.T) {
	for _, word := range []string{"", "  ", "?", "NA", "na", "Na", "N/A", "n/a", "NaN", "nan",
		"NAN", "null", "NULL", `""`, `"NA"`, `"?"`} {
		d := must.Get(readCSV(strings.NewReader("a,b,class\n1,2,x\n"+word+",4,y\n"), "t.csv",
			Options{Missing: "7"}))(t)
		if diff := cmp.Diff([][]float64{{1, 2}, {7, 4}}, matrixOf(d)); diff != "" {
			t.Errorf("%q: %s", word, diff)
		}
	}
	for _, word := range []string{"-", "none", "missing", ".", "n.a.", "unknown"} {
		_, err := readCSV(strings.NewReader("a,b,class\n1,2,x\n"+word+",4,y\n"), "t.csv",
			Options{Missing: "7"})
		wantError(t, err, `t.csv: row 3, column 0 (a): "`+word+
			`" is not a number; mend the cell, name this column as the label, set ID: "a" or `+
			`Group: "a" (-id, -group) if it says which sample or group it is, or set Drop or `+
			`Code (ordinal or one-hot)`)
	}
	for _, policy := range []string{"drop-rows", "drop-columns", "median", "mean", "frequent",
		"0"} {
		got := contentOf(must.Get(
			readCSV(strings.NewReader(tiny), "t.csv", Options{Missing: policy}))(
			t))
		if diff := cmp.Diff(contentOf(must.Get(
			readCSV(strings.NewReader(tiny), "t.csv", Options{}))(
			t)), got); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
	}
}

// A sample without a label is a row with a missing value. A class that only such
// rows have is gone.
func TestMissingLabels(t *testing.T) {
	const text = "a,b,class\n1,2,x\n3,4,?\n5,,z\n7,8,y\n9,10,\n"
	got := contentOf(must.Get(
		readCSV(strings.NewReader(text), "t.csv", Options{Missing: "rows"}))(t))
	want := content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}, {7, 8}},
		Labels:  []string{"x", "y"},
		History: []string{"left out 3 of 5 rows, which have missing values (2 of them no label)"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, policy := range []string{"drop-columns", "median", "0"} {
		_, err := readCSV(strings.NewReader(text), "t.csv", Options{Missing: policy})
		wantError(t, err,
			`t.csv: row 3, column 2 (class): the class label is missing ("?"); name the class, `+
				`drop the row, or put the word in quotes when it is a class`)
	}
}

func TestMissingLeavesNothing(t *testing.T) {
	const text = "a,b,class\n?,2,x\n3,?,y\n"
	for policy, want := range map[string]string{
		"drop-rows": "each of the 2 rows has a missing value, so that drop-rows leaves none; " +
			"set Missing to drop-columns, median or a number",
		"drop-columns": "each of the 2 columns has a missing value, so that drop-columns leaves " +
			"none; set Missing to drop-rows, median or a number",
	} {
		_, err := readCSV(strings.NewReader(text), "t.csv", Options{Missing: policy})
		wantError(t, err, "t.csv: "+want)
	}
	_, err := readCSV(strings.NewReader("a,b,class\n1,,x\n3,,y\n"), "t.csv",
		Options{Missing: "median"})
	wantError(t, err,
		"t.csv: column b has no value at all, and so no median; set Drop for it, or Missing to "+
			"drop-columns or a number")
	_, err = readCSV(strings.NewReader("a,b,class\n1,2,\n"), "t.csv", Options{Missing: "drop-rows"})
	wantError(t, err,
		"t.csv: each of the 1 rows has a missing value, so that drop-rows leaves none; set "+
			"Missing to drop-columns, median or a number")
}

// The mean of the middle two does not overflow.
func TestMedianOfLargeNumbers(t *testing.T) {
	d := must.Get(readCSV(strings.NewReader("a,class\n1.7e308,x\n1.5e308,x\n?,y\n"), "t.csv",
		Options{Missing: "median"}))(t)
	if got := d.Values[2*d.D()]; got != 1.6e308 {
		t.Errorf("median %v", got)
	}
}

// A code is as good as NA in every reader, under every policy.
func TestCodesAreMissingValues(t *testing.T) {
	const arff = "@attribute a real\n@attribute w {u,v,none}\n@attribute class {x,y,-9}\n@data\n"
	const rows = "1,u,x\nN1,v,y\n3,none,x\nN2,u,N3\n5,v,x\nN1,u,y\n"
	coded := strings.NewReplacer("N1", "-9", "N2", "-9.0", "N3", "-9e0")
	for name, c := range map[string]struct {
		text    string
		read    func(*Source, Options) (*Table, error)
		opt     Options
		missing string // in place of codes
	}{
		"table": {"a,w,class\n" + rows, ReadTable, Options{Code: ordinal}, "NA"},
		"decimal commas": {"a;w;class\n1,5;u;x\nN1;v;y\n3,5;none;x\n-9,0;u;x\n5;v;x\n",
			ReadTable, Options{Code: ordinal}, "NA"},
		"turned": {"gene,1,2,3,4,5\na,1,N1,3,N2,5\nw,u,v,none,u,v\nclass,x,y,x,N3,x\n", ReadTable,
			Options{Code: ordinal, Transposed: true, Label: "class"}, "NA"},
		"arff": {arff + strings.ReplaceAll(rows, "N3", "-9"), ReadARFF,
			Options{Code: ordinal}, "?"},
		"libsvm": {"1 1:1 2:N1\n2 1:N2 2:3\n1 1:5 2:6\nN3 1:1\n", ReadLIBSVM, Options{}, "NA"},
	} {
		plain := strings.NewReplacer("N1", c.missing, "N2", c.missing, "N3", c.missing, "-9,0",
			c.missing, "none,", c.missing+",", "none;", c.missing+";", "u,-9\n", "u,?\n")
		for _, policy := range []string{"drop-rows", "drop-columns", "median", "7", ""} {
			with, without := c.opt, c.opt
			with.Missing, with.MissingCodes, without.Missing = policy, "-9, none", policy
			got, err := reading(strings.NewReader(coded.Replace(c.text)), name, with, c.read)
			want, wantErr := reading(strings.NewReader(plain.Replace(c.text)), name, without,
				c.read)
			if err != nil || wantErr != nil {
				if err == nil || wantErr == nil || !strings.Contains(err.Error(), "missing") {
					t.Errorf("%s, policy %q: error %v with codes, %v with %s", name, policy, err,
						wantErr, c.missing)
				}
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, policy %q (-NA +code): %s", name, policy, diff)
			}
		}
	}
}

// In quotes a label is a class, and a number is a number still.
func TestQuotedCodes(t *testing.T) {
	d := must.Get(readCSV(strings.NewReader("a,b,class\n\"-1\",2,\"-1\"\n3,4,1\n5,6,\"-1\"\n"), "t",
		Options{MissingCodes: "-1", Missing: "0.5"}))(t)
	if got := contentOf(d); !cmp.Equal(got.Labels, []string{"-1", "1", "-1"}) ||
		!cmp.Equal(got.Rows, [][]float64{{.5, 2}, {3, 4}, {5, 6}}) {
		t.Errorf("%+v", got)
	}
}

func TestCodeMistakes(t *testing.T) {
	for want, c := range map[string]struct {
		text string
		opt  Options
		read func(*Source, Options) (*Table, error)
	}{
		`t: row 3, column 1 (b): the value is missing ("-999"); fill it in, or set Missing ` +
			`(drop-rows, drop-columns, median or a number)`: {"a,b,class\n1,2,x\n3,-999,y\n",
			Options{MissingCodes: "-999"}, ReadTable},
		`t: row 2, column 0 (a): the value is missing ("-999"), the first of 3 in 2 columns: a, ` +
			`b; ` +
			`fill them in, or set Missing (drop-rows, drop-columns, median or a number)`: {
			"a,b,class\n-999,-999.0,x\n3,-9.99e2,y\n", Options{MissingCodes: "-999"}, ReadTable},
		`t: row 3, column 2 (class): the class label is missing ("9"); name the class, drop the ` +
			`row, or put the word in quotes when it is a class`: {"a,b,class\n1,2,x\n3,4,9\n",
			Options{MissingCodes: "9"}, ReadTable},
		`t: MissingCodes "-9,,-8" has an empty code; separate codes by one comma, as in ` +
			`-999,unknown`: {"a,b,class\n1,2,x\n", Options{MissingCodes: "-9,,-8"}, ReadTable},
		`t: MissingCodes "` + strings.Repeat("9", visible.MaxName) + `…" has an empty code; ` +
			`separate codes by one comma, as in -999,unknown`: {"a,b,class\n1,2,x\n",
			Options{MissingCodes: strings.Repeat("9", 5000) + ","}, ReadTable},
		"t: 0 cannot be in MissingCodes of LIBSVM text, which leaves out values that are 0": {
			"1 1:2\n", Options{MissingCodes: "-9,0.0", Missing: "1"}, ReadLIBSVM},
		"t: row 5: 0 cannot be in MissingCodes of a sparse row, which leaves out values that " +
			"are 0": {
			"@attribute a real\n@attribute b real\n@attribute c {x,y}\n@data\n{1 2}\n",
			Options{MissingCodes: "0", Missing: "1"}, ReadARFF},
		`t: row 2: index 2: the value is missing ("-9"); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`: {"1 1:2\n2 2:-9\n", Options{MissingCodes: "-9"},
			ReadLIBSVM},
	} {
		_, err := reading(strings.NewReader(c.text), "t", c.opt, c.read)
		wantError(t, err, want)
	}
}

// Matrices have codes of numbers too.
func TestSettleCodes(t *testing.T) {
	table := func() *Table {
		return &Table{Names: []string{"a", "b"}, Rows: 3,
			Values: []float64{1, -9, 3, 4, math.NaN(), 6}}
	}
	d := table()
	if err := d.Settle(Options{MissingCodes: "-9", Missing: "median"}); err != nil ||
		!slices.Equal(d.Values, []float64{1, 5, 3, 4, 2, 6}) {
		t.Errorf("%v, %v", d.Values, err)
	}
	wantError(t, table().Settle(Options{MissingCodes: "-9"}), `row 1, column 1 (b): the value is `+
		`missing ("-9"); fill it in, or set Missing (drop-rows, drop-columns, median or a number)`)
}
