package lap

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// fewCases are data sets of 60 to 100 samples and 13 to 40 columns.
func fewCases(t testing.TB) map[string]*datasets.Dataset {
	out := map[string]*datasets.Dataset{"random": random(1, 80, 25), "wide": random(2, 24, 40)}
	for _, name := range []string{"wdbc", "wine", "digits"} {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var rows, columns []int
		for i := 0; i < d.N() && len(rows) < 80; i += d.N() / 80 {
			rows = append(rows, i)
		}
		if d, err = d.Rows(rows); err != nil {
			t.Fatal(err)
		}
		for j := range d.D() {
			if v := columnOf(d, j); slices.Max(v) > slices.Min(v) && len(columns) < 40 {
				columns = append(columns, j)
			}
		}
		if d, err = d.Take(columns); err != nil {
			t.Fatal(err)
		}
		if d, err = d.Standardise(); err != nil {
			t.Fatal(err)
		}
		out[name] = d
	}
	return out
}

func columnOf(d *datasets.Dataset, j int) []float64 {
	v := make([]float64, d.N())
	for i := range v {
		v[i] = d.X.At(i, j)
	}
	return v
}

func TestOracle(t *testing.T) {
	sets := fewCases(t)
	worse, better, same := 0, 0, 0
	for _, name := range []string{"random", "wide", "wdbc", "wine", "digits"} {
		for _, supervised := range []bool{true, false} {
			for _, dim := range []int{1, 2, 5} {
				for _, gamma := range []float64{.1, 1, 10, 100} {
					var m algorithms.Selector = SLAP{Dimensions: dim, Gamma: gamma}
					if !supervised {
						m = ULAP{Dimensions: dim, Gamma: gamma}
					}
					p := problemOf(t, sets[name], m)
					old, err := p.plain(t.Context(), 1e-7, 1000)
					if err != nil {
						t.Fatal(err)
					}
					end, err := p.plain(t.Context(), 1e-13, 4000)
					if err != nil {
						t.Fatal(err)
					}
					o, err := p.best(t.Context(), 0, algorithms.Options{})
					if err != nil {
						t.Fatal(err)
					}
					var far float64
					for l, v := range o.norms {
						far = max(far, math.Abs(v-end.norms[l]))
					}
					rel := o.value/end.value - 1
					switch {
					case rel > 1e-8:
						worse++
					case rel < -1e-8:
						better++
					default:
						same++
					}
					fmt.Printf("%s %s: old %d end %d new %d/%d grad %.1e least %.1e conv %v old-end %.1e new-end %.1e rows %.1e\n", name, algorithms.Label(m), old.steps, end.steps, o.steps, o.products, o.gradient, o.least, o.converged, old.value/end.value-1, rel, far)
				}
			}
		}
	}
	fmt.Println(worse, better, same)
}
