package algorithms

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/panics"
	"fsnb.example/internal/parallel"
)

var errNoMethod = errors.New("no method given; give one, such as Fisher{}")

// Run calls Select of m and checks the ranking. It sets the fields that
// the ranking leaves empty: Method, Label, Params, Key, Dataset, History, Origin, N, D, K, Names
// and DataWarnings, and AdjustedPValues if it has the p-values of all features. It adds a warning
// if the objective is infinite because every class has one sample, if a method that chooses how
// many features (Facts.Fewer) has fewer than wanted, if it takes codes of categories as numbers
// (Facts.ByValue), and if p-values are of groups or of features chosen before.
//
// If the method refuses data with columns whose squares overflow or underflow, such as values of
// 1e-200, these are divided by powers of 2, if that changes no score; a note says so.
//
// It returns the selector's error, and an error if it panics, takes too much memory or has a
// parameter out of range (Check), if the ranking is nil or empty, if a feature is repeated or out
// of range, if the number of features is not Options.K (both but for Facts.Fewer), if a name is not
// that in d, or if a score is NaN or missing. If ctx is canceled, it returns the partial ranking
// with ctx.Err().
func Run(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) (*Ranking, error) {
	return caught(m, func() (*Ranking, error) { return run(ctx, m, d, opt) })
}

// caught calls work, whose panic becomes an error with the name of m.
func caught[T any](m Selector, work func() (*T, error)) (out *T, err error) {
	failed := panics.Catch(func() (name string) {
		name = fmt.Sprintf("%T", m)
		defer func() { _ = recover() }() // of a user's Name
		return Name(m)
	}, func() error {
		out, err = work()
		return nil
	})
	if failed != nil {
		return nil, failed
	}
	return out, err
}

func run(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) (*Ranking, error) {
	if err := runnable(ctx, m, d, opt); err != nil {
		return nil, err
	}
	var r *Ranking
	var err error
	if failed := storage.Guard(func() { r, err = m.Select(ctx, d, opt) }); failed != nil {
		return nil, Wrap(ctx, m, failed)
	}
	stopped := parallel.Stopped(ctx, err)
	if err != nil && !stopped {
		selected := func(d *datasets.Dataset) (*Ranking, error) { return m.Select(ctx, d, opt) }
		if other, note, ok := inOtherUnits(ctx, d, selected, sameRanking); ok {
			r, err = other, nil
			r.Diagnostics.Notes = append(slices.Clone(r.Diagnostics.Notes), note)
		}
	}
	switch {
	case err != nil && !stopped:
		return nil, withDoubt(err, d)
	case r == nil && !stopped:
		return nil, fmt.Errorf("%s returned neither a ranking nor an error; return one of them",
			Name(m))
	case r == nil:
		r = NewRanking(m, d, nil, nil, nil)
	}
	out := *r
	out.Partial = out.Partial || stopped
	facts, _ := FactsOf(m)
	fewer := facts.Fewer || facts.Chooses && opt.K == 0
	if failed := checkRanking(&out, d, opt.K, fewer); failed != nil {
		return nil, fmt.Errorf("%s returned a wrong ranking: %w", Name(m), failed)
	}
	out.fill(m, d)
	if !out.Partial {
		out.warnFewer(m, opt.K)
	}
	return &out, err
}

// runnable returns an error if there is no method or no data, if a parameter is out of its range,
// and if the method takes more memory than there is, by its Facts.
func runnable(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) error {
	if isNil(reflect.ValueOf(m)) {
		return errNoMethod
	}
	if d == nil || d.X == nil && d.Stored == nil {
		return fmt.Errorf("%s: %w", Name(m), d.Check())
	}
	if CheckRanges(WithDefaults(m), d.N(), d.D()) != nil {
		return Check(ctx, m, d, opt) // which tells of what comes before
	}
	return Wrap(ctx, m, checkMemory(m, d, opt))
}

// checkRanking returns an error unless r is a valid answer for the best k features of d, or at most
// k of a method that may choose fewer.
func checkRanking(r *Ranking, d *datasets.Dataset, k int, fewer bool) error {
	chosen := len(r.Features)
	if chosen == 0 && r.Partial {
		return nil
	}
	if chosen > 0 || !fewer {
		if err := datasets.CheckColumns(r.Features, d.D()); err != nil {
			return err
		}
	}
	switch {
	case k > 0 && (chosen > k || chosen < k && !r.Partial && !fewer):
		return fmt.Errorf("k = %d was asked for and the number of its features is %d; return k "+
			"features",
			k, chosen)
	case r.D != 0 && r.D != d.D():
		return fmt.Errorf("it is of %d features, and the data set has %d; leave D at 0, which "+
			"sets it", r.D, d.D())
	case r.Scores != nil && len(r.Scores) != chosen:
		return fmt.Errorf("%d scores for %d features; give one score for each feature",
			len(r.Scores), chosen)
	case r.Raw != nil && len(r.Raw) != chosen:
		return fmt.Errorf("%d raw values for %d features; give one value for each feature",
			len(r.Raw), chosen)
	case len(r.Names) != 0 && len(r.Names) != chosen:
		return fmt.Errorf("%d names for %d features; leave Names empty, which sets them",
			len(r.Names), chosen)
	}
	for i, v := range r.Scores {
		if math.IsNaN(v) {
			return fmt.Errorf("the score of feature %d (%s) is NaN; give a finite or infinite "+
				"number", r.Features[i], d.Features[r.Features[i]])
		}
	}
	if err := r.checkPValues(); err != nil {
		return err
	}
	for i, name := range r.Names {
		if j := r.Features[i]; d.Features[j] != name {
			return fmt.Errorf("the name of feature %d is %q, want %q; leave Names empty, which "+
				"sets them", j, name, d.Features[j])
		}
	}
	return nil
}

// fill sets the empty fields of a ranking.
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
	r.Unsupervised = full.Unsupervised
	r.Dataset, r.Origin, r.DataWarnings = full.Dataset, full.Origin, full.DataWarnings
	if !r.Partial {
		r.Diagnostics.closedForm()
	}
	r.adjustOwn()
	r.Warnings = warnCodes(r.Warnings, m, d)
	r.Warnings = warnPValues(r.Warnings, m, d, r.PValues)
	if r.boundless(d) {
		r.Warnings = append(slices.Clone(r.Warnings),
			"every class has one sample, so no feature varies within classes: the objective is "+
				"infinite for any features, and their order depends on their units only")
	}
}

// boundless reports whether the objective is infinite because no class has two samples.
func (r *Ranking) boundless(d *datasets.Dataset) bool {
	o := r.Diagnostics.Objective
	return o != nil && math.IsInf(float64(*o), 1) && d.Labeled() && slices.Max(d.ClassCounts()) == 1
}

// closedForm marks empty diagnostics as converged: they are those of a closed form.
func (g *Diagnostics) closedForm() {
	if g.Iterations == 0 && g.Certificate == nil && g.Trace == nil && g.Objective == nil {
		g.Converged = true
	}
}

// RunScore is Run for the scores of all features. It sets their names, marks scores without
// diagnostics as converged, and adds a warning if all features that vary have an infinite score. It
// returns the scorer's error, and an error if there is not one score for each feature, if a score
// is NaN, or if a constant column is out of range. If ctx is canceled, it returns nil, or scores
// marked Partial, with ctx.Err(). A panic is an error, as for Run.
func RunScore(ctx context.Context, m Scorer, d *datasets.Dataset, opt Options) (*Scores, error) {
	return caught(m, func() (*Scores, error) { return runScore(ctx, m, d, opt) })
}

func runScore(ctx context.Context, m Scorer, d *datasets.Dataset, opt Options) (*Scores, error) {
	if err := runnable(ctx, m, d, opt); err != nil {
		return nil, err
	}
	var s *Scores
	var err error
	if failed := storage.Guard(func() { s, err = m.Score(ctx, d, opt) }); failed != nil {
		return nil, Wrap(ctx, m, failed)
	}
	if err != nil && !parallel.Stopped(ctx, err) {
		scored := func(d *datasets.Dataset) (*Scores, error) { return m.Score(ctx, d, opt) }
		if other, note, ok := inOtherUnits(ctx, d, scored, sameScores); ok {
			s, err = other, nil
			s.Diagnostics.Notes = append(slices.Clone(s.Diagnostics.Notes), note)
		}
	}
	switch {
	case err != nil && (s == nil || !parallel.Stopped(ctx, err)):
		return nil, withDoubt(err, d)
	case s == nil:
		return nil, fmt.Errorf("%s returned neither scores nor an error; return one of them",
			Name(m))
	}
	out, failed := completeScores(s, d, m)
	if failed != nil {
		return nil, failed
	}
	out.Partial = out.Partial || err != nil
	return out, err
}

// completeScores checks the scores of m and sets their empty fields.
func completeScores(s *Scores, d *datasets.Dataset, m Selector) (*Scores, error) {
	if err := checkScores(s, d, Name(m)); err != nil {
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
	out.Warnings = warnCodes(out.Warnings, m, d)
	out.Warnings = warnPValues(out.Warnings, m, d, out.PValues)
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
		return fmt.Errorf("%s gives names that differ from those of the features; leave Names "+
			"empty, which sets them", name)
	}
	for j, v := range s.Values {
		if math.IsNaN(v) {
			return fmt.Errorf("%s: the score of feature %d (%s) is NaN; give a finite or infinite "+
				"number", name, j, d.Features[j])
		}
	}
	if err := s.checkPValues(d); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, j := range s.Constant {
		if j < 0 || j >= p {
			return fmt.Errorf("%s lists feature %d as constant, and the data set has %d; number "+
				"them from 0", name, j, p)
		}
	}
	return nil
}

// infiniteWarning is the warning of scores that are all infinite, "" for others.
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

// RunProject is Run for a projection. It checks and completes the scores as RunScore does, sets
// Method, Label and Dataset, and returns an error if W has not one row for each feature, or rows of
// different lengths.
func RunProject(ctx context.Context, m Projector, d *datasets.Dataset,
	opt Options) (*Projection, error) {
	return caught(m, func() (*Projection, error) { return runProject(ctx, m, d, opt) })
}

func runProject(ctx context.Context, m Projector, d *datasets.Dataset,
	opt Options) (*Projection, error) {
	if err := runnable(ctx, m, d, opt); err != nil {
		return nil, err
	}
	if err := d.NeedDense(); err != nil {
		return nil, Wrap(ctx, m, err)
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
		return nil, fmt.Errorf("%s gives W with %d rows for %d features; give one for each",
			Name(m), len(p.W), d.D())
	}
	for j, row := range p.W {
		if len(row) != len(p.W[0]) {
			return nil, fmt.Errorf("%s gives row %d of W length %d, and row 0 length %d; give one "+
				"number for each axis", Name(m), j, len(row), len(p.W[0]))
		}
	}
	out := *p
	var failed error
	if out.Scores, failed = completeScores(p.Scores, d, m); failed != nil {
		return nil, failed
	}
	if out.Method == "" {
		out.Method, out.Label = Name(m), Label(m)
	}
	out.Dataset = d.Name
	return &out, err
}
