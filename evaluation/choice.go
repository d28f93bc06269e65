package evaluation

import (
	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/redundancy"
)

// ChoiceWarnings describes problems of the features of r, a ranking of d, whatever method chose
// them: redundancy (mean squared correlation of all pairs above .8), and features that vary in
// almost no sample (in at most 1%, or in one of 20 or more). Constant columns are ignored by the
// latter; methods report them.
//
// It examines the best 50 features. It omits warnings that r already has, and returns none for
// rankings of all features, Partial rankings, and where r does not fit d or values are not finite.
// The cost is O(nk² + kn log n) for k features of n samples, k <= 50.
func ChoiceWarnings(d *datasets.Dataset, r *algorithms.Ranking) []string {
	if r == nil || r.Partial || d.Check() != nil {
		return nil
	}
	return redundancy.ChoiceWarnings(d, r.Features, r.Warnings)
}
