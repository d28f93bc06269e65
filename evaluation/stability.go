package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
	"fsnb.example/internal/stability"
	"fsnb.example/internal/terms"
)

// StabilityReport measures how far the selected features depend on the samples.
type StabilityReport struct {
	// Splits are the subsamples; Training and Chosen are not set. Warnings are of the subsamples,
	// then of the methods, each kind once.
	Splits       `plain:",-training,-chosen"`
	Labels, Keys []string // of the methods
	Points       []StabilityPoint
}

// StabilityPoint is the stability of the best K features.
type StabilityPoint struct {
	K       int
	Methods []MethodStability
	// Features are those that a method chose most often, up to 20 of each
	// method, the most often chosen by all methods together first.
	Features []FeatureFrequency
	// Between holds, for each pair of methods row by row, the mean Jaccard index of
	// their choices from the same subsample: 1 on the diagonal.
	Between []float64
}

// MethodStability is the stability of one method.
type MethodStability struct {
	// Nogueira, Kuncheva and Jaccard compare the choices from different subsamples;
	// they are 0 when fewer than two were finished, and when no feature was ever chosen.
	// Kuncheva is Nogueira's value: they are equal if all choices have K features, and a
	// method may choose fewer, which Kuncheva's index does not take.
	Nogueira stability.Index
	Kuncheva float64
	Jaccard  float64
	Ever     int // features that were chosen at least once
	Always   int // features that were chosen from every subsample
}

// FeatureFrequency is how often each method chose a feature.
type FeatureFrequency struct {
	Feature int
	Name    string
	Methods []stability.Frequency
}

// Stability draws the training parts of the protocol's splits, stratified by class (all samples
// alike without labels), lets each method select from every one of them, and compares what it
// selects (with missing values filled from the subsample): stability by Nogueira and Kuncheva, the
// mean Jaccard index, how often each feature is chosen, and how alike the methods are. The counts
// are below d, nil those of Accuracy; Repeats is at least 2. Neighbors, Raw and K are ignored.
// Ranking methods run once per subsample, subset methods once for each count. Where a method
// chooses fewer features than a count, its choice is all of them, with a warning. Features that tie
// are in an order drawn from the seed of the split: the order of the columns is no stability.
//
// The subsamples overlap: their choices are more alike than those of independent samples, and
// Nogueira's interval is too narrow. Fewer than 10 subsamples cause a warning.
//
// It returns an error when a class has a single sample, d one feature, a count is out of range, a
// value is not finite, or a method fails. A canceled context returns the subsamples that were
// finished, marked Partial, together with ctx.Err().
func Stability(ctx context.Context, d *datasets.Dataset, p Protocol, opt algorithms.Options,
	methods ...algorithms.Selector) (*StabilityReport, error) {
	start := time.Now()
	p, splitter, err := prepareStability(d, p, methods)
	if err != nil {
		return nil, err
	}
	tick := opt.Meter("subsamples", p.Repeats)
	results, err := eachSplit(ctx, opt, p.Repeats, func(ctx context.Context, number int,
		opt algorithms.Options) (*choices, error) {
		train, err := splits.TrainingPart(d, splitter.Split(number).Train)
		if err != nil {
			return nil, err
		}
		defer tick(1)
		return chooseAll(ctx, train, p, number, opt, methods)
	})
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	r := &StabilityReport{Splits: newSplits(d, p, 0)}
	for _, m := range methods {
		r.Labels, r.Keys = append(r.Labels, algorithms.Label(m)), append(r.Keys, keyOf(m))
	}
	if failed := r.summarize(d, results); failed != nil {
		return nil, failed
	}
	r.Warnings = append(splits.Warnings(d, splitter.Split, p.Repeats), r.Warnings...)
	r.Warnings = chosenFirst(r.Warnings, d.Chosen,
		"the stability is that of a choice among them, too high",
		honestly("Stability(d, protocol, method)", ""))
	r.Elapsed, r.Partial = time.Since(start), err != nil
	return r, err
}

// prepareStability checks the arguments of Stability and fills in the defaults.
func prepareStability(d *datasets.Dataset, p Protocol, methods []algorithms.Selector) (
	Protocol, *learn.Splitter, error) {
	if err := d.Check(); err != nil {
		return p, nil, err
	}
	if err := checkMethods(methods); err != nil {
		return p, nil, err
	}
	if d.D() < 2 {
		return p, nil,
			fmt.Errorf("%s has one feature, and there is nothing to choose; give at least two",
				nameOf(d))
	}
	p = p.resolve(d.D() - 1)
	if slices.Contains(p.Counts, d.D()) {
		return p, nil,
			fmt.Errorf("all %d features are the same choice from any samples; give counts from "+
				"1 to %d", d.D(), d.D()-1)
	}
	if err := p.check(d.D() - 1); err != nil {
		return p, nil, err
	}
	if p.Repeats < 2 {
		return p, nil,
			errors.New("stability compares the choices from several subsamples; give at least 2 " +
				"repeats")
	}
	if err := d.CheckFinite(); err != nil {
		return p, nil, err
	}
	if !d.Labeled() {
		if d.N() < 2 {
			return p, nil,
				fmt.Errorf("%s has a single sample, which cannot be split; give at least two",
					nameOf(d))
		}
	} else if err := checkSingles(d); err != nil {
		return p, nil, err
	}
	splitter, err := splits.New(d, p.Train, p.Seed)
	return p, splitter, err
}

// choices is what each method selects from one subsample.
type choices struct {
	of       [][][]int // by method and count
	warnings []string
}

// chooseAll runs the methods on the training part of a split. The ties of each are broken by the
// seed of the split: the order of the columns, which is that of every split, would count as
// stability.
func chooseAll(ctx context.Context, train *datasets.Dataset, p Protocol, number int,
	opt algorithms.Options, methods []algorithms.Selector) (*choices, error) {
	counts := p.Counts
	run := func(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
		opt algorithms.Options) (*algorithms.Ranking, error) {
		if scorer, ok := m.(algorithms.Scorer); ok {
			return algorithms.RankTiesAtRandom(ctx, scorer, d, opt, p.Seed+uint64(number))
		}
		if facts, ok := algorithms.FactsOf(m); ok && facts.ColumnOrder && d.X != nil &&
			!givenByColumn(m) {
			return runMixed(ctx, m, d, opt, p.Seed+uint64(number))
		}
		return algorithms.Run(ctx, m, d, opt)
	}
	out := &choices{of: make([][][]int, len(methods))}
	for m, method := range methods {
		out.of[m] = make([][]int, len(counts))
		warnings, err := selectCountsBy(ctx, run, train, method, counts, opt,
			func(s selection) error {
				for at, served := range s.counts {
					for _, i := range served {
						out.of[m][i] = s.features[:s.ks[at]]
					}
				}
				return nil
			})
		if err != nil {
			return nil, err
		}
		out.warnings = append(out.warnings, warnings...)
	}
	return out, nil
}

// runMixed is algorithms.Run with the columns in an order drawn from seed, for a method that gives
// features that tie to the lower column.
func runMixed(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
	opt algorithms.Options, seed uint64) (*algorithms.Ranking, error) {
	order := rand.New(rand.NewPCG(seed, uint64(d.D()))).Perm(d.D())
	mixed, err := d.Take(order)
	if err != nil {
		return nil, err
	}
	r, err := algorithms.Run(ctx, m, mixed, opt)
	if r != nil {
		for i, j := range r.Features {
			r.Features[i] = order[j]
		}
	}
	return r, err
}

// givenByColumn reports whether a method has a parameter with numbers of the columns, whose order
// must stay.
func givenByColumn(m algorithms.Selector) bool {
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return true
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.Type().Implements(reflect.TypeFor[mat.Matrix]()) && !f.IsZero() {
			return true
		}
	}
	return false
}

// summarize compares the choices from the subsamples that were finished.
func (r *StabilityReport) summarize(d *datasets.Dataset, results []*choices) error {
	r.Done = len(results)
	var warnings []string
	for _, c := range results {
		warnings = append(warnings, c.warnings...)
	}
	r.Warnings = oneOfAKind(warnings)
	if r.Done == 0 {
		return nil
	}
	if r.Done < terms.FewRepeats {
		text := fmt.Sprintf(
			"too few repeats for an interval of the stability: %d; give at least %d", r.Done,
			terms.FewRepeats)
		r.Warnings = append([]string{text}, r.Warnings...)
	}
	for i, k := range r.Protocol.Counts {
		p := StabilityPoint{K: k}
		hits := make([][]int, len(r.Labels)) // by method and feature
		for m := range r.Labels {
			sets := make([][]int, r.Done)
			for s, c := range results {
				sets[s] = c.of[m][i]
			}
			of, counts, err := methodStability(sets, d.D())
			if err != nil {
				return fmt.Errorf("%s: %w", r.Labels[m], err)
			}
			p.Methods, hits[m] = append(p.Methods, of), counts
			w := r.Labels[m] + " chooses no feature from any subsample, so that its stability is " +
				"not defined and shown as 0"
			if of.Ever == 0 && !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
		var err error
		if p.Features, err = frequencies(d, hits, r.Done); err != nil {
			return err
		}
		p.Between = between(results, i, len(r.Labels), d.D())
		r.Points = append(r.Points, p)
	}
	return nil
}

func methodStability(sets [][]int, d int) (s MethodStability, counts []int, err error) {
	counts = make([]int, d)
	for _, set := range sets {
		if len(set) == 0 {
			continue
		}
		if err := datasets.CheckColumns(set, d); err != nil {
			return s, nil, err
		}
		for _, f := range set {
			counts[f]++
		}
	}
	for _, c := range counts {
		if c > 0 {
			s.Ever++
		}
		if c == len(sets) {
			s.Always++
		}
	}
	if len(sets) < 2 || s.Ever == 0 {
		return s, counts, nil
	}
	index, err := stability.Nogueira(sets, d)
	if err != nil {
		return s, nil, err
	}
	s.Nogueira, s.Kuncheva = *index, index.Value
	size := func(set []int) bool { return len(set) != len(sets[0]) }
	if !slices.ContainsFunc(sets, size) {
		if s.Kuncheva, err = stability.Kuncheva(sets, d); err != nil {
			return s, nil, err
		}
	}
	s.Jaccard, err = stability.MeanJaccard(sets, d)
	return s, counts, err
}

// frequencies lists the features that a method chose most often.
func frequencies(d *datasets.Dataset, hits [][]int, done int) ([]FeatureFrequency, error) {
	listed := make(map[int]bool)
	total := make([]int, d.D())
	for _, counts := range hits {
		var order []int
		for f, c := range counts {
			if total[f] += c; c > 0 {
				order = append(order, f)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
		for _, f := range order[:min(len(order), terms.MaxFrequent)] {
			listed[f] = true
		}
	}
	var order []int
	for f := range d.D() {
		if listed[f] {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return total[b] - total[a] })
	var out []FeatureFrequency
	for _, f := range order {
		row := FeatureFrequency{Feature: f, Name: d.Features[f]}
		for _, counts := range hits {
			low, high, err := stats.Wilson(counts[f], done, stats.Level)
			if err != nil {
				return nil, err
			}
			row.Methods = append(row.Methods,
				stability.Frequency{Hits: counts[f], Share: float64(counts[f]) / float64(done),
					Low: low, High: high})
		}
		out = append(out, row)
	}
	return out, nil
}

// between compares the methods on the same subsamples.
func between(results []*choices, count, methods, d int) []float64 {
	out := make([]float64, methods*methods)
	in := make([]int, d)
	mark := 0
	for _, c := range results {
		for a := range methods {
			mark++
			for _, f := range c.of[a][count] {
				in[f] = mark
			}
			for b := range a {
				v := stability.Jaccard(in, mark, len(c.of[a][count]),
					c.of[b][count]) / float64(len(results))
				out[a*methods+b] += v
				out[b*methods+a] += v
			}
		}
	}
	for a := range methods {
		out[a*methods+a] = 1
	}
	return out
}

// ShowOn shows the report on a screen that has ShowStability: see display.Showable.
func (r *StabilityReport) ShowOn(screen any) {
	screen.(interface{ ShowStability(*StabilityReport) }).ShowStability(r)
}
