package lap

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func TestTry(t *testing.T) {
	sets := map[string]*datasets.Dataset{
		"rnd600": random(1, 600, 40), "rnd200": random(2, 200, 30), "w15x40": random(41, 15, 40), "w20x90": random(93, 20, 90), "w30x170": random(171, 30, 170), "w25x180": random(184, 25, 180), "w80x2000": cells(80, 2000),
	}
	for _, name := range []string{"rnd600", "rnd200", "w15x40", "w20x90", "w30x170", "w25x180", "w80x2000"} {
		d := sets[name]
		for _, m := range []int{1, 4} {
			for _, gamma := range []float64{1, 100} {
				edges, err := nearest(context.Background(), d, 5, Or, true, algorithms.Options{})
				if err != nil {
					t.Fatal(err)
				}
				p := &problem{x: mat.DenseCopyOf(centred(d)), pairs: edges, m: m, gamma: gamma, epsilon: 1e-10, tolerance: 1e-8}
				t0 := time.Now()
				o, err := p.plain(context.Background(), 1e-7, 1000)
				if err != nil {
					t.Fatal(err)
				}
				told := time.Since(t0)
				t0 = time.Now()
				r, err := p.best(context.Background(), 0, algorithms.Options{})
				if err != nil {
					t.Fatal(err)
				}
				tnew := time.Since(t0)
				var moved float64
				for l, v := range r.norms {
					moved = max(moved, math.Abs(v-o.norms[l]))
				}
				fmt.Printf("%s m%d γ%g: old %d steps %.3fs | new %d steps %d products res %.1e gap %.1e least %.1e null %v time ratio %.2f obj-old %.1e moved %.1e\n",
					name, m, gamma, o.steps, told.Seconds(), r.steps, r.products, r.gradient, r.gap, r.least, r.null, tnew.Seconds()/told.Seconds(), r.value/o.value-1, moved)
			}
		}
	}
}
