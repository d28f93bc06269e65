// Package embedded selects features by the model that is trained on them.
package embedded

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/ties"
)

// AROM is l2-AROM: it approximates the minimization of the zero norm by training a linear support
// vector machine repeatedly on columns that are scaled by z,
//
//	w = SVM(X diag(z)),   z = z ∘ |w|,   beginning with z = 1
//
// X (n×d) is standardized. A column is dropped when its z is at most 1e-8 of the largest. Features
// rank by the round in which they are dropped, then by z; the survivors rank first. With more than
// two classes one machine a class shares z, and |w_j| is the norm of their weights.
//
// Raw is the number of rounds that a feature survives. Duplicate columns rank after all others,
// with Raw 0; constant columns score 0 and rank last. The rounds end when one column is left, when
// z changes by less than 1%, or after 100, with a warning.
//
// Select returns an error when there are fewer than two classes, when C is not positive, and when
// the squares of a column overflow or underflow. A step of a machine costs O(nd·min(n, d));
// 10 to 90 rounds are usual. The memory is four copies of X.
//
// Source: Weston, Elisseeff, Schölkopf, Tipping 2003. See docs/methods.md.
type AROM struct {
	// C is the weight of the errors; 0 means 1.
	C float64 `default:"1" range:"[1e-10,1e+10]"`
}

const (
	aromRounds = 100
	aromDrop   = 1e-8 // z at which a column is dropped, relative to the largest
	aromSteady = 1e-2 // change of z, relative, below which the rounds end
	aromEps    = 1e-6
	aromEpochs = 20000
	aromFirst  = 10 // epochs before Newton's method in the first round
)

// Facts returns what is known of the method.
func (AROM) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "arom-svm",
			Family: algorithms.Linear,
			Summary: "features that a linear support vector machine keeps when it is retrained " +
				"on columns scaled by its weights",
			Source: "Weston et al. 2003", Revision: 2,
			Criterion: "rounds survived",
			Params: map[string]string{
				"c": "weight of the squared errors; 0 means 1",
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: algorithms.Classes,
			Instead: "rfs", PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d a round",
			Memory: func(s algorithms.Shape) float64 {
				n, d, classes := s.Floats()
				rank := min(n, d) // of a system of equations, in each part of the work
				at := min(classes, float64(s.Workers))
				return 8 * (2.6*n*d + classes*(.2*n+4*d) + 2*at*rank*rank)
			},
		},
	}
}

// Select returns the features that survive longest, best first. The diagnostics hold the
// number of survivors and the largest duality gap of a machine, relative to its
// objective.
func (m AROM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Found, error) { return m.run(ctx, d, opt) }
	return algorithms.Answer(ctx, m, d, opt, run)
}

func (m AROM) run(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Found, error) {
	x, live, duplicated, constant, err := standardColumns(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	s := &arom{C: m.C, d: d, x: x, live: live, lived: make([]int, d.D())}
	if err = s.run(ctx, opt); err != nil {
		return nil, err
	}
	raw := make(algorithms.Numbers, 0, d.D())
	order := append(s.order, duplicated...)
	for _, j := range order {
		raw = append(raw, float64(s.lived[j]))
	}
	r := &algorithms.Found{
		Features: order, OrderOnly: true, Raw: raw, Last: constant,
		Warnings: caution.Constant(d, constant),
	}
	r.Diagnostics.Iterations, r.Diagnostics.Converged = s.rounds, s.steady && s.trained
	r.Diagnostics.Extra = []algorithms.Value{
		{Name: "survivors", Value: algorithms.Number(s.survivors)}, {Name: "largest relative gap",
			Value: algorithms.Number(s.gap)},
	}
	if s.survivors > 1 {
		r.Diagnostics.Certificate = &algorithms.Certificate{
			Name:  "change of a survivor's z in the last round, relative",
			Value: algorithms.Number(s.change), Tolerance: aromSteady,
			Proves: "the weights of the survivors have settled",
		}
	}
	if !s.trained {
		r.Warnings = append(r.Warnings,
			fmt.Sprintf("a machine does not converge in %d epochs; give a smaller c",
				aromEpochs))
	}
	return r, nil
}

// arom is the state of the rounds.
type arom struct {
	C     float64
	d     *datasets.Dataset
	x     *mat.Dense         // standardized and scaled by z, one column for each that is left
	live  []int              // features
	lived []int              // rounds, by feature
	order []int              // best first, set at the end
	model *learn.LinearModel // of the round before, nil in the first

	rounds          int
	survivors       int
	steady, trained bool
	change          float64 // of z in the last round, relative
	gap             float64
}

func (s *arom) run(ctx context.Context, opt algorithms.Options) error {
	s.trained = true
	if len(s.live) == 0 {
		s.steady = true
		return ctx.Err()
	}
	features := slices.Clone(s.live) // of x
	z := make([]float64, len(s.live))
	for c := range z {
		z[c] = 1
	}
	var dropped []int // in the order in which they are dropped
	svm := learn.LinearSVM{C: s.C, Eps: aromEps, MaxEpochs: aromEpochs, Workers: opt.Workers}
	for s.rounds < aromRounds && !s.steady {
		s.rounds++
		w, err := s.train(ctx, svm)
		if err != nil {
			return err
		}
		largest := 0.0
		s.change = 0
		for c, v := range w {
			largest = max(largest, z[c]*v)
		}
		var leaving, staying []int
		for c, v := range w {
			z[c] *= v
			if z[c] <= aromDrop*largest {
				leaving = append(leaving, c)
				continue
			}
			staying = append(staying, c)
			s.change = max(s.change, math.Abs(v-1))
		}
		s.keep(staying, w)
		// The smallest z is dropped first, ties from the highest index.
		leaving = inOrder(leaving, z)
		slices.Reverse(leaving)
		for _, c := range leaving {
			s.lived[features[c]] = s.rounds
			dropped = append(dropped, features[c])
		}
		for c, from := range staying {
			features[c], z[c] = features[from], z[from]
		}
		features, z = features[:len(staying)], z[:len(staying)]
		s.steady = len(features) <= 1 || s.change < aromSteady
	}
	s.survivors = len(features)
	places := make([]int, len(features))
	for c, j := range features {
		places[c], s.lived[j] = c, s.rounds+1
	}
	places = inOrder(places, z)
	for _, c := range places {
		s.order = append(s.order, features[c])
	}
	slices.Reverse(dropped)
	s.order = append(s.order, dropped...)
	return nil
}

// inOrder sorts ascending columns by falling z. The z of proportional columns differ only by
// rounding: these columns keep their order.
func inOrder(columns []int, z []float64) []int {
	own := make([]float64, len(columns))
	for i, c := range columns {
		own[i] = z[c]
	}
	out := make([]int, len(columns))
	for i, at := range ties.Falling(own, 1e-9, 0) {
		out[i] = columns[at]
	}
	return out
}

// train returns the weights of a machine on x. It begins where the machine of the round before is,
// or in the first round after a few epochs of coordinate descent.
func (s *arom) train(ctx context.Context, svm learn.LinearSVM) ([]float64, error) {
	classes := len(s.d.Classes)
	start := s.model
	var err error
	if start == nil {
		few := svm
		few.MaxEpochs = aromFirst
		if start, err = few.Train(ctx, s.x, s.d.Y, classes); err != nil {
			return nil, err
		}
	}
	model, err := svm.TrainNewton(ctx, s.x, s.d.Y, classes, start)
	if err != nil {
		return nil, err
	}
	if !allTrained(model) {
		if model, err = svm.Train(ctx, s.x, s.d.Y, classes); err != nil {
			return nil, err
		}
	}
	w := make([]float64, model.Weights.RawMatrix().Cols)
	for c, fit := range model.Fits {
		for j, v := range model.Weights.RawRowView(c) {
			w[j] += v * v
		}
		s.trained = s.trained && fit.Converged
		s.gap = max(s.gap, fit.Gap/fit.Objective)
	}
	for j, v := range w {
		w[j] = math.Sqrt(v)
	}
	s.model = model
	return w, nil
}

// keep scales the columns that stay by w, the norms of their weights, in place, and makes the
// machine the start of the next round: it decides as this one does but for those that are dropped.
func (s *arom) keep(columns []int, w []float64) {
	if len(columns) == 0 {
		s.model = nil
		return
	}
	n, _ := s.x.Dims()
	for i := range n {
		row := s.x.RawRowView(i)
		for c, j := range columns { // c <= j
			row[c] = row[j] * w[j]
		}
	}
	s.x = s.x.Slice(0, n, 0, len(columns)).(*mat.Dense)
	machines, _ := s.model.Weights.Dims()
	next := mat.NewDense(machines, len(columns), nil)
	for k := range machines {
		from, to := s.model.Weights.RawRowView(k), next.RawRowView(k)
		for c, j := range columns {
			to[c] = from[j] / w[j] // w is positive: a column with w = 0 is dropped
		}
	}
	s.model.Weights = next
}

// allTrained reports whether all machines of a model are trained.
func allTrained(m *learn.LinearModel) bool {
	return !slices.ContainsFunc(m.Fits, func(f learn.LinearFit) bool { return !f.Converged })
}
