package evaluation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/redundancy"
)

// RedundancyCurves is redundancy against the number of features, for each method.
type RedundancyCurves struct {
	Run          // Warnings are of the methods
	Counts []int // defaults written out
	// Curves have a point for each count, by ascending K, except those missing after an interrupt,
	// and none of a method that chooses fewer than two features.
	Curves []Curve[redundancy.Point]
	// Overall is the mean squared correlation over all pairs of features that vary, the expected
	// value for random features, whatever their number. It is computed if Varying is above 1: two
	// features vary, its cost was below the limit, and nothing was interrupted.
	Overall float64
	Varying int // features that vary; 0 if not computed
}

// maxOverall is the largest number of products for which the mean over all pairs of features is
// computed: about ten seconds.
const maxOverall = 1 << 34

// RedundancyByCount measures how much the features that each method selects on d repeat each other,
// as redundancy.Of defines it, against their number: the counts ascend from 2, and nil are 2, 3, 5,
// 7, 10, 15, 20, 30, 50, 70, 100, … up to d, at most 200. K of opt is ignored. Ranking methods run
// once, for the largest count K, and the measure costs O(nK²); subset methods run for each count,
// O(nk²) each. Where a method chooses fewer features than a count, all of them are measured, with a
// warning. The mean over all pairs of features, O(nd·min(n,d)), is omitted above 2^34 products.
//
// It returns an error when d has fewer than two features or a value that is not finite, a count is
// out of range, or a method fails. A canceled context returns the points that were finished, marked
// Partial, together with ctx.Err().
func RedundancyByCount(ctx context.Context, d *datasets.Dataset, counts []int,
	opt algorithms.Options, methods ...algorithms.Selector) (*RedundancyCurves, error) {
	start := time.Now()
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := checkMethods(methods); err != nil {
		return nil, err
	}
	if d.D() < 2 {
		return nil, fmt.Errorf(
			"redundancy compares pairs of features, and %s has one; give at least two", nameOf(d))
	}
	if slices.Contains(counts, 1) {
		return nil, fmt.Errorf("one feature has nothing to repeat; give counts from 2 to %d", d.D())
	}
	if counts == nil {
		counts = defaultCounts(2, d.D())
	}
	if err := checkCounts(counts, 2, d.D()); err != nil {
		return nil, err
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	c := &RedundancyCurves{Run: Run{About: about(d)}, Counts: slices.Clone(counts),
		Curves: newCurves[redundancy.Point](methods, 0)}
	err := c.measure(ctx, d, opt, methods)
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	c.Elapsed, c.Partial = time.Since(start), err != nil
	return c, err
}

// measure fills in the points, method after method, and then the mean over all
// pairs.
func (c *RedundancyCurves) measure(ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
	methods []algorithms.Selector) error {
	for m, method := range methods {
		points := make([]redundancy.Point, len(c.Counts))
		warnings, err := selectCounts(ctx, d, method, c.Counts, opt,
			func(s selection) error {
				if len(s.features) < 2 {
					c.Warnings = append(c.Warnings, "fewer than two features are chosen, which "+
						"have no redundancy: "+c.Curves[m].Label)
					return nil
				}
				part, at, err := inMemory(d, s.features)
				if err != nil {
					return err
				}
				measures, err := redundancy.Prefixes(ctx, part, at, s.ks, opt.Workers)
				for n, v := range measures {
					for _, i := range s.counts[n] {
						points[i] = redundancy.Point{K: c.Counts[i], Measures: v}
					}
				}
				return err
			})
		c.Curves[m].Points = slices.DeleteFunc(points,
			func(p redundancy.Point) bool { return p.K == 0 })
		if err != nil {
			return err
		}
		for _, w := range warnings {
			if !slices.Contains(c.Warnings, w) {
				c.Warnings = append(c.Warnings, w)
			}
		}
	}
	if redundancy.OverallCost(d.N(), d.D()) > maxOverall ||
		d.Stored != nil && d.N() > datasets.KeptDense/d.D() {
		return ctx.Err()
	}
	d, err := d.Dense()
	if err != nil {
		return err
	}
	overall, err := redundancy.OverallOf(ctx, d, opt.Workers)
	if err != nil {
		return err
	}
	c.Overall, c.Varying = overall.Mean, overall.Varying
	return nil
}

// ShowOn shows the curves on a screen that has ShowRedundancyCurves: see display.Showable.
func (c *RedundancyCurves) ShowOn(screen any) {
	screen.(interface{ ShowRedundancyCurves(*RedundancyCurves) }).ShowRedundancyCurves(c)
}
