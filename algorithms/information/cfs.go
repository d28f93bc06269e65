package information

import (
	"cmp"
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// CFS, correlation-based feature selection, searches for the set S of features with the largest
//
//	merit(S) = Σ_f SU(f, y)/√(|S| + 2 Σ_{f<g} SU(f, g)),   SU(a, b) = 2 I(a; b)/(H(a) + H(b)),
//
// over the coded columns of X (n×d) and the classes y. The search is best-first from the empty set:
// the best open set is expanded into every unseen set with one feature more, until five expansions
// in a row find no set that is better by more than 1e-5. The optimum need not be global. It chooses
// how many features: Options.K only cuts the answer. Features are in the order in which the set
// grew, Raw is the merit of each prefix, scores are 1/place. Ties go to the earlier set and the
// lower column.
//
// Select returns an error as FCBF does. The cost is that of Code, and O(rnd) for r expanded sets,
// mostly some more than the features chosen: pairs are counted when a set with the feature is
// expanded. Memory is up to 2nd bytes, and 32 MiB of pairs, or those of five features. The
// diagnostics hold r.
//
// Source: Hall 2000, without its step that adds locally predictive features. See
// docs/methods-information-subsets.md.
type CFS struct {
	// Coding is Levels, Width, Frequency or MDL; "" means Levels. The paper was not at hand, so
	// that its coding is open here.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m CFS) Facts() algorithms.Facts {
	return codedFacts(algorithms.Facts{
		About: algorithms.About{
			Name: "cfs",
			Summary: "best-first search for features with high symmetric uncertainty with the " +
				"classes and low among each other; chooses how many",
			Source: "Hall 2000", Revision: 1,
			Criterion: "merit of the features so far",
		},
		Promises: algorithms.Promises{Redundancy: true, Fewer: true},
		Costs: algorithms.Costs{
			Cost: "ndr for r expanded sets",
			Memory: func(s algorithms.Shape) float64 { // codes, and a row for each expanded set
				n, d, classes := s.Floats()
				sets := min(d, 20+15*classes) // more features join for more classes
				return 1.25*n*d + 8*(n*sets+min(d*sets, keptNumbers)) + 4*sets*sets
			},
		},
	}, m.Coding)
}

// Select returns the features of the best set that is found, in the order in which it grew. The
// diagnostics hold its size and merit, whatever K is, and the number of expanded sets.
func (m CFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		u, err := newUncertainty(ctx, d, m.Coding, m.Bins, opt.Workers)
		if err != nil {
			return nil, err
		}
		s, err := newMeritSearch(ctx, u)
		if err != nil {
			return nil, err
		}
		best, err := s.run(ctx, opt)
		f := &algorithms.Found{Features: best.features, OrderOnly: true, Raw: best.merits}
		crowded, failed := codingWarnings(ctx, u.held, d, u.d, m.Coding, opt.Workers)
		f.Warnings = append(caution.NeverChosen(d, u.Constant), crowded...)
		err = cmp.Or(err, failed)
		f.Diagnostics.Extra = []algorithms.Value{
			{Name: "features chosen", Value: algorithms.Number(len(best.features))},
			{Name: "merit", Value: algorithms.Number(best.merit())},
			{Name: "sets expanded", Value: algorithms.Number(len(s.expanded))},
		}
		f.Diagnostics.Converged = err == nil
		return f, err
	})
}
