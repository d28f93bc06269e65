package information

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

var sink int

// jointCounts counts the codes of columns 0 … passes-1 jointly with those of all.
func jointCounts(c *Codes, passes, workers int) time.Duration {
	start := time.Now()
	d := len(c.Count)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			table := make([]int, c.Count[0]*c.Count[0])
			for pass := range passes {
				a, k := c.Column(pass), c.Count[0]
				for j := w * d / workers; j < (w+1)*d/workers; j++ {
					clear(table)
					column := c.Column(j)[:len(a)]
					for i, code := range a {
						table[int(code)*k+int(column[i])]++
					}
				}
			}
			if w == 0 {
				sink += table[0]
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

// BenchmarkMutualInfo scores columns of normal numbers, with classes and with a continuous target.
// "sorts" is its time relative to sorting each column once, in the same run.
func BenchmarkMutualInfo(b *testing.B) {
	for _, shape := range [][2]int{{1000, 200}, {10000, 20}, {100000, 2}} {
		d := methodtest.Unrelated(shape[0], shape[1], 10)
		y := mat.Col(nil, 0, methodtest.Unrelated(shape[0], 1, 10).X)
		continuous := must.Get(d.WithTarget("", y))(b)
		for name, of := range map[string]*datasets.Dataset{"classes": d, "continuous": continuous} {
			b.Run(fmt.Sprintf("%s/%d×%d", name, shape[0], shape[1]), func(b *testing.B) {
				methodtest.Ratio(b, "sorts", func() {
					for j := range d.D() {
						slices.Sort(mat.Col(nil, j, d.X))
					}
				}, func() {
					must.Get((MutualInfo{}).Score(context.Background(), of,
						algorithms.Options{Workers: 1}))(b)
				})
			})
		}
	}
}
