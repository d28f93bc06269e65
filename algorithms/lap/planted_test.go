package lap

import (
	"math"
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// share is the part of feature j in the sum of the norms.
func share(p *Learned, j int) float64 {
	var sum float64
	for _, v := range p.Norms {
		sum += v
	}
	return p.Norms[j] / sum
}

// On the paper's D1 feature 1 has nearly all the weight, and S shows the three clusters.
func TestD1(t *testing.T) {
	least, before, after, seeds := 1., math.Inf(1), math.Inf(1), longtest.Or(uint64(5), 20)
	for seed := range seeds {
		data := datasets.LAPD1(seed)
		p := learned(t, SLAP{}, data)
		s := share(p, 0)
		least = min(least, s)
		if s < .85 || p.Scores.Order()[0] != 0 {
			t.Errorf("seed %d: feature 1 has %.3f of the weights", seed, s)
		}
		b, a := blocks(p.Before, data), blocks(p.S, data)
		before, after = min(before, b), min(after, a)
		if a < 3*b {
			t.Errorf("seed %d: similarity within the clusters of class a over between them %.1f "+
				"before, %.1f learned", seed, b, a)
		}
	}
	t.Logf("%d seeds: feature 1 has at least %.3f; mean within over mean between the clusters "+
		"of class a at least %.1f before, %.1f learned", seeds, least, before, after)
}

// blocks is the mean similarity within the clusters of class a over the mean between its two
// clusters, with similarities capped at 1.
func blocks(a *graphs.Affinity, d *datasets.Dataset) float64 {
	of := d.Truth.Clusters
	var within, between float64
	for _, e := range a.Edges {
		e.Weight = min(e.Weight, 1) // as in Figure 2
		switch {
		case d.Y[e.I] != 0 || d.Y[e.J] != 0:
		case of[e.I] == of[e.J]:
			within += e.Weight / (2 * 100 * 99 / 2)
		default:
			between += e.Weight / (100 * 100)
		}
	}
	return within / between
}

// The statements of docs/lap.md about units and labels hold, on 4 draws, or its 20 with -all.
func TestUnits(t *testing.T) {
	draws := uint64(4)
	if *all {
		draws = 20
	}
	first := func(p *Learned) int {
		if p.Scores.Order()[0] == 0 {
			return 1
		}
		return 0
	}
	least, strong := 1., 1.
	var d1, d2 int
	for seed := range draws {
		one, two := datasets.LAPD1(seed), datasets.LAPD2(seed)
		scaledOne := must.Get(one.Standardize())(t)
		scaledTwo := must.Get(two.Standardize())(t)
		least = min(least, share(learned(t, SLAP{}, scaledOne), 0))
		d2 += first(learned(t, ULAP{}, scaledTwo))
		d1 += first(learned(t, ULAP{}, one))
		strong = min(strong, share(learned(t, SLAP{Gamma: 1000}, one), 0),
			share(learned(t, ULAP{Gamma: 1000}, two), 0))
	}
	t.Logf("%d draws: D1 standardized, SLAP: feature 1 has at least %.3f; D2 standardized, "+
		"ULAP: first in %d; D1, ULAP: first in %d; gamma 1000: at least %.4f", draws, least, d2,
		d1, strong)
	if least < .85 || d2 > 1 || d1 > 0 || strong < .999 {
		t.Error("these figures contradict docs/lap.md")
	}
}
