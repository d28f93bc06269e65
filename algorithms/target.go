package algorithms

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/datasets"
)

// ErrNoTarget is wrapped by errors about a missing continuous target.
var ErrNoTarget = errors.New("the data set has no continuous target")

// checkTarget returns an error unless d has a target that m takes, by its Facts.
func checkTarget(m Selector, d *datasets.Dataset) error {
	facts, _ := FactsOf(m)
	err := targetFault(m, facts, d)
	if err == nil {
		return nil
	}
	for _, inner := range nestedIn(WithDefaults(m)) {
		if facts, ok := FactsOf(inner); ok {
			if fault := targetFault(inner, facts, d); fault != nil {
				return fmt.Errorf("%s: %w", Name(inner), fault)
			}
		}
	}
	return err
}

// targetFault says why the target of d is none of those of m; nil when it is one.
func targetFault(m Selector, facts Facts, d *datasets.Dataset) error {
	t := facts.Targets
	switch {
	case t == NoTarget:
		return nil
	case d.Continuous() && t.Has(Continuous):
		return checkVaries(d)
	case d.Continuous():
		return fmt.Errorf("the data set has a continuous target, and the method takes %s; %s", t,
			instead(m, facts, Continuous))
	case !d.Labeled() && t.Has(Classes|Continuous):
		return fmt.Errorf(
			"%w and no continuous target, and the method needs one of them; name the "+
				"label column, or use an unsupervised method", datasets.ErrNoLabels)
	case t.Has(Classes), t == TwoClasses && !d.Labeled():
		return checkClasses(d)
	case d.Labeled() && t.Has(TwoClasses):
		return checkTwoClasses(m, facts, d)
	case d.Labeled():
		return fmt.Errorf("the data set has classes, and the method takes a continuous target; %s",
			cmp.Or(d.TargetDoubt(), instead(m, facts, Classes)))
	}
	return fmt.Errorf("%w, which the method needs; set Target to continuous when a file is read, "+
		"give numbers to WithTarget, or use an unsupervised method", ErrNoTarget)
}

// checkVaries returns an error when all samples have one target.
func checkVaries(d *datasets.Dataset) error {
	if slices.Min(d.Target) == slices.Max(d.Target) {
		return fmt.Errorf("the target of all %d samples is %g; a supervised method needs one that "+
			"varies", d.N(), d.Target[0])
	}
	return nil
}

// checkTwoClasses is checkClasses for a method of exactly two.
func checkTwoClasses(m Selector, facts Facts, d *datasets.Dataset) error {
	if err := checkClasses(d); err != nil {
		return err
	}
	filled := 0
	for _, count := range d.ClassCounts() {
		filled += min(count, 1)
	}
	if filled > 2 {
		what := "two classes"
		if facts.Targets.Has(Continuous) {
			what += " or a continuous target"
		}
		return fmt.Errorf("the samples are of %d classes, and the method takes %s; %s", filled,
			what, cmp.Or(d.TargetDoubt(), instead(m, facts, Classes)))
	}
	return nil
}

// withDoubt adds to an error that the classes of d look like a continuous target, which may well be
// its cause.
func withDoubt(err error, d *datasets.Dataset) error {
	if doubt := d.TargetDoubt(); err != nil && doubt != "" &&
		!strings.Contains(err.Error(), doubt) {
		return fmt.Errorf("%w; %s", err, doubt)
	}
	return err
}

// instead says what to use with a target that m does not take as it is configured: another choice
// of a parameter, or another method.
func instead(m Selector, facts Facts, target Targets) string {
	for _, p := range Parameters(m) {
		for _, choice := range p.Choices {
			other, err := SetParams(m, []Param{{Name: p.Name, Value: choice}}, nil)
			if err != nil {
				continue
			}
			if f, ok := FactsOf(other); ok && f.Targets.Has(target) {
				return fmt.Sprintf("set %s=%s", p.Name, choice)
			}
		}
	}
	switch {
	case facts.Instead != "":
		return "use " + facts.Instead
	case target == Continuous:
		return "use a method that takes one, such as pearson, f-regression or hsic with " +
			"similarity=target"
	}
	return "use a method that takes classes, such as fisher"
}
