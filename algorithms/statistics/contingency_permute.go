package statistics

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// permute sets the p-values by permutations of the classes, the same ones for every column. Under
// them a table is that of its margins: the first samples of a permutation are those of the first
// level, and so on. Levels and classes are taken by their sizes, so that neither their order nor
// that of the rows has an effect.
func (m Contingency) permute(ctx context.Context, classes []int, margins [][]int,
	s *algorithms.Scores, opt algorithms.Options) error {
	descending := func(a, b int) int { return b - a }
	classes = slices.Clone(classes)
	slices.SortFunc(classes, descending)
	var all []int
	for c, size := range classes {
		all = append(all, slices.Repeat([]int{c}, size)...)
	}
	for _, levels := range margins {
		slices.SortFunc(levels, descending)
	}
	width := len(classes)
	tick := opt.Meter("permutations", m.Permutations)
	larger := make([]int, len(margins))
	var mu sync.Mutex
	err := parallel.For(ctx, opt.Workers, m.Permutations, 8, func(lo, hi int) {
		own, t := make([]int, len(margins)), &crosstab{n: float64(len(all)), classes: classes}
		y, before := make([]int, len(all)), make([]uint32, (len(all)+1)*width)
		for b := lo; b < hi && ctx.Err() == nil; b++ {
			copy(y, all)
			rand.New(rand.NewPCG(opt.Seed, uint64(b))).Shuffle(len(y), func(i, j int) {
				y[i], y[j] = y[j], y[i]
			})
			for i, c := range y { // counts of the classes before each sample
				copy(before[(i+1)*width:], before[i*width:(i+1)*width])
				before[(i+1)*width+c]++
			}
			for j, levels := range margins {
				if len(levels) < 2 {
					continue
				}
				t.levels, t.counts = levels, t.counts[:0]
				at := 0
				for _, size := range levels {
					for c := range width {
						t.counts = append(t.counts,
							float64(before[(at+size)*width+c]-before[at*width+c]))
					}
					at += size
				}
				if t.atLeast(s.Raw[j], m.Statistic) {
					own[j]++
				}
			}
			tick(1)
		}
		mu.Lock()
		defer mu.Unlock()
		for j, count := range own {
			larger[j] += count
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	for j, levels := range margins {
		if len(levels) > 1 {
			s.PValues[j] = float64(1+larger[j]) / float64(1+m.Permutations)
		}
	}
	return err
}

// permuteGroups is permute for samples in groups: whole groups exchange their class, or, where some
// have samples of several classes, samples exchange it within their group (see Permuter).
func (m Contingency) permuteGroups(ctx context.Context, d *datasets.Dataset,
	s *algorithms.Scores, opt algorithms.Options) error {
	of, sizes := filled(&datasets.Dataset{X: d.X, Stored: d.Stored, Y: d.Group, Classes: d.Groups})
	classes := make([][]int, len(sizes)) // of each group
	for i, g := range of {
		classes[g] = append(classes[g], d.Y[i])
	}
	whole := true
	for _, own := range classes {
		slices.Sort(own) // the order of the samples has no effect
		whole = whole && own[0] == own[len(own)-1]
	}
	draw := func(b int) []int32 {
		rng, y := rand.New(rand.NewPCG(opt.Seed, uint64(b))), make([]int32, 0, d.N())
		order := rng.Perm(len(classes))
		for g, own := range classes {
			if !whole {
				order = rng.Perm(len(own))
			}
			for k := range own {
				if whole {
					y = append(y, int32(classes[order[g]][0]))
				} else {
					y = append(y, int32(own[order[k]]))
				}
			}
		}
		return y
	}
	byGroup := *d
	byGroup.Y, byGroup.Classes = of, make([]string, len(classes))
	larger := make([]int, d.D())
	batch := max(1, heldClasses/d.N())
	tick := opt.Meter("permutations", m.Permutations)
	for lo := 0; lo < m.Permutations; lo += batch {
		drawn := make([][]int32, 0, batch)
		for b := lo; b < min(lo+batch, m.Permutations); b++ {
			drawn = append(drawn, draw(b))
		}
		_, err := information.EachTable(ctx, &byGroup, information.Coding(m.Coding), m.Bins,
			m.Discrete, opt.Workers, func(j int, counts []uint32) {
				table := make([]uint32, len(counts)/len(classes)*len(d.Classes))
				var t crosstab
				for _, y := range drawn {
					if ctx.Err() != nil {
						return
					}
					clear(table)
					at := 0
					for g := range classes {
						for level := 0; level*len(classes) < len(counts); level++ {
							for range counts[level*len(classes)+g] {
								table[level*len(d.Classes)+int(y[at])]++
								at++
							}
						}
					}
					t.take(table, len(d.Classes), d.N())
					if t.atLeast(s.Raw[j], m.Statistic) {
						larger[j]++
					}
				}
				s.PValues[j] = float64(1+larger[j]) / float64(1+m.Permutations)
			})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		tick(len(drawn))
	}
	return nil
}

// heldClasses bounds the classes of permutations that are held: 256 MiB.
const heldClasses = 1 << 26
