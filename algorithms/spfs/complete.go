package spfs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/suggest"
)

// completion orders what a method of regression chose, and fills the places that
// it left.
type completion struct {
	*regression
	d        *datasets.Dataset
	want     int
	features []int
	scores   algorithms.Numbers
	warnings []string
	opt      algorithms.Options
}

// fill takes, until there are enough features, those of the groups one group
// after the other, each by forward search (SFS) continued from the features there
// are; then columns that repeat earlier ones, in the order of these; then those that only
// samples without weight tell from constant ones, and these. Those of the groups and repeated ones
// score 0, the last two -Inf. why says
// why the method left places.
func (f *completion) fill(ctx context.Context, why string, groups ...[]int) error {
	if why != "" && len(f.features) < f.want {
		if err := f.search(ctx, why, groups); err != nil {
			return err
		}
	}
	if len(f.features) < f.want {
		f.repeat()
	}
	f.warnings = slices.Concat(algorithms.ConstantWarning(f.d, f.constant),
		algorithms.FlatWarning(f.d, f.flat), f.regression.warnings, f.warnings)
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
		err := parallel.For(ctx, f.opt.Workers, len(group), 16, func(lo, hi int) {
			for _, j := range group[lo:hi] {
				forms[j] = f.correlation(j, f.y, sums)
			}
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

// repeat adds the columns that equal earlier ones.
func (f *completion) repeat() {
	copies := make(map[int][]int)
	for _, j := range f.live {
		if of := f.first[j]; of != j {
			copies[of] = append(copies[of], j)
		}
	}
	var names []string
	for _, of := range slices.Clone(f.features) {
		for _, j := range copies[of] {
			if len(f.features) < f.want {
				f.add(j, 0)
				names = append(names, f.d.Features[j])
			}
		}
	}
	if len(names) > 0 {
		f.warnings = append(f.warnings,
			fmt.Sprintf("%d of the %d features asked for repeat an earlier one exactly, and "+
				"have score 0: %s", len(names), f.want, suggest.List(names, 5)))
	}
}
