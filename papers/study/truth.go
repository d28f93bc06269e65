package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"fsnb.example/datasets"
)

// Truth compares the chosen features C with the relevant ones R of data whose answer is known
// (datasets.Truth), such as those of datasets.Planted. It is 0 if no feature is chosen.
type Truth struct {
	// Kind is "precision", the default, the share of the chosen features that are relevant,
	//
	//	|C ∩ R| / |C|
	//
	// "recall", the share of the relevant features that are chosen,
	//
	//	|C ∩ R| / |R|
	//
	// or "distinct", the share of the distinct sources that are found: each group of redundant
	// features (datasets.Truth.Groups) with a relevant one is a source, found if C has any of its
	// features, and so is each relevant feature outside all groups. A second feature of a group
	// raises recall, but not this share.
	Kind string
}

func (m Truth) kind() string { return cmp.Or(m.Kind, "precision") }

// Key implements Measure.
func (m Truth) Key() string { return "truth 1 " + m.kind() }

// Label implements Measure.
func (m Truth) Label() string {
	return map[string]string{
		"precision": "precision of the choice", "recall": "recall of the relevant features",
		"distinct": "recall of the distinct sources",
	}[m.kind()]
}

// Better implements Measure.
func (Truth) Better() int { return +1 }

// Value implements Measure. It returns an error for data whose relevant features are not known, and
// for a Kind that is none of the three.
func (m Truth) Value(_ context.Context, t *Trial) (float64, error) {
	truth := t.Train.Truth
	if truth == nil || len(truth.Relevant) == 0 {
		return 0, errors.New("the relevant features of the data set are not known; take " +
			"generated data, such as planted")
	}
	chosen, relevant := indexSet(t.Features), indexSet(truth.Relevant)
	hits := 0
	for j := range relevant {
		if chosen[j] {
			hits++
		}
	}
	switch m.kind() {
	case "precision":
		return float64(hits) / float64(max(len(chosen), 1)), nil
	case "recall":
		return float64(hits) / float64(len(relevant)), nil
	case "distinct":
		return sourcesFound(chosen, relevant, truth.Groups), nil
	}
	return 0, fmt.Errorf("comparison with the known answer of the kind %q; choose precision, "+
		"recall or distinct", m.Kind)
}

// sourcesFound is the share of the groups with a relevant feature, and of the relevant features
// outside all groups, that have a chosen feature.
func sourcesFound(chosen, relevant map[int]bool, groups [][]int) float64 {
	found, sources := 0, 0
	count := func(members ...int) {
		sources++
		for _, j := range members {
			if chosen[j] {
				found++
				return
			}
		}
	}
	grouped := map[int]bool{}
	for _, g := range groups {
		source := false
		for _, j := range g {
			grouped[j] = true
			source = source || relevant[j]
		}
		if source {
			count(g...)
		}
	}
	for j := range relevant {
		if !grouped[j] {
			count(j)
		}
	}
	return float64(found) / float64(sources)
}

func indexSet(indices []int) map[int]bool {
	out := make(map[int]bool, len(indices))
	for _, j := range indices {
		out[j] = true
	}
	return out
}

// piece identifies a measure among the pieces of a choice: its key, and the known answer if it
// depends on that, which is no part of the hash of the data.
func (r *run) piece(m Measure) string {
	if _, ok := m.(Truth); !ok {
		return m.Key()
	}
	truth := r.d.Truth
	if truth == nil {
		truth = new(datasets.Truth)
	}
	sum := sha256.Sum256(fmt.Append(nil, truth.Relevant, truth.Groups))
	return m.Key() + " " + hex.EncodeToString(sum[:8])
}
