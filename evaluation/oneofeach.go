package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/terms"
)

// oneOfEachRevision rises whenever OneOfEach changes its answers.
const oneOfEachRevision = 2

// OneOfEach is the selector that takes the best features of another without those that repeat
// them: the Of best features are grouped by their correlation, as Clusters does, and the best
// feature of each group and every feature in no group come first. The other features of the Of
// follow, then all others, each part in the order of the selector.
//
// Answers are an order without scores of its own; Raw has those of the selector. Select returns an
// error without Selector, for Of beyond 2 to 1000, a Cut beyond 0 to 1, and the errors of the
// selector. The cost is that of the selector and O(n·Of² + Of³).
type OneOfEach struct {
	// Selector orders the features.
	Selector algorithms.Selector
	// Of is the number of best features that are grouped; 0 means 20, or all of fewer.
	Of int
	// Cut is the mean squared correlation from which features are a group; 0 means .5.
	Cut float64
}

// Name returns "one-of-each".
func (OneOfEach) Name() string { return "one-of-each" }

// Label is that of the selector, with the number of grouped features: "fisher, one of each (20)".
func (g OneOfEach) Label() string {
	g = g.Resolve().(OneOfEach)
	label := "no method"
	if g.Selector != nil {
		label = algorithms.Label(g.Selector)
	}
	label += fmt.Sprintf(", one of each (%d", g.Of)
	if g.Cut != defaultCut {
		label += fmt.Sprintf(", cut %g", g.Cut)
	}
	return label + ")"
}

// Facts are those of the selector, but that the method weighs redundancy.
func (g OneOfEach) Facts() algorithms.Facts {
	f := factsAround(g.Selector, "the best of each group of correlated features first",
		oneOfEachRevision)
	f.Redundancy = true
	if g.Selector != nil {
		f.Criterion = algorithms.Label(g.Selector) + " score"
	}
	return f
}

// Resolve writes out the defaults.
func (g OneOfEach) Resolve() algorithms.Selector {
	g.Of, g.Cut = cmp.Or(g.Of, 20), cmp.Or(g.Cut, defaultCut)
	return g
}

// Select returns the features, those that repeat none of the better ones first.
func (g OneOfEach) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	g = g.Resolve().(OneOfEach)
	if err := g.check(); err != nil {
		return nil, algorithms.Wrap(ctx, g, err)
	}
	return algorithms.Answer(ctx, g, d, opt, func() (*algorithms.Found, error) {
		if opt.K > 0 {
			opt.K = min(max(opt.K, g.Of), d.D())
		}
		r, err := algorithms.Run(ctx, g.Selector, d, opt)
		if err != nil {
			return nil, err
		}
		later, err := g.repeats(ctx, d, r, opt.Workers)
		if err != nil {
			return nil, err
		}
		f := &algorithms.Found{OrderOnly: true, Warnings: r.Warnings}
		for _, repeats := range []bool{false, true} {
			for rank, j := range r.Features {
				if later[rank] == repeats {
					f.Features, f.Raw = append(f.Features, j), append(f.Raw, r.Scores[rank])
				}
			}
		}
		return f, nil
	})
}

func (g OneOfEach) check() error {
	switch {
	case g.Selector == nil:
		return errors.New("no method to choose from; give one, such as Selector: Fisher{}")
	case g.Of < 2 || g.Of > terms.MaxHeatMap:
		return fmt.Errorf("of = %d; give 2 to %d", g.Of, terms.MaxHeatMap)
	}
	return nil
}

// repeats reports which ranks follow those that repeat none of the better ones: the second and
// later features of each group, and all that are not grouped.
func (g OneOfEach) repeats(ctx context.Context, d *datasets.Dataset, r *algorithms.Ranking,
	workers int) ([]bool, error) {
	later := make([]bool, len(r.Features))
	for rank := min(g.Of, len(later)); rank < len(later); rank++ {
		later[rank] = true
	}
	if len(later) < 2 {
		return later, nil
	}
	best := *r
	best.K = min(g.Of, len(later))
	best.Features, best.Names = r.Features[:best.K], r.Names[:best.K]
	best.Scores = r.Scores[:best.K]
	c, err := Clusters(ctx, d, g.Cut, workers, &best)
	if err != nil {
		return nil, err
	}
	for _, group := range c.Groups {
		for _, rank := range group.Features[1:] {
			later[rank] = true
		}
	}
	return later, nil
}
