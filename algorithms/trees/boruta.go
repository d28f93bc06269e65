package trees

import (
	"context"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/learn"
)

// Boruta finds all features that a random forest has use for. In each round the columns not
// rejected stand beside permuted copies, their shadows, at least 5, and a feature has a hit if
//
//	z_j = mean / standard error, over the trees, of the loss by permutation (see Forest)
//
// is above that of the largest shadow. With h hits in r rounds and d features that vary,
//
//	d·P(X ≥ h) < Level: confirmed    X binomial with r trials of probability 1/2
//	d·P(X ≤ h) < Level: rejected
//
// and else it is tentative. It ends when none is, or after Rounds.
//
// The score is 2 for a confirmed, 1 for a tentative, 0 for a rejected feature, plus a part in
// (0, 1) that grows with the median of z_j, which is Raw. Constant columns are rejected and score
// 0. Diagnostics.Extra counts "chosen" (confirmed), "tentative" and "rejected".
//
// Trees and shadows keep groups together. Answers depend on the seed. Score
// returns an error when a parameter is out of range; stopped, the scores so far. The cost is that
// of Trees trees of 2d columns a round; the memory is 4nd bytes.
//
// Source: Kursa, Rudnicki 2010, section 2. See docs/methods-trees.md.
type Boruta struct {
	// Trees is the number of trees of a round; 0 means 500.
	Trees int `default:"500" range:"[1,100000]"`
	// Rounds is the largest number of rounds; 0 means 99.
	Rounds int `default:"99" range:"[1,10000]"`
	// Level is the level of the tests, above 0 and below 0.5; 0 means .01.
	Level float64 `default:"0.01" range:"(0,0.5)"`
	// RoughFix decides the features that are tentative at the end: those whose median is above the
	// median of the largest shadows are confirmed, and the others rejected.
	RoughFix bool
}

// Facts returns what is known of the method.
func (m Boruta) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "boruta",
			Family:  algorithms.Trees,
			Summary: "all features that a random forest has more use for than for permuted copies",
			Source:  "Kursa, Rudnicki 2010", Revision: 2,
			Params: map[string]string{
				"trees":     "trees of a round; 0 means 500",
				"rounds":    "rounds after which tentative features are left; 0 means 99",
				"level":     "level of the tests, for all features together; 0 means .01",
				"rough_fix": "decide features that are tentative at the end by their medians",
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes | algorithms.Continuous, Seeded: true,
			Anytime: true,
		},
		Costs: algorithms.Costs{
			Cost:    "n√d log n a tree; 500 trees a round, at most 99 rounds",
			Storage: algorithms.AnyStorage,
			Memory: func(s algorithms.Shape) float64 { // codes of shadows, and what trees lose
				n, d, _ := s.Floats()
				trees := float64(algorithms.WithDefaults(m).Trees)
				return codesMemory(s) + d*(2*n+300) + trees*(16*min(2*d, .6*n)+n/8) +
					90*n*float64(s.Workers)
			},
		},
	}
}

// Score returns the decision on every feature, and its part.
func (m Boruta) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.AnswerScores(ctx, m, d, opt, func() (*algorithms.Scores, error) {
		shadows, err := m.shadows(ctx, d, opt.Workers)
		if err != nil {
			return nil, err
		}
		t := newTrial(d.D(), shadows.Constant())
		err = m.run(ctx, d, t, shadows, opt)
		if t.rounds == 0 && err != nil {
			return nil, err
		}
		return m.scores(t, d, err == nil), err
	})
}

// Select ranks the features by their scores: confirmed, tentative, rejected.
func (m Boruta) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m Boruta) shadows(ctx context.Context, d *datasets.Dataset, workers int) (*learn.Shadows,
	error) {
	if d.Continuous() {
		return learn.NewMeanShadows(ctx, d.Matrix(), d.Target, workers)
	}
	return learn.NewShadows(ctx, d.Matrix(), d.Y, len(d.Classes), workers)
}

// run goes through the rounds.
func (m Boruta) run(ctx context.Context, d *datasets.Dataset, t *trial, s *learn.Shadows,
	opt algorithms.Options) error {
	tick := opt.Meter("rounds", m.Rounds)
	for t.open() > 0 && t.rounds < m.Rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := learn.Forest{Trees: m.Trees, Workers: opt.Workers, Group: d.Group,
			Seed: roundSeed(opt.Seed, t.rounds)}
		z, shadow, err := s.Z(ctx, f, t.kept(), fewestShadows)
		if err != nil {
			return err
		}
		t.record(z, shadow)
		t.test(hitsToConfirm(t.rounds, len(z)-len(t.constant), m.Level))
		tick(1)
	}
	tick(m.Rounds - t.rounds)
	return nil
}

// roundSeed makes seeds of rounds that are those of no other seed of a user.
func roundSeed(seed uint64, round int) uint64 {
	return (seed^0xb0407a)*0x9e3779b97f4a7c15 + uint64(round)*0xbf58476d1ce4e5b9
}

// scores makes the answer of a trial; done is false if it was stopped.
func (m Boruta) scores(t *trial, d *datasets.Dataset, done bool) *algorithms.Scores {
	s := algorithms.NewScores(d, t.constant)
	medians, left := t.medians(), t.open()
	if m.RoughFix && done {
		t.roughFix(medians)
	}
	for j, v := range medians {
		s.Values[j] = float64(t.decided[j]) + .5 + .5*squashed(v)
	}
	s.Raw, s.Tie = medians, t.means()
	for _, j := range t.constant {
		s.Values[j] = 0
	}
	g := &s.Diagnostics
	g.Iterations, g.Converged = t.rounds, done && left == 0
	chosen, tentative, rejected := t.count(confirmed), t.open(), t.count(rejected)
	for _, v := range []struct {
		name  string
		count int
	}{{"chosen", chosen}, {"tentative", tentative}, {"rejected", rejected}} {
		g.Extra = append(g.Extra,
			algorithms.Value{Name: v.name, Value: algorithms.Number(v.count)})
	}
	g.Notes = append(g.Notes, fmt.Sprintf("the first %d of the ranking are confirmed (score above "+
		"2), the next %d tentative (above 1), the other %d rejected", chosen, tentative, rejected))
	switch {
	case !done:
	case tentative > 0:
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d features are tentative after %d rounds; "+
			"raise rounds, or set rough_fix", tentative, t.rounds))
	case left > 0:
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d features were tentative after %d rounds "+
			"and are decided by their medians, without a test (rough_fix)", left, t.rounds))
	}
	if d.Grouped() && chosen > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("the confirmed features are compared with "+
			"shadows in %s only, where chance can confirm some, too; measure what they predict "+
			"(accuracy)", d.GroupText()))
	}
	s.Warnings = caution.AddChosen(s.Warnings, d, "too many are confirmed",
		"give the method all features")
	if done && chosen == 0 {
		s.Warnings = append(s.Warnings,
			"no feature is confirmed: none is better than the best of the shadows")
	}
	return s
}

// squashed is v/(1+|v|), between -1 and 1.
func squashed(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.Copysign(1, v)
	}
	return v / (1 + math.Abs(v))
}
