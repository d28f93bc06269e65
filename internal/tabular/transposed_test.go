package tabular

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const turnedDone = "turned the table: its samples are columns of the file"

// Genes in rows, as they come: classes in the first row, names of samples above
// the classes, classes in between, no names at all.
func TestTransposed(t *testing.T) {
	rows := [][]float64{{1, 5}, {2, 6}, {3, 7}, {4, 8}}
	labels := []string{"AD", "AD", "NL", "NL"}
	genes := []string{"g1", "g2"}
	const headless = "passed over row 1, the names of the samples"
	for name, c := range map[string]struct {
		text string
		opt  Options
		want content
	}{
		"classes first, found": {"GENES\tAD\tAD\tNL\tNL\ng1\t1\t2\t3\t4\ng2\t5\t6\t7\t8\n",
			Options{},
			content{Features: genes, Rows: rows, Labels: labels, History: []string{turnedDone}}},
		"classes first, said": {"GENES\tAD\tAD\tNL\tNL\ng1\t1\t2\t3\t4\ng2\t5\t6\t7\t8\n",
			Options{Transposed: true},
			content{Features: genes, Rows: rows, Labels: labels, History: []string{turnedDone}}},
		"by name": {"GENES,AD,AD,NL,NL\ng1,1,2,3,4\ng2,5,6,7,8\n",
			Options{Transposed: true, Label: "GENES"},
			content{Features: genes, Rows: rows, Labels: labels, History: []string{turnedDone}}},
		"samples, then classes": {",s1,s2,s3,s4\nclass,AD,AD,NL,NL\ng1,1,2,3,4\ng2,5,6,7,8\n",
			Options{Transposed: true},
			content{Features: genes, Rows: rows, Labels: labels,
				History: []string{turnedDone, headless}}},
		"samples, classes last": {"id,s1,s2,s3,s4\ng1,1,2,3,4\ng2,5,6,7,8\nclass,AD,AD,NL,NL\n",
			Options{Transposed: true},
			content{Features: genes, Rows: rows, Labels: labels,
				History: []string{turnedDone, headless}}},
		"classes are numbers": {"id,s1,s2,s3,s4\ng1,1,2,3,4\nclass,1,1.0,2,2\ng2,5,6,7,8\n",
			Options{Transposed: true, Label: "class"},
			content{Features: genes, Rows: rows, Labels: []string{"1", "1", "2", "2"},
				History: []string{turnedDone, headless}}},
		"by index": {"id,s1,s2,s3,s4\ng1,1,2,3,4\nclass,1,1,2,2\ng2,5,6,7,8\n",
			Options{Transposed: true, Label: "2"},
			content{Features: genes, Rows: rows, Labels: []string{"1", "1", "2", "2"},
				History: []string{turnedDone, headless}}},
		"samples count": {"id,1,2,3,4,5\nclass,AD,AD,NL,NL,NL\ng1,1,2,3,4,5\n",
			Options{Transposed: true},
			content{Features: genes[:1], Rows: [][]float64{{1}, {2}, {3}, {4}, {5}},
				Labels: append(labels, "NL"), History: []string{turnedDone, headless}}},
		"samples have numbers": {"gene,31,47,12,9\nclass,AD,AD,NL,NL\ng1,1,2,3,4\ng2,5,6,7,8\n",
			Options{Transposed: true},
			content{Features: genes, Rows: rows, Labels: labels,
				History: []string{turnedDone, headless}}},
		"numbers only": {"1,2,3,4\n5,6,7,8\n", Options{Transposed: true, Label: NoLabel},
			content{Features: []string{"f0", "f1"}, Rows: rows, History: []string{turnedDone}}},
		"numbers only, labeled": {"1,2,3,4\n5,6,7,8\n0,0,1,1\n",
			Options{Transposed: true, Label: "2"},
			content{Features: []string{"f0", "f1"}, Rows: rows,
				Labels: []string{"0", "0", "1", "1"}, History: []string{turnedDone}}},
		"a row and a column dropped": {
			"id,note,s1,s2,s3,s4\nclass,text,AD,AD,NL,NL\nsex,x,m,f,m,f\ng1,of " +
				"one,1,2,3,4\ng2,of two,5,6,7,8\n", Options{Transposed: true,
				Drop: []string{"note", "sex"}},
			content{Features: genes, Rows: rows, Labels: labels,
				History: []string{turnedDone, headless, "left out row sex"}}},
		"words coded": {"id,s1,s2,s3,s4\nclass,AD,AD,NL,NL\nsex,m,f,m,f\ng1,1,2,3,4\n",
			Options{Transposed: true, Label: "class", Code: "one-hot"},
			content{Features: []string{"sex=m", "g1"},
				Rows: [][]float64{{1, 1}, {0, 2}, {1, 3}, {0, 4}}, Labels: labels,
				History: []string{turnedDone, headless,
					"coded the words of 1 column as 1 column of 0 and 1 called name=level " +
						"(one-hot)"}}},
		"missing": {"GENES,AD,AD,NL,NL\ng1,1,2,3,4\ng2,5,?,7,9\n", Options{Missing: "median"},
			content{Features: genes, Rows: [][]float64{{1, 5}, {2, 7}, {3, 7}, {4, 9}},
				Labels: labels,
				History: []string{turnedDone,
					"put the median of the column for 1 missing value in 1 column"}}},
		"samples without class": {"GENES,AD,?,NL,NL\ng1,1,2,3,4\n",
			Options{Transposed: true, Missing: "drop-rows", Label: "GENES"},
			content{Features: genes[:1], Rows: [][]float64{{1}, {3}, {4}},
				Labels: []string{"AD", "NL", "NL"},
				History: []string{turnedDone,
					"left out 1 of 4 rows, which have missing values (1 of them no label)"}}},
		"decimal commas": {"GENES;AD;AD;NL;NL\ng1;1,0;2,0;3;4\ng2;5;6;7;8,0\n", Options{},
			content{Features: genes, Rows: rows, Labels: labels, History: []string{turnedDone}}},
	} {
		for way, r := range map[string]io.Reader{"whole": strings.NewReader(c.text),
			"bytes": iotest.OneByteReader(strings.NewReader(c.text))} {
			d, err := readCSV(r, "t", c.opt)
			if err != nil {
				t.Errorf("%s, %s: %v", name, way, err)
				continue
			}
			if diff := cmp.Diff(c.want, contentOf(d)); diff != "" {
				t.Errorf("%s, %s: %s", name, way, diff)
			}
		}
	}
}

// A table is turned unasked only when it could not be one with names in its
// first row.
func TestNotTransposed(t *testing.T) {
	for text, want := range map[string]string{
		"a,b,a,class\n1,2,3,x\n": `row 1: columns 0 and 2 (counted from 0) are both named ` +
			`"a"; rename one, or set Drop to "2" to leave out that column, or RenameDuplicates ` +
			`to keep both`,
		// NL comes once only
		"id,AD,AD,NL\np,1,2,3\n": `row 1: columns 1 and 2 (counted from 0) are both named "AD"; ` +
			`rename one, or set Drop to "2" to leave out that column, or RenameDuplicates to ` +
			`keep both`,
		"id,AD,AD,NL,NL\np,1,2,3,x\n": `row 1: columns 1 and 2 (counted from 0) are both named ` +
			`"AD"; rename one, or set Drop to "2" to leave out that column, or RenameDuplicates ` +
			`to keep both`,
		"id,AD,AD,NL,NL\n7,1,2,3,4\n": `row 1: columns 1 and 2 (counted from 0) are both named ` +
			`"AD"; rename one, or set Drop to "2" to leave out that column, or RenameDuplicates ` +
			`to keep both`,
	} {
		_, err := readCSV(strings.NewReader(text), "t", Options{})
		wantError(t, err, "t: "+want)
	}
	_, err := readCSV(strings.NewReader("GENES,AD,AD,NL,NL\ng1,1,2,3,4\n"), "t",
		Options{Header: HeaderYes})
	wantError(t, err,
		`t: row 1: columns 1 and 2 (counted from 0) are both named "AD"; rename one, or set `+
			`Drop to "2" to leave out that column, or RenameDuplicates to keep both`)
}

func TestTransposedRefuses(t *testing.T) {
	const head = "id,s1,s2,s3\nclass,a,a,b\n"
	for want, c := range map[string]struct {
		text string
		opt  Options
	}{
		"a transposed table of one row has no features; give a row for each feature and one for " +
			"the classes": {"id,a,b\n", Options{}},
		"row 3 has 3 cells, row 1 has 4; give every row the same number": {
			head + "g,1,2\n", Options{}},
		"row 3 has more than the 4 cells of row 1; give every row the same number": {
			head + "g,1,2,3,4\n", Options{}},
		"row 3 has no name; name it": {
			head + ",1,2,3\n", Options{}},
		"row 1 has no name; name it, set Label to 0 if it has the classes, or set Header to yes if " +
			"it has the names of the samples": {",1,2,2\ng,a,a,b\n",
			Options{Label: "g", Header: HeaderNo}},
		`row 3, column 2 (g): the value is missing ("?"); fill it in, or set Missing ` +
			`(drop-rows, drop-columns, median or a number)`: {head + "g,1,?,3\n", Options{}},
		`row 4, column 1 (h): "x" is not a number; mend the cell, name this row as the label, ` +
			`set ID: "h" or Group: "h" (-id, -group) if it says which sample or group it is, ` +
			`or set Drop or Code (ordinal or one-hot)`: {head + "g,1,2,3\nh,x,2,3\n",
			Options{Label: "class"}},
		`rows class and h both hold words; set Label for the one with the classes, and Drop or ` +
			`Code (ordinal or one-hot) for the other`: {head + "g,1,2,3\nh,x,2,3\n", Options{}},
		"no row of the transposed table holds words, which would be the classes; set Label to " +
			"the name or the index of their row, or to none": {"id,s1,s2\ng,1,2\n", Options{}},
		`rows 2 and 3 (counted from 0) are both named "g"; rename one, or set Drop to "3" to ` +
			`leave out that row, or RenameDuplicates to keep both`: {head + "g,1,2,3\ng,1,2,3\n",
			Options{}},
		`no label row "klass"; did you mean "class"?`: {head + "g,1,2,3\n",
			Options{Label: "klass"}},
		`no row to drop "zzzzzz"; known: class, g, id`: {head + "g,1,2,3\n",
			Options{Drop: []string{"zzzzzz"}}},
		`the label row "class" is to be dropped too; take it from Drop, or name another label ` +
			`(none for none)`: {head + "g,1,2,3\n",
			Options{Label: "class", Drop: []string{"class"}}},
		"all features of the 3 rows are to be dropped; leave one": {
			head + "g,1,2,3\n", Options{Drop: []string{"g"}}},
		"row class: a class label is missing; name the class, or set Missing to drop-rows": {
			"id,s1,s2,s3\nclass,a,?,b\ng,1,2,3\n", Options{Label: "class"}},
		"no sample is left; a transposed table has a column for each": {
			"id,s1\ng,1\n", Options{Drop: []string{"s1"}}},
		`row 3, column 1 (g): "1e999" is beyond the range of numbers (±1.8e308); mend the cell`: {
			head + "g,1e999,2,3\n", Options{Label: "class"}},
	} {
		c.opt.Transposed = true
		_, err := readCSV(strings.NewReader(c.text), "t", c.opt)
		wantError(t, err, "t: "+want)
	}
}
