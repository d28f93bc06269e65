package projection

import (
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// products keeps the products x_i'x_j of the features that took part, up to as many as samples.
type products struct {
	rows *mat.Dense  // X' (d×n)
	slot map[int]int // of a feature
	with [][]float64 // of the feature of each slot with those of slots up to its own
}

func newProducts(rows *mat.Dense) *products {
	return &products{rows: rows, slot: make(map[int]int)}
}

// scaled sets dst to the products of features times their scales; there are no more of them than
// samples.
func (p *products) scaled(dst *mat.SymDense, features []int, scale []float64) {
	p.know(features)
	slots := make([]int, len(features))
	for r, j := range features {
		slots[r] = p.slot[j]
	}
	for r, i := range slots {
		for c, j := range slots[r:] {
			dst.SetSym(r, r+c, float64(scale[r]*scale[r+c])*p.with[max(i, j)][min(i, j)])
		}
	}
}

// know computes the products of features that are missing.
func (p *products) know(features []int) {
	missing := p.missing(features)
	_, n := p.rows.Dims()
	if len(p.with)+len(missing) > n {
		clear(p.slot)
		p.with, missing = nil, features
	}
	if len(missing) == 0 {
		return
	}
	known := make([]int, len(p.with))
	for j, s := range p.slot {
		known[s] = j
	}
	fresh := rowsOf(p.rows, missing)
	own := dense.Gram(fresh, nil)
	var cross *mat.Dense
	if len(known) > 0 {
		cross = dense.Cross(fresh, rowsOf(p.rows, known))
	}
	for r, j := range missing {
		p.slot[j] = len(p.with)
		row := make([]float64, 0, len(p.with)+1)
		if cross != nil {
			row = append(row, cross.RawRowView(r)...)
		}
		for c := range r + 1 {
			row = append(row, own.Data[c*own.Stride+r])
		}
		p.with = append(p.with, row)
	}
}

func (p *products) missing(features []int) []int {
	var out []int
	for _, j := range features {
		if _, known := p.slot[j]; !known {
			out = append(out, j)
		}
	}
	return out
}
