package grm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/redundancy"
	"fsnb.example/internal/simplex"
	"fsnb.example/internal/suggest"
)

// run is the state of one Select.
type run struct {
	m      GRM
	d      *datasets.Dataset
	opt    algorithms.Options
	groups [][]int // columns
	blocks Blocks  // of columns that are elsewhere; nil for none
	most   int     // values of a problem that is solved here all the same

	features    []int // ranked so far
	scores, raw algorithms.Numbers
	duplicates  []int // columns that an equal one represents
	warnings    []string
	diagnostics algorithms.Diagnostics
	worst       float64 // residual
	products    int
}

func (m GRM) run(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Found, error) {
	groups, err := m.check(d)
	if err != nil {
		return nil, err
	}
	s, err := m.scoresOf(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	if s.Constant, err = constants(ctx, d, opt.Workers); err != nil {
		return nil, err
	}
	r := &run{m: m, d: d, opt: opt, groups: groups}
	return r.refine(ctx, s)
}

// FromScores is Select for the scores of m.Scorer that are given, such as those of parts of the
// columns that were computed elsewhere; their Constant are the constant columns. Of d it reads the
// columns that take part: the best Top.
func (m GRM) FromScores(ctx context.Context, d *datasets.Dataset, s *algorithms.Scores,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		groups, err := m.check(d)
		if err != nil {
			return nil, err
		}
		if m.Scorer == nil {
			return nil, errors.New("the method has its own scores; leave Scores empty")
		}
		given := m.refinable(s)
		given.Constant = s.Constant
		r := &run{m: m, d: d, opt: opt, groups: groups}
		return r.refine(ctx, given)
	})
}

// refine ranks the features by their scores, which it refines.
func (r *run) refine(ctx context.Context, s *algorithms.Scores) (*algorithms.Found, error) {
	r.warnings = s.Warnings
	for _, w := range algorithms.ConstantWarning(r.d, s.Constant) {
		if !slices.Contains(r.warnings, w) {
			r.warnings = append(r.warnings, w)
		}
	}
	err := r.rank(ctx, s)
	return &algorithms.Found{
		Features: r.features, Scores: r.scores, Raw: r.raw,
		Diagnostics: r.diagnostics, Warnings: r.warnings,
	}, err
}

// rank orders all features: those of infinite score, the other features of the problem, and the
// rest.
func (r *run) rank(ctx context.Context, s *algorithms.Scores) error {
	order := s.Order()
	live := len(order) - len(s.Constant)
	top := live
	if r.m.Top > 0 {
		top = min(top, r.m.Top)
	}
	var infinite, finite []int
	most := math.Inf(-1)
	for _, j := range order[:top] {
		switch v := s.Values[j]; {
		case math.IsInf(v, 1):
			infinite = append(infinite, j)
		case !math.IsInf(v, -1):
			finite = append(finite, j)
			most = max(most, v)
		}
	}
	slices.Sort(infinite)
	slices.Sort(finite)
	switch {
	case live == 0:
		r.diagnostics.Converged = true
	case len(infinite) == 0 && len(finite) == 0:
		return errors.New("all scores are -Inf; GRM needs one above 0: use another scorer")
	case len(infinite) == 0 && most <= 0:
		return fmt.Errorf(
			"the largest score is %g; GRM needs one above 0, because it divides by the weighted "+
				"scores: use another scorer, or add a constant to the scores", most)
	}
	if len(infinite) > 0 {
		ones := slices.Repeat([]float64{1}, len(infinite))
		if err := r.stage(ctx, "rounds, infinite scores", infinite, ones, true); err != nil {
			return err
		}
	}
	if len(finite) > 0 && most > 0 {
		values := make([]float64, len(finite))
		for a, j := range finite {
			values[a] = s.Values[j]
		}
		if err := r.stage(ctx, "rounds", finite, values, false); err != nil {
			return err
		}
	}
	done := make([]bool, r.d.D())
	for _, j := range append(slices.Clone(r.features), r.duplicates...) {
		done[j] = true
	}
	for _, j := range order[:live] {
		if !done[j] {
			r.add(j, math.Inf(-1), 0)
		}
	}
	slices.Sort(r.duplicates)
	for _, j := range append(r.duplicates, s.Constant...) {
		r.add(j, math.Inf(-1), 0)
	}
	r.warnAboutDuplicates()
	return nil
}

func (r *run) add(j int, score, raw float64) {
	r.features = append(r.features, j)
	r.scores = append(r.scores, score)
	r.raw = append(r.raw, raw)
}

func (r *run) warnAboutDuplicates() {
	if len(r.duplicates) == 0 {
		return
	}
	names := make([]string, len(r.duplicates))
	for a, j := range r.duplicates {
		names[a] = r.d.Features[j]
	}
	what := "feature is a duplicate of another, or of one that differs in unit, sign or offset " +
		"only, and is"
	if len(names) > 1 {
		what = "features are duplicates of others, or of ones that differ in unit, sign or " +
			"offset only, and are"
	}
	r.warnings = append(r.warnings, fmt.Sprintf("%d %s ranked after the others: %s", len(names),
		what, suggest.List(names, 5)))
}

// stage solves the problem on some features (columns, ascending) with scores s, at least one of
// them above 0, and ranks the features.
func (r *run) stage(ctx context.Context, name string, features []int, s []float64,
	infinite bool) error {
	q, err := r.newStage(ctx, name, features, s)
	if err != nil {
		return err
	}
	p := q.problem
	if p.M.Dim() > almFeatures && r.m.Solver == ALM {
		return fmt.Errorf(
			"solver=%s needs a matrix of all pairs of %d features; set top to %d or less, or "+
				"use solver=%s", ALM, p.M.Dim(), almFeatures, ActiveSet)
	}
	tick := r.opt.Meter(name, simplex.MaxRounds)
	sol, err := p.Solve(ctx, tick)
	if sol != nil {
		r.products += sol.Products
	}
	optimum := sol
	if err == nil && r.m.Solver == ALM {
		if sol, err = alm(ctx, p, r.m.Rho, optimum); err == nil {
			gap := sol.Objective/optimum.Objective - 1
			r.diagnostics.Extra = append(r.diagnostics.Extra,
				algorithms.Value{Name: "gap to the optimum", Value: algorithms.Number(gap)})
			r.warnings = append(r.warnings,
				fmt.Sprintf("alm stopped %.2g%% above the optimum; solver=%s finds it", 100*gap,
					ActiveSet))
		} else {
			sol = nil
		}
	}
	if sol == nil {
		return err
	}
	places, scores := ranked(sol, err == nil, p.M)
	for a, j := range places {
		score := scores[a]
		if infinite {
			score = math.Inf(1)
		}
		r.add(q.features[j], score, sol.Z[j])
	}
	r.diagnose(sol, q.unit, len(q.features), err == nil)
	return err
}

// diagnose adds the figures of a solution to the diagnostics. unit is that of the objective.
func (r *run) diagnose(sol *simplex.Solution, unit float64, features int, finished bool) {
	g := &r.diagnostics
	r.worst = max(r.worst, sol.Residual)
	g.Objective = algorithms.NewObjective(sol.Objective * unit)
	g.Iterations += len(sol.Trace)
	g.Trace = nil
	for _, v := range sol.Trace {
		g.Trace = append(g.Trace, v*unit)
	}
	g.Certificate = &algorithms.Certificate{Name: "residual of the optimality conditions, relative",
		Value: algorithms.Number(r.worst), Tolerance: simplex.Tolerance}
	g.Converged = finished && g.Certificate.Holds()
	support := 0
	for _, v := range sol.Z {
		if v > 0 {
			support++
		}
	}
	number := func(name string, v float64) {
		i := slices.IndexFunc(g.Extra, func(e algorithms.Value) bool { return e.Name == name })
		if i < 0 {
			g.Extra = append(g.Extra, algorithms.Value{Name: name, Value: algorithms.Number(v)})
		} else {
			g.Extra[i].Value = algorithms.Number(v)
		}
	}
	number("features that take part", float64(features))
	number("support", float64(support))
	number("full products", float64(r.products))
	number("steps", float64(sol.Steps))
	number("objective of the scores", sol.Start*unit)
	for i, v := range sol.Residuals {
		number(fmt.Sprintf("residual after round %d", i+1), v)
	}
}

// meter starts the progress of parts of the named stage.
func (r *run) meter(name string) redundancy.Meter {
	if r.opt.Progress == nil {
		return nil
	}
	_, which, _ := strings.Cut(name, ",")
	return func(part string, steps int) func(int) {
		if which != "" {
			part += "," + which
		}
		return r.opt.Meter(part, steps)
	}
}

// staged is a problem with the columns of its features.
type staged struct {
	problem  *simplex.Problem
	features []int   // columns
	unit     float64 // of the objective
}

// roomElsewhere is the largest matrix of a working set of columns that are elsewhere, 128 MB.
const roomElsewhere = 16 << 20

// keeper is a form that finds and drops duplicates.
type keeper interface {
	simplex.Form
	Keep(features []int)
	Duplicates(ctx context.Context, workers int) ([]int, error)
}

// newStage sets up the problem on some features, without duplicates.
func (r *run) newStage(ctx context.Context, name string, features []int,
	s []float64) (*staged, error) {
	var m keeper
	unit := 1.0
	if r.m.Redundancy == nil && r.blocks != nil && r.d.N()*len(features) > r.most {
		m = &far{blocks: r.blocks, x: r.d.Matrix(), n: r.d.N(), d: r.d.D(), features: features}
	} else if r.m.Redundancy == nil {
		if n := r.d.N(); r.d.Stored != nil && len(features) > 4*datasets.KeptDense/n {
			return nil, fmt.Errorf("%d features of %d samples that are %s do not fit in memory; "+
				"set top to at most %d", len(features), n, r.d.Stored.Kind(),
				4*datasets.KeptDense/n)
		}
		squares, err := redundancy.NewMeteredSquares(ctx, r.d.Matrix(), features, false,
			r.opt.Workers,
			r.meter(name))
		if err != nil {
			return nil, err
		}
		m = squares
	} else {
		g, scale, shift, err := newPrecomputed(ctx, r.m.Redundancy, features, r.d.Features)
		if err != nil {
			return nil, err
		}
		if shift > 0 {
			r.warnings = append(r.warnings,
				fmt.Sprintf("the precomputed redundancy is not positive semidefinite: %.3g is "+
					"added to its diagonal, the size of its least eigenvalue", shift))
		}
		m, unit = g, scale
	}
	keep, err := r.withoutDuplicates(ctx, m, features, s)
	if err != nil {
		return nil, err
	}
	q := &staged{}
	var values []float64
	place := make(map[int]int, len(keep))
	for to, from := range keep {
		q.features = append(q.features, features[from])
		values = append(values, s[from])
		place[features[from]] = to
	}
	most := slices.Max(values)
	for _, v := range values {
		most = max(most, -v)
	}
	for a := range values {
		values[a] /= most
	}
	m.Keep(keep)
	q.unit = unit / most
	q.problem = &simplex.Problem{M: m, S: values, Workers: r.opt.Workers}
	squares, ok := m.(*redundancy.Squares)
	if ok && len(r.groups) == 0 {
		q.problem.Restrict = func(features []int) simplex.Form { return squares.Take(features) }
		q.problem.Capacity = 3 * r.d.N() * len(keep) / 2
	}
	if other, ok := m.(*far); ok && len(r.groups) == 0 {
		q.problem.Restrict = func(features []int) simplex.Form {
			return other.Take(features, r.opt.Workers)
		}
		q.problem.Capacity = min(3*r.d.N()*len(keep)/2, roomElsewhere)
	}
	if ok && fits(r.d.N(), len(keep)) {
		a, err := squares.Dense(ctx, r.opt.Workers)
		if err != nil {
			return nil, err
		}
		q.problem.M = simplex.Dense{A: a}
	}
	var groups [][]int
	for _, columns := range r.groups {
		var members []int
		for _, j := range columns {
			if a, ok := place[j]; ok {
				members = append(members, a)
			}
		}
		if len(members) > 1 {
			groups = append(groups, members)
		}
	}
	if len(groups) > 0 {
		q.problem.M = grouped{q.problem.M, newGroupGraph(groups, len(keep)), r.m.Gamma / unit}
	}
	return q, nil
}

// fits reports whether the matrix of p features should be formed: it is not much larger than n×p
// and n×n then, and costs as much as one product with all z_j > 0.
func fits(n, p int) bool { return p*p <= 3*(n*p+n*n) }

// withoutDuplicates returns the places of the features that are kept. A duplicate of largest score,
// the first of equal scores, represents the others; members of a group are always kept.
func (r *run) withoutDuplicates(
	ctx context.Context, m keeper, features []int, s []float64,
) ([]int, error) {
	of, err := m.Duplicates(ctx, r.opt.Workers)
	if err != nil {
		return nil, err
	}
	inGroup := make(map[int]bool)
	for _, columns := range r.groups {
		for _, j := range columns {
			inGroup[j] = true
		}
	}
	best := make(map[int]int)
	for a, i := range of {
		if inGroup[features[a]] {
			continue
		}
		if b, ok := best[i]; !ok || s[a] > s[b]+1e-9*math.Abs(s[b]) {
			best[i] = a
		}
	}
	var keep []int
	for a, i := range of {
		if inGroup[features[a]] || best[i] == a {
			keep = append(keep, a)
		} else {
			r.duplicates = append(r.duplicates, features[a])
		}
	}
	return keep, nil
}

// constants finds the columns that hold a single value.
func constants(ctx context.Context, d *datasets.Dataset, workers int) ([]int, error) {
	if d.Stored != nil {
		_, constant, err := graph.Scatter(ctx, d.Matrix(), d.Features, workers)
		return constant, err
	}
	varies := make([]bool, d.D())
	err := parallel.For(ctx, workers, d.D(), 128, func(lo, hi int) {
		first := d.X.RawRowView(0)[lo:hi]
		for i := 1; i < d.N(); i++ {
			for j, v := range d.X.RawRowView(i)[lo:hi] {
				if v != first[j] {
					varies[lo+j] = true
				}
			}
		}
	})
	var out []int
	for j, is := range varies {
		if !is {
			out = append(out, j)
		}
	}
	return out, err
}
