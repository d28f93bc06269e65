package fsnb

import (
	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/lap"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
)

// LAP is SLAP for given pairs of samples; the other methods are in methods.go.
type LAP = lap.LAP

// The former names of SPFS's methods.
type (
	// SFS is SPFSForward.
	//
	// Deprecated: elsewhere SFS is sequential forward selection; write SPFSForward.
	SFS = spfs.SFS
	// NES is SPFSConvex.
	//
	// Deprecated: write SPFSConvex.
	NES = spfs.NES
	// LAR is SPFSPath.
	//
	// Deprecated: write SPFSPath.
	LAR = spfs.LAR
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

// The words of FileOptions.
const (
	TargetClasses       = datasets.TargetClasses
	TargetContinuous    = datasets.TargetContinuous
	MissingDropRows     = datasets.MissingDropRows
	MissingDropColumns  = datasets.MissingDropColumns
	MissingMedian       = datasets.MissingMedian
	MissingMean         = datasets.MissingMean
	MissingMostFrequent = datasets.MissingMostFrequent
	EncodingLatin1      = datasets.EncodingLatin1
	EncodingUTF16       = datasets.EncodingUTF16
	CodeOrdinal         = datasets.CodeOrdinal
	CodeOneHot          = datasets.CodeOneHot
	StorageSparse       = datasets.StorageSparse
	StorageDense        = datasets.StorageDense
	StorageDisk         = datasets.StorageDisk
	AggregateMean       = datasets.AggregateMean
	AggregateMedian     = datasets.AggregateMedian
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
