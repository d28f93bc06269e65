package information

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// The columns that are named are those of which 99% of the codes are equal, counted here, and no
// number is in more than half of the rows, however the values are stored.
func TestOutliersAsCounted(t *testing.T) {
	g := rand.New(rand.NewPCG(5, 6))
	const n, d = 300, 120
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	columns := make([][]float64, d)
	for i := range n {
		y[i] = i % 2
		for j := range d {
			v := g.NormFloat64()
			switch {
			case j%4 == 1 && i < j%7: // up to six outliers
				v *= 1e5
			case j%4 == 2:
				v = float64(max(0, i-n+j%9)) // counts
			case j%4 == 3 && i < n/2-2+j%5:
				v = 0
			case j%4 == 3 && i == n-1:
				v = 1e6
			}
			x.Set(i, j, v)
		}
	}
	for j := range d {
		columns[j] = mat.Col(nil, j, x)
	}
	dense := methodtest.Classes(t, y, columns...)
	sets := map[string]*datasets.Dataset{"dense": dense,
		"sparse": methodtest.Stored(t, dense, storage.Compress(x)),
		"disk":   methodtest.Stored(t, dense, methodtest.Mapped(t, x, storage.Float64, false))}
	for _, coding := range []Coding{Levels, Width} {
		codes := must.Get(Code(t.Context(), dense, coding, 10, 1))(t)
		want := 0
		for j := range d {
			most, equal := make(map[uint8]int), make(map[float64]int)
			for i, c := range codes.Column(j) {
				most[c]++
				equal[x.At(i, j)]++
			}
			largest := slices.Max(slices.Collect(maps.Values(most)))
			if largest < n && largest >= 297 &&
				slices.Max(slices.Collect(maps.Values(equal))) <= n/2 {
				want++
			}
		}
		if want < 5 || want > 60 {
			t.Fatalf("%d columns have outliers", want)
		}
		begin := fmt.Sprintf("%d columns have 99%% of the values or more in one code (", want)
		for what, set := range sets {
			for _, m := range []algorithms.Selector{InfoGain{Coding: coding},
				MRMR{Coding: coding}, JMI{Coding: coding}} {
				r := must.Get(algorithms.Run(t.Context(), m, set, algorithms.Options{K: 2}))(t)
				if !slices.ContainsFunc(r.Warnings, func(w string) bool {
					return strings.HasPrefix(w, begin)
				}) {
					t.Errorf("%s, %s: %q, want %q", algorithms.Label(m), what, r.Warnings, begin)
				}
			}
		}
	}
}

// One value far away makes nearly all others one code, which is said of the target and of columns;
// not of counts of zeros, nor with coding=frequency, nor of ranks.
func TestOutliersAreNamed(t *testing.T) {
	g := rand.New(rand.NewPCG(3, 4))
	const n = 200
	make2 := func(far bool) *datasets.Dataset {
		rows, y := make([][]float64, n), make([]float64, n)
		for i := range rows {
			x := g.NormFloat64()
			y[i] = x + g.NormFloat64()/10
			rows[i] = []float64{x, g.NormFloat64(), float64(max(0, i-197))}
		}
		if far {
			y[7], rows[9][1] = 1e6, -1e6
		}
		d := must.Get(datasets.FromRows("far", rows, y, []string{"x", "noise", "count"}))(t)
		return d
	}
	const target = "199 of 200 values of the continuous target are one code: "
	const column = "1 column has 99% of the values or more in one code (noise)"
	far := make2(true)
	ranked := must.Get(far.Ranks())(t)
	for _, m := range []algorithms.Selector{InfoGain{}, MRMR{},
		CFS{}, FCBF{}, JMI{}, QPFS{},
		InfoGain{Coding: Width}} {
		for what, c := range map[string]struct {
			d              *datasets.Dataset
			target, column bool
		}{"far": {far, true, true}, "near": {make2(false), false, false},
			"ranks": {ranked, false, true}} {
			r, err := algorithms.Run(t.Context(), m, c.d, algorithms.Options{K: 1})
			if err != nil {
				t.Fatalf("%s: %v", algorithms.Label(m), err)
			}
			said := func(begin string) bool {
				return slices.ContainsFunc(r.Warnings, func(w string) bool {
					return strings.HasPrefix(w, begin)
				})
			}
			if said(target) != c.target || said(column) != c.column {
				t.Errorf("%s, %s: %q", algorithms.Label(m), what, r.Warnings)
			}
		}
	}
	r := must.Get(algorithms.Run(t.Context(), InfoGain{Coding: Frequency}, far,
		algorithms.Options{K: 1}))(t)
	if len(r.Warnings) != 0 || r.Names[0] != "x" {
		t.Errorf("coding=frequency: %q first, %q", r.Names, r.Warnings)
	}
}
