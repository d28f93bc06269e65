package spfs

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarities"
)

// drawColumns has columns of all shapes: zeros, constants, a few entries, full ones, the first
// sample with an entry, duplicates, negatives, multiples, and, of integers, one minus another.
// value draws an entry.
func drawColumns(rng *rand.Rand, n, d int, value func() float64) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	f := make([]float64, n)
	for j := range d {
		clear(f)
		shape := rng.IntN(12)
		if j == 0 {
			shape = 11
		}
		switch from := rng.IntN(max(j, 1)); shape {
		case 0:
		case 1:
			for i := range f {
				f[i] = -3
			}
		case 2:
			for i := range f {
				f[i] = 7 + value()
			}
		case 3, 4, 5:
			factor := []float64{1, -1, 2}[shape-3]
			for i := range f {
				f[i] = factor * x.At(i, from)
			}
		case 6:
			for i := range f {
				f[i] = 1 - x.At(i, from)
			}
			if f[0] != math.Trunc(f[0]) || floats.Sum(f) != math.Trunc(floats.Sum(f)) {
				clear(f) // equal but for rounding, which would decide between the two
			}
		default:
			for i := range f {
				if rng.IntN(4) == 0 {
					f[i] = value()
				}
			}
			if shape > 9 {
				f[0] = value()
			}
		}
		x.SetCol(j, f)
	}
	return x
}

// small are the integers from -4 to 4 but 0.
func small(rng *rand.Rand) func() float64 {
	return func() float64 { return float64((1 + rng.IntN(4)) * (1 - 2*rng.IntN(2))) }
}

// vectorsOf are the features of all columns.
func vectorsOf(t *testing.T, c *columns) [][]float64 {
	t.Helper()
	out := make([][]float64, c.d)
	for j := range out {
		out[j] = make([]float64, c.n)
	}
	must.Do(t, c.each(t.Context(), c.live, 2, func(a int, f *column) {
		copy(out[c.live[a]], f.values(c.n))
	}))
	return out
}

// Features, constant columns and duplicates of values that are sparse are those of values in
// memory, and of values on disk they are the same bits.
func TestStoredColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 1))
	found := 0
	for round := range 60 {
		n, d := 2+rng.IntN(20), 1+rng.IntN(40)
		x := drawColumns(rng, n, d, small(rng))
		if round%6 == 5 {
			x.Scale(math.Ldexp(1, []int{700, -700}[rng.IntN(2)]), x)
		}
		for _, raw := range []bool{false, true} {
			dense := must.Get(newColumns(t.Context(), x, raw, 1))(t)
			want, first := vectorsOf(t, dense), duplicatesOf(t, dense)
			found += d - len(firsts(first))
			stored := map[string]storage.Matrix{"sparse": storage.Compress(x)}
			stored["float64"] = methodtest.Mapped(t, x, storage.Float64, false)
			if round%6 != 5 {
				stored["int8"] = methodtest.Mapped(t, x, storage.Int8, true)
				stored["int16"] = methodtest.Mapped(t, x, storage.Int16, false)
			}
			for name, m := range stored {
				c := must.Get(newColumns(t.Context(), m, raw, 2))(t)
				if !slices.Equal(c.constant, dense.constant) || !slices.Equal(c.live, dense.live) {
					t.Fatalf("%s: constant %v and live %v, want %v and %v", name, c.constant,
						c.live, dense.constant, dense.live)
				}
				if got := duplicatesOf(t, c); !slices.Equal(got, first) {
					t.Fatalf("%s, raw %v: duplicates\n%v, want\n%v of\n%v", name, raw, got, first,
						mat.Formatted(x.T()))
				}
				for j, f := range vectorsOf(t, c) {
					one := make([]float64, n)
					if err := c.vector(one, j); dense.live != nil && err != nil {
						t.Fatal(err)
					}
					off := floats.Distance(f, want[j], math.Inf(1))
					if off > 1e-14 || name != "sparse" && off != 0 ||
						slices.Contains(c.live, j) && !slices.Equal(f, one) {
						t.Fatalf("%s, raw %v: column %d is %v and %v, want %v", name, raw, j, f,
							one, want[j])
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d duplicates", found)
	}
}

func duplicatesOf(t *testing.T, c *columns) []int {
	t.Helper()
	return must.Get(c.duplicates(t.Context(), 2))(t)
}

// firsts are the columns that repeat no earlier one.
func firsts(of []int) (out []int) {
	for j, i := range of {
		if i == j {
			out = append(out, j)
		}
	}
	return out
}

// Columns on disk of one hash that differ are no duplicates.
func TestOneHashOfColumnsOnDisk(t *testing.T) {
	x := mat.NewDense(3, 5, []float64{
		1, 2, 1, 0, 2,
		0, 0, 0, 3, 0,
		0, 1, 0, 1, 1,
	})
	disk := methodtest.Mapped(t, x, storage.Int8, false)
	c := must.Get(newColumns(t.Context(), disk, false, 1))(t)
	for j := range c.file.hash {
		c.file.hash[j] = 5
	}
	if got, want := duplicatesOf(t, c), []int{0, 1, 0, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("duplicates %v, want %v", got, want)
	}
}

// Products of many columns read a file again where few stay in memory.
func TestColumnsOnDiskAreReadAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 2))
	x := drawColumns(rng, 5, 30, small(rng))
	c := must.Get(newColumns(t.Context(), methodtest.Mapped(t, x, storage.Int8, true), false, 1))(t)
	want := vectorsOf(t, c)
	for range 20 {
		js := rng.Perm(30)[:1+rng.IntN(6)]
		js = slices.DeleteFunc(js, func(j int) bool { return !slices.Contains(c.live, j) })
		must.Do(t, c.file.keep(js, 6))
		for _, j := range js {
			if !slices.Equal(c.file.kept[j], want[j]) {
				t.Errorf("column %d is %v, want %v", j, c.file.kept[j], want[j])
			}
		}
		if len(c.file.kept) > 6 {
			t.Errorf("%d columns are kept", len(c.file.kept))
		}
	}
}

// labeled are values in each storage, with classes or a continuous target.
func labeled(t *testing.T, x mat.Matrix, classes []int, target []float64) *datasets.Dataset {
	t.Helper()
	d, err := datasets.NewStored("stored", storage.Of(x), classes, nil)
	must.Do(t, err)
	if target != nil {
		if d, err = d.WithTarget("y", target); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func ranked(t *testing.T, m algorithms.Selector, d *datasets.Dataset, k, workers int,
) *algorithms.Ranking {
	t.Helper()
	r, err := m.Select(t.Context(), d, algorithms.Options{K: k, Workers: workers})
	if err != nil {
		t.Fatalf("%s: %v", algorithms.Label(m), err)
	}
	return r
}

// Other similarities, and what needs n×n numbers, say in one line that values must be in memory.
func TestStoredMistakes(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 4))
	x := drawColumns(rng, 8, 5, small(rng))
	y := []int{0, 1, 0, 1, 0, 1, 0, 1}
	dense, sparse := labeled(t, x, y, nil), labeled(t, storage.Compress(x), y, nil)
	const want = "the 8×5 values are sparse, and this takes values in memory only; call Dense() " +
		"of the data set first"
	say := func(_ any, err error) error { return err }
	r := ranked(t, LAR{}, dense, 2, 1)
	opt := algorithms.Options{K: 2}
	for name, err := range map[string]error{
		"rbf": say(SFS{Similarity: graph.RBF{}}.Select(t.Context(), sparse, opt)),
		"percentile": say(LAR{Similarity: similarities.ByTarget()}.Select(t.Context(),
			labeled(t, storage.Compress(x), y, []float64{1, 2, 3, 4, 5, 6, 7, 9}), opt)),
		"neighbors": say(NES{Similarity: graph.Neighbors{}}.Select(t.Context(), sparse, opt)),
		"follow":    say(Follow(t.Context(), sparse, r, 1)),
		"weighted":  say(Weighted{}.Choose(t.Context(), sparse, opt)),
	} {
		if err == nil || !strings.HasSuffix(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file that is cut off while it is used is an error that says so, and not a crash.
func TestFileCutOff(t *testing.T) {
	x := mat.NewDense(40, 4000, nil)
	rng := rand.New(rand.NewPCG(33, 5))
	for i := range 40 {
		for j := range 4000 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	m := methodtest.Mapped(t, x, storage.Float64, true)
	c := must.Get(newColumns(t.Context(), m, false, 1))(t)
	must.Do(t, os.Truncate(m.Path(), 0))
	var cut *storage.ReadError
	if err := c.vector(make([]float64, 40), 3999); !errors.As(err, &cut) {
		t.Errorf("one column: %v", err)
	}
	err := c.each(t.Context(), c.live, 2, func(int, *column) {})
	if !errors.As(err, &cut) {
		t.Errorf("all columns: %v", err)
	}
}

// The path through values that are not in memory ends where its basis would take too much.
func TestPathOfStoredValuesEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 7))
	x := drawColumns(rng, 30, 40, small(rng))
	y := make([]int, 30)
	for i := range y {
		y[i] = i % 3
	}
	disk := methodtest.Mapped(t, x, storage.Int8, false)
	for _, m := range []mat.Matrix{x, storage.Compress(x), disk} {
		g, err := newRegression(t.Context(), labeled(t, m, y, nil), graph.SameClass{}, 0, false,
			algorithms.Options{})
		must.Do(t, err)
		p := newPath(g, 1)
		p.room = 4*30 + 29
		for more := true; more && len(p.active) < 9; {
			if more, err = p.next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want, why := 4,
			"a longer path of values that are not in memory would take more than 256 MiB"
		if m == mat.Matrix(x) {
			want, why = 9, ""
		}
		if len(p.active) != want || len(p.joined) != want || p.ended != why {
			t.Errorf("%T: %d features, %q; want %d, %q", m, len(p.active), p.ended, want, why)
		}
	}
}

// A canceled context ends each pass.
func TestStoredCanceled(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 6))
	x := drawColumns(rng, 8, 40, small(rng))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	disk := methodtest.Mapped(t, x, storage.Int8, false)
	for _, m := range []storage.Matrix{storage.Compress(x), disk} {
		if _, err := newColumns(ctx, m, false, 1); err != context.Canceled {
			t.Errorf("%s: %v", m.Kind(), err)
		}
	}
}
