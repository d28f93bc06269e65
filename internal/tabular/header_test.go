package tabular

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// The first cell of a table whose samples are columns says what its rows are.
func TestSaysTurned(t *testing.T) {
	for cell, want := range map[string]bool{
		"gene": true, "GENES": true, "Gene ID": true, "gene_symbol": true, "ProbeSet": true,
		"probe set": true, "Feature": true,
		"": false, "id": false, "sample": false, "class": false, "general": false,
		"gene of interest": false, "ID_REF": false,
	} {
		if got := saysTurned(cell); got != want {
			t.Errorf("%q: %v", cell, got)
		}
	}
}

// A table tells the line of a first sample that nothing but its look tells from a header.
func TestFirstSample(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want int
	}{
		{"400,410,class\n1,2,x\n", Options{}, 1},
		{"# a comment\n\n400,410,class\n1,2,x\n", Options{}, 3},
		{"400,410,class\n1,2,x\n", Options{Header: HeaderNo}, 0},
		{"400,410,class\n1,2,x\n", Options{Header: HeaderYes}, 0},
		{"a,b,class\n1,2,x\n", Options{}, 0},
		{"gene,s1,s2\nclass,x,y\ng1,1,2\n", Options{Transposed: true}, 0},
	} {
		d := must.Get(readCSV(strings.NewReader(c.text), "t.csv", c.opt))(t)
		if d.FirstSample != c.want {
			t.Errorf("%q, %+v: line %d, want %d", c.text, c.opt, d.FirstSample, c.want)
		}
	}
}

// R's write.table leaves out the name of the column of row names, which are the identifiers.
func TestRowNames(t *testing.T) {
	want := content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}, {3, 4}},
		Labels: []string{"p", "q"}}
	for _, text := range []string{
		"\"a\"\t\"b\"\t\"y\"\n\"s0\"\t1\t2\t\"p\"\n\"s1\"\t3\t4\t\"q\"\n",
		"\"a\" \"b\" \"y\"\n\"s0\" 1 2 \"p\"\n\"s1\" 3 4 \"q\"\n", // its default
		"a b y\ns0 1 2 p\ns1 3 4 q\n",
		"\"a\" \"b\" \"the y\"\n\"s0\" 1 2 \"p\"\n\"s1\" 3 4 \"q\"\n",
		"a;b;y\r\ns0;1;2;p\r\ns1;3;4;q\r\n",
		"# made by R\n\n\"a\",\"b\",\"y\"\n\n\"s0\",1,2,\"p\"\n\"s1\",3,4,\"q\"\n",
	} {
		d := must.Get(readCSV(strings.NewReader(text), "t", Options{}))(t)
		if diff := cmp.Diff([]string{"s0", "s1"}, d.IDs); diff != "" || d.IDName != "row name" {
			t.Errorf("%q: %q %s", text, d.IDName, diff)
		}
		got := contentOf(d)
		got.History = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	for _, comma := range []string{",", ";", "\t", " "} { // labels of their own
		text := strings.ReplaceAll("\"status\"\n\"s0\",\"very ill\"\n\"s1\",\"well\"\n", ",", comma)
		d := must.Get(ReadLabels(must.Get(OpenText(strings.NewReader(text), Options{}))(t),
			must.Get(OpenText(strings.NewReader(text), Options{}))(t), Options{Label: "status"},
			Samples{N: 2, Identifier: called}))(t)
		if diff := cmp.Diff([][]string{{"s0", "s1"}, {"very ill", "well"}},
			[][]string{d.IDs, d.Classes}); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	const text = "\"a\",\"b\",\"y\"\n\"1\",1,2,\"p\"\n\"2\",3,4,\"q\"\n"
	d := must.Get(readCSV(strings.NewReader(text), "t", Options{ID: "b"}))(t)
	if diff := cmp.Diff([]string{"2", "4"}, d.IDs); diff != "" || len(d.Features) != 1 {
		t.Errorf("another identifier: %q %s", d.Features, diff)
	}
	d = must.Get(readCSV(strings.NewReader(text), "t", Options{Label: "row name",
		Drop: []string{"y"}}))(t)
	if diff := cmp.Diff([]string{"1", "2"}, d.Classes); diff != "" {
		t.Errorf("as label: %s", diff)
	}
	d = must.Get(readCSV(strings.NewReader(text), "t", Options{Drop: []string{"0"}}))(t)
	if d.IDs != nil || len(d.Features) != 2 {
		t.Errorf("dropped: %q, %q", d.IDs, d.Features)
	}
	d = must.Get(
		readCSV(strings.NewReader("\"s1\" \"s2\"\n\"cls\" \"x\" \"y\"\n\"g1\" 1 2\n\"g2\" 3 4\n"),
			"t", Options{Transposed: true}))(t)
	if diff := cmp.Diff([][]float64{{1, 3}, {2, 4}}, matrixOf(d)); diff != "" {
		t.Errorf("genes in rows: %s", diff)
	}
	d = must.Get(readCSV(strings.NewReader("s1 s2 s3\ng1 1 2 3\ng2 3 4 5\n"), "t", Options{}))(t)
	if diff := cmp.Diff([]string{"column s3, of numbers, is taken for the classes, and the first " +
		"cells of the rows for the names of the samples; set Label, or Transposed if the rows are " +
		"features"}, d.Warnings); diff != "" {
		t.Errorf("genes in rows, unsaid: %s", diff)
	}
	for text, want := range map[string]string{
		"a,b,y\n1,2,p,\n3,4,q,\n": "row 2 has more than the 3 cells of row 1; give every row the " +
			"same number",
		"1,2,p\n3,4,5,q\n": "row 2 has more than the 3 cells of row 1; give every row the same number",
		"a,b,y\ns,1,2,p\n3,4,q\n": "row 3 has 3 cells, row 1 has 4; give every row the same " +
			"number",
	} {
		_, err := readCSV(strings.NewReader(text), "t", Options{})
		wantError(t, err, "t: "+want)
	}
}

// The first line sep=; of Excel names the separator.
func TestSeparatorLine(t *testing.T) {
	for first, comma := range map[string]string{"sep=;": ";", "SEP=,": ",", "\"sep=|\"": "|",
		"sep=\t": "\t", "sep=:": ":"} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			text := strings.ReplaceAll(first+end+strings.ReplaceAll("a,b,y@1,2,p@3,4,q@", ",",
				comma), "@", end)
			d := must.Get(readCSV(strings.NewReader(text), "t", Options{}))(t)
			if diff := cmp.Diff([][]float64{{1, 2}, {3, 4}}, matrixOf(d)); diff != "" {
				t.Errorf("%q: %s", text, diff)
			}
		}
	}
	_, err := readCSV(strings.NewReader("sep=;\na;b;y\n1;z;p\n"), "t", Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "t: row 3, column 1 (b)") {
		t.Errorf("rows count from the first line of the file: %v", err)
	}
	d := must.Get(readCSV(strings.NewReader("sep=;\na,b,y\n1,2,p\n"), "t", Options{Comma: ','}))(t)
	if d.N() != 1 || d.D() != 2 {
		t.Errorf("another separator: %d×%d", d.N(), d.D())
	}
	d = must.Get(readCSV(strings.NewReader("sep=;x,y\n1,p\n"), "t", Options{}))(t)
	if diff := cmp.Diff([]string{"sep=;x"}, d.Features); diff != "" {
		t.Errorf("a name: %s", diff)
	}
}

// Orange's header says what the columns are; options that name a column win.
func TestOrange(t *testing.T) {
	const three = "name\tlegs\tage\tkind\tnote\n" +
		"string\tdiscrete\tcontinuous\td\tc\n" +
		"meta\t\t\tclass\tignore\n" +
		"frog\t4\t2\ta\tx\nant\t6\t1\tb\ty\nbird\t2\t3\ta\tz\n"
	const one = "mS#name\tD#legs\tC#age\tcD#kind\ti#note\n" +
		"frog\t4\t2\ta\tx\nant\t6\t1\tb\ty\nbird\t2\t3\ta\tz\n"
	want := content{Features: []string{"legs=2", "legs=4", "legs=6", "age"},
		Rows:   [][]float64{{0, 1, 0, 2}, {0, 0, 1, 1}, {1, 0, 0, 3}},
		Labels: []string{"a", "b", "a"}}
	for _, text := range []string{three, one, strings.ReplaceAll(three, "\t", ",")} {
		d := must.Get(readCSV(strings.NewReader(text), "t", Options{}))(t)
		if diff := cmp.Diff([]string{"frog", "ant", "bird"}, d.IDs); diff != "" {
			t.Errorf("identifiers: %s", diff)
		}
		got := contentOf(d)
		got.History = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		d = must.Get(readCSV(strings.NewReader(text), "t", Options{Code: ordinal, Label: "legs",
			Drop: []string{"kind"}}))(t)
		if diff := cmp.Diff([]string{"2", "4", "6"}, d.Classes); diff != "" {
			t.Errorf("another label: %s", diff)
		}
	}
	_, err := readCSV(strings.NewReader("a\ty\nc\td\n\tclass\nold\tp\n"), "t", Options{})
	wantError(t, err, `t: row 4, column 0 (a): "old" is not a number; mend the cell, name this column `+
		`as the label, set ID: "a" or Group: "a" (-id, -group) if it says which sample or group it `+
		`is, or set Drop or Code (ordinal or one-hot)`)
	d := must.Get(
		readCSV(strings.NewReader("a\ty\nc\tc\n\tclass\n1\t2.5\n2\t3\n"), "t", Options{}))(t)
	if diff := cmp.Diff([]string{"the class y is declared continuous; set Target to continuous, or " +
		"to classes if its numbers are"}, d.Warnings); diff != "" {
		t.Error(diff)
	}
	// Rows of letters are data.
	for _, text := range []string{"a,y\nc,d\nd,c\nc,d\n", "a,y\nc,d\nc,x\n", "a,y\nd,c\n"} {
		d := must.Get(readCSV(strings.NewReader(text), "t", Options{Code: ordinal}))(t)
		if want := strings.Count(text, "\n") - 1; d.N() != want {
			t.Errorf("%q: %d samples, want %d", text, d.N(), want)
		}
	}
	d = must.Get(readCSV(strings.NewReader("m#1,x,y\n1,2,p\n"), "t", Options{}))(t)
	if diff := cmp.Diff([]string{"m#1", "x"}, d.Features); diff != "" {
		t.Errorf("a name with #: %s", diff)
	}
}

// The row that is looked at before it is read is the one that is read next.
func TestAhead(t *testing.T) {
	for _, text := range []string{
		"a,b\n\"1\n2\",3\n4,5\n", "a,b\n\n\r\n# c\n 1 ,2\n", "a,b\n1,2", "a\tb\n\t\n1\t2\n",
		"a,b\r1,2\r",
		"a,b\n" + strings.Repeat("x", 1<<17) + ",2\n3,4\n", "a,b\n", "a,b", "a,b\n#\n",
	} {
		comma := byte(',')
		if strings.Contains(text, "\t") {
			comma = '\t'
		}
		s := newScanner(strings.NewReader(text))
		s.separate(comma)
		cells := func() string {
			if more, err := s.nextRow(); err != nil || !more {
				return fmt.Sprint(more, err)
			}
			var out []string
			for last := false; !last; {
				var cell []byte
				var err error
				if cell, _, last, err = s.cell(); err != nil {
					return err.Error()
				}
				out = append(out, string(cell))
			}
			return strings.Join(out, "|")
		}
		cells()
		want := "false <nil>"
		if line := s.ahead(); line != nil {
			var out []string
			in := s.over(line)
			for last := false; !last; {
				var cell []byte
				var err error
				if cell, _, last, err = in.cell(); err != nil {
					t.Fatal(err)
				}
				out = append(out, string(cell))
			}
			want = strings.Join(out, "|")
		}
		if got := cells(); got != want {
			t.Errorf("%.40q: ahead is %.40q, read %.40q", text, want, got)
		}
	}
	s := newScanner(strings.NewReader("a\n" + strings.Repeat("x,", maxAhead)))
	s.separate(',')
	if _, err := s.nextRow(); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := s.cell(); err != nil {
		t.Fatal(err)
	}
	if s.ahead() != nil {
		t.Error("a long row is looked at")
	}
}

// Cells of the lines about samples may have several lines, and quotes that are not doubled.
func TestSeriesLines(t *testing.T) {
	const table = "!series_matrix_table_begin\n\"ID_REF\"\t\"A\"\t\"B\"\n\"p\"\t1\t2\n" +
		"!series_matrix_table_end\n"
	const samples = "!Sample_geo_accession\t\"A\"\t\"B\"\n"
	const label = "!Sample_t\t\"x\"\t\"y\"\n"
	for name, head := range map[string]string{
		"a summary":       "!Series_summary\t\"one\ntwo\"\n" + samples + label,
		"blank lines":     "!Series_summary\t\"one\n\n!two\n\"\n" + samples + label,
		"cells":           samples + "!Sample_t\t\"x\n\"\t\"y\r\n\"\n",
		"quotes inside":   "!Series_title\t\"the 5\" end\"\n" + samples + label,
		"quotes and ends": "!Series_t\t\"say \"a\" and\nthe 5\" end\"\n" + samples + label,
	} {
		text := head + table
		d, err := reading(strings.NewReader(text), "t", Options{Label: "Sample_t"}, ReadSeries)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff([]string{"x", "y"}, d.Classes); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	_, err := reading(strings.NewReader("!Series_title\t\"a\"\ngarbage\n"+table), "t", Options{},
		ReadSeries)
	wantError(t, err, `t: row 2: "garbage" is no line of a series matrix, which begins with !; give a `+
		`series matrix of GEO, or rename the file if it is another table`)
	d := must.Get(reading(strings.NewReader(samples+"!Sample_t\t\"x\n  more\"\t\"y\"\n"+table), "t",
		Options{Label: "Sample_t"}, ReadSeries))(t)
	if diff := cmp.Diff([]string{"x more", "y"}, d.Classes); diff != "" {
		t.Error(diff)
	}
}

// A row with as many values as are declared but for empty ones is read as Weka reads it.
func TestEmptyValues(t *testing.T) {
	const head = "@attribute x real\n@attribute y real\n@attribute c {a,b}\n@data\n"
	want := [][]float64{{1, 2}, {3, 4}}
	for _, rows := range []string{"1,,2,a\n3,4,b,\n", ",1,2,a\n,,3, ,4,,b,,\n",
		"1,2,a\n3,4,b,,{2}\n",
		"1 2 a\n3,,4 b,\n", "{0 1,,1 2,}\n{,0 3,1 4,2 b}\n"} {
		d := must.Get(readARFF(strings.NewReader(head+rows), "t", Options{}))(t)
		if diff := cmp.Diff(want, matrixOf(d)); diff != "" {
			t.Errorf("%q: %s", rows, diff)
		}
		if len(d.History) != 1 || !strings.HasPrefix(d.History[0], "passed over ") {
			t.Errorf("%q: history %q", rows, d.History)
		}
	}
	for rows, want := range map[string]string{
		"1,,a\n": "row 5, column 1 (y): there is no value between the separators; write ? for a " +
			"missing one",
		"1,,2,3,a\n": "row 5 has more than the 3 values that are declared, and an empty value after " +
			"value 1; remove a separator, or write ? for a missing value",
		"1,,,a\n": "row 5 has more than the 3 values that are declared, and an empty value after " +
			"value 1; remove a separator, or write ? for a missing value",
		"1,2,3,a\n": "row 5 has more than the 3 values that are declared; put quotes around those " +
			"that hold separators",
	} {
		_, err := readARFF(strings.NewReader(head+rows), "t", Options{})
		wantError(t, err, "t: "+want)
	}
}

// A million columns without a name are named in one pass: a search for each would take hours, and
// end this test by the time that all tests of a package have.
func TestManyUnnamedColumns(t *testing.T) {
	const n = 1 << 20
	src, err := Open(strings.NewReader(strings.Repeat(`"",`, n-1) + "column_5\n"))
	must.Do(t, err)
	_, err = ReadTable(src, Options{})
	const want = "row 1 is a header and no sample follows; give at least one line of numbers"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
