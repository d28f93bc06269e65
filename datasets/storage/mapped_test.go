package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// extremes are numbers of each type, the least and the greatest among them.
var extremes = map[Type][]float64{
	Float64: {0, 1, -0.1, math.MaxFloat64, 5e-324, -1e300},
	Float32: {0, 1, -0.5, math.MaxFloat32, math.SmallestNonzeroFloat32, -3},
	Int8:    {0, 1, -1, math.MinInt8, math.MaxInt8},
	Uint8:   {0, 1, math.MaxUint8, 128},
	Int16:   {0, 1, -1, math.MinInt16, math.MaxInt16, 256},
	Uint16:  {0, 1, math.MaxUint16, 32768, 256},
	Int32:   {0, 1, -1, math.MinInt32, math.MaxInt32, 65536},
}

// appendNumber writes a number of a type.
func appendNumber(out []byte, t Type, v float64) []byte {
	switch t {
	case Float64:
		return binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	case Float32:
		return binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v)))
	case Int32:
		return binary.LittleEndian.AppendUint32(out, uint32(int32(v)))
	case Int16:
		return binary.LittleEndian.AppendUint16(out, uint16(int16(v)))
	case Uint16:
		return binary.LittleEndian.AppendUint16(out, uint16(v))
	case Int8:
		return append(out, byte(int8(v)))
	}
	return append(out, byte(v))
}

// written writes x to a file after a head of some bytes.
func written(t testing.TB, x *mat.Dense, typ Type, fortran bool, head int) (string, Layout) {
	t.Helper()
	n, d := x.Dims()
	out := make([]byte, head)
	for k := range n * d {
		i, j := k/d, k%d
		if fortran {
			i, j = k%n, k/n
		}
		out = appendNumber(out, typ, x.At(i, j))
	}
	path := filepath.Join(t.TempDir(), "x.bin")
	must.Do(t, os.WriteFile(path, out, 0o600))
	return path, Layout{Rows: n, Columns: d, Type: typ, Fortran: fortran, Offset: int64(head)}
}

func mapped(t testing.TB, x *mat.Dense, typ Type, fortran bool, head int) *Mapped {
	t.Helper()
	path, layout := written(t, x, typ, fortran, head)
	return must.Get(Map(path, layout))(t)
}

// A mapped matrix is the dense one, of every type and in both orders, whole, by blocks and by views
// of views.
func TestMappedEqualsDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for typ, numbers := range extremes {
		for k := range 24 {
			n, d := 1+rng.IntN(9), 1+rng.IntN(9)
			x := mat.NewDense(n, d, nil)
			for i := range n {
				for j := range d {
					x.Set(i, j, numbers[rng.IntN(len(numbers))])
				}
			}
			m := mapped(t, x, typ, k%2 == 0, []int{0, 1, 128}[k%3])
			dense := Dense{x}
			rows, columns := rng.Perm(n)[:1+rng.IntN(n)], rng.Perm(d)[:1+rng.IntN(d)]
			rows = append(rows, rows[0])
			some := []int{rng.IntN(len(columns)), rng.IntN(len(columns))}
			for name, pair := range map[string][2]Matrix{
				"whole":   {m, dense},
				"columns": {m.Take(columns), dense.Take(columns)},
				"rows":    {m.TakeRows(rows), dense.TakeRows(rows)},
				"both":    {m.TakeRows(rows).Take(columns), dense.TakeRows(rows).Take(columns)},
				"both, turned": {m.Take(columns).TakeRows(rows),
					dense.Take(columns).TakeRows(rows)},
				"of a view": {m.Take(columns).Take(some), dense.Take(columns).Take(some)},
			} {
				name = fmt.Sprintf("%s, fortran %v, %s", typ, k%2 == 0, name)
				sameMatrix(t, name, pair[0], pair[1])
				must.Is(t, pair[0].(*Mapped).Whole(), (pair[0] == Matrix(m)), "%s: whole", name)
			}
			if m.Kind() != "on disk" || m.NonZeros() != n*d || m.Layout().Type != typ {
				t.Errorf("%s of %d values in %v", m.Kind(), m.NonZeros(), m.Layout())
			}
		}
	}
}

// sameMatrix compares by values, by blocks of columns and rows, by EachBlock and as a copy.
func sameMatrix(t *testing.T, name string, got, want Matrix) {
	t.Helper()
	n, d := want.Dims()
	if !mat.Equal(got, want) || !mat.Equal(ToDense(got), want) || !mat.Equal(got.T(), want.T()) {
		t.Fatalf("%s:\n%v\nwant\n%v", name, mat.Formatted(got), mat.Formatted(want))
	}
	var buf Buffer
	for lo := range d {
		for hi := lo + 1; hi <= d; hi++ {
			if !mat.Equal(got.Columns(lo, hi, &buf), want.Columns(lo, hi, nil)) {
				t.Fatalf("%s: columns %d to %d", name, lo, hi)
			}
		}
	}
	for lo := range n {
		if hi := min(lo+2, n); !mat.Equal(got.Rows(lo, hi, &buf), want.Rows(lo, hi, nil)) {
			t.Fatalf("%s: rows %d to %d", name, lo, hi)
		}
	}
	out := mat.NewDense(n, d, nil)
	if err := EachBlock(t.Context(), got, 2, 2, func(b *mat.Dense, lo, hi int) {
		out.Slice(0, n, lo, hi).(*mat.Dense).Copy(b)
	}); err != nil || !mat.Equal(out, want) {
		t.Fatalf("%s: blocks %v, %v", name, mat.Formatted(out), err)
	}
}

func TestMapRefuses(t *testing.T) {
	path, layout := written(t, mat.NewDense(3, 4, nil), Int16, false, 10)
	type cases map[string]func(*Layout)
	all := cases{
		`numbers of type "int64"; give float64, float32, int8, uint8, int16, uint16 or int32`: func(
			l *Layout) {
			l.Type = "int64"
		},
		"0×4 numbers; give at least one sample and one feature": func(l *Layout) { l.Rows = 0 },
		"3×-1 numbers; give at least one sample and one feature": func(l *Layout) {
			l.Columns = -1
		},
		"3×4 numbers of type int16 are more than a file can hold": func(l *Layout) {
			l.Offset = -1
		},
		"34 bytes, and 3×4 numbers of type int16 end at byte 35; the file is cut off: copy it " +
			"again": func(l *Layout) { l.Offset = 11 },
		"34 bytes, and 3×4 numbers of type int32 end at byte 58; the file is cut off: copy it " +
			"again": func(l *Layout) { l.Type = Int32 },
		"34 bytes, and 3×4 numbers of type int16 end at byte 9223372036854775807; the file is " +
			"cut off: copy it again": func(l *Layout) { l.Offset = math.MaxInt64 - 24 },
	}
	if strconv.IntSize == 64 {
		for _, size := range [][2]int64{{math.MaxInt64, 4}, {3037000500, 3037000500}, {1 << 62, 1},
			{1, math.MaxInt64}} {
			all[fmt.Sprintf("%d×%d numbers of type int16 are more than a file can hold", size[0],
				size[1])] = func(l *Layout) { l.Rows, l.Columns = int(size[0]), int(size[1]) }
		}
	}
	for want, change := range all {
		l := layout
		change(&l)
		_, err := Map(path, l)
		wantError(t, fmt.Sprint(l), err, path+": "+want)
	}
	if _, err := Map(path+"x", layout); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if m, err := Map(path, layout); err != nil || m.Path() != path {
		t.Errorf("%v, %v", m, err)
	}
}

// At panics outside, as a matrix of gonum does.
func TestMappedAt(t *testing.T) {
	m := mapped(t, mat.NewDense(2, 3, nil), Int8, false, 0)
	for _, at := range [][2]int{{-1, 0}, {2, 0}, {0, -1}, {0, 3}} {
		func() {
			defer func() {
				must.Is(t, recover(), any(mat.ErrIndexOutOfRange), "no panic at %v", at)
			}()
			m.At(at[0], at[1])
		}()
	}
}

// The first number that is not finite is found in the order of the file, and in a view where it is
// among its own.
func TestMappedNonFinite(t *testing.T) {
	x := mat.NewDense(4, 5, nil)
	x.Set(2, 1, math.NaN())
	x.Set(1, 3, math.Inf(-1))
	for _, typ := range []Type{Float64, Float32} {
		for _, fortran := range []bool{false, true} {
			m := mapped(t, x, typ, fortran, 3)
			want := [2]int{1, 3}
			if fortran {
				want = [2]int{2, 1}
			}
			if i, j, found := m.NonFinite(); !found || [2]int{i, j} != want {
				t.Errorf("%s, fortran %v: %d, %d, %v", typ, fortran, i, j, found)
			}
			if _, _, found := m.Take([]int{0, 2, 4}).(*Mapped).NonFinite(); found {
				t.Error("found in columns without one")
			}
			if i, j, found := m.Take([]int{0, 3}).(*Mapped).NonFinite(); !found ||
				i != 1 || j != 1 {
				t.Errorf("in a view: %d, %d, %v", i, j, found)
			}
			if i, j, found := m.TakeRows([]int{3, 2, 2}).(*Mapped).NonFinite(); !found || i != 1 ||
				j != 1 {
				t.Errorf("in a view of rows: %d, %d, %v", i, j, found)
			}
		}
	}
	if _, _, found := mapped(t, mat.NewDense(4, 5, nil), Float64, false, 0).NonFinite(); found {
		t.Error("found among zeros")
	}
	// A number beyond the first block of the digest.
	n := digestBlock/8 + 1000
	large := mat.NewDense(n, 1, nil)
	large.Set(n-7, 0, math.Inf(1))
	if i, j, found := mapped(t, large, Float64, true, 0).NonFinite(); !found || i != n-7 || j != 0 {
		t.Errorf("%d, %d, %v; want %d, 0", i, j, found, n-7)
	}
}

// The digest tells apart numbers, layouts and views, and is that of the content, not of the name.
func TestMappedDigest(t *testing.T) {
	digestOf := func(m Matrix) string {
		t.Helper()
		var b bytes.Buffer
		must.Do(t, m.(*Mapped).WriteDigest(&b))
		return b.String()
	}
	x := mat.NewDense(3, 4, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	m := mapped(t, x, Int8, false, 0)
	seen := map[string]string{digestOf(m): "the file"}
	must.Is(t, digestOf(mapped(t, x, Int8, false, 9)), digestOf(m),
		"the digest depends on where the numbers begin")
	changed := mat.DenseCopyOf(x)
	changed.Set(2, 3, 12)
	turned := mat.NewDense(4, 3, x.RawMatrix().Data)
	unsigned := mapped(t, x, Uint8, false, 0)
	for name, m := range map[string]Matrix{
		"a number": mapped(t, changed, Int8, false, 0), "order": mapped(t, x, Int8, true, 0),
		"shape": mapped(t, turned, Int8, false, 0), "type": unsigned,
		"columns": m.Take([]int{0, 1, 2, 3}), "rows": m.TakeRows([]int{0, 1, 2}),
		"two columns": m.Take([]int{1, 0}), "two rows": m.TakeRows([]int{1, 0}),
	} {
		if other, twice := seen[digestOf(m)]; twice {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[digestOf(m)] = name
	}
}
