package fsnb

import "fsnb.example/algorithms"

// ScoreFunc makes a scorer of a function: x has the n values of one feature, y the class of each
// sample, an index from 0, and the result is the feature's score, larger is better. Select, Score,
// Accuracy, Stability and GRM{Scorer: …} take it as any method. It is called for several features
// at the same time, and its results are not cached, unless algorithms.FuncOptions has a Revision.
// See algorithms.ScoreFunc for what it may return; algorithms.TargetScoreFunc is for a continuous
// target.
func ScoreFunc(name string, f func(x []float64, y []int) float64,
	opt ...algorithms.FuncOptions) Scorer {
	return algorithms.ScoreFunc(name, f, opt...)
}
