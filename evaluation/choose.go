package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/terms"
)

// chooseRevision rises whenever Choose changes its answers.
const chooseRevision = 2

// CountRule says how many of the best features Choose takes.
type CountRule = terms.CountRule

// The rules of Choose.
const (
	OneError   = terms.OneError
	BestMean   = terms.BestMean
	Percentile = terms.Percentile
	Threshold  = terms.Threshold
	Elbow      = terms.Elbow
)

// Choose is the selector that takes the best features of another, as many as a rule says:
//
//	one-error   the smallest k with mean_k ≥ mean_b - s_b / √Folds
//	best        b, the k of the largest mean_k; the smaller one of several
//	percentile  ⌈(d - 1) Percent / 100⌉ features, all for 100
//	threshold   the features of a score of at least Least
//	elbow       the k-th score is farthest below the chord from the first to the last one, both
//	            axes scaled to [0, 1]; the smaller one of several
//
// mean_k and s_k are mean and standard deviation (n-1) over the Folds of the accuracy, or R², with
// the k best features of the training part, chosen there. So Accuracy of a Choose is nested:
// number and features are chosen again in each training part. The last three rules need scores
// that compare: they refuse forward searches and subsets.
//
// Options.K only cuts the answer; the number and its reason are in Diagnostics. Select returns an
// error without Selector, for rules that do not fit, and those of Accuracy and Regression. The cost
// is that of Folds + 1 times the selector, or one for the last three.
type Choose struct {
	// Selector orders the features.
	Selector algorithms.Selector
	// Rule is "one-error", the default, "best", "percentile", "threshold" or "elbow".
	Rule CountRule
	// Percent is the share of "percentile", above 0 and at most 100; 0 means 10.
	Percent float64
	// Least is the score of "threshold".
	Least float64
	// Folds is the number of folds, 2 or more; 0 means 5.
	Folds int
	// Protocol says which numbers are tried, and what predicts. Its Train and Repeats have no
	// effect: the folds take their place.
	Protocol Protocol
}

// Name returns "choose".
func (Choose) Name() string { return "choose" }

// Label is that of the selector, with the rule and its number: "mrmr, one-error".
func (c Choose) Label() string {
	c = c.Resolve().(Choose)
	label := "choose"
	if c.Selector != nil {
		label = algorithms.Label(c.Selector)
	}
	label += ", " + string(c.Rule)
	switch c.Rule {
	case terms.Percentile:
		label += fmt.Sprintf(" %g", c.Percent)
	case terms.Threshold:
		label += fmt.Sprintf(" %g", c.Least)
	}
	return label
}

// Facts are those of the selector, but that the method chooses how many.
func (c Choose) Facts() algorithms.Facts {
	f := factsAround(c.Selector, "the best features of another method, as many as a rule says",
		chooseRevision)
	f.Nested, f.Fewer, f.Chooses = true, true, false
	if !c.byScores() && f.Targets == algorithms.NoTarget {
		f.Targets = algorithms.Classes | algorithms.Continuous // what is predicted
	}
	return f
}

// factsAround are the facts of a method that orders features by another one.
func factsAround(m algorithms.Selector, summary string, revision int) algorithms.Facts {
	inner, _ := algorithms.FactsOf(m)
	f := algorithms.Facts{
		About: algorithms.About{Family: inner.Family, Summary: summary},
		Promises: algorithms.Promises{
			Nested: inner.Nested, Fewer: inner.Fewer, Chooses: inner.Chooses,
			Redundancy: inner.Redundancy, Targets: inner.Targets, Instead: inner.Instead,
			Seeded: inner.Seeded,
		},
		Costs: algorithms.Costs{Cost: inner.Cost, Storage: inner.Storage},
	}
	if inner.Revision > 0 {
		f.Revision = revision + 1000*inner.Revision
	}
	return f
}

// byScores reports whether the rule reads the scores.
func (c Choose) byScores() bool {
	return c.Rule == terms.Percentile || c.Rule == terms.Threshold || c.Rule == terms.Elbow
}

// Resolve writes out the defaults.
func (c Choose) Resolve() algorithms.Selector {
	c.Rule, c.Folds = cmp.Or(c.Rule, terms.OneError), cmp.Or(c.Folds, 5)
	if c.Rule == terms.Percentile {
		c.Percent = cmp.Or(c.Percent, 10)
	}
	return c
}

// Choice is how many features a Choose takes, and why.
type Choice struct {
	// Run has no data set: it is that of the ranking. An interrupted choice has no ranking.
	Run     `plain:",-dataset,-n,-d"`
	Ranking *algorithms.Ranking
	K       int
	Rule    CountRule
	// Why says in a sentence how K follows from the rule.
	Why string
	// Measure is what Points are: "accuracy (1-NN)", "R² (ridge regression)"; "" for rules that
	// read the scores.
	Measure string
	Counts  []int    // the numbers that were tried
	Points  []Spread // over the folds, one for each of Counts
	Best    int      // the place in Counts of the best mean
	Least   float64  // what the mean of K has at least
	// Scores are those of all features, best first, for rules that read them.
	Scores algorithms.Numbers
}

// Select returns the features of Count.
func (c Choose) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, c, d, opt, func() (*algorithms.Found, error) {
		choice, err := c.Count(ctx, d, opt)
		if choice == nil || choice.Ranking == nil {
			return nil, err
		}
		r := choice.Ranking
		f := &algorithms.Found{
			Features: r.Features, Scores: r.Scores, Raw: r.Raw, OrderOnly: r.OrderOnly,
			Diagnostics: r.Diagnostics, Warnings: append(choice.Warnings, r.Warnings...),
		}
		return f, err
	})
}

// Count chooses the number of features, and ranks them. If ctx is canceled, it returns a Choice
// without ranking, marked Partial, with ctx.Err().
func (c Choose) Count(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Choice, error) {
	start := time.Now()
	c = c.Resolve().(Choose)
	if err := c.check(ctx, d, opt); err != nil {
		return nil, err
	}
	var choice *Choice
	var err error
	if c.byScores() {
		choice, err = c.readScores(ctx, d, opt)
	} else {
		choice, err = c.byFolds(ctx, d, opt)
	}
	if choice != nil {
		if !c.byScores() {
			choice.Warnings = chosenFirst(choice.Warnings, d.Chosen, "these means are too high",
				honestly("HowMany(d, fsnb.Choose{Selector: method})", ""))
		}
		choice.Rule, choice.DataWarnings, choice.Elapsed = c.Rule, d.Warnings, time.Since(start)
	}
	return choice, err
}

func (c Choose) check(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) error {
	if c.Selector == nil {
		return errors.New("no method to choose from; give one, such as Selector: Fisher{}")
	}
	if _, ok := c.Selector.(Choose); ok {
		return errors.New("the method chooses how many features already; give the one inside")
	}
	opt.K = 0
	if err := d.Check(); err != nil {
		return err
	}
	facts, known := algorithms.FactsOf(c.Selector)
	switch {
	case c.Rule != terms.Percentile && c.Percent != 0:
		return fmt.Errorf("percent has no effect on rule %s; leave it out", c.Rule)
	case c.Rule != terms.Threshold && c.Least != 0:
		return fmt.Errorf("least has no effect on rule %s; leave it out", c.Rule)
	case c.Rule == terms.Percentile && !(c.Percent > 0 && c.Percent <= 100):
		return fmt.Errorf("percent = %g; give a number above 0, at most 100", c.Percent)
	case c.byScores() && known && !facts.Nested:
		return fmt.Errorf("%s chooses subsets, which have no scores to read; give rule one-error "+
			"or best", algorithms.Name(c.Selector))
	case c.Folds < 2:
		return fmt.Errorf("%d folds; give 2 or more", c.Folds)
	}
	return ctx.Err()
}

// ShowOn shows the choice on a screen that has ShowChoice: see display.Showable.
func (c *Choice) ShowOn(screen any) {
	screen.(interface{ ShowChoice(*Choice) }).ShowChoice(c)
}
