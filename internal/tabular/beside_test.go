package tabular

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

func besideOf(t testing.TB, text string, opt Options, n int) (*Table, error) {
	t.Helper()
	count := must.Get(Open(strings.NewReader(text)))(t)
	again := must.Get(Open(strings.NewReader(text)))(t)
	return ReadLabels(count, again, opt, Samples{N: n, Identifier: called})
}

// called reports whether a column has the names of samples in these tests.
func called(name string) bool { return name == "sample" || name == "visit" }

func TestReadLabels(t *testing.T) {
	table := "visit\tpatient\tnote\tdiagnosis\nv1\t7\tx y\till\nv2\t7\t\twell\nv3\t8\t?\till\n"
	for name, c := range map[string]struct {
		text string
		opt  Options
		want Table
	}{
		"one a line": {"ill\nwell\nill\n", Options{}, Table{Y: []int{0, 1, 0},
			Classes: []string{"ill", "well"}, FirstSample: 1}},
		"one a line with blanks": {"lung cancer\nno cancer\nlung cancer", Options{}, Table{
			Y: []int{0, 1, 0}, Classes: []string{"lung cancer", "no cancer"}, FirstSample: 1}},
		"numbers": {"1\n-1\n1.0\n", Options{}, Table{Y: []int{1, 0, 1},
			Classes: []string{"-1", "1"}, FirstSample: 1}},
		"with a header": {"class\nill\nwell\nill\n", Options{}, Table{Y: []int{0, 1, 0},
			Classes: []string{"ill", "well"}, LabelName: "class"}},
		"numbers with a header": {"3\n1\n2\n1\n", Options{}, Table{Y: []int{0, 1, 0},
			Classes: []string{"1", "2"}, LabelName: "3"}},
		"continuous": {"1.5\n2\n-7e2\n", Options{Continuous: true}, Table{
			Target: []float64{1.5, 2, -700}, FirstSample: 1}},
		"the last column": {table, Options{}, Table{Y: []int{0, 1, 0},
			Classes: []string{"ill", "well"}, LabelName: "diagnosis", NamedBy: "visit"}},
		"named columns": {table, Options{Label: "diagnosis", Group: "patient", ID: "visit"},
			Table{Y: []int{0, 1, 0}, Classes: []string{"ill", "well"}, LabelName: "diagnosis",
				Group: []int{0, 0, 1}, Groups: []string{"7", "8"}, GroupedBy: "patient",
				IDs: []string{"v1", "v2", "v3"}, IDName: "visit", NamedBy: "visit"}},
		"groups alone": {table, Options{Label: NoLabel, Group: "patient"}, Table{
			Group: []int{0, 0, 1}, Groups: []string{"7", "8"}, GroupedBy: "patient",
			NamedBy: "visit"}},
		"identifiers alone": {"s1\ns2\ns3\n", Options{ID: "0"}, Table{
			IDs: []string{"s1", "s2", "s3"}, FirstSample: 1, NamedBy: "0"}},
		"identifiers and groups alone": {"s1,7\ns2,7\ns3,8\n", Options{ID: "0", Group: "1"},
			Table{IDs: []string{"s1", "s2", "s3"}, Group: []int{0, 0, 1},
				Groups: []string{"7", "8"}, FirstSample: 1, NamedBy: "0"}},
		"by index": {"a 1 x\nb 2 y\nc 1 z\n", Options{Label: "1"}, Table{Y: []int{0, 1, 0},
			Classes: []string{"1", "2"}, FirstSample: 1}},
		"a comment": {"# of 2024\nill\nwell\nill\n", Options{}, Table{Y: []int{0, 1, 0},
			Classes: []string{"ill", "well"}, FirstSample: 2,
			History: []string{"passed over 1 line of comment (# or %)"}}},
		"missing": {"ill\nNA\nwell\n", Options{Missing: "drop-rows"}, Table{Y: []int{0, 1},
			Classes: []string{"ill", "well"}, FirstSample: 1, Kept: []int{0, 2},
			History: []string{
				"left out 1 of 3 rows, which have missing values (1 of them no label)"}}},
	} {
		got, err := besideOf(t, c.text, c.opt, 3)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c.want.Rows = max(len(c.want.Y), len(c.want.Target), len(c.want.Group),
			len(c.want.IDs))
		if len(got.Names) != 0 || len(got.Values) != 0 {
			t.Errorf("%s: features %v", name, got.Names)
		}
		got.Names, got.Values = nil, nil
		if diff := cmp.Diff(&c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadLabelsRefused(t *testing.T) {
	for want, c := range map[string]struct {
		text string
		opt  Options
	}{
		"the file is empty; give one label per sample": {"", Options{}},
		"2 rows for 3 samples; give one row per sample (3, or 4 with a header)": {"a\nb\n",
			Options{}},
		"5 rows for 3 samples; give one row per sample (3, or 4 with a header)": {
			"a\nb\na\nb\na\n", Options{}},
		"2 rows for 3 samples; give one row per sample (3)": {"a\nb\nc\n",
			Options{Header: HeaderYes}},
		"4 rows for 3 samples; give one row per sample (3)": {"a\nb\nc\nd\n",
			Options{Header: HeaderNo}},
		`row 2, column 0 (no name, counted from 0): the class label is missing ("NA"); name the ` +
			`class, drop the row, or put the word in quotes when it is a class`: {"a\nNA\nb\n",
			Options{}},
		`no label column "y": the file has no header; give the column's index from 0 to 0`: {
			"a\nb\na\n", Options{Label: "y"}},
		"row 3 has 1 cells, row 1 has 2; give every row the same number": {"a,1\nb,2\na\n",
			Options{}},
		`row 2, column 0 (no name, counted from 0): the target "x" is not a number; mend the ` +
			`cell, or set Target to classes`: {"1\nx\n2\n", Options{Continuous: true}},
	} {
		_, err := besideOf(t, c.text, c.opt, 3)
		wantError(t, err, want)
	}
}

// FuzzReadLabels reads anything beside three samples.
func FuzzReadLabels(f *testing.F) {
	for _, text := range []string{"ill\nwell\nill\n", "a b\nc d\na b\n", "y\n1\n2\n1\n",
		"p,y\n1,a\n2,b\n1,NA\n", "# c\n#1\n#2\n#1\n", "1,5;a\n2,5;b\n3,5;a\n"} {
		f.Add(text, "", "", "", byte(0))
		f.Add(text, "0", "1", "0", byte(1))
	}
	f.Fuzz(func(t *testing.T, text, label, group, id string, how byte) {
		count, err := Open(strings.NewReader(text))
		if err != nil {
			return
		}
		again, _ := Open(strings.NewReader(text))
		got, err := ReadLabels(count, again, Options{Label: label, Group: group, ID: id,
			Missing: []string{"", "drop-rows"}[how%2], Continuous: how/2%2 == 1},
			Samples{N: 3, Names: [][]string{nil, {"1", "2", "3"}, {"a", "b", "a"}}[how/4%3],
				Identifier: called})
		if err != nil {
			return
		}
		fits := func(n int) bool { return n == 0 || n == got.Rows }
		if !fits(len(got.Y)) || !fits(len(got.Target)) || !fits(len(got.Group)) ||
			!fits(len(got.IDs)) || got.Kept == nil && got.Rows != 3 ||
			got.Kept != nil && len(got.Kept) != got.Rows {
			t.Fatalf("%d rows of %d labels, %d numbers, %d groups, %d IDs, kept %v",
				got.Rows, len(got.Y), len(got.Target), len(got.Group), len(got.IDs), got.Kept)
		}
	})
}
