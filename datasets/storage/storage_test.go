package storage

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// A sparse matrix is the dense one, whole, by blocks and by parts.
func TestSparseEqualsDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n, d := 1+rng.IntN(12), 1+rng.IntN(12)
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				if rng.IntN(3) == 0 {
					x.Set(i, j, rng.NormFloat64())
				}
			}
		}
		s := Compress(x)
		lo := rng.IntN(d)
		hi := lo + 1 + rng.IntN(d-lo)
		rows, columns := rng.Perm(n)[:1+rng.IntN(n)], rng.Perm(d)[:1+rng.IntN(d)]
		rows = append(rows, rows[0])
		dense := Dense{x}
		for name, pair := range map[string][2]mat.Matrix{
			"whole":   {s, x},
			"copy":    {ToDense(s), x},
			"columns": {s.Columns(lo, hi, new(Buffer)), dense.Columns(lo, hi, nil)},
			"take":    {s.Take(columns), dense.Take(columns)},
			"rows":    {s.TakeRows(rows), dense.TakeRows(rows)},
		} {
			if !mat.Equal(pair[0], pair[1]) {
				t.Errorf("%s of\n%v\nare\n%v", name, mat.Formatted(pair[1]), mat.Formatted(pair[0]))
			}
		}
	}
}

// Workers see each column once, in blocks of their own.
func TestEachBlock(t *testing.T) {
	x := Compress(mat.NewDense(3, 2000, nil))
	seen := make([]int, 2000)
	err := EachBlock(t.Context(), x, 2, 7, func(b *mat.Dense, lo, hi int) {
		if r, c := b.Dims(); r != 3 || c != hi-lo {
			t.Errorf("a block of %d×%d for columns %d to %d", r, c, lo, hi)
		}
		for j := lo; j < hi; j++ {
			seen[j]++
		}
	})
	for j, k := range seen {
		if k != 1 || err != nil {
			t.Fatalf("column %d was seen %d times, %v", j, k, err)
		}
	}
}

// Few values are those of Compress, in memory and on disk and for any number of goroutines; one
// value more than the share is too many.
func TestFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, shape := range [][2]int{{1, 8}, {8, 1}, {40, 130}, {64, 200}} {
		n, d := shape[0], shape[1]
		x := mat.NewDense(n, d, nil)
		most := int(FewShare * float64(n*d))
		for _, at := range rng.Perm(n * d)[:most] {
			x.Set(at/d, at%d, rng.NormFloat64())
		}
		want := Compress(x)
		values := map[string]Matrix{"dense": Dense{x}, "sparse": want,
			"on disk": mapped(t, x, Float64, false, 0)}
		for name, m := range values {
			for _, workers := range []int{1, 3} {
				got := must.Get(Few(t.Context(), m, workers))(t)
				if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(Sparse{}),
					gocmp.Transformer("", func(v []float64) int { return len(v) })); diff != "" ||
					!mat.Equal(got, x) {
					t.Errorf("%d×%d, %s (-want +got):\n%s", n, d, name, diff)
				}
			}
		}
		var largest float64
		for i := range n {
			for j := range d {
				largest = max(largest, math.Abs(x.At(i, j)))
			}
		}
		must.Is(t, want.Largest(), largest, "%d×%d: the largest", n, d)
		for at := range n * d {
			if x.At(at/d, at%d) == 0 {
				x.Set(at/d, at%d, 1)
				break
			}
		}
		for name, m := range map[string]Matrix{"dense": Dense{x},
			"on disk": mapped(t, x, Float64, true, 0)} {
			if got, err := Few(t.Context(), m, 2); got != nil || err != nil {
				t.Errorf("%d×%d, %s: %v, %v; want none", n, d, name, got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := Dense{mat.NewDense(2, 3, nil)}
	if got, err := Few(ctx, x, 1); got != nil || err != context.Canceled {
		t.Errorf("canceled: %v, %v", got, err)
	}
}

// Every tally is that of a count one by one: columns of up to four values of several kinds, of
// many, constant ones; by row and by column; of all samples and of some; for few codes and for
// many.
func TestTallyAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for number := range 60 {
		n, p := 1+rng.IntN(300), 1+rng.IntN(70)
		kind := []Type{Int8, Uint8}[number%2]
		few := []byte{0, 1, 2, []byte{3, 0xff, 0xf7}[rng.IntN(3)]}
		data := make([]byte, n*p)
		fortran := number/2%2 == 0
		for k := range data {
			j := k % p
			if fortran {
				j = k / n
			}
			switch {
			case number%3 == 0 && j%5 == 4:
				data[k] = byte(rng.Uint32())
			case j%7 == 3:
				data[k] = 2
			default:
				data[k] = few[rng.IntN(4)]
			}
		}
		path := filepath.Join(t.TempDir(), "x")
		must.Do(t, os.WriteFile(path, data, 0o600))
		x := must.Get(Map(path, Layout{Rows: n, Columns: p, Type: kind, Fortran: fortran}))(t)
		if number%4 == 1 {
			x = x.TakeRows(rng.Perm(n)[:1+rng.IntN(n)]).(*Mapped)
			n, _ = x.Dims()
		}
		count := []int{1, 2, 5, 40}[rng.IntN(4)]
		code := make([]int, n)
		for i := range code {
			code[i] = rng.IntN(count)
		}
		c := NewCodes(n, count, func(i int) int { return code[i] })
		must.Is(t, c.Count(), count, "codes")
		got := make([]string, p)
		var mu sync.Mutex
		if _, err := EachTally(t.Context(), x, c, 2, 1<<14, nil, func(a *Tally, j int) {
			mu.Lock()
			defer mu.Unlock()
			got[j] = fmt.Sprint(a.Distinct, a.Joint)
		}); err != nil {
			t.Fatal(err)
		}
		for j := range p {
			if want := counted(x, code, count, j); got[j] != want {
				t.Fatalf("%s, by column %v, column %d: %s, want %s", kind, fortran, j, got[j], want)
			}
		}
		some := []int{p / 2}
		if _, err := EachTally(t.Context(), x, c, 1, 1<<14, some, func(a *Tally, j int) {
			if j != p/2 || fmt.Sprint(a.Distinct, a.Joint) != got[j] {
				t.Errorf("column %d alone: %v", j, a)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// counted is the tally of a column by its definition.
func counted(x *Mapped, code []int, count, j int) string {
	values := make([]float64, len(code))
	for i := range values {
		values[i] = x.At(i, j)
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(values)))
	joint := make([]uint32, count*len(distinct))
	for i, v := range values {
		joint[code[i]*len(distinct)+slices.Index(distinct, v)]++
	}
	return fmt.Sprint(distinct, joint)
}

// The raw numbers of rows and columns are those of At, of the whole file and of a view of it, and
// blocks cover each column once.
func TestRawBytes(t *testing.T) {
	const n, d = 11, 29
	rng := rand.New(rand.NewPCG(8, 8))
	data := make([]byte, n*d)
	for k := range data {
		data[k] = byte(rng.Uint32())
	}
	path := filepath.Join(t.TempDir(), "bytes")
	must.Do(t, os.WriteFile(path, append([]byte("head"), data...), 0o600))
	for _, kind := range []Type{Int8, Uint8} {
		for _, fortran := range []bool{false, true} {
			m := must.Get(Map(path, Layout{Rows: n, Columns: d, Type: kind, Fortran: fortran,
				Offset: 4}))(t)
			rawAsAt(t, fmt.Sprint(kind, fortran), m)
			rawAsAt(t, fmt.Sprint(kind, fortran, " rows"), m.TakeRows([]int{7, 2, 2}).(*Mapped))
			rawAsAt(t, fmt.Sprint(kind, fortran, " both"),
				m.Take([]int{3, 28, 0, 4, 5}).TakeRows([]int{10, 1}).(*Mapped))
		}
	}
}

func rawAsAt(t *testing.T, what string, m *Mapped) {
	t.Helper()
	n, d := m.Dims()
	seen := make([]int, d)
	err := m.EachBytes(t.Context(), 1, 4, func(lo, hi int) {
		row, column := make([]byte, hi-lo), make([]byte, n)
		for j := lo; j < hi; j++ {
			seen[j]++
			for i, b := range m.RawColumn(j, column) {
				must.Is(t, m.Value(b), m.At(i, j), "%s: column %d has in row %d", what, j, i)
			}
		}
		for i := range n {
			for k, b := range m.RawRow(i, lo, hi, row) {
				must.Is(t, m.Value(b), m.At(i, lo+k), "%s: row %d has in column %d", what, i, lo+k)
			}
		}
	})
	for j, count := range seen {
		if count != 1 || err != nil {
			t.Errorf("%s: column %d was seen %d times, %v", what, j, count, err)
		}
	}
}

// Numbers of more than a byte have no raw ones.
func TestRawBytesOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "numbers")
	must.Do(t, os.WriteFile(path, make([]byte, 8), 0o600))
	m := must.Get(Map(path, Layout{Rows: 2, Columns: 2, Type: Int16}))(t)
	defer func() {
		if recover() == nil || m.OneByte() {
			t.Errorf("OneByte is %v, and EachBytes did not panic", m.OneByte())
		}
	}()
	_ = m.EachBytes(context.Background(), 1, 1, func(int, int) {})
}
