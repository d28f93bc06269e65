package replay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	method "fsnb.example/algorithms/grm"
	"fsnb.example/evaluation"
	"fsnb.example/papers/study"
)

// subsetScore is the trace ratio of the chosen features on the training part (Nie
// et al. 2008, eq. 8): Σ f'L_b f / Σ f'L_w f. Larger is better.
type subsetScore struct{ laplacian bool }

// graph is the paper's name of the graph.
func (s subsetScore) graph() string {
	if s.laplacian {
		return "laplacian"
	}
	return "fisher"
}

// Key implements study.Measure.
func (s subsetScore) Key() string { return "subset score 1 " + s.graph() }

// Label implements study.Measure.
func (s subsetScore) Label() string { return "subset-level score, " + s.graph() + " graph" }

// Better implements study.Measure.
func (subsetScore) Better() int { return +1 }

// Value implements study.Measure. Features that do not vary inside the graph have
// an infinite score, which is an error.
func (s subsetScore) Value(ctx context.Context, t *study.Trial) (float64, error) {
	forms, err := study.Once(t, s.Key(), func() (*graph.Forms, error) {
		d := t.Train
		if err := d.NeedDense(); err != nil {
			return nil, err
		}
		if !s.laplacian {
			return graph.ClassForms(ctx, d.X, d.Y, len(d.Classes), d.Features, 1)
		}
		a, err := graph.HeatKernel(ctx, d.X, graph.DefaultNeighbors, 0, 1,
			func(string, int) func(int) { return func(int) {} })
		if err != nil {
			return nil, err
		}
		return a.Forms(ctx, d.X, d.Features, 1)
	})
	if err != nil {
		return 0, err
	}
	var between, within float64
	for _, j := range t.Features {
		between += forms.Between[j]
		within += forms.Within[j]
	}
	if within == 0 {
		return 0, errors.New("the score is infinite: no chosen feature varies inside the graph")
	}
	return between / within, nil
}

// correctMoves is the correct move rate of GRM with groups (GRM 2015, section 4.6): half of the
// features that GRM has ranked are put into groups of two at random, and the rate is the share of
// the groups that come closer in rank when GRM is given these groups, averaged over several draws.
type correctMoves struct{ draws int }

// Key implements study.Measure.
func (c correctMoves) Key() string { return fmt.Sprintf("correct move rate 1 draws=%d", c.draws) }

// Label implements study.Measure.
func (c correctMoves) Label() string { return "correct move rate" }

// Better implements study.Measure.
func (correctMoves) Better() int { return +1 }

// Value implements study.Measure. It is an error when the method is not GRM.
func (c correctMoves) Value(ctx context.Context, t *study.Trial) (float64, error) {
	m, ok := t.Method.(method.GRM)
	if !ok {
		return 0, fmt.Errorf("the correct move rate is of GRM, not of %s",
			algorithms.Label(t.Method))
	}
	before := &algorithms.Ranking{Label: "GRM without groups", Features: t.Features}
	var rate float64
	for draw := range c.draws {
		rng := rand.New(rand.NewPCG(t.Seed, uint64(draw)))
		members := slices.Sorted(slices.Values(t.Features))
		rng.Shuffle(len(members),
			func(i, j int) { members[i], members[j] = members[j], members[i] })
		var pairs [][]int
		for at := 0; at+1 < len(members)/2; at += 2 {
			pairs = append(pairs, members[at:at+2])
		}
		m.Groups = method.ByIndex(pairs...)
		after, err := m.Select(ctx, t.Train, algorithms.Options{K: len(members), Workers: 1})
		if err != nil {
			return 0, err
		}
		moved, err := evaluation.CorrectMoveRate(before, after, pairs)
		if err != nil {
			return 0, err
		}
		rate += moved / float64(c.draws)
	}
	return rate, nil
}
