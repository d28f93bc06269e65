package traceratio

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/methodtest"
)

// The statements of docs/trace-ratio.md about raw wdbc hold: the area columns, whose values are by
// far the largest, are in no best subset of up to 27 of the 30 features, and the best subsets are
// those of the other columns.
func TestAreasOfRawWdbc(t *testing.T) {
	d := methodtest.Load(t, "wdbc")
	var others []int
	areas := 0
	for j, name := range d.Features {
		if strings.Contains(name, "area") {
			areas++
		} else {
			others = append(others, j)
		}
	}
	without, err := d.Take(others)
	if err != nil || areas != 3 {
		t.Fatalf("%d area columns, %v", areas, err)
	}
	for k := 1; k <= d.D(); k++ {
		names := func(features []int, all []string) (out []string) {
			for _, j := range features {
				out = append(out, all[j])
			}
			return out
		}
		all := names(selected(t, TraceRatio{}, d, k).Features, d.Features)
		held := slices.ContainsFunc(all,
			func(name string) bool { return strings.Contains(name, "area") })
		if held != (k > 27) {
			t.Errorf("%d features hold an area: %v", k, held)
		}
		if k > 27 {
			continue
		}
		if few := names(selected(t, TraceRatio{}, without, k).Features,
			without.Features); !slices.Equal(all, few) {
			t.Errorf("%d features: %q, without the areas %q", k, all, few)
		}
	}
}
