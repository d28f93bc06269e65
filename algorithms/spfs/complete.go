package spfs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/suggest"
)

// completion collects the features that a regression method chose, and fills the remaining places.
type completion struct {
	*regression
	d        *datasets.Dataset
	want     int
	features []int
	scores   algorithms.Numbers
	warnings []string
	opt      algorithms.Options
}

// fill adds features until there are enough: first each group in turn, by forward search (SFS) from
// the present features; then duplicates, in the order of their originals; then flat columns; then
// constant columns. Features of groups and duplicates score 0, the others -Inf. why is the reason
// for which the method left places.
func (f *completion) fill(ctx context.Context, why string, groups ...[]int) error {
	if why != "" && len(f.features) < f.want {
		if err := f.search(ctx, why, groups); err != nil {
			return err
		}
	}
	if len(f.features) < f.want {
		f.addDuplicates()
	}
	f.warnings = slices.Concat(caution.Constant(f.d, f.constant),
		caution.Flat(f.d, f.flat), f.regression.warnings, f.warnings)
	for _, j := range f.flat[:min(len(f.flat), f.want-len(f.features))] {
		f.add(j, math.Inf(-1))
	}
	for _, j := range f.constant[:min(len(f.constant), f.want-len(f.features))] {
		f.add(j, math.Inf(-1))
	}
	return nil
}

func (f *completion) add(j int, score float64) {
	f.features, f.scores = append(f.features, j), append(f.scores, score)
}

func (f *completion) search(ctx context.Context, why string, groups [][]int) error {
	chosen, sums := len(f.features), sumsOf(f.y)
	for _, group := range groups {
		forms := make([]float64, len(f.first))
		err := f.each(ctx, group, f.opt.Workers, func(a int, c *column) {
			forms[group[a]] = correlation(&c.offsets, f.y, sums)
		})
		if err != nil {
			return err
		}
		g := newGreedy(f.columns, forms, slices.Clone(f.features), group, f.opt.Workers)
		for len(g.queue) > 0 && len(f.features) < f.want {
			j, _, err := g.next(ctx)
			if err != nil {
				return err
			}
			f.add(j, 0)
		}
	}
	if more := len(f.features) - chosen; more > 0 {
		f.warnings = append(f.warnings,
			fmt.Sprintf("%d of the %d features asked for are chosen by the method: %s; %d more, "+
				"of score 0, follow by forward search (spfs-sfs)", chosen, f.want, why, more))
	}
	return nil
}

// addDuplicates adds the columns that duplicate earlier ones.
func (f *completion) addDuplicates() {
	duplicates := make(map[int][]int)
	for _, j := range f.live {
		if of := f.first[j]; of != j {
			duplicates[of] = append(duplicates[of], j)
		}
	}
	var names []string
	for _, of := range slices.Clone(f.features) {
		for _, j := range duplicates[of] {
			if len(f.features) < f.want {
				f.add(j, 0)
				names = append(names, f.d.Features[j])
			}
		}
	}
	if len(names) > 0 {
		f.warnings = append(f.warnings,
			fmt.Sprintf("%d of the %d features asked for are exact duplicates of earlier ones, "+
				"and have score 0: %s", len(names), f.want, suggest.List(names, 5)))
	}
}
