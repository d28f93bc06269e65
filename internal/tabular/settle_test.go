package tabular

import (
	"math"
	"slices"
	"testing"
)

// Settle drops columns by name, then rows with a NaN together with a class that loses its last
// sample; without options it changes nothing.
func TestSettle(t *testing.T) {
	nan := math.NaN()
	table := func() *Table {
		return &Table{
			Names: []string{"a", "b", "c"}, Rows: 3, Values: []float64{1, nan, 3, nan, 5, 6,
				7, 8, 9},
			Y: []int{0, 1, 2}, Classes: []string{"x", "y", "z"}, History: []string{"before"},
		}
	}
	d := table()
	if err := d.Settle(Options{Drop: []string{"b"}, Missing: "drop-rows"}); err != nil {
		t.Fatal(err)
	}
	if d.Rows != 2 || !slices.Equal(d.Names, []string{"a", "c"}) ||
		!slices.Equal(d.Values, []float64{1, 3, 7, 9}) || !slices.Equal(d.Y, []int{0, 1}) ||
		!slices.Equal(d.Classes, []string{"x", "z"}) {
		t.Errorf("%+v", d)
	}
	want := []string{"before", "left out column b",
		"left out 1 of 3 rows, which have missing values"}
	if !slices.Equal(d.History, want) {
		t.Errorf("history %q, want %q", d.History, want)
	}
	d = table()
	if err := d.Settle(Options{Missing: "median"}); err != nil || d.Values[1] != 6.5 ||
		d.Values[3] != 4 {
		t.Errorf("%v, medians %v and %v, want 6.5 and 4", err, d.Values[1], d.Values[3])
	}
	d = table()
	if err := d.Settle(Options{}); err != nil || d.Rows != 3 || d.Values[1] == d.Values[1] ||
		len(d.History) != 1 {
		t.Errorf("without options: %v, %+v", err, d)
	}
	err := table().Settle(Options{Drop: []string{"d"}})
	wantError(t, err, `no column "d"; did you mean "a"?`)
	err = table().Settle(Options{Missing: "guess"})
	wantError(t, err,
		`no policy "guess" for missing values; give drop-rows, drop-columns, median, mean, `+
			"most-frequent or a number")
}
