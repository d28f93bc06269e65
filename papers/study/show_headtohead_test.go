package study

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/must"
)

// makeDuels compares two methods on some data sets of a name, and one with the best other.
func makeDuels(sets int, name string) *HeadToHead {
	h := &HeadToHead{Title: name, Measure: name, Better: 1, Splits: 5,
		Pairs: []Pair{{A: name, B: "b" + name}, {A: "c"}}}
	for s := range sets {
		d := Duel{Pair: h.Pairs[0], Set: name + strings.Repeat("x", s), Counts: 4,
			Higher: 3, Equal: 0, Lower: 1, MeanA: .9 - .1*float64(s), MeanB: .8,
			Difference: .1 - .1*float64(s), P: .0004, PlainP: .0001, CountsP: .5}
		best := d
		best.Pair, best.Of, best.P = Pair{A: "c", B: "b" + name}, 1, .25
		h.Duels = append(h.Duels, d, best)
	}
	return h
}

func TestHeadToHeadTable(t *testing.T) {
	h := makeDuels(3, "s")
	shown := h.table()
	want := [][]string{
		{"s", "s", "bs", "3", "0", "1", "0.900", "0.800", "+0.1000", "< 0.001"},
		{"", "c", "bs", "3", "0", "1", "0.900", "0.800", "+0.1000", "0.250"},
	}
	if !reflect.DeepEqual(shown.Rows[:2], want) || len(shown.Rows) != 6 {
		t.Errorf("%q", shown.Rows)
	}
	for i := range h.Duels {
		h.Duels[i].Counts = 1
	}
	if shown := h.table(); len(shown.Columns) != 7 || len(shown.Rows[0]) != 7 ||
		strings.Contains(strings.Join(shown.Notes, " "), "count numbers") {
		t.Errorf("with one number of features: %v %q %q", shown.Columns, shown.Rows[0],
			shown.Notes)
	}
	h.Overall, h.Better, h.Partial = true, -1, true
	shown = h.table()
	notes := strings.Join(shown.Notes, " ")
	if notes != "Less is better. Stopped before the end." ||
		len(shown.Rows[0]) != 6 || len(shown.Columns) != 6 {
		t.Errorf("one value for all splits: %q, %q", notes, shown.Rows[0])
	}
}

func TestHeadToHeadCounts(t *testing.T) {
	h := makeDuels(3, "s")
	shown := h.CountsTable()
	want := [][]string{
		{"s", "bs", "3", "1", "1", "1", "0.800", "0.800", "1 higher, 1 lower"},
		{"c", "best of the others", "3", "1", "1", "1", "0.800", "0.800", "0 higher, 0 lower"},
	}
	if !reflect.DeepEqual(shown.Rows, want) {
		t.Errorf("%q", shown.Rows)
	}
	h.Splits = 1
	if shown := h.CountsTable(); len(shown.Columns) != 8 || len(shown.Rows[1]) != 8 {
		t.Errorf("of one split: %v %q", shown.Columns, shown.Rows)
	}
}

func TestHeadToHeadRecords(t *testing.T) {
	write := must.Get(display.CSV(makeDuels(1, "s")))(t)
	var got bytes.Buffer
	must.Do(t, write(&got))
	want := "dataset,a,b,counts,higher,equal,lower,mean_a,mean_b,difference,p,plain_p,counts_p\n" +
		"s,s,bs,4,3,0,1,0.9,0.8,0.1,0.0004,0.0001,0.5\n" +
		"s,c,bs,4,3,0,1,0.9,0.8,0.1,0.25,0.0001,0.5\n"
	if got.String() != want {
		t.Errorf("%s, want\n%s", &got, want)
	}
}
