package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/iotest"
)

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
