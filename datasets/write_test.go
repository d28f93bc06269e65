package datasets

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
	"fsnb.example/internal/tabular"
)

func TestWriteCSVText(t *testing.T) {
	d := must.Get(FromRows("", [][]float64{{1, -0.1, 1e21}, {math.Copysign(0, -1), 5e-324, 2}},
		[]string{"a", `b,"c"`}, []string{"x", "class", "1.0"}))(t)
	var b strings.Builder
	must.Do(t, d.WriteCSV(&b))
	const want = "x,class,\"1.0\",class_\n1,-0.1,1e+21,a\n-0,5e-324,2,\"b,\"\"c\"\"\"\n"
	must.Is(t, b.String(), want, "b.String()")
	d.Y, d.Classes, d.Features[1] = nil, nil, " y"
	b.Reset()
	must.Do(t, d.WriteCSV(&b))
	must.Is(t, b.String(), "x,\" y\",\"1.0\"\n1,-0.1,1e+21\n-0,5e-324,2\n", "b.String()")
}

// hostile draws names that have been met, and worse.
func hostile() *rapid.Generator[string] {
	known := []string{
		"class", "class_", "none", "label", "<script>alert(1)</script>", "3'-UTR", `"q"`, "a,b",
		"a;b;c;d;e", "tab\ttab\ttab", "two\nlines", "two\r\nlines", "cr\r", "\n",
		" leading", "trailing ", "\ttab", "\u00a0nbsp\u00a0", "\ufeffmark", "\u200f\u202ertl", "é",
		"🧬", "1", "1.0", "-1e5", "1e999", "NaN", "NA", "?", "null", "Inf", "0x1F", "1_0",
		"'", `""`, `"`, ",", ";", "#", "=1+1", "-", strings.Repeat("long", 5000),
	}
	return rapid.OneOf(
		rapid.SampledFrom(known),
		rapid.StringOfN(rapid.RuneFrom([]rune("ab1. ,;\t\"\n\r\ufeff\u00a0é\u200f")), 1, 6, -1),
		rapid.StringMatching(`[0-9]{1,3}`),
	)
}

func hostileDataset(t *rapid.T) *Dataset {
	n, p := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "p")
	x := mat.NewDense(n, p, nil)
	for i := range n {
		for j := range p {
			v := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "value")
			x.Set(i, j, rapid.SampledFrom([]float64{v, math.Trunc(v), 0, math.Copysign(0, -1),
				math.SmallestNonzeroFloat64, math.MaxFloat64, 1, 2}).Draw(t, "kind"))
		}
	}
	names := rapid.SliceOfNDistinct(hostile(), p, p, rapid.ID[string]).Draw(t, "names")
	var labels []string
	if rapid.Bool().Draw(t, "labeled") {
		labels = rapid.SliceOfN(hostile(), n, n).Draw(t, "labels")
	}
	d := must.Get(New("", x, labels, names))(t)
	return withRoles(t, d)
}

// withRoles gives a data set hostile groups and IDs, or one column for both, and a label name.
func withRoles(t *rapid.T, d *Dataset) *Dataset {
	n := d.N()
	name := func(what string) string {
		return rapid.OneOf(rapid.Just(""), hostile().Filter(func(s string) bool {
			return !tabular.NumberOrMissing(s) // is written as another name
		})).Draw(t, what)
	}
	if d.Labeled() {
		d.LabelName = name("label name")
	}
	if rapid.Bool().Draw(t, "IDs") {
		d.IDs = rapid.SliceOfN(rapid.OneOf(rapid.Just(""), hostile()), n, n).Draw(t, "IDs")
		d.IDName = name("ID name")
	}
	if n < 3 || !rapid.Bool().Draw(t, "groups") {
		return d
	}
	groups := rapid.SliceOfN(hostile(), n, n).Draw(t, "groups")
	groups[0], groups[1], groups[2] = "x", "x", "y"
	by := name("group name")
	if d.IDs != nil && rapid.Bool().Draw(t, "one column") {
		copy(d.IDs, groups)
		by = d.IDName
	}
	return must.Get(d.WithGroups(by, groups))(t)
}

// What is written reads back to the same bits, names and labels, whether the
// header is found or named, plain or packed.
func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := hostileDataset(rt)
		var b bytes.Buffer
		must.Do(rt, d.WriteCSV(&b))
		text := bytes.Clone(b.Bytes())
		opt := Options{Header: rapid.SampledFrom([]Header{HeaderAuto, HeaderYes}).Draw(rt,
			"header")}
		if !d.Labeled() {
			// A column called none would be the label: this option has no other word.
			if slices.Contains(d.Features, NoLabel) {
				return
			}
			opt.Label = NoLabel
		}
		c := d.columnsToWrite()
		if opt.ID, opt.Group = c.id, c.group; c.once {
			opt.Group = c.id
		}
		got, err := ReadCSV(bytes.NewReader(gzipped(t, string(text))), "t", opt)
		if err != nil {
			rt.Fatalf("%v\n%q", err, text)
		}
		if got.Hash() != d.Hash() || !slices.Equal(got.Features, d.Features) ||
			!slices.Equal(got.Classes, d.Classes) || !slices.Equal(got.Y, d.Y) ||
			!slices.Equal(got.IDs, d.IDs) || got.LabelName != c.label {
			rt.Fatalf("wrote %q\nread %+v\nwant %+v", text, got, d)
		}
		// Written again it is the same text.
		b.Reset()
		if err := got.WriteCSV(&b); err != nil || !bytes.Equal(b.Bytes(), text) {
			rt.Fatalf("written again %q, %v", b.Bytes(), err)
		}
	})
}

func TestWriteCSVRefuses(t *testing.T) {
	for want, spoil := range map[string]func(*Dataset){
		`the name of column 1, "\xff", is not text that a table can hold; rename it`: func(
			d *Dataset) {
			d.Features[1] = "\xff"
		},
		`the name of column 0, "a\x00", is not text that a table can hold; rename it`: func(
			d *Dataset) {
			d.Features[0] = "a\x00"
		},
		`the name of column 0, "\x00", is not text that a table can hold; rename it`: func(
			d *Dataset) {
			d.Features[0] = "\x00"
		},
		`the ID of row 1, "\xff", is not text that a table can hold; rename it`: func(d *Dataset) {
			d.IDs = []string{"a", "\xff", "b", "c"}
		},
		`the name of column 2 beside the features, "\x00", is not text that a table can hold; ` +
			`rename it`: func(d *Dataset) {
			d.LabelName = "\x00"
		},
		"2 IDs for 4 samples; give one ID per row": func(d *Dataset) { d.IDs = []string{"a", "b"} },
		`the name of class 2, "\xffz", is not text that a table can hold; rename it`: func(
			d *Dataset) {
			d.Classes[2] = "\xffz"
		},
		"row 2, column 1 (b) is infinite; fill in a number, or drop the row or the column (rows " +
			"and columns counted from 0)": func(d *Dataset) {
			d.X.Set(2, 1, math.Inf(1))
		},
	} {
		d := small(t)
		spoil(d)
		var b strings.Builder
		wantError(t, d.WriteCSV(&b), want)
		if b.Len() > 0 {
			t.Errorf("%s: %q was written", want, b.String())
		}
	}
}

// failing takes some bytes and then fails.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errors.New("no space left on device")
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriteCSVFullDisk(t *testing.T) {
	d := must.Get(Load("digits", Options{}))(t) // 250 kB
	for _, room := range []int{0, 1 << 16, 1 << 17} {
		must.Error(t, d.WriteCSV(&failing{room}), "no space left on device", room)
	}
}

func TestSaveCSV(t *testing.T) {
	dir := t.TempDir()
	d := small(t)
	path := filepath.Join(dir, "a.csv")
	must.Do(t, d.SaveCSV(path))
	got := must.Get(Load(path, Options{}))(t)
	if got.Hash() != d.Hash() || got.Name != "a" {
		t.Errorf("%s came back as %+v", path, got)
	}
	// What was there stays when the new one cannot be written.
	d.X.Set(0, 0, math.NaN())
	wantError(t, d.SaveCSV(path), "cannot write "+path+
		": row 0, column 0 (a) is NaN; fill in a number, or drop the row or the column (rows "+
		"and columns counted from 0)")
	if again := must.Get(Load(path, Options{}))(t); again.Hash() != got.Hash() {
		t.Error("the old file changed")
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

// Classes without samples are not written.
func TestWriteCSVEmptyClass(t *testing.T) {
	d := must.Get(small(t).Rows([]int{0, 3}))(t)
	var b bytes.Buffer
	must.Do(t, d.WriteCSV(&b))
	got := must.Get(ReadCSV(&b, "t", Options{}))(t)
	if !slices.Equal(got.Classes, []string{"x", "z"}) || !slices.Equal(got.Y, []int{0, 1}) {
		t.Errorf("classes %q, labels %v", got.Classes, got.Y)
	}
}

// Names of numbers would make values of the first row: the columns beside the features are written
// under their usual names then.
func TestNumbersAsNamesOfRoles(t *testing.T) {
	d := must.Get(
		FromRows("t", [][]float64{{1}, {2}, {3}}, []string{"null", "2", "2"}, []string{"1"}))(
		t)
	d.LabelName, d.IDs, d.IDName = "4", []string{"a", "b", "c"}, "NA"
	var b bytes.Buffer
	must.Do(t, d.WriteCSV(&b))
	must.Is(t, b.String(), "id,\"1\",class\na,1,\"null\"\nb,2,2\nc,3,2\n", "wrote")
}
