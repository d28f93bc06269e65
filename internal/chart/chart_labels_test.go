package chart

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// Labels stand on the first free side, the ends of a series come first, and what
// has no room is counted.
func TestChartLabels(t *testing.T) {
	// One place has room for some labels, of which the first stands at the right.
	x := make(nums, 20)
	names := make([]string, 20)
	for i := range names {
		names[i] = fmt.Sprint("name", i)
	}
	c := newChart(&Chart{Series: []Series{{Points: true, X: x, Y: x, Labels: names}}}, narrow)
	grid := figure.Panels{Columns: 1, Rows: 1, Width: 6 * vg.Inch, Height: 4 * vg.Inch}
	p := c.plot(grid)
	area := grid.Area(p)
	c.place(p, area)
	if len(c.labels) < 3 || c.noRoom != 20-len(c.labels) || c.labeled != 20 {
		t.Fatalf("%d labels, %d without room", len(c.labels), c.noRoom)
	}
	for i, want := range []string{"name0", "name19", "name1"} {
		must.Is(t, c.labels[i].text, want, "label %d", i)
	}
	middle := area.Size().X / 2
	if first := c.labels[0].at; first.X <= middle ||
		math.Abs(float64(first.Y-area.Size().Y/2)) > 1e-6 {
		t.Errorf("the first label is at %v of %v", first, area.Size())
	}
	// A line through a place is avoided where another is free.
	m := newMask(vg.Point{X: 100, Y: 100})
	m.line(vg.Point{X: 50, Y: 50}, vg.Point{X: 100, Y: 50})
	if left, ok := m.find(vg.Point{X: 50, Y: 50}, 3, 20, 8); !ok || left.X <= 50 || left.Y <= 55 {
		t.Errorf("the label is at %v, want it above on the right", left)
	}
	// A point's own glyph is in the way of none of the eight sides, wherever it
	// stands among the cells.
	for i := range 100 {
		at := vg.Point{X: 50 + vg.Length(i%10)/10, Y: 50 + vg.Length(i/10)/10}
		m = newMask(vg.Point{X: 100, Y: 100})
		m.mark(square(at, 3.84), occupied)
		sides := 0
		for ; ; sides++ {
			left, ok := m.find(at, 3.84, 2, 2)
			if !ok {
				break
			}
			if left.X < 40 || left.X > 60 {
				t.Fatalf("a label is at %v, away from its point at %v", left, at)
			}
		}
		must.Is(t, sides, 8, "sides of the point at %v are free", at)
	}
	// It is better to cross a line than to be left out.
	m = newMask(vg.Point{X: 100, Y: 100})
	for y := vg.Length(0); y < 100; y += 2 {
		m.line(vg.Point{Y: y}, vg.Point{X: 100, Y: y})
	}
	if left, ok := m.find(vg.Point{X: 50, Y: 50}, 3, 20, 8); !ok || left.Y != 50 {
		t.Errorf("among lines the label is at %v, %v", left, ok)
	}
	if _, ok := m.find(vg.Point{X: 50, Y: 50}, 3, 120, 8); ok {
		t.Error("a label that is wider than the area has a place")
	}
}
