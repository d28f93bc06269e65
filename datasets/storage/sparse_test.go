package storage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// The matrix of three samples and four features
//
//	0 5 0 0
//	1 0 0 0
//	0 7 2 0
//
// by its columns.
func ExampleNewSparse() {
	x, err := NewSparse(3, []int{0, 1, 3, 4, 4}, []int32{1, 0, 2, 2}, []float64{1, 5, 7, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v, %d values\n", mat.Formatted(x), x.NonZeros())
	// Output:
	// ⎡0  5  0  0⎤
	// ⎢1  0  0  0⎥
	// ⎣0  7  2  0⎦, 4 values
}

// The same matrix by its rows.
func ExampleFromRows() {
	x, err := FromRows(4, []int{0, 1, 2, 4}, []int32{1, 0, 1, 2}, []float64{5, 1, 7, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, values := x.Column(1)
	fmt.Println(rows, values)
	// Output: [0 2] [5 7]
}

func wantError(t *testing.T, what string, err error, want string) {
	t.Helper()
	must.Error(t, err, want, what)
}

func TestNewSparseRefuses(t *testing.T) {
	const none = "no data: give at least one sample and one feature"
	two := []float64{1, 2}
	for name, c := range map[string]struct {
		n      int
		starts []int
		rows   []int32
		values []float64
		want   string
	}{
		"no rows":    {0, []int{0, 0}, nil, nil, none},
		"negative":   {-1, []int{0, 0}, nil, nil, none},
		"no columns": {1, []int{0}, nil, nil, none},
		"nil":        {1, nil, nil, nil, none},
		"no values": {1, []int{0, 1}, []int32{0}, nil,
			"1 rows for 0 values; give one row for each value"},
		"late start": {3, []int{1, 2}, []int32{0, 1}, two,
			"columns start at 1 and end at 2; want 0 and 2, the number of entries"},
		"early end": {3, []int{0, 1}, []int32{0, 1}, two,
			"columns start at 0 and end at 1; want 0 and 2, the number of entries"},
		"late end": {3, []int{0, 3}, []int32{0, 1}, two,
			"columns start at 0 and end at 3; want 0 and 2, the number of entries"},
		"backwards": {3, []int{0, 2, 1, 2}, []int32{0, 1}, two,
			"column 1 starts at entry 2, after its end 1"},
		"far": {3, []int{0, 9, 2}, []int32{0, 1}, two,
			"column 1 starts at entry 9, after its end 2"},
		"below": {3, []int{0, -5, 2}, []int32{0, 1}, two,
			"column 0 starts at entry 0, after its end -5"},
		"row": {3, []int{0, 1, 2}, []int32{0, 3}, two,
			"column 1 has an entry in row 3; there are 3 rows, the first is 0"},
		"below row 0": {3, []int{0, 2}, []int32{-1, 2}, two,
			"column 0 has an entry in row -1; there are 3 rows, the first is 0"},
		"twice": {3, []int{0, 2}, []int32{2, 2}, two,
			"column 0 has two entries in row 2; give each once"},
		"twice, unsorted": {3, []int{0, 3}, []int32{2, 1, 2}, []float64{1, 2, 3},
			"column 0 has two entries in row 2; give each once"},
	} {
		_, err := NewSparse(c.n, c.starts, c.rows, c.values)
		wantError(t, name, err, c.want)
	}
	if large := int64(1) << 31; strconv.IntSize == 64 {
		_, err := NewSparse(int(large), []int{0, 0}, nil, nil)
		wantError(t, "too many", err, "2147483648 samples; sparse data have at most 2147483647")
	}
}

func TestFromRowsRefuses(t *testing.T) {
	const none = "no data: give at least one sample and one feature"
	two := []float64{1, 2}
	for name, c := range map[string]struct {
		d       int
		starts  []int
		columns []int32
		values  []float64
		want    string
	}{
		"no columns": {0, []int{0, 0}, nil, nil, none},
		"no rows":    {1, []int{0}, nil, nil, none},
		"no values": {1, []int{0, 1}, []int32{0}, nil,
			"rows start at 0 and end at 1, with 1 columns and 0 values; want 0 and the number " +
				"of entries"},
		"late start": {3, []int{1, 2}, []int32{0, 1}, two,
			"rows start at 1 and end at 2, with 2 columns and 2 values; want 0 and the number " +
				"of entries"},
		"late end": {3, []int{0, 3}, []int32{0, 1}, two,
			"rows start at 0 and end at 3, with 2 columns and 2 values; want 0 and the number " +
				"of entries"},
		"backwards": {3, []int{0, 2, 1, 2}, []int32{0, 1}, two,
			"row 1 starts at entry 2, after its end 1"},
		"far": {3, []int{0, 9, 2}, []int32{0, 1}, two, "row 1 starts at entry 9, after its end 2"},
		"below": {3, []int{0, -5, 2}, []int32{0, 1}, two,
			"row 0 starts at entry 0, after its end -5"},
		"column": {3, []int{0, 1, 2}, []int32{0, 3}, two,
			"row 1 has an entry in column 3; there are 3 columns, the first is 0"},
		"below 0": {3, []int{0, 2}, []int32{-1, 2}, two,
			"row 0 has an entry in column -1; there are 3 columns, the first is 0"},
		"twice": {3, []int{0, 2}, []int32{2, 2}, two,
			"column 2 has two entries in row 0; give each once"},
	} {
		_, err := FromRows(c.d, c.starts, c.columns, c.values)
		wantError(t, name, err, c.want)
	}
}

// Entries in any order, zeros of either sign among them, make the matrix of the same numbers, in
// order and without zeros, by columns and by rows; ByRow is the way back.
func TestSparseOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 200 {
		n, d := 1+rng.IntN(7), 1+rng.IntN(7)
		want := mat.NewDense(n, d, nil)
		filled := 0
		var byColumn, byRow [3][]float64 // place across, place along, value
		add := func(to *[3][]float64, across, along int, v float64) {
			to[0], to[1] = append(to[0], float64(across)), append(to[1], float64(along))
			to[2] = append(to[2], v)
		}
		for _, k := range rng.Perm(n * d)[:rng.IntN(n*d+1)] {
			i, j := k/d, k%d
			v := []float64{1.5, -2, 0, math.Copysign(0, -1), math.Inf(1)}[rng.IntN(5)]
			if v != 0 {
				want.Set(i, j, v)
				filled++
			}
			add(&byColumn, j, i, v)
			add(&byRow, i, j, v)
		}
		compressed := func(of [3][]float64, count int) (starts []int, along []int32, v []float64) {
			starts = make([]int, count+1)
			for a := range count {
				for k, across := range of[0] {
					if int(across) == a {
						along, v = append(along, int32(of[1][k])), append(v, of[2][k])
					}
				}
				starts[a+1] = len(v)
			}
			return starts, along, v
		}
		starts, rows, values := compressed(byColumn, d)
		x := must.Get(NewSparse(n, starts, rows, values))(t)
		starts, columns, values := compressed(byRow, n)
		y := must.Get(FromRows(d, starts, columns, values))(t)
		for _, m := range []*Sparse{x, y} {
			if !mat.Equal(m, want) || m.NonZeros() != filled {
				t.Fatalf("%v with %d values, want %v with %d", mat.Formatted(m), m.NonZeros(),
					mat.Formatted(want), filled)
			}
			for j := range d {
				rows, values := m.Column(j)
				if !slices.IsSorted(rows) || slices.Contains(values, 0) {
					t.Fatalf("column %d has rows %v, values %v", j, rows, values)
				}
			}
			starts, columns, values := m.ByRow()
			back, err := FromRows(d, starts, columns, values)
			if err != nil || !mat.Equal(back, want) {
				t.Fatalf("%v by rows: %v", mat.Formatted(m), err)
			}
		}
	}
}

// At panics outside, as a matrix of gonum does.
func TestSparseAt(t *testing.T) {
	x := Compress(mat.NewDense(2, 3, []float64{0, 1, 0, 2, 0, 0}))
	for _, at := range [][2]int{{-1, 0}, {2, 0}, {0, -1}, {0, 3}} {
		func() {
			defer func() {
				must.Is(t, recover(), any(mat.ErrIndexOutOfRange), "no panic at %v", at)
			}()
			x.At(at[0], at[1])
		}()
	}
	if n, d := x.T().Dims(); n != 3 || d != 2 || x.T().At(1, 0) != 1 || x.Kind() != "sparse" {
		t.Errorf("the transpose is %v", mat.Formatted(x.T()))
	}
}

// Rows and Map agree with the dense matrix.
func TestSparseRowsAndMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	for range 50 {
		n, d := 1+rng.IntN(9), 1+rng.IntN(9)
		x := mat.NewDense(n, d, nil)
		for range rng.IntN(n * d) {
			x.Set(rng.IntN(n), rng.IntN(d), float64(rng.IntN(9)-4))
		}
		s := Compress(x)
		lo := rng.IntN(n)
		hi := lo + 1 + rng.IntN(n-lo)
		if got := s.Rows(lo, hi, new(Buffer)); !mat.Equal(got, x.Slice(lo, hi, 0, d)) {
			t.Errorf("rows %d to %d: %v", lo, hi, mat.Formatted(got))
		}
		twice := s.Map(func(i int32, v float64) float64 { return v * float64(i+1) })
		for i := range n {
			for j := range d {
				if twice.At(i, j) != x.At(i, j)*float64(i+1) || s.At(i, j) != x.At(i, j) {
					t.Errorf("Map at %d, %d: %v", i, j, twice.At(i, j))
				}
			}
		}
	}
}

// Rows that repeat, in any order, agree with the dense matrix in both ways of finding their places.
func TestSparseTakeRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	ways := map[bool]int{}
	for range 300 {
		n, d := 1+rng.IntN(40), 1+rng.IntN(4)
		x := mat.NewDense(n, d, nil)
		for range rng.IntN(n * d) {
			x.Set(rng.IntN(n), rng.IntN(d), float64(rng.IntN(9)-4))
		}
		rows := make([]int, 1+rng.IntN(n))
		for k := range rows {
			rows[k] = rng.IntN(n)
		}
		s := Compress(x)
		ways[n > len(rows)+s.NonZeros()]++
		if got := s.TakeRows(rows); !mat.Equal(got, Dense{x}.TakeRows(rows)) {
			t.Errorf("rows %v of\n%v\nare\n%v", rows, mat.Formatted(x), mat.Formatted(got))
		}
	}
	if ways[true] < 30 || ways[false] < 30 {
		t.Errorf("tried %v", ways)
	}
}

// Two rows of almost empty ones need no memory for all: it would be 34 GB.
func TestSparseTakeRowsOfMany(t *testing.T) {
	const n = math.MaxInt32
	x := must.Get(NewSparse(n, []int{0, 2, 3}, []int32{0, n - 1, 7}, []float64{1, 2, 3}))(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := x.TakeRows([]int{n - 1, 5, 7, n - 1})
	runtime.ReadMemStats(&after)
	if want := mat.NewDense(4, 2, []float64{2, 0, 0, 0, 0, 3, 2, 0}); !mat.Equal(got, want) {
		t.Errorf("the rows are\n%v", mat.Formatted(got))
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
		t.Errorf("%d bytes of memory", bytes)
	}
}
