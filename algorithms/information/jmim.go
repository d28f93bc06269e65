package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// JMIM adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes with the chosen feature that helps it least,
//
//	J(f) = min_{s in S} I(f, s; y)
//
// For each s it adds I(s; y) to the conditional information that CMIM compares.
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
// Source: Bennasar, Hicks, Setchi, Expert Systems with Applications 42, 2015. See docs/methods-
// information.md.
type JMIM struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m JMIM) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "jmim",
			Family: algorithms.Information,
			Summary: "forward search for features that tell much of the classes with each " +
				"chosen one",
			Source: "Bennasar, Hicks, Setchi 2015",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (JMIM) Criterion() string { return "min I(f, s; y)" }

// Select returns the best features in the order in which they are added.
func (m JMIM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return leastJoint.search().selected(ctx, m, d, opt, m.Coding, m.Bins)
}

// leastJoint is the formula of JMIM.
var leastJoint = formula{need: needMixed, start: none,
	add: func(least float64, p pair) float64 { return min(least, p.joint) }}
