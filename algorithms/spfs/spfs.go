// Package spfs selects features that preserve the similarity of the samples without redundancy,
// after Zhao, Wang, Liu, Ye, "On Similarity Preserving Feature Selection", IEEE TKDE 25(3), 2013.
//
// With f_j the columns of X (n×d), centered and of unit length, and K (n×n) a similarity of the
// samples, the chosen features F should minimize
//
//	‖X_F X_F' - K‖²_F = ‖K‖² - 2 Σ_{j in F} f_j'K f_j + Σ_{i,j in F} (f_i'f_j)²
//
// (4.1). The second term rewards features that vary as K does, as every criterion of this family;
// the third penalizes features that resemble each other. SFS minimizes this sum by forward search.
// NES and LAR choose features from which a linear map predicts Y with K = YY' (4.8): NES solves
// this convex problem, LAR follows its path approximately.
package spfs

import (
	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/similarities"
)

// kinds are the similarities that these methods preserve.
func kinds() similarities.Kinds {
	return similarities.NewKinds(graph.SameClass{}, similarities.ByPercentile()).And(graph.Target{})
}

// storages are the ways to hold the values that the methods take with a similarity: other ones than
// those by class and uu' have n×n numbers.
func storages(s graph.Similarity) algorithms.Storage {
	switch kinds().Resolve(s) {
	case graph.SameClass{}, graph.Target{}:
		return algorithms.AnyStorage
	}
	return algorithms.InMemory
}

// answer is common to these methods.
var answer = algorithms.Answer

// memory is that of the columns, and of so many numbers for each sample and class, or of n×n
// numbers, with all eigenvectors if there are targets.
func memory(s algorithms.Shape, similarity graph.Similarity, numbers float64) float64 {
	n, _, classes := s.Floats()
	columns := 8 * 1.2 * float64(s.Entries)
	switch like := kinds().Resolve(similarity).(type) {
	case graph.SameClass:
		return columns + 8*numbers*n*classes
	case graph.Target:
		if like.Percentile == 0 {
			return columns
		}
	case graph.Neighbors:
		if numbers == 0 {
			return columns + kinds().Memory(similarity, s)
		}
	}
	if numbers == 0 {
		return columns + 12*n*n
	}
	return columns + 20*n*n
}
