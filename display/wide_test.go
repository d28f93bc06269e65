package display_test

import (
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/display"
)

// What a method takes on wide data stands in its table, and in that of all such methods, where
// those of one reason share a row.
func TestWideTable(t *testing.T) {
	entry := func(name string, w algorithms.Wide) catalogue.Entry {
		return catalogue.Entry{Name: name, Method: filter.Fisher{},
			Facts: algorithms.Facts{
				Costs: algorithms.Costs{
					Cost: "nd", Wide: w,
					Memory: func(s algorithms.Shape) float64 {
						return 100 * float64(s.N) * float64(s.D)
					},
				},
			}}
	}
	counts := algorithms.Wide{Why: "it counts", Instead: "take ten",
		Seconds: algorithms.Growth{Factor: 1e-6, D: 1, K: 1}}
	whole := algorithms.Wide{Why: "it drops", Instead: "filter",
		Seconds: algorithms.Growth{Factor: 1, D: 1}}
	holds := algorithms.Wide{Why: "it holds", Instead: "share"}
	entries := []catalogue.Entry{entry("a", counts), entry("b", algorithms.Wide{}),
		entry("c", whole), entry("d", counts), entry("e", holds)}
	want := [][]string{
		{"a, d", "on 100 × 20,000 all features take 6.7 minutes of one processor, the best 50 1 " +
			"s: it counts; take ten"},
		{"c", "100 × 20,000 take 5.6 hours of one processor: it drops; filter"},
		{"e", "100 × 20,000 take 200 MB of memory, beside the data: it holds; share"},
	}
	if got := display.WideTable(entries).Rows; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q, want %q", got, want)
	}
	const note = "100 × 20,000 take 5.6 hours of one processor: it drops; filter."
	if got := display.MethodTable(entries[2]).Notes; !slices.Contains(got, note) {
		t.Errorf("the table of a method has the notes %q, and not %q", got, note)
	}
	if with, without := display.MethodTable(entries[0]).Notes,
		display.MethodTable(entries[1]).Notes; len(with) != len(without)+1 {
		t.Errorf("%q and %q", with, without)
	}
}
