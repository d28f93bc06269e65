package datasets

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// tarFile is a file of an archive that a test packs.
type tarFile struct {
	name, text string
	kind       byte // 0 for a regular file
}

func tarOf(t testing.TB, files ...tarFile) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Typeflag: f.kind, Mode: 0o644}
		switch f.kind {
		case 0:
			h.Typeflag, h.Size = tar.TypeReg, int64(len(f.text))
		case tar.TypeSymlink, tar.TypeLink:
			h.Linkname = f.text
		}
		must.Do(t, w.WriteHeader(h))
		if f.kind == 0 {
			if _, err := io.WriteString(w, f.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

// Four pictures of two rows and three columns, written by hand.
var (
	pictureA = "P5\n# a face\n3 2\n255\n\x00\x01\x02\x03\x04\xff"
	pictureB = "P2\n3 2\n255\n10 11 12\n13 14 15\n"
	pictureC = "P5 3 2 255 \x20\x21\x22\x23\x24\x25"
	pictureD = "P5 3 2 255 \x30\x31\x32\x33\x34\x35"

	pixelsA = []float64{0, 1, 2, 3, 4, 255}
	pixelsB = []float64{10, 11, 12, 13, 14, 15}
	pixelsC = []float64{32, 33, 34, 35, 36, 37}
	pixelsD = []float64{48, 49, 50, 51, 52, 53}
)

func TestReadImages(t *testing.T) {
	names := []string{"pixel_0_0", "pixel_0_1", "pixel_0_2", "pixel_1_0", "pixel_1_1", "pixel_1_2"}
	decoded := func(n int) string {
		return fmt.Sprintf("decoded %d pictures of 2×3 pixels, black 0 to white 255", n)
	}
	for name, c := range map[string]struct {
		files []tarFile
		opt   Options
		want  content
	}{
		"two classes": {[]tarFile{{"faces/", "", tar.TypeDir}, {"faces/s2/1.pgm", pictureC, 0},
			{"faces/s1/10.pgm", pictureB, 0}, {"faces/s1/2.PGM", pictureA, 0},
			{"faces/s10/1.pgm", pictureD, 0}}, Options{},
			content{names, [][]float64{pixelsA, pixelsB, pixelsC, pixelsD},
				[]string{"s1", "s1", "s2", "s10"}, []string{decoded(4)}, nil}},
		"no labels": {[]tarFile{{"b.pgm", pictureB, 0}, {"a.pgm", pictureA, 0}},
			Options{Label: NoLabel},
			content{names, [][]float64{pixelsA, pixelsB}, nil, []string{decoded(2)}, nil}},
		"one class": {[]tarFile{{"./faces/ann/b.pgm", pictureB, 0},
			{"faces/ann/a.pgm", pictureA, 0}}, Options{},
			content{names, [][]float64{pixelsA, pixelsB}, []string{"ann", "ann"},
				[]string{decoded(2)}, nil}},
		"nested": {[]tarFile{{"x/train/ann/1.pgm", pictureA, 0}, {"x/test/ann/1.pgm", pictureB, 0},
			{"x/bob.pgm", pictureC, 0}}, Options{},
			content{names, [][]float64{pixelsC, pixelsB, pixelsA},
				[]string{"x", "test/ann", "train/ann"}, []string{decoded(3)}, nil}},
		"other files": {[]tarFile{{"README", "read me", 0}, {"s1/1.pgm", pictureA, 0},
			{"s1/._1.pgm", "junk", 0}, {"s1/Thumbs.db", "junk", 0}, {"s1/2.pgm", "1.pgm",
				tar.TypeSymlink}, {"s1/3.pgm", "s1/1.pgm", tar.TypeLink}}, Options{},
			content{names, [][]float64{pixelsA}, []string{"s1"},
				[]string{decoded(1), "passed over 5 other files of the archive"}, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			archive := tarOf(t, c.files...)
			for kind, r := range map[string]io.Reader{"tar": bytes.NewReader(archive),
				"tar.gz":   bytes.NewReader(gzipped(t, string(archive))),
				"in bytes": iotest.OneByteReader(bytes.NewReader(archive))} {
				d := must.Get(ReadImages(r, "t.tar", c.opt))(t)
				if diff := cmp.Diff(c.want, contentOf(d)); diff != "" {
					t.Errorf("%s: %s", kind, diff)
				}
				if want := (ImageShape{2, 3, true}); d.Image != want {
					t.Errorf("%s: shape %v", kind, d.Image)
				}
			}
		})
	}
}

func TestReadImagesRefuses(t *testing.T) {
	long := strings.Repeat("x", 4097)
	for name, c := range map[string]struct {
		files []tarFile
		opt   Options
		want  string
	}{
		"empty": {nil, Options{},
			"no picture among the 0 files of the archive; give one of .pgm pictures, a folder " +
				"for each class"},
		"no pictures": {[]tarFile{{"a.png", "x", 0}, {"b.txt", "x", 0}}, Options{},
			"no picture among the 2 files of the archive; give one of .pgm pictures, a folder " +
				"for each class"},
		"no picture": {[]tarFile{{"s1/1.pgm", "\x89PNG", 0}}, Options{},
			`s1/1.pgm: it begins with "\x89P", not with P5 or P2 as a gray map; convert it to ` +
				`.pgm`},
		"cut picture": {[]tarFile{{"s1/1.pgm", pictureA[:len(pictureA)-1], 0}}, Options{},
			"s1/1.pgm: the picture is cut short: it ends in row 2 of 2"},
		"absurd": {[]tarFile{{"s1/1.pgm", "P5 2000000 2000000 255\n", 0}}, Options{},
			"s1/1.pgm: it has 2000000×2000000 pixels, more than 2097152"},
		"mixed sizes": {[]tarFile{{"s1/1.pgm", pictureA, 0},
			{"s1/2.pgm", "P5 2 3 255 \x00\x01\x02\x03\x04\x05", 0}}, Options{},
			"s1/2.pgm: it has 3×2 pixels, the pictures before have 2×3; bring all to one size"},
		"mixed whites": {[]tarFile{{"s1/1.pgm", pictureA, 0},
			{"s1/2.pgm", "P5 3 2 254 \x00\x01\x02\x03\x04\x05", 0}}, Options{},
			"s1/2.pgm: its white is 254, that of the pictures before is 255; bring all to one"},
		"in no folder": {[]tarFile{{"s1/1.pgm", pictureA, 0}, {"2.pgm", pictureA, 0}}, Options{},
			"2.pgm: the picture is in no folder, which would be its class; put each class in a " +
				"folder, or read the pictures without labels (label none)"},
		"twice": {[]tarFile{{"s1/1.pgm", pictureA, 0}, {"s1//1.pgm", pictureB, 0}},
			Options{}, "s1/1.pgm: the picture is there twice; pack each once"},
		"outside": {[]tarFile{{"s1/../../1.pgm", pictureA, 0}}, Options{},
			"../1.pgm: the path leaves the archive; pack the folder of the pictures again"},
		"absolute": {[]tarFile{{"/etc/1.pgm", pictureA, 0}}, Options{},
			"/etc/1.pgm: the path leaves the archive; pack the folder of the pictures again"},
		"backslash": {[]tarFile{{`s1\1.pgm`, pictureA, 0}}, Options{},
			`s1\1.pgm: the path leaves the archive; pack the folder of the pictures again`},
		"long path": {[]tarFile{{long + "/1.pgm", pictureA, 0}}, Options{},
			strings.Repeat("x", 40) + "…: the path is longer than 4096 bytes; shorten it"},
		"hostile name": {[]tarFile{{"s1/a\nb.pgm", "", 0}}, Options{},
			`"s1/a\nb.pgm": the picture is cut short: it is empty`},
		"label": {[]tarFile{{"s1/1.pgm", pictureA, 0}}, Options{Label: "class"},
			`the classes of pictures are their folders, and there is no label "class"; leave it ` +
				`out, or say "none" for none`},
		"view": {[]tarFile{{"s1/1.pgm", pictureA, 0}}, Options{View: "x"},
			"the options Drop, Transposed, View and Names are for tables and matrices; leave " +
				"them out for pictures"},
		"two pictures": {[]tarFile{{"s1/1.pgm", pictureA + pictureA, 0}}, Options{},
			"s1/1.pgm: it goes on after its last pixel; give one picture a file"},
		"beyond ASCII?": {[]tarFile{{"s1/\xff.pgm", pictureA, 0}}, Options{},
			`"s1/\xff.pgm": the path is not UTF-8 text; rename the file`},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := ReadImages(bytes.NewReader(tarOf(t, c.files...)), "t.tar", c.opt)
			wantError(t, err, "t.tar: "+c.want)
			if d != nil {
				t.Error("an error came with a data set")
			}
		})
	}
}

// An archive that is cut off, damaged or cannot be read is no data set.
func TestReadImagesDamaged(t *testing.T) {
	archive := tarOf(t, tarFile{"s1/1.pgm", pictureA, 0}, tarFile{"s1/2.pgm", pictureB, 0})
	packed := gzipped(t, string(archive))
	broken := errors.New("broken disk")
	const noEnd = "the archive is cut off: the blocks of zeros that end it are missing; fetch " +
		"the file again"
	for name, c := range map[string]struct {
		r    io.Reader
		want string
	}{
		"no archive": {strings.NewReader(strings.Repeat(tinyCSV, 50)),
			"the archive is cut off, damaged or no tar archive ("},
		"no end":       {bytes.NewReader(archive[:2048]), noEnd},
		"first of two": {bytes.NewReader(archive[:1024]), noEnd},
		"early end":    {iotest.DataErrReader(bytes.NewReader(archive[:1024])), noEnd},
		"packed, cut":  {bytes.NewReader(gzipped(t, string(archive[:1024]))), noEnd},
		"cut": {bytes.NewReader(archive[:1500]),
			"the archive is cut off, damaged or no tar archive ("},
		"cut in pixels": {bytes.NewReader(archive[:520]),
			"s1/1.pgm: the picture is cut short: it ends in its header"},
		"gzip cut": {bytes.NewReader(packed[:len(packed)-10]),
			"the gzip data are cut off or damaged (unexpected EOF); fetch the file again"},
		"disk": {io.MultiReader(bytes.NewReader(archive[:520]), iotest.ErrReader(broken)),
			"broken disk"},
	} {
		_, err := ReadImages(c.r, "t.tar", Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "t.tar: "+c.want) {
			t.Errorf("%s: error %v\nwant %s", name, err, c.want)
		}
	}
}

// Archives that unpack to far more than they are, or have pixels that nothing
// stored, take no more memory than the limits allow.
func TestReadImagesBombs(t *testing.T) {
	// One picture after another, all black.
	black := "P5 1024 1024 255 " + strings.Repeat("\x00", 1<<20)
	var many []tarFile
	for i := range 20 {
		many = append(many, tarFile{fmt.Sprintf("s1/%d.pgm", i), black, 0})
	}
	packed := gzipped(t, string(tarOf(t, many...)))
	var err error
	took := allocated(func() {
		_, err = ReadImages(bytes.NewReader(packed), "t.tar.gz", Options{})
	})
	if err == nil || !strings.HasPrefix(err.Error(), "t.tar.gz: s1/") ||
		!strings.Contains(err.Error(), "values, which take more than 1000 times as much memory") {
		t.Error(err)
	}
	if took > 64<<20+1000*int64(len(packed))+16<<20 {
		t.Errorf("%d MiB taken", took>>20)
	}
	// A sparse file of GNU tar: two million pixels, of which the header is stored.
	head := "P5 1024 2048 255 "
	sparse := sparseTar(head, len(head)+2<<20)
	took = allocated(func() { _, err = ReadImages(bytes.NewReader(sparse), "t.tar", Options{}) })
	wantError(t, err,
		"t.tar: s1/1.pgm: it has more pixels than the archive has bytes; pack the pictures "+
			"again, without tar's sparse files")
	if took > 1<<20 {
		t.Errorf("%d KiB taken", took>>10)
	}
}

// sparseTar is an archive in the old GNU form with one sparse file, of which the
// beginning is stored and the rest a hole.
func sparseTar(stored string, size int) []byte {
	h := make([]byte, 512)
	copy(h, "s1/1.pgm")
	copy(h[100:], "0000644\x000000000\x000000000\x00")
	copy(h[124:], fmt.Sprintf("%011o\x00%011o\x00        S", len(stored), 0))
	copy(h[257:], "ustar  \x00")
	// two pieces, the last one empty
	copy(h[386:], fmt.Sprintf("%011o\x00%011o\x00%011o\x00%011o\x00", 0, len(stored), size, 0))
	copy(h[483:], fmt.Sprintf("%011o\x00", size))
	sum := 0
	for _, b := range h {
		sum += int(b)
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	out := append(h, stored...)
	return append(out, make([]byte, 512-len(stored)+1024)...)
}

// Loading takes about twice the memory of the pixels, in the order of the paths.
func TestReadImagesMemory(t *testing.T) {
	const n, side = 300, 50
	rng := rand.New(rand.NewPCG(1, 2))
	var files []tarFile
	for i := range n {
		picture := []byte(fmt.Sprintf("P5 %d %d 255 ", side, side))
		for range side * side {
			picture = append(picture, byte(rng.IntN(256)))
		}
		picture[len(picture)-side*side] = byte(i % 100)
		files = append(files, tarFile{fmt.Sprintf("s%d/%d.pgm", i/100, i%100), string(picture), 0})
	}
	rng.Shuffle(n, func(i, j int) { files[i], files[j] = files[j], files[i] })
	for kind, data := range map[string][]byte{"tar": tarOf(t, files...),
		"tar.gz": gzipped(t, string(tarOf(t, files...)))} {
		var d *Dataset
		took := allocated(func() {
			d = must.Get(ReadImages(bytes.NewReader(data), "t.tar", Options{}))(t)
		})
		if size := float64(8 * n * side * side); float64(took) > 2.1*size+1<<20 {
			t.Errorf("%s: %.2f times the size of the pixels taken", kind, float64(took)/size)
		}
		for i := range n {
			if got := d.X.At(i, 0); got != float64(i%100) || d.Y[i] != i/100 {
				t.Fatalf("%s: row %d is picture %v of class %d", kind, i, got, d.Y[i])
			}
		}
	}
}

func TestComparePaths(t *testing.T) {
	sorted := []string{"a", "a/1", "a/2", "a/02", "a/10", "a/b", "a1", "a01", "a1b",
		"a9999999999999999999999", "b", "é"}
	for i, a := range sorted {
		for j, b := range sorted {
			got := comparePaths(a, b)
			if a == "a/2" && b == "a/02" || a == "a/02" && b == "a/2" || a == "a1" && b == "a01" ||
				a == "a01" && b == "a1" {
				if got == 0 { // equal in number, and still two paths
					t.Errorf("%s and %s are one", a, b)
				}
				continue
			}
			if want := min(1, max(-1, i-j)); min(1, max(-1, got)) != want {
				t.Errorf("%s and %s compare as %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestArrange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 20; n++ {
		order := rng.Perm(n)
		x := mat.NewDense(n, 2, nil)
		for i := range n {
			x.SetRow(i, []float64{float64(i), float64(-i)})
		}
		arrange(x, order)
		if got := mat.Col(nil, 0, x); !slices.EqualFunc(got, order,
			func(v float64, i int) bool { return v == float64(i) }) {
			t.Fatalf("rows %v, want %v", got, order)
		}
	}
}

// FuzzReadImages reads anything.
func FuzzReadImages(f *testing.F) {
	for _, files := range [][]tarFile{
		nil,
		{{"s1/1.pgm", pictureA, 0}, {"s2/1.pgm", pictureB, 0}},
		{{"b.pgm", pictureC, 0}, {"a.txt", "x", 0}, {"c.pgm", "b.pgm", tar.TypeSymlink}},
		{{"../s1/1.pgm", pictureA, 0}},
	} {
		for _, label := range []string{"", NoLabel} {
			f.Add(tarOf(f, files...), label)
			f.Add(gzipped(f, string(tarOf(f, files...))), label)
		}
	}
	f.Add(sparseTar("P5 1024 2048 255 ", 2<<20), "")
	f.Fuzz(func(t *testing.T, data []byte, label string) {
		d, err := ReadImages(bytes.NewReader(data), "t", Options{Label: label})
		sound(t, d, err)
		if err == nil && (d.Image.Pixels() != d.D() || d.Labeled() != (label == "")) {
			t.Errorf("shape %v for %d features, labels %v for %q", d.Image, d.D(), d.Y, label)
		}
	})
}

func TestLoadImages(t *testing.T) {
	packed := gzipped(t,
		string(tarOf(t, tarFile{"s1/1.pgm", pictureA, 0}, tarFile{"s2/1.pgm", pictureB, 0})))
	for _, name := range []string{"faces.tar.gz", "faces.tgz", "faces.TGZ", "faces.tar"} {
		file := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(file, packed, 0o644))
		d := must.Get(Load(file, Options{}))(t)
		if d.Name != "faces" || d.N() != 2 || d.Image != (ImageShape{2, 3, true}) {
			t.Errorf("%s: loaded %s, %d×%d, shape %v", name, d.Name, d.N(), d.D(), d.Image)
		}
	}
}
