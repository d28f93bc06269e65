// Package similarities lists the kinds of similarity that a method takes, and what they need.
package graph

import (
	"slices"

	"fsnb.example/algorithms"
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
type Kinds []Similarity

// NewKinds lists the similarities that most methods take: first, then the others in the order
// SameClass, kernel, Neighbors, Precomputed.
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
func (k Kinds) Resolve(s Similarity) Similarity { return algorithms.FillVariant(s, k) }

func (k Kinds) index(s Similarity) int {
	return slices.IndexFunc(k, func(o Similarity) bool { return o.Kind() == s.Kind() })
}

// NeedsLabels reports whether s is SameClass.
func NeedsLabels(s Similarity) bool {
	_, ok := s.(SameClass)
	return ok
}
