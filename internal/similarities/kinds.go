// Package similarities lists the kinds of similarity that a method takes, and what they need.
package similarities

import (
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
)

const (
	// DefaultNeighbors is the default number of neighbors of a graph (He, Cai, Niyogi 2005).
	DefaultNeighbors = 5
	// DefaultPercentile is the percentile of the squared distances that is the squared width of the
	// kernel in SPFS (2013, section 6).
	DefaultPercentile = 20
)

// Kinds are the similarities that a method takes, the default first, each with the defaults of the
// method.
type Kinds []graph.Similarity

// NewKinds lists the similarities that most methods take: first, then the others in the order
// SameClass, kernel, Neighbors, Precomputed.
func NewKinds(first graph.Similarity, kernel graph.RBF) Kinds {
	k := Kinds{graph.SameClass{}, kernel, graph.Neighbors{K: DefaultNeighbors}, graph.Precomputed{}}
	at := k.index(first)
	first = k[at]
	copy(k[1:], k[:at])
	k[0] = first
	return k
}

// And adds a kind to those of a method.
func (k Kinds) And(s graph.Similarity) Kinds { return append(k, s) }

// ByPercentile is the kernel of SPFS.
func ByPercentile() graph.RBF { return graph.RBF{Percentile: DefaultPercentile} }

// ByTarget is the kernel of the target for methods that need entries of 0 or more.
func ByTarget() graph.Target { return graph.Target{Percentile: DefaultPercentile} }

// Variants returns the kinds as variants of package algorithms.
func (k Kinds) Variants() []algorithms.Variant {
	out := make([]algorithms.Variant, len(k))
	for i, s := range k {
		out[i] = s
	}
	return out
}

// Resolve returns s with its defaults written out; nil means the first kind. It does not change a
// similarity of another kind, for which algorithms.Check returns an error.
func (k Kinds) Resolve(s graph.Similarity) graph.Similarity { return algorithms.FillVariant(s, k) }

func (k Kinds) index(s graph.Similarity) int {
	return slices.IndexFunc(k, func(o graph.Similarity) bool { return o.Kind() == s.Kind() })
}

// NeedsLabels reports whether s is SameClass.
func NeedsLabels(s graph.Similarity) bool {
	_, ok := s.(graph.SameClass)
	return ok
}
