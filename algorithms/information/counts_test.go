package information

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// pairOfCodes are n samples of a column and a partner; skewed puts most of them into one cell.
func pairOfCodes(rng *rand.Rand, n, count, other int, skewed bool) (f []uint8, y []int) {
	f, y = make([]uint8, n), make([]int, n)
	for i := range n {
		if !skewed || rng.IntN(8) == 0 {
			f[i], y[i] = uint8(rng.IntN(count)), rng.IntN(other)
		}
	}
	return f, y
}

// A table has the counts of one sample after the other, in every way of counting: by bytes in one
// table and in four, in wide tables, by planes, by entries, and in the order of few samples.
func TestCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 34))
	var ways struct{ one, four, wide, planes, entries, few int }
	for trial := range 3000 {
		n, count, other := 1+rng.IntN(300), 1+rng.IntN(12), 1+rng.IntN(12)
		switch trial % 4 {
		case 0:
			n = 1 + rng.IntN(5000)
		case 1:
			count, other = 1+rng.IntN(mostPlanes), 1+rng.IntN(6)
		case 2:
			count, other = 1+rng.IntN(256), 1+rng.IntN(300)
		}
		f, y := pairOfCodes(rng, n, count, other, rng.IntN(2) == 0)
		e := newExact(n)
		g := group(e, newLabels(n, nil, 1), f, count, false)
		p := &newVariable(e, y, other).partner
		if rng.IntN(2) == 0 { // samples are left out
			outer := make([]uint32, n)
			for i := range outer {
				outer[i] = uint32(rng.IntN(1 + n/(2+rng.IntN(4))))
			}
			p = &group(e, newLabels(n, y, other), outer, n, true).partner
		}
		width := p.width()
		want := make([]uint32, count*width)
		for i, c := range f {
			want[int(c)*width+int(p.code[i])]++
		}
		dense := codedColumn{count: count, all: f}
		lifted, sparse := dense, codedColumn{count: count, rest: uint8(rng.IntN(count))}
		if count <= mostPlanes {
			lifted.planes = make([]uint64, (count-1)*planeSize(n))
			lift(lifted.planes, f, count-1)
		}
		for i, c := range f {
			if c != sparse.rest || rng.IntN(9) == 0 {
				sparse.rows, sparse.codes = append(sparse.rows, int32(i)), append(sparse.codes, c)
			}
		}
		k := newCounter(e)
		few := p.left && 4*len(p.order) < n
		for _, c := range []*codedColumn{&dense, &lifted, &sparse, &dense} {
			switch {
			case c == &sparse:
				ways.entries++
			case p.faster(c, few, count*width):
				ways.planes++
			case few:
				ways.few++
			case p.bytes == nil || len(want) > narrowCells:
				ways.wide++
			case n < 2*len(want):
				ways.one++
			default:
				ways.four++
			}
			got := k.cells(p, c)
			if len(got) != len(want) {
				t.Fatalf("%d cells, want %d", len(got), len(want))
			}
			for cell, v := range got { // what is left out has no count
				if cell%width < p.count && v != want[cell] {
					t.Fatalf("n %d, %d×%d, left %v, cell %d: %d; want %d", n, count, p.count,
						p.left, cell, v, want[cell])
				}
			}
			if total := k.total(p, c); !p.left && total != e.sum(want) {
				t.Fatalf("n %d, %d×%d: total %d; want %d", n, count, p.count, total, e.sum(want))
			}
		}
		if e.sum(g.sizes) != e.marginal(f) || e.marginal(f) != g.groupTerms {
			t.Fatalf("sums of one column: %d, %d, %d", e.sum(g.sizes), e.marginal(f), g.groupTerms)
		}
	}
	if min(ways.one, ways.four, ways.wide, ways.planes, ways.entries, ways.few) < 100 {
		t.Errorf("ways of counting %+v, want each", ways)
	}
}

// Counts of a cell above 2¹⁶ are right.
func TestCellsOfManySamples(t *testing.T) {
	const n = 1 << 19
	f, y := make([]uint8, n), make([]int, n)
	for i := range f {
		f[i] = uint8(i & 1)
	}
	e := newExact(n)
	got := fmt.Sprint(newCounter(e).cells(&newVariable(e, y, 1).partner,
		&codedColumn{count: 2, all: f}))
	if want := fmt.Sprint([]uint32{n / 2, n / 2}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
