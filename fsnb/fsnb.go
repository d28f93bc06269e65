// Package fsnb is feature selection for notebooks: one import, one line a cell.
//
//	import "fsnb.example/fsnb"
//
//	var cancer = fsnb.Load("wdbc")
//
//	%%
//	a := fsnb.Select(cancer, fsnb.Fisher{}, 10)
//	b := fsnb.Select(cancer, fsnb.TraceRatio{}, 10)
//	fsnb.Show(fsnb.Compare(cancer, a, b))
//	fsnb.Show(fsnb.Redundancy(cancer, a, b))
//	fsnb.Show(fsnb.Scatter(cancer, a, b))
//
// A notebook finds the library by the lines that script/notebook --new writes into its first cell.
//
// In a GoNB notebook Show displays tables and figures in the cell; elsewhere the same program
// prints their text form. An error in the data or the arguments ends the program with one line that
// says how to correct it; the packages below (datasets, algorithms, evaluation) return errors
// instead. The stop button (an interrupt) ends long work early with its partial result, and the
// following calls use that.
package fsnb

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/advice"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/origin"
	"fsnb.example/internal/redundancy"
)

// Load returns a data set by name, or reads a file: see datasets.Load. Datasets lists the names:
// those of every set in the five papers' tables and their aliases, and generated sets with a known
// answer. iris, wine, wdbc, digits and the generated sets come with the library; the others are
// fetched once (fsnb datasets fetch NAME). An optional FileOptions sets how a file is read.
func Load(nameOrPath string, opt ...FileOptions) *Dataset {
	d := Must(datasets.Load(nameOrPath, cell.Optional("Load", opt)))
	if err := diskcache.OpenCopies().Refused(); err != nil {
		notRemembered(err)
	}
	return d
}

// NoLabels is for New, when the samples have no classes.
var NoLabels []string

// New makes a data set from rows of numbers or a gonum matrix (a row a sample), one label a row
// (text or integers; float64 for a continuous target; NoLabels for none) and one name a column (nil
// for f0, f1, …). See datasets.New for what it checks.
func New[X [][]float64 | *mat.Dense, L datasets.Label](x X, labels []L,
	features []string) *Dataset {
	switch x := any(x).(type) {
	case *mat.Dense:
		if x == nil {
			return Must(datasets.New("", mat.Matrix(nil), labels, features))
		}
		return Must(datasets.New("", x, labels, features))
	case [][]float64:
		return Must(datasets.FromRows("", x, labels, features))
	}
	panic("unreachable: Matrix has two types")
}

// Select returns the best k features of d by a method, best first; k = 0 ranks all of them. A
// method that chooses how many features, such as information.FCBF{}, returns those with k = 0; a
// smaller k cuts them, and a larger one adds a warning. An
// optional Options sets the seed and the number of workers. When it is interrupted it returns its
// partial result, marked Partial. Warnings report chosen features that are redundant, or vary in
// almost no sample.
//
// The result is cached on disk, by the content of the data and the method's configuration: the same
// call in a later cell reads it back, marked Cached. FSNB_CACHE names another folder than the
// user's cache, or is "off".
func Select(d *Dataset, m Selector, k int, opt ...Options) *Ranking {
	o := cell.Optional("Select", opt)
	o.K = k
	if m == nil {
		cell.Fail(errNoMethod)
	}
	r := remembered(d, identity(selecting, d, []Selector{m}, o.K, o.Seed),
		func(r *Ranking) {
			r.Cached = true
			r.Dataset, r.History, r.Origin = d.Name, d.History, d.Origin
			r.DataWarnings = slices.Clone(d.Warnings)
		},
		func(r *Ranking) bool { return r.Partial },
		func() *Ranking {
			foresee(d, o.K, m)
			return cell.Interruptible(o, algorithms.Label(m), func(ctx context.Context, o Options) (
				*Ranking, error) {
				return choose(ctx, d, m, o)
			})
		})
	if !r.Partial { // Run, or remembered, has checked the data
		r.Warnings = append(r.Warnings, redundancy.ChoiceWarnings(d, r.Features, r.Warnings)...)
	}
	return r
}

// choose computes the ranking that Select caches, with the warnings of every ranking.
func choose(ctx context.Context, d *Dataset, m Selector, o Options) (*Ranking, error) {
	return algorithms.Run(ctx, m, d, o)
}

// Score returns the score of every feature of d, in the order of its columns, larger is better.
// When it is interrupted it returns its partial result, marked Partial, or fails if there is none.
func Score(d *Dataset, m Scorer, opt ...Options) *Scores {
	if m == nil {
		cell.Fail(errNoMethod)
	}
	o := cell.Optional("Score", opt)
	o.K = 0
	s := remembered(d, identity(scoring, d, []Selector{m}, o.Seed),
		func(s *Scores) { s.Cached = true },
		func(s *Scores) bool { return s.Partial },
		func() *Scores {
			foresee(d, 0, m)
			return cell.Interruptible(o, algorithms.Label(m), func(ctx context.Context, o Options) (
				*Scores, error) {
				return algorithms.RunScore(ctx, m, d, o)
			})
		})
	s.DataWarnings = slices.Clone(d.Warnings)
	return s
}

// Compare sets rankings of d side by side and counts what they share.
func Compare(d *Dataset, rankings ...*Ranking) *Comparison {
	return Must(evaluation.Compare(d, rankings...))
}

// Redundancy measures how much the features of each ranking repeat each other
// on d: a table and a heat map of squared correlations.
func Redundancy(d *Dataset, rankings ...*Ranking) *evaluation.RedundancyReport {
	return cell.Interruptible(Options{}, "redundancy", func(ctx context.Context, o Options) (
		*evaluation.RedundancyReport, error) {
		return evaluation.Redundancy(ctx, d, o.Workers, rankings...)
	})
}

// Similarities measures how well the features of each ranking preserve a similarity
// of the samples: SameClass{}, RBF{}, Neighbors{} or Precomputed{Matrix: k}. It makes a
// table of what is left of it and of the neighbors kept, and a picture of who is like
// whom.
func Similarities(d *Dataset, s graph.Similarity,
	rankings ...*Ranking) *evaluation.SimilarityReport {
	return cell.Interruptible(Options{}, "similarities", func(ctx context.Context, o Options) (
		*evaluation.SimilarityReport, error) {
		return evaluation.Similarities(ctx, d,
			s, o.Workers, rankings...)
	})
}

// RedundancyByCount measures how much the best features by each method repeat each other, against
// their number: a table and curves. nil counts mean 2, 3, 5, 7, 10, … up to 200. When it is
// interrupted it returns the points done so far. Complete results are cached, as in Select.
func RedundancyByCount(d *Dataset, counts []int, methods ...Selector) *RedundancyCurves {
	return measured(d, byCount, "redundancy", Protocol{Counts: counts}, methods,
		func(c *RedundancyCurves) *evaluation.Run { return &c.Run },
		func(ctx context.Context, o Options) (*RedundancyCurves, error) {
			return evaluation.RedundancyByCount(ctx, d, counts, o, methods...)
		})
}

// Clusters groups the features of a ranking by their correlation on d: a table of
// the groups, and a heat map in their order with its tree. An optional cut is the
// mean squared correlation from which features are a group, 0.5 by default.
func Clusters(d *Dataset, r *Ranking, cut ...float64) *evaluation.FeatureClusters {
	at := cell.Optional("Clusters", cut)
	return cell.Interruptible(Options{}, "clusters", func(ctx context.Context, o Options) (
		*evaluation.FeatureClusters, error) {
		return evaluation.Clusters(ctx, d, at, o.Workers,
			r)
	})
}

// Scatter projects the samples of d on the first two principal components of each ranking's
// features, standardized: one panel a ranking. Classes differ in color and glyph; a continuous
// target is shown by color, with a color bar. The result is cached, as in Select.
func Scatter(d *Dataset, rankings ...*Ranking) *evaluation.ScatterPlot {
	var chosen []any
	for _, r := range rankings {
		if r == nil { // an error, which must not be read as a plot of the others
			chosen = append(chosen, nil)
			continue
		}
		chosen = append(chosen, r.Label, r.Features, r.Names)
	}
	for _, done := range origin.Treatments(rankings) {
		if done != "" { // it is in the labels
			chosen = append(chosen, done)
		}
	}
	return remembered(d, identity(scattering, d, nil, chosen...),
		func(s *evaluation.ScatterPlot) {
			s.Cached = true
			s.Dataset, s.Warnings, s.DataWarnings = d.Name, origin.Other(d, rankings...),
				d.Warnings
		},
		func(*evaluation.ScatterPlot) bool { return false },
		func() *evaluation.ScatterPlot {
			return cell.Interruptible(Options{}, "principal components",
				func(ctx context.Context, _ Options) (*evaluation.ScatterPlot, error) {
					return evaluation.Scatter(ctx, d, false, rankings...)
				})
		})
}

// Accuracy measures how well nearest neighbors predict the classes of d from the features that each
// method selects, against their number. Features are selected on the training part of each split
// only. The zero Protocol is a sound default; Protocol{Metric: "cosine", Raw: true} suits text, and
// Protocol{Classifier: "linear-svm"} predicts by a linear SVM; "logistic", "ridge" and "forest" are
// others. Measure: "auc", "balanced-accuracy" or "macro-f1" is taken in place of accuracy. When it
// is interrupted it returns the splits done so far. Complete results are cached, as in Select.
func Accuracy(d *Dataset, p Protocol, methods ...Selector) *AccuracyCurves {
	return measured(d, accuracy, "accuracy", p, methods,
		func(c *AccuracyCurves) *evaluation.Run { return &c.Run },
		func(ctx context.Context, o Options) (*AccuracyCurves, error) {
			return evaluation.Accuracy(ctx, d, p, o, methods...)
		})
}

// ByClass describes how the values of the best k features of a ranking are
// distributed in each class of d, or in each quartile of a continuous target: a table of quartiles,
// and a panel of boxes and samples for each feature. k = 0 means the best six, or all of a shorter
// ranking.
func ByClass(d *Dataset, r *Ranking, k int) *evaluation.ClassDistributions {
	return cell.Interruptible(Options{}, "values by class", func(ctx context.Context, _ Options) (
		*evaluation.ClassDistributions, error) {
		return evaluation.ByClass(ctx, d, k, r)
	})
}

// Spectrum sorts the scores of each ranking and marks the knee, from which on they fall slowly:
// best with rankings of all features (k = 0), one panel each.
func Spectrum(rankings ...*Ranking) *evaluation.ScoreSpectrum {
	return Must(evaluation.Spectrum(rankings...))
}

// Take returns d with the first k features of a ranking only (all of them when k
// is 0), best first, ready for Save or a classifier.
func Take(d *Dataset, r *Ranking, k int) *Dataset {
	return Must(evaluation.Take(d, r, k))
}

// Methods lists the selection methods by family, all or those for what you have and want: the
// target ("classes", "two classes", "continuous", "unlabeled"), how values are held ("sparse", "on
// disk"), what the method is to do ("redundancy", "p-values", "own count"), or a family, such as
// "information". Method(name) describes one.
func Methods(wants ...string) *Table {
	w := Must(catalogue.ParseWants(wants...))
	return display.MethodsTable(catalogue.ByFamily(w))
}

// Advise says which three methods to try first on a data set, and why, by the benchmark of all
// methods: the most accurate one on such data, one that repeats itself less, and a fast one. See
// advice.For for how the kind of data is recognized and what is left out.
func Advise(d *Dataset) *advice.Advice {
	return cell.Interruptible(Options{}, "advice", func(ctx context.Context, _ Options) (
		*advice.Advice, error) {
		return advice.For(ctx, d)
	})
}

// Method describes the method of that name and its parameters.
func Method(name string) *Table {
	e, err := catalogue.Find(name)
	if err != nil {
		cell.Fail(err)
	}
	return display.MethodTable(e)
}

// Datasets lists every data set that Load knows by name, and the place of its data.
func Datasets() *Table { return display.DatasetsTable(Must(datasets.List())) }

// AtHand returns those names of data sets whose data are on this machine, so that Load does not
// fetch them. It may be empty.
func AtHand(names ...string) []string {
	var here []string
	for _, name := range names {
		switch where, _ := Must(datasets.Find(name)).Locate(); where {
		case datasets.Embedded, datasets.Generated, datasets.InMirror, datasets.InCache:
			here = append(here, name)
		}
	}
	return here
}

// About describes a data set by its name or an alias: content, use in the papers, license,
// cautions, source and place of its data.
func About(name string) *Table {
	e := Must(datasets.Find(name))
	where, _ := e.Locate()
	return display.EntryTable(datasets.Info{Entry: e, Where: where})
}

// Must returns v, or ends the program with the error in one line: no goroutine
// trace, and whatever was shown before is shown.
func Must[T any](v T, err error) T { return cell.Must(v, err) }

var errNoMethod = errors.New("no method given; give one, such as fsnb.Fisher{}")
