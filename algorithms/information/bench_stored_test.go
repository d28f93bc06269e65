package information

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
	"fsnb.example/internal/parallel"
)

// genotypes is a file of n×d numbers 0, 1 and 2, or of any from 0 to most-1, and two classes.
func genotypes(b *testing.B, n, d, most int, fortran bool) *datasets.Dataset {
	b.Helper()
	path := filepath.Join(b.TempDir(), "genotypes")
	f := must.Get(os.Create(path))(b)
	rng := rand.New(rand.NewPCG(1, 2))
	out := bufio.NewWriter(f)
	for range n * d / 8 {
		v := rng.Uint64()
		for range 8 {
			out.WriteByte(byte(int(v&0xff) % most))
			v >>= 8
		}
	}
	must.Do(b, out.Flush())
	f.Close()
	x := must.Get(storage.Map(path, storage.Layout{Rows: n, Columns: d, Type: storage.Int8,
		Fortran: fortran}))(b)
	return labeled(b, x, n, 2)
}

func labeled(b *testing.B, x storage.Matrix, n, c int) *datasets.Dataset {
	b.Helper()
	out, err := datasets.NewStored("stored", x, classes(rand.New(rand.NewPCG(3, 4)), n, c), nil)
	must.Do(b, err)
	return out
}

// plainRead adds the bytes of a file up, eight at a time, by blocks of rows.
func plainRead(b *testing.B, x *storage.Mapped) time.Duration {
	l := x.Layout()
	rows, columns := l.Rows, l.Columns
	if l.Fortran {
		rows, columns = columns, rows
	}
	start := time.Now()
	var sum [64]uint64
	must.Do(b, x.EachBytes(context.Background(), 2, 1<<30, func(int, int) {
		_ = parallel.For(context.Background(), 2, rows, (rows+1)/2, func(lo, hi int) {
			var s uint64
			for i := lo; i < hi; i++ {
				var row []byte
				if l.Fortran {
					row = x.RawColumn(i, nil)
				} else {
					row = x.RawRow(i, 0, columns, nil)
				}
				for ; len(row) >= 8; row = row[8:] {
					s += uint64(row[0]) | uint64(row[1])<<8 | uint64(row[2])<<16 |
						uint64(row[3])<<24 | uint64(row[4])<<32 | uint64(row[5])<<40 |
						uint64(row[6])<<48 | uint64(row[7])<<56
				}
			}
			sum[lo*2/rows] = s
		})
	}))
	sink += int(sum[0] + sum[1])
	return time.Since(start)
}

// BenchmarkOnDisk reports as "reads" the time relative to a plain read of the mapped file in the
// same run, by two goroutines, and the bytes allocated. MRMR adds 20 features.
func BenchmarkOnDisk(b *testing.B) {
	const n, p = 4000, 20000
	for _, test := range []struct {
		most    int
		fortran bool
	}{{3, false}, {3, true}, {128, false}, {128, true}} {
		d := genotypes(b, n, p, test.most, test.fortran)
		if err := d.CheckFinite(); err != nil { // reads the file the first time
			b.Fatal(err)
		}
		for _, m := range []algorithms.Selector{InfoGain{}, MRMR{}} {
			b.Run(fmt.Sprintf("%s/values=%d/fortran=%v", algorithms.Name(m), test.most,
				test.fortran), func(b *testing.B) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				var reads time.Duration
				for b.Loop() {
					b.StopTimer()
					reads += plainRead(b, d.Stored.(*storage.Mapped))
					b.StartTimer()
					if _, err := m.Select(context.Background(), d,
						algorithms.Options{K: 20, Workers: 2}); err != nil {
						b.Fatal(err)
					}
				}
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(b.Elapsed())/float64(reads), "reads")
				b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/(1<<20),
					"MiB")
			})
		}
	}
}

// words is a sparse table of counts: entries in all, more in the first columns.
func words(b *testing.B, n, d, entries int) *datasets.Dataset {
	b.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	starts, columns := make([]int, 1, n+1), make([]int32, 0, entries)
	var values []float64
	for range n {
		seen := map[int32]bool{}
		for range entries / n {
			u := rng.Float64()
			j := int32(float64(d) * u * u * u)
			if !seen[j] {
				seen[j] = true
				columns, values = append(columns, j), append(values, float64(1+rng.IntN(3)))
			}
		}
		starts = append(starts, len(columns))
	}
	x := must.Get(storage.FromRows(d, starts, columns, values))(b)
	return labeled(b, x, n, 2)
}

// BenchmarkSparse runs the methods on counts of words. MRMR adds 50 features.
func BenchmarkSparse(b *testing.B) {
	d := words(b, 20000, 20000, 240000)
	for _, m := range []algorithms.Selector{InfoGain{}, MRMR{}, InfoGain{Coding: MDL}} {
		b.Run(fmt.Sprintf("%+v", m), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Select(context.Background(), d,
					algorithms.Options{K: 50, Workers: 2}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
