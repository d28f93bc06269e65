package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// JIM adds one feature at a time, to the features S selected so far: the one that together with
// each of S takes most of the Gini impurity of the classes,
//
//	J(f) = Σ_{s in S} G(f, s; y),   G(x; y) = Σ p_xy²/p_x − Σ p_y²
//
// It is JMI with impurity in place of entropy; G has no unit.
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
// Source: the package praznik, which takes the largest G(f; y) first. See docs/methods-
// information.md.
type JIM struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m JIM) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "jim",
			Family: algorithms.Information,
			Summary: "forward search for features that take most Gini impurity of the classes " +
				"together with each chosen one",
			Source: "Kursa 2021",
		},
		Promises: algorithms.Promises{Redundancy: true},
		Costs:    algorithms.Costs{Cost: "ndk"},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (JIM) Criterion() string { return "Σ G(f, s; y)" }

// Select returns the best features in the order in which they are added.
func (m JIM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return sumOfGains.search().selected(ctx, m, d, opt, m.Coding, m.Bins)
}

// sumOfGains is the formula of JIM.
var sumOfGains = formula{need: needGain,
	add: func(sum float64, p pair) float64 { return sum + p.gain }}
