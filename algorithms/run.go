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
	return way[Ranking]{
		what: "a ranking",
		call: func(d *datasets.Dataset) (*Ranking, error) {
			r, err := m.Select(ctx, d, opt)
			if r == nil && parallel.Stopped(ctx, err) {
				r = NewRanking(m, d, nil, nil, nil)
			}
			return r, err
		},
		same: func(a, b *Ranking) bool {
			return slices.Equal(a.Features, b.Features) && slices.Equal(a.Scores, b.Scores) &&
				slices.Equal(a.Raw, b.Raw)
		},
		diagnostics: func(r *Ranking) *Diagnostics { return &r.Diagnostics },
		complete: func(r *Ranking, stopped bool) error {
			r.Partial = r.Partial || stopped
			facts, _ := FactsOf(m)
			fewer := facts.Fewer || facts.Chooses && opt.K == 0
			if err := checkRanking(r, d, opt.K, fewer); err != nil {
				return fmt.Errorf("%s returned a wrong ranking: %w", Name(m), err)
			}
			r.fill(m, d)
			if !r.Partial {
				r.warnFewer(m, opt.K)
			}
			return nil
		},
	}.run(ctx, m, d, opt)
}

// A way is what Run, RunScore and RunProject differ in.
type way[T any] struct {
	what string // that the method returns
	call func(d *datasets.Dataset) (*T, error)
	// complete checks an answer and sets its empty fields.
	complete func(out *T, stopped bool) error
	// same says whether answers in two units are the same; nil if no other units are tried.
	same        func(a, b *T) bool
	diagnostics func(*T) *Diagnostics
}

// run checks what is asked for, calls the method, again in other units if it refuses the data, and
// completes a copy of its answer. A panic becomes an error with the name of m.
func (w way[T]) run(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) (out *T,
	err error) {
	failed := panics.Catch(func() (name string) {
		name = fmt.Sprintf("%T", m)
		defer func() { _ = recover() }() // of a user's Name
		return Name(m)
	}, func() error {
		if failed := runnable(ctx, m, d, opt); failed != nil {
			return failed
		}
		var answer *T
		if failed := storage.Guard(func() { answer, err = w.call(d) }); failed != nil {
			return Wrap(ctx, m, failed)
		}
		stopped := parallel.Stopped(ctx, err)
		if err != nil && !stopped && w.same != nil {
			if other, ok := w.inOtherUnits(ctx, d); ok {
				answer, err = other, nil
			}
		}
		switch {
		case err != nil && (answer == nil || !stopped) && w.same != nil:
			return withDoubt(err, d)
		case err != nil && (answer == nil || !stopped):
			return err
		case answer == nil:
			return fmt.Errorf("%s returned neither %s nor an error; return one of them", Name(m),
				w.what)
		}
		done := *answer
		if failed := w.complete(&done, stopped); failed != nil {
			return failed
		}
		out = &done
		return nil
	})
	if failed != nil {
		return nil, failed
	}
	return out, err
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
	return way[Scores]{
		what: "scores",
		call: func(d *datasets.Dataset) (*Scores, error) { return m.Score(ctx, d, opt) },
		same: func(a, b *Scores) bool {
			return slices.Equal(a.Values, b.Values) && slices.Equal(a.Constant, b.Constant)
		},
		diagnostics: func(s *Scores) *Diagnostics { return &s.Diagnostics },
		complete: func(s *Scores, stopped bool) error {
			s.Partial = s.Partial || stopped
			return s.complete(m, d)
		},
	}.run(ctx, m, d, opt)
}

// complete checks the scores of m and sets their empty fields.
func (s *Scores) complete(m Selector, d *datasets.Dataset) error {
	if err := checkScores(s, d, Name(m)); err != nil {
		return err
	}
	if len(s.Names) == 0 {
		s.Names = slices.Clone(d.Features)
	}
	s.Diagnostics.closedForm()
	s.DataWarnings = slices.Clone(d.Warnings)
	if w := s.infiniteWarning(); w != "" && !slices.Contains(s.Warnings, w) {
		s.Warnings = append(slices.Clone(s.Warnings), w)
	}
	s.Warnings = warnCodes(s.Warnings, m, d)
	s.Warnings = warnPValues(s.Warnings, m, d, s.PValues)
	return nil
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
	return way[Projection]{
		what: "a projection with scores",
		call: func(d *datasets.Dataset) (*Projection, error) {
			if err := d.NeedDense(); err != nil {
				return nil, Wrap(ctx, m, err)
			}
			p, err := m.Project(ctx, d, opt)
			if p != nil && p.Scores == nil {
				p = nil
			}
			return p, err
		},
		complete: func(p *Projection, _ bool) error { return p.complete(m, d) },
	}.run(ctx, m, d, opt)
}

// complete checks the projection of m and sets its empty fields.
func (p *Projection) complete(m Selector, d *datasets.Dataset) error {
	if len(p.W) != d.D() {
		return fmt.Errorf("%s gives W with %d rows for %d features; give one for each",
			Name(m), len(p.W), d.D())
	}
	for j, row := range p.W {
		if len(row) != len(p.W[0]) {
			return fmt.Errorf("%s gives row %d of W length %d, and row 0 length %d; give one "+
				"number for each axis", Name(m), j, len(row), len(p.W[0]))
		}
	}
	scores := *p.Scores
	if p.Method == "" {
		p.Method, p.Label = Name(m), Label(m)
	}
	p.Scores, p.Dataset = &scores, d.Name
	return scores.complete(m, d)
}
