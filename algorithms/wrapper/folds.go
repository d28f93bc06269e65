package wrapper

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
)

// defaultFolds is the number of folds of a search.
const defaultFolds = 5

// fold is a part of the samples that is predicted from the others, with columns standardized by
// these.
type fold struct {
	train, test []int
	*scaling
}

// folds divides the samples into stratified folds that part no group: by class, or by parts of a
// continuous target with as many samples as there are folds. Their samples are places in of: s, or,
// where d has missing values, copies of s for each fold, filled from its training part.
func (s *samples) folds(ctx context.Context, d *datasets.Dataset, count int,
	opt algorithms.Options) (of *samples, out []fold, warnings []string, err error) {
	n := len(s.rows)
	splitter, count, warnings, err := s.splitter(d, count, opt.Seed)
	if err != nil {
		return nil, nil, nil, err
	}
	splits := make([]learn.Split, count)
	for f := range splits {
		splits[f] = splitter.Split(f)
	}
	of = s
	if d.Missing != nil {
		of = s.copies(count)
		none := d.NoValueWarning(count, func(f int) []int { return at(s.rows, splits[f].Train) })
		if none != "" {
			warnings = append(warnings, none)
		}
	}
	out = make([]fold, count)
	err = parallel.Each(ctx, opt.Workers, count, func(_ context.Context, f int) error {
		train, test, first := splits[f].Train, splits[f].Test, 0
		if of != s {
			first = f * n
			if err := of.fill(d, train, first); err != nil {
				return err
			}
			train, test = shifted(train, first), shifted(test, first)
		}
		z, err := of.scalingOf(d, train, first, first+n)
		out[f] = fold{train, test, z}
		return err
	})
	return of, out, warnings, err
}

// splitter prepares count folds, or as many as there are samples or groups if these are fewer.
func (s *samples) splitter(d *datasets.Dataset, count int, seed uint64) (f *learn.Splitter, k int,
	warnings []string, err error) {
	small := "some classes have fewer samples than there are folds, so some folds " +
		"test none of them; give fewer folds, or merge classes"
	if s.group == nil {
		k = min(count, len(s.rows))
		f, err = learn.NewFolds(s.strata(len(s.rows)/k), k, seed)
	} else {
		small = "some classes are in fewer groups than there are folds, so some folds test none " +
			"of them; give fewer folds, or merge classes"
		if err = d.SingleGroups(); err == nil {
			k = min(count, s.groups)
			f, err = learn.NewGroupFolds(s.strata(s.groups/groupStratum), s.group, k, seed)
		}
	}
	if err == nil && s.y != nil && len(f.Warnings) > 0 {
		warnings = []string{small}
	}
	return f, k, warnings, err
}

// groupStratum is the number of groups for each part of a continuous target in which folds of
// groups are balanced.
const groupStratum = 4

// strata are the classes, or count parts of the samples by a continuous target, or one without
// either.
func (s *samples) strata(count int) []int {
	if s.y != nil {
		return s.y
	}
	n := len(s.rows)
	out := make([]int, n)
	if s.target == nil {
		return out
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(s.target[a], s.target[b])
	})
	parts := max(1, min(count, n))
	for k, i := range order {
		out[i] = k * parts / n
	}
	return out
}

// copies are the samples count times, one after another, without values.
func (s *samples) copies(count int) *samples {
	of := *s
	of.rows, of.times = slices.Repeat(s.rows, count), count
	if s.y != nil {
		of.y = slices.Repeat(s.y, count)
	} else {
		of.target = slices.Repeat(s.target, count)
	}
	of.x = mat.NewDense(len(s.live), len(of.rows), nil)
	return &of
}

// fill writes the values of a copy that begins at first, with the missing ones filled from the
// samples of the training part.
func (s *samples) fill(d *datasets.Dataset, train []int, first int) error {
	part, err := d.Rows(at(s.rows, train))
	if err != nil {
		return err
	}
	filled, err := d.FillFrom(part)
	if err != nil {
		return err
	}
	for k, i := range s.rows[:d.N()] {
		row := filled.X.RawRowView(i)
		for c, j := range s.live {
			s.x.Set(c, first+k, row[j])
		}
	}
	return nil
}

// shifted are places plus a number.
func shifted(places []int, by int) []int {
	out := make([]int, len(places))
	for k, i := range places {
		out[k] = i + by
	}
	return out
}
