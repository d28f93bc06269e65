// Package embedded selects features by what a model that is trained on them makes of
// them.
package embedded

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
	"fsnb.example/learn"
)

// AROM is l2-AROM, which approximates the minimization of the zero norm by a linear
// support vector machine: it is trained again and again on columns that are scaled by
// z, and the columns that it hardly uses are scaled down,
//
//	w = SVM(X diag(z)),   z = z ∘ |w|,   beginning with z = 1
//
// (Weston, Elisseeff, Schölkopf, Tipping 2003). z never raises
// Σ ln z_j + C Σ errors², so that most columns die, in the end by the square of their
// weight; one is dead when its z is below 1e-8 of the largest. A feature ranks by the
// round in which it dies, then by its z; survivors rank first. For more than two
// classes there is a machine for each against the others, with one z, and |w_j| is the
// root of the sum of squares over them.
//
// Features have zero mean and unit variance. The machine has squared errors and is
// solved to a projected gradient of 1e-6, so that the order of the samples hardly
// matters. Columns that repeat another exactly tell nothing more: they are taken out
// first and rank after all others, before the constant columns, which have score 0.
// Raw is the number of rounds that a feature lived, 0 for what was taken out. The
// scores, 1/place, say the order only.
//
// The rounds end when one column is left, when z changes by less than a hundredth of
// itself, or after 100, with a warning; the survivors may be more or fewer than K. Select
// returns an error when there are no labels of two classes or more, when C is not
// positive, and when the squares of a column overflow or underflow. The cost is O(nd)
// for each epoch of each machine in each round, with fewer columns every time; 10 to 50
// rounds are usual. The memory is two copies of X.
type AROM struct {
	// C is the weight of the errors; 0 means 1.
	C float64
}

const (
	aromRounds = 100
	aromDead   = 1e-8 // z of a dead column, relative to the largest
	aromSteady = 1e-2 // change of z, relative, below which the rounds end
	aromEps    = 1e-6
	aromEpochs = 20000
)

// Name returns "arom-svm".
func (AROM) Name() string { return "arom-svm" }

// Facts returns what is known of the method.
func (AROM) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "the features that a linear support vector machine keeps when it is trained " +
			"again and again on what it used",
		Source:   "Weston et al. 2003",
		Cost:     "nd a round and epoch",
		Revision: 2, Nested: true, Targets: algorithms.Classes,
		RoughSteps: true, PerfectMayTrail: true,
		Params: map[string]string{
			"c": "weight of the machine's errors; 0 means 1",
		},
	}
}

// Criterion says that Raw is the number of rounds survived.
func (AROM) Criterion() string { return "rounds survived" }

// Resolve writes out the defaults.
func (m AROM) Resolve() algorithms.Selector {
	if m.C == 0 {
		m.C = 1
	}
	return m
}

// Select returns the features that live longest, best first. Its diagnostics have the
// number of survivors, and the largest duality gap of a machine relative to its
// objective.
func (m AROM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(AROM)
	run := func() (*algorithms.Found, error) { return m.run(ctx, d, opt) }
	return algorithms.Answer(ctx, m, d, opt, run)
}

func (m AROM) run(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Found, error) {
	if !(m.C > 0) || math.IsInf(m.C, 1) {
		return nil, fmt.Errorf("c = %g; give a positive number, or 0 for 1", m.C)
	}
	x, live, duplicated, constant, err := distinctColumns(ctx, d, opt.Workers)
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
		Warnings: algorithms.ConstantWarning(d, constant),
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
			fmt.Sprintf("a machine was not trained to the end in %d epochs; a smaller c helps",
				aromEpochs))
	}
	return r, nil
}

// arom is the state of the rounds.
type arom struct {
	C     float64
	d     *datasets.Dataset
	x     *mat.Dense // standardized, a column for each of live at the start
	live  []int      // features
	lived []int      // rounds, by feature
	order []int      // best first, when all is done

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
	features, columns := slices.Clone(s.live), make([]int, len(s.live)) // of x
	z := make([]float64, len(s.live))
	for c := range columns {
		columns[c], z[c] = c, 1
	}
	var dead []int // the first to die first
	svm := learn.LinearSVM{C: s.C, Eps: aromEps, MaxEpochs: aromEpochs, Workers: opt.Workers}
	for s.rounds < aromRounds && !s.steady {
		s.rounds++
		w, err := s.train(ctx, svm, columns, z)
		if err != nil {
			return err
		}
		largest := 0.0
		s.change = 0
		for c, v := range w {
			largest = max(largest, z[c]*v)
		}
		var dying []int
		next := 0
		for c, v := range w {
			z[c] *= v
			if z[c] <= aromDead*largest {
				dying = append(dying, c)
				continue
			}
			s.change = max(s.change, math.Abs(v-1))
		}
		// The least z goes first, ties from the highest index.
		dying = inOrder(dying, z)
		slices.Reverse(dying)
		for _, c := range dying {
			s.lived[features[c]] = s.rounds
			dead = append(dead, features[c])
			columns[c] = -1
		}
		for c := range columns {
			if columns[c] >= 0 {
				features[next], columns[next], z[next] = features[c], columns[c], z[c]
				next++
			}
		}
		features, columns, z = features[:next], columns[:next], z[:next]
		s.steady = len(columns) <= 1 || s.change < aromSteady
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
	slices.Reverse(dead)
	s.order = append(s.order, dead...)
	return nil
}

// inOrder sorts columns, ascending, by falling z. Proportional columns have the same z but for the
// rounding of the machines: they stay in their order.
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

// train returns the weights of a machine on the given columns scaled by z.
func (s *arom) train(ctx context.Context, svm learn.LinearSVM, columns []int, z []float64) (
	[]float64, error) {
	n := s.d.N()
	scaled := mat.NewDense(n, len(columns), nil)
	for i := range n {
		row, out := s.x.RawRowView(i), scaled.RawRowView(i)
		for c, j := range columns {
			out[c] = z[c] * row[j]
		}
	}
	model, err := svm.Train(ctx, scaled, s.d.Y, len(s.d.Classes))
	if err != nil {
		return nil, err
	}
	w := make([]float64, len(columns))
	for c := range model.Fits {
		for j, v := range model.Weights.RawRowView(c) {
			w[j] += v * v
		}
		fit := model.Fits[c]
		s.trained = s.trained && fit.Converged
		s.gap = max(s.gap, fit.Gap/fit.Objective)
	}
	for j, v := range w {
		w[j] = math.Sqrt(v)
	}
	return w, nil
}

// distinctColumns returns the columns that are neither constant nor a duplicate of one
// before them, with zero mean and unit variance, and the three kinds.
func distinctColumns(
	ctx context.Context, d *datasets.Dataset, workers int,
) (x *mat.Dense, live, duplicated, constant []int, err error) {
	c, err := distinct(ctx, d, workers)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	for j, of := range c.first {
		if of != j {
			duplicated = append(duplicated, j)
		}
	}
	live, constant = c.live, c.constant
	if len(live) == 0 {
		return nil, nil, duplicated, constant, nil
	}
	n := d.N()
	x = mat.NewDense(n, len(live), nil)
	err = parallel.For(ctx, workers, len(live), 64, func(lo, hi int) {
		for c0 := lo; c0 < hi; c0++ {
			j := live[c0]
			origin, mean := d.X.At(0, j), 0.0
			for i := range n {
				mean += (d.X.At(i, j) - origin) / float64(n)
			}
			sd := math.Sqrt(c.scatter[j] / float64(n))
			for i := range n {
				x.Set(i, c0, (d.X.At(i, j)-origin-mean)/sd)
			}
		}
	})
	return x, live, duplicated, constant, err
}

// kinds are the columns of a data set: those of live are neither constant nor a duplicate
// of one before them.
type kinds struct {
	live, constant []int     // ascending
	first          []int     // of each column the first that equals it, itself for all others
	scatter        []float64 // sum of squares about the mean
}

func distinct(ctx context.Context, d *datasets.Dataset, workers int) (*kinds, error) {
	scatter, constant, err := graph.Scatter(ctx, d.X, d.Features, workers)
	if err != nil {
		return nil, err
	}
	c := &kinds{constant: constant, scatter: scatter}
	var varying []int
	for j, q := range scatter {
		if q != 0 {
			varying = append(varying, j)
		}
	}
	c.first, err = duplicates.Columns(ctx, d.X, varying, duplicates.Rule{}, workers)
	if err != nil {
		return nil, err
	}
	for _, j := range varying {
		if c.first[j] == j {
			c.live = append(c.live, j)
		}
	}
	return c, nil
}
