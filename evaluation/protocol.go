package evaluation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/learn"
)

// Classifier predicts classes.
type Classifier string

const (
	// NearestNeighbors is k-NN, with Protocol.Neighbors and Protocol.Metric.
	NearestNeighbors Classifier = "knn"
	// LinearMachine is a linear SVM, learn.LinearSVM with its defaults.
	LinearMachine Classifier = "linear-svm"
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
	// Classifier is "knn", the default, or "linear-svm".
	Classifier Classifier
	// Train is the share of each class, or of each quantile of a continuous target, that is for
	// training; 0 means 0.5.
	Train float64
	// Repeats is the number of random splits; 0 means 10.
	Repeats int
	// Raw uses the features as they are; by default each is standardized by its training samples.
	Raw bool
	// Regressor predicts a continuous target: NearestMean or RidgeRegression; "" means
	// NearestMean. Classes are predicted by k-NN.
	Regressor Regressor
	// Ridge is the penalty λ of RidgeRegression on features of unit variance; 0 means 1.
	Ridge float64
	// Seed is the seed of the splits.
	Seed uint64
}

// resolve writes out the defaults for d features.
func (p Protocol) resolve(d int) Protocol {
	if p.Neighbors == 0 {
		p.Neighbors = 1
	}
	if p.Train == 0 {
		p.Train = 0.5
	}
	if p.Repeats == 0 {
		p.Repeats = 10
	}
	if p.Counts == nil {
		p.Counts = defaultCounts(1, d)
	}
	return p
}

// predicting writes out the defaults of the classifier. It returns an error for unknown names.
func (p Protocol) predicting() (Protocol, error) {
	p.Classifier = cmp.Or(p.Classifier, NearestNeighbors)
	switch {
	case p.Classifier != NearestNeighbors && p.Classifier != LinearMachine:
		return p, fmt.Errorf("no classifier %q; give %s or %s", p.Classifier, NearestNeighbors,
			LinearMachine)
	case p.Classifier == LinearMachine && p.Metric != "":
		return p, fmt.Errorf("the metric %q has no effect on a linear SVM; leave it out, or give "+
			"the classifier %s", p.Metric, NearestNeighbors)
	case p.Classifier == NearestNeighbors:
		p.Metric = cmp.Or(p.Metric, learn.Euclidean)
	}
	return p, p.Metric.Check()
}

// Predictor names the classifier: "1-NN", "3-NN (cosine)" or "linear SVM".
func (p Protocol) Predictor() string {
	switch {
	case p.Classifier == LinearMachine:
		return "linear SVM"
	case p.Metric == learn.Cosine:
		return fmt.Sprintf("%d-NN (cosine)", p.Neighbors)
	}
	return fmt.Sprintf("%d-NN", p.Neighbors)
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
				"test part; drop it or merge its class", d.Classes[c], slices.Index(d.Y, c))
	}
	return nil
}

// SingleTraining is a warning, in one line, about classes with one training sample, by its rows:
// their variance cannot be learned. It is "" if there is no such class.
func SingleTraining(d *datasets.Dataset, train []int) string {
	if !d.Labeled() {
		return ""
	}
	counts := make([]int, len(d.Classes))
	for _, i := range train {
		counts[d.Y[i]]++
	}
	var single []string
	for c, n := range counts {
		if n == 1 {
			single = append(single, d.Classes[c])
		}
	}
	if len(single) == 0 {
		return ""
	}
	const most = 5
	names := strings.Join(single[:min(len(single), most)], ", ")
	if more := len(single) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	which := "class " + names + " has"
	if len(single) > 1 {
		which = fmt.Sprintf("%d of %d classes (%s) have", len(single), len(counts), names)
	}
	return which + " one training sample in each split, which says nothing of the spread within " +
		"a class; train on a larger share, or merge classes"
}
