package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// MIFS adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes less what it shares with each of S,
//
//	J(f) = I(f; y) − β Σ_{s in S} I(f; s)
//
// I is the mutual information in bits of coded columns of X (n×d) and classes y; the first feature
// has the largest I(f; y). Raw is that, then J at the step of choice; scores are 1/place. Columns
// of one code rank last; ties go to the lower column.
//
// Select returns an error for fewer than two classes, Beta or Bins out of range, a column whose
// range overflows, and more than 256 values with Values.
//
// The cost is that of Code and, at each of K steps, one joint count of f and s for each other
// feature: O(ndK), and up to 2nd bytes; of sparse values, in their entries.
//
// Source: Battiti, IEEE Transactions on Neural Networks 5, 1994. See docs/methods-information.md.
type MIFS struct {
	// Beta is the weight β of redundancy, a number above 0; 0 means 1. Battiti suggests 0.5 to 1.
	Beta float64 `default:"1" range:"[1e-100,1e+100]"`
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m MIFS) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "mifs",
			Family: algorithms.Information,
			Summary: "forward search for high mutual information with the classes, less a " +
				"weight times that with each chosen feature",
			Source: "Battiti 1994",
			Params: map[string]string{
				"beta": "weight β of the redundancy with each chosen feature; 0 means 1",
			},
		},
		Promises: algorithms.Promises{Redundancy: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (MIFS) Criterion() string { return "I(f; y) − β Σ I(f; s)" }

// Select returns the best features in the order in which they are added.
func (m MIFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return linearSearch(m.Beta, 0).selected(ctx, m, d, opt, m.Coding, m.Bins)
}
