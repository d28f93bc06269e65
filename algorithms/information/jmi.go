package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// JMI adds one feature at a time, to the features S selected so far: the one that together with
// each of S tells most of the classes,
//
//	J(f) = Σ_{s in S} I(f, s; y) = Σ_{s in S} (I(s; y) + I(f; y | s))
//
// Its order is that of I(f; y) − 1/|S| Σ I(f; s) + 1/|S| Σ I(f; s | y).
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
// Source: Yang, Moody, NIPS 1999, as written by Brown et al., JMLR 13, 2012. See docs/methods-
// information.md.
type JMI struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m JMI) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "jmi",
			Family: algorithms.Information,
			Summary: "forward search for features that tell most of the classes together with " +
				"each chosen one",
			Source: "Yang, Moody 1999",
		},
		Promises: algorithms.Promises{Redundancy: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (JMI) Criterion() string { return "Σ I(f, s; y)" }

// Select returns the best features in the order in which they are added.
func (m JMI) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return sumOfJoint.search().selected(ctx, m, d, opt, m.Coding, m.Bins)
}

// sumOfJoint is the formula of JMI.
var sumOfJoint = formula{need: needMixed,
	add: func(sum float64, p pair) float64 { return sum + p.joint }}
