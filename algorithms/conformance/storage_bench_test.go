package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// documents are n texts of d words in c classes, with words counts each: how often word r occurs
// falls as 1/(r + 3), and one word in twenty prefers a class.
func documents(n, d, words, c int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(11, uint64(d)))
	starts, columns, values := make([]int, 1, n+1), []int32(nil), []float64(nil)
	y := make([]int, n)
	seen := make([]int32, d)
	for i := range n {
		y[i] = rng.IntN(c)
		for found := 0; found < words; {
			r := int(3*math.Exp(rng.Float64()*math.Log(float64(d)/3+1))) - 3
			if r = min(r, d-1); r%20 == 0 && r/20%c != y[i] && rng.IntN(4) > 0 {
				continue
			}
			// Rare words stand between the frequent ones.
			j := int32(uint64(r) * 7919 % uint64(d))
			if seen[j] == int32(i+1) {
				if r%3 == 0 {
					found++ // a word twice
				}
				continue
			}
			seen[j] = int32(i + 1)
			columns, values = append(columns, j), append(values, float64(1+rng.IntN(3)))
			found++
		}
		starts = append(starts, len(columns))
	}
	x, err := storage.FromRows(d, starts, columns, values)
	if err != nil {
		panic(err)
	}
	return labeled(fmt.Sprintf("%d×%d", n, d), x, y, c)
}

func labeled(name string, x storage.Matrix, y []int, c int) *datasets.Dataset {
	text := make([]string, len(y))
	for i, k := range y {
		text[i] = fmt.Sprint(k)
	}
	d, err := datasets.NewStored(name, x, text, nil)
	if err != nil {
		panic(err)
	}
	return d
}

var (
	texts = sync.OnceValue(func() *datasets.Dataset {
		return documents(20_000, 200_000, 120, 20)
	})
	manyWords = sync.OnceValue(func() *datasets.Dataset {
		return documents(20_000, 1_355_191, 450, 2)
	})
)

// BenchmarkSparse selects from sparse texts.
func BenchmarkSparse(b *testing.B) {
	for _, c := range []struct {
		data   func() *datasets.Dataset
		label  string
		k      int
		method []string
	}{
		{texts, "20000×200000", 50, []string{"fisher", "infogain", "trace-ratio", "hsic",
			"laplacian", "relieff", "mrmr", "lgd"}},
		{manyWords, "20000×1355191", 50, []string{"fisher", "infogain", "trace-ratio"}},
	} {
		for _, name := range c.method {
			b.Run(c.label+"/"+name, func(b *testing.B) {
				run(b, c.data(), name, c.k)
			})
		}
	}
}

// run selects k features by a method of the catalogue, with its defaults.
func run(b *testing.B, d *datasets.Dataset, name string, k int) {
	e, err := catalogue.Find(name)
	if err != nil {
		b.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b.ResetTimer()
	for b.Loop() {
		if _, err := algorithms.Run(b.Context(), e.Method, d,
			algorithms.Options{K: k}); err != nil {
			b.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/(1<<20), "MiB")
	b.ReportMetric(float64(d.Matrix().NonZeros()), "values")
}
