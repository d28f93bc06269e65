package graph

import (
	"reflect"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
)

const (
	// DefaultNeighbors is the number of neighbors of a graph when none is given
	// (He, Cai, Niyogi 2005 use 5).
	DefaultNeighbors = 5
	// DefaultPercentile is that of the squared distances which SPFS (2013, section 6)
	// takes for the squared width of its kernel.
	DefaultPercentile = 20
)

// A Similarity says how alike two samples are: which symmetric matrix K (n×n) of the
// samples a method looks at. It is one of SameClass, RBF, Neighbors, Precomputed, Complete and
// Target; nil is the default of the method, and so is a field that is 0. Make computes K.
type Similarity interface {
	algorithms.Variant
	// filled returns the similarity with defaults, of the same kind, in place of zeros.
	filled(defaults Similarity) Similarity
}

// SameClass is K_ij = 1/n_c for two samples of class c, which has n_c of them, itself
// included, and 0 for others (SPFS 2013, eq. 2.1). It needs labels. n×n is not formed.
type SameClass struct{}

// RBF is K_ij = exp(-‖x_i - x_j‖²/(2σ²)) over all columns as they are. It uses no labels.
// Of the two fields at most one is given; with neither σ² is that of the method's paper: the
// 20th percentile (SPFS 2013, section 6), or the mean of all n² squared distances (FSIR²,
// section IV.B; MRSF, EVSC).
type RBF struct {
	// Percentile of all n² squared distances, those of samples to themselves included, is
	// σ²: above 0, up to 100. Where that is 0, σ² is the smallest distance above 0.
	Percentile float64
	// Width is σ² itself.
	Width float64
}

// Neighbors joins each sample to its K nearest, symmetric by "or", by exp(-‖x_i - x_j‖²/t),
// where samples that tie share the last places (HeatKernel); K_ij is 0 elsewhere, the
// diagonal included. It uses no labels.
type Neighbors struct {
	// K is the number of nearest samples that each sample is joined to; 0 means 5.
	K int `param:"neighbors"`
	// Heat is the width t of the kernel; 0 means the mean squared distance between joined
	// samples, +Inf weighs all edges alike.
	Heat float64
}

// Precomputed is K itself.
type Precomputed struct {
	// Matrix is K (n×n): a *mat.SymDense, or what FromPairs makes of a list. Most methods
	// need entries of 0 or more, and say so.
	Matrix mat.Symmetric
}

// Complete is K_ij = 1/n for i ≠ j: all samples are alike.
type Complete struct{}

// Kind returns "class".
func (SameClass) Kind() string { return "class" }

// Aliases returns the names that papers have for the graph.
func (SameClass) Aliases() []string { return []string{"fisher", "lda"} }

// Kind returns "rbf".
func (RBF) Kind() string { return "rbf" }

// Idle reports whether a parameter leaves the width to the other one.
func (s RBF) Idle(param string) bool {
	if param == "percentile" {
		return s.Percentile == 0
	}
	return s.Width == 0 && s.Percentile != 0
}

// Kind returns "neighbors".
func (Neighbors) Kind() string { return "neighbors" }

// Aliases returns the names that papers have for the graph.
func (Neighbors) Aliases() []string { return []string{"laplacian", "lpp"} }

// Kind returns "precomputed".
func (Precomputed) Kind() string { return "precomputed" }

// Kind returns "complete".
func (Complete) Kind() string { return "complete" }

// Aliases returns the name that a paper has for the graph.
func (Complete) Aliases() []string { return []string{"pca"} }

func (s SameClass) filled(Similarity) Similarity   { return s }
func (s Precomputed) filled(Similarity) Similarity { return s }
func (s Complete) filled(Similarity) Similarity    { return s }

func (s RBF) filled(defaults Similarity) Similarity {
	if s == (RBF{}) {
		return defaults
	}
	return s
}

func (s Neighbors) filled(defaults Similarity) Similarity {
	if d := defaults.(Neighbors); s.K == 0 {
		s.K = d.K
	}
	return s
}

// Kinds are the similarities that a method takes, the default first, each with the defaults
// that the method has for it.
type Kinds []Similarity

// NewKinds lists what most methods take, in the order SameClass, kernel, Neighbors,
// Precomputed, but first before the others.
func NewKinds(first Similarity, kernel RBF) Kinds {
	k := Kinds{SameClass{}, kernel, Neighbors{K: DefaultNeighbors}, Precomputed{}}
	at := k.index(first)
	first = k[at]
	copy(k[1:], k[:at])
	k[0] = first
	return k
}

// And adds a kind to those of a method.
func (k Kinds) And(s Similarity) Kinds { return append(k, s) }

// ByPercentile is the kernel of SPFS.
func ByPercentile() RBF { return RBF{Percentile: DefaultPercentile} }

// Variants returns the kinds as package algorithms asks for them.
func (k Kinds) Variants() []algorithms.Variant {
	out := make([]algorithms.Variant, len(k))
	for i, s := range k {
		out[i] = s
	}
	return out
}

// Resolve returns s with its defaults written out; that of nil is the first kind. A
// similarity of another kind stays as it is: algorithms.Check refuses it.
func (k Kinds) Resolve(s Similarity) Similarity {
	if s = plain(s); s == nil {
		return k[0]
	}
	if at := k.index(s); at >= 0 {
		return s.filled(k[at])
	}
	return s
}

func (k Kinds) index(s Similarity) int {
	return slices.IndexFunc(k, func(o Similarity) bool { return o.Kind() == s.Kind() })
}

// plain takes the value of a pointer, which is a Similarity as well.
func plain(s Similarity) Similarity {
	v := reflect.ValueOf(s)
	if v.Kind() != reflect.Pointer {
		return s
	}
	if v.IsNil() {
		return nil
	}
	return v.Elem().Interface().(Similarity)
}

// NeedsLabels reports whether a similarity is that of classes.
func NeedsLabels(s Similarity) bool {
	_, ok := s.(SameClass)
	return ok
}
