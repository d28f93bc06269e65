package datasets

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zeebo/xxh3"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/checksum"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

var update = flag.Bool("update", false,
	"rewrite the files in testdata; raise ReadersRevision when a reader answers otherwise than "+
		"in a published version")

// copied is everything of a data set that a copy keeps; the values, the names and
// the labels are in the hash.
type copied struct {
	Hash, Origin           string
	Image                  ImageShape
	History, Warnings, IDs []string
	Names                  [3]string
}

func copiedOf(d *Dataset) copied {
	return copied{d.Hash(), d.Origin, d.Image, d.History, d.Warnings, d.IDs,
		[3]string{d.GroupedBy, d.IDName, d.LabelName}}
}

// cacheHere lets parsed copies be kept in a folder of the test.
func cacheHere(t testing.TB) diskcache.Dir {
	t.Helper()
	t.Setenv(diskcache.Variable, t.TempDir())
	return diskcache.OpenCopies()
}

func entriesOf(t testing.TB, cache diskcache.Dir) int {
	t.Helper()
	info := must.Get(cache.Info())(t)
	return info.Entries
}

// writeFile puts a file into a folder of the test.
func writeFile(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, content, 0o644))
	return path
}

// counting is a reader that counts how often it reads.
type counting struct{ times int }

func (c *counting) read(r io.Reader, source string, opt Options) (*Dataset, error) {
	c.times++
	return ReadCSV(r, source, opt)
}

func (c *counting) recall(t *testing.T, path string, opt Options, sum checksum.Sum, kind string) (
	*Dataset, error) {
	t.Helper()
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	return readOrRecall(f, path, opt, sum, kind, c.read)
}

// A copy is all that the reader gave, whatever the kind of file.
func TestCopyIsTheDataSet(t *testing.T) {
	cache := cacheHere(t)
	picture := "P5 200 200 255 " + strings.Repeat("\x01\x02\x03\x04", 10_000)
	values := make([]float64, 300*40)
	for k := range values {
		values[k] = float64(k) / 7
	}
	files := map[string][]byte{
		"table.csv": csvOf(300, 40),
		"faces.tar": tarOf(t, tarFile{"a/1.pgm", picture, 0}, tarFile{"b/1.pgm", picture, 0},
			tarFile{"README", "", 0}),
		"views.mat": matFile(false, matVar{name: "view_1", rows: 300, cols: 40, values: values},
			matVar{name: "view_2", rows: 40, cols: 300, values: values},
			matColumn("y", make([]float64, 300)...)),
		"sparse.svm": sparseText(400, 20_000, 40),
		"words.csv":  []byte(strings.Repeat("1e308,-0.5,\"a, \"\"b\"\"\n\"\n1,2,é\n", 5_000)),
	}
	for name, content := range files {
		path := writeFile(t, name, content)
		unlabeled := Options{Label: NoLabel}
		if strings.HasSuffix(name, ".csv") {
			unlabeled.Drop = []string{map[string]string{"table.csv": "class",
				"words.csv": "2"}[name]}
		}
		options := []Options{{}, unlabeled}
		if name == "words.csv" {
			options = append(options, Options{ID: "2", Label: NoLabel, Group: "0"})
		}
		for _, opt := range options {
			before := entriesOf(t, cache)
			first := must.Get(Load(path, opt))(t)
			if got := entriesOf(t, cache); got != before+1 {
				t.Fatalf("%s: %d copies after loading, %d before", name, got, before)
			}
			second := must.Get(Load(path, opt))(t)
			if diff := cmp.Diff(copiedOf(first), copiedOf(second)); diff != "" ||
				second.Name != first.Name {
				t.Errorf("%s (-read +recalled): %s", name, diff)
			}
			if (first.Y == nil) != (second.Y == nil) ||
				(first.Classes == nil) != (second.Classes == nil) {
				t.Errorf("%s: labels %v, recalled %v", name, first.Y, second.Y)
			}
			if (first.Stored != nil) != (name == "sparse.svm") ||
				(second.Stored == nil) != (first.Stored == nil) {
				t.Errorf("%s: stored %v, recalled %v", name, first.Stored, second.Stored)
			}
			if second.Stored == nil {
				second.X.Set(0, 0, 99) // a user's own matrix
			}
			if third := must.Get(Load(path, opt))(t); third.Hash() != first.Hash() {
				t.Errorf("%s: writing to a recalled data set changed the next", name)
			}
		}
	}
}

// sparseText is LIBSVM text of n×p values, each of them in each row.
func sparseText(n, p, each int) []byte {
	rng := rand.New(rand.NewPCG(5, 6))
	var text []byte
	for i := range n {
		text = fmt.Appendf(text, "c%d", i%3)
		at := 0
		for range each {
			at += 1 + rng.IntN(2*p/each-1)
			if at > p {
				break
			}
			text = fmt.Appendf(text, " %d:%v", at, rng.IntN(9)+1)
		}
		text = append(text, '\n')
	}
	return fmt.Appendf(text, "c0 %d:1\n", p)
}

// The names of columns are a file of their own: a copy with others is stale.
func TestCopyKnowsTheNames(t *testing.T) {
	cache := cacheHere(t)
	path := writeFile(t, "a.svm", sparseText(500, 5000, 50))
	var text strings.Builder
	for j := range 5000 {
		fmt.Fprintln(&text, "word", j)
	}
	names := writeFile(t, "words.txt", []byte(text.String()))
	opt := Options{Names: names}
	for range 2 {
		d := must.Get(Load(path, opt))(t)
		if d.Features[0] != "word 0" || d.Features[4999] != "word 4999" ||
			entriesOf(t, cache) != 1 {
			t.Errorf("%q, %d copies", d.Features[:2], entriesOf(t, cache))
		}
	}
	other := strings.Replace(text.String(), "word 0", "WORD 0", 1)
	must.Do(t, os.WriteFile(names, []byte(other), 0o644))
	if d := must.Get(Load(path, opt))(t); d.Features[0] != "WORD 0" || entriesOf(t, cache) != 2 {
		t.Errorf("%q, %d copies", d.Features[:2], entriesOf(t, cache))
	}
	opt.Names += "x"
	_, err := Load(path, opt)
	wantError(t, err, path+": the names of the columns: cannot open "+names+"x: no such file or "+
		"directory; check the path")
}

// The content decides, not its name, size or time; so do the options, the kind,
// the checksum that was verified and the revision.
func TestCopyIsNeverStale(t *testing.T) {
	cache := cacheHere(t)
	text := csvOf(200, 30)
	path := writeFile(t, "a.csv", text)
	var c counting
	load := func(want int, what string, path string, opt Options, sum checksum.Sum,
		kind string) *Dataset {
		t.Helper()
		d := must.Get(c.recall(t, path, opt, sum, kind))(t)
		must.Is(t, c.times, want, "%s: parsed times", what)
		return d
	}
	none := checksum.Sum{}
	first := load(1, "first", path, Options{}, none, ".csv")
	load(1, "second", path, Options{}, none, ".csv")
	load(1, "another name", writeFile(t, "b.csv", text), Options{}, none, ".csv")
	load(2, "another label", path, Options{Label: "0", Drop: []string{"class"}}, none, ".csv")
	load(3, "another kind", path, Options{}, none, ".tsv")
	load(4, "a dropped column", path, Options{Drop: []string{"gene_1"}}, none, ".csv")
	load(5, "two dropped columns", path, Options{Drop: []string{"gene_1", "gene_2"}}, none, ".csv")
	right := checksum.Sum{Size: int64(len(text))}
	load(6, "a checksum", path, Options{}, right, ".csv")
	load(6, "the same checksum", path, Options{}, right, ".csv")
	// One digit is another, in a file of the same size and time.
	stat := must.Get(os.Stat(path))(t)
	changed := bytes.Clone(text)
	at := bytes.IndexByte(changed, '\n') + 1 +
		bytes.IndexAny(changed[bytes.IndexByte(changed, '\n')+1:], "123456789")
	changed[at] ^= 1
	must.Do(t, os.WriteFile(path, changed, 0o644))
	must.Do(t, os.Chtimes(path, time.Time{}, stat.ModTime()))
	if d := load(7, "changed", path, Options{}, none, ".csv"); d.Hash() == first.Hash() {
		t.Error("a changed file gave the old data set")
	}
	must.Is(t, entriesOf(t, cache), 7, "copies")
}

// A file that is not what was published is refused, though its content was read
// before without a checksum; errors are not kept.
func TestCopyKeepsNoErrors(t *testing.T) {
	cache := cacheHere(t)
	text := csvOf(200, 30)
	path := writeFile(t, "a.csv", text)
	var c counting
	must.Get(c.recall(t, path, Options{}, checksum.Sum{}, ".csv"))(t)
	for range 2 {
		if _, err := c.recall(t, path, Options{}, checksum.Sum{SHA256: strings.Repeat("0", 64)},
			".csv"); !errors.Is(err, checksum.ErrDamaged) {
			t.Errorf("error %v", err)
		}
	}
	bad := writeFile(t, "bad.csv", append(bytes.Clone(text), "1,2\n"...))
	for want := 2; want < 4; want++ {
		if _, err := c.recall(t, bad, Options{}, checksum.Sum{}, ".csv"); err == nil ||
			c.times != want {
			t.Errorf("parsed %d times, error %v", c.times, err)
		}
	}
	must.Is(t, entriesOf(t, cache), 1, "copies")
}

// A file that is written to while it is read gives no copy: what was parsed is
// not what was summed.
func TestCopyOfAFileThatChanges(t *testing.T) {
	cache := cacheHere(t)
	path := writeFile(t, "a.csv", csvOf(200, 30))
	f, err := os.Open(path)
	must.Do(t, err)
	defer f.Close()
	_, err = readOrRecall(f, path, Options{}, checksum.Sum{}, ".csv",
		func(r io.Reader, source string, opt Options) (*Dataset, error) {
			changed := csvOf(200, 30)
			changed[len(changed)-2] = '7' // another class
			must.Do(t, os.WriteFile(path, changed, 0o644))
			return ReadCSV(r, source, opt)
		})
	if got := entriesOf(t, cache); err != nil || got != 0 {
		t.Errorf("%d copies (%v), want none", got, err)
	}
}

// Small files, a cache that is off or cannot be written: the data load as ever.
func TestCopyIsOptional(t *testing.T) {
	cache := cacheHere(t)
	large, small := writeFile(t, "a.csv", csvOf(200, 30)), writeFile(t, "b.csv", csvOf(20, 3))
	want := must.Get(Load(small, Options{}))(t).Hash()
	must.Is(t, entriesOf(t, cache), 0, "copies of a small file")
	must.Is(t, must.Get(Load(small, Options{}))(t).Hash(), want, "another data set")
	for _, place := range []string{"off", writeFile(t, "a file", nil)} {
		t.Setenv(diskcache.Variable, place)
		var c counting
		for want := 1; want < 3; want++ {
			if _, err := c.recall(t, large, Options{}, checksum.Sum{}, ".csv"); err != nil ||
				c.times != want {
				t.Errorf("cache %s: parsed %d times, %v", place, c.times, err)
			}
		}
	}
}

func TestCopyInParallel(t *testing.T) {
	cacheHere(t)
	path := writeFile(t, "a.csv", csvOf(300, 40))
	want := must.Get(ReadCSV(bytes.NewReader(csvOf(300, 40)), "a", Options{}))(t).Hash()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if d, err := Load(path, Options{}); err != nil || d.Hash() != want {
					t.Error(d, err)
				}
			}
		})
	}
	wg.Wait()
}

// smallCopies are copies of data sets with every field, dense and sparse, as they lie on the disk.
func smallCopies(t testing.TB) (list []*Dataset, key string, texts [][]byte) {
	t.Helper()
	d := must.Get(FromRows("x", [][]float64{{1, -0.5}, {math.MaxFloat64, 0}, {5e-324, 3}},
		[]string{"a", "b", "a"}, []string{"é", "long name"}))(t)
	d.Image = ImageShape{1, 2, true}
	d.History, d.Warnings = []string{"did", "what"}, []string{""}
	x := mat.NewDense(3, 3, []float64{0, -0.5, 0, 0, math.MaxFloat64, 0, 0, 5e-324, 3})
	sparse := must.Get(NewStored("x", storage.Compress(x), []string{"a", "b", "a"}, nil))(t)
	sparse.History = d.History
	empty := must.Get(NewStored("x", storage.Compress(mat.NewDense(2, 1, nil)), []int(nil),
		[]string{"é"}))(t)
	list, key = []*Dataset{d, sparse, empty}, "a key"
	for _, d := range list {
		cache := cacheHere(t)
		must.Do(t, writeCopy(cache, key, d))
		if !cache.Read(key, func(f io.Reader, size int64) bool {
			text, err := io.ReadAll(f)
			texts = append(texts, text)
			return err == nil && int64(len(text)) == size
		}) {
			t.Fatal("there is no copy")
		}
	}
	return list, key, texts
}

// Every changed byte, every cut and every addition makes a copy worthless, and
// the next reading puts a whole one in its place.
func TestDamagedCopyIsNone(t *testing.T) {
	list, key, texts := smallCopies(t)
	for k, text := range texts {
		got, ok := readCopy(bytes.NewReader(text), int64(len(text)), key)
		if !ok {
			t.Fatal("the copy is not believed")
		}
		if diff := cmp.Diff(copiedOf(list[k]), copiedOf(got)); diff != "" ||
			(got.X == nil) != (list[k].X == nil) || !slices.Equal(got.Features, list[k].Features) {
			t.Error(k, diff)
		}
		if _, ok := readCopy(bytes.NewReader(text), int64(len(text)), "another key"); ok {
			t.Error("the copy of another key was believed")
		}
		for i := range text {
			damaged := slices.Clone(text)
			damaged[i] ^= 0x10
			for what, data := range map[string][]byte{"changed": damaged, "cut": text[:i]} {
				if _, ok := readCopy(bytes.NewReader(data), int64(len(data)), key); ok {
					t.Errorf("copy %d %s at byte %d was believed", k, what, i)
				}
			}
		}
		longer := append(slices.Clone(text), 0)
		if _, ok := readCopy(bytes.NewReader(longer), int64(len(longer)), key); ok {
			t.Error("a copy with a byte more was believed")
		}
	}
}

func TestDamagedCopyIsReplaced(t *testing.T) {
	cache := cacheHere(t)
	path := writeFile(t, "a.csv", csvOf(200, 30))
	var c counting
	want := must.Get(c.recall(t, path, Options{}, checksum.Sum{}, ".csv"))(t).Hash()
	files, err := filepath.Glob(filepath.Join(string(cache), "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text := must.Get(os.ReadFile(files[0]))(t)
	text[len(text)/2] ^= 1
	must.Do(t, os.WriteFile(files[0], text, 0o644))
	for range 2 {
		if d := must.Get(
			c.recall(t, path, Options{}, checksum.Sum{}, ".csv"))(t); d.Hash() != want ||
			c.times != 2 {
			t.Errorf("parsed %d times, want 2", c.times)
		}
	}
}

// FuzzReadCopy reads what has a right sum and may be wrong in all else.
func FuzzReadCopy(f *testing.F) {
	_, key, texts := smallCopies(f)
	for _, text := range texts {
		f.Add(text[:len(text)-copySum])
		begin := len(fmt.Appendf(nil, "%s%q\n", copyMagic, key))
		for i := range copyHead {
			for _, v := range []uint64{1 << 62, denseCopy, 2} {
				wrong := slices.Clone(text[:len(text)-copySum])
				binary.LittleEndian.PutUint64(wrong[begin+8*i:], v)
				f.Add(wrong)
			}
		}
		for at := begin + 8*copyHead; at < len(text)-copySum; at += 4 { // lengths, rows, values
			wrong := slices.Clone(text[:len(text)-copySum])
			wrong[at] = 0x80
			f.Add(wrong)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := xxh3.Hash128(data).Bytes()
		data = append(data, sum[:]...)
		d, ok := readCopy(bytes.NewReader(data), int64(len(data)), key)
		if !ok {
			return
		}
		n, p := d.Matrix().Dims()
		if len(d.Features) != p || d.Y != nil && len(d.Y) != n ||
			d.Stored == nil && 8*n*p > len(data) || d.Stored != nil && 4*p > len(data) {
			t.Errorf("%d×%d from %d bytes, %d names, %d labels", n, p, len(data), len(d.Features),
				len(d.Y))
		}
		if d.Stored != nil { // the entries are in their columns
			d.Stored.Take([]int{0, p - 1}).TakeRows([]int{0, n - 1})
		}
	})
}

// What the readers make of a few files stands in testdata: a change of it wants
// another ReadersRevision, for copies that users have already.
func TestReadersRevision(t *testing.T) {
	picture := "P5 2 2 255 \x01\x02\x03\x04"
	var got strings.Builder
	fmt.Fprintln(&got, "revision", ReadersRevision)
	for _, c := range []struct {
		name string
		data []byte
		opt  Options
	}{
		{"table.csv", []byte(tinyCSV), Options{}},
		{"table.tsv", []byte("a\tb\tclass\n1\t2\t7\n3\t4\t8\n"), Options{Label: "b"}},
		{"packed.csv.gz", gzipped(t, tinyCSV), Options{Label: NoLabel, Drop: []string{"class"}}},
		{"x.mat", matFile(true, matX("X"), matColumn("Y", 1, 2, 1)), Options{}},
		{"views.mat", matFile(true, matOf("view_1", viewA...), matOf("view_2", viewB...),
			matColumn("Y", 1, 2, 1)), Options{}},
		{"faces.tar", tarOf(t, tarFile{"a/1.pgm", picture, 0}, tarFile{"b/1.pgm", picture, 0}),
			Options{}},
		{"roles.csv", []byte("no,ward,a,b,state\n07,n,1,2,ill\n07,n,3,-9,well\n9,s,5,6,ill\n"),
			Options{Group: "no", ID: "ward", MissingCodes: "-9", Missing: "median"}},
		{"dense.svm", []byte("a 1:2 3:-1.5\nb\na 2:4\n"), Options{}},
		{"sparse.svm", []byte("a 0:2 3:-1.5\nb 1:0\na 2:4 3:?\n"), Options{Storage: "sparse",
			Missing: "7", Drop: []string{"f0"}}},
	} {
		d := must.Get(Load(writeFile(t, c.name, c.data), c.opt))(t)
		fmt.Fprintf(&got, "%s %s %v %q %q\n", c.name, d.Hash(), d.Image, d.History, d.Warnings)
		if d.Grouped() {
			fmt.Fprintf(&got, "%q %v %q %q\n", d.Groups, d.Group, d.IDs,
				[]string{d.GroupedBy, d.IDName, d.LabelName})
		}
	}
	file := filepath.Join("testdata", "readers.txt")
	if *update {
		must.Do(t, os.WriteFile(file, []byte(got.String()), 0o644))
	}
	want := must.Get(os.ReadFile(file))(t)
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-want +got): a reader answers otherwise than before; if that is meant, "+
			"raise ReadersRevision and run go test ./datasets -run TestReadersRevision "+
			"-update:\n%s", file, diff)
	}
}

// Real files are recalled as they were read.
func TestRealCopies(t *testing.T) {
	dir := realdata.Need(t, "COIL20.mat", "TOX_171.mat", "mfeat.mat", "leukemia_3571.csv.gz")
	cache := cacheHere(t)
	for i, file := range []string{"COIL20.mat", "TOX_171.mat", "mfeat.mat",
		"leukemia_3571.csv.gz"} {
		first := must.Get(Load(filepath.Join(dir, file), Options{}))(t)
		second := must.Get(Load(filepath.Join(dir, file), Options{}))(t)
		if entriesOf(t, cache) != i+1 || !mat.Equal(first.X, second.X) {
			t.Errorf("%s: %d copies", file, entriesOf(t, cache))
		}
		must.Equal(t, copiedOf(second), copiedOf(first), "%s (-read +recalled)", file)
	}
}

// BenchmarkWarmLoad loads data sets of which there are copies, and in the same run
// reads the bytes of the copy and of the file itself with os.ReadFile: x/copy and
// x/file are the ratios of the times. Without FSNB_DATA a table stands in.
func BenchmarkWarmLoad(b *testing.B) {
	table := writeFile(b, "table.csv", csvOf(1440, 1024))
	names := map[string]string{table: table}
	if dir := os.Getenv(DataVariable); dir != "" {
		names = map[string]string{"COIL20": filepath.Join(dir, "COIL20.mat"),
			"TOX_171": filepath.Join(dir, "TOX_171.mat")}
	}
	for name, source := range names {
		b.Run(filepath.Base(name), func(b *testing.B) {
			cache := cacheHere(b)
			load := func() {
				if _, err := Load(name, Options{}); err != nil {
					b.Fatal(err)
				}
			}
			load()
			copies, err := filepath.Glob(filepath.Join(string(cache), "*"))
			if err != nil || len(copies) != 1 {
				b.Fatal(copies, err)
			}
			readFile := func(path string) func() {
				return func() {
					if _, err := os.ReadFile(path); err != nil {
						b.Fatal(err)
					}
				}
			}
			var took [3]time.Duration
			for b.Loop() {
				for i, do := range []func(){load, readFile(copies[0]), readFile(source)} {
					start := time.Now()
					do()
					took[i] += time.Since(start)
				}
			}
			b.ReportMetric(float64(took[0].Microseconds())/float64(b.N)/1000, "ms/load")
			b.ReportMetric(float64(took[0])/float64(took[1]), "x/copy")
			b.ReportMetric(float64(took[0])/float64(took[2]), "x/file")
		})
	}
}
