package fsnb

import (
	"context"
	"fmt"
	"path/filepath"

	"fsnb.example/display"
	"fsnb.example/evaluation/study"
	"fsnb.example/internal/diskcache"
)

// Experiments: data sets × methods × numbers of features × splits × measures.
type (
	// Study is an experiment, for Run.
	Study = study.Study
	// StudyData is a data set of a study; StudyNamed and StudyOf make them.
	StudyData = study.Data
	// StudyResult is the outcome of Run, for Show and Save.
	StudyResult = study.Result
	// StudyView selects the numbers of features of StudyTable.
	StudyView = study.View
	// Splits defines the training and test parts; the zero value is ten random halves.
	Splits = study.Splits
	// AllFeatures is the method that uses all features: the baseline.
	AllFeatures = study.AllFeatures
	// TunedSelector chooses among selectors by cross-validation on the training
	// part.
	TunedSelector = study.TunedSelector
)

// Measures of a study.
type (
	Measure = study.Measure
	// MeasureAccuracy is the accuracy of a classifier on the test part.
	MeasureAccuracy = study.Accuracy
	// MeasureRedundancy is the redundancy of the features.
	MeasureRedundancy = study.Redundancy
	// MeasureStability is how far the choice depends on the samples.
	MeasureStability = study.Stability
	// MeasureJaccard is how well the nearest neighbors are preserved.
	MeasureJaccard = study.Jaccard
	// MeasureResidue is the distance of similarities from given ones.
	MeasureResidue = study.Residue
	// MeasureClustering is how well k-means finds the classes.
	MeasureClustering = study.Clustering
	// MeasureSeconds is the time of the selection.
	MeasureSeconds = study.Seconds
)

// Classifiers of MeasureAccuracy and TunedSelector.
type (
	Classifier = study.Classifier
	// KNN is nearest neighbors, 1 by default.
	KNN = study.KNN
	// SVC is a support vector machine with LIBSVM's defaults.
	SVC = study.SVC
	// LinearSVM is a linear machine for many features, with LIBLINEAR's defaults.
	LinearSVM = study.LinearSVM
	// TunedClassifier chooses among classifiers by cross-validation on the training
	// part.
	TunedClassifier = study.Tuned
)

// StudyNamed returns the data sets that Load knows by these names, loaded when needed.
func StudyNamed(names ...string) []StudyData { return study.Named(names...) }

// StudyOf returns data sets that are in memory.
func StudyOf(sets ...*Dataset) []StudyData { return study.Of(sets...) }

// Run runs a study on all cores and returns its tables. Every finished piece is stored in
// studies/NAME.study of the cache folder, NAME being that of the study: the same study in a later
// cell is read back in milliseconds, an interrupted or killed one continues where it was, and a
// changed one computes only what is new. When it is interrupted it returns the finished part,
// marked Partial. FSNB_CACHE names another folder, or is "off". An optional Options sets the number
// of workers.
func Run(s Study, opt ...Options) *StudyResult {
	o := optional("Run", opt)
	return interruptible(o, "study", func(ctx context.Context, o Options) (*StudyResult, error) {
		file, err := studyFile(s.Name)
		if err != nil {
			return nil, err
		}
		return study.Run(ctx, s, file, o)
	})
}

// studyFile is the file of the pieces of a study, "" for none.
func studyFile(name string) (string, error) {
	if diskcache.Open() == "" {
		return "", nil
	}
	dir := diskcache.Folder("studies")
	return filepath.Join(dir, name+".study"), diskcache.Make(dir)
}

// StudyTable is the table of one measure of a study, by its index from 0, in a view: StudyView{}
// for the mean over the numbers of features, which Show has, StudyView{K: 20} for one of them,
// StudyView{Best: true} for the best; with Pooled, folds are weighted by size.
func StudyTable(r *StudyResult, measure int, v StudyView) *Table {
	if r == nil || measure < 0 || measure >= len(r.Measures) {
		fail(fmt.Errorf("measure %d of a study; run one, and give 0 for its first measure", measure))
	}
	return display.StudyTable(r, measure, v)
}

// GridTable shows the grids of a study by one of its measures: for each data set and method the
// best configuration, with its parameters, beside the median and the worst.
func GridTable(r *StudyResult, measure int) *Table {
	if r == nil || measure < 0 || measure >= len(r.Measures) {
		fail(fmt.Errorf("measure %d of a study; run one, and give 0 for its first measure", measure))
	}
	t := display.GridTable(r, measure)
	if t == nil {
		fail(fmt.Errorf("%s has no grid; set Grids of the study, and give methods of one name with several parameters", r.Name))
	}
	return t
}
