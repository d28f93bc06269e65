package fsnb

import (
	"context"

	"fsnb.example/fsnb/internal/cell"

	"fsnb.example/algorithms"
)

// Project returns the projection that a method learns from d: W, one row a feature, and the scores,
// which are the norms of its rows. p.Axis(0) is the first column of W, one number a feature.
// PCAScore, LDAScore, LPPScore, LFDAScore, FSSL, SLAP, ULAP and LAP are Projectors. The result is
// cached, as in Select.
func Project(d *Dataset, m Projector, opt ...Options) *Projection {
	if m == nil {
		cell.Fail(errNoMethod)
	}
	o := cell.Optional("Project", opt)
	o.K = 0
	p := remembered(d, identity("project", d, []Selector{m}, o.Seed),
		func(p *Projection) { p.Cached, p.Scores.Cached = true, true },
		func(p *Projection) bool { return p.Scores == nil || p.Scores.Partial },
		func() *Projection {
			foresee(d, 0, m)
			return cell.Interruptible(o, algorithms.Label(m), func(ctx context.Context, o Options) (
				*Projection, error) {
				return algorithms.RunProject(ctx, m, d, o)
			})
		})
	p.Dataset = d.Name
	if p.Scores != nil {
		p.Scores.DataWarnings = d.Warnings
	}
	return p
}
