package datasets

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// Every kind of file can be held sparse; LIBSVM text can be held dense.
func TestStorageOfEachKind(t *testing.T) {
	picture := "P5 2 2 255 \x00\x02\x00\x04"
	for name, content := range map[string][]byte{
		"a.csv":  []byte("a,b,class\n0,2,x\n0,0,y\n3,0,x\n"),
		"a.arff": []byte("@attribute a real\n@attribute c {x,y}\n@data\n0,x\n1,y\n"),
		"a.svm":  []byte("1 2:3\n2 1:4 3:5\n"),
		"a.mat":  matFile(true, matX("X"), matColumn("Y", 1, 2, 1)),
		"a.tar":  tarOf(t, tarFile{"a/1.pgm", picture, 0}, tarFile{"b/1.pgm", picture, 0}),
		"iris":   nil,
		"lap-d1": nil,
	} {
		source := name
		if content != nil {
			source = writeFile(t, name, content)
		}
		dense := must.Get(Load(source, Options{Storage: "dense"}))(t)
		plain := must.Get(Load(source, Options{}))(t)
		sparse := must.Get(Load(source, Options{Storage: "sparse"}))(t)
		if dense.Stored != nil || plain.Stored != nil || sparse.X != nil {
			t.Errorf("%s: dense %v, \"\" %v, sparse %v", name, dense.Stored, plain.Stored, sparse.X)
			continue
		}
		if err := sparse.Check(); err != nil || sparse.Origin != sparse.Hash() ||
			!mat.Equal(sparse.Stored, dense.X) || sparse.Image != dense.Image ||
			!slices.Equal(sparse.Y, dense.Y) || sparse.Stored.Kind() != "sparse" {
			t.Errorf("%s: %v", name, err)
		}
		zeros := 0
		for i := range dense.N() {
			for _, v := range dense.X.RawRowView(i) {
				if v != 0 {
					zeros++
				}
			}
		}
		want := append(slices.Clone(dense.History), fmt.Sprintf("held the values as sparse data: "+
			"%d of %d×%d are not 0", zeros, dense.N(), dense.D()))
		if !slices.Equal(sparse.History, want) {
			t.Errorf("%s: history %q, want %q", name, sparse.History, want)
		}
		if _, err := Load(source, Options{Storage: "disk"}); err == nil ||
			!strings.Contains(err.Error(), "only .npy files are mapped; leave Storage out") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is large and sparse is held so, and its methods of Dataset work in the time of the entries.
func TestLargeLIBSVM(t *testing.T) {
	const n, p = 2000, 1_355_191
	var text bytes.Buffer
	rng := rand.New(rand.NewPCG(2, 7))
	for i := range n {
		fmt.Fprintf(&text, "%d %d:%d %d:1\n", i%2, 1+rng.IntN(p/2), 1+i, p-i)
	}
	var d *Dataset
	var err error
	data := text.Bytes()
	took := allocated(func() { d, err = ReadLIBSVM(bytes.NewReader(data), "t", Options{}) })
	must.Do(t, err)
	x, ok := d.Stored.(*storage.Sparse)
	if !ok || d.D() != p || x.NonZeros() != 2*n || d.Features[p-1] != fmt.Sprint("f", p-1) {
		t.Fatalf("%T %d×%d", d.Stored, d.N(), d.D())
	}
	// Names of 24 bytes, starts of 8: twice while the entries are transposed, and of the samples in
	// which leaks are looked for.
	if limit := int64(72 * p); took > limit {
		t.Errorf("%d bytes for %d columns, want at most %d", took, p, limit)
	}
	took = allocated(func() {
		if err := d.Check(); err != nil {
			t.Error(err)
		}
	})
	if took > 1<<16 {
		t.Errorf("Check took %d bytes", took)
	}
	if took := allocated(func() { d.Hash() }); took > 1<<20 {
		t.Errorf("Hash took %d bytes", took)
	}
}

// Sparse data are written without zeros and come back, with their names beside them.
func TestSparseLIBSVMComesBack(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "p")
		x := mat.NewDense(n, p, rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0, 0, 1, -2.5,
			1e-300, math.MaxFloat64}), n*p, n*p).Draw(t, "values"))
		var labels []string
		opt := Options{Storage: "sparse", Label: NoLabel}
		if rapid.Bool().Draw(t, "labeled") {
			opt.Label = ""
			labels = rapid.SliceOfN(rapid.SampledFrom([]string{"1", "-1", "x"}), n, n).Draw(t,
				"labels")
		}
		var names []string
		if rapid.Bool().Draw(t, "named") {
			names = rapid.SliceOfNDistinct(hostile(), p, p, rapid.ID[string]).Draw(t, "names")
		}
		d, err := NewStored("", storage.Compress(x), labels, names)
		if err != nil {
			return // an empty name
		}
		path := filepath.Join(dir, rapid.SampledFrom([]string{"a.svm", "a.svm.GZ"}).Draw(t, "file"))
		if err := d.SaveLIBSVM(path); err != nil {
			if names == nil || !strings.Contains(err.Error(), "name of column") {
				t.Fatal(err)
			}
			return
		}
		opt.Names = d.NamesFile(path)
		if (opt.Names == "") != (names == nil) && !slices.Equal(d.Features, names) {
			t.Fatalf("names %q in %q", d.Features, opt.Names)
		}
		back, err := Load(path, opt)
		if err != nil || back.Hash() != d.Hash() {
			text, _ := os.ReadFile(path)
			t.Fatalf("%q of %q does not come back: %v", text, d.Features, err)
		}
	})
}

func TestSparseLIBSVMText(t *testing.T) {
	x := storage.Compress(mat.NewDense(3, 4, []float64{0, 2, 0, 0, 0, 0, 0, 0, -1, 0, 3, 0}))
	d := must.Get(NewStored("", x, []string{"a", "b", "a"}, nil))(t)
	var b strings.Builder
	if err := d.WriteLIBSVM(&b); err != nil || b.String() != "a 2:2 4:0\nb\na 1:-1 3:3\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if err := d.WriteCSV(&b); err == nil || !strings.HasPrefix(err.Error(), "no table is written: "+
		"the 3×4 values are sparse, ") {
		t.Errorf("%v", err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.svm")
	must.Do(t, d.SaveLIBSVM(path))
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files for numbered names, want 1", len(files))
	}
	d.Features = []string{"the", "of", "a b", "é"}
	must.Do(t, d.SaveLIBSVM(path+".gz"))
	if names, err := os.ReadFile(path + ".names"); string(names) != "the\nof\na b\né\n" {
		t.Errorf("%q, %v", names, err)
	}
	d.Features[2] = "a\nb"
	other := filepath.Join(dir, "b.svm")
	wantError(t, d.SaveLIBSVM(other), "cannot write "+other+
		`.names: the name of column 2, "a\nb", `+
		`is no line of a file of names; rename it, or write a .csv`)
	if _, err := os.Stat(other); err == nil {
		t.Error("the values were written without their names")
	}
}

// Names are those of LIBSVM text and .mat files, and of no others.
func TestNamesFile(t *testing.T) {
	words := writeFile(t, "words.txt", []byte("the\nof\nand\n"))
	for name, content := range map[string][]byte{
		"a.svm": []byte("1 1:3\n2 1:4 3:5\n"),
		"a.txt": []byte("1 1:3\n2 1:4 3:5\n"),
		"a.mat": matFile(true, matVar{name: "X", rows: 2, cols: 3, values: []float64{1, 2, 3, 4, 5,
			6}}, matColumn("Y", 1, 2)),
	} {
		path := writeFile(t, name, content)
		d := must.Get(Load(path, Options{Names: words, Drop: []string{"of"}}))(t)
		if !slices.Equal(d.Features, []string{"the", "and"}) {
			t.Errorf("%s: %q", name, d.Features)
		}
	}
	twice := writeFile(t, "twice.txt", []byte("a\nb\nb\n"))
	svm := writeFile(t, "b.svm", []byte("1 1:3\n2 1:4 3:5\n"))
	_, err := Load(svm, Options{Names: twice})
	wantError(t, err, svm+": the names in "+twice+`: lines 2 and 3 are both "b"; mend one, or set `+
		`RenameDuplicates`)
	short := writeFile(t, "short.txt", []byte("a\nb\n"))
	_, err = Load(svm, Options{Names: short})
	wantError(t, err,
		svm+": index 3 has no name: there are 2 names, and the indices from 1 make 3 "+
			"columns; give one name for each")
	mat := writeFile(t, "b.mat", matFile(true, matVar{name: "X", rows: 2, cols: 3,
		values: []float64{1, 2, 3, 4, 5, 6}}, matColumn("Y", 1, 2)))
	_, err = Load(mat, Options{Names: short})
	wantError(t, err, mat+": the names in "+short+
		": there are 2 names for 3 columns; give one for "+
		"each")
	csv := writeFile(t, "b.csv", []byte(tinyCSV))
	_, err = Load(csv, Options{Names: words})
	wantError(t, err, csv+": Names are for files without names of columns, such as LIBSVM text; "+
		"leave them out for a table, which has them in its first row")
}
