// Package terms has the words and limits of evaluations, for the packages that show, cache and
// repeat them.
package terms

const (
	// FewRepeats is the number of choices below which Nogueira's interval, which is asymptotic, is
	// unreliable. For two choices its width is 0; for independent choices from a known population
	// its coverage is 44 to 59% with 3 choices, 72 to 80% with 5, 86 to 92% with 10 and 94 to 95%
	// with 50.
	FewRepeats = 10
	// MaxFrequent is the number of features whose frequencies are kept for each method.
	MaxFrequent = 20
	// MaxHeatMap is the largest number of features, or samples, whose pairs a report keeps.
	MaxHeatMap = 1000
	// MaxValues and MaxOutliers are the limits of what a distribution keeps.
	MaxValues, MaxOutliers = 150, 60
	// MostCounts is the largest number of features that is tried by default.
	MostCounts = 200
	// NullAbove is the p-value above which features count as those of the null hypothesis.
	NullAbove = 0.5
)

// Classifier predicts classes.
type Classifier string

const (
	// NearestNeighbors is k-NN, with Protocol.Neighbors and Protocol.Metric.
	NearestNeighbors Classifier = "knn"
	// LinearMachine is a linear SVM, learn.LinearSVM with its defaults and Protocol.C.
	LinearMachine Classifier = "linear-svm"
	// LogisticClassifier is logistic regression, learn.Logistic with Protocol.C.
	LogisticClassifier Classifier = "logistic"
	// RidgeClassifier is ridge regression of each class against the others, with Protocol.Ridge.
	RidgeClassifier Classifier = "ridge"
	// ForestClassifier is a random forest of Protocol.Trees, learn.Forest.
	ForestClassifier Classifier = "forest"
)

// Choices returns the classifiers, the default first.
func (Classifier) Choices() []string {
	return words(NearestNeighbors, LinearMachine, LogisticClassifier, RidgeClassifier,
		ForestClassifier)
}

// Regressor predicts a continuous target.
type Regressor string

const (
	NearestMean     Regressor = "knn"   // mean of the nearest neighbors, Protocol.Neighbors of them
	RidgeRegression Regressor = "ridge" // a linear function with squared weights penalized
	// ForestRegression is a random forest of Protocol.Trees, learn.Forest.
	ForestRegression Regressor = "forest"
)

// Choices returns the regressors, the default first.
func (Regressor) Choices() []string {
	return words(NearestMean, RidgeRegression, ForestRegression)
}

// CountRule says how many of the best features Choose takes.
type CountRule string

const (
	// OneError: the smallest number whose mean over folds is within a standard error of the best.
	OneError CountRule = "one-error"
	// BestMean: the number with the best mean over folds.
	BestMean CountRule = "best"
	// Percentile: a share of the features.
	Percentile CountRule = "percentile"
	// Threshold: the features whose scores are at least a number.
	Threshold CountRule = "threshold"
	// Elbow: the features up to the point where the falling scores flatten.
	Elbow CountRule = "elbow"
)

// Choices returns the rules, the default first.
func (CountRule) Choices() []string {
	return words(OneError, BestMean, Percentile, Threshold, Elbow)
}

// EffectKind names a measure of the size of an effect.
type EffectKind string

// The sizes of effects.
const (
	// CohensD is the difference of the means of two classes over the pooled standard deviation.
	CohensD EffectKind = "Cohen's d"
	// RootEtaSquared is the root of the share of the scatter that lies between several classes.
	RootEtaSquared EffectKind = "√η²"
	// Correlation is that with a continuous target.
	Correlation EffectKind = "correlation"
)

func words[T ~string](all ...T) []string {
	out := make([]string, len(all))
	for i, w := range all {
		out[i] = string(w)
	}
	return out
}
