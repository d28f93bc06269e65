// Package traceratio selects the subset of features with the largest trace ratio, after Nie, Xiang,
// Jia, Zhang, Yan, "Trace Ratio Criterion for Feature Selection", AAAI 2008.
package traceratio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/quickselect"
	"fsnb.example/internal/similarities"
)

// TraceRatio chooses the k features S that maximize the ratio of the traces
//
//	lambda(S) = Σ_{j in S} b_j / Σ_{j in S} e_j,  b_j = f_j'L_b f_j,  e_j = f_j'L_w f_j
//
// with f_j column j of X (n×d) and L_b and L_w the Laplacians (n×n) of the graphs between and
// within. The optimum is global. The score of a feature is b_j - lambda e_j. If at least k features
// are perfect (e_j = 0 < b_j), lambda is +Inf. The subset depends on the scale of the columns: a
// warning says if their spreads differ by a factor above 100. Constant columns, and those that vary
// only at samples without an edge, have score -Inf; they are chosen only if k leaves no choice.
//
// Select needs Options.K, because subsets are not nested. It returns an error if K is missing, if
// labels are needed and missing, if sums overflow, and those of graph.ClassForms and graph.Make.
//
// The cost is O(nd) for SameClass, or that of the graph, and O(d) for each of few iterations.
//
// Source: (9), (20), (26) and Table 2. See docs/trace-ratio.md.
type TraceRatio struct {
	// Graph is A_w, the graph within, without negative entries; nil means graph.SameClass, with
	// A_b = 1/n - A_w between, (10) and (11). For other graphs A_b is (13).
	Graph graph.Similarity
	// Prefilter is the share of the features to drop first, those of least b_j/e_j (14), at least
	// 0 and below 1. At least K features are kept. 0 drops none, as in the paper; the authors' code
	// drops 0.1 and can miss the optimum.
	Prefilter float64 `range:"[0,1)"`
}

// Facts returns what is known of the method.
func (m TraceRatio) Facts() algorithms.Facts {
	targets := kinds().Targets(m.Graph)
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "trace-ratio",
			Family: algorithms.Sets,
			Summary: "subset with the largest trace ratio, a global optimum of sets rather than " +
				"of single features",
			Source: "Nie et al. 2008", Revision: 3,
			Variants: kinds().Variants(),
			Params: kinds().About("graph", map[string]string{
				"prefilter": "share of the features to drop first, those of least single score; " +
					"0 drops none, the authors' code drops 0.1",
			}),
		},
		Promises: algorithms.Promises{Targets: targets, Degree: 2},
		Costs: algorithms.Costs{
			Cost: "nd; n²d for graph=neighbors", InPlace: targets == algorithms.Classes,
			Storage: kinds().Storage(m.Graph), StoredIf: "graph=class",
			Memory: func(s algorithms.Shape) float64 { return kinds().Memory(m.Graph, s) },
		},
	}
}

func kinds() similarities.Kinds {
	return similarities.NewKinds(graph.SameClass{}, similarities.ByPercentile())
}

// maxIterations bounds a method that converges quadratically, usually in fewer than ten iterations.
const maxIterations = 1000

// nudge is the relative distance above lambda at which the optimum is certified. It is above the
// rounding error of a ratio.
const nudge = 1e-12

// Select returns the optimal subset, best first. The objective is lambda, and the trace has lambda
// after each iteration. In the diagnostics, lambda_start is the ratio of the k features of largest
// b_j/e_j (14). The certificate is the positive part of max_S Σ (b_j - mu e_j), relative: 0 proves
// that no subset has a ratio above mu = lambda (1 + 1e-12).
func (m TraceRatio) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found,
		error) {
		return m.run(ctx, d, opt)
	})
}

// Forms returns b and e of all features, by the graph of m. It returns the errors of Select.
func (m TraceRatio) Forms(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*graphs.Forms, error) {
	m = algorithms.WithDefaults(m)
	forms, _, err := m.forms(ctx, d, opt)
	return forms, algorithms.Wrap(ctx, m, err)
}

// FromForms is Select for the forms and the warnings of the graph that are given, such as those of
// parts of the columns that were computed elsewhere.
func (m TraceRatio) FromForms(ctx context.Context, d *datasets.Dataset, forms *graphs.Forms,
	warnings []string, opt algorithms.Options) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return m.from(d, forms, warnings, opt)
	})
}

func (m TraceRatio) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	forms, warnings, err := m.forms(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	return m.from(d, forms, warnings, opt)
}

// from solves the problem of the forms.
func (m TraceRatio) from(d *datasets.Dataset, forms *graphs.Forms, warnings []string,
	opt algorithms.Options) (*algorithms.Found, error) {
	if math.IsInf(floats.Sum(forms.Between)+floats.Sum(forms.Within), 0) {
		return nil, errors.New(
			"the sum of the squares of all columns overflows; divide the data by a constant")
	}
	last := slices.Concat(forms.Flat, forms.Constant)
	dropped := prefilter(forms.Between, forms.Within, opt.K, last, m.Prefilter)
	s := solve(forms.Between, forms.Within, opt.K, slices.Concat(last, dropped))
	r := &algorithms.Found{Features: s.subset, Scores: s.scores}
	r.Diagnostics = s.diagnostics
	r.Warnings = slices.Concat(caution.Constant(d, forms.Constant),
		caution.Flat(d, forms.Flat), warnings)
	if len(dropped) > 0 {
		r.Warnings = append(r.Warnings,
			fmt.Sprintf("the prefilter dropped %d features: the subset is optimal among the other "+
				"%d only", len(dropped), d.D()-len(dropped)))
		r.Diagnostics.Extra = append(r.Diagnostics.Extra,
			algorithms.Value{Name: "dropped", Value: algorithms.Number(len(dropped))})
	}
	r.Diagnostics.Notes = negativeNote(s.scores)
	if !r.Diagnostics.Converged {
		r.Warnings = append(r.Warnings,
			"lambda rose at the last iteration: the subset may not be optimal")
	}
	r.Warnings = append(r.Warnings, m.unitsWarning(d, forms)...)
	return r, nil
}

func (m TraceRatio) forms(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*graphs.Forms, []string, error) {
	if similarities.NeedsLabels(m.Graph) {
		forms, err := graphs.ClassForms(ctx, d.Matrix(), d.Y, len(d.Classes), d.Features,
			opt.Workers)
		return forms, nil, err
	}
	built, err := graph.MakeNonNegative(ctx, d, m.Graph, opt)
	if err != nil {
		return nil, nil, err
	}
	a, err := built.Affinity()
	if err != nil {
		return nil, nil, err
	}
	forms, err := a.Forms(ctx, d.Matrix(), d.Features, opt.Workers)
	return forms, built.Warnings, err
}

// prefilter returns the features to drop: share of all features, rounded down, those of smallest
// b/e, ties from the highest index. The features in last count as the worst of all and are not
// returned, and at least k others are kept.
func prefilter(b, e []float64, k int, last []int, share float64) []int {
	idle := make([]bool, len(b))
	for _, j := range last {
		idle[j] = true
	}
	var live []int
	for j := range b {
		if !idle[j] {
			live = append(live, j)
		}
	}
	count := min(int(share*float64(len(b)))-len(last), len(live)-k)
	if count <= 0 {
		return nil
	}
	slices.SortFunc(live, func(p, q int) int {
		return cmp.Or(cmp.Compare(b[p]/e[p], b[q]/e[q]), q-p)
	})
	return live[:count]
}

type solution struct {
	subset      []int
	scores      algorithms.Numbers
	diagnostics algorithms.Diagnostics
}

// solve maximizes Σ b / Σ e over the subsets of k features, 1 <= k <= d. last holds the features
// with b = e = 0, in the order in which they fill the places for which there is no other feature.
func solve(b, e []float64, k int, last []int) solution {
	idle := make([]bool, len(b))
	for _, j := range last {
		idle[j] = true
	}
	var live []int
	perfect := 0
	for j := range b {
		if idle[j] {
			continue
		}
		if e[j] == 0 {
			perfect++
		}
		live = append(live, j)
	}
	var s solution
	fill := max(0, k-len(live))
	if k -= fill; k > 0 {
		s.optimize(b, e, live, k, perfect)
	} else {
		s.diagnostics.Converged = true // no feature varies
	}
	s.subset = append(s.subset, last[:fill]...)
	for range fill {
		s.scores = append(s.scores, math.Inf(-1))
	}
	return s
}

// optimize chooses k of the live features.
func (s *solution) optimize(b, e []float64, live []int, k, perfect int) {
	value := make([]float64, len(live))
	if k <= perfect {
		for i, j := range live {
			value[i] = math.Inf(-1)
			if e[j] == 0 {
				value[i] = b[j]
			}
		}
		s.diagnostics.Converged = true
		s.finish(value, b, b, live, top(value, k), math.Inf(1), 0)
		return
	}

	for i, j := range live {
		value[i] = b[j] / e[j] // +Inf for perfect features
	}
	chosen := top(value, k)
	lambda := ratio(b, e, live, chosen)
	s.diagnostics.Extra = []algorithms.Value{
		{Name: "lambda_start", Value: algorithms.Number(lambda)}}
	for s.diagnostics.Iterations < maxIterations && !s.diagnostics.Converged {
		s.diagnostics.Iterations++
		better, _ := best(value, b, e, live, k, lambda)
		next := ratio(b, e, live, better)
		// In exact arithmetic next >= lambda, and equality proves the optimum. For a feature that
		// outweighs all others, b_j - lambda e_j is a rounding error, which may hide the others;
		// just above lambda it is not.
		if next <= lambda {
			var gain float64
			better, gain = best(value, b, e, live, k, above(lambda))
			next = ratio(b, e, live, better)
			s.diagnostics.Converged = gain <= 0
		}
		if next > lambda {
			lambda, chosen = next, better
		}
		s.diagnostics.Trace = append(s.diagnostics.Trace, lambda)
	}
	_, gain := best(value, b, e, live, k, above(lambda))
	for i, j := range live {
		if value[i] = b[j] - lambda*e[j]; math.Abs(value[i]) < nudge*b[j] {
			value[i] = 0 // the error of lambda hides the sign
		}
	}
	s.finish(value, b, e, live, chosen, lambda, max(gain, 0))
}

// best returns the k live features with the largest b_j - lambda e_j, which it writes to value, and
// their sum over the sum of their b_j. This gain is positive if and only if lambda is below the
// optimum.
func best(value, b, e []float64, live []int, k int, lambda float64) (chosen []int, gain float64) {
	for i, j := range live {
		value[i] = b[j] - lambda*e[j]
	}
	chosen = top(value, k)
	return chosen, sumOf(value, chosen) / max(sumOf(b, at(live, chosen)),
		math.SmallestNonzeroFloat64)
}

func above(lambda float64) float64 { return min(lambda*(1+nudge), math.MaxFloat64) }

// finish orders the chosen features by value, with those that tie in the order of the columns, and
// sets the diagnostics. Values that differ by rounding tie, also with those that are not chosen.
func (s *solution) finish(value, b, e []float64, live, chosen []int, lambda, residual float64) {
	room := func(i int) float64 { // the rounding of b - λe
		size := b[live[i]]
		if !math.IsInf(lambda, 1) {
			size += lambda * e[live[i]]
		}
		return 1e-13 * size
	}
	tied := func(i, j int) bool {
		return value[i] == value[j] || math.Abs(value[i]-value[j]) <= min(room(i), room(j))
	}
	least := chosen[0]
	for _, i := range chosen {
		if value[i] < value[least] {
			least = i
		}
	}
	k := len(chosen)
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(i int) bool { return tied(i, least) })
	for i := 0; len(chosen) < k; i++ {
		if tied(i, least) {
			chosen = append(chosen, i)
		}
	}
	slices.SortFunc(chosen, func(p, q int) int {
		return cmp.Or(cmp.Compare(value[q], value[p]), p-q)
	})
	for lo := 0; lo < k; {
		hi := lo + 1
		for hi < k && tied(chosen[hi-1], chosen[hi]) {
			hi++
		}
		slices.Sort(chosen[lo:hi])
		lo = hi
	}
	last := math.Inf(1)
	for _, i := range chosen {
		last = min(last, value[i]) // those that tie differ by rounding
		s.subset = append(s.subset, live[i])
		s.scores = append(s.scores, last)
	}
	s.diagnostics.Objective = algorithms.NewObjective(lambda)
	s.diagnostics.Certificate = &algorithms.Certificate{
		Name:  "gain of any subset just above lambda, relative",
		Value: algorithms.Number(residual),
	}
}

// ratio is Σ b / Σ e, bounded by the largest float64, so that lambda times an e of 0 is 0.
func ratio(b, e []float64, live, chosen []int) float64 {
	of := at(live, chosen)
	return min(sumOf(b, of)/sumOf(e, of), math.MaxFloat64)
}

func at(list, places []int) []int {
	out := make([]int, len(places))
	for k, i := range places {
		out[k] = list[i]
	}
	return out
}

// sumOf adds v at some places with Neumaier's compensation: small terms survive the cancellation of
// large ones.
func sumOf(v []float64, places []int) float64 {
	var sum, lost float64
	for _, i := range places {
		next := sum + v[i]
		if math.Abs(sum) >= math.Abs(v[i]) {
			lost += (sum - next) + v[i]
		} else {
			lost += (v[i] - next) + sum
		}
		sum = next
	}
	return sum + lost
}

// top returns the positions of the k largest values in ascending order, in O(d). Ties go to the
// lower position.
func top(value []float64, k int) []int {
	limit := quickselect.Largest(slices.Clone(value), k)
	above := 0
	for _, v := range value {
		if v > limit {
			above++
		}
	}
	out := make([]int, 0, k)
	equal := k - above
	for i, v := range value {
		if v == limit && equal > 0 {
			equal--
			out = append(out, i)
		} else if v > limit {
			out = append(out, i)
		}
	}
	return out
}
