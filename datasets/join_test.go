package datasets

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// Of five samples a to e, the first feature of a, c and e is 1 and that of b and d is 9; so is the
// class ill and well, wherever the labels come from.
func TestLabelsJoinByName(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string { return put(t, dir, name, []byte(text)) }
	meta := file("meta.csv", "sample,batch,age,status\nb,2,30,well\nd,1,40,well\ne,2,70,ill\n"+
		"a,1,51,ill\nc,2,64,ill\n")
	bare := file("bare.csv", "c,ill\nb,well\na,ill\ne,ill\nd,well\n")
	last := file("last.csv", "status,sample\nwell,b\nwell,d\nill,e\nill,a\nill,c\n")
	pairs := file("pairs.csv", "sample,partner,status\nb,a,well\nd,b,well\ne,c,ill\n"+
		"a,d,ill\nc,e,ill\n")
	index := file("index.csv", ",status\nb,well\nd,well\ne,ill\na,ill\nc,ill\n")
	for name, c := range map[string]struct {
		data   string
		labels string
		opt    Options
		idName string
	}{
		"transposed": {"x.csv:gene,a,b,c,d,e\ng1,1,9,1,9,1\ng2,5,6,7,8,9\n", meta,
			Options{Transposed: true, ID: "sample"}, "sample"},
		"no -id": {"x.csv:gene,a,b,c,d,e\ng1,1,9,1,9,1\ng2,5,6,7,8,9\n", meta,
			Options{Transposed: true}, "sample"},
		"labels without a header": {"x.csv:gene,a,b,c,d,e\ng1,1,9,1,9,1\ng2,5,6,7,8,9\n", bare,
			Options{Transposed: true}, "0"},
		"names last": {"x.csv:gene,a,b,c,d,e\ng1,1,9,1,9,1\ng2,5,6,7,8,9\n", last,
			Options{Transposed: true}, "sample"},
		"names without a name": {"x.csv:gene,a,b,c,d,e\ng1,1,9,1,9,1\n", index,
			Options{Transposed: true}, "column_0"},
		"two columns": {"x.csv:gene,a,b,c,d,e\ng1,1,9,1,9,1\n", pairs,
			Options{Transposed: true, ID: "sample"}, "sample"},
		"a column of the table": {"x.csv:sample,g1,g2\na,1,5\nb,9,6\nc,1,7\nd,9,8\ne,1,9\n", meta,
			Options{}, "sample"},
		"in the table -id": {"x.csv:g1,sample,g2\n1,a,5\n9,b,6\n1,c,7\n9,d,8\n1,e,9\n", meta,
			Options{ID: "sample"}, "sample"},
		"dropped there": {"x.csv:sample,g1\na,1\nb,9\nc,1\nd,9\ne,1\n", meta,
			Options{Drop: []string{"sample"}, ID: "sample"}, "sample"},
		"another name": {"x.csv:barcode,g1\na,1\nb,9\nc,1\nd,9\ne,1\n", meta, Options{}, "barcode"},
		"row names": {"x.csv:,g1\na,1\nb,9\nc,1\nd,9\ne,1\n", meta, Options{Code: "one-hot"},
			"column_0"},
		"no header": {"x.csv:a,1\nb,9\nc,1\nd,9\ne,1\n", bare, Options{Header: HeaderNo}, "0"},
		"ARFF": {"x.arff:@relation r\n@attribute sample string\n@attribute g1 real\n@data\na,1\n" +
			"b,9\nc,1\nd,9\ne,1\n", meta, Options{}, "sample"},
		"series": {"x_series_matrix.txt:!Sample_geo_accession\ta\tb\tc\td\te\n" +
			"!series_matrix_table_begin\nID_REF\ta\tb\tc\td\te\np1\t1\t9\t1\t9\t1\n" +
			"!series_matrix_table_end\n", meta, Options{ID: "sample"}, "sample"},
		"numbers": {"x.csv:gene,31,47,12,9,20\ng1,1,9,1,9,1\n", file("numbers.csv", "id,status\n"+
			"9,well\n20,ill\n12,ill\n31,ill\n47,well\n"), Options{Transposed: true}, "id"},
		"numbers in the table": {"x.csv:id,age,g1\n31,2,1\n47,3,9\n12,2,1\n9,5,9\n20,4,1\n",
			file("ages.csv", "age,id,status\n7,9,well\n3,20,ill\n5,12,ill\n4,31,ill\n2,47,well\n"),
			Options{Drop: []string{"age"}}, "id"},
		"npz": {"x.npz:", meta, Options{}, "sample"},
		"10x": {"p_matrix.mtx:%%MatrixMarket matrix coordinate real general\n1 5 5\n1 1 1\n" +
			"1 2 9\n1 3 1\n1 4 9\n1 5 1\n", meta, Options{Transposed: true, Storage: "dense"},
			"sample"},
	} {
		t.Run(name, func(t *testing.T) {
			base, text, _ := strings.Cut(c.data, ":")
			path := put(t, dir, base, []byte(text))
			if strings.HasSuffix(base, "mtx") {
				file("p_barcodes.tsv", "a\nb\nc\nd\ne\n")
			}
			if base == "x.npz" {
				put(t, dir, base, npzFile(t, npyFile(5, 1, 1, 9, 1, 9, 1)))
			}
			opt := c.opt
			opt.Labels, opt.Label = c.labels, "status"
			if c.labels == bare {
				opt.Label = "1"
			}
			d := must.Get(Load(path, opt))(t)
			if got := []string{"ill", "well"}; !slices.Equal(d.Classes, got) {
				t.Fatalf("classes %v", d.Classes)
			}
			if diff := cmp.Diff([]int{0, 1, 0, 1, 0}, d.Y); diff != "" {
				t.Errorf("labels: %s", diff)
			}
			ids := []string{"a", "b", "c", "d", "e"}
			if strings.HasPrefix(name, "numbers") {
				ids = []string{"31", "47", "12", "9", "20"}
			}
			if !slices.Equal(d.IDs, ids) || d.IDName != c.idName {
				t.Errorf("%s %v, want %s %v", d.IDName, d.IDs, c.idName, ids)
			}
			for i, v := range []float64{1, 9, 1, 9, 1} {
				if j, _ := d.Index(d.Features[0]); d.X.At(i, j) != v {
					t.Errorf("row %d is %g, want %g", i, d.X.At(i, j), v)
				}
			}
			if d.D() > 2 || slices.Contains(d.Features, "sample") {
				t.Errorf("features %v", d.Features)
			}
			if !slices.ContainsFunc(d.History, func(h string) bool {
				return strings.Contains(h, "joined the labels by sample (column ")
			}) || d.Warnings != nil {
				t.Errorf("history %q, warnings %q", d.History, d.Warnings)
			}
		})
	}
}

// npzFile is an archive of a matrix X of five samples called a to e.
func npzFile(t *testing.T, x []byte) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	text := "{'descr': '<U1', 'fortran_order': False, 'shape': (5,), }\n"
	names := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), 0)
	names = append(append(names, text...), "a\x00\x00\x00b\x00\x00\x00c\x00\x00\x00"+
		"d\x00\x00\x00e\x00\x00\x00"...)
	for name, data := range map[string][]byte{"X.npy": x, "sample_names.npy": names} {
		w := must.Get(z.Create(name))(t)
		must.Get(w.Write(data))(t)
	}
	must.Do(t, z.Close())
	return out.Bytes()
}

// The parsed copy of a table depends on the names in the labels: a column that they name is no
// feature.
func TestCopyOfJoinedData(t *testing.T) {
	cacheHere(t)
	dir := t.TempDir()
	var data, one, other strings.Builder
	data.WriteString("p,q,g1,class\n")
	one.WriteString("p,y\n")
	other.WriteString("q,y\n")
	for i := range 6000 {
		fmt.Fprintf(&data, "p%d,q%d,%d.25,%d\n", i, i, i%97, i%2)
		fmt.Fprintf(&one, "p%d,%d\n", 5999-i, i%2)
		fmt.Fprintf(&other, "q%d,%d\n", 5999-i, i%2)
	}
	x := put(t, dir, "x.csv", []byte(data.String()))
	for _, c := range []struct{ labels, idName string }{{one.String(), "p"},
		{other.String(), "q"}, {one.String(), "p"}} {
		opt := Options{Labels: put(t, dir, "y.csv", []byte(c.labels)),
			Drop: []string{"p", "q", "class"}}
		for range 2 {
			d := must.Get(Load(x, opt))(t)
			if d.IDName != c.idName || d.IDs[7] != c.idName+"7" || d.D() != 1 || d.Y[7] != 0 {
				t.Errorf("%s %s, %d features, class %d", d.IDName, d.IDs[7], d.D(), d.Y[7])
			}
		}
	}
}

func TestLabelsOfOtherSamples(t *testing.T) {
	dir := t.TempDir()
	const data = "gene,a,b,c,d,e\ng1,1,9,1,9,1\n"
	for want, c := range map[string]struct {
		labels string
		id     string
	}{
		"column sample and the data do not name the same samples (name e only in the data; name f " +
			"only in the labels)": {"sample,y\na,1\nb,1\nc,2\nd,2\nf,1\n", ""},
		"column id and the data do not name the same samples (2 names: d, e only in the data)": {
			"id,y\na,1\nb,1\nc,2\n", ""},
		"column id and the data do not name the same samples (name f only in the labels)": {
			"id,y\nf,1\na,1\nb,1\nc,2\nd,1\ne,1\n", ""},
		"column id and the data do not name the same samples (2 names: b, d only in the data; " +
			"2 names: a, c more than once)": {"id,y\na,1\na,1\nc,2\nc,1\ne,1\n", ""},
		"column id and the data do not name the same samples (name c more than once)": {
			"id,y\na,1\nb,1\nc,2\nd,1\ne,1\nc,2\n", "id"},
		"column sample and the data do not name the same samples (5 names: a, b, c, d, e only in " +
			"the data; 5 names: A, B, C, D, E only in the labels)": {
			"sample,y\nA,1\nB,1\nC,2\nD,1\nE,1\n", ""},
		"columns x and z both have the names of the samples; set ID to the one that names them " +
			"here": {"x,z,y\na,b,1\nb,c,1\nc,d,2\nd,e,2\ne,a,1\n", ""},
	} {
		x := put(t, dir, "x.csv", []byte(data))
		y := put(t, dir, "y.csv", []byte(c.labels))
		_, err := Load(x, Options{Transposed: true, Labels: y, Label: "y", ID: c.id})
		if !strings.HasPrefix(want, "columns") {
			want += "; give each sample of the data once, or a file of the labels alone, in the " +
				"order of the samples"
		}
		wantError(t, err, "the labels in "+y+": "+want)
	}
}

// Where one side has no names, its order is trusted with a warning; where both have none, the
// history says it.
func TestOrderOfLabelsIsTrusted(t *testing.T) {
	dir := t.TempDir()
	const (
		turned  = "gene,a,b,c,d,e\ng1,1,9,1,9,1\n"
		plain   = "g1\n1\n9\n1\n9\n1\n"
		counted = ",g1\n0,1\n1,9\n2,1\n3,9\n4,1\n"
		noNames = "trusted the order of the samples in y.csv: the data name them, and the labels " +
			"do not; add a column of the names, to join by it"
		only = "trusted the order of the samples in y.csv: its column sample names them, and the " +
			"data do not; check that the order is the same"
	)
	for name, c := range map[string]struct {
		data, labels string
		opt          Options
		want         string
	}{
		"a list": {turned, "ill\nwell\nill\nwell\nill\n", Options{Transposed: true}, noNames},
		"a table": {turned, "age,y\n1,ill\n2,well\n3,ill\n2,well\n1,ill\n",
			Options{Transposed: true}, noNames},
		"codes of batches": {turned, "batch code,y\n1,ill\n2,well\n1,ill\n2,well\n1,ill\n",
			Options{Transposed: true}, noNames},
		"only the labels": {plain, "sample,y\na,ill\nb,well\nc,ill\nd,well\ne,ill\n", Options{},
			only},
		"neither": {plain, "ill\nwell\nill\nwell\nill\n", Options{}, ""},
		"a count, not names": {counted, "rank,y\n4,ill\n3,well\n2,ill\n1,well\n0,ill\n",
			Options{Drop: []string{"column_0"}}, ""},
	} {
		opt := c.opt
		opt.Labels = put(t, dir, "y.csv", []byte(c.labels))
		d := must.Get(Load(put(t, dir, "x.csv", []byte(c.data)), opt))(t)
		if !slices.Equal(d.Y, []int{0, 1, 0, 1, 0}) {
			t.Errorf("%s: labels %v", name, d.Y)
		}
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		if diff := cmp.Diff(want, d.Warnings); diff != "" {
			t.Errorf("%s: warnings %s", name, diff)
		}
		if c.want == "" && !slices.Contains(d.History,
			"took the labels from y.csv, in the order of the samples") {
			t.Errorf("%s: history %q", name, d.History)
		}
	}
}

// Groups, targets and samples without a label are those of the names: reading shuffled labels gives
// what reading them in the order of the samples gives.
func TestJoinedRolesFollowTheNames(t *testing.T) {
	dir := t.TempDir()
	var rows []string
	var data, names strings.Builder
	data.WriteString("%%MatrixMarket matrix array real general\n40 1\n")
	for i := range 40 {
		name := "s" + strings.Repeat("x", i)
		names.WriteString(name + "\n")
		data.WriteString(strings.Repeat("7", 1+i%9) + "\n")
		y := []string{"1.5", "2", "NA", "3"}[i%4]
		rows = append(rows, name+","+string(rune('A'+i%7))+","+y)
	}
	x := put(t, dir, "matrix.mtx", []byte(data.String()))
	put(t, dir, "barcodes.tsv", []byte(names.String()))
	opt := Options{Label: "y", Group: "g", Target: TargetContinuous, Missing: "drop-rows",
		Storage: "dense", Labels: filepath.Join(dir, "y.csv")}
	read := func() *Dataset {
		put(t, dir, "y.csv", []byte("name,g,y\n"+strings.Join(rows, "\n")+"\n"))
		return must.Get(Load(x, opt))(t)
	}
	want := read()
	if want.N() != 30 || len(want.Groups) != 7 || want.IDs[2] != "sxxx" {
		t.Fatalf("%d samples of %v, IDs %v", want.N(), want.Groups, want.IDs)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		got := read()
		if diff := cmp.Diff(want.Hash(), got.Hash()); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want.IDs, got.IDs); diff != "" {
			t.Error(diff)
		}
	}
}

func TestBarcodesOfOtherSamples(t *testing.T) {
	dir := t.TempDir()
	x := put(t, dir, "matrix.mtx", []byte("%%MatrixMarket matrix array real general\n2 3\n"+
		"1\n2\n3\n4\n5\n6\n"))
	put(t, dir, "barcodes.tsv.gz", gzipped(t, "a\nb\nc\n"))
	d := must.Get(Load(x, Options{Label: NoLabel}))(t)
	if diff := cmp.Diff([]string{"barcodes.tsv.gz has 3 names, and there are 2 samples, so that " +
		"they were not used; set Transposed, since the columns of the matrix are the samples"},
		d.Warnings); diff != "" {
		t.Error(diff)
	}
	names := put(t, dir, "features.tsv", []byte("E1\tA\tGene Expression\nE2\tA\tPeaks\n"))
	d = must.Get(Load(x, Options{Label: NoLabel, Transposed: true, Names: names}))(t)
	if !slices.Equal(d.Features, []string{"E1", "E2"}) {
		t.Errorf("features %q", d.Features)
	}
	if !slices.Equal(d.IDs, []string{"a", "b", "c"}) || d.Warnings != nil {
		t.Errorf("IDs %v, warnings %v", d.IDs, d.Warnings)
	}
}

// Tables that R's write.table wrote have no name for the row names, which are those of the samples.
func TestRowNamesOfRAreJoined(t *testing.T) {
	dir := t.TempDir()
	rows := "g1\tg2\na\t1\t5\nb\t9\t6\nc\t1\t7\nd\t9\t8\ne\t1\t9\n"
	turned := "a\tb\tc\td\te\ng1\t1\t9\t1\t9\t1\ng2\t5\t6\t7\t8\t9\n"
	labels := "age\tstatus\nb\t30\twell\nd\t40\twell\ne\t70\till\na\t51\till\nc\t64\till\n"
	y := put(t, dir, "y.tsv", []byte(labels))
	for text, opt := range map[string]Options{rows: {}, turned: {Transposed: true}} {
		opt.Labels, opt.Label = y, "status"
		d := must.Get(Load(put(t, dir, "x.tsv", []byte(text)), opt))(t)
		if !slices.Equal(d.Y, []int{0, 1, 0, 1, 0}) || d.X.At(1, 0) != 9 || d.D() != 2 ||
			!slices.Equal(d.IDs, []string{"a", "b", "c", "d", "e"}) || d.Warnings != nil {
			t.Errorf("labels %v, features %v, IDs %v, history %q, warnings %q", d.Y, d.Features,
				d.IDs, d.History, d.Warnings)
		}
	}
}
