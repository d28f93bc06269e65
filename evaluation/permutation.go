package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
)

const defaultPermutations = 5

// PermutationOptions are the options of PermutationImportance.
type PermutationOptions struct {
	// Protocol says which model is trained, on which splits, and what measures it. Counts have no
	// effect.
	Protocol Protocol
	// K is the number of features of the ranking that the model is trained with, the best ones; 0
	// means all.
	K int
	// Permutations is the number of permutations of each feature in each split; 0 means 5.
	Permutations int
	Options      algorithms.Options // K is ignored
}

// PermutedImportance is how much worse a model predicts when a feature is permuted.
type PermutedImportance struct {
	Run          `plain:",-cached"` // Warnings are of other data, the splits and the models
	Label        string             `plain:",first"` // of the ranking
	Protocol     Protocol           // defaults written out
	Permutations int                // of each feature in each split
	// Measure is what falls: "accuracy (1-NN)", "R² (ridge regression)".
	Measure  string
	Training int    // mean number of training samples
	Groups   string // what the groups of the samples are; "" for none
	Done     int    // splits that were finished
	// Features and Names are in the order of the ranking.
	Features []int
	Names    []string
	// Falls are, of each feature, the measure as it is minus that with the feature permuted: Values
	// has one for each permutation of each split, one split after another.
	Falls []Spread
	// Baseline is the measure as it is, one value a split.
	Baseline Spread
}

// PermutationImportance measures how much a model needs each of the features that a ranking chose
// of d. In every split of the protocol the classifier, or the regressor for a continuous target, is
// trained on the training part with these features. The measure of its predictions of the test
// part, R² for a target, is taken as the features are, and with one feature after another permuted
// among the test samples, several times each:
//
//	importance of f = measure - measure with f permuted
//
// About 0 is a feature that the model does not use, or that others stand in for: of two copies
// neither is needed. The model is not trained again. The features themselves were chosen before,
// maybe with test samples.
//
// It returns an error when the ranking is not of d, K or Permutations is out of range, d has no
// target, and those of Accuracy and Regression. A canceled context returns the splits that were
// finished, marked Partial, with ctx.Err(). The cost of a split is a training and 1 +
// K·Permutations predictions.
//
// Source: Breiman 2001, section 10; Fisher, Rudin, Dominici 2019.
func PermutationImportance(ctx context.Context, d *datasets.Dataset, o PermutationOptions,
	r *algorithms.Ranking) (*PermutedImportance, error) {
	start := time.Now()
	out, err := newPermutedImportance(d, o, r)
	if err != nil {
		return nil, err
	}
	p := out.Protocol
	splitter, training, err := p.splitter(d)
	if err != nil {
		return nil, err
	}
	out.Training = training
	tick := o.Options.Meter("permutations", p.Repeats*len(out.Features))
	results, err := eachSplit(ctx, o.Options, p.Repeats, func(ctx context.Context, number int,
		_ algorithms.Options) (*permutedSplit, error) {
		s, err := splitParts(d, splitter.Split(number), p, number, false)
		if err != nil {
			return nil, err
		}
		return out.split(ctx, s, tick)
	})
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	out.gather(results)
	out.Warnings = append(out.Warnings, splits.Warnings(d, splitter.Split, p.Repeats)...)
	out.Warnings = chosenFirst(out.Warnings, chosenBy(d, r, len(out.Features)),
		"the "+out.Measure+" and its falls are too high",
		"rank the training part, and judge by the other samples (Rows)")
	out.Elapsed, out.Partial = time.Since(start), err != nil
	return out, err
}

// newPermutedImportance checks the data and the options, and makes a result without splits.
func newPermutedImportance(d *datasets.Dataset, o PermutationOptions, r *algorithms.Ranking) (
	*PermutedImportance, error) {
	if err := checkRankings(d, []*algorithms.Ranking{r}); err != nil {
		return nil, err
	}
	k := o.K
	switch {
	case k < 0 || k > len(r.Features):
		return nil, fmt.Errorf("k = %d of a ranking of %d features; give 1 to %d, or 0 for all", k,
			len(r.Features), len(r.Features))
	case o.Permutations < 0 || o.Permutations > maxRepeats:
		return nil, fmt.Errorf("%d permutations; give 1 to %d, or 0 for %d", o.Permutations,
			maxRepeats, defaultPermutations)
	case k == 0:
		k = len(r.Features)
	}
	if k == 0 {
		return nil, errors.New("the ranking has no feature; there is nothing to permute")
	}
	out := &PermutedImportance{
		Run: Run{About: about(d, r), Filled: d.Missing.Text()}, Label: r.Label,
		Permutations: cmp.Or(o.Permutations, defaultPermutations),
		Groups:       d.GroupText(), Features: r.Features[:k:k], Names: r.Names[:k:k],
		Falls: make([]Spread, k),
	}
	p := o.Protocol
	p.Counts = []int{k}
	var err error
	out.Protocol, out.Measure, err = p.forTarget(d,
		fmt.Errorf("permutation importance: %w; name the label column", datasets.ErrNoLabels))
	if err != nil {
		return nil, err
	}
	return out, nil
}

type permutedSplit struct {
	baseline float64
	falls    [][]float64 // by feature and permutation
	warnings []string
}

// split trains the model, and permutes one feature after another.
func (c *PermutedImportance) split(ctx context.Context, s *parts, tick func(int)) (*permutedSplit,
	error) {
	x, held, err := s.columns(c.Features)
	if err != nil {
		return nil, err
	}
	m, err := s.model(ctx, x)
	if err != nil {
		return nil, err
	}
	baseline, err := s.rate(ctx, m, held)
	if err != nil {
		return nil, err
	}
	out := &permutedSplit{baseline[0], make([][]float64, len(c.Features)), m.warnings}
	permuted := mat.DenseCopyOf(held)
	n, _ := held.Dims()
	column, shuffled := make([]float64, n), make([]float64, n)
	for f := range c.Features {
		mat.Col(column, f, held)
		for number := range c.Permutations {
			copy(shuffled, column)
			// All features take the same permutations, so that their importances compare.
			rng := rand.New(rand.NewPCG(s.seed, uint64(number)))
			rng.Shuffle(n, func(a, b int) {
				shuffled[a], shuffled[b] = shuffled[b], shuffled[a]
			})
			permuted.SetCol(f, shuffled)
			v, err := s.rate(ctx, m, permuted)
			if err != nil {
				return nil, err
			}
			out.falls[f] = append(out.falls[f], out.baseline-v[0])
		}
		permuted.SetCol(f, column)
		tick(1)
	}
	return out, nil
}

// gather takes in the splits that were finished.
func (c *PermutedImportance) gather(results []*permutedSplit) {
	warnings := c.Warnings
	c.Done = len(results)
	for _, r := range results {
		c.Baseline.Values = append(c.Baseline.Values, r.baseline)
		for f, falls := range r.falls {
			c.Falls[f].Values = append(c.Falls[f].Values, falls...)
		}
		warnings = append(warnings, r.warnings...)
	}
	c.Warnings = oneOfAKind(warnings)
	c.Baseline.Summarize()
	for f := range c.Falls {
		c.Falls[f].Summarize()
	}
}

// ShowOn shows the importance on a screen that has ShowPermuted: see display.Showable.
func (c *PermutedImportance) ShowOn(screen any) {
	screen.(interface{ ShowPermuted(*PermutedImportance) }).ShowPermuted(c)
}
