package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// CMIM adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes whichever chosen feature is known,
//
//	J(f) = min(I(f; y), min_{s in S} I(f; y | s))
//
// as in Fleuret's algorithm. A copy of a chosen feature has J = 0.
//
// I is the mutual information in bits of coded columns of X (n×d) and classes y; the first feature
// has the largest I(f; y). Raw is that, then J at the step of choice; scores are 1/place. Columns
// of one code rank last; ties go to the lower column.
//
// Select returns an error for fewer than two classes, Bins out of range, a column whose range
// overflows, and more than 256 values with Values.
//
// The cost is that of Code and, at each of K steps, one joint count of f, s and y for each other
// feature: O(ndK), and up to 2nd bytes; of sparse values, in their entries.
//
// Source: Fleuret, JMLR 5, 2004. See docs/methods-information.md.
type CMIM struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m CMIM) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "cmim",
			Family: algorithms.Information,
			Summary: "forward search for features that tell of the classes whichever chosen " +
				"feature is known",
			Source: "Fleuret 2004",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (CMIM) Criterion() string { return "min(I(f; y), min I(f; y | s))" }

// Select returns the best features in the order in which they are added.
func (m CMIM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return leastConditional.search().selected(ctx, m, d, opt, m.Coding, m.Bins)
}

// leastConditional is the formula of CMIM.
var leastConditional = formula{need: needMixed,
	start: func(relevance float64) float64 { return relevance },
	add:   func(least float64, p pair) float64 { return min(least, p.conditional) }}
