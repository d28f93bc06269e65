package tabular

import (
	"slices"
	"testing"
)

// Labels of one float64 are in the order of their values.
func TestLongLabelsAreSorted(t *testing.T) {
	want := []string{"-20231105123456781", "-20231105123456780.5", "-3", "0.1",
		"0.10000000000000000001", "20231105123456780", "20231105123456780.5"}
	got := slices.Clone(want)
	slices.Reverse(got)
	if sortClasses(got); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
