package algorithms

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

var errNoMethod = errors.New("no method given; give one, such as Fisher{}")

// Run asks a selector for its ranking and makes sure that it is one, also when the
// selector is a user's own. What it does not say of the method and the data is filled in:
// Method, Label, Params, Key, Dataset, History, Origin, N, D, K, Names and DataWarnings. An
// objective that is infinite since every class has one sample is warned of.
//
// It returns the selector's error, and one when the ranking is nil, chooses no feature,
// lists one twice or one that d does not have, has more or fewer than Options.K, gives a
// feature another name than d, a score that is NaN, or not one score a feature. A
// canceled context returns what there is, marked Partial, with ctx.Err().
func Run(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) (*Ranking, error) {
	if err := runnable(m, d); err != nil {
		return nil, err
	}
	r, err := m.Select(ctx, d, opt)
	stopped := parallel.Stopped(ctx, err)
	switch {
	case err != nil && !stopped:
		return nil, err
	case r == nil && !stopped:
		return nil, fmt.Errorf("%s returned neither a ranking nor an error; return one of them",
			Name(m))
	case r == nil:
		r = NewRanking(m, d, nil, nil, nil)
	}
	out := *r
	out.Partial = out.Partial || stopped
	if failed := checkRanking(&out, d, opt.K); failed != nil {
		return nil, fmt.Errorf("%s returned a wrong ranking: %w", Name(m), failed)
	}
	out.fill(m, d)
	return &out, err
}

// runnable returns an error when there is nothing to run, or nothing to run it on.
func runnable(m Selector, d *datasets.Dataset) error {
	if isNil(reflect.ValueOf(m)) {
		return errNoMethod
	}
	if d == nil || d.X == nil {
		return fmt.Errorf("%s: %w", Name(m), d.Check())
	}
	return nil
}

// checkRanking returns an error unless r may be the answer for the best k features of d.
func checkRanking(r *Ranking, d *datasets.Dataset, k int) error {
	chosen := len(r.Features)
	if chosen == 0 && r.Partial {
		return nil
	}
	if err := datasets.CheckColumns(r.Features, d.D()); err != nil {
		return err
	}
	switch {
	case k > 0 && (chosen > k || chosen < k && !r.Partial):
		return fmt.Errorf("k = %d was asked for and the number of its features is %d; return k "+
			"features",
			k, chosen)
	case r.D != 0 && r.D != d.D():
		return fmt.Errorf("it is of %d features, and the data set has %d; leave D at 0, which "+
			"fills it in",
			r.D, d.D())
	case r.Scores != nil && len(r.Scores) != chosen:
		return fmt.Errorf("%d scores for %d features; give each feature its score",
			len(r.Scores), chosen)
	case r.Raw != nil && len(r.Raw) != chosen:
		return fmt.Errorf("%d raw values for %d features; give each feature its own",
			len(r.Raw), chosen)
	case len(r.Names) != 0 && len(r.Names) != chosen:
		return fmt.Errorf("%d names for %d features; leave Names empty, which fills them in",
			len(r.Names), chosen)
	}
	for i, v := range r.Scores {
		if math.IsNaN(v) {
			return fmt.Errorf("the score of feature %d (%s) is NaN; a score is a number, or "+
				"infinite",
				r.Features[i], d.Features[r.Features[i]])
		}
	}
	for i, name := range r.Names {
		if j := r.Features[i]; d.Features[j] != name {
			return fmt.Errorf("it names feature %d %q, which is %q; leave Names empty, which "+
				"fills them in",
				j, name, d.Features[j])
		}
	}
	return nil
}

// fill says of a ranking what it leaves out.
func (r *Ranking) fill(m Selector, d *datasets.Dataset) {
	full := NewRanking(m, d, r.Features, r.Scores, r.Raw)
	r.K, r.D, r.Names = full.K, full.D, full.Names
	if r.Method == "" {
		r.Method = full.Method
	}
	if r.Label == "" {
		r.Label = full.Label
	}
	if r.Params == nil {
		r.Params = full.Params
	}
	if r.Key == "" {
		r.Key = full.Key
	}
	if r.N == 0 {
		r.N = full.N
	}
	if r.History == nil {
		r.History = full.History
	}
	r.Dataset, r.Origin, r.DataWarnings = full.Dataset, full.Origin, full.DataWarnings
	if !r.Partial {
		r.Diagnostics.closedForm()
	}
	if r.boundless(d) {
		r.Warnings = append(slices.Clone(r.Warnings),
			"every class has one sample, so that nothing varies "+
				"within classes: the objective is infinite for any features, and their order "+
				"follows their units")
	}
}

// boundless reports whether the objective is infinite because no class has two samples.
func (r *Ranking) boundless(d *datasets.Dataset) bool {
	o := r.Diagnostics.Objective
	return o != nil && math.IsInf(float64(*o), 1) && d.Labeled() && slices.Max(d.ClassCounts()) == 1
}

// closedForm takes diagnostics that say nothing for those of a method that has nothing to
// iterate.
func (g *Diagnostics) closedForm() {
	if g.Iterations == 0 && g.Certificate == nil && g.Trace == nil && g.Objective == nil {
		g.Converged = true
	}
}

// RunScore is Run for the scores of all features. It fills in their names, takes scores
// that come without diagnostics for those of a closed form, and warns when all features
// that vary have an infinite score. It returns the scorer's error, and one when there is
// not one score a feature, a score is NaN, or a constant column is not one of d. A canceled
// context returns what there is, nil or scores marked Partial, with ctx.Err().
func RunScore(ctx context.Context, m Scorer, d *datasets.Dataset, opt Options) (*Scores, error) {
	if err := runnable(m, d); err != nil {
		return nil, err
	}
	s, err := m.Score(ctx, d, opt)
	switch {
	case err != nil && (s == nil || !parallel.Stopped(ctx, err)):
		return nil, err
	case s == nil:
		return nil, fmt.Errorf("%s returned neither scores nor an error; return one of them",
			Name(m))
	}
	out, failed := completeScores(s, d, Name(m))
	if failed != nil {
		return nil, failed
	}
	out.Partial = out.Partial || err != nil
	return out, err
}

// completeScores checks the scores of a method of that name, and says what they leave out.
func completeScores(s *Scores, d *datasets.Dataset, name string) (*Scores, error) {
	if err := checkScores(s, d, name); err != nil {
		return nil, err
	}
	out := *s
	if len(out.Names) == 0 {
		out.Names = slices.Clone(d.Features)
	}
	out.Diagnostics.closedForm()
	out.DataWarnings = slices.Clone(d.Warnings)
	if w := out.infiniteWarning(); w != "" && !slices.Contains(out.Warnings, w) {
		out.Warnings = append(slices.Clone(out.Warnings), w)
	}
	return &out, nil
}

// checkScores returns an error unless s has one score for each feature of d.
func checkScores(s *Scores, d *datasets.Dataset, name string) error {
	p := d.D()
	switch {
	case len(s.Values) != p:
		return fmt.Errorf("%s gives %d scores for %d features; give one for each",
			name, len(s.Values), p)
	case s.Raw != nil && len(s.Raw) != p:
		return fmt.Errorf("%s gives %d raw values for %d features; give one for each",
			name, len(s.Raw), p)
	case s.Tie != nil && len(s.Tie) != p:
		return fmt.Errorf("%s gives %d values that break ties for %d features; give one for each",
			name, len(s.Tie), p)
	case len(s.Names) != 0 && !slices.Equal(s.Names, d.Features):
		return fmt.Errorf("%s gives other names than those of the features; leave Names empty, "+
			"which fills them in",
			name)
	}
	for j, v := range s.Values {
		if math.IsNaN(v) {
			return fmt.Errorf("%s scores feature %d (%s) NaN; a score is a number, or infinite",
				name, j, d.Features[j])
		}
	}
	for _, j := range s.Constant {
		if j < 0 || j >= p {
			return fmt.Errorf("%s takes feature %d for constant, and the data set has %d; "+
				"number them from 0",
				name, j, p)
		}
	}
	return nil
}

// infiniteWarning is the warning of scores that tell no two features apart, "" for others.
func (s *Scores) infiniteWarning() string {
	infinite := 0
	for _, v := range s.Values {
		if math.IsInf(v, 1) {
			infinite++
		}
	}
	if infinite < 2 || infinite != len(s.Values)-len(s.Constant) {
		return ""
	}
	return fmt.Sprintf("all %d features that vary have an infinite score, so that their order "+
		"follows their units and not their worth: look for classes of one sample, "+
		"and for labels that are a measurement", infinite)
}

// RunProject is Run for a projection: it checks and completes its scores as RunScore does,
// fills in Method, Label and Dataset, and returns an error when W has not one row a
// feature, or rows of different lengths.
func RunProject(ctx context.Context, m Projector, d *datasets.Dataset,
	opt Options) (*Projection, error) {
	if err := runnable(m, d); err != nil {
		return nil, err
	}
	p, err := m.Project(ctx, d, opt)
	if err != nil && (p == nil || p.Scores == nil || !parallel.Stopped(ctx, err)) {
		return nil, err
	}
	if p == nil || p.Scores == nil {
		return nil, fmt.Errorf("%s returned neither a projection with scores nor an error; "+
			"return one of them",
			Name(m))
	}
	if len(p.W) != d.D() {
		return nil, fmt.Errorf("%s gives W of %d rows for %d features; give one for each",
			Name(m), len(p.W), d.D())
	}
	for j, row := range p.W {
		if len(row) != len(p.W[0]) {
			return nil, fmt.Errorf("%s gives row %d of W %d numbers, and row 0 %d; give one "+
				"for each axis",
				Name(m), j, len(row), len(p.W[0]))
		}
	}
	out := *p
	var failed error
	if out.Scores, failed = completeScores(p.Scores, d, Name(m)); failed != nil {
		return nil, failed
	}
	if out.Method == "" {
		out.Method, out.Label = Name(m), Label(m)
	}
	out.Dataset = d.Name
	return &out, err
}
