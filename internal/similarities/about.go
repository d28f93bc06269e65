package similarities

import (
	"fmt"
	"maps"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/graphs"
)

// Targets returns the targets that a method with a similarity of these kinds needs: classes for
// SameClass, a continuous target for Target.
func (k Kinds) Targets(s graph.Similarity) algorithms.Targets {
	switch k.Resolve(s).(type) {
	case graph.Target:
		return algorithms.Continuous
	case graph.SameClass:
		return algorithms.Classes
	}
	return algorithms.NoTarget
}

// Storage returns how X may be held for the similarity s: an RBF of all pairs of samples is formed
// in memory from values in memory.
func (k Kinds) Storage(s graph.Similarity) algorithms.Storage {
	switch k.Resolve(s).(type) {
	case graph.RBF, graph.Complete:
		return algorithms.InMemory
	}
	return algorithms.AnyStorage
}

// WeightsMemory is Memory for a method that takes Weights: of a kernel, the distances of all pairs
// and those that are ranked, if they are few, or some rows at a time.
func (k Kinds) WeightsMemory(s graph.Similarity, of algorithms.Shape) float64 {
	columns := of.D
	switch s := k.Resolve(s).(type) {
	case graph.Target:
		if s.Percentile == 0 || of.Entries < of.N*of.D {
			return k.Memory(s, of)
		}
		columns = 1
	case graph.RBF:
	default:
		return k.Memory(s, of)
	}
	return graphs.KernelMemory(of.N, columns)
}

// Memory is what Make takes at its peak for the similarity s, with its list of edges or its matrix,
// in bytes beside the data.
func (k Kinds) Memory(s graph.Similarity, of algorithms.Shape) float64 {
	n, _, _ := of.Floats()
	switch s := k.Resolve(s).(type) {
	case graph.RBF:
		return 14 * n * n // a list takes 12, a matrix 8, and distances that are held 4
	case graph.Complete:
		return 12 * n * n
	case graph.Target:
		if s.Percentile > 0 {
			return 14 * n * n
		}
	case graph.Neighbors:
		return 2*float64(of.Entries) + 90*n*min(n, float64(s.K))
	}
	return 0
}

// About describes the parameters of a method: param, which holds one of the kinds, unless it is "";
// the parameters of the kinds; and others, which replace those of the same name.
func (k Kinds) About(param string, others map[string]string) map[string]string {
	out := make(map[string]string)
	if param != "" {
		out[param] = k.about()
	}
	for _, s := range k {
		switch s := s.(type) {
		case graph.RBF:
			out["percentile"] =
				"percentile of all squared distances that is the squared width σ² " +
					"of the kernel exp(-‖x-y‖²/(2σ²))"
			out["width"] = "σ² itself, which replaces percentile; 0 means the percentile"
			if s == (graph.RBF{}) {
				out["width"] =
					"σ² itself, which replaces percentile; 0, with percentile 0, means " +
						"the mean of all squared distances"
			}
		case graph.Neighbors:
			out["neighbors"] = "nearest samples that each sample is joined to; 0 means 5"
			out["heat"] = "width t of the kernel exp(-‖x-y‖²/t); 0 means the mean squared " +
				"distance between joined samples"
		case graph.Target:
			out["target_percentile"] = "percentile of all squared differences of the target that " +
				"is the squared width σ² of the kernel exp(-(y-z)²/(2σ²)); 0 means "
			if s == (graph.Target{}) {
				out["target_percentile"] += "K = uu' of the centered target u of unit length"
			} else {
				out["target_percentile"] += fmt.Sprint(s.Percentile)
			}
		case graph.Precomputed:
			out["matrix"] = "precomputed similarity of the samples, n×n; from Go only"
		}
	}
	maps.Copy(out, others)
	return out
}

// about describes the kinds, in the order of the type Similarity.
func (k Kinds) about() string {
	var parts []string
	for _, kind := range []struct {
		s    graph.Similarity
		text string
	}{
		{graph.SameClass{}, "class (equal labels)"},
		{graph.RBF{}, "rbf (distance over all columns)"},
		{graph.Neighbors{}, "neighbors (distance to the nearest samples)"},
		{graph.Precomputed{}, "precomputed (a matrix, from Go only)"},
		{graph.Complete{}, "complete (the same for all pairs)"},
		{graph.Target{}, "target (their continuous target)"},
	} {
		if k.index(kind.s) >= 0 {
			parts = append(parts, kind.text)
		}
	}
	return "similarity of the samples: " + strings.Join(parts, ", ")
}
