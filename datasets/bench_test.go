package datasets

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"fsnb.example/internal/must"
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

// BenchmarkLoadSparse loads LIBSVM text that stays sparse: parsed, and as the copy that the first
// load keeps. "MiB" is the size of all allocations.
func BenchmarkLoadSparse(b *testing.B) {
	for _, c := range []struct {
		name           string
		n, d, ofSample int
	}{{"20000×200000", 20_000, 200_000, 120}, {"20000×1355191", 20_000, 1_355_191, 450}} {
		path := filepath.Join(b.TempDir(), "texts.svm")
		must.Do(b, os.WriteFile(path, pairsOfTexts(c.n, c.d, c.ofSample), 0o600))
		load := func(b *testing.B) {
			var took int64
			for b.Loop() {
				took = allocated(func() {
					d, err := Load(path, Options{})
					if err != nil || d.Stored == nil {
						b.Fatal(d, err)
					}
				})
			}
			b.ReportMetric(float64(took)/(1<<20), "MiB")
		}
		b.Run(c.name+"/parsed", func(b *testing.B) {
			b.Setenv("FSNB_CACHE", "off")
			load(b)
		})
		b.Run(c.name+"/copy", func(b *testing.B) {
			b.Setenv("FSNB_CACHE", b.TempDir())
			if _, err := Load(path, Options{}); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			load(b)
		})
	}
}

// pairsOfTexts is LIBSVM text of n samples with the given number of draws from d words each, of
// which some are rare.
func pairsOfTexts(n, d, ofSample int) []byte {
	rng := rand.New(rand.NewPCG(3, 3))
	var text []byte
	words := make([]bool, d)
	var list []int
	for i := range n {
		list = list[:0]
		for range ofSample {
			j := min(int(3*math.Exp(rng.Float64()*math.Log(float64(d)/3+1)))-3, d-1)
			j = j * 7919 % d
			if !words[j] {
				words[j] = true
				list = append(list, j)
			}
		}
		slices.Sort(list)
		text = strconv.AppendInt(text, int64(i%20), 10)
		for _, j := range list {
			words[j] = false
			text = strconv.AppendInt(append(text, ' '), int64(j+1), 10)
			text = strconv.AppendInt(append(text, ':'), int64(1+rng.IntN(9)), 10)
		}
		text = append(text, '\n')
	}
	return text
}
