package stats

import "fsnb.example/algorithms/adjust"

// Holm adjusts the p-values of hypotheses that are tested together: see adjust.Holm, which has the
// other adjustments beside it.
func Holm(p []float64) ([]float64, error) { return adjust.Holm(p) }
