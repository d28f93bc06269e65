package datasets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// npyFile is an .npy file of n×d numbers of 8 bytes, row by row, or of one dimension when n is 0.
func npyFile(n int64, d int, values ...float64) []byte {
	shape := fmt.Sprintf("(%d, %d)", n, d)
	if n == 0 {
		shape = fmt.Sprintf("(%d,)", d)
	}
	text := "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), 0)
	out = append(out, text...)
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

// put writes a file in a folder of the test and returns its path.
func put(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, os.WriteFile(path, data, 0o600))
	return path
}

// the folder of the files that NumPy wrote.
const numpyFiles = "../internal/npy/testdata/"

// The archive of NumPy holds the numbers of version1.npy, and labels and names of its own.
func TestLoadNPZ(t *testing.T) {
	plain := must.Get(Load(numpyFiles+"version1.npy", Options{Label: NoLabel}))(t)
	for _, name := range []string{"plain.npz", "packed.npz"} {
		d := must.Get(Load(numpyFiles+name, Options{}))(t)
		want := content{Features: []string{"age", "weight", "dose"}, Rows: matrixOf(plain),
			Labels: []string{"ill", "well", "ill", "well", "ill"}}
		if diff := cmp.Diff(want, contentOf(d)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if d.Name != "plain" && d.Name != "packed" {
			t.Errorf("the name %q", d.Name)
		}
		var data []byte
		if data = must.Get(os.ReadFile(numpyFiles + name))(t); d.Origin == "" {
			t.Error("no origin")
		}
		again := must.Get(Read(struct{ *bytes.Buffer }{bytes.NewBuffer(data)}, "stdin", "npz",
			Options{}))(t)
		if again.Hash() != d.Hash() {
			t.Errorf("%s: another data set by standard input", name)
		}
	}
	d := must.Get(
		Load(numpyFiles+"plain.npz", Options{Label: NoLabel, Drop: []string{"weight"}}))(t)
	if diff := cmp.Diff([]string{"age", "dose"}, d.Features); diff != "" || d.Labeled() {
		t.Error(diff)
	}
}

// Every type of NumPy, in C and in Fortran order, is the same matrix.
func TestLoadNPYTypes(t *testing.T) {
	for _, kind := range strings.Fields("i1 u1 i2 u2 i4 u4 i8 u8 f4 f8") {
		rows := must.Get(Load(numpyFiles+kind+"_c.npy", Options{Label: NoLabel}))(t)
		columns := must.Get(Load(numpyFiles+kind+"_f.npy", Options{Label: NoLabel}))(t)
		if rows.Hash() != columns.Hash() || rows.N() != 5 || rows.D() != 3 {
			t.Errorf("%s: %d×%d by rows, %d×%d by columns, or other values", kind, rows.N(),
				rows.D(), columns.N(), columns.D())
		}
	}
	if d := must.Get(Load(numpyFiles+"bool.npy", Options{Label: NoLabel}))(t); d.N() != 5 {
		t.Errorf("%d rows of booleans", d.N())
	}
}

func TestLoadNPYWithLabels(t *testing.T) {
	dir := t.TempDir()
	nan := math.NaN()
	x := put(t, dir, "x.npy", npyFile(3, 2, 1, 2, 3, 4, 5, 6))
	gaps := put(t, dir, "gaps.npy", npyFile(3, 2, 1, nan, 3, 4, 5, -9))
	table := put(t, dir, "y.csv", []byte("visit,patient,class,note\nv1,7,ill,a\nv2,7,well,\n"+
		"v3,8,ill,b\n"))
	list := put(t, dir, "y.txt", []byte("ill\nNA\nwell\n"))
	numbers := put(t, dir, "y.npy", npyFile(0, 3, 1, 2, 1))
	rows := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	from := func(name string) string {
		return "took the labels from " + name + ", in the order of the samples"
	}
	for name, c := range map[string]struct {
		path  string
		opt   Options
		want  content
		group []string
		ids   []string
	}{
		"a column": {x, Options{Labels: table, Label: "class"}, content{Rows: rows,
			Labels: []string{"ill", "well", "ill"}, History: []string{from("y.csv")}}, nil, nil},
		"group and ID": {x, Options{Labels: table, Label: "class", Group: "patient", ID: "visit"},
			content{Rows: rows, Labels: []string{"ill", "well", "ill"}, History: []string{
				"took the labels from y.csv", "kept visit as identifiers of the samples",
				"2 groups by patient"}}, []string{"7", "7", "8"}, []string{"v1", "v2", "v3"}},
		"an array": {x, Options{Labels: numbers}, content{Rows: rows,
			Labels: []string{"1", "2", "1"}, History: []string{from("y.npy")}}, nil, nil},
		"no label": {x, Options{Labels: list, Missing: "drop-rows"}, content{
			Rows: [][]float64{{1, 2}, {5, 6}}, Labels: []string{"ill", "well"}, History: []string{
				"left out 1 of 3 rows, which have missing values (1 of them no label)",
				from("y.txt")}}, nil, nil},
		"gaps": {gaps, Options{Labels: table, Label: "class", Group: "patient", ID: "visit",
			Missing: "drop-rows"}, content{Rows: [][]float64{{3, 4}, {5, -9}},
			Labels: []string{"well", "ill"}, History: []string{"took the labels from y.csv",
				"kept visit as identifiers of the samples", "2 groups by patient",
				"left out 1 of 3 rows, which have missing values"}}, []string{"7", "8"},
			[]string{"v2", "v3"}},
		"codes": {gaps, Options{Label: NoLabel, Missing: "0", MissingCodes: "-9"}, content{
			Rows: [][]float64{{1, 0}, {3, 4}, {5, 0}}, History: []string{
				"put 0 for 2 missing values in 1 column"}}, nil, nil},
		"transposed": {x, Options{Label: NoLabel, Transposed: true}, content{
			Rows: [][]float64{{1, 3, 5}, {2, 4, 6}}, History: []string{
				"transposed the matrix: the file has one column per sample"}}, nil, nil},
	} {
		d, err := Load(c.path, c.opt)
		if name == "gaps" { // each sample that is left is its own group
			wantError(t, err, gaps+": the group column patient: each sample is of its own group "+
				"by patient, which has no effect; leave the groups out")
			c.opt.Group, c.group = "", nil
			c.want.History = append(c.want.History[:2:2], c.want.History[3])
			d, err = Load(c.path, c.opt)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := contentOf(d)
		got.Features, got.Warnings = nil, nil
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(c.ids, d.IDs); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if warns := slices.ContainsFunc(d.Warnings, func(w string) bool {
			return w == "trusted the order of the samples in y.csv: its column visit names "+
				"them, and the data do not; check that the order is the same"
		}); warns != (c.ids != nil) {
			t.Errorf("%s: warnings %q", name, d.Warnings)
		}
		var group []string
		for _, g := range d.Group {
			group = append(group, d.Groups[g])
		}
		if diff := cmp.Diff(c.group, group); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	d := must.Get(Load(x, Options{Labels: numbers, Target: TargetContinuous}))(t)
	if diff := cmp.Diff([]float64{1, 2, 1}, d.Target); diff != "" {
		t.Error(diff)
	}
}

func TestNPYRefused(t *testing.T) {
	dir := t.TempDir()
	inf := math.Inf(-1)
	x := put(t, dir, "x.npy", npyFile(3, 2, 1, 2, 3, 4, 5, 6))
	short := put(t, dir, "short.csv", []byte("a\nb\n"))
	five := put(t, dir, "five.npy", npyFile(0, 5, 1, 2, 3, 4, 5))
	gap := put(t, dir, "gap.npy", npyFile(0, 3, 1, math.NaN(), 3))
	square := put(t, dir, "square.npy", npyFile(3, 2, 1, 2, 3, 4, 5, 6))
	class := put(t, dir, "class.csv", []byte("y\na\nb\na\n"))
	none := Options{Label: NoLabel}
	for want, c := range map[string]struct {
		data []byte
		opt  Options
	}{
		"an .npy file has no labels; name their file in Labels, or read the matrix without " +
			"(label none)": {npyFile(1, 1, 1), Options{}},
		"row 1, column 0 (counted from 0) is -Inf; fill in a number, or drop the row or the " +
			"column": {npyFile(2, 2, 1, 2, inf, 4), none},
		"row 0, column 1 (counted from 0) is NaN; set Missing, fill in a number, or drop the row " +
			"or the column": {npyFile(2, 2, 1, math.NaN(), inf, 4), none},
		"the array is no matrix (its size is 3); save one row per sample: np.save(\"x.npy\", " +
			"x.reshape(-1, 1)) for one feature": {npyFile(0, 3, 1, 2, 3), none},
		"the matrix is empty (2×0); give at least one sample and one feature": {npyFile(2, 0),
			none},
		"the file is cut short: it ends inside the 3×2 values that its header claims; fetch it " +
			"again": {npyFile(3, 2, 1, 2, 3, 4, 5), none},
		"a matrix of 1099511627776×1, and a side has 0 to 67108864; save fewer rows " +
			"or " +
			"columns": {npyFile(1<<40, 1), none},
		"the labels in " + short +
			": 2 rows for 3 samples; give one row per sample (3, or 4 with " +
			"a header)": {npyFile(3, 1, 1, 2, 3), Options{Labels: short}},
		"the labels in " + five + ": 5 labels for 3 samples; give one label per sample": {
			npyFile(3, 1, 1, 2, 3), Options{Labels: five}},
		"the labels in " + gap + ": the array, element 1: the class label is NaN; name the class " +
			"or drop the sample": {npyFile(3, 1, 1, 2, 3), Options{Labels: gap}},
		"the labels in " + square + ": the array is 3×2; give a vector with one label per sample": {
			npyFile(3, 1, 1, 2, 3), Options{Labels: square}},
		"the labels in " + five + ": an array has no columns with names; leave Label, Group and " +
			"ID out, or give the labels as a table (.csv)": {npyFile(3, 1, 1, 2, 3),
			Options{Labels: five, Label: "y"}},
		"the labels are in class.csv, and Label is none; leave one of them out": {
			npyFile(3, 1, 1, 2, 3),
			Options{Labels: class, Label: NoLabel}},
		"no group column \"patient\": a NumPy file has features and labels only; leave it out, " +
			"or " +
			"write the data as a .csv": {npyFile(3, 1, 1, 2, 3), Options{Label: NoLabel,
			Group: "patient"}},
		"the group column y: all samples are of y a; groups need at least two": {
			npyFile(3, 1, 1, 2, 3), Options{Labels: put(t, dir, "one.csv",
				[]byte("y\na\na\na\n")), Label: NoLabel, Group: "y"}},
		"the labels in " + filepath.Join(dir, "gone.csv") + ": cannot open " +
			filepath.Join(dir, "gone.csv") + ": no such file or directory; check the path": {
			npyFile(1, 1, 1), Options{Labels: filepath.Join(dir, "gone.csv")}},
	} {
		_, err := ReadNPY(struct{ *bytes.Buffer }{bytes.NewBuffer(c.data)}, "t", c.opt)
		wantError(t, err, "t: "+want)
	}
	for name, want := range map[string]string{
		"big.npy": `the array holds big-endian elements (>f8); save numbers of a type that is ` +
			`read: np.save("x.npy", x.astype("<f8"))`,
		"object.npy": `the array holds Python objects (|O); save numbers: np.save("x.npy", ` +
			`x.astype("<f8")), or text: np.save("x.npy", x.astype(str))`,
		"text.npy": `the array holds text (<U8), not numbers; save the numbers that it stands ` +
			`for: np.save("x.npy", x.astype("<f8"))`,
		"cube.npy": `the array has 3 dimensions (2×3×2); save a matrix of one row per sample: ` +
			`np.save("x.npy", x.reshape(len(x), -1))`,
	} {
		_, err := Load(numpyFiles+name, none)
		wantError(t, err, numpyFiles+name+": "+want)
	}
	_, err := Load(numpyFiles+"plain.npz", Options{Label: "Y"})
	wantError(t, err, numpyFiles+`plain.npz: no array "Y"; did you mean "y"?`)
	_, err = Load(numpyFiles+"plain.npz", Options{View: "y"})
	wantError(t, err, numpyFiles+`plain.npz: no array of labels Y, y, gnd, label, labels or `+
		`target: the file holds X, y, feature_names; name it, or read the file without labels `+
		`(label none)`)
	_, err = Load("iris", Options{Labels: x})
	wantError(t, err, "iris has labels of its own, and Labels is for files; leave it out, or load "+
		"the file of the data by its path")
}

// Labels stand beside files of every kind, and the data are as they are with a label of their own.
func TestLabelsBesideTables(t *testing.T) {
	dir := t.TempDir()
	x := put(t, dir, "x.csv", []byte("a,b\n1,2\n3,5\n4,4\n"))
	whole := put(t, dir, "whole.csv", []byte("a,b,y\n1,2,u\n3,5,v\n4,4,u\n"))
	y := put(t, dir, "y.labels", []byte("u\nv\nu\n"))
	svm := put(t, dir, "x.svm", []byte("1:1 2:2\n1:3 2:5\n1:4 2:4\n"))
	want := must.Get(Load(whole, Options{}))(t)
	d := must.Get(Load(x, Options{Labels: y}))(t)
	if d.Hash() != want.Hash() || d.Origin != d.Hash() {
		t.Error("another data set with the labels beside it")
	}
	history := []string{"took the labels from y.labels, in the order of the samples"}
	if diff := cmp.Diff(history, d.History); diff != "" {
		t.Error(diff)
	}
	d = must.Get(Load(svm, Options{Labels: y}))(t)
	if diff := cmp.Diff(matrixOf(want), matrixOf(d)); diff != "" || len(d.Classes) != 2 {
		t.Error(diff)
	}
	d = must.Get(Read(strings.NewReader("1,2\n3,5\n4,4\n"), "stdin", "csv", Options{Labels: y}))(t)
	if diff := cmp.Diff(matrixOf(want), matrixOf(d)); diff != "" || len(d.Classes) != 2 {
		t.Error(diff)
	}
	_, err := Load(x, Options{Labels: y, Missing: "drop-rows"})
	wantError(t, err, "drop-rows leaves out samples whose labels are in a file beside them; set "+
		"Missing to drop-columns, median or a number")
	// A first label that only one sample has may be the header of a file that lacks a label.
	odd := put(t, dir, "odd.csv", []byte("class\nv\nv\n"))
	d = must.Get(Load(x, Options{Labels: odd}))(t)
	if diff := cmp.Diff([]string{`odd.csv: row 1 is taken for a sample, and no other is of its ` +
		`class "class": it may be a header; set Header to yes, or to no`}, d.Warnings); diff != "" {
		t.Error(diff)
	}
}

// A warning about the features is there once, with labels beside them too.
func TestLabelsWarnOnce(t *testing.T) {
	dir := t.TempDir()
	var x, y, both strings.Builder
	x.WriteString("id,a\n")
	both.WriteString("id,a,y\n")
	for i := range 12 {
		fmt.Fprintf(&x, "%d,%d\n", 100+i, i*i%7)
		fmt.Fprintf(&y, "c%d\n", i%2)
		fmt.Fprintf(&both, "%d,%d,c%d\n", 100+i, i*i%7, i%2)
	}
	want := must.Get(Load(put(t, dir, "both.csv", []byte(both.String())), Options{}))(t)
	d := must.Get(Load(put(t, dir, "x.csv", []byte(x.String())), Options{
		Labels: put(t, dir, "y.txt", []byte(y.String()))}))(t)
	if diff := cmp.Diff(want.Warnings, d.Warnings); diff != "" || len(d.Warnings) != 1 {
		t.Error(diff, d.Warnings)
	}
}

func TestLoadSeriesMatrix(t *testing.T) {
	text := "!Series_title\t\"s\"\n!Sample_geo_accession\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\n" +
		"!Sample_characteristics_ch1\t\"tissue: tumor\"\t\"tissue: normal\"\t\"tissue: tumor\"\n" +
		"!series_matrix_table_begin\n\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\n\"1007_s_at\"\t" +
		"8.5\t7\t\n\"1053_at\"\t1\t2\t3\n!series_matrix_table_end\n"
	dir := t.TempDir()
	want := content{Features: []string{"1007_s_at", "1053_at"},
		Rows: [][]float64{{8.5, 1}, {7, 2}, {7.75, 3}}, Labels: []string{"tumor", "normal",
			"tumor"}, History: []string{
			"turned the table: its samples are columns of the file",
			"put the median of the column for 1 missing value in 1 column",
			"kept Sample_geo_accession as identifiers of the samples"}}
	opt := Options{Label: "characteristics: tissue", Missing: "median"}
	for file, name := range map[string]string{"GSE1_series_matrix.txt": "GSE1",
		"GSE1_series_matrix.txt.gz": "GSE1", "other.txt": "other"} {
		data := []byte(text)
		if strings.HasSuffix(file, ".gz") {
			data = gzipped(t, text)
		}
		d := must.Get(Load(put(t, dir, file, data), opt))(t)
		if diff := cmp.Diff(want, contentOf(d)); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
		if diff := cmp.Diff([]string{"GSM1", "GSM2", "GSM3"}, d.IDs); diff != "" ||
			d.Name != name {
			t.Errorf("%s: name %s, IDs %v", file, d.Name, d.IDs)
		}
	}
	begin, _, _ := strings.Cut(text, "!series_matrix_table_begin")
	path := put(t, dir, "GSE2_series_matrix.txt", []byte(begin))
	_, err := Load(path, opt)
	wantError(t, err, path+": the series matrix has no table (no line "+
		"!series_matrix_table_begin); fetch the file again")
	_, err = Load(filepath.Join(dir, "GSE1_series_matrix.txt"), Options{})
	wantError(t, err, filepath.Join(dir, "GSE1_series_matrix.txt")+": set Label to the line about "+
		"the samples that has their classes, or to none; those that differ are "+
		"Sample_geo_accession (3 values), characteristics: tissue (2 values)")
}

// FuzzReadNPY reads anything, with and without labels.
func FuzzReadNPY(f *testing.F) {
	f.Add(npyFile(3, 2, 1, 2, 3, 4, 5, 6), "", "0")
	f.Add(npyFile(3, 2, 1, 2, math.NaN(), 4, 5, 6), "drop-rows", "")
	f.Add(npyFile(2, 3, 1, 2, 3, 4, 5, math.Inf(1)), "median", "1")
	for _, name := range []string{"i2_f.npy", "bool.npy", "f4_c.npy"} {
		f.Add(must.Get(os.ReadFile(numpyFiles+name))(f), "", "")
	}
	for _, name := range []string{"plain.npz", "packed.npz", "csr.npz", "coo.npz"} {
		f.Add(must.Get(os.ReadFile(numpyFiles+name))(f), "7", "")
	}
	labels := put(f, f.TempDir(), "y.csv", []byte("p,y\n1,a\n1,b\n2,\n"))
	f.Fuzz(func(t *testing.T, data []byte, missing, drop string) {
		opt := Options{Missing: MissingPolicy(missing), Label: NoLabel}
		if drop != "" {
			opt.Drop = []string{drop}
		}
		d, err := ReadNPY(bytes.NewReader(data), "t", opt)
		sound(t, d, err)
		d, err = ReadNPZ(bytes.NewReader(data), "t", opt)
		sound(t, d, err)
		opt.Labels, opt.Label, opt.Group = labels, "y", "p"
		d, err = ReadNPY(bytes.NewReader(data), "t", opt)
		sound(t, d, err)
	})
}
