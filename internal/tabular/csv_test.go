package tabular

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
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
					got := contentOf(must(readCSV(wrap(bytes.NewReader(data)), "t.csv", Options{}))(
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
		if diff := cmp.Diff(want, contentOf(must(readCSV(r, "t.csv", Options{}))(t))); diff != "" {
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
			got := contentOf(must(readCSV(strings.NewReader(c.text), "t.csv", c.opt))(t))
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
		got := contentOf(must(readCSV(strings.NewReader(text), "t.csv",
			Options{Label: label, Header: HeaderYes}))(t))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("label %q: %s", label, diff)
		}
	}
	// A name wins over an index even when they differ.
	got := contentOf(must(readCSV(strings.NewReader("2,0,1\n5,6,7\n"), "t.csv",
		Options{Label: "2", Header: HeaderYes}))(t))
	if diff := cmp.Diff(content{Features: []string{"0", "1"}, Rows: [][]float64{{6, 7}},
		Labels: []string{"5"}}, got); diff != "" {
		t.Error(diff)
	}
	unlabeled := contentOf(must(readCSV(strings.NewReader("a,b\n1,2\n"), "t.csv",
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
			got := contentOf(must(readCSV(strings.NewReader(text.String()), "t.csv",
				Options{Header: HeaderNo}))(t))
			if diff := cmp.Diff(c.want, got.Labels); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// One class loads: an unsupervised method can use it.
func TestReadCSVOneClass(t *testing.T) {
	d := must(readCSV(strings.NewReader("a,class\n1,x\n2,x\n"), "t.csv", Options{}))(t)
	if len(d.Classes) != 1 || d.Classes[0] != "x" || d.N() != 2 {
		t.Errorf("%d samples of %q", d.N(), d.Classes)
	}
}

func TestReadCSVSeparator(t *testing.T) {
	want := content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}}}
	for comma, text := range map[rune]string{'|': "a|b\n1|2", ' ': "a b\n1 2", ':': "a:b\n1:2",
		';': "a;b\n1;2", '\t': "a\tb\n1\t2"} {
		got := contentOf(must(readCSV(strings.NewReader(text), "t.csv",
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
	got := contentOf(must(readCSV(strings.NewReader("\n\"a,b,c\";d\n1;2\n\"3\";4"), "t.csv",
		Options{Label: NoLabel}))(t))
	if diff := cmp.Diff(content{Features: []string{"a,b,c", "d"},
		Rows: [][]float64{{1, 2}, {3, 4}}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadCSVLongNames(t *testing.T) {
	name := strings.Repeat("ä", 10_000)
	d := must(readCSV(strings.NewReader(name+"1,"+name+"2,class\n1,2,x\n"), "t.csv", Options{}))(t)
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
	got := must(readCSV(strings.NewReader(b.String()), "t.csv", Options{}))(t)
	if got.N() != 1 || got.D() != d || got.Features[d-1] != "f999999" || got.Classes[0] != "x" {
		t.Fatalf("%d×%d", got.N(), got.D())
	}
	for j, v := range got.Values[:got.D()] {
		if want := []float64{1, 12, 123, 1234, 12345, 123456, 1234567, 12345678}[j%8]; v != want {
			t.Fatalf("column %d is %v, want %v", j, v, want)
		}
	}
}
