package graph

import (
	"fmt"
	"maps"
	"strings"

	"fsnb.example/algorithms"
)

// Targets says what a method with a similarity of these kinds needs: classes with SameClass, a
// continuous target with Target.
func (k Kinds) Targets(s Similarity) algorithms.Targets {
	if _, ok := k.Resolve(s).(Target); ok {
		return algorithms.Continuous
	}
	return algorithms.ClassesIf(NeedsLabels(k.Resolve(s)))
}

// About describes the parameter of a method that holds one of the kinds, if it has a name, the
// parameters of the kinds, and others, which replace these.
func (k Kinds) About(param string, others map[string]string) map[string]string {
	out := make(map[string]string)
	if param != "" {
		out[param] = k.about()
	}
	for _, s := range k {
		switch s := s.(type) {
		case RBF:
			out["percentile"] =
				"percentile of all squared distances that is the squared width σ² " +
					"of the kernel exp(-‖x-y‖²/(2σ²)), above 0 and up to 100"
			out["width"] = "σ² itself, in place of percentile; 0 means the percentile"
			if s == (RBF{}) {
				out["width"] = "σ² itself, in place of percentile; 0, with percentile 0, means " +
					"the mean of all squared distances"
			}
		case Neighbors:
			out["neighbors"] = "nearest samples that each sample is joined to; 0 means 5"
			out["heat"] = "width t of the kernel exp(-‖x-y‖²/t); 0 means the mean squared " +
				"distance between joined samples"
		case Target:
			out["target_percentile"] = "percentile of all squared differences of the target that " +
				"is the squared width σ² of the kernel exp(-(y-z)²/(2σ²)); 0 means "
			if s == (Target{}) {
				out["target_percentile"] += "K = uu' of the centered target u of unit length"
			} else {
				out["target_percentile"] += fmt.Sprint(s.Percentile)
			}
		case Precomputed:
			out["matrix"] = "the similarity of the samples, n×n; from Go only"
		}
	}
	maps.Copy(out, others)
	return out
}

// about says what samples are alike by in each kind, in the order of the type Similarity.
func (k Kinds) about() string {
	var parts []string
	for _, kind := range []struct {
		s    Similarity
		text string
	}{
		{SameClass{}, "class their classes"},
		{RBF{}, "rbf their distances over all columns"},
		{Neighbors{}, "neighbors the distances to the nearest samples"},
		{Precomputed{}, "precomputed a matrix, from Go only"},
		{Complete{}, "complete nothing: all are"},
		{Target{}, "target their continuous target"},
	} {
		if k.index(kind.s) >= 0 {
			parts = append(parts, kind.text)
		}
	}
	return "what samples are alike by: " + strings.Join(parts, ", ")
}
