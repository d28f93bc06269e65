// Package spfs selects features that preserve the similarity of the samples and
// do not repeat each other, after Zhao, Wang, Liu, Ye, "On Similarity Preserving
// Feature Selection", IEEE TKDE 25(3), 2013.
//
// With the columns of X (n×d) centered and of unit length, f_j, and a similarity K
// (n×n) of the samples, the chosen features F should have
//
//	‖X_F X_F' - K‖²_F = ‖K‖² - 2 Σ_{j in F} f_j'K f_j + Σ_{i,j in F} (f_i'f_j)²
//
// as small as can be (eq. 4.1): the second term rewards features that vary as K
// says, as every criterion of the family does, the third punishes features that
// vary alike. SFS adds one feature at a time to this very sum. NES and LAR choose
// those from which a linear map predicts Y, K = YY' (eq. 4.8): NES solves the convex
// problem, LAR follows its path approximately.
package spfs

import (
	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
)

// kinds are the similarities that the methods here preserve.
func kinds() graph.Kinds {
	return graph.NewKinds(graph.SameClass{}, graph.ByPercentile()).And(graph.Target{})
}

// answer is what every method here does.
var answer = algorithms.Answer
