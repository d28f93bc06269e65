package statistics

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// classPermuter is a Permuter of samples in the order of their classes, larger ones first, which is
// also returned: neither the order of levels and classes nor that of the rows has an effect.
func classPermuter(d *datasets.Dataset, opt algorithms.Options) (*Permuter, []int) {
	counts, order := d.ClassCounts(), make([]int, d.N())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		a, b = d.Y[a], d.Y[b]
		return cmp.Or(counts[b]-counts[a], a-b)
	})
	p := &Permuter{seed: opt.Seed}
	if !d.Grouped() || !p.wholeGroups(d) {
		p.exchange(d, order)
	}
	return p, order
}

// permute sets the p-values by permutations of the classes, the same ones for every column. Under
// them a table is that of its margins: the first samples of a permutation are those of the first
// level, and so on.
func (m Contingency) permute(ctx context.Context, d *datasets.Dataset, margins [][]int,
	s *algorithms.Scores, opt algorithms.Options) (*Permuter, error) {
	p, order := classPermuter(d, opt)
	for _, levels := range margins {
		slices.SortFunc(levels, func(a, b int) int { return b - a })
	}
	of, classes := filled(d)
	width := len(classes)
	tick := opt.Meter("permutations", m.Permutations)
	larger := make([]int, len(margins))
	var mu sync.Mutex
	err := parallel.For(ctx, opt.Workers, m.Permutations, 8, func(lo, hi int) {
		own, t := make([]int, len(margins)), &crosstab{n: float64(d.N()), classes: classes}
		from, before := make([]int, d.N()), make([]uint32, (d.N()+1)*width)
		for b := lo; b < hi && ctx.Err() == nil; b++ {
			p.Draw(b, from)
			for at, i := range order { // counts of the classes before each sample
				copy(before[(at+1)*width:], before[at*width:(at+1)*width])
				before[(at+1)*width+of[from[i]]]++
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
	for j, levels := range margins {
		if len(levels) > 1 {
			s.PValues[j] = float64(1+larger[j]) / float64(1+m.Permutations)
		}
	}
	return p, cmp.Or(err, ctx.Err())
}

// permuteGroups is permute for samples in groups, of which tables by level and group are counted.
func (m Contingency) permuteGroups(ctx context.Context, d *datasets.Dataset,
	s *algorithms.Scores, opt algorithms.Options) (*Permuter, error) {
	p, order := classPermuter(d, opt)
	of, sizes := filled(&datasets.Dataset{X: d.X, Stored: d.Stored, Y: d.Group, Classes: d.Groups})
	slices.SortStableFunc(order, func(a, b int) int { return of[a] - of[b] })
	byGroup := *d
	byGroup.Y, byGroup.Classes = of, make([]string, len(sizes))
	larger, from := make([]int, d.D()), make([]int, d.N())
	batch := max(1, heldClasses/d.N())
	tick := opt.Meter("permutations", m.Permutations)
	for lo := 0; lo < m.Permutations; lo += batch {
		drawn := make([][]int32, min(batch, m.Permutations-lo))
		for b := range drawn {
			p.Draw(lo+b, from)
			drawn[b] = make([]int32, d.N())
			for at, i := range order {
				drawn[b][at] = int32(d.Y[from[i]])
			}
		}
		_, err := information.EachTable(ctx, &byGroup, information.Coding(m.Coding), m.Bins,
			m.Discrete, opt.Workers, func(j int, counts []uint32) {
				table := make([]uint32, len(counts)/len(sizes)*len(d.Classes))
				var t crosstab
				for _, y := range drawn {
					if ctx.Err() != nil {
						return
					}
					clear(table)
					at := 0
					for g := range sizes {
						for level := 0; level*len(sizes) < len(counts); level++ {
							for range counts[level*len(sizes)+g] {
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
			return nil, err
		}
		tick(len(drawn))
	}
	return p, nil
}

// heldClasses bounds the classes of permutations that are held: 256 MiB.
const heldClasses = 1 << 26
