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

// The methods. Their fields are the parameters; the zero value is the paper's default.
type (
	// Fisher ranks by scatter between classes over scatter within.
	Fisher = filter.Fisher
	// FOHSIC adds the feature that increases the dependence of the chosen on the classes most.
	FOHSIC = filter.FOHSIC
	// BAHSIC removes the features whose removal leaves the most dependence on the classes.
	BAHSIC = filter.BAHSIC
	// FSIR2 chooses relevant features of low redundancy, by a relaxed optimum.
	FSIR2 = fsir.FSIR2
	// GRM refines the scores of another method to reduce redundancy.
	GRM = grm.GRM
	// HSIC ranks by dependence on the classes, or on a similarity of the samples.
	HSIC = filter.HSIC
	// Laplacian ranks by how smoothly a feature varies between neighbors.
	Laplacian = filter.Laplacian
	// SLAP learns a projection of few features that keeps near samples of a class together.
	SLAP = lap.SLAP
	// ULAP is SLAP for data without labels.
	ULAP = lap.ULAP
	// LAP is SLAP for given pairs of samples.
	LAP = lap.LAP
	// MRMR adds the feature of most relevance and least redundancy with the chosen.
	MRMR = information.MRMR
	// AROM keeps the features that a linear support vector machine continues to use.
	AROM = embedded.AROM
	// MCFS chooses features that predict the spectral clustering of the samples, few at a time.
	MCFS = embedded.MCFS
	// RFS chooses few features that predict the classes by a linear map.
	RFS = embedded.RFS
	// UDFS chooses features of a projection that separates near samples.
	UDFS = embedded.UDFS
	// SOGFS chooses features of a projection learned jointly with a graph.
	SOGFS = embedded.SOGFS
	// QPFS weights all features jointly by relevance and redundancy.
	QPFS = information.QPFS
	// InfoGain ranks by the information of a coded feature about the classes.
	InfoGain = information.InfoGain
	// LGD ranks by variance over that among neighboring values.
	LGD = grm.LGD
	// PCAScore ranks by the weight in the axes of largest variance.
	PCAScore = projection.PCAScore
	// LDAScore ranks by the weight in the projection that separates the classes best.
	LDAScore = projection.LDAScore
	// LPPScore ranks by the weight in the projection that preserves neighborhoods.
	LPPScore = projection.LPPScore
	// LFDAScore ranks by the weight in LDA with local scatter within classes.
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
	// SameClass: samples of a class are similar.
	SameClass = graph.SameClass
	// RBF: a Gaussian of the distance.
	RBF = graph.RBF
	// Neighbors: each sample is similar to its nearest neighbors.
	Neighbors = graph.Neighbors
	// Precomputed: a given matrix.
	Precomputed = graph.Precomputed
	// Complete: all samples are equally similar; for FSSL.
	Complete = graph.Complete
)

// Types of arguments and results.
type (
	Dataset          = datasets.Dataset
	FileOptions      = datasets.Options
	ImageShape       = datasets.ImageShape
	Selector         = algorithms.Selector
	Scorer           = algorithms.Scorer
	Projector        = algorithms.Projector
	Projection       = algorithms.Projection
	Options          = algorithms.Options
	Ranking          = algorithms.Ranking
	Scores           = algorithms.Scores
	Comparison       = evaluation.Comparison
	RedundancyCurves = evaluation.RedundancyCurves
	Protocol         = evaluation.Protocol
	AccuracyCurves   = evaluation.AccuracyCurves
	StabilityReport  = evaluation.StabilityReport
	// Choose takes the best features of another method, as many as a rule says.
	Choose = evaluation.Choose
	// OneOfEach takes the best features of another method, one of each correlated group first.
	OneOfEach = evaluation.OneOfEach
	Showable  = display.Showable
	Table     = display.Table
	Chart     = display.Chart
	Series    = display.Series
	Level     = display.Level
)
