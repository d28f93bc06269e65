package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// LCSI adds one feature at a time, to the features S selected so far: the one with the largest
// linear combination of Shannon informations,
//
//	J(f) = I(f; y) − β Σ_{s in S} I(f; s) + γ Σ_{s in S} I(f; s | y)
//
// β = γ = 0, the default, is the order of I(f; y); γ = 0 is MIFS, β = γ = 1 CIFE.
//
// I is the mutual information in bits of coded columns of X (n×d) and classes y; the first feature
// has the largest I(f; y). Raw is that, then J at the step of choice; scores are 1/place. Columns
// of one code rank last; ties go to the lower column.
//
// Select returns an error for fewer than two classes, Beta, Gamma or Bins out of range, a column
// whose range overflows, and more than 256 values with Values.
//
// The cost is that of Code and, at each of K steps, one joint count of f, s and y for each other
// feature: O(ndK), and up to 2nd bytes; of sparse values, in their entries.
//
// Source: Brown, Pocock, Zhao, Luján, JMLR 13, 2012. See docs/methods-information.md.
type LCSI struct {
	// Beta is the weight β of redundancy.
	Beta float64 `range:"[0,1e+100]"`
	// Gamma is the weight γ of redundancy within the classes.
	Gamma float64 `range:"[0,1e+100]"`
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m LCSI) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "lcsi",
			Family: algorithms.Information,
			Summary: "forward search for relevance, less β times redundancy, plus γ times " +
				"redundancy within the classes",
			Source: "Brown, Pocock, Zhao, Luján 2012",
			Params: map[string]string{
				"beta":  "weight β of the redundancy with each chosen feature",
				"gamma": "weight γ of the redundancy within the classes",
			},
		},
		Costs: algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (LCSI) Criterion() string { return "I(f; y) − β Σ I(f; s) + γ Σ I(f; s | y)" }

// Select returns the best features in the order in which they are added.
func (m LCSI) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return linearSearch(m.Beta, m.Gamma).selected(ctx, m, d, opt, m.Coding, m.Bins)
}
