package datasets

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// reportLoad adds to a benchmark of a loader the time a cell and the memory
// taken in all, in units of the numbers' own 8nd bytes; the limit is 4.
func reportLoad(b *testing.B, n, d int, load func() (*Dataset, error)) {
	b.Helper()
	cells := float64(n * d)
	var took int64
	for b.Loop() {
		took = allocated(func() {
			got, err := load()
			if err != nil || got.N() != n || got.D() != d {
				b.Fatal(got, err)
			}
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/cells, "ns/cell")
	b.ReportMetric(float64(took)/(8*cells), "allocated/8nd")
}

// BenchmarkReadCSV reads tables of long numbers, short ones and whole ones.
func BenchmarkReadCSV(b *testing.B) {
	cells := map[string]func(*rand.Rand, []byte) []byte{
		"17digits": func(r *rand.Rand,
			t []byte) []byte {
			return strconv.AppendFloat(t, r.NormFloat64(), 'g', -1, 64)
		},
		"4digits": func(r *rand.Rand,
			t []byte) []byte {
			return strconv.AppendFloat(t, 10*r.Float64(), 'f', 3, 64)
		},
		"pixels": func(r *rand.Rand,
			t []byte) []byte {
			return strconv.AppendInt(t, r.Int64N(256), 10)
		},
	}
	for _, size := range [][2]int{{2000, 5000}, {5000, 20}} {
		n, d := size[0], size[1]
		for name, cell := range cells {
			rng := rand.New(rand.NewPCG(1, 2))
			var text []byte
			for range n {
				for range d {
					text = append(cell(rng, text), ',')
				}
				text = append(text, "a\n"...)
			}
			for _, kind := range []string{"text", "gzip"} {
				data := text
				if kind == "gzip" {
					if n*d > 1e6 {
						continue
					}
					data = gzipped(b, string(text))
				}
				b.Run(fmt.Sprintf("%d×%d/%s/%s", n, d, name, kind), func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					reportLoad(b, n, d, func() (*Dataset, error) {
						return ReadCSV(bytes.NewReader(data), "t", Options{Header: HeaderNo})
					})
				})
			}
		}
	}
}

// BenchmarkReadMAT reads doubles, as they are and compressed.
func BenchmarkReadMAT(b *testing.B) {
	const n, d = 2000, 5000
	values := make([]float64, n*d)
	for k := range values {
		values[k] = float64(k % 977)
	}
	for _, compress := range []bool{false, true} {
		data := matFile(compress, matVar{name: "X", rows: n, cols: d, values: values},
			matColumn("Y", make([]float64, n)...))
		b.Run(fmt.Sprintf("%d×%d/compressed=%v", n, d, compress), func(b *testing.B) {
			b.SetBytes(8 * n * d)
			reportLoad(b, n, d,
				func() (*Dataset, error) { return ReadMAT(bytes.NewReader(data), "t", Options{}) })
		})
	}
}
