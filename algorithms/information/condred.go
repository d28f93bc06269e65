package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// CondRed adds one feature at a time, to the features S selected so far: the one with the largest
// relevance and conditional redundancy,
//
//	J(f) = I(f; y) + Σ_{s in S} I(f; s | y)
//
// which is LCSI with β = 0, γ = 1. Nothing weighs against features that repeat chosen ones, so it
// shows the part of the second sum rather than a set to keep.
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
// Source: Brown, Pocock, Zhao, Luján, JMLR 13, 2012. See docs/methods-information.md.
type CondRed struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m CondRed) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "condred",
			Family: algorithms.Information,
			Summary: "forward search for high mutual information with the classes, and with the " +
				"chosen features within the classes",
			Source: "Brown, Pocock, Zhao, Luján 2012",
		},
		Costs: algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (CondRed) Criterion() string { return "I(f; y) + Σ I(f; s | y)" }

// Select returns the best features in the order in which they are added.
func (m CondRed) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return linearSearch(0, 1).selected(ctx, m, d, opt, m.Coding, m.Bins)
}
