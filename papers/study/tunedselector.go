package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
)

// TunedSelector chooses among selectors, such as one method with several parameters, by stratified
// cross-validation on the given data (in a study the training part): the one whose K features,
// selected inside the folds, give the most correct predictions, the first of equal ones. It then
// selects from all the data.
type TunedSelector struct {
	Among      []algorithms.Selector
	Classifier Classifier // nil is 1-NN; features are standardized
	Folds      int        // 0 means 5, at most the samples
}

// Name implements algorithms.Namer.
func (TunedSelector) Name() string { return "tuned" }

func (t TunedSelector) resolve() TunedSelector {
	if t.Classifier == nil {
		t.Classifier = KNN{}
	}
	t.Folds = cmp.Or(t.Folds, 5)
	return t
}

// Key is the canonical text of the configuration, with defaults written out.
func (t TunedSelector) Key() string {
	t = t.resolve()
	text := fmt.Sprintf("tuned 2 in %d folds by %s among", t.Folds, stored(t.Classifier))
	for _, m := range t.Among {
		text += " [" + keyOf(m) + "]"
	}
	return text
}

// identity is Key with the revisions of the methods, "" when one of them has no
// identity.
func (t TunedSelector) identity() string {
	parts := []string{t.Key()}
	for _, m := range t.Among {
		text, ok := catalogue.Identity(m)
		if !ok {
			return ""
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " | ")
}

// label is the name of the only tuned method, or the number of methods.
func (t TunedSelector) label() string {
	return tunedLabel(t.Among, "", algorithms.Name)
}

// Facts returns what is known of the selector.
func (t TunedSelector) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{
			Targets: algorithms.Classes,
			Fewer: slices.ContainsFunc(t.Among, func(m algorithms.Selector) bool {
				facts, _ := algorithms.FactsOf(m)
				return facts.Fewer
			}),
		},
		Costs: algorithms.Costs{
			Memory: func(s algorithms.Shape) (most float64) {
				for _, m := range t.Among {
					most = max(most, algorithms.MemoryOf(m, s))
				}
				return most
			},
		},
	}
}

// Select implements algorithms.Selector. K is needed: another number of features may have another
// best selector. It returns an error without selectors or labels, and those of the selectors.
// Diagnostics name the chosen one and its share of correct predictions.
func (t TunedSelector) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	start := time.Now()
	t = t.resolve()
	if err := algorithms.Check(ctx, t, d, opt); err != nil {
		return nil, err
	}
	if len(t.Among) == 0 {
		return nil, errors.New("tuned: no selector to choose among; give at least one")
	}
	for i, m := range t.Among {
		if m == nil {
			return nil, fmt.Errorf("tuned: selector %d is nil; give one, such as Fisher{}", i+1)
		}
	}
	best, right, err := mostRight(d, t.Folds, len(t.Among), opt.Seed,
		func(i int, train, test *datasets.Dataset) (int, error) {
			return t.rightOf(ctx, t.Among[i], train, test, opt)
		})
	if err != nil {
		return nil, err
	}
	r, err := algorithms.Run(ctx, t.Among[best], d, opt)
	if r != nil {
		accuracy := algorithms.Number(float64(right) / float64(d.N()))
		r.Diagnostics.Extra = append(r.Diagnostics.Extra,
			algorithms.Value{Name: "tuned_choice", Value: algorithms.Number(best)},
			algorithms.Value{Name: "tuned_accuracy", Value: accuracy})
		r.Warnings = algorithms.WarnChosen(r.Warnings, d, "the tuned accuracy is too high",
			"give the selector all features")
		r.Elapsed = time.Since(start)
	}
	return r, err
}

// rightOf is the number of test samples that are predicted correctly from the features that m
// selects on train.
func (t TunedSelector) rightOf(ctx context.Context, m algorithms.Selector, train,
	test *datasets.Dataset, opt algorithms.Options) (int, error) {
	r, err := algorithms.Run(ctx, m, train, algorithms.Options{K: opt.K, Seed: opt.Seed,
		Workers: opt.Workers})
	if err != nil {
		return 0, err
	}
	trial := Trial{Train: train, Test: test, Features: r.Features[:min(opt.K, len(r.Features))]}
	if len(trial.Features) == 0 {
		return hits(mostFrequent(train, test), test.Y), nil
	}
	part, held, err := trial.columns(false)
	if err != nil {
		return 0, err
	}
	predicted, err := predict(ctx, t.Classifier, part.X, part.Y, len(part.Classes), held.X,
		opt.Seed)
	if err != nil {
		return 0, err
	}
	return hits(predicted, test.Y), nil
}
