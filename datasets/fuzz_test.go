package datasets

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fsnb.example/internal/must"
)

// sound holds what a loader returns to the rules of a data set, or its error to
// one line that begins with the name of the file.
func sound(t *testing.T, d *Dataset, err error) {
	t.Helper()
	if (d == nil) != (err != nil) {
		t.Fatalf("data set %v with error %v", d, err)
	}
	if err != nil {
		if text := err.Error(); !strings.HasPrefix(text, "t: ") ||
			strings.ContainsAny(text, "\n\r") || len(text) > 4000 {
			t.Errorf("error %q", text)
		}
		return
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	if err := d.CheckFinite(); err != nil {
		t.Error(err)
	}
	for c, n := range d.ClassCounts() {
		if n == 0 {
			t.Errorf("class %q has no sample", d.Classes[c])
		}
	}
}

// FuzzReadCSV reads anything. What loads is written and read back the same.
func FuzzReadCSV(f *testing.F) {
	for _, seed := range []string{
		"", "\n", tinyCSV, "\ufeff" + tinyCSV, "1,2,3,4,5,6\n1,2,3,4,5,6\n", "a;b\r\n1;2\r\n",
		"a\tb\r1\t2\r", "\"1\",\"2\"\n3,4\n",
		"\"a\"\"\n\r\n b \",\"c\"\n1,2\n", ",,\n1,2,x", "1e999,0x1,1_0,Inf,NaN\n", "a,b\n1,\"2",
		"a,b\n1\"2,3", "\x1f\x8b\x08", "\x00", "\xff\xfe", "\xc3\x28,b\n1,2",
	} {
		f.Add([]byte(seed), "", byte(0), byte(0))
		f.Add([]byte(seed), NoLabel, byte(1), byte(0))
		f.Add([]byte(seed), "0", byte(2), byte(';'))
	}
	f.Add(gzipped(f, tinyCSV), "class", byte(0), byte(0))
	f.Fuzz(func(t *testing.T, data []byte, label string, header, comma byte) {
		readAndWrite(t, data, Options{Label: label, Header: Header(header % 3), Comma: rune(comma)})
	})
}

// FuzzReadRoles reads anything with columns of groups and IDs, codes of missing values and an
// encoding.
func FuzzReadRoles(f *testing.F) {
	for _, encoding := range []string{"", "latin1", "utf16"} {
		f.Add([]byte(rolesCSV), "", "patient", "visit", "-9", encoding, byte(0))
		f.Add([]byte(rolesCSV), "visit", "patient", "patient", "12,?", encoding, byte(4))
		f.Add([]byte("\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00"), "", "0", "", "1", encoding,
			byte(7))
		f.Add([]byte("g,s1,s2,s3\nx,1,2,?\nc,u,v,u\nx,1,1,7\n"), "c", "x", "g", "7", encoding,
			byte(15))
		f.Add([]byte("a,b,c\n1,?,x\n,7,y\n3,9,x\n"), "", "", "", "9", encoding, byte(2))
	}
	f.Fuzz(func(t *testing.T, data []byte, label, group, id, codes, encoding string, how byte) {
		readAndWrite(t, data, Options{Label: label, Group: group, ID: id, MissingCodes: codes,
			Encoding:         TextEncoding(encoding),
			Missing:          []MissingPolicy{"", "drop-rows", "median", "mean"}[how%4],
			RenameDuplicates: how/4%2 == 1, Transposed: how/8%2 == 1})
	})
}

// readAndWrite reads a table in pieces of two sizes, and back what it writes.
func readAndWrite(t *testing.T, data []byte, opt Options) {
	t.Helper()
	d, err := ReadCSV(bytes.NewReader(data), "t", opt)
	sound(t, d, err)
	again, againErr := ReadCSV(chunks(string(data), 1), "t", opt)
	sound(t, again, againErr)
	if err != nil {
		if againErr == nil {
			t.Fatalf("refused in one piece (%v), read byte by byte", err)
		}
		return
	}
	if againErr != nil || again.Hash() != d.Hash() {
		t.Fatalf("another data set byte by byte; %v", againErr)
	}
	for _, name := range slices.Concat(d.Features, d.Classes, d.Groups, d.IDs,
		[]string{d.LabelName, d.GroupedBy, d.IDName}) {
		if strings.Contains(name, "\x00") {
			return // which WriteCSV refuses
		}
	}
	var b bytes.Buffer
	must.Do(t, d.WriteCSV(&b))
	opt = Options{Header: HeaderYes}
	if d.Missing != nil {
		opt.Missing = MissingPolicy(d.Missing.Fill)
	}
	if !d.Labeled() {
		if _, taken := d.Index(NoLabel); taken {
			return
		}
		opt.Label = NoLabel
	}
	c := d.columnsToWrite()
	if opt.ID, opt.Group = c.id, c.group; c.once {
		opt.Group = c.id
	}
	if back, err := ReadCSV(bytes.NewReader(b.Bytes()), "t", opt); err != nil ||
		back.Hash() != d.Hash() || !slices.Equal(back.IDs, d.IDs) {
		t.Fatalf("%q does not come back: %v", b.Bytes(), err)
	}
}

// FuzzReadMAT reads anything.
func FuzzReadMAT(f *testing.F) {
	sparse := matX("X")
	sparse.sparse = true
	turned := matVar{name: "X", rows: 2, cols: 3, values: []float64{1, 3, 5, 2, 4, 6}}
	for _, compress := range []bool{false, true} {
		for _, label := range []string{"", NoLabel, "target"} {
			f.Add(matFile(compress, matX("X"), matColumn("Y", 1, 2, 1)), label, "")
			f.Add(matFile(compress, sparse, matColumn("target", 1, 2, 1)), label, "X")
			f.Add(matFile(compress, turned, matVar{name: "y", text: []string{"ab", "cd", "ab"}}),
				label, "")
			f.Add(matFile(compress, matX("fea"),
				matVar{name: "gnd", cells: []string{"a", "b", ""}}), label, "")
			f.Add(matFile(compress, matX("view_1"), matOf("view_2", viewB...),
				matColumn("Y", 1, 2, 1)), label, "view_2")
			f.Add(matFile(compress,
				matVar{name: "X", matrices: []matVar{sparse, matOf("", viewB...)}},
				matColumn("Y", 1, 2, 1)), label, "X2")
		}
	}
	f.Add([]byte("MATLAB 7.3 MAT-file"), "", "")
	defer func(was int64) { maxZeros = was }(maxZeros)
	maxZeros = 1 << 16
	f.Fuzz(func(t *testing.T, data []byte, label, view string) {
		d, err := ReadMAT(bytes.NewReader(data), "t", Options{Label: label, View: view})
		sound(t, d, err)
		if err == nil && label == NoLabel && d.Labeled() {
			t.Error("there are labels where none were wanted")
		}
	})
}

// small readers make every cell lie across the border of two reads.
func chunks(text string, size int) io.Reader {
	if size == 1 {
		return iotest.OneByteReader(strings.NewReader(text))
	}
	return iotest.HalfReader(strings.NewReader(text))
}
