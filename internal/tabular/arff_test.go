package tabular

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

const arffHead = "% made by hand\n@RELATION 'a test'\n\n@attribute size REAL\n@Attribute 'the " +
	"color' {red, 'dark blue', \"it's\"}\n" +
	"@attribute\twet {no,yes}\n@attribute class {b , a}\n@DATA\n"

// The same three samples, in the ways that ARFF files are written.
func TestReadARFF(t *testing.T) {
	want := content{
		Features: []string{"size", "the color=red", "the color=dark blue", "the color=it's",
			"wet=yes"},
		Rows:   [][]float64{{1.5, 1, 0, 0, 0}, {0, 0, 1, 0, 1}, {-2, 0, 0, 1, 0}},
		Labels: []string{"b", "a", "b"},
		History: []string{
			"coded the words of 2 columns as 4 columns of 0 and 1 called name=level (one-hot)"},
	}
	for name, rows := range map[string]string{
		"plain": "1.5,red,no,b\n0,'dark blue',yes,a\n-2,\"it's\",no,b\n",
		"spaces": " 1.5 , red,\tno ,b \r\n\r\n% between\n0, \"dark blue\" " +
			",yes,a\r\n-2,'it\\'s',no,b",
		"quotes anywhere": "'1.5','red',\"no\",'b'\n0,'dark " +
			"blue',yes,\"a\"\n-2,'it\\u0027s',no,b\n",
		"no quotes": "1.5,red,no,b\n0,dark blue,yes,a\n-2,it's,no,b\n",
		"sparse":    "{0 1.5}\n{ 1 'dark blue',2 yes , 3 a }\n{0 -2, 1 \"it's\"}\n",
		"both":      "1.5,red,no,b\n{1 'dark blue',2 yes,3 a}\n-2,\"it's\",no,b\n",
		"blanks":    "1.5 red no b\n0\t'dark blue'  yes a\n-2 \"it's\" no b\n",
	} {
		for way, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader {
				return r
			}, "bytes": iotest.OneByteReader, "early end": iotest.DataErrReader} {
			for kind, data := range map[string][]byte{"text": []byte("\ufeff" + arffHead + rows),
				"gzip": gzipped(t, arffHead+rows)} {
				d, err := readARFF(wrap(bytes.NewReader(data)), "t", Options{})
				if err != nil {
					t.Errorf("%s, %s, %s: %v", name, way, kind, err)
					continue
				}
				if diff := cmp.Diff(want, contentOf(d)); diff != "" {
					t.Errorf("%s, %s, %s: %s", name, way, kind, diff)
				}
			}
		}
	}
}

func TestReadARFFOptions(t *testing.T) {
	const rows = "1.5,red,no,b\n?,'dark blue',?,a\n-2,?,no,b\n"
	for name, c := range map[string]struct {
		opt  Options
		want content
	}{
		"ordinal, number": {Options{Code: "ordinal", Missing: "0.5"},
			content{Features: []string{"size", "the color", "wet"},
				Rows: [][]float64{{1.5, 0, 0}, {.5, 1, .5}, {-2, .5, 0}}, Labels: []string{"b",
					"a", "b"},
				History: []string{"put 0.5 for 3 missing values in 3 columns",
					"coded the words of 2 columns as 0, 1, 2, … in declared order (ordinal)"}}},
		"median": {Options{Missing: "median", Drop: []string{"the color"}},
			content{Features: []string{"size", "wet=yes"},
				Rows: [][]float64{{1.5, 0}, {-.25, 0}, {-2, 0}}, Labels: []string{"b", "a", "b"},
				History: []string{"left out column the color",
					"put the median of the column, or its most frequent word, for 2 missing " +
						"values in 2 columns",
					"coded the words of 1 column as 1 column of 0 and 1 called name=level " +
						"(one-hot)"}}},
		"another label": {Options{Label: "the color", Drop: []string{"size", "wet"},
			Missing: "drop-rows"}, content{Features: []string{"class=a"},
			Rows: [][]float64{{0}, {1}}, Labels: []string{"red", "dark blue"},
			History: []string{"left out 2 columns: size, wet",
				"left out 1 of 3 rows, which have missing values (1 of them no label)",
				"coded the words of 1 column as 1 column of 0 and 1 called name=level (one-hot)"}}},
		"no label": {Options{Label: NoLabel, Drop: []string{"1", "2", "0"}},
			content{Features: []string{"class=a"}, Rows: [][]float64{{0}, {1}, {0}},
				History: []string{"left out 3 columns: size, the color, wet",
					"coded the words of 1 column as 1 column of 0 and 1 called name=level " +
						"(one-hot)"}}},
	} {
		got := contentOf(must.Get(readARFF(strings.NewReader(arffHead+rows), "t", c.opt))(t))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Strings are words, in quotes or not; dates can be dropped; a question mark in
// quotes is a word, and a missing word that is declared is one too.
func TestReadARFFKinds(t *testing.T) {
	const text = "@relation r\n@attribute s string\n@attribute d date " +
		"\"yyyy-MM-dd\"\n@attribute n {'?', NA, x}\n@attribute k real [0, 10]\n@attribute y " +
		"integer\n" +
		"@inputs s, d, n, k\n@outputs y\n@data\n'one " +
		"two',\"2001-04-03\",'?',1,7\nthree,?,NA,2e1,7\nthree,?,x,3,-1\n"
	d := must.Get(readARFF(strings.NewReader(text), "t",
		Options{Drop: []string{"d"}, Code: "ordinal"}))(t)
	want := content{Features: []string{"s", "n", "k"},
		Rows: [][]float64{{0, 0, 1}, {1, 1, 20}, {1, 2, 3}}, Labels: []string{"7", "7", "-1"},
		History: []string{"left out column d",
			"coded the words of 2 columns as 0, 1, 2, … in declared order, or that of their " +
				"text, (ordinal)"}}
	if diff := cmp.Diff(want, contentOf(d)); diff != "" {
		t.Error(diff)
	}
	_, err := readARFF(strings.NewReader(text), "t", Options{Code: "ordinal"})
	wantError(t, err, "t: column 1 (d) holds dates, which are no numbers; set Drop for it")
	_, err = readARFF(strings.NewReader(text), "t", Options{Drop: []string{"d"}})
	wantError(t, err,
		"t: column 0 (s) holds strings; set Drop for it, ID if it names the samples, or Code (ordinal or one-hot)")
}

func TestReadARFFWeights(t *testing.T) {
	for _, rows := range []string{"1,x,{2}\n3,y, {0.5}\n", "{0 1}, {2}\n{0 3, 1 y}\n"} {
		d := must.Get(readARFF(strings.NewReader("@relation r\n@attribute a real\n@attribute c "+
			"{x,y}\n@data\n"+rows), "t", Options{}))(t)
		want := content{Features: []string{"a"}, Rows: [][]float64{{1}, {3}},
			Labels: []string{"x", "y"}, Warnings: []string{
				"the file has weights of rows, which are ignored"}}
		if diff := cmp.Diff(want, contentOf(d)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestReadARFFRefuses(t *testing.T) {
	const head = "@relation r\n@attribute a real\n@attribute c {x,y}\n@data\n"
	for want, c := range map[string]struct {
		text string
		opt  Options
	}{
		"the file has no @data; it is cut off, or no ARFF file": {
			"@relation r\n", Options{}},
		"the file has no @data; it is cut off, or no ARFF file ": {
			"", Options{}},
		"no sample follows @data; give at least one row": {
			head + "% nothing\n", Options{}},
		"row 2: no @attribute before @data; declare the columns": {
			"@relation r\n@data\n1\n", Options{}},
		`row 1: "1,2,x" where @relation, @attribute or @data should be; mend the line`: {
			"1,2,x\n", Options{}},
		"this is no ARFF file (it holds zero bytes); set Encoding to utf16 if it is text": {
			"\x00\n", Options{}},
		"the samples of an ARFF file are its rows; leave Transposed out": {
			head, Options{Transposed: true}},
		`row 2: attribute a: no type "reel"; did you mean "real"?`: {
			"@relation r\n@attribute a reel\n", Options{}},
		"row 2: attribute a is relational, a table in each cell, which is not read": {
			"@relation r\n@attribute a relational\n", Options{}},
		"row 2: an attribute has no name; name it": {
			"@relation r\n@attribute\n", Options{}},
		"row 2: attribute a: the list of values has no closing brace; close it on the same line": {
			"@relation r\n@attribute a {x,y\n", Options{}},
		"row 2: attribute a: an empty value is declared; write one between the commas, or " +
			"remove a comma": {"@relation r\n@attribute a {}\n", Options{}},
		`row 2: attribute a: the value "x" is declared twice`: {
			"@relation r\n@attribute a {x,y,'x'}\n", Options{}},
		`row 2: attribute a: the value "x" is followed by "y}"; separate values by commas`: {
			"@relation r\n@attribute a {'x' y}\n", Options{}},
		`row 2: the quote before "a real" is never closed; close it, or remove it`: {
			"@relation r\n@attribute 'a real\n", Options{}},
		`attributes 0 and 1 (counted from 0) are both named "a"; rename one, or set Drop to "1" ` +
			`to leave out that column, or RenameDuplicates to keep both`: {
			"@attribute a real\n@attribute a real\n@attribute c {x}\n@data\n1,2,x\n", Options{}},
		"there is one attribute only, and it would be the label; read the file without labels " +
			"(label none)": {"@attribute a real\n@data\n1\n", Options{}},
		"row 5 has 1 values, and 2 are declared; give every row all of them": {head + "1\n",
			Options{}},
		"row 5 has more than the 2 values that are declared; put quotes around those that hold " +
			"separators": {head + "1,x,2\n", Options{}},
		`row 5, column 0 (a): "red" is not a number, and the column is declared numeric; mend ` +
			`the value or the declaration`: {head + "red,x\n", Options{}},
		`row 5, column 0 (a): "Inf" is infinite; give a finite number, or drop the row or the ` +
			`column`: {head + "Inf,x\n", Options{}},
		`row 5, column 0 (a): the value is missing ("?"); fill it in, or set Missing ` +
			`(drop-rows, drop-columns, median or a number)`: {head + "?,x\n", Options{}},
		"row 5, column 0 (a): there is no value between the separators; write ? for a missing one": {head + ",x\n", Options{Missing: "1"}},
		`row 5, column 1 (c): no declared class "z"; did you mean "x"?`:                            {head + "1,z\n", Options{}},
		`row 5, column 1 (c): no declared class "green"; known: x, y`:                              {head + "1,green\n", Options{}},
		`row 5, column 1 (c): the class label is missing ("?"); name the class, drop the row, ` +
			`or put the word in quotes when it is a class; ` +
			"the last column is taken for the label: set Label for another": {head + "1,?\n", Options{}},
		`row 5, column 1 (c): no declared value "green"; known: x, y`: {
			head + "1,green\n", Options{Label: NoLabel}},
		`row 5, column 0 (a): the quote before "1,x" is never closed; close it, or remove it`: {
			head + "'1,x\n", Options{}},
		`row 5, column 0 (a): the closing quote is followed by "2,x"; put a backslash before ` +
			`quotes inside a value`: {head + "'1'2,x\n", Options{}},
		`row 5, column 0 (a): the value "1" is followed by "2,x"; separate values by commas`: {
			head + "'1' 2,x\n", Options{}},
		"row 5 does not end in a closing brace; close it on the same line": {
			head + "{0 1\n", Options{}},
		`row 5: "2" is no index of the 2 attributes; they count from 0`: {
			head + "{2 1}\n", Options{}},
		`row 5: "a" is no index of the 2 attributes; they count from 0`: {
			head + "{a 1}\n", Options{}},
		"row 5: index 0 comes after index 1; put them in order, each once": {
			head + "{1 y,0 1}\n", Options{}},
		"row 5: index 0 comes after index 0; put them in order, each once": {
			head + "{0 1,0 1}\n", Options{}},
		"row 5, column 0 (a): index 0 has no value; write the value behind it": {
			head + "{0,1 y}\n", Options{}},
		"row 4, column 1 (c): the class \"x\" is not a number, and the column is declared " +
			"numeric; mend the value or the declaration": {
			"@attribute a real\n@attribute c real\n@data\n1,x\n", Options{}},
	} {
		_, err := readARFF(strings.NewReader(c.text), "t", c.opt)
		wantError(t, err, "t: "+strings.TrimSpace(want))
	}
}
