package datasets

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// npyOf is an .npy file of a type, of which put appends the bytes of a number.
func npyOf(descr string, fortran bool, n, p int, values []float64,
	put func(b []byte, v float64) []byte) []byte {
	order := map[bool]string{true: "True", false: "False"}[fortran]
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%d, %d), }", descr, order,
		n, p)
	head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8))
	out = append(out, head...)
	for k := range n * p {
		i, j := k/p, k%p
		if fortran {
			i, j = k%n, k/n
		}
		out = put(out, values[i*p+j])
	}
	return out
}

func putInt8(b []byte, v float64) []byte { return append(b, byte(int8(v))) }

func putFloat32(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
}

func putFloat64(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

func putInt16(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint16(b, uint16(int16(v)))
}

// A mapped file has the values, labels, names and groups that it has when it is read.
func TestMappedAsRead(t *testing.T) {
	dir := t.TempDir()
	values := []float64{1, 2, 0, -3, 5, 0, 7, 8, -9, 10, 11, 12}
	labels := put(t, dir, "y.csv", []byte("who,ward,state\na,n,ill\nb,s,well\nc,n,ill\nd,s,well\n"))
	names := put(t, dir, "names.txt", []byte("age\nweight\ndose\n"))
	for name, data := range map[string][]byte{
		"i1_c.npy": npyOf("|i1", false, 4, 3, values, putInt8),
		"i1_f.npy": npyOf("|i1", true, 4, 3, values, putInt8),
		"f8.npy":   npyOf("<f8", false, 4, 3, values, putFloat64),
		"i2_f.npy": npyOf("<i2", true, 4, 3, values, putInt16),
		"f4_c.npy": npyOf("<f4", false, 4, 3, values, putFloat32),
	} {
		path := put(t, dir, name, data)
		opt := Options{Labels: labels, Label: "state", Group: "ward", ID: "who", Names: names}
		want := must.Get(Load(path, opt))(t)
		opt.Storage = "disk"
		got := must.Get(Load(path, opt))(t)
		if _, ok := got.Stored.(*storage.Mapped); !ok || got.X != nil {
			t.Fatalf("%s: held as %T", name, got.Stored)
		}
		if !mat.Equal(got.Stored, want.X) || !mat.Equal(got.Stored, mat.NewDense(4, 3, values)) {
			t.Errorf("%s: values\n%v", name, mat.Formatted(got.Stored))
		}
		dense := must.Get(got.Dense())(t)
		dense.Origin = want.Origin
		if dense.Hash() != want.Hash() {
			t.Errorf("%s: %v %v %v %v, want %v %v %v %v", name, dense.Features, dense.Y,
				dense.Group,
				dense.IDs, want.Features, want.Y, want.Group, want.IDs)
		}
		if said := got.History[len(got.History)-1]; !strings.Contains(said, "4×3 values") ||
			!strings.Contains(said, "on disk") {
			t.Errorf("%s: history %q", name, got.History)
		}
		turned := must.Get(
			Load(path, Options{Label: NoLabel, Transposed: true, Storage: "disk"}))(t)
		if !mat.Equal(turned.Stored, want.X.T()) {
			t.Errorf("%s transposed:\n%v", name, mat.Formatted(turned.Stored))
		}
	}
}

// A file above KeptDense values is mapped without being asked, and nothing is allocated for it.
func TestLargeFileIsMapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.npy")
	head := npyOf("|i1", true, 0, 0, nil, putInt8)
	text := strings.Replace(string(head), "(0, 0), }", fmt.Sprintf("(%d, 2), }", KeptDense/2+1), 1)
	text = text[:10] + strings.TrimRight(text[10:], " \n")
	text += strings.Repeat(" ", len(head)-len(text)-1) + "\n"
	if len(text) != len(head) {
		t.Fatalf("a head of %d bytes, want %d", len(text), len(head))
	}
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	if err := os.Truncate(path, int64(len(text)+KeptDense+2)); err != nil { // of zeros
		t.Fatal(err)
	}
	d := must.Get(Load(path, Options{Label: NoLabel}))(t)
	if d.X != nil || d.N() != KeptDense/2+1 || d.D() != 2 {
		t.Errorf("%d×%d, in memory: %v", d.N(), d.D(), d.X != nil)
	}
}

func TestMappedRefused(t *testing.T) {
	dir := t.TempDir()
	whole := npyOf("<f4", false, 2, 2, []float64{1, 2, 3, 4}, putFloat32)
	for want, c := range map[string]struct {
		data []byte
		opt  Options
	}{
		"row 1, column 0 (f0) is NaN; fill in a number, or drop the row or the column (rows and " +
			"columns counted from 0)": {npyOf("<f4", false, 2, 2, []float64{1, 2, math.NaN(), 4},
			putFloat32), Options{}},
		"row 0, column 1 (f1) is infinite; fill in a number, or drop the row or the column (rows " +
			"and columns counted from 0)": {npyOf("<f4", true, 2, 2,
			[]float64{1, math.Inf(1), 3, math.NaN()}, putFloat32), Options{}},
		"the file is cut short: 2×2 values of 4 bytes need 16 bytes after the header, and it has " +
			"15; fetch it again": {whole[:len(whole)-1], Options{}},
		"the options Drop and Missing are for values in memory; take the features after loading " +
			"(TakeFeatures), or set Storage to dense": {whole, Options{Missing: "0"}},
	} {
		c.opt.Storage, c.opt.Label = "disk", NoLabel
		path := filepath.Join(dir, "x.npy")
		must.Do(t, os.WriteFile(path, c.data, 0o600))
		_, err := Load(path, c.opt)
		wantError(t, err, path+": "+want)
	}
	path := put(t, dir, "long.npy", npyOf("<u4", false, 1, 1, []float64{1}, putFloat32))
	_, err := Load(path, Options{Label: NoLabel, Storage: "disk"})
	wantError(t, err, path+": numbers of type <u4 are not mapped; save them as another one: "+
		`np.save("x.npy", x.astype("float32"))`)
	path = put(t, dir, "t.csv", []byte("a,b\n1,2\n"))
	_, err = Load(path, Options{Storage: "disk"})
	wantError(t, err, path+": only .npy files are mapped; leave Storage out, or save the matrix "+
		"with numpy.save")
}

// Sparse files of SciPy hold the matrix that numpy reads from the same numbers.
func TestSparseFiles(t *testing.T) {
	none := Options{Label: NoLabel}
	const market = "../../matrixmarket/testdata/packed.mtx.gz"
	want := must.Get(Load(numpyFiles+"csr.npz", none))(t)
	if want.X == nil || want.N() != 6 || want.D() != 4 {
		t.Fatalf("%d×%d, in memory: %v", want.N(), want.D(), want.X != nil)
	}
	filled := 0
	for i := range 6 {
		for _, v := range want.X.RawRowView(i) {
			if v != 0 {
				filled++
			}
		}
	}
	if filled != 10 {
		t.Errorf("%d values other than 0, want 10", filled)
	}
	for _, name := range []string{"csr.npz", "csc.npz", "coo.npz", market} {
		want := want
		if name == market {
			want = must.Get(Load(numpyFiles+name, none))(t)
		}
		opt := none
		opt.Storage = "sparse"
		d := must.Get(Load(numpyFiles+name, opt))(t)
		x, ok := d.Stored.(*storage.Sparse)
		if !ok || x.NonZeros() != 10 || !mat.Equal(x, want.X) {
			t.Errorf("%s: %T\n%v", name, d.Stored, mat.Formatted(d.Matrix()))
		}
		opt.Drop, opt.Transposed = []string{"f1"}, true
		part := must.Get(Load(numpyFiles+name, opt))(t)
		if n, p := part.Stored.Dims(); n != 4 || p != 5 || part.Features[1] != "f2" ||
			part.Stored.At(3, 1) != want.X.At(2, 3) {
			t.Errorf("%s, transposed without f1: %d×%d, %v", name, n, p, part.Features)
		}
	}
}
