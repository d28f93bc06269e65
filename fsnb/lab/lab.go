// Package lab is the laboratory of the front door: experiments over data sets, methods, numbers of
// features and splits, and the five papers' experiments and printed tables. Its results are shown
// by fsnb.Show and written by fsnb.Save. A mistake ends the program with one line, as in package
// fsnb.
package lab

import (
	"context"
	"errors"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/papers/study"
	"fsnb.example/papers/study/shards"
)

// Experiments: data sets × methods × numbers of features × splits × measures.
type (
	// Study is an experiment, for Run.
	Study = study.Study
	// Data is a data set of a study; Named and Of make them.
	Data = study.Data
	// Result is the outcome of Run, for Show and Save.
	Result = study.Result
	// View says which numbers of features Table is about.
	View = study.View
	// Splits says how samples are divided for training and for the test; the zero
	// value is ten random halves.
	Splits = study.Splits
	// AllFeatures is the method that leaves nothing out: the line to beat.
	AllFeatures = study.AllFeatures
	// TunedSelector chooses among selectors by cross-validation on the training
	// part.
	TunedSelector = study.TunedSelector
)

// Measures of a study: what the chosen features are worth.
type (
	Measure = study.Measure
	// Accuracy is the accuracy of a classifier on the test part.
	Accuracy = study.Accuracy
	// Redundancy is how much the features repeat each other.
	Redundancy = study.Redundancy
	// Stability is how far the choice depends on the samples at hand.
	Stability = study.Stability
	// Jaccard is how well the nearest neighbors are kept.
	Jaccard = study.Jaccard
	// Residue is how far similarities are from those given.
	Residue = study.Residue
	// Clustering is how well k-means finds the classes.
	Clustering = study.Clustering
	// Truth is how far the choice has the relevant features of data whose answer is known.
	Truth = study.Truth
	// R2 is the coefficient of determination of a regressor on the test part.
	R2 = study.R2
	// Seconds is the time that the choice took.
	Seconds = study.Seconds
)

// Classifiers of Accuracy and TunedSelector.
type (
	Classifier = study.Classifier
	// KNN is nearest neighbors, 1 by default.
	KNN = study.KNN
	// SVC is a support vector machine with LIBSVM's defaults.
	SVC = study.SVC
	// LinearSVM is a linear machine for many features, with LIBLINEAR's defaults.
	LinearSVM = study.LinearSVM
	// Logistic is logistic regression with squared weights penalized.
	Logistic = study.Logistic
	// RidgeClassifier is ridge regression of each class against the others.
	RidgeClassifier = study.RidgeClassifier
	// Forest is a random forest.
	Forest = study.Forest
	// TunedClassifier chooses among classifiers by cross-validation on the training
	// part.
	TunedClassifier = study.Tuned
)

// Regressors of R2.
type (
	Regressor = study.Regressor
	// KNNRegressor is the mean of the nearest neighbors, 5 by default.
	KNNRegressor = study.KNNRegressor
	// RidgeRegressor is a linear function with squared weights penalized.
	RidgeRegressor = study.RidgeRegressor
	// ForestRegressor is a random forest of means.
	ForestRegressor = study.ForestRegressor
)

// Named returns the data sets that Load knows by these names, loaded when
// their turn comes.
func Named(names ...string) []Data { return study.Named(names...) }

// Of returns data sets that are in memory.
func Of(sets ...*datasets.Dataset) []Data { return study.Of(sets...) }

// Run runs a study on all cores and returns its tables. Every finished piece is
// kept in studies/NAME.study of the cache folder, where NAME is that of the study:
// the same study in a later cell is read back in milliseconds, an interrupted or
// killed one continues where it was, and a changed one computes only what is new.
// When it is interrupted it returns what is finished, marked Partial. FSNB_CACHE
// names another folder, or is "off". An optional algorithms.Options sets the number of
// workers.
func Run(s Study, opt ...algorithms.Options) *Result {
	o := cell.Optional("Run", opt)
	return cell.Interruptible(o, "study", func(ctx context.Context, o algorithms.Options) (
		*Result, error) {
		file, err := shards.Store(s.Name)
		if err != nil {
			return nil, err
		}
		return study.Run(ctx, s, file, o)
	})
}

// Table is the table of one measure of a study as a view has it: View{} for the mean over the
// numbers of features, which Show has, View{K: 20} for one of them, View{Best: true} for the best;
// with Pooled, folds count by their size. The measure is named by its label or the beginning of it,
// such as "accuracy"; "" is the first.
func Table(r *Result, measure string, v View) *display.Table {
	return r.Table(measureOf(r, measure), v)
}

// Grid says what a study with Grids found by one of its measures, which is named as for Table: for
// each data set and method the best configuration, with its parameters, beside the median and the
// worst.
func Grid(r *Result, measure string) *display.Table {
	t := r.GridTable(measureOf(r, measure))
	if t == nil {
		cell.Fail(fmt.Errorf("%s has no grid; set Grids of the study, and give methods of one "+
			"name with several parameters", r.Name))
	}
	return t
}

func measureOf(r *Result, name string) int {
	if r == nil {
		cell.Fail(errors.New("no study; run one"))
	}
	return cell.Must(r.MeasureNamed(name))
}

// PermutationImportance measures how much a model needs each of the best k features of a ranking
// (0: all): how far its accuracy, or another measure of the protocol, falls on test samples when
// the feature is permuted there, 5 times in each split. The protocol names the model:
// fsnb.Protocol{Classifier: "logistic"}. When it is interrupted it returns the splits done so far.
func PermutationImportance(d *datasets.Dataset, p evaluation.Protocol, r *algorithms.Ranking,
	k int) *evaluation.PermutedImportance {
	return cell.Interruptible(algorithms.Options{}, "permutation importance",
		func(ctx context.Context, o algorithms.Options) (*evaluation.PermutedImportance, error) {
			return evaluation.PermutationImportance(ctx, d,
				evaluation.PermutationOptions{Protocol: p, K: k, Options: o}, r)
		})
}

// Ranks compares methods over several data sets by their ranks: scores has a row for
// each data set and a column for each method, larger is better unless an optional
// RankOptions says otherwise. It makes a table with the tests of Friedman and Nemenyi,
// and a critical-difference plot. nil names are numbered.
func Ranks(datasets, methods []string, scores [][]float64, opt ...RankOptions) *RankComparison {
	return cell.Must(evaluation.Ranks(datasets, methods, scores, cell.Optional("Ranks", opt)))
}

// Ranks of methods over data sets.
type (
	RankOptions    = evaluation.RankOptions
	RankComparison = evaluation.RankComparison
)
