package display

import (
	"fmt"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/origin"
	"fsnb.example/internal/wording"
)

// ShowComparison shows rankings side by side.
func (s *screen) ShowComparison(c *evaluation.Comparison) {
	if s.begin(c) {
		s.table(comparisonTable(c))
	}
}

// maxPairs is the number of pairs of rankings whose overlap a comparison lists.
const maxPairs = 6

// maxCommon is the largest number of common features that a comparison names.
const maxCommon = 10

// comparisonTable is the table of several rankings side by side, row by row.
func comparisonTable(c *evaluation.Comparison) *Table {
	common := commonFeatures(c)
	names := rankingNames(c.Rankings, common)
	t := sideBySide(c.Rankings, names)
	if note := overlapNote(c, common, names); note != "" {
		t.Notes = append(t.Notes, note)
	}
	labels := rankingLabels(c.Rankings)
	for i, done := range origin.Treatments(c.Rankings) {
		if done != "" {
			t.Groups[i+1].Name += ", " + wording.CleanSentence(done)
		}
	}
	for i, r := range c.Rankings {
		for _, n := range rankingNotes(r) {
			t.Notes = append(t.Notes, labels[i]+": "+n)
		}
	}
	return t
}

// commonFeatures are the features in common that a comparison names.
func commonFeatures(c *evaluation.Comparison) []wording.Feature {
	var out []wording.Feature
	if len(c.Rankings) == 0 {
		return nil
	}
	first := c.Rankings[0]
	at := 0 // Common is in the order of the first ranking
	for _, name := range c.Common[:min(len(c.Common), maxCommon)] {
		column := wording.Unknown
		for ; at < len(first.Names) && at < len(first.Features); at++ {
			if first.Names[at] == name {
				column = first.Features[at]
				break
			}
		}
		out = append(out, wording.Feature{Name: name, Column: column})
	}
	return out
}

func overlapNote(
	c *evaluation.Comparison, common []wording.Feature, names wording.FeatureNames,
) string {
	if len(c.Overlaps) == 0 {
		return ""
	}
	shown := make([]string, len(common))
	for i, f := range common {
		shown[i] = names.Shown[f]
	}
	if o := c.Overlaps[0]; len(c.Overlaps) == 1 {
		note := fmt.Sprintf("%d of %d in common", o.Common, o.Of)
		if len(shown) > 0 {
			note += ": " + listSome(shown, len(c.Common))
		}
		return note + "."
	}
	labels := rankingLabels(c.Rankings)
	var parts []string
	for a := range labels {
		for b := a + 1; b < len(labels) && len(parts) < min(maxPairs, len(c.Overlaps)); b++ {
			o := c.Overlaps[len(parts)]
			parts = append(parts,
				fmt.Sprintf("%s and %s %d of %d", labels[a], labels[b], o.Common, o.Of))
		}
	}
	note := "In common: " + strings.Join(parts, "; ")
	if more := len(c.Overlaps) - len(parts); more > 0 {
		note += fmt.Sprintf(" and %s more", wording.Plural(more, "pair", "pairs"))
	}
	note += fmt.Sprintf("; all of them %d", len(c.Common))
	if len(shown) > 0 {
		note += ": " + listSome(shown, len(c.Common))
	}
	return note + "."
}

// rankingLabels names rankings so that all are distinct.
func rankingLabels(rankings []*algorithms.Ranking) []string {
	labels, features := make([]string, len(rankings)), make([]int, len(rankings))
	for i, r := range rankings {
		labels[i], features[i] = r.Label, r.K
	}
	for i, done := range origin.Treatments(rankings) {
		if done != "" {
			labels[i] += ", " + done
		}
	}
	return wording.Distinct(labels, features)
}
