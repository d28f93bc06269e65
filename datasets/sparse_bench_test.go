package datasets

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// BenchmarkLoadSparse loads LIBSVM text that stays sparse: parsed, and as the copy that the first
// load keeps. "MiB" is the size of all allocations.
func BenchmarkLoadSparse(b *testing.B) {
	for _, c := range []struct {
		name           string
		n, d, ofSample int
	}{{"20000×200000", 20_000, 200_000, 120}, {"20000×1355191", 20_000, 1_355_191, 450}} {
		path := filepath.Join(b.TempDir(), "texts.svm")
		if err := os.WriteFile(path, pairsOfTexts(c.n, c.d, c.ofSample), 0o600); err != nil {
			b.Fatal(err)
		}
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
