package fsnb

import (
	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/lap"
	"fsnb.example/algorithms/projection"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
)

// The methods, under one roof. Their fields are the parameters; the zero value
// is the paper's default.
type (
	// Fisher ranks by scatter between classes over scatter within.
	Fisher = filter.Fisher
	// FOHSIC adds the feature with which the samples' classes depend most on the chosen.
	FOHSIC = filter.FOHSIC
	// BAHSIC takes away the features without which they depend most on the others.
	BAHSIC = filter.BAHSIC
	// FSIR2 chooses features that are relevant and unlike each other, by a relaxed optimum.
	FSIR2 = fsir.FSIR2
	// GRM refines the scores of another method, so that features do not repeat each other.
	GRM = grm.GRM
	// HSIC ranks by dependence on the classes, or on a similarity of the samples.
	HSIC = filter.HSIC
	// Laplacian ranks by how smoothly a feature varies between neighbors.
	Laplacian = filter.Laplacian
	// SLAP learns a projection of few features that brings near samples of a class together.
	SLAP = lap.SLAP
	// ULAP is SLAP for data without labels.
	ULAP = lap.ULAP
	// LAP is SLAP for pairs of samples that are given.
	LAP = lap.LAP
	// MRMR adds the feature that tells most of the classes and least of the chosen.
	MRMR = information.MRMR
	// AROM keeps the features that a linear support vector machine goes on using.
	AROM = embedded.AROM
	// MCFS chooses what predicts, few features at a time, how samples fall into clusters.
	MCFS = embedded.MCFS
	// MRSF chooses the features that together predict the spectrum of a graph of the samples.
	MRSF = embedded.MRSF
	// RFS chooses few features from which a linear map tells the classes.
	RFS = embedded.RFS
	// UDFS chooses features of a projection in which near samples lie apart.
	UDFS = embedded.UDFS
	// SOGFS chooses features of a projection that is learned together with a graph.
	SOGFS = embedded.SOGFS
	// EVSC ranks by how much the eigenvalues of that graph move with a feature.
	EVSC = filter.EVSC
	// QPFS weighs all features at once by what they tell of the classes and share with each other.
	QPFS = information.QPFS
	// InfoGain ranks by how many bits a coded feature tells of the classes.
	InfoGain = information.InfoGain
	// LGD ranks by variance over that among neighboring values.
	LGD = grm.LGD
	// PCAScore ranks by the part in the axes of largest variance.
	PCAScore = projection.PCAScore
	// LDAScore ranks by the part in the projection that separates the classes best.
	LDAScore = projection.LDAScore
	// LPPScore ranks by the part in the projection on which neighbors stay near.
	LPPScore = projection.LPPScore
	// LFDAScore ranks by that in LDA which keeps apart what is apart within a class.
	LFDAScore = projection.LFDAScore
	// FSSL learns a projection of few features that preserves a graph.
	FSSL = projection.FSSL
	// Variance ranks by variance.
	Variance = filter.Variance
	// Random ranks at random: the baseline to beat.
	Random = filter.Random
	// ReliefF ranks by differences between near samples of different classes.
	ReliefF = filter.ReliefF
	// SPEC ranks by smoothness in the spectrum of a similarity of the samples.
	SPEC = filter.SPEC
	// TraceRatio chooses the subset with the globally largest ratio of traces.
	TraceRatio = traceratio.TraceRatio
	// SFS adds the feature that best completes the similarity of the samples.
	SFS = spfs.SFS
	// LAR follows the path of features that best predict the similarity together.
	LAR = spfs.LAR
	// NES chooses the features that best predict it within a bound: a convex problem.
	NES = spfs.NES
)

// The similarities of samples: SPEC{Similarity: RBF{Percentile: 30}}.
type (
	// SameClass: samples of a class are alike.
	SameClass = graph.SameClass
	// RBF: the nearer two samples are, the more alike.
	RBF = graph.RBF
	// Neighbors: each sample is like the few nearest.
	Neighbors = graph.Neighbors
	// Precomputed: as a matrix says.
	Precomputed = graph.Precomputed
	// Complete: all are alike; for FSSL.
	Complete = graph.Complete
)

// What the functions take and return.
type (
	Dataset            = datasets.Dataset
	FileOptions        = datasets.Options
	ImageShape         = datasets.ImageShape
	Selector           = algorithms.Selector
	Scorer             = algorithms.Scorer
	Projector          = algorithms.Projector
	Projection         = algorithms.Projection
	Options            = algorithms.Options
	Facts              = algorithms.Facts
	Ranking            = algorithms.Ranking
	Scores             = algorithms.Scores
	Comparison         = evaluation.Comparison
	RedundancyReport   = evaluation.RedundancyReport
	SimilarityReport   = evaluation.SimilarityReport
	RedundancyCurves   = evaluation.RedundancyCurves
	FeatureClusters    = evaluation.FeatureClusters
	ScatterPlot        = evaluation.ScatterPlot
	Protocol           = evaluation.Protocol
	AccuracyCurves     = evaluation.AccuracyCurves
	StabilityReport    = evaluation.StabilityReport
	ClassDistributions = evaluation.ClassDistributions
	ScoreSpectrum      = evaluation.ScoreSpectrum
	Showable           = display.Showable
	Table              = display.Table
	Chart              = display.Chart
	Series             = display.Series
	Level              = display.Level
	Matrices           = display.Matrices
	MatrixPanel        = display.MatrixPanel
	Numbers            = algorithms.Numbers
)
