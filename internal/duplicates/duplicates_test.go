package duplicates_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/must"
)

var rules = map[string]duplicates.Rule{
	"exact":       {},
	"sign":        {Sign: true},
	"near":        {Tolerance: 1e-9},
	"near, sign":  {Tolerance: 1e-9, Sign: true},
	"scale":       {Tolerance: 1e-9, Scale: true},
	"scale, sign": {Tolerance: 1e-9, Scale: true, Sign: true},
}

// equal is the rule written out.
func equal(x, y []float64, rule duplicates.Rule) bool {
	unit := func(v []float64, by float64) []float64 {
		out := slices.Clone(v)
		floats.Scale(by, out)
		return out
	}
	if rule.Scale {
		a, b := floats.Norm(x, 2), floats.Norm(y, 2)
		if a == 0 || b == 0 {
			return false
		}
		x, y = unit(x, 1/a), unit(y, 1/b)
	}
	off := floats.Distance(x, y, 2)
	if rule.Sign {
		off = min(off, floats.Distance(x, unit(y, -1), 2))
	}
	return off <= rule.Tolerance
}

// brute compares all pairs.
func brute(columns [][]float64, among []int, rule duplicates.Rule) []int {
	of := make([]int, len(columns))
	for j := range of {
		of[j] = j
	}
	for a, j := range among {
		for _, i := range among[:a] {
			if of[i] == i && equal(columns[i], columns[j], rule) {
				of[j] = i
				break
			}
		}
	}
	return of
}

// drawn has columns of few small numbers, so that many are equal but for sign, scale, the sign of a
// zero, or a little.
func drawn(rng *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for j := range d {
		factor := []float64{1, 1, -1, 3, -.1}[rng.IntN(5)]
		off := []float64{0, 0, 1e-11, 1e-6}[rng.IntN(4)]
		for i := range n {
			x.Set(i, j, factor*(float64(rng.IntN(2))+off*rng.Float64()))
		}
	}
	return x
}

func columnsOf(x *mat.Dense) [][]float64 {
	_, d := x.Dims()
	columns := make([][]float64, d)
	for j := range columns {
		columns[j] = mat.Col(nil, j, x)
	}
	return columns
}

// All rules by brute force, of columns, rows and vectors that are made when they are asked for.
func TestAgainstAllPairs(t *testing.T) {
	for name, rule := range rules {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 8))
			found := 0
			for range 60 {
				x := drawn(rng, 1+rng.IntN(5), 1+rng.IntN(90))
				columns := columnsOf(x)
				all := make([]int, len(columns))
				for j := range all {
					all[j] = j
				}
				some := slices.DeleteFunc(slices.Clone(all),
					func(int) bool { return rng.IntN(3) == 0 })
				for _, among := range [][]int{nil, all, some} {
					members := among
					if among == nil {
						members = all
					}
					want := brute(columns, members, rule)
					check(t, x, columns, among, rule, want)
					for j, i := range want {
						if i != j {
							found++
						}
					}
				}
			}
			if found < 100 {
				t.Errorf("%d duplicates in all", found)
			}
		})
	}
}

func check(
	t *testing.T, x *mat.Dense, columns [][]float64, among []int, rule duplicates.Rule, want []int,
) {
	t.Helper()
	made := func(buf []float64, j int) []float64 { copy(buf, columns[j]); return buf }
	n, _ := x.Dims()
	for workers := 1; workers <= 3; workers += 2 {
		byColumn, err := duplicates.Columns(t.Context(), x, among, rule, workers)
		must.Do(t, err)
		byRow, err := duplicates.Rows(t.Context(), mat.DenseCopyOf(x.T()), among, rule, workers)
		must.Do(t, err)
		byVector, err := duplicates.Find(t.Context(), n, len(columns), made, among, rule, workers)
		must.Do(t, err)
		for _, got := range [][]int{byColumn, byRow, byVector} {
			if !slices.Equal(got, want) {
				t.Fatalf("found %v, want %v\n%v", got, want, mat.Formatted(x))
			}
		}
	}
}

// What is near by steps is near its first only: 0 to 1 and 1 to 2, but not 0 to 2.
func TestNearIsOfTheFirst(t *testing.T) {
	x := mat.NewDense(1, 4, []float64{0, 1, 2, 3})
	of, err := duplicates.Columns(t.Context(), x, nil, duplicates.Rule{Tolerance: 1}, 1)
	if err != nil || !slices.Equal(of, []int{0, 0, 2, 2}) {
		t.Errorf("found %v, %v", of, err)
	}
}

// NaN equals nothing.
func TestNaN(t *testing.T) {
	x := mat.NewDense(2, 3, []float64{math.NaN(), math.NaN(), 1, 1, 1, 1})
	of, err := duplicates.Columns(t.Context(), x, nil, duplicates.Rule{}, 1)
	if err != nil || !slices.Equal(of, []int{0, 1, 2}) {
		t.Errorf("found %v, %v", of, err)
	}
}

func TestGroups(t *testing.T) {
	got := duplicates.Groups([]int{0, 1, 1, 3, 0, 1})
	if len(got) != 2 || !slices.Equal(got[0], []int{0, 4}) ||
		!slices.Equal(got[1], []int{1, 2, 5}) {
		t.Errorf("groups %v", got)
	}
	if got := duplicates.Groups([]int{0, 1}); got != nil {
		t.Errorf("groups %v of different vectors", got)
	}
}

func TestScaleNeedsATolerance(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	x := mat.NewDense(1, 1, nil)
	_, _ = duplicates.Columns(t.Context(), x, nil, duplicates.Rule{Scale: true}, 1)
}

func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for name, rule := range rules {
		of, err := duplicates.Columns(ctx, mat.NewDense(3, 9, nil), nil, rule, 2)
		if of != nil || err != context.Canceled {
			t.Errorf("%s: %v, %v", name, of, err)
		}
	}
}

func BenchmarkColumns(b *testing.B) {
	const n, d = 500, 4000
	x := mat.NewDense(n, d, nil)
	rng := rand.New(rand.NewPCG(1, 1))
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	for _, name := range []string{"exact", "scale, sign"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := duplicates.Columns(b.Context(), x, nil, rules[name], 1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n*d), "ns/number")
		})
	}
}

// The hashes of a caller find what Find does, and one hash for all is no mistake.
func TestByHash(t *testing.T) {
	for _, rule := range []duplicates.Rule{{}, {Sign: true}} {
		rng := rand.New(rand.NewPCG(9, 10))
		for range 30 {
			x := drawn(rng, 3, 12)
			columns, among := columnsOf(x), []int{0, 1, 2, 4, 5, 6, 7, 9, 11}
			hashes, one := make([]uint64, len(among)), make([]uint64, len(among))
			for a, j := range among {
				hashes[a] = duplicates.Hash(columns[j], rule)
			}
			want := brute(columns, among, rule)
			for _, h := range [][]uint64{hashes, one} {
				got, err := duplicates.ByHash(context.Background(), 12, among, h,
					func(i, j int) bool {
						return duplicates.Equal(columns[i], columns[j], rule)
					})
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("%+v: %v, %v, want %v", rule, got, err, want)
				}
			}
		}
	}
}
