package information_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
)

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
		d, err := datasets.FromRows("far", rows, y, []string{"x", "noise", "count"})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	const target = "199 of 200 values of the continuous target are one code: "
	const column = "1 column has 99% of the values or more in one code (noise)"
	far := make2(true)
	ranked, err := far.Ranks()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []algorithms.Selector{information.InfoGain{}, information.MRMR{},
		information.CFS{}, information.FCBF{}, information.JMI{}, information.QPFS{},
		information.InfoGain{Coding: information.Width}} {
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
	r, err := algorithms.Run(t.Context(), information.InfoGain{Coding: information.Frequency}, far,
		algorithms.Options{K: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) != 0 || r.Names[0] != "x" {
		t.Errorf("coding=frequency: %q first, %q", r.Names, r.Warnings)
	}
}
