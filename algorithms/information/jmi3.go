package information

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// JMI3 adds one feature at a time, to the features S selected so far: the one that together with
// each pair of S tells most of the classes,
//
//	J(f) = Σ_{s<t in S} I(f, s, t; y)
//
// and as the second feature the one with the largest I(f, s; y), as JMI.
//
// I is the mutual information in bits of coded columns of X (n×d) and classes y; the first feature
// has the largest I(f; y). Raw is that, then J at the step of choice; scores are 1/place. Columns
// of one code rank last; ties go to the lower column.
//
// Select returns an error for fewer than two classes, Bins out of range, a column whose range
// overflows, and more than 256 values with Values.
//
// Step i takes a joint count of f, s, t and y for the newest t and each of the i−2 others s, for
// each remaining feature, since no smaller table has it: O(ndK²), up to 2nd bytes. Set K: all of
// 1,000 features take 1.7e8 joint counts. More than 1e14 samples to count, days, are an error.
//
// Source: Sechidis et al., Machine Learning 108, 2019, with plug-in estimates as in praznik. See
// docs/methods-information.md.
type JMI3 struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m JMI3) Facts() algorithms.Facts {
	return searchFacts(m.Coding, algorithms.Facts{
		About: algorithms.About{
			Name:   "jmi3",
			Family: algorithms.Information,
			Summary: "forward search for features that tell most of the classes together with " +
				"each pair of chosen ones",
			Source: "Sechidis et al. 2019",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
		Costs: algorithms.Costs{
			Cost: "ndk²",
			Wide: algorithms.Wide{
				Why: "each chosen feature is counted with each chosen before and all that are " +
					"left, which are dk²/2 counts of n samples",
				Instead: "choose fewer, such as k = 50, or take jmi",
				Seconds: algorithms.Growth{Factor: .35e-9, N: 1, D: 1, K: 2, Left: true},
			},
		},
	})
}

// Criterion says that Raw is J, after the relevance of the first feature.
func (JMI3) Criterion() string { return "Σ I(f, s, t; y)" }

// Select returns the best features in the order in which they are added.
func (m JMI3) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return jointSearch{criterion: newTriples, check: tooManyTriples}.selected(ctx, m, d,
		opt, m.Coding, m.Bins)
}

// mostTriples is the number of samples that JMI3 counts at most, which takes days.
const mostTriples = 1e14

// tooManyTriples returns an error if the best k features of d, or all, take longer.
func tooManyTriples(d *datasets.Dataset, k int) error {
	if k <= 0 || k > d.D() {
		k = d.D()
	}
	n, p, steps := float64(d.N()), float64(d.D()), float64(k)
	// Σ t(p − t) over the steps t up to k.
	if counts := steps * steps * (p/2 - steps/3); n*counts > mostTriples {
		return fmt.Errorf("%d of %d features take %.1g joint counts of %d samples, days; choose "+
			"fewer, such as k = 50, or take jmi", k, d.D(), counts, d.N())
	}
	return nil
}
