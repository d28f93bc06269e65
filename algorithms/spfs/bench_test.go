package spfs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// noise has n samples in ten classes and d features, some of which depend on the class.
func noise(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = i % 10
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j%50 == 0 {
				row[j] += float64((y[i] + j) % 7)
			}
		}
	}
	ds, err := datasets.New("noise", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// products is the time of that many products X'v by gonum.
func products(x *mat.Dense, count int) time.Duration {
	n, d := x.Dims()
	v, out := mat.NewVecDense(n, nil), mat.NewVecDense(d, nil)
	for i := range n {
		v.SetVec(i, float64(i))
	}
	start := time.Now()
	for range count {
		out.MulVec(x.T(), v)
	}
	return time.Since(start)
}

// BenchmarkSFS chooses 100 features with the class graph. "products" is the time relative to that
// of 100 products X'v in the same run, the least cost of a search without bounds.
func BenchmarkSFS(b *testing.B) {
	for _, d := range []int{10000, 100000} {
		data := noise(200, d)
		b.Run(fmt.Sprintf("200×%d", d), func(b *testing.B) {
			benchmark(b, SFS{}, data, 100, 100)
		})
	}
}

// BenchmarkPath and BenchmarkConvex choose 50 features: "products" is the time
// relative to that of 50·l products X'v, one for each feature and target.
func BenchmarkPath(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := noise(100, d)
		b.Run(fmt.Sprintf("class/100×%d", d),
			func(b *testing.B) { benchmark(b, LAR{}, data, 50, 500) })
		b.Run(fmt.Sprintf("rbf/100×%d", d),
			func(b *testing.B) { benchmark(b, LAR{Similarity: graph.RBF{}}, data, 50, 5000) })
	}
}

// BenchmarkConvex is described at BenchmarkPath.
func BenchmarkConvex(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := noise(100, d)
		b.Run(fmt.Sprintf("class/100×%d", d),
			func(b *testing.B) { benchmark(b, NES{}, data, 50, 500) })
		b.Run(fmt.Sprintf("rbf/100×%d", d),
			func(b *testing.B) { benchmark(b, NES{Similarity: graph.RBF{}}, data, 50, 5000) })
	}
}

func benchmark(b *testing.B, m algorithms.Selector, d *datasets.Dataset, k, count int) {
	var unit time.Duration
	var before, after runtime.MemStats
	var used uint64
	for b.Loop() {
		b.StopTimer()
		unit += products(d.X, count)
		runtime.ReadMemStats(&before)
		b.StartTimer()
		must.Get(m.Select(context.Background(), d, algorithms.Options{K: k}))(b)
		b.StopTimer()
		runtime.ReadMemStats(&after)
		used += after.TotalAlloc - before.TotalAlloc
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(unit), "products")
	b.ReportMetric(float64(used)/float64(b.N)/float64(8*d.N()*d.D()), "copies")
}

// BenchmarkLARAgainstSFS chooses n/2 features by LAR and by forward search, in turn in one run:
// "ratio" is the time of LAR over that of SFS. In the paper a feature costs both the same number of
// products.
func BenchmarkLARAgainstSFS(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := noise(100, d)
		for _, s := range []graph.Similarity{graph.SameClass{}, graph.RBF{}} {
			b.Run(fmt.Sprintf("%s/100×%d", s.Kind(), d), func(b *testing.B) {
				methodtest.Ratio(b, "ratio", func() {
					selected(b, SFS{Similarity: s}, data, 50)
				}, func() {
					selected(b, LAR{Similarity: s}, data, 50)
				})
			})
		}
	}
}

// BenchmarkNESAgainstGradient counts, on 24 small problems, the steps of NES for three features,
// and those of Algorithm 2 at the same radius until its objective is within 1e-9 of the optimum,
// relative, or for 20,000 steps. The problems have mixtures of columns, or a near duplicate of each
// column that differs by a thousandth. The unit is the 24 problems; "steps" and "gradient" are the
// medians, "most" and "gradient-most" the maxima, "unfinished" the number of problems for which
// 20,000 steps do not suffice.
func BenchmarkNESAgainstGradient(b *testing.B) {
	const most = 20000
	for _, twice := range []bool{false, true} {
		name := map[bool]string{false: "mixtures", true: "near duplicates"}[twice]
		b.Run(name, func(b *testing.B) {
			var newton, gradient []float64
			unfinished := 0
			for b.Loop() {
				newton, gradient, unfinished = nil, nil, 0
				rng := rand.New(rand.NewPCG(2013, 9))
				for p := range 24 {
					d := problem(rng, 14+rng.IntN(10), 4+rng.IntN(20))
					if twice {
						d = nearDuplicates(rng, d)
					}
					m := NES{}
					if p%3 == 1 {
						m = NES{Similarity: graph.RBF{}, Targets: 1 + rng.IntN(4)}
					}
					r := selected(b, m, d, 3)
					newton = append(newton, float64(r.Diagnostics.Iterations))
					x, y := literalProblem(b, m, d)
					_, steps := literalNES(x, y, extra(b, r, "radius"),
						(1+1e-9)*float64(*r.Diagnostics.Objective), most)
					gradient = append(gradient, float64(steps))
					if steps == most {
						unfinished++
					}
				}
			}
			slices.Sort(newton)
			slices.Sort(gradient)
			b.ReportMetric(newton[12], "steps")
			b.ReportMetric(newton[23], "most")
			b.ReportMetric(gradient[12], "gradient")
			b.ReportMetric(gradient[23], "gradient-most")
			b.ReportMetric(float64(unfinished), "unfinished")
		})
	}
}

// nearDuplicates adds a near duplicate of each column, which differs by a thousandth of its spread.
func nearDuplicates(rng *rand.Rand, d *datasets.Dataset) *datasets.Dataset {
	x := mat.NewDense(d.N(), 2*d.D(), nil)
	column := make([]float64, d.N())
	for j := range d.D() {
		mat.Col(column, j, d.X)
		x.SetCol(2*j, column)
		spread := stat.StdDev(column, nil)
		for i := range column {
			column[i] += spread / 1000 * rng.NormFloat64()
		}
		x.SetCol(2*j+1, column)
	}
	out, err := datasets.New("problem", x, d.Y, nil)
	if err != nil {
		panic(err)
	}
	return out
}

// BenchmarkSparse chooses 50 words of sparse text. "megabytes" is all memory that a choice takes,
// one part after the other.
func BenchmarkSparse(b *testing.B) {
	for _, size := range [][2]int{{2000, 20000}, {20000, 200000}} {
		data := text(size[0], size[1])
		for _, m := range []algorithms.Selector{SFS{}, LAR{}, NES{}} {
			b.Run(fmt.Sprintf("%s/%d×%d/%d", algorithms.Name(m), size[0], size[1],
				data.Stored.NonZeros()),
				func(b *testing.B) {
					var before, after runtime.MemStats
					var used uint64
					for b.Loop() {
						runtime.ReadMemStats(&before)
						r, err := m.Select(context.Background(), data, algorithms.Options{K: 50})
						must.Do(b, err)
						runtime.ReadMemStats(&after)
						used += after.TotalAlloc - before.TotalAlloc
						_ = r
					}
					b.ReportMetric(float64(used)/float64(b.N)/1e6, "megabytes")
				})
		}
	}
}

// text has n samples of twenty classes and d words of 12 entries at the mean, few of which are in
// many samples.
func text(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(16, 5))
	y, starts := make([]int, n), make([]int, 1, d+1)
	for i := range y {
		y[i] = i % 20
	}
	var rows []int32
	var values []float64
	for j := range d {
		seen := make(map[int32]bool)
		entries := min(n/4, 3+int(float64(d)/float64(1+j)))
		for len(seen) < entries {
			i := rng.IntN(n)
			if rng.IntN(3) == 0 {
				i = i/20*20 + j%20
			}
			if i < n && !seen[int32(i)] {
				seen[int32(i)] = true
				rows, values = append(rows, int32(i)), append(values, float64(1+rng.IntN(3)))
			}
		}
		starts = append(starts, len(rows))
	}
	x, err := storage.NewSparse(n, starts, rows, values)
	if err != nil {
		panic(err)
	}
	ds, err := datasets.NewStored("text", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}
