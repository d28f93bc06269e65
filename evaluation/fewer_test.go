package evaluation_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// fewest chooses some of the features that fisher, or spearman for a continuous target, ranks
// first: Some of them, or one less where the first value of the data is below the mean of its
// column.
type fewest struct {
	Some   int
	Varies bool
}

func (fewest) Name() string { return "fewest" }

func (fewest) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{
			Nested: true, Fewer: true, Targets: algorithms.Classes | algorithms.Continuous,
		},
	}
}

func (m fewest) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		var scorer algorithms.Scorer = filter.Fisher{}
		if d.Continuous() {
			scorer = statistics.Spearman{}
		}
		r, err := scorer.Select(ctx, d, algorithms.Options{Workers: 1})
		if err != nil {
			return nil, err
		}
		some := m.Some
		if m.Varies && d.X.At(0, 0) < d.X.At(1, 0) {
			some--
		}
		f := &algorithms.Found{Features: r.Features[:some], Scores: r.Scores[:some]}
		f.Diagnostics.Converged = true
		return f, nil
	})
}

func wineAndTarget(t *testing.T) (classes, target *datasets.Dataset) {
	t.Helper()
	d := must.Get(datasets.Load("wine", datasets.Options{}))(t)
	target = must.Get(d.WithTarget("first", mat.Col(nil, 0, d.X)))(t)
	return d, target
}

// Where a method chooses fewer features than a count, accuracy is that with all of them.
func TestAccuracyOfFewerFeatures(t *testing.T) {
	d, _ := wineAndTarget(t)
	for _, classifier := range []evaluation.Classifier{terms.NearestNeighbors,
		terms.LinearMachine} {
		p := evaluation.Protocol{Counts: []int{1, 2, 4, 9, 13}, Repeats: 3, Classifier: classifier}
		c := accuracy(t, d, p, filter.Fisher{}, fewest{Some: 4}, fewest{Some: 1})
		for i, of := range [][]int{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 0}} {
			for m, at := range of {
				want, got := c.Curves[0].Points[at].Values, c.Curves[1+m].Points[i].Values
				must.Items(t, got, want, "%s, count %d", c.Curves[1+m].Label, p.Counts[i])
			}
		}
		want := []string{
			"fewest chooses only 4 of the k = 13 features wanted (others in other splits)"}
		must.Equal(t, c.Warnings, want, "c.Warnings")
	}
}

// A method that chooses nothing predicts as well as no feature does.
func TestPredictionFromNoFeature(t *testing.T) {
	d, target := wineAndTarget(t)
	p := evaluation.Protocol{Counts: []int{1, 5}, Repeats: 4}
	c := accuracy(t, d, p, fewest{}, information.FCBF{Threshold: .99})
	for _, curve := range c.Curves {
		for _, point := range curve.Points {
			// Splits are stratified: 71 of 178 samples are of the most frequent class.
			if math.Abs(point.Mean-71./178) > .01 || len(point.Values) != 4 {
				t.Errorf("%s: %+v", curve.Label, point)
			}
		}
	}
	has := func(warnings []string, text string) bool {
		return slices.ContainsFunc(warnings,
			func(w string) bool { return strings.HasPrefix(w, text) })
	}
	if len(c.Warnings) != 4 ||
		!has(c.Warnings, "fewest chooses none of the k = 5 features wanted") ||
		!has(c.Warnings, "fcbf chooses none of the k = 5 features wanted") ||
		!has(c.Warnings, "no feature is chosen in some splits: the most frequent class is "+
			"predicted there") {
		t.Errorf("warnings %q", c.Warnings)
	}
	for _, regressor := range []evaluation.Regressor{terms.NearestMean,
		terms.RidgeRegression} {
		p.Regressor = regressor
		r := regression(t, target, p, fewest{}, fewest{Some: 2}, statistics.Spearman{})
		for i := range p.Counts {
			must.Equal(t, r.Curves[0].Points[i], r.Guess, "r.Curves[0].Points[i]")
		}
		if diff := cmp.Diff(r.Curves[2].Points[0].R2, r.Curves[1].Points[0].R2); diff == "" {
			continue
		}
		two := regression(t, target, evaluation.Protocol{Counts: []int{1, 2}, Repeats: 4,
			Regressor: regressor}, statistics.Spearman{})
		must.Equal(t, r.Curves[1].Points, two.Curves[0].Points, "r.Curves[1].Points")
		if !has(r.Warnings, "no feature is chosen in some splits: the mean of the training part") {
			t.Errorf("warnings %q", r.Warnings)
		}
	}
}

// Choices of different sizes, of one size below the count, and none.
func TestStabilityOfFewerFeatures(t *testing.T) {
	d, _ := wineAndTarget(t)
	p := evaluation.Protocol{Counts: []int{2, 6}, Repeats: 12}
	r := stabilityOf(t, d, p, filter.Fisher{}, fewest{Some: 2}, fewest{Some: 4, Varies: true},
		fewest{})
	two, six := r.Points[0], r.Points[1]
	must.Equal(t, six.Methods[1], two.Methods[0], "six of two features")
	varies := six.Methods[2]
	if varies.Nogueira.Value != varies.Kuncheva || !(varies.Jaccard > .5 && varies.Jaccard < 1) ||
		!(varies.Kuncheva > .5 && varies.Kuncheva < 1) || varies.Ever < 4 {
		t.Errorf("choices of three and four features: %+v", varies)
	}
	for _, point := range r.Points {
		must.Is(t, point.Methods[3], (evaluation.MethodStability{}), "no features")
		if between := point.Between; between[3] != 0 || between[15] != 1 {
			t.Errorf("between the methods: %v", between)
		}
	}
	if !slices.Contains(r.Warnings, "fewest chooses no feature from any subsample, so that its "+
		"stability is not defined and shown as 0") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestRedundancyOfFewerFeatures(t *testing.T) {
	d, _ := wineAndTarget(t)
	c := must.Get(evaluation.RedundancyByCount(t.Context(), d,
		[]int{2, 3, 7, 13}, algorithms.Options{},
		filter.Fisher{}, fewest{Some: 3}, fewest{Some: 1}, fewest{}))(t)
	whole, fewer := c.Curves[0].Points, c.Curves[1].Points
	for i, at := range []int{0, 1, 1, 1} {
		want := whole[at]
		want.K = c.Counts[i]
		must.Equal(t, fewer[i], want, "fewer[i]")
	}
	if len(c.Curves[2].Points) != 0 || len(c.Curves[3].Points) != 0 {
		t.Errorf("of one feature, and of none: %v, %v", c.Curves[2].Points, c.Curves[3].Points)
	}
	if w := c.Warnings; len(w) != 5 || w[1] != "fewer than two features are chosen, which have "+
		"no redundancy: fewest, some=1" {
		t.Errorf("warnings %q", w)
	}
}

// What takes a ranking says of one without features that the method chooses none.
func TestRankingOfNoFeature(t *testing.T) {
	d, _ := wineAndTarget(t)
	r := must.Get(algorithms.Run(t.Context(), fewest{}, d, algorithms.Options{}))(t)
	_, taken := evaluation.Take(d, r, 0)
	_, compared := evaluation.Compare(d, r)
	for _, err := range []error{taken, compared} {
		if err == nil || err.Error() != "ranking 1 (fewest) has no feature: the method chooses "+
			"none of these data; give a ranking that has features" {
			t.Errorf("error %v", err)
		}
	}
}
