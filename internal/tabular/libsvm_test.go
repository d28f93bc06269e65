package tabular

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestReadLIBSVM(t *testing.T) {
	rows := [][]float64{{1.5, 0, -2}, {0, 0, 0}, {0, 3, 1e-3}}
	names := []string{"f0", "f1", "f2"}
	for name, c := range map[string]struct {
		text string
		opt  Options
		want content
	}{
		"signs": {"+1 1:1.5 3:-2\n-1\n+1 2:3 3:1e-3\n", Options{},
			content{Features: names, Rows: rows, Labels: []string{"1", "-1", "1"}}},
		"floats": {"1.0 1:1.5 3:-2\n2\n1e0 2:3 3:0.001", Options{},
			content{Features: names, Rows: rows, Labels: []string{"1", "2", "1"}}},
		"words": {"a 1:1.5 3:-2\nb\na 2:3 3:1e-3\n", Options{},
			content{Features: names, Rows: rows, Labels: []string{"a", "b", "a"}}},
		"comments": {"# SVMlight\n1 1:1.5  3:-2 # no. 1\r\n\n2 # nothing\n \t1\t2:3 3:1e-3\n",
			Options{}, content{Features: names, Rows: rows, Labels: []string{"1", "2", "1"}}},
		"from 0": {"1 0:1.5 2:-2\n2\n1 1:3 2:1e-3\n", Options{},
			content{Features: names, Rows: rows, Labels: []string{"1", "2", "1"},
				History: []string{"counted the columns from 0, as the file does"}}},
		"no labels": {"1:1.5 3:-2\n# none\n7\n2:3 3:1e-3\n", Options{Label: NoLabel},
			content{Features: names, Rows: rows}},
		"labels unused": {"1 1:1.5 3:-2\n2\n1 2:3 3:1e-3\n", Options{Label: NoLabel},
			content{Features: names, Rows: rows}},
		"queries": {"1 qid:1 1:1.5 3:-2\n2 qid:1\n1 qid:2 2:3 3:1e-3\n", Options{},
			content{Features: names, Rows: rows, Labels: []string{"1", "2", "1"},
				Warnings: []string{"the file has queries (qid), which are ignored"}}},
		"dropped": {"1 1:1.5 3:-2\n2\n1 2:3 3:1e-3\n", Options{Drop: []string{"f1", "0"}},
			content{Features: []string{"f2"}, Rows: [][]float64{{-2}, {0}, {1e-3}},
				Labels:  []string{"1", "2", "1"},
				History: []string{"left out 2 columns: f0, f1"}}},
		"missing": {"1 1:1 2:?\nNA 1:7 2:7\n2 1:2 2:5\n", Options{Missing: "drop-rows"},
			content{Features: names[:2], Rows: [][]float64{{2, 5}}, Labels: []string{"2"},
				History: []string{
					"left out 2 of 3 rows, which have missing values (1 of them no label)"}}},
		"filled": {"1 1:1 2:nan\n2 1:2 2:5\n", Options{Missing: "median"},
			content{Features: names[:2], Rows: [][]float64{{1, 5}, {2, 5}},
				Labels:  []string{"1", "2"},
				History: []string{"put the median of the column for 1 missing value in 1 column"}}},
	} {
		for way, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader {
				return r
			}, "bytes": iotest.OneByteReader, "early end": iotest.DataErrReader} {
			for kind, data := range map[string][]byte{"text": []byte(c.text),
				"gzip": gzipped(t, c.text)} {
				d, err := readLIBSVM(wrap(bytes.NewReader(data)), "t", c.opt)
				if err != nil {
					t.Errorf("%s, %s, %s: %v", name, way, kind, err)
					continue
				}
				if diff := cmp.Diff(c.want, contentOf(d)); diff != "" {
					t.Errorf("%s, %s, %s: %s", name, way, kind, diff)
				}
			}
		}
	}
}

func TestReadLIBSVMRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		text string
		opt  Options
	}{
		"the file is empty; give one line per sample": {"\n# nothing\n",
			Options{}},
		"no line has a pair index:value; give at least one feature": {"1\n2\n", Options{}},
		"the samples of a LIBSVM file are its rows; leave Transposed out": {"1 1:1\n",
			Options{Transposed: true}},
		`no label column "class": the labels of a LIBSVM file begin its lines; leave the label ` +
			`out, or say "none" for none`: {"1 1:1\n", Options{Label: "class"}},
		`row 2: there is no label before "1:1"; write one, or read the file without labels ` +
			`(label none)`: {"1 1:1\n1:1 2:2\n", Options{}},
		`row 1: "1,3" are several labels; give each sample one class`: {"1,3 1:1\n", Options{}},
		`row 1: the class label is missing ("nan"); name the class, drop the row, or put the ` +
			`word in quotes when it is a class`: {"nan 1:1\n", Options{}},
		`row 1: "2" is no pair index:value; separate the two by a colon and pairs by blanks`: {
			"1 1:1 2\n", Options{}},
		`row 1: "x" is no index; indices are whole numbers from 1`: {
			"1 x:1\n", Options{}},
		`row 1: "-1" is no index; indices are whole numbers from 1`: {
			"1 -1:1\n", Options{}},
		"row 1: index 2 comes after index 3; put them in order, each once": {
			"1 3:1 2:1\n", Options{}},
		"row 1: index 3 comes after index 3; put them in order, each once": {
			"1 3:1 3:1\n", Options{}},
		"row 1: index 2000000000 is above the limit of 67108864 columns; look at the file, or save " +
			"fewer columns": {
			"1 2000000000:1\n", Options{}},
		`row 1: "99999999999999999999" is no index; indices are whole numbers from 1`: {
			"1 99999999999999999999:1\n", Options{}},
		`row 1: index 1: "x" is not a number; mend the value`: {
			"1 1:x\n", Options{}},
		`row 1: index 1: "inf" is infinite; give a finite number, or drop the row or the column`: {
			"1 1:inf\n", Options{}},
		`row 1: index 1: the value is missing (""); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`: {"1 1:\n", Options{}},
		`row 1 holds a zero byte: this is no text`: {"1 1:1\x00\n", Options{}},
		`no column "id"; known: f0`: {"1 1:1\n",
			Options{Drop: []string{"id"}}},
		"all features of the 1 columns are to be dropped; leave one": {"1 1:1\n",
			Options{Drop: []string{"0"}}},
	} {
		_, err := readLIBSVM(strings.NewReader(c.text), "t", c.opt)
		wantError(t, err, "t: "+want)
	}
}

// What a few pairs claim of a dense table is not taken: 64 lines up to column 524,288 would be 256
// MiB. Sparse, they take what the names of the columns do.
func TestReadLIBSVMClaim(t *testing.T) {
	text := "1 524288:1\n" + strings.Repeat("1\n", 63)
	var err error
	took := allocated(func() {
		_, err = readLIBSVM(strings.NewReader(text), "t", Options{Storage: DenseStorage})
	})
	wantError(t, err,
		"t: 64 lines up to index 524288 make 33554432 values, and the file gives 1; a table "+
			"this large or empty is read with Storage sparse only")
	if took > 1<<20 {
		t.Errorf("%d bytes taken", took)
	}
	var d *read
	took = allocated(func() { d, err = readLIBSVM(strings.NewReader(text), "t", Options{}) })
	if err != nil || d.Sparse == nil || d.D() != 1<<19 || len(d.Sparse.Values) != 1 ||
		d.Sparse.Columns[0] != 1<<19-1 {
		t.Fatalf("error %v, %+v", err, d.Sparse)
	}
	if took > 64<<19 {
		t.Errorf("%d bytes taken for %d columns", took, d.D())
	}
}
