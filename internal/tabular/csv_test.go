package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// The same table, in the ways that tables are written.
func TestReadCSVSpellings(t *testing.T) {
	want := content{Features: []string{"a", "b,2"}, Rows: [][]float64{{1, -2.5}, {300, 0}},
		Labels: []string{"x", "y"}}
	for name, text := range map[string]string{
		"plain":              "a,\"b,2\",class\n1,-2.5,x\n300,0,y\n",
		"no last line end":   "a,\"b,2\",class\n1,-2.5,x\n300,0,y",
		"CRLF":               "a,\"b,2\",class\r\n1,-2.5,x\r\n300,0,y\r\n",
		"CR":                 "a,\"b,2\",class\r1,-2.5,x\r300,0,y\r",
		"byte order mark":    "\ufeffa,\"b,2\",class\n1,-2.5,x\n300,0,y\n",
		"mark and quotes":    "\ufeff\"a\",\"b,2\",class\n1,-2.5,x\n300,0,y\n",
		"semicolons":         "a;b,2;class\n1;-2.5;x\n300;0;y\n",
		"tabs":               "a\tb,2\tclass\n1\t-2.5\tx\n300\t0\ty\n",
		"blank lines":        "\n\r\n  \na,\"b,2\",class\n\n1,-2.5,x\n \t \n\n300,0,y\n\n\n",
		"spaces":             " a , \"b,2\" ,class  \n 1, -2.5 ,\tx\n300 ,0, y \n",
		"non-breaking space": "\u00a0a,\"b,2\",class\n1,\u00a0-2.5,x\u00a0\n300,0,y\n",
		"quoted numbers":     "a,\"b,2\",class\n\"1\",\"-2.5\",\"x\"\n\"300\",\"0\",\"y\"\n",
		"other notations":    "a,\"b,2\",class\n+1.0,-25e-1,x\n3E2,-0e5,y\n",
	} {
		t.Run(name, func(t *testing.T) {
			for way, wrap := range map[string]func(io.Reader) io.Reader{
				"whole": func(r io.Reader) io.Reader {
					return r
				}, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader,
				"early end": iotest.DataErrReader,
			} {
				for kind, data := range map[string][]byte{"text": []byte(text),
					"gzip": gzipped(t, text)} {
					got := contentOf(must.Get(
						readCSV(wrap(bytes.NewReader(data)), "t.csv", Options{}))(
						t))
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, %s: %s", way, kind, diff)
					}
				}
			}
		})
	}
}

func TestReadCSVQuotes(t *testing.T) {
	text := "\"say \"\"hi\"\"\",\"two\nlines\",\"two\r\nlines\",\" spaced " +
		"\",\"\",\"a;b\tc\",class\n1,2,3,4,5,6,\" a \"\n7,8,9,10,11,12,\"a\"\n"
	want := content{
		Features: []string{`say "hi"`, "two\nlines", "two\r\nlines", " spaced ", "column_4",
			"a;b\tc"},
		Rows:    [][]float64{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}},
		Labels:  []string{" a ", "a"},
		History: []string{"column 4 (counted from 0) had no name and is called column_4"},
	}
	for _, r := range []io.Reader{strings.NewReader(text),
		iotest.OneByteReader(strings.NewReader(text))} {
		if diff := cmp.Diff(want, contentOf(must.Get(
			readCSV(r, "t.csv", Options{}))(t))); diff != "" {
			t.Error(diff)
		}
	}
}

func TestReadCSVHeader(t *testing.T) {
	numbered := []string{"f0", "f1"}
	for name, c := range map[string]struct {
		text string
		opt  Options
		want content
	}{
		"auto, names": {"a,b,c\n1,2,x\n3,4,y\n5,6,x", Options{},
			content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}, {3, 4}, {5, 6}},
				Labels: []string{"x", "y", "x"}}},
		"auto, none": {"1,2,x\n3,4,y\n5,6,x", Options{},
			content{Features: numbered, Rows: [][]float64{{1, 2}, {3, 4}, {5, 6}},
				Labels: []string{"x", "y", "x"}}},
		"auto, one sample": {"1,2,x", Options{},
			content{Features: numbered, Rows: [][]float64{{1, 2}}, Labels: []string{"x"}}},
		"auto, quoted sample": {`"1","2","x"`, Options{},
			content{Features: numbered, Rows: [][]float64{{1, 2}}, Labels: []string{"x"}}},
		"auto, all quoted": {"\"1\",\"2\",\"x\"\n\"3\",\"4\",\"x\"", Options{},
			content{Features: numbered, Rows: [][]float64{{1, 2}, {3, 4}},
				Labels: []string{"x", "x"}}},
		"auto, names are numbers": {"\"2001\",\"2002\",class\n1,2,x\n3,4,y", Options{},
			content{Features: []string{"2001", "2002"}, Rows: [][]float64{{1, 2}, {3, 4}},
				Labels: []string{"x", "y"}}},
		"auto, name is NA": {"\"NA\",\"?\",class\n1,2,x\n3,4,y", Options{},
			content{Features: []string{"NA", "?"}, Rows: [][]float64{{1, 2}, {3, 4}},
				Labels: []string{"x", "y"}}},
		"auto, half numbers": {"1,x\n2,y", Options{}, content{Features: []string{"f0"},
			Rows: [][]float64{{1}, {2}}, Labels: []string{"x", "y"}}},
		"auto, small counting row": {"1,2,3,4\n5,6,7,8", Options{Label: NoLabel}, content{
			Features: []string{"f0", "f1", "f2", "f3"}, Rows: [][]float64{{1, 2, 3, 4},
				{5, 6, 7, 8}},
		}},
		"auto, counts from 1": {"1,2,3,4,5,class\n9,9,9,9,9,x\n8,8,8,8,8,x", Options{}, content{
			Features: []string{"1", "2", "3", "4", "5"}, Rows: [][]float64{{9, 9, 9, 9, 9},
				{8, 8, 8, 8, 8}}, Labels: []string{"x", "x"},
			History: []string{"took row 1, which counts, for the names of the columns"},
		}},
		"auto, counts from 0": {"0,1,2,3,4\n9,9,9,9,0\n8,8,8,8,1", Options{}, content{
			Features: []string{"0", "1", "2", "3"}, Rows: [][]float64{{9, 9, 9, 9}, {8, 8, 8, 8}},
			Labels:  []string{"0", "1"},
			History: []string{"took row 1, which counts, for the names of the columns"},
		}},
		"auto, index column of a data frame": {",a,b,c\n0,1,2,x\n1,3,4,x", Options{}, content{
			Features: []string{"column_0", "a", "b"}, Rows: [][]float64{{0, 1, 2}, {1, 3, 4}},
			Labels:  []string{"x", "x"},
			History: []string{"column 0 (counted from 0) had no name and is called column_0"},
		}},
		"auto, header of numbers": {"400,410,class\n1,2,x\n3,4,y\n3,4,x", Options{}, content{
			Features: numbered, Rows: [][]float64{{400, 410}, {1, 2}, {3, 4}, {3, 4}},
			Labels: []string{"class", "x", "y", "x"},
		}},
		"auto, one sample a class": {"1,2,a\n3,4,b\n5,6,c", Options{},
			content{Features: numbered, Rows: [][]float64{{1, 2}, {3, 4}, {5, 6}},
				Labels: []string{"a", "b", "c"}}},
		"auto, lone number": {"1,2,7\n3,4,8\n5,6,8", Options{},
			content{Features: numbered, Rows: [][]float64{{1, 2}, {3, 4}, {5, 6}},
				Labels: []string{"7", "8", "8"}}},
		"yes": {"1,2,x\n3,4,y\n5,6,y", Options{Header: HeaderYes},
			content{Features: []string{"1", "2"}, Rows: [][]float64{{3, 4}, {5, 6}},
				Labels: []string{"y", "y"}}},
		"no": {"1,2,3,4,5,6\n5,6,7,8,9,10",
			Options{Header: HeaderNo, Label: NoLabel},
			content{Features: []string{"f0", "f1", "f2", "f3", "f4", "f5"},
				Rows: [][]float64{{1, 2, 3, 4, 5, 6}, {5, 6, 7, 8, 9, 10}}}},
		"no name free": {",column_0,c\n1,2,x", Options{},
			content{Features: []string{"column_0_", "column_0"}, Rows: [][]float64{{1, 2}},
				Labels: []string{"x"}, History: []string{
					"column 0 (counted from 0) had no name and is called column_0_"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := contentOf(must.Get(readCSV(strings.NewReader(c.text), "t.csv", c.opt))(t))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadCSVLabel(t *testing.T) {
	const text = "id,none,2,x\n1,2,3,4\n5,6,7,8\n"
	for label, want := range map[string]content{
		"": {Features: []string{"id", "none", "2"}, Rows: [][]float64{{1, 2, 3}, {5, 6, 7}},
			Labels: []string{"4", "8"}},
		"id": {Features: []string{"none", "2", "x"}, Rows: [][]float64{{2, 3, 4}, {6, 7, 8}},
			Labels: []string{"1", "5"}},
		"0": {Features: []string{"none", "2", "x"}, Rows: [][]float64{{2, 3, 4}, {6, 7, 8}},
			Labels: []string{"1", "5"}},
		"1": {Features: []string{"id", "2", "x"}, Rows: [][]float64{{1, 3, 4}, {5, 7, 8}},
			Labels: []string{"2", "6"}},
		"3": {Features: []string{"id", "none", "2"}, Rows: [][]float64{{1, 2, 3}, {5, 6, 7}},
			Labels: []string{"4", "8"}},
		// the name
		"2": {Features: []string{"id", "none", "x"}, Rows: [][]float64{{1, 2, 4}, {5, 6, 8}},
			Labels: []string{"3", "7"}},
		// a column has that name
		NoLabel: {Features: []string{"id", "2", "x"}, Rows: [][]float64{{1, 3, 4}, {5, 7, 8}},
			Labels: []string{"2", "6"}},
	} {
		got := contentOf(must.Get(readCSV(strings.NewReader(text), "t.csv",
			Options{Label: label, Header: HeaderYes}))(t))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("label %q: %s", label, diff)
		}
	}
	// A name wins over an index even when they differ.
	got := contentOf(must.Get(readCSV(strings.NewReader("2,0,1\n5,6,7\n"), "t.csv",
		Options{Label: "2", Header: HeaderYes}))(t))
	if diff := cmp.Diff(content{Features: []string{"0", "1"}, Rows: [][]float64{{6, 7}},
		Labels: []string{"5"}}, got); diff != "" {
		t.Error(diff)
	}
	unlabeled := contentOf(must.Get(readCSV(strings.NewReader("a,b\n1,2\n"), "t.csv",
		Options{Label: NoLabel}))(t))
	if diff := cmp.Diff(content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}}},
		unlabeled); diff != "" {
		t.Error(diff)
	}
}

func TestReadCSVLabelTexts(t *testing.T) {
	for name, c := range map[string]struct {
		labels, want []string
	}{
		"one number": {[]string{"1", "1.0", "1e0", "+1", "2"},
			[]string{"1", "1", "1", "1", "2"}},
		"one is a word":  {[]string{"1", "1.0", "b"}, []string{"1", "1.0", "b"}},
		"quoted stay":    {[]string{`"1.0"`, "1", `"02"`}, []string{"1.0", "1", "02"}},
		"spaces dropped": {[]string{" a", "a ", "a"}, []string{"a", "a", "a"}},
		"quoted missing": {[]string{`"NA"`, `"?"`, "b"}, []string{"NA", "?", "b"}},
		"fractions":      {[]string{".5", "0.50", "-2.0"}, []string{"0.5", "0.5", "-2"}},
		"hexadecimal":    {[]string{"0x1", "1"}, []string{"0x1", "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			for _, l := range c.labels {
				text.WriteString("7," + l + "\n")
			}
			got := contentOf(must.Get(readCSV(strings.NewReader(text.String()), "t.csv",
				Options{Header: HeaderNo}))(t))
			if diff := cmp.Diff(c.want, got.Labels); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// One class loads: an unsupervised method can use it.
func TestReadCSVOneClass(t *testing.T) {
	d := must.Get(readCSV(strings.NewReader("a,class\n1,x\n2,x\n"), "t.csv", Options{}))(t)
	if len(d.Classes) != 1 || d.Classes[0] != "x" || d.N() != 2 {
		t.Errorf("%d samples of %q", d.N(), d.Classes)
	}
}

func TestReadCSVSeparator(t *testing.T) {
	want := content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}}}
	for comma, text := range map[rune]string{'|': "a|b\n1|2", ' ': "a b\n1 2", ':': "a:b\n1:2",
		';': "a;b\n1;2", '\t': "a\tb\n1\t2"} {
		got := contentOf(must.Get(readCSV(strings.NewReader(text), "t.csv",
			Options{Comma: comma, Label: NoLabel}))(t))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", comma, diff)
		}
	}
	for comma, quoted := range map[rune]string{'"': `'"'`, '\n': `'\n'`, '\r': `'\r'`, '…': `'…'`,
		'\u0080': `'\u0080'`, -1: `'�'`} {
		_, err := readCSV(strings.NewReader("a,b\n1,2"), "t.csv", Options{Comma: comma})
		wantError(t, err, "t.csv: the separator cannot be "+quoted+
			`; give one ASCII character, such as ',' or '\t'`)
	}
	// Separators in quotes do not count, those of later rows neither.
	got := contentOf(must.Get(readCSV(strings.NewReader("\n\"a,b,c\";d\n1;2\n\"3\";4"), "t.csv",
		Options{Label: NoLabel}))(t))
	if diff := cmp.Diff(content{Features: []string{"a,b,c", "d"},
		Rows: [][]float64{{1, 2}, {3, 4}}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadCSVLongNames(t *testing.T) {
	name := strings.Repeat("ä", 10_000)
	d := must.Get(
		readCSV(strings.NewReader(name+"1,"+name+"2,class\n1,2,x\n"), "t.csv", Options{}))(t)
	if d.Features[0] != name+"1" || d.Features[1] != name+"2" {
		t.Error("the names of 10,001 characters changed")
	}
	_, err := readCSV(strings.NewReader(name+","+name+",class\n1,2,x\n"), "t.csv", Options{})
	wantError(t, err, `t.csv: row 1: columns 0 and 1 (counted from 0) are both named "`+
		strings.Repeat("ä", 40)+
		`…"; rename one, or set Drop to "1" to leave out that column, or RenameDuplicates to `+
		`keep both`)
}

// Cells lie across the borders of every buffer.
func TestReadCSVMillionCells(t *testing.T) {
	const d = 1_000_000
	var b strings.Builder
	for j := range d {
		b.WriteString("12345678"[:j%8+1])
		b.WriteByte(',')
	}
	b.WriteString("x\n")
	got := must.Get(readCSV(strings.NewReader(b.String()), "t.csv", Options{}))(t)
	if got.N() != 1 || got.D() != d || got.Features[d-1] != "f999999" || got.Classes[0] != "x" {
		t.Fatalf("%d×%d", got.N(), got.D())
	}
	for j, v := range got.Values[:got.D()] {
		if want := []float64{1, 12, 123, 1234, 12345, 123456, 1234567, 12345678}[j%8]; v != want {
			t.Fatalf("column %d is %v, want %v", j, v, want)
		}
	}
}

func TestReadCSVRefuses(t *testing.T) {
	cell := func(bad string) string { return "a,b,class\n1,2,x\n\n3," + bad + ",y\n5,6,y\n" }
	at := func(what string) string { return "row 4, column 1 (b): " + what }
	const missing = "; fill it in, or set Missing (drop-rows, drop-columns, median or a number)"
	noNumber := func(column string) string {
		return fmt.Sprintf(" is not a number; mend the cell, name this column as the label, set "+
			"ID: %[1]q or Group: %[1]q (-id, -group) if it says which sample or group it is, or "+
			"set Drop or Code (ordinal or one-hot)", column)
	}
	long := strings.Repeat("x", 50)
	for name, c := range map[string]struct {
		text string
		opt  Options
		want string
	}{
		"empty": {"", Options{},
			"the file is empty; give a table with one line per sample"},
		"blank": {"\n  \r\n\t\n", Options{},
			"the file is empty; give a table with one line per sample"},
		"mark only": {"\ufeff", Options{},
			"the file is empty; give a table with one line per sample"},
		"header only": {"\na,b,class\n\n", Options{},
			"row 2 is a header and no sample follows; give at least one line of numbers"},
		"samples that begin as comments": {"class,a,b\n#1,2,3\n#2,3,4\n", Options{},
			`row 1 is a header and no sample follows; row 2 ("#1,2,3") was passed over as ` +
				`comment, since it begins with # or % and its cells are no numbers; if its ` +
				`first cell is the class, name that column as the label`},
		"first row is said to be a header": {"1,2,x\n", Options{Header: HeaderYes},
			"row 1 is a header and no sample follows; give at least one line of numbers"},

		"short row": {"a,b,class\n1,2,x\n3,y\n", Options{},
			"row 3 has 2 cells, row 1 has 3; give every row the same number"},
		"long row": {"a,b,class\n1,2,x\n3,4,y,5\n", Options{},
			"row 3 has more than the 3 cells of row 1; give every row the same number"},
		"trailing comma": {"a,b,class\n1,2,x,\n", Options{},
			"row 2 has more than the 3 cells of row 1; give every row the same number"},
		"first data row": {"1,2,x\n3,4\n", Options{},
			"row 2 has 2 cells, row 1 has 3; give every row the same number"},
		"after quoting": {"\"1\",\"2\",x\n3,4\n", Options{},
			"row 2 has 2 cells, row 1 has 3; give every row the same number"},
		"long quoted": {"\"1\",\"2\",x\n3,4,y,z,z\n", Options{},
			"row 2 has more than the 3 cells of row 1; give every row the same number"},
		"one cell quoted": {"\"1\"\n3,4,5\n", Options{Label: NoLabel},
			"row 2 has more than the 1 cells of row 1; give every row the same number"},
		"lines in quotes": {"\"a\nb\r\nc\rd\",b,class\n1,2,x\n3,y\n", Options{},
			"row 6 has 2 cells, row 1 has 3; give every row the same number"},
		"bad cell in quotes": {"\"a\nb\",b,class\n1,2,x\n3,z,y\n", Options{},
			`row 4, column 1 (b): "z"` + noNumber("b")},

		"one column": {"a\n1\n2\n", Options{},
			"row 1 has one cell only, and it would be the label; check the separator, or read " +
				"the file without labels (label none)"},
		"other separator": {"a|b|class\n1|2|x\n", Options{},
			"row 1 has one cell only, and it would be the label; check the separator, or read " +
				"the file without labels (label none)"},
		"twice": {"a,b,a,class\n1,2,3,x\n", Options{},
			`row 1: columns 0 and 2 (counted from 0) are both named "a"; rename one, or set ` +
				`Drop to "2" to leave out that column, or RenameDuplicates to keep both`},
		"label twice": {"a,b,b\n1,2,x\n", Options{},
			`row 1: columns 1 and 2 (counted from 0) are both named "b"; rename one, or set ` +
				`Drop to "1" to leave out that column, or RenameDuplicates to keep both`},
		"twice, hostile": {"\"a\nb\",\"a\nb\",class\n1,2,x\n", Options{},
			`row 1: columns 0 and 1 (counted from 0) are both named "a\nb"; rename one, or set ` +
				`Drop to "1" to leave out that column, or RenameDuplicates to keep both`},
		"name is Latin-1": {"k\xf6rper,b,class\n1,2,x\n", Options{},
			`row 1, column 0 (counted from 0): the name "k\xf6rper" is not UTF-8 text; save the ` +
				`file as UTF-8, or set Encoding (latin1 or utf16)`},
		"label is Latin-1": {"a,b,class\n1,2,k\xf6rper\n", Options{},
			`row 2, column 2 (class): the class label "k\xf6rper" is not UTF-8 text; save the ` +
				`file as UTF-8, or set Encoding (latin1 or utf16)`},
		"text without header": {"A11,6,A34,A43,6,x\nA12,7,A34,A43,7,y\n", Options{},
			`row 1, column 0 (no name, counted from 0): "A11" is not a number; mend the cell, ` +
				`name the label column, say that the first row is a header, or set Drop or Code ` +
				`(ordinal or one-hot)`},
		"counts, two words": {"1,2,3,4,5,a,b\n1,1,1,1,1,1,1\n", Options{},
			`row 1, column 5 (no name, counted from 0): "a" is not a number; mend the cell, ` +
				`name the label column, say that the first row is a header, or set Drop or Code ` +
				`(ordinal or one-hot)`},
		"said to have none": {"a,b,class\n1,2,x\n", Options{Header: HeaderNo},
			`row 1, column 0 (no name, counted from 0): "a"` + noNumber("0")},

		"text": {cell("cold"), Options{}, at(`"cold"` + noNumber("b"))},
		"long text": {cell(long), Options{},
			at(`"` + long[:40] + `…"` + noNumber("b"))},
		"control text": {cell("\x1b[2J"), Options{}, at(`"\x1b[2J"` + noNumber("b"))},
		"nothing": {cell(""), Options{},
			at(`the value is missing ("")` + missing)},
		"spaces": {cell("  "), Options{},
			at(`the value is missing ("")` + missing)},
		"?": {cell("?"), Options{},
			at(`the value is missing ("?")` + missing)},
		"NA": {cell("NA"), Options{},
			at(`the value is missing ("NA")` + missing)},
		"NaN": {cell("NaN"), Options{},
			at(`the value is missing ("NaN")` + missing)},
		"null": {cell("null"), Options{},
			at(`the value is missing ("null")` + missing)},
		"Inf": {cell("Inf"), Options{},
			at(`"Inf" is infinite; give a finite number, or drop the row or the column`)},
		"-Inf": {cell("-Inf"), Options{},
			at(`"-Inf" is infinite; give a finite number, or drop the row or the column`)},
		"1e999": {cell("1e999"), Options{},
			at(`"1e999" is beyond the range of numbers (±1.8e308); mend the cell`)},
		"hexadecimal": {cell("0x1F"), Options{}, at(`"0x1F"` + noNumber("b"))},
		"underscore":  {cell("1_000"), Options{}, at(`"1_000"` + noNumber("b"))},
		"unit":        {cell("3 kg"), Options{}, at(`"3 kg"` + noNumber("b"))},
		"decimal comma": {cell(`"2,5"`), Options{},
			at(`"2,5" has a decimal comma; write 2.5, or set Decimal to ','`)},
		"comma, of thousands or decimal": {"a;b;class\n1;2,500;x\n", Options{},
			`row 2, column 1 (b): "2,500" has a thousands separator; set Thousands to ',', or write 2500`},
		"point among decimal commas": {"a;b;class\n1;2,5;x\n1;2.5;x\n", Options{Decimal: ','},
			`row 3, column 1 (b): "2.5" has a decimal point, and other cells a decimal comma; ` +
				`write 2,5, or set Decimal to '.'`},
		"in quotes": {cell(`" 3"`), Options{}, at(`" 3"` + noNumber("b"))},
		"first sample": {"1,2,x\n", Options{Label: "0"},
			`row 1, column 2 (no name, counted from 0): "x" is not a number; mend the cell, ` +
				`name the label column, say that the first row is a header, or set Drop or Code ` +
				`(ordinal or one-hot)`},
		"hostile column": {"\"a\nb\",b,class\nz,2,x\n", Options{},
			`row 3, column 0 ("a\nb"): "z"` + noNumber("a\nb")},
		"unlabeled": {"a,b\n1,x\n", Options{Label: NoLabel},
			`row 2, column 1 (b): "x"` + noNumber("b")},

		"label missing": {"a,b,class\n1,2,\n", Options{},
			"row 2, column 2 (class): the class label is missing; name the class or drop the row"},
		"label NA": {"a,b,class\n1,2,x\n1,2,NA\n", Options{},
			`row 3, column 2 (class): the class label is missing ("NA"); name the class, drop ` +
				`the row, or put the word in quotes when it is a class`},
		"label in quotes": {"a,b,class\n1,2,\"\"\n", Options{},
			"row 2, column 2 (class): the class label is missing; name the class or drop the row"},
		"no such label": {"gene,stage,class\n1,2,x\n", Options{Label: "clas"},
			`no label column "clas"; did you mean "class"?`},
		"nothing near": {"gene,\"st\nage\",class\n1,2,x\n", Options{Label: "temperature"},
			`no label column "temperature"; known: "st\nage", class, gene`},
		"no header": {"1,2,x\n", Options{Label: "class"},
			`no label column "class": the file has no header; give the column's index from 0 to 2`},
		"index too large": {"a,b,class\n1,2,x\n", Options{Label: "3"},
			"no label column 3: the file has 3 columns, numbered from 0 to 2"},
		"index negative": {"1,2,x\n", Options{Label: "-1"},
			"no label column -1: the file has 3 columns, numbered from 0 to 2"},

		"stray quote": {"a,b,class\n1,2\"5,x\n", Options{},
			"row 2, column 1 (counted from 0): a stray quote; begin and end the cell with " +
				"quotes and double those inside, or remove it"},
		"text after a quote": {"a,b,class\n1,\"2\"5,x\n", Options{},
			`row 2, column 1 (counted from 0): the closing quote is followed by "5,x\n"; double ` +
				`the quotes inside a quoted cell`},
		"open quote": {"a,b,class\n1,\"2,x\n3,4,y\n", Options{},
			"row 2, column 1 (counted from 0): the quote is never closed; close it, or remove it"},
		"open quote at last": {"a,b,class\n1,2,\"", Options{},
			"row 2, column 2 (counted from 0): the quote is never closed; close it, or remove it"},

		"zero bytes": {"a,b\x00\n", Options{},
			"this is not a text table (it holds zero bytes); give a .csv, .csv.gz or .mat file, " +
				"or set Encoding to utf16 if it is text"},
		"zero byte first": {"\x00a,b\n", Options{},
			"this is not a text table (it holds zero bytes); give a .csv, .csv.gz or .mat file, " +
				"or set Encoding to utf16 if it is text"},
		"zero byte only": {"\x00", Options{},
			"this is not a text table (it holds zero bytes); give a .csv, .csv.gz or .mat file, " +
				"or set Encoding to utf16 if it is text"},
		"spreadsheet": {"PK\x03\x04\x14\x00\x06\x00", Options{},
			"this is not a text table (it holds zero bytes); give a .csv, .csv.gz or .mat file, " +
				"or set Encoding to utf16 if it is text"},
		"UTF-16 cut off": {"\xff\xfea\x00,", Options{},
			"the UTF-16 text ends with half a character; fetch the file again, or set Encoding " +
				"to what it is (latin1 or utf8)"},
		"UTF-16 with half a pair": {"\xfe\xff\x00a\xd8\x3d\x00b\x00,", Options{},
			"byte 6 is half a character of UTF-16 text; fetch the file again, or set Encoding " +
				"to what it is (latin1 or utf8)"},
		"binary junk": {"\x81\x9f\xe2,\x88\n\xc3\n", Options{Header: HeaderNo},
			`row 1, column 0 (no name, counted from 0): "\x81\x9f\xe2"` + noNumber("0")},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.text),
				iotest.OneByteReader(strings.NewReader(c.text)),
				bytes.NewReader(gzipped(t, c.text))} {
				d, err := readCSV(r, "t.csv", c.opt)
				wantError(t, err, "t.csv: "+c.want)
				if d != nil {
					t.Error("an error came with a data set")
				}
				// The separator of eight characters is what the buffer holds.
				if name == "text after a quote" {
					break
				}
			}
		})
	}
}

func TestReadCSVDamagedGzip(t *testing.T) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "%d,%d,x\n", i*i*7919%10007, i)
	}
	whole := gzipped(t, text.String())
	const cutOff = "t.csv.gz: the gzip data are cut off or damaged (%s); fetch the file again"
	for _, size := range []int{3, 9, 11, 100, len(whole) / 2, len(whole) - 9, len(whole) - 1} {
		_, err := readCSV(bytes.NewReader(whole[:size]), "t.csv.gz", Options{})
		wantError(t, err, fmt.Sprintf(cutOff, "unexpected EOF"))
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // of the checksum
	_, err := readCSV(bytes.NewReader(flipped), "t.csv.gz", Options{})
	wantError(t, err, fmt.Sprintf(cutOff, "gzip: invalid checksum"))
	_, err = readCSV(bytes.NewReader(append(bytes.Clone(whole), "junk"...)), "t.csv.gz", Options{})
	wantError(t, err, fmt.Sprintf(cutOff, "unexpected EOF"))
	_, err = readCSV(strings.NewReader("\x1f\x8b\x07 and so on"), "t.csv.gz", Options{})
	wantError(t, err, fmt.Sprintf(cutOff, "gzip: invalid header"))
	body := bytes.Clone(whole)
	for i := 20; i < 60; i++ {
		body[i] ^= 0x55
	}
	_, err = readCSV(bytes.NewReader(body), "t.csv.gz", Options{})
	if err == nil || !strings.HasPrefix(err.Error(),
		"t.csv.gz: the gzip data are cut off or damaged (") {
		t.Errorf("damaged inside: %v", err)
	}
}

// A file that cannot be read says so, and is not taken for a damaged one.
func TestReadCSVReadError(t *testing.T) {
	failure := &fs.PathError{Op: "read", Path: "t.csv", Err: errors.New("input/output error")}
	for name, head := range map[string]string{"at once": "", "in a cell": "a,b,class\n1,2",
		"after a row": "a,b,class\n1,2,x\n", "in quotes": "a,b,class\n1,\"2",
		"gzip": string(gzipped(t, "a,b,class\n1,2,x\n")[:20])} {
		_, err := readCSV(io.MultiReader(strings.NewReader(head), iotest.ErrReader(failure)),
			"t.csv", Options{})
		if err == nil || err.Error() != "t.csv: cannot be read: input/output error" {
			t.Errorf("%s: %v", name, err)
		}
		if !errors.Is(err, failure.Err) {
			t.Errorf("%s: the cause is lost in %v", name, err)
		}
	}
	_, err := readCSV(stuck{}, "t.csv", Options{})
	wantError(t, err, "t.csv: "+io.ErrNoProgress.Error())
}

// stuck returns nothing and no error for ever.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// Labels of one float64 are in the order of their values.
func TestLongLabelsAreSorted(t *testing.T) {
	want := []string{"-20231105123456781", "-20231105123456780.5", "-3", "0.1",
		"0.10000000000000000001", "20231105123456780", "20231105123456780.5"}
	got := slices.Clone(want)
	slices.Reverse(got)
	if sortClasses(got); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Settle drops columns by name, then rows with a NaN together with a class that loses its last
// sample; without options it changes nothing.
func TestSettle(t *testing.T) {
	nan := math.NaN()
	table := func() *Table {
		return &Table{
			Names: []string{"a", "b", "c"}, Rows: 3, Values: []float64{1, nan, 3, nan, 5, 6,
				7, 8, 9},
			Y: []int{0, 1, 2}, Classes: []string{"x", "y", "z"}, History: []string{"before"},
		}
	}
	d := table()
	must.Do(t, d.Settle(Options{Drop: []string{"b"}, Missing: "drop-rows"}))
	if d.Rows != 2 || !slices.Equal(d.Names, []string{"a", "c"}) ||
		!slices.Equal(d.Values, []float64{1, 3, 7, 9}) || !slices.Equal(d.Y, []int{0, 1}) ||
		!slices.Equal(d.Classes, []string{"x", "z"}) {
		t.Errorf("%+v", d)
	}
	want := []string{"before", "left out column b",
		"left out 1 of 3 rows, which have missing values"}
	if !slices.Equal(d.History, want) {
		t.Errorf("history %q, want %q", d.History, want)
	}
	d = table()
	if err := d.Settle(Options{Missing: "median"}); err != nil || d.Values[1] != 6.5 ||
		d.Values[3] != 4 {
		t.Errorf("%v, medians %v and %v, want 6.5 and 4", err, d.Values[1], d.Values[3])
	}
	d = table()
	if err := d.Settle(Options{}); err != nil || d.Rows != 3 || d.Values[1] == d.Values[1] ||
		len(d.History) != 1 {
		t.Errorf("without options: %v, %+v", err, d)
	}
	err := table().Settle(Options{Drop: []string{"d"}})
	wantError(t, err, `no column "d"; did you mean "a"?`)
	err = table().Settle(Options{Missing: "guess"})
	wantError(t, err,
		`no policy "guess" for missing values; give drop-rows, drop-columns, median, mean, `+
			"most-frequent or a number")
}
