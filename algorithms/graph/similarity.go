// Package graph holds the similarities of samples that methods take.
package graph

import (
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/graphs"
)

// A Similarity is a symmetric matrix K (n×n) of similarities of the samples: SameClass, RBF,
// Neighbors, Precomputed, Complete or Target. nil means the default of the method, and a field of 0
// its default. Make computes K.
type Similarity interface {
	algorithms.Variant
	similarity()
}

// SameClass is K_ij = 1/n_c if samples i and j, which may be the same, are both of class c with n_c
// samples, else 0. It needs labels. The n×n matrix is not formed.
//
// Source: SPFS 2013, (2.1).
type SameClass struct{}

// RBF is K_ij = exp(-‖x_i - x_j‖²/(2σ²)) over all columns, without scaling. It uses no labels. At
// most one of the fields may be set. If none is, σ² is that of the method's paper: the 20th
// percentile (SPFS 2013, section 6), or the mean of all n² squared distances (FSIR², section IV.B;
// MRSF, EVSC).
type RBF struct {
	// Percentile of all n² squared distances, including the zeros on the diagonal, is σ²: above 0,
	// up to 100. If it is 0 in the data, σ² is the smallest distance above 0.
	Percentile float64 `range:"(0,100]"`
	// Width is σ² itself.
	Width float64 `range:"(0,inf)"`
}

// Neighbors connects each sample to its K nearest, symmetric by "or": K_ij = exp(-‖x_i - x_j‖²/t)
// for connected samples, with shared weights if samples tie for the last places (HeatKernel), else
// 0. The diagonal is 0. It uses no labels.
type Neighbors struct {
	// K is the number of nearest samples that each sample is connected to; 0 means 5.
	K int `param:"neighbors" default:"5" range:"[1,n-1]"`
	// Heat is the width t of the kernel; 0 means the mean squared distance between connected
	// samples, +Inf gives all edges the same weight.
	Heat float64 `range:"(0,inf]"`
}

// Precomputed is a user's K.
type Precomputed struct {
	// Matrix is K (n×n): a *mat.SymDense, or a list of pairs through FromPairs. Most methods return
	// an error if an entry is negative.
	Matrix mat.Symmetric
}

// Complete is K_ij = 1/n for i ≠ j: all pairs have the same similarity.
type Complete struct{}

// Kind returns "class".
func (SameClass) Kind() string { return "class" }

// Aliases returns the names of the graph in papers.
func (SameClass) Aliases() []string { return []string{"fisher", "lda"} }

// Kind returns "rbf".
func (RBF) Kind() string { return "rbf" }

// Idle reports whether the other parameter determines the width.
func (s RBF) Idle(param string) bool {
	if param == "percentile" {
		return s.Percentile == 0
	}
	return s.Width == 0 && s.Percentile != 0
}

// Kind returns "neighbors".
func (Neighbors) Kind() string { return "neighbors" }

// Aliases returns the names of the graph in papers.
func (Neighbors) Aliases() []string { return []string{"laplacian", "lpp"} }

// Kind returns "precomputed".
func (Precomputed) Kind() string { return "precomputed" }

// Kind returns "complete".
func (Complete) Kind() string { return "complete" }

// Aliases returns the name of the graph in a paper.
func (Complete) Aliases() []string { return []string{"pca"} }

func (SameClass) similarity()   {}
func (RBF) similarity()         {}
func (Neighbors) similarity()   {}
func (Precomputed) similarity() {}
func (Complete) similarity()    {}
func (Target) similarity()      {}

// Affinity is a symmetric matrix that is held as a list of edges, and is a mat.Symmetric.
type Affinity = graphs.Affinity

// Edge joins the samples I < J with a weight.
type Edge = graphs.Edge

// FromPairs makes the matrix of n samples from a list of pairs, for Precomputed. A pair that is
// repeated or out of range is an error, as is a weight that is not finite.
func FromPairs(n int, pairs []Edge) (*Affinity, error) { return graphs.FromPairs(n, pairs) }
