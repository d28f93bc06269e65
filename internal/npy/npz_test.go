package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

func open(t testing.TB, data []byte) *Archive {
	t.Helper()
	a := must.Get(Open(bytes.NewReader(data), int64(len(data))))(t)
	return a
}

// member is a file of an archive.
type member struct {
	name string
	data []byte
	flat bool // stored, not packed
}

func archive(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		method := zip.Deflate
		if m.flat {
			method = zip.Store
		}
		w := must.Get(z.CreateHeader(&zip.FileHeader{Name: m.name, Method: method}))(t)
		if _, err := w.Write(m.data); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, z.Close())
	return b.Bytes()
}

// array is an .npy file of numbers in one dimension, or of a text.
func array(name string, values ...float64) member {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	text := header("'<f8'", "False", fmt.Sprintf("(%d,)", len(values)))
	return member{name: name + ".npy", data: withHeader(1, text, data...)}
}

func text(name, value string) member {
	head := header(fmt.Sprintf("'|S%d'", len(value)), "False", "()")
	return member{name: name + ".npy", data: withHeader(1, head, []byte(value)...)}
}

func TestArchivesAsNumPy(t *testing.T) {
	all := knownValues(t)
	read := 0
	for name, want := range all {
		path, array, ok := strings.Cut(name, "/")
		if !ok {
			continue
		}
		read++
		got, err := open(t, file(t, path)).Read(array, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same(t, name, got, want)
	}
	if read != 6 {
		t.Errorf("%d arrays, want 6", read)
	}
	a := open(t, file(t, "packed.npz"))
	if diff := cmp.Diff([]string{"X", "y", "feature_names"}, a.Names()); diff != "" || a.Sparse() {
		t.Error(diff)
	}
}

func TestSparseAsSciPy(t *testing.T) {
	all := knownValues(t)
	for _, name := range []string{"csr", "csc", "coo", "odd", "odd_csc", "counts", "long"} {
		a := open(t, file(t, name+".npz"))
		if !a.Sparse() {
			t.Fatalf("%s is not sparse", name)
		}
		m, err := a.ReadSparse()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := all[name+".npz"]
		if m.Rows != want.Shape[0] || m.Cols != want.Shape[1] {
			t.Errorf("%s: %d×%d, want %v", name, m.Rows, m.Cols, want.Shape)
		}
		sameBits(t, name, written(m), want.numbers(t))
	}
	m, err := open(t, file(t, "wide.npz")).ReadSparse()
	if err != nil || m.Rows != 2 || m.Cols != 3000 || len(m.Values) != 0 {
		t.Errorf("a matrix of no entries: %v, %v", m, err)
	}
	_, err = open(t, file(t, "bsr.npz")).ReadSparse()
	wantError(t, err, `a sparse matrix in the format "bsr" is not read; save it in compressed `+
		`rows: scipy.sparse.save_npz("x.npz", x.tocsr())`)
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("%v, want\n%s", err, want)
	}
}

func TestArchivesRefused(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty": {nil, "the file is empty (0 bytes); fetch it again"},
		"text": {[]byte("a,b\n"),
			"the file is no whole .npz archive (zip: not a valid zip file); " +
				"fetch it again, or save it with numpy.savez"},
		"cut": {file(t, "plain.npz")[:500], "the file is no whole .npz archive (zip: not a valid " +
			"zip file); fetch it again, or save it with numpy.savez"},
		"no array": {archive(t, member{name: "readme.txt"}), "the archive has no array; save it " +
			"with numpy.savez"},
		"twice": {archive(t, array("x", 1), array("x", 2)), "the archive has two arrays x; save " +
			"it again with numpy.savez"},
	} {
		_, err := Open(bytes.NewReader(c.data), int64(len(c.data)))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want\n%s", name, err, c.want)
		}
	}
	_, err := open(t, file(t, "objects.npz")).Read("y", nil)
	wantError(t, err,
		`array y: the array holds Python objects (|O); save numbers: np.save("x.npy", `+
			`x.astype("<f8")), or text: np.save("x.npy", x.astype(str))`)
	_, err = open(t, file(t, "plain.npz")).Read("x", nil)
	wantError(t, err, `no array "x"; did you mean "X"?`)
	damaged := archive(t, member{"x.npy", array("x", 1, 2).data, true})
	at := bytes.Index(damaged, []byte{0xf0, 0x3f}) // of the value 1
	damaged[at] ^= 1
	_, err = open(t, damaged).Read("x", nil)
	wantError(t, err, "array x: the data do not have their checksum; fetch the file again")
}

func TestSparseRefused(t *testing.T) {
	csr := func(indptr, indices, data member) []byte {
		return archive(t, text("format", "csr"), array("shape", 2, 3), data, indices, indptr)
	}
	data, indices, indptr := array("data", 1, 2), array("indices", 0, 2), array("indptr", 0, 1, 2)
	for want, bytes := range map[string][]byte{
		"entry 1 is in column 3 of 3": csr(indptr, array("indices", 0, 3), data),
		"array indices, element 0 is -1, not a whole number from 0 to 2147483647; save it with " +
			"scipy.sparse.save_npz": csr(indptr, array("indices", -1, 2), data),
		"row 1 ends at entry 0, before it starts at entry 1": csr(array("indptr", 0, 1, 0),
			indices, data),
		"the rows have 1 entries, and there are 2 values": csr(array("indptr", 0, 1, 1), indices,
			data),
		"4 starts of rows where 2 rows need 3": csr(array("indptr", 0, 1, 1, 2), indices, data),
		"1 indices for 2 values; give one index per value": csr(indptr, array("indices", 1),
			data),
		"array indptr, element 1 is 0.5, not a whole number from 0 to 9007199254740992; save it " +
			"with scipy.sparse.save_npz": csr(array("indptr", 0, .5, 2), indices, data),
		"array shape, element 0 is 1e+40, not a whole number from 0 to 2147483647; save it with " +
			"scipy.sparse.save_npz": archive(t, text("format", "csr"),
			array("shape", 1e40, 3), data),
		"the sparse array has 1 dimensions; save a matrix of one row per sample": archive(t,
			text("format", "csr"), array("shape", 3), data),
		"array data: it is a single value of type |S3, and a sparse matrix has a vector of " +
			"numbers; save it with scipy.sparse.save_npz": csr(indptr, indices,
			text("data", "abc")),
		"entry 0 is in row 2, column 0 of a matrix of 2×3": archive(t, text("format", "coo"),
			array("shape", 2, 3), array("row", 2), array("col", 0), array("data", 1)),
		"1 rows and 2 columns for 1 values; give one of each per value": archive(t,
			text("format", "coo"), array("shape", 2, 3), array("row", 2), array("col", 0, 1),
			array("data", 1)),
		`no array "indptr"; known: data, format, indices, shape`: archive(t,
			text("format", "csr"), array("shape", 2, 3), data, indices),
	} {
		_, err := open(t, bytes).ReadSparse()
		if err == nil || err.Error() != want {
			t.Errorf("%v, want\n%s", err, want)
		}
	}
	// Sides that no entry fills: 2^26 columns in 600 bytes.
	claim := archive(t, text("format", "coo"), array("shape", 2, 1<<26), array("row", 1),
		array("col", 0), array("data", 1))
	used := allocated(func() {
		_, err := open(t, claim).ReadSparse()
		wantError(t, err, fmt.Sprintf("a matrix of 2×67108864 makes more than 1000 times the file's %d "+
			"bytes in memory; take out rows and columns without values", len(claim)))
	})
	if used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

// An archive whose member unpacks to 1,000 times its size is refused before it is unpacked, and one
// that claims more than it unpacks to when the data end.
func TestArchiveBomb(t *testing.T) {
	const n = 1 << 25
	head := withHeader(1, header("'|i1'", "False", fmt.Sprintf("(%d, 8)", n/8)))
	bomb := archive(t, member{name: "X.npy", data: append(head, make([]byte, n)...)})
	a := open(t, bomb)
	used := allocated(func() {
		_, err := a.Read("X", nil)
		wantError(t, err, fmt.Sprintf("array X: %d×8 values make more than 1000 times the file's "+
			"%d bytes in memory; if that is right, save it without compression: numpy.savez", n/8,
			len(bomb)))
	})
	if used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
	// The same claim over 2 MiB of data that do not pack, in an archive large enough for it.
	noise := make([]byte, 1<<21)
	state := uint32(1)
	for i := range noise {
		state = state*1664525 + 1013904223
		noise[i] = byte(state >> 24)
	}
	short := archive(t, member{name: "X.npy", data: append(head, noise...)})
	central := bytes.LastIndex(short, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(short[central+24:], uint32(len(head)+n)) // the unpacked size
	used = allocated(func() {
		_, err := open(t, short).Read("X", nil)
		wantError(t, err, fmt.Sprintf("array X: the file is cut short: it ends inside the %d×8 "+
			"values that its header claims; fetch it again", n/8))
	})
	if used > 8<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

// FuzzRead reads anything: with a known size and without it the same.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"f8_c.npy", "i2_f.npy", "text.npy", "names_f.npy", "scalar.npy",
		"empty.npy", "version3.npy", "object.npy", "fields.npy", "big.npy"} {
		f.Add(file(f, name))
	}
	f.Add(withHeader(1, header("'<f8'", "False", "(1099511627776, 2)")))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Read(bytes.NewReader(data), int64(len(data)), nil)
		again, againErr := Read(bytes.NewReader(data), -1, nil)
		if (err == nil) != (againErr == nil) {
			t.Fatalf("with a size %v, without %v", err, againErr)
		}
		for _, err := range []error{err, againErr} {
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
		}
		if err != nil {
			return
		}
		if got.Count() != len(got.Values)+len(got.Text) {
			t.Fatalf("%s: %d values and %d texts", got.Dims(), len(got.Values), len(got.Text))
		}
		for k := range got.Values {
			if math.Float64bits(got.Values[k]) != math.Float64bits(again.Values[k]) {
				t.Fatal("another array without a size")
			}
		}
	})
}

// FuzzArchive reads anything; a sparse matrix passes its own check.
func FuzzArchive(f *testing.F) {
	for _, name := range []string{"plain.npz", "packed.npz", "csr.npz", "csc.npz", "coo.npz",
		"bsr.npz", "objects.npz", "odd.npz"} {
		f.Add(file(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		for _, name := range a.Names() {
			if _, err := a.Read(name, nil); err != nil && strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
		}
		m, err := a.ReadSparse()
		if err == nil {
			err = m.Check()
		} else if strings.Contains(err.Error(), "\n") {
			t.Fatalf("%q", err)
		} else {
			return
		}
		must.Do(t, err)
	})
}

// FuzzSparse reads any shape, indices and values of each format.
func FuzzSparse(f *testing.F) {
	f.Add("csr", []byte{2, 3}, []byte{0, 2}, []byte{0, 1, 2}, []byte{1, 2})
	f.Add("csc", []byte{3, 2}, []byte{2, 0}, []byte{0, 2, 2}, []byte{1, 2})
	f.Add("coo", []byte{3, 2}, []byte{2, 0}, []byte{0, 1}, []byte{1, 2})
	f.Add("bsr", []byte{3, 2}, []byte{2, 0}, []byte{0, 1}, []byte{1, 2})
	vector := func(name string, values []byte) member {
		m := array(name)
		head := header("'|u1'", "False", fmt.Sprintf("(%d,)", len(values)))
		m.data, m.flat = withHeader(1, head, values...), true
		return m
	}
	f.Fuzz(func(t *testing.T, format string, shape, index, starts, values []byte) {
		data := archive(t, text("format", format+"\x00"),
			vector("shape", shape), vector("indices", index), vector("row", index),
			vector("indptr", starts), vector("col", starts), vector("data", values))
		m, err := open(t, data).ReadSparse()
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		must.Do(t, m.Check())
		sum := 0.
		for _, v := range m.Columns().Values {
			sum += v
		}
		for _, v := range values {
			sum -= float64(v)
		}
		if sum != 0 {
			t.Fatalf("the sum of the values differs by %v", sum)
		}
	})
}
