package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// ICAP adds one feature at a time, to the features S selected so far: the one with the largest
// relevance less the interactions that cost it information,
//
//	J(f) = I(f; y) − Σ_{s in S} max(0, I(f; s) − I(f; s | y))
//
// Features that tell more together than alone are not rewarded (interaction capping). With one s
// it is CMIM.
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
// Source: Jakulin, thesis, Ljubljana 2005, as written by Brown et al., JMLR 13, 2012. See
// docs/methods-information.md.
type ICAP struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m ICAP) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "icap",
			Family: algorithms.Information,
			Summary: "forward search for high mutual information with the classes, less the " +
				"redundancy that the classes do not explain",
			Source: "Jakulin 2005",
		},
		Promises: algorithms.Promises{Redundancy: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (ICAP) Criterion() string { return "I(f; y) − Σ max(0, I(f; s) − I(f; s | y))" }

// Select returns the best features in the order in which they are added.
func (m ICAP) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return capped.search().selected(ctx, m, d, opt, m.Coding, m.Bins)
}

// capped is the formula of ICAP.
var capped = formula{
	add:   func(sum float64, p pair) float64 { return sum + max(0, p.redundancy-p.given) },
	value: func(relevance, sum float64) float64 { return relevance - sum },
}
