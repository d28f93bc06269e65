package wrapper

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// problem is a random one, with classes or a continuous target; the first columns have a part of
// it, and column 2 repeats column 1 with noise.
func problem(seed uint64, n, d, classes int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 11))
	x, y, target := mat.NewDense(n, d, nil), make([]int, n), make([]float64, n)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = 3 + float64(j+1)*rng.NormFloat64()
		}
		y[i] = i % classes
		row[0] += 1.5 * float64(y[i])
		if d > 2 {
			row[2] = row[1] + .3*rng.NormFloat64()
		}
		target[i] = row[0] - .5*row[1%d] + rng.NormFloat64()
	}
	names, labels := make([]string, d), make([]string, classes)
	for j := range names {
		names[j] = fmt.Sprint("f", j)
	}
	for c := range labels {
		labels[c] = fmt.Sprint("c", c)
	}
	return &datasets.Dataset{
		Name:     "problem",
		X:        x,
		Y:        y,
		Features: names,
		Classes:  labels,
		Roles:    datasets.Roles{Target: target},
	}
}

// withClasses and continuous keep one of the targets.
func withClasses(d *datasets.Dataset) *datasets.Dataset {
	out := *d
	out.Target = nil
	return &out
}

func continuous(d *datasets.Dataset) *datasets.Dataset {
	out := *d
	out.Y, out.Classes = nil, nil
	return &out
}

// literal is accuracy, or R², with some columns, each fold by itself and from the start.
func literal(t *testing.T, d *datasets.Dataset, s *samples, folds []fold, m Model,
	columns []int, seed uint64) float64 {
	t.Helper()
	missed := 0.0
	for _, f := range folds {
		part := must.Get(d.Rows(at(s.rows, f.train)))(t)
		filled := must.Get(d.FillFrom(part))(t)
		train, test := literalColumns(filled, s, columns, f.train, f.test)
		for k, p := range literalFit(t, s, m, train, test, f.train, seed) {
			i := f.test[k]
			switch {
			case s.y == nil:
				missed += (p - s.target[i]) * (p - s.target[i])
			case int(p) != s.y[i]:
				missed++
			}
		}
	}
	if s.y != nil {
		return 1 - missed/float64(d.N())
	}
	mean, all := 0.0, 0.0
	for _, v := range d.Target {
		mean += v / float64(d.N())
	}
	for _, v := range d.Target {
		all += (v - mean) * (v - mean)
	}
	return 1 - missed/all
}

// literalColumns standardizes columns of d by the training rows.
func literalColumns(d *datasets.Dataset, s *samples, columns, train, test []int) (a,
	b *mat.Dense) {
	a, b = mat.NewDense(len(train), len(columns), nil), mat.NewDense(len(test), len(columns), nil)
	for k, c := range columns {
		mean, square := 0.0, 0.0
		for _, i := range train {
			mean += d.X.At(s.rows[i], s.live[c]) / float64(len(train))
		}
		for _, i := range train {
			e := d.X.At(s.rows[i], s.live[c]) - mean
			square += e * e / float64(len(train))
		}
		for r, i := range train {
			a.Set(r, k, (d.X.At(s.rows[i], s.live[c])-mean)/math.Sqrt(square))
		}
		for r, i := range test {
			b.Set(r, k, (d.X.At(s.rows[i], s.live[c])-mean)/math.Sqrt(square))
		}
	}
	return a, b
}

// literalFit predicts by the package learn.
func literalFit(t *testing.T, s *samples, m Model, train, test *mat.Dense, rows []int,
	seed uint64) (out []float64) {
	t.Helper()
	ctx := t.Context()
	var classes []int
	var err error
	switch m := m.(type) {
	case KNN:
		if s.y == nil {
			out, err = learn.KNNMean(ctx, train, at(s.target, rows), test, m.Neighbors)
		} else {
			classes, err = learn.KNN(ctx, train, at(s.y, rows), s.classes, test, m.Neighbors)
		}
	case Ridge:
		out = literalRidge(t, s, m, train, test, rows)
	case SVM:
		var model *learn.LinearModel
		svm := learn.LinearSVM{C: m.C}
		if model, err = svm.TrainNewton(ctx, train, at(s.y, rows), s.classes, nil); err == nil {
			classes, err = model.Predict(test)
		}
	case Logistic:
		var model *learn.LogisticModel
		model, err = learn.Logistic{C: m.C}.Train(ctx, train, at(s.y, rows), s.classes)
		if err == nil {
			classes, err = model.Predict(test)
		}
	case Forest:
		f := learn.Forest{Trees: m.Trees, Seed: seed}
		var model *learn.ForestModel
		if s.y == nil {
			if model, err = f.TrainMeans(ctx, train, at(s.target, rows)); err == nil {
				out, err = model.Means(ctx, test, 1)
			}
		} else if model, err = f.Train(ctx, train, at(s.y, rows), s.classes); err == nil {
			classes, err = model.Predict(ctx, test, 1)
		}
	}
	must.Do(t, err)
	for _, c := range classes {
		out = append(out, float64(c))
	}
	return out
}

// literalRidge fits one model for each class, and takes the class of the largest.
func literalRidge(t *testing.T, s *samples, m Ridge, train, test *mat.Dense,
	rows []int) []float64 {
	t.Helper()
	fit := func(y []float64) []float64 {
		model := must.Get(learn.FitRidge(train, y, m.Lambda))(t)
		return model.Predict(test)
	}
	if s.y == nil {
		return fit(at(s.target, rows))
	}
	n, _ := test.Dims()
	best, most := make([]float64, n), make([]float64, n)
	for i := range most {
		most[i] = math.Inf(-1)
	}
	for c := range s.classes {
		y := make([]float64, len(rows))
		for k, i := range rows {
			if y[k] = -1; s.y[i] == c {
				y[k] = 1
			}
		}
		for i, v := range fit(y) {
			if v > most[i]+1e-12 { // of two classes the values are opposite
				best[i], most[i] = float64(c), v
			}
		}
	}
	return best
}

// literalSearch tries each candidate at each step.
func literalSearch(t *testing.T, d *datasets.Dataset, m search, opt algorithms.Options,
	backward bool) (features []int, raw []float64) {
	t.Helper()
	s, folds := foldsOf(t, d, m.Folds, opt.Seed)
	good := func(columns []int) float64 {
		return literal(t, d, s, folds, m.Model, columns, opt.Seed)
	}
	var set []int
	left := make([]int, len(s.live))
	for c := range left {
		left[c] = c
	}
	if backward {
		set = slices.Clone(left)
		raw = []float64{good(set)}
	}
	for len(left) > 0 {
		best, at := math.Inf(-1), -1
		for k, c := range left {
			var v float64
			if backward {
				others := slices.DeleteFunc(slices.Clone(set), func(o int) bool { return o == c })
				if len(others) == 0 {
					at = k
					break
				}
				v = good(others)
			} else {
				v = good(append(slices.Clone(set), c))
			}
			slack := tie
			if backward {
				slack = -tie
			}
			if v > best+slack {
				best, at = v, k
			}
		}
		c := left[at]
		features = append(features, s.live[c])
		raw = append(raw, best)
		left = slices.Delete(left, at, at+1)
		if backward {
			set = slices.Clone(left)
		} else {
			set = append(set, c)
		}
	}
	if backward {
		slices.Reverse(features)
		raw = raw[:len(features)] // the last is that of no feature
		slices.Reverse(raw)
	}
	return features, raw
}

func foldsOf(t *testing.T, d *datasets.Dataset, count int, seed uint64) (*samples, []fold) {
	t.Helper()
	s, err := newSamples(t.Context(), d, 1)
	must.Do(t, err)
	if err = s.read(t.Context(), d, 1); err != nil {
		t.Fatal(err)
	}
	s, folds, _, err := s.folds(t.Context(), d, count, algorithms.Options{Seed: seed})
	must.Do(t, err)
	return s, folds
}

// Either search takes the step that is best when every candidate is trained by itself.
func TestSearchesAgainstBruteForce(t *testing.T) {
	models := []struct {
		Model
		problems int
	}{{KNN{3}, 20}, {KNN{1}, 5}, {Ridge{1}, 20}, {Ridge{.01}, 10}, {SVM{1}, 3}, {Logistic{1}, 3},
		{Forest{3}, 2}}
	for _, m := range models {
		for p := range m.problems {
			d := problem(uint64(p), 17+p%6, 1+p%6, 2+p%2)
			for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
				if d.Continuous() && !m.targets().Has(algorithms.Continuous) {
					continue
				}
				opt := algorithms.Options{Seed: uint64(p)}
				how := search{Model: m.Model, Folds: 2 + p%4}
				for _, backward := range []bool{false, true} {
					var method algorithms.Selector = ForwardSelection(how)
					if backward {
						method = BackwardElimination(how)
					}
					sameSearch(t, method, d, how, opt, backward)
				}
			}
		}
	}
}

// So it is where values are missing, which each fold fills from its training part, and in groups.
func TestSearchesOfFilledValuesAndGroups(t *testing.T) {
	for p := range 12 {
		d := problem(uint64(p), 24+p%5, 3+p%5, 2)
		rng := rand.New(rand.NewPCG(uint64(p), 3))
		if p%3 != 1 {
			d.Missing = &datasets.MissingCells{Fill: "median"} // ridge ties at means
			for j := range d.D() {
				gap := datasets.Gap{Columns: []int{j}}
				for i := range d.N() {
					if rng.IntN(3) == 0 {
						gap.Rows = append(gap.Rows, int32(i))
					}
				}
				d.Missing.Gaps = append(d.Missing.Gaps, gap)
			}
			var err error
			if d, err = d.FillFrom(d); err != nil {
				t.Fatal(err)
			}
		}
		if p%3 != 2 {
			d = inGroups(d, 9, rng)
		}
		for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
			for _, m := range []Model{KNN{2}, Ridge{1}, Forest{2}} {
				how := search{Model: m, Folds: 3}
				opt := algorithms.Options{Seed: uint64(p)}
				sameSearch(t, ForwardSelection(how), d, how, opt, false)
				sameSearch(t, BackwardElimination(how), d, how, opt, true)
			}
		}
	}
}

// inGroups puts the samples into count groups at random, of which each has two.
func inGroups(d *datasets.Dataset, count int, rng *rand.Rand) *datasets.Dataset {
	out := *d
	out.Group, out.Groups = make([]int, d.N()), make([]string, count)
	for g := range count {
		out.Groups[g] = fmt.Sprint("g", g)
	}
	for k, i := range rng.Perm(d.N()) {
		out.Group[i] = k / 2
		if k/2 >= count {
			out.Group[i] = rng.IntN(count)
		}
	}
	return &out
}

// Each sample is tested once, by samples of other groups, in folds as near to a class's share as
// groups of up to three allow; the pairs of halves of a stability selection part no group either.
func TestNoFoldPartsAGroup(t *testing.T) {
	for p := range 20 {
		rng := rand.New(rand.NewPCG(uint64(p), 4))
		d := inGroups(problem(uint64(p), 30+p, 4, 3), 14, rng)
		for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
			s, folds := foldsOf(t, d, 4, uint64(p))
			tested := make([]int, d.N())
			for _, f := range folds {
				apart(t, d, s, f.train, f.test)
				for _, i := range f.test {
					tested[i]++
				}
			}
			if slices.Min(tested) != 1 || slices.Max(tested) != 1 {
				t.Errorf("samples are tested %v times", tested)
			}
			sizes := make([]int, s.groups)
			for _, g := range s.group {
				sizes[g]++
			}
			largest := slices.Max(sizes)
			halves, err := s.pairs(d, 10, uint64(p))
			if err != nil || len(halves) != 20 {
				t.Fatal(len(halves), err)
			}
			for b := 0; b < 20; b += 2 {
				apart(t, d, s, halves[b], halves[b+1])
				differ := len(halves[b]) - len(halves[b+1])
				if differ < -2*largest || differ > 2*largest {
					t.Errorf("halves of %d differ by %d samples", d.N(), differ)
				}
			}
		}
	}
}

// apart: two parts are of all samples, and of no group both.
func apart(t *testing.T, d *datasets.Dataset, s *samples, one, other []int) {
	t.Helper()
	in := make(map[int]bool)
	for _, i := range one {
		in[d.Group[s.rows[i]]] = true
	}
	for _, i := range other {
		if in[d.Group[s.rows[i]]] {
			t.Fatalf("group %d is in both parts", d.Group[s.rows[i]])
		}
	}
	if len(one)+len(other) != d.N() {
		t.Errorf("%d and %d samples of %d", len(one), len(other), d.N())
	}
}

// Noise is no better than guessed where its samples are in groups, or missing values are filled
// from the training part. The numbers are those of models of all features, which no choice favors.
func TestHonestAccuracyOfNoise(t *testing.T) {
	for _, test := range []struct {
		file       string
		opt        datasets.Options
		models     []Model
		least, all float64
	}{
		{"groups.csv", datasets.Options{Group: "pat"}, []Model{KNN{}, Ridge{}, SVM{}}, .2, .6},
		{"leak.csv", datasets.Options{Missing: "mean"}, []Model{KNN{1}, KNN{}, Ridge{}}, .45,
			.55},
	} {
		d := must.Get(datasets.Load("../../datasets/testdata/cases/"+test.file, test.opt))(t)
		for _, m := range test.models {
			for seed := range uint64(3) {
				r := must.Get(ForwardSelection{Model: m}.Select(t.Context(), d,
					algorithms.Options{Seed: seed}))(t)
				if v := r.Raw[d.D()-1]; v < test.least || v > test.all {
					t.Errorf("%s, %s, seed %d: %g", test.file, algorithms.Label(
						ForwardSelection{Model: m}), seed, v)
				}
			}
		}
	}
}

func sameSearch(t *testing.T, method algorithms.Selector, d *datasets.Dataset, how search,
	opt algorithms.Options, backward bool) {
	t.Helper()
	r := must.Get(method.Select(t.Context(), d, opt))(t)
	features, raw := literalSearch(t, d, how, opt, backward)
	if !slices.Equal(r.Features, features) {
		t.Errorf("%s, seed %d, continuous %v: %v, by brute force %v", algorithms.Label(method),
			opt.Seed, d.Continuous(), r.Features, features)
	}
	for k, v := range r.Raw {
		if !(math.Abs(v-raw[k]) <= 1e-9) {
			t.Errorf("%s, seed %d, continuous %v: step %d has %v, by brute force %v",
				algorithms.Label(method), opt.Seed, d.Continuous(), k, r.Raw, raw)
			return
		}
	}
}

// Sets of many columns are judged as from the start, after many steps of updates.
func TestRidgeAfterManySteps(t *testing.T) {
	d := problem(3, 20, 40, 3)
	for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
		s, folds := foldsOf(t, d, 5, 0)
		for _, method := range []algorithms.Selector{ForwardSelection{Model: Ridge{.1}},
			BackwardElimination{Model: Ridge{.1}}} {
			r := must.Get(method.Select(t.Context(), d, algorithms.Options{}))(t)
			for k := range r.Features {
				want := literal(t, d, s, folds, Ridge{.1}, r.Features[:k+1], 0)
				if !(math.Abs(r.Raw[k]-want) <= 1e-9) {
					t.Fatalf("%s, %d features: %v, from the start %v", r.Label, k+1, r.Raw[k], want)
				}
			}
		}
	}
}

// Each sample is tested once, each class is spread over the folds, and so is a continuous target.
func TestFolds(t *testing.T) {
	d := problem(1, 33, 3, 3)
	_, folds := foldsOf(t, withClasses(d), 5, 4)
	s, _ := foldsOf(t, withClasses(d), 5, 4)
	tested := make([]int, 33)
	for _, f := range folds {
		counts := make([]int, 3)
		for _, i := range f.test {
			tested[i]++
			counts[s.y[i]]++
		}
		if slices.Min(counts) < 2 || slices.Max(counts) > 3 {
			t.Errorf("a fold tests %v of the classes of 11", counts)
		}
	}
	if slices.Min(tested) != 1 || slices.Max(tested) != 1 {
		t.Errorf("samples are tested %v times", tested)
	}
	s, folds = foldsOf(t, continuous(d), 5, 4)
	middle := slices.Sorted(slices.Values(s.target))[16]
	for _, f := range folds {
		low := 0
		for _, i := range f.test {
			if s.target[i] < middle {
				low++
			}
		}
		if n := len(f.test); low < n/2-2 || low > n/2+2 {
			t.Errorf("%d of %d test samples are below the median", low, n)
		}
	}
}

func TestMistakesOfSearches(t *testing.T) {
	d := withClasses(problem(2, 30, 8, 2))
	for want, m := range map[string]algorithms.Selector{
		"forward-selection: folds = 1; give 2 or more":      ForwardSelection{Folds: 1},
		"forward-selection: neighbors = -1; give 1 or more": ForwardSelection{Model: KNN{-1}},
		"backward-elimination: lambda = -1; give 1e-100 to 1e100": BackwardElimination{
			Model: Ridge{-1}},
		"rfe: logistic_c = -1; give 1e-10 to 1e10":       RFE{Model: Logistic{-1}},
		"rfe: c = -1; give 1e-10 to 1e10":                RFE{Model: SVM{-1}},
		"rfe: trees = -1; give 1 to 100000":              RFE{Model: Forest{-1}},
		"rfe: share = 1; give a number above 0, below 1": RFE{Share: 1},
		"stability-selection: q = 9; give 1 to d = 8":    StabilitySelection{Q: 9},
		"stability-selection: threshold = 0.5; give a number above 0.5, up to 1": StabilitySelection{
			Threshold: .5},
		"stability-selection: e = -1; give a number above 0, up to d = 8": StabilitySelection{E: -1},
		"stability-selection: pairs = -1; give 1 to 10000":                StabilitySelection{Pairs: -1},
	} {
		_, err := m.Select(t.Context(), d, algorithms.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	far := problem(2, 30, 8, 2)
	far.X.Set(3, 4, 1e200)
	for _, m := range []algorithms.Selector{ForwardSelection{}, RFE{Model: KNN{}}} {
		_, err := m.Select(t.Context(), withClasses(far), algorithms.Options{})
		if err == nil {
			t.Errorf("%s takes a value of 1e200 beside others of 1", algorithms.Name(m))
		}
	}
}

// The numbers of groups and the order of rows do not count, and folds are at most as many as
// groups.
func TestGroupsInAnotherOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	d := withClasses(inGroups(problem(1, 40, 5, 2), 11, rng))
	other := must.Get(d.Rows(rng.Perm(d.N())))(t)
	for i := range other.Group {
		other.Group[i] = 10 - other.Group[i]
	}
	slices.Reverse(other.Groups)
	for _, m := range []algorithms.Selector{ForwardSelection{}, ForwardSelection{Folds: 20},
		RFE{Model: KNN{}}, RFE{Model: Forest{}}, StabilitySelection{}} {
		opt := algorithms.Options{K: d.D()}
		a := must.Get(m.Select(t.Context(), d, opt))(t)
		b := must.Get(m.Select(t.Context(), other, opt))(t)
		if !slices.Equal(a.Features, b.Features) || !slices.Equal(a.Scores, b.Scores) ||
			!slices.Equal(a.Raw, b.Raw) {
			t.Errorf("%s: %v, %v and %v, %v", algorithms.Label(m), a.Features, a.Raw, b.Features,
				b.Raw)
		}
	}
	if s, folds := foldsOf(t, d, 20, 0); len(folds) != 11 || s.groups != 11 {
		t.Errorf("%d folds of %d groups", len(folds), s.groups)
	}
}

// A target in another unit, whose squares underflow, has the answer of the target: R² and the order
// of importances do not depend on the unit.
func TestSearchesOfTinyTargets(t *testing.T) {
	d := problem(2, 30, 8, 2)
	d.Target = make([]float64, d.N())
	for i := range d.Target {
		d.Target[i] = d.X.At(i, 3) - .5*d.X.At(i, 5) + .1*d.X.At(i, 0)
	}
	d.Y, d.Classes = nil, nil
	for _, unit := range []float64{0x1p-548, 0x1p-960} {
		tiny := *d
		tiny.Target = make([]float64, d.N())
		floats.ScaleTo(tiny.Target, unit, d.Target)
		for _, m := range []algorithms.Selector{ForwardSelection{}, BackwardElimination{},
			ForwardSelection{Model: Ridge{}}, BackwardElimination{Model: Ridge{}},
			ForwardSelection{Model: Forest{5}}, RFE{Model: Ridge{}}, RFE{Model: KNN{}},
			RFE{Model: Forest{5}}} {
			want, err := m.Select(t.Context(), d, algorithms.Options{})
			must.Do(t, err)
			got, err := m.Select(t.Context(), &tiny, algorithms.Options{})
			if err != nil || !slices.Equal(got.Features, want.Features) {
				t.Errorf("%s, unit %g: %v, error %v; want %v", algorithms.Label(m), unit,
					got.Features, err, want.Features)
			}
		}
	}
}

// A stopped search has the features of the steps that are done.
func TestStoppedSearch(t *testing.T) {
	d := withClasses(problem(2, 30, 8, 2))
	whole, err := ForwardSelection{}.Select(t.Context(), d, algorithms.Options{})
	must.Do(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	opt := algorithms.Options{Progress: func(p algorithms.Progress) {
		if p.Done == 3 {
			cancel()
		}
	}}
	r, err := ForwardSelection{}.Select(ctx, d, opt)
	if err != context.Canceled || !r.Partial || !slices.Equal(r.Features, whole.Features[:3]) {
		t.Errorf("%v, %+v; want the first 3 of %v", err, r, whole.Features)
	}
}
