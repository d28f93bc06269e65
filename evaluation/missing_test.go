package evaluation_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
)

// read reads a table in which cells are missing.
func read(t testing.TB, text string, opt datasets.Options) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.ReadCSV(strings.NewReader(text), "t", opt))(t)
}

// beforehand is d with its missing values filled in from all samples, once.
func beforehand(d *datasets.Dataset) *datasets.Dataset {
	out := *d
	out.Missing = nil
	return &out
}

// pairs has a feature for each pair of samples of different classes, missing in all others: about
// +1000 in one of the pair and -1000 in the other, with the sign drawn at random. Inside a training
// part a feature says nothing about samples outside. The mean over all samples does: where one of
// the pair is held out, it is far from the other, and the rest lies in the middle.
func pairs(each int) string {
	rng := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	for j := range each * each {
		fmt.Fprintf(&b, "f%d,", j)
	}
	b.WriteString("class\n")
	sign := make([]float64, each*each)
	for j := range sign {
		sign[j] = float64(2*rng.IntN(2) - 1)
	}
	for i := range 2 * each {
		for j := range each * each {
			own, s := j/each, sign[j]
			if i%2 == 1 {
				own, s = j%each, -s
			}
			if own == i/2 {
				fmt.Fprintf(&b, "%v", 1000*s+rng.NormFloat64())
			}
			b.WriteString(",")
		}
		b.WriteString([]string{"ill\n", "well\n"}[i%2])
	}
	return b.String()
}

// Classes that cannot be predicted are predicted where missing values were filled in from all
// samples beforehand, and are not where each split fills them from its training part.
func TestFillingInsideSplitsStopsTheLeak(t *testing.T) {
	for _, how := range []string{"mean", "median"} {
		d := read(t, pairs(12), datasets.Options{Missing: datasets.MissingPolicy(how)})
		p := evaluation.Protocol{Repeats: 20,
			Counts: []int{144}}
		for _, raw := range []bool{false, true} {
			p.Raw = raw
			inside := accuracy(t, d, p, filter.Variance{})
			before := accuracy(t, beforehand(d), p, filter.Variance{})
			if before.All.Mean < .95 || math.Abs(inside.All.Mean-.5) > .1 {
				t.Errorf("%s, raw %v: accuracy %v filled beforehand, %v inside; want about 1 "+
					"and .5",
					how, raw, before.All.Mean, inside.All.Mean)
			}
			if want := "3168 missing values in 144 columns by the " + how; inside.Filled != want ||
				before.Filled != "" {
				t.Errorf("filled %q and %q, want %q", inside.Filled, before.Filled, want)
			}
			if len(inside.Warnings) == 0 || !strings.HasPrefix(inside.Warnings[0],
				"no value in the training part of some splits, so that 0 fills in for it: ") {
				t.Errorf("warnings %q", inside.Warnings)
			}
		}
	}
}

// watch is a selector that keeps the training parts that it sees.
type watch struct{ seen *[]*datasets.Dataset }

func (w watch) Select(_ context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	*w.seen = append(*w.seen, d)
	return &algorithms.Ranking{Features: []int{2, 0, 1}[:opt.K]}, nil
}

// gappy is a table of three features of which cells are missing at random, with NaN for them, and
// the same as text with the given last column.
func gappy(n int, last func(i int) string) (x *mat.Dense, text string) {
	rng := rand.New(rand.NewPCG(9, 10))
	x = mat.NewDense(n, 3, nil)
	text = "a,b,c,y\n"
	for i := range n {
		for j := range 3 {
			if x.Set(i, j, rng.NormFloat64()+float64(i%2)); rng.IntN(4) == 0 {
				x.Set(i, j, math.NaN())
				text += ","
			} else {
				text += fmt.Sprintf("%v,", x.At(i, j))
			}
		}
		text += last(i) + "\n"
	}
	return x, text
}

// byHand fills some rows of x from the training rows, and scales both by the training rows unless
// raw is set, from the definitions.
func byHand(x *mat.Dense, rows, train []int, raw bool) *mat.Dense {
	out := mat.NewDense(len(rows), 3, nil)
	for j := range 3 {
		sum, count := 0.0, 0.0
		for _, i := range train {
			if v := x.At(i, j); !math.IsNaN(v) {
				sum, count = sum+v, count+1
			}
		}
		fill := sum / count
		value := func(i int) float64 {
			if v := x.At(i, j); !math.IsNaN(v) {
				return v
			}
			return fill
		}
		mean, squares := 0.0, 0.0
		for _, i := range train {
			mean += value(i) / float64(len(train))
		}
		for _, i := range train {
			squares += (value(i) - mean) * (value(i) - mean)
		}
		sd := math.Sqrt(squares / float64(len(train)-1))
		for k, i := range rows {
			if v := value(i); raw {
				out.Set(k, j, v)
			} else {
				out.Set(k, j, (v-mean)/sd)
			}
		}
	}
	return out
}

// nearest is the row of x nearest to a row of test in the columns of chosen.
func nearest(x, test *mat.Dense, row int, chosen []int) int {
	best, least := 0, math.Inf(1)
	n, _ := x.Dims()
	for i := range n {
		far := 0.0
		for _, j := range chosen {
			far += math.Pow(x.At(i, j)-test.At(row, j), 2)
		}
		if far < least {
			best, least = i, far
		}
	}
	return best
}

// Every part that a method sees, and every accuracy, is that of filling and scaling by hand from
// the training part of the same split.
func TestAccuracyFillsAndScalesByTheTrainingPart(t *testing.T) {
	x, text := gappy(200, func(i int) string { return []string{"ill", "well"}[i%2] })
	d := read(t, text, datasets.Options{Missing: "mean"})
	for _, raw := range []bool{false, true} {
		var seen []*datasets.Dataset
		p := evaluation.Protocol{Repeats: 6, Counts: []int{2}, Raw: raw, Seed: 3}
		got := must.Get(evaluation.Accuracy(t.Context(), d, p, algorithms.Options{Workers: 1},
			watch{&seen}))(t)
		splitter := must.Get(splits.New(d, .5, 3))(t)
		for number := range 6 {
			s := splitter.Split(number)
			if want := byHand(x, s.Train, s.Train, true); !mat.EqualApprox(seen[number].X, want,
				1e-14) {
				t.Errorf("split %d: the method saw\n%v\nwant\n%v", number,
					mat.Formatted(seen[number].X), mat.Formatted(want))
			}
			train, test := byHand(x, s.Train, s.Train, raw), byHand(x, s.Test, s.Train, raw)
			right := 0
			for k, i := range s.Test {
				if s.Train[nearest(train, test, k, []int{2, 0})]%2 == i%2 {
					right++
				}
			}
			must.Is(t, got.Curves[0].Points[0].Values[number],
				float64(right)/float64(len(s.Test)), "raw %v, split %d: accuracy", raw, number)
		}
	}
}

// Regression fills and scales as Accuracy does.
func TestRegressionFillsAndScalesByTheTrainingPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	y := make([]float64, 40)
	x, text := gappy(40, func(i int) string {
		y[i] = float64(i%2) + rng.NormFloat64()
		return fmt.Sprint(y[i])
	})
	d := read(t, text, datasets.Options{Missing: "mean", Target: "continuous"})
	for _, raw := range []bool{false, true} {
		var seen []*datasets.Dataset
		got := must.Get(evaluation.Regression(t.Context(), d,
			evaluation.Protocol{Repeats: 6, Counts: []int{2}, Raw: raw},
			algorithms.Options{Workers: 1}, watch{&seen}))(t)
		splitter := must.Get(splits.New(d, .5, 0))(t)
		for number := range 6 {
			s := splitter.Split(number)
			if want := byHand(x, s.Train, s.Train, true); !mat.EqualApprox(seen[number].X, want,
				1e-14) {
				t.Errorf("split %d: the method saw other values", number)
			}
			train, test := byHand(x, s.Train, s.Train, raw), byHand(x, s.Test, s.Train, raw)
			want := 0.0
			for k, i := range s.Test {
				want += math.Abs(y[s.Train[nearest(train, test, k, []int{2, 0})]]-y[i]) /
					float64(len(s.Test))
			}
			must.Near(t, got.Curves[0].Points[0].MAE.Values[number], want, 1e-12,
				"raw %v, split %d: mean absolute error", raw, number)
		}
		if want := d.Missing.Text(); got.Filled != want || want == "" {
			t.Errorf("filled %q, want %q", got.Filled, want)
		}
	}
}

// Stability fills each subsample from itself.
func TestStabilityFillsEachSubsample(t *testing.T) {
	x, text := gappy(40, func(i int) string { return []string{"ill", "well"}[i%2] })
	d := read(t, text, datasets.Options{Missing: "mean"})
	var seen []*datasets.Dataset
	got := must.Get(evaluation.Stability(t.Context(), d,
		evaluation.Protocol{Repeats: 5, Counts: []int{2}}, algorithms.Options{Workers: 1},
		watch{&seen}))(t)
	splitter := must.Get(splits.New(d, .5, 0))(t)
	for number := range 5 {
		rows := splitter.Split(number).Train
		if want := byHand(x, rows, rows, true); !mat.EqualApprox(seen[number].X, want, 1e-14) {
			t.Errorf("subsample %d: the method saw other values", number)
		}
	}
	must.Is(t, got.Filled, d.Missing.Text(), "filled")
}

// What the test part holds changes neither what a method sees nor how it is scaled.
func TestTrainingPartsDoNotSeeTheTest(t *testing.T) {
	_, text := gappy(40, func(i int) string { return []string{"ill", "well"}[i%2] })
	d := read(t, text, datasets.Options{Missing: "median"})
	splitter := must.Get(splits.New(d, .5, 0))(t)
	s := splitter.Split(0)
	other := *d
	other.X = mat.DenseCopyOf(d.X)
	for _, i := range s.Test {
		for j := range 3 {
			other.X.Set(i, j, 1e6*float64(i+j))
		}
	}
	for _, i := range s.Train { // what was read in place of missing values came from the test too
		for _, g := range d.Missing.Gaps {
			if slices.Contains(g.Rows, int32(i)) {
				other.X.Set(i, g.Columns[0], -1e6)
			}
		}
	}
	a, _, err := splits.Parts(d, s)
	must.Do(t, err)
	b, _, err := splits.Parts(&other, s)
	must.Do(t, err)
	if !mat.Equal(a.X, b.X) || !slices.Equal(learn.FitScaling(a.X).SD, learn.FitScaling(b.X).SD) {
		t.Errorf("the training part is\n%v\nand with other test samples\n%v", mat.Formatted(a.X),
			mat.Formatted(b.X))
	}
	if _, _, err := splits.Parts(d, learn.Split{Train: s.Train}); err == nil {
		t.Error("an empty test part is no error")
	}
}
