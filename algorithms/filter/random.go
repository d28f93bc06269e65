package filter

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Random gives every feature a uniform random score in [0, 1): the baseline that a method has to
// beat. The score depends only on Options.Seed and the name of the feature, so that it does not
// depend on the place of the column. It has no parameters and uses no labels. Constant columns
// rank last. The cost is O(nd), for finding the constant columns.
type Random struct{}

// Facts returns what is known of the method.
func (Random) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "random",
			Family: algorithms.Baselines, Summary: "a random order, the baseline",
			Revision: 1,
		},
		Promises: algorithms.Promises{Nested: true, ByValue: true, Seeded: true},
		Costs: algorithms.Costs{
			Cost: "nd", InPlace: true, Storage: algorithms.AnyStorage,
		},
	}
}

// Score returns a random score for every feature.
func (m Random) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, _, err := scatterScores(ctx, m, d, opt)
	if err != nil {
		return nil, err
	}
	for j, name := range d.Features {
		h := fnv.New64a()
		h.Write([]byte(name))
		s.Values[j] = rand.New(rand.NewPCG(opt.Seed, h.Sum64())).Float64()
	}
	for _, j := range s.Constant {
		s.Values[j] = 0
	}
	return s, nil
}

// Select ranks the features by their scores.
func (m Random) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
