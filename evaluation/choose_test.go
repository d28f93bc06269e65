package evaluation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/algorithms/wrapper"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
	"fsnb.example/internal/terms"
)

func spreads(means, sds []float64) (out []Spread) {
	for i := range means {
		out = append(out, Spread{Mean: means[i], SD: sds[i], Values: make([]float64, 4)})
	}
	return out
}

func TestDecide(t *testing.T) {
	counts := []int{1, 2, 5, 10}
	for _, test := range []struct {
		means, sds []float64
		one, best  int
	}{
		// The margin is the standard deviation of the best, over √4.
		{[]float64{.5, .79, .9, .8}, []float64{0, 0, .2, 0}, 5, 5},
		{[]float64{.5, .8, .9, .8}, []float64{9, 9, .2, 9}, 2, 5},
		{[]float64{.5, .8, .9, .9}, []float64{0, 0, 0, .5}, 5, 5},
		{[]float64{.7, .7, .7, .7}, []float64{0, 0, 0, 0}, 1, 1},
		{[]float64{.7, .7, .7, .7 + 1e-13}, []float64{0, 0, 0, 0}, 1, 1},
		{[]float64{.1, .2, .3, .4}, []float64{0, 0, 0, .01}, 10, 10},
		{[]float64{.395, .2, .3, .4}, []float64{0, 0, 0, .01}, 1, 10},
	} {
		for rule, want := range map[CountRule]int{terms.OneError: test.one,
			terms.BestMean: test.best} {
			c := &Choice{Counts: counts, Points: spreads(test.means, test.sds), Measure: "accuracy"}
			c.decide(rule)
			must.Is(t, c.K, want, "%v ± %v, %s: k = (%s)", test.means, test.sds, rule, c.Why)
		}
	}
}

// The elbow by its definition: the distance of each point from the chord.
func TestElbow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 200 {
		scores := make(algorithms.Numbers, 2+rng.IntN(30))
		for i := range scores {
			scores[i] = math.Round(100 * rng.ExpFloat64())
		}
		sort.Sort(sort.Reverse(sort.Float64Slice(scores)))
		if scores[0] == scores[len(scores)-1] {
			continue
		}
		want, most := 1, 0.
		for i := range scores {
			x := float64(i) / float64(len(scores)-1)
			y := (scores[i] - scores[len(scores)-1]) / (scores[0] - scores[len(scores)-1])
			// The line from (0, 1) to (1, 0).
			if off := (1 - x - y) / math.Sqrt2; off > most+1e-12 {
				want, most = i+1, off
			}
		}
		k, depth := elbow(scores)
		if k != want || math.Abs(depth-most*math.Sqrt2) > 1e-12 {
			t.Errorf("trial %d, %v: k = %d, depth %v; want %d, %v", trial, scores, k, depth, want,
				most*math.Sqrt2)
		}
	}
	inf := math.Inf(1)
	for text, test := range map[string]struct {
		scores algorithms.Numbers
		k      int
	}{
		"one":              {algorithms.Numbers{3}, 1},
		"equal":            {algorithms.Numbers{3, 3, 3}, 1},
		"a line":           {algorithms.Numbers{3, 2, 1, 0}, 1},
		"a drop":           {algorithms.Numbers{9, 1, 1, 1, 0}, 2},
		"infinite first":   {algorithms.Numbers{inf, inf, 9, 1, 1, 1, 0}, 4},
		"infinite last":    {algorithms.Numbers{9, 1, 1, 1, 0, -inf, -inf}, 2},
		"infinite only":    {algorithms.Numbers{inf, inf}, 2},
		"the largest ones": {algorithms.Numbers{math.MaxFloat64, 0, 0, -math.MaxFloat64}, 2},
	} {
		if k, _ := elbow(test.scores); k != test.k {
			t.Errorf("%s: k = %d, want %d", text, k, test.k)
		}
	}
}

// Of distinct scores SelectPercentile of scikit-learn keeps those above the percentile 100 - q,
// which it interpolates between two scores.
func TestPercentileIsThatOfDistinctScores(t *testing.T) {
	for d := 1; d <= 40; d++ {
		for q := 1.; q <= 100; q++ {
			at := (100 - q) / 100 * float64(d-1)
			low := math.Floor(at)
			limit := low + (at - low) // scores 0, 1, …, d-1
			above := 0
			for s := range d {
				if float64(s) > limit+1e-9 {
					above++
				}
			}
			if q == 100 {
				above = d
			}
			must.Is(t, percentile(d, q), above, "%g%% of %d", q, d)
		}
	}
}

// The folds by hand: features chosen in the training part, standardized by it, and the nearest
// neighbor.
func TestChooseByFoldsIsLiteral(t *testing.T) {
	d := methodtest.Load(t, "wine")
	counts := []int{1, 2, 4, 13}
	c := Choose{Selector: filter.Fisher{}, Folds: 4, Protocol: Protocol{Counts: counts, Seed: 3}}
	got := must.Get(c.Count(t.Context(), d, algorithms.Options{Workers: 2}))(t)
	folds := must.Get(splits.Folds(d, 4, 3))(t)
	for f := range 4 {
		s := folds.Split(f)
		train, _ := d.Rows(s.Train)
		r := must.Get(filter.Fisher{}.Select(t.Context(), train, algorithms.Options{}))(t)
		for i, k := range counts {
			right := 0
			for _, row := range s.Test {
				least, class := math.Inf(1), -1
				for at, other := range s.Train {
					var square float64
					for _, j := range r.Features[:k] {
						mean, sd := meanSD(mat.Col(nil, j, train.X))
						diff := (d.X.At(row, j)-mean)/sd - (d.X.At(other, j)-mean)/sd
						square += diff * diff
					}
					if square < least {
						least, class = square, train.Y[at]
					}
				}
				if class == d.Y[row] {
					right++
				}
			}
			want := float64(right) / float64(len(s.Test))
			must.Near(t, got.Points[i].Values[f], want, 1e-12, "fold %d, %d features", f, k)
		}
	}
	whole, err := filter.Fisher{}.Select(t.Context(), d, algorithms.Options{K: got.K})
	if err != nil || !slices.Equal(got.Ranking.Features, whole.Features) {
		t.Errorf("%v, want %v, %v", got.Ranking.Features, whole.Features, err)
	}
}

func meanSD(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(len(x)-1))
}

func TestChooseByScores(t *testing.T) {
	d := methodtest.Load(t, "wdbc")
	all := must.Get(filter.Fisher{}.Select(t.Context(), d, algorithms.Options{}))(t)
	for _, test := range []struct {
		c    Choose
		k    int
		note string
	}{
		{Choose{Rule: terms.Percentile}, 3, "3 features are chosen: 10% of 30 features"},
		{Choose{Rule: terms.Percentile, Percent: 100}, 30, "100% of 30"},
		{Choose{Rule: terms.Threshold, Least: all.Scores[6]}, 7, "7 of 30 scores are"},
		{Choose{Rule: terms.Threshold, Least: 1e9}, 0, "0 of 30 scores are"},
	} {
		test.c.Selector = filter.Fisher{}
		r, err := test.c.Select(t.Context(), d, algorithms.Options{})
		if err != nil {
			t.Errorf("%+v: %v", test.c, err)
			continue
		}
		if r.K != test.k || !slices.Equal(r.Features, all.Features[:test.k]) ||
			!slices.Equal(r.Scores, all.Scores[:test.k]) ||
			!strings.Contains(strings.Join(r.Diagnostics.Notes, " "), test.note) ||
			r.Diagnostics.Get("chosen") != float64(test.k) {
			t.Errorf("%+v: %d features %v, %+v", test.c, r.K, r.Features, r.Diagnostics)
		}
		// A smaller k cuts, a larger one is a warning.
		if test.k > 1 {
			if r, err := test.c.Select(t.Context(), d, algorithms.Options{K: 1}); err != nil ||
				!slices.Equal(r.Features, all.Features[:1]) {
				t.Errorf("%+v, K = 1: %v, %v", test.c, r, err)
			}
		}
		if test.k < 30 && test.k > 0 {
			r, err := algorithms.Run(t.Context(), test.c, d, algorithms.Options{K: 30})
			if err != nil || r.K != test.k || !strings.Contains(strings.Join(r.Warnings, " "),
				fmt.Sprintf("choose chooses only %d of the k = 30 features wanted", test.k)) {
				t.Errorf("%+v, K = 30: %v, %v", test.c, r, err)
			}
		}
	}
}

// A Choose inside Accuracy chooses in each training part: with k = d the accuracy of each split is
// that of the number which its own training part leads to.
func TestChooseIsNested(t *testing.T) {
	d := methodtest.Load(t, "iris")
	c := Choose{Selector: filter.Fisher{}, Protocol: Protocol{Counts: []int{1, 2, 4}}}
	p := Protocol{Counts: []int{1, 2, 4}, Repeats: 3, Seed: 5}
	got := must.Get(Accuracy(t.Context(), d, p, algorithms.Options{}, c, filter.Fisher{}))(t)
	splitter := must.Get(splits.New(d, .5, 5))(t)
	for number := range 3 {
		train, _ := d.Rows(splitter.Split(number).Train)
		choice := must.Get(c.Count(t.Context(), train, algorithms.Options{Seed: uint64(number)}))(t)
		at := slices.Index([]int{1, 2, 4}, choice.K)
		want := got.Curves[1].Points[at].Values[number]
		must.Is(t, got.Curves[0].Points[2].Values[number], want, "split %d, k = %d", number,
			choice.K)
	}
}

func TestChooseOfAContinuousTarget(t *testing.T) {
	whole := methodtest.Load(t, "iris")
	part := must.Get(whole.Take([]int{0, 1, 2}))(t)
	d := must.Get(part.WithTarget("petal width", mat.Col(nil, 3, whole.X)))(t)
	c := Choose{Selector: filter.Variance{}, Protocol: Protocol{Regressor: terms.RidgeRegression}}
	choice, err := c.Count(t.Context(), d, algorithms.Options{})
	if err != nil || choice.Measure != "R² (ridge regression)" || choice.K != 3 ||
		choice.Ranking.Names[0] != "petal_length_cm" {
		t.Errorf("%+v, %v", choice, err)
	}
}

func TestChooseMistakes(t *testing.T) {
	d := methodtest.Load(t, "iris")
	unlabeled := *d
	unlabeled.Y, unlabeled.Classes = nil, nil
	for _, test := range []struct {
		c    Choose
		d    *datasets.Dataset
		want string
	}{
		{Choose{}, d, "choose: no method to choose from; give one, such as Selector: Fisher{}"},
		{Choose{Selector: Choose{Selector: filter.Fisher{}}}, d,
			"choose: the method chooses how many features already; give the one inside"},
		{Choose{Selector: filter.Fisher{}, Rule: "knee"}, d, `parameter rule: "knee" is none of`},
		{Choose{Selector: filter.Fisher{}, Percent: 3}, d,
			"percent has no effect on rule one-error"},
		{Choose{Selector: filter.Fisher{}, Least: 3}, d, "least has no effect on rule one-error"},
		{Choose{Selector: filter.Fisher{}, Rule: terms.Percentile, Percent: 101}, d,
			"percent = 101; give a number above 0, at most 100"},
		{Choose{Selector: filter.Fisher{}, Rule: terms.Percentile, Percent: math.NaN()}, d,
			"percent = NaN; give a number above 0"},
		{Choose{Selector: filter.Fisher{}, Folds: 1}, d, "1 folds; give 2 or more"},
		{Choose{Selector: filter.Fisher{}, Folds: 1000}, d, "1000"},
		{Choose{Selector: information.MRMR{}, Rule: terms.Elbow}, d,
			"mrmr orders features without scoring them, so that rule elbow has nothing to read"},
		{Choose{Selector: traceratio.TraceRatio{}, Rule: terms.Threshold}, d,
			"trace-ratio chooses subsets, which have no scores to read; give rule one-error or " +
				"best"},
		{Choose{Selector: filter.Variance{}}, &unlabeled, "no class labels"},
		{Choose{Selector: filter.Fisher{}, Protocol: Protocol{Regressor: terms.RidgeRegression}}, d,
			"the data set has classes, which no regressor predicts"},
		{Choose{Selector: filter.Fisher{}, Protocol: Protocol{Counts: []int{9}}}, d,
			"9 features of 4; give counts from 1 to 4"},
	} {
		_, err := test.c.Select(t.Context(), test.d, algorithms.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", test.c, err, test.want)
		}
	}
	if _, err := (Choose{Selector: filter.Variance{}, Rule: terms.Elbow}).Select(t.Context(),
		&unlabeled, algorithms.Options{}); err != nil {
		t.Errorf("an elbow needs no labels: %v", err)
	}
}

func TestChooseIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, rule := range []CountRule{terms.OneError, terms.Elbow} {
		r, err := Choose{Selector: filter.Fisher{}, Rule: rule}.Select(ctx,
			methodtest.Load(t, "iris"),
			algorithms.Options{})
		if err != context.Canceled || r == nil || !r.Partial || len(r.Features) > 0 {
			t.Errorf("%s: %v, %v", rule, r, err)
		}
	}
}

// Workers change nothing; each parameter is in the key.
func TestChooseKeys(t *testing.T) {
	d := methodtest.Load(t, "wine")
	c := Choose{Selector: filter.ReliefF{}}
	one := must.Get(c.Count(t.Context(), d, algorithms.Options{Workers: 1}))(t)
	two, err := c.Count(t.Context(), d, algorithms.Options{Workers: 2})
	if err != nil || fmt.Sprint(one.Points) != fmt.Sprint(two.Points) || one.K != two.K {
		t.Errorf("%v, %v, %v", one.Points, two.Points, err)
	}
	seen := make(map[string]bool)
	for _, c := range []Choose{c, {Selector: filter.Fisher{}},
		{Selector: filter.Fisher{}, Folds: 7},
		{Selector: filter.Fisher{}, Rule: terms.BestMean},
		{Selector: filter.Fisher{}, Rule: terms.Percentile},
		{Selector: filter.Fisher{}, Rule: terms.Percentile, Percent: 20},
		{Selector: filter.Fisher{}, Protocol: Protocol{Neighbors: 3}},
		{Selector: filter.Fisher{}, Protocol: Protocol{Counts: []int{1, 2}}},
		{Selector: filter.ReliefF{Neighbors: 3}}} {
		key, err := algorithms.Key(c)
		if err != nil || seen[key] {
			t.Errorf("%+v has the key %q, %v", c, key, err)
		}
		seen[key] = true
	}
	for want, c := range map[string]Choose{
		"relieff, neighbors=3, one-error": {Selector: filter.ReliefF{Neighbors: 3}, Folds: 9},
		"fisher, percentile 10":           {Selector: filter.Fisher{}, Rule: terms.Percentile},
		"choose, elbow":                   {Rule: terms.Elbow},
	} {
		must.Is(t, algorithms.Label(c), want, "label")
	}
	a, _ := algorithms.Key(Choose{Selector: filter.Fisher{}})
	b, _ := algorithms.Key(Choose{Selector: filter.Fisher{}, Rule: terms.OneError, Folds: 5})
	must.Is(t, a, b, "with its defaults the key, without")
}

// A method that chooses with K = 0 is read as a whole by the rules of scores.
func TestChooseOfAMethodThatChooses(t *testing.T) {
	d := methodtest.Load(t, "wdbc")
	m := wrapper.StabilitySelection{Selector: filter.Fisher{}, Q: 5, Pairs: 10}
	own := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{}))(t)
	for _, test := range []struct {
		c Choose
		k int
	}{{Choose{Rule: terms.Percentile, Percent: 50}, 15},
		{Choose{Rule: terms.Threshold, Least: .75}, own.K}} {
		test.c.Selector = m
		c, err := test.c.Count(t.Context(), d, algorithms.Options{})
		if err != nil || c.K != test.k || len(c.Scores) != d.D() {
			t.Errorf("%s: %+v, %v; want %d features", test.c.Rule, c, err, test.k)
		}
	}
	one, err := algorithms.Run(t.Context(), OneOfEach{Selector: m}, d, algorithms.Options{})
	if err != nil || one.K != own.K {
		t.Errorf("one of each: %v, %v; chosen are %v", one, err, own.Features)
	}
}
