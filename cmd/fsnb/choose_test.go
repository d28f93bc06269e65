package main

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// What rank writes of as many features as a rule says, in each format.
func TestRankChoose(t *testing.T) {
	d, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, c := range map[string]evaluation.Choose{
		"one-error":      {},
		"best":           {Rule: evaluation.BestMean},
		"elbow":          {Rule: evaluation.Elbow},
		"percentile":     {Rule: evaluation.Percentile},
		"percentile=50":  {Rule: evaluation.Percentile, Percent: 50},
		"threshold=1.25": {Rule: evaluation.Threshold, Least: 1.25},
	} {
		c.Selector = filter.Fisher{}
		want, err := c.Count(t.Context(), d, algorithms.Options{})
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"rank", "-method", "fisher", "-choose", text}
		r := decode[ranking](t, []byte(good(t, append(args, "-o", "json", "wine")...)))
		if !slices.Equal(r.Features, want.Ranking.Features) || r.K != want.K {
			t.Errorf("%s: %v, want %v", text, r.Features, want.Ranking.Features)
		}
		if lines := strings.Count(good(t, append(args, "-o", "csv", "wine")...), "\n"); lines !=
			want.K+1 {
			t.Errorf("%s: %d lines of CSV, want %d", text, lines, want.K+1)
		}
		table := good(t, append(args, "wine")...)
		if !strings.Contains(table, want.Why) || !strings.Contains(table, "fisher: ") {
			t.Errorf("%s: %s", text, table)
		}
	}
}
