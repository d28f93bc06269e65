package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// CMI adds one feature at a time, to the features S selected so far: the one that tells most of the
// classes when all of S are known,
//
//	J(f) = I(f; y | S)
//
// with one level for each combination of codes of S that occurs. Combinations soon have one sample
// each; then J is 0 for all, and the other features follow in the order of the columns.
//
// I is the mutual information in bits of coded columns of X (n×d) and classes y; the first feature
// has the largest I(f; y). Raw is that, then J at the step of choice; scores are 1/place. Columns
// of one code rank last; ties go to the lower column.
//
// Select returns an error for fewer than two classes, Bins out of range, a column whose range
// overflows, and more than 256 values with Values.
//
// The cost is that of Code and, at each of K steps, one joint count of f, S and y for each other
// feature, of the samples whose level of S does not tell their class: O(ndK), and up to 2nd bytes.
//
// Source: Brown et al., JMLR 13, 2012; the package praznik. See docs/methods-information.md.
type CMI struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m CMI) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "cmi",
			Family: algorithms.Information,
			Summary: "forward search for features that tell most of the classes when all chosen " +
				"ones are known",
			Source: "Brown, Pocock, Zhao, Luján 2012",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (CMI) Criterion() string { return "I(f; y | S)" }

// Select returns the best features in the order in which they are added.
func (m CMI) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return jointSearch{criterion: newJointly}.selected(ctx, m, d, opt, m.Coding, m.Bins)
}
