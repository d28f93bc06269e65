package information

import (
	"context"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// InfoGain is the information gain of a feature: by how many bits its code reduces the entropy of
// the classes,
//
//	score_j = H(y) - H(y|f_j) = I(f_j; y),   H(y) = -sum_c p_c log₂ p_c
//
// over the coded columns of X (n×d). It is 0 for a feature whose code is independent of the
// classes and H(y) for one that determines them. It is the relevance of MRMR with the same coding.
// A continuous target is coded as the features are. Scores are rounded to multiples of 2^-40 bits,
// so that features with equal tables of counts tie. Constant columns score 0 and rank last.
//
// Score returns an error when there are fewer than two classes, when Bins is out of range, when the
// range of a column overflows, and when Values meets more than 256 distinct values. The cost is
// that of Code and one joint count of the samples for each feature, O(nd) time, and nd bytes of
// memory.
//
// Source: Raileanu, Stoffel 2000; "IG" of GRM 2015, section 4.5. See docs/methods.md.
type InfoGain struct {
	// Coding is Levels, Width, Frequency, MDL or Values; "" means Levels. The paper does not
	// name its coding.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// gainStep is the unit that scores are rounded to.
const gainStep = 1. / (1 << 40)

// Facts returns what is known of the method.
func (m InfoGain) Facts() algorithms.Facts {
	return codedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "infogain",
			Summary: "reduction of the entropy of the classes by the coded feature, in bits",
			Source:  "Raileanu, Stoffel 2000", Revision: 2,
		},
		Costs: algorithms.Costs{Cost: "nd to nd log n"},
	}, m.Coding)
}

// Score returns the gain of every feature in bits. The diagnostics hold the entropy of the classes,
// or of the coded target.
func (m InfoGain) Score(ctx context.Context, given *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, given, opt); err != nil {
		return nil, err
	}
	m = algorithms.WithDefaults(m)
	d, err := codedTarget(ctx, given, m.Coding, m.Bins)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	values := make(algorithms.Numbers, d.D())
	f, err := newFeatures(ctx, d, m.Coding, m.Bins, opt.Workers, true, onDiskLimits)
	if err == nil {
		err = f.against(ctx, f.target(), nil, func(j int, bits float64) {
			values[j] = gainOf(bits)
		})
	}
	var constant []int
	if err == nil {
		constant, err = f.constant()
	}
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := scored(given, d, values, constant)
	crowded, err := codingWarnings(ctx, f, given, d, m.Coding, opt.Workers)
	s.Warnings = append(s.Warnings, crowded...)
	return s, err
}

// scored are the gains of features as scores; d has the target of given coded.
func scored(given, d *datasets.Dataset, values algorithms.Numbers,
	constant []int) *algorithms.Scores {
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: values, Constant: constant,
		Warnings: caution.Constant(d, constant),
	}
	h, _ := entropy(d.ClassCounts(), d.N())
	name := "entropy of the classes"
	if given.Continuous() {
		name = "entropy of the coded target"
	}
	s.Diagnostics = algorithms.Diagnostics{
		Converged: true, Extra: []algorithms.Value{
			{Name: name, Value: algorithms.Number(h)}},
	}
	return s
}

// gainOf is the score of a feature.
func gainOf(bits float64) float64 { return math.Round(bits/gainStep) * gainStep }

// Select ranks the features by their scores.
func (m InfoGain) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
