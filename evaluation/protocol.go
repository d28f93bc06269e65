package evaluation

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/terms"
)

// The words of a Protocol; its fields list them.
type (
	Classifier   = terms.Classifier
	Regressor    = terms.Regressor
	ClassMeasure = terms.ClassMeasure
)

// The classifiers, regressors and measures.
const (
	NearestNeighbors   = terms.NearestNeighbors
	LinearMachine      = terms.LinearMachine
	LogisticClassifier = terms.LogisticClassifier
	RidgeClassifier    = terms.RidgeClassifier
	ForestClassifier   = terms.ForestClassifier
	NearestMean        = terms.NearestMean
	RidgeRegression    = terms.RidgeRegression
	ForestRegression   = terms.ForestRegression
	ShareRight         = terms.ShareRight
	BalancedAccuracy   = terms.BalancedAccuracy
	MacroF1            = terms.MacroF1
	AUC                = terms.AUC
)

// Protocol says how accuracy, stability and the errors of a regression are measured. The zero value
// is a sound default.
type Protocol struct {
	// Counts are the numbers of features to try, ascending; nil means 1, 2, 3,
	// 5, 7, 10, 15, 20, 30, 50, 70, 100, … up to d, at most 200.
	Counts []int
	// Neighbors is the k of k-NN; 0 means 1.
	Neighbors int
	// Metric is by which samples are near: "euclidean", the default, or "cosine", which suits text
	// with Raw.
	Metric learn.Metric
	// Classifier is "knn", the default, "linear-svm", "logistic", "ridge" or "forest".
	Classifier Classifier
	// Measure rates predicted classes: "accuracy", the default, "balanced-accuracy", "macro-f1" or
	// "auc".
	Measure ClassMeasure `plain:",omitempty"`
	// C is the weight of the errors of "linear-svm" and "logistic"; 0 means 1.
	C float64 `plain:",omitempty"`
	// Trees is the number of trees of "forest", as classifier and as regressor; 0 means 100.
	Trees int `plain:",omitempty"`
	// Train is the share of each class, or of each quantile of a continuous target, that is for
	// training; 0 means 0.5.
	Train float64
	// Repeats is the number of random splits; 0 means 10.
	Repeats int
	// Raw uses the features as they are; by default each is standardized by its training samples.
	Raw bool
	// Regressor predicts a continuous target: "knn", the default (the mean of the nearest
	// neighbors), "ridge" or "forest".
	Regressor Regressor
	// Ridge is the penalty λ of "ridge", as classifier and as regressor, on features of unit
	// variance; 0 means 1.
	Ridge float64
	// Seed is the seed of the splits.
	Seed uint64
}

// resolve writes out the defaults for d features.
func (p Protocol) resolve(d int) Protocol {
	p.Neighbors, p.Train = cmp.Or(p.Neighbors, 1), cmp.Or(p.Train, 0.5)
	p.Repeats = cmp.Or(p.Repeats, 10)
	if p.Counts == nil {
		p.Counts = defaultCounts(1, d)
	}
	return p
}

// predicting writes out the defaults of the classifier and the measure. It returns an error for
// unknown names, and settings that have no effect.
func (p Protocol) predicting() (Protocol, error) {
	p.Classifier, p.Measure = cmp.Or(p.Classifier, terms.NearestNeighbors),
		cmp.Or(p.Measure, terms.ShareRight)
	is := func(names ...Classifier) bool { return slices.Contains(names, p.Classifier) }
	if !slices.Contains(p.Classifier.Choices(), string(p.Classifier)) {
		return p, fmt.Errorf("no classifier %q; give %s", string(p.Classifier),
			strings.Join(p.Classifier.Choices(), ", "))
	}
	none := func(setting, value string, of ...Classifier) error {
		names := make([]string, len(of))
		for i, c := range of {
			names[i] = string(c)
		}
		return fmt.Errorf("%s %s has no effect on a %s; leave it out, or give the classifier %s",
			setting, value, p.kind(), strings.Join(names, " or "))
	}
	switch {
	case p.Metric != "" && !is(terms.NearestNeighbors):
		return p, none("the metric", fmt.Sprintf("%q", string(p.Metric)), terms.NearestNeighbors)
	case p.C != 0 && !is(terms.LinearMachine, terms.LogisticClassifier):
		return p, none("C =", fmt.Sprintf("%g", p.C), terms.LinearMachine, terms.LogisticClassifier)
	case p.Trees != 0 && !is(terms.ForestClassifier):
		return p, none("Trees =", fmt.Sprint(p.Trees), terms.ForestClassifier)
	}
	switch p.Classifier {
	case terms.NearestNeighbors:
		p.Metric = cmp.Or(p.Metric, learn.Euclidean)
	case terms.LinearMachine, terms.LogisticClassifier:
		p.C = cmp.Or(p.C, 1)
	case terms.RidgeClassifier:
		p.Ridge = cmp.Or(p.Ridge, defaultRidge)
	case terms.ForestClassifier:
		p.Trees = cmp.Or(p.Trees, learn.DefaultTrees)
	}
	if err := p.checkSettings(); err != nil {
		return p, err
	}
	if err := p.Measure.Check(); err != nil {
		return p, err
	}
	return p, p.Metric.Check()
}

// checkSettings returns an error for settings of models that are out of range.
func (p Protocol) checkSettings() error {
	switch {
	case !(p.Ridge >= 0) || math.IsInf(p.Ridge, 1):
		return errors.New("ridge is not positive; give a positive number, or 0 for 1")
	case !(p.C >= 0) || math.IsInf(p.C, 1):
		return fmt.Errorf("the weight C is %g; give a positive number, or 0 for 1", p.C)
	case p.Trees < 0:
		return fmt.Errorf("%d trees; give a positive number, or 0 for %d", p.Trees,
			learn.DefaultTrees)
	}
	return nil
}

// forClasses writes out the defaults for the classes of d, and checks both.
func (p Protocol) forClasses(d *datasets.Dataset) (Protocol, error) {
	p = p.resolve(d.D())
	if p.Regressor != "" || p.Ridge != 0 && p.Classifier != terms.RidgeClassifier {
		return p, errors.New("the data set has classes, which no regressor predicts; " +
			"leave Regressor and Ridge out")
	}
	p, err := p.predicting()
	if err != nil {
		return p, err
	}
	if err := p.check(d.D()); err != nil {
		return p, err
	}
	if err := checkClasses(d); err != nil {
		return p, err
	}
	return p, d.CheckFinite()
}

// byNeighbors reports whether the nearest neighbors predict.
func (p Protocol) byNeighbors() bool {
	if p.Regressor != "" {
		return p.Regressor == terms.NearestMean
	}
	return p.Classifier == "" || p.Classifier == terms.NearestNeighbors
}

// takesSparse reports whether what predicts takes sparse values as they are.
func (p Protocol) takesSparse() bool {
	return p.byNeighbors() || p.Regressor == "" && p.Classifier == terms.LinearMachine
}

// kind names the classifier without its settings.
func (p Protocol) kind() string {
	switch p.Classifier {
	case terms.LinearMachine:
		return "linear SVM"
	case terms.LogisticClassifier:
		return "logistic regression"
	case terms.RidgeClassifier:
		return "ridge classifier"
	case terms.ForestClassifier:
		return "random forest"
	}
	return "k-NN"
}

// Predictor names the classifier, with the settings that are not the default: "1-NN",
// "3-NN (cosine)", "linear SVM", "logistic regression (C = 10)", "ridge classifier (penalty 2)" or
// "random forest of 100 trees"; or the regressor: "mean of 5-NN", "ridge regression" or "random
// forest of 100 trees".
func (p Protocol) Predictor() string {
	switch p.Regressor {
	case terms.NearestMean:
		return "mean of " + Protocol{Neighbors: p.Neighbors, Metric: p.Metric}.Predictor()
	case terms.RidgeRegression:
		return "ridge regression"
	case terms.ForestRegression:
		return forestText(p.Trees)
	}
	switch p.Classifier {
	case terms.LinearMachine, terms.LogisticClassifier:
		if p.C != 0 && p.C != 1 {
			return fmt.Sprintf("%s (C = %g)", p.kind(), p.C)
		}
		return p.kind()
	case terms.RidgeClassifier:
		if p.Ridge != 0 && p.Ridge != defaultRidge {
			return fmt.Sprintf("%s (penalty %g)", p.kind(), p.Ridge)
		}
		return p.kind()
	case terms.ForestClassifier:
		return forestText(p.Trees)
	}
	if p.Metric == learn.Cosine {
		return fmt.Sprintf("%d-NN (cosine)", p.Neighbors)
	}
	return fmt.Sprintf("%d-NN", p.Neighbors)
}

func forestText(trees int) string {
	trees = cmp.Or(trees, learn.DefaultTrees)
	if trees == 1 {
		return "random forest of 1 tree"
	}
	return fmt.Sprintf("random forest of %d trees", trees)
}

// maxRepeats catches typing errors: far fewer splits suffice.
const maxRepeats = 1_000_000

func (p Protocol) check(d int) error {
	if p.Neighbors < 1 {
		return fmt.Errorf("%d neighbors; give at least 1", p.Neighbors)
	}
	if p.Repeats < 1 || p.Repeats > maxRepeats {
		return fmt.Errorf("%d repeats; give 1 to %d", p.Repeats, maxRepeats)
	}
	return checkCounts(p.Counts, 1, d)
}

// checkClasses returns an error unless there are two classes or more, each with
// a sample for either part of a split.
func checkClasses(d *datasets.Dataset) error {
	if err := checkSingles(d); err != nil {
		return err
	}
	filled := 0
	for _, n := range d.ClassCounts() {
		if n > 0 {
			filled++
		}
	}
	if filled < 2 {
		return fmt.Errorf("all %d samples are of class %q; there is nothing to predict", d.N(),
			d.Classes[d.Y[0]])
	}
	return nil
}

// checkSingles returns an error when a class has a single sample.
func checkSingles(d *datasets.Dataset) error {
	if c := slices.Index(d.ClassCounts(), 1); c >= 0 {
		return fmt.Errorf(
			"class %q has a single sample (row %d), which cannot be in the training and the "+
				"test part; %s", d.Classes[c], slices.Index(d.Y, c),
			cmp.Or(d.TargetDoubt(), "drop it or merge its class"))
	}
	return nil
}
