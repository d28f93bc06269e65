package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// DISR adds one feature at a time, to the features S selected so far: the one with the largest sum
// of symmetrical relevances,
//
//	J(f) = Σ_{s in S} I(f, s; y) / H(f, s, y),   0/0 = 0
//
// The division keeps features of many codes from winning by their number.
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
// Source: Meyer, Bontempi, EvoWorkshops 2006. See docs/methods-information.md.
type DISR struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m DISR) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "disr",
			Family: algorithms.Information,
			Summary: "forward search for features that tell most of the classes together with " +
				"each chosen one, as a share of the joint entropy",
			Source: "Meyer, Bontempi 2006",
		},
		Costs: algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (DISR) Criterion() string { return "Σ I(f, s; y) / H(f, s, y)" }

// Select returns the best features in the order in which they are added.
func (m DISR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return sumOfShares.search().selected(ctx, m, d, opt, m.Coding, m.Bins)
}

// sumOfShares is the formula of DISR.
var sumOfShares = formula{
	add: func(sum float64, p pair) float64 { return sum + p.normalized() }}
