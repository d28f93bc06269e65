package rank

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
)

// Run is a run of a job on an engine.
type Run struct {
	job   Job
	table *table
	m     algorithms.Selector
	plan  []phase
	file  string
}

// New opens the data, whose values it does not read, and checks what the method needs. It returns
// an error for a method that needs all columns in one place, and those of its Select.
func New(ctx context.Context, j Job) (*Run, error) {
	r := &Run{job: j}
	var err error
	if r.m, _, err = j.method(); err != nil {
		return nil, err
	}
	if r.table, err = j.Source.open(ctx); err != nil {
		return nil, err
	}
	r.job.Print, r.job.Samples, r.job.ByRow = r.table.print, r.table.d.N(), r.table.byRow
	if r.plan, err = r.table.planOf(r.m, j.K); err != nil {
		return nil, err
	}
	opt := algorithms.Options{K: j.K, Seed: j.Seed}
	checked := r.m
	if m, ok := r.m.(grm.GRM); ok {
		checked = m.Elsewhere()
	}
	if err := algorithms.Check(ctx, checked, r.table.d, opt); err != nil {
		return nil, err
	}
	r.file = pipeline.Join(j.Folder, "state.json")
	return r, nil
}

// Rounds is the number of rounds.
func (r *Run) Rounds() int { return len(r.plan) }

// Data is the data set, of whose values only the shape is known.
func (r *Run) Data() *datasets.Dataset { return r.table.d }

// Items are blocks of columns, about as many as asked, for workers that each take some of them.
func (r *Run) Items(blocks, workers int) (items []pipeline.Item, err error) {
	bounds := r.table.blocks(blocks)
	for i, b := range bounds {
		body, err := json.Marshal(span{b[0], b[1]})
		if err != nil {
			return nil, err
		}
		items = append(items, pipeline.Item{Affinity: i % max(workers, 1), Body: body})
	}
	return items, nil
}

// Stages are the rounds of the pipeline.
func (r *Run) Stages() []pipeline.Round { return stages(len(r.plan)) }

func stages(rounds int) []pipeline.Round {
	return slices.Repeat([]pipeline.Round{{Kind: kind, Reduce: kind}}, rounds)
}

// Shared is the job, for all workers.
func (r *Run) Shared() Job { return r.job }

// File is that of the last state.
func (r *Run) File() string { return r.file }

// Answer makes the ranking of what the workers left. grm plays further rounds.
func (r *Run) Answer(ctx context.Context, play Play) (*algorithms.Ranking, error) {
	var s now
	if err := pipeline.Read(ctx, r.file, &s); err != nil {
		return nil, err
	}
	opt := algorithms.Options{K: r.job.K, Seed: r.job.Seed}
	g := &built{}
	if s.Graph != "" {
		if err := get(ctx, s.Graph, g); err != nil {
			return nil, err
		}
	}
	d := r.table.d
	switch r.plan[len(r.plan)-1] {
	case moments, codes:
		return r.answerRows(ctx, s, opt)
	case forms:
		f, err := r.allForms(ctx, s)
		if err != nil {
			return nil, err
		}
		return r.m.(traceratio.TraceRatio).FromForms(ctx, d, f, g.Warnings, opt)
	case scores:
		all, err := r.allScores(ctx, s, g)
		if err != nil {
			return nil, err
		}
		if m, ok := r.m.(grm.GRM); ok {
			return m.FromBlocks(ctx, d, all, &products{run: r, play: play}, r.job.Memory/8, opt)
		}
		return algorithms.RankScores(ctx, r.m.(algorithms.Scorer), d, all, opt)
	}
	l, err := lastOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if m, ok := r.m.(spfs.SFS); ok {
		var picks []spfs.Pick
		for _, c := range s.Chosen {
			picks = append(picks, spfs.Pick{Column: c.Column, Gain: c.Value})
		}
		return spfs.FromPicks(ctx, m, d, opt, picks, l.Constant)
	}
	return information.FromSteps(ctx, r.m, d, opt, information.Steps{Chosen: s.Chosen,
		Other: l.Other, Constant: l.Constant, Passes: s.Passes})
}

func lastOf(ctx context.Context, s now) (all last, err error) {
	for _, name := range s.Files {
		var l last
		if err := get(ctx, name, &l); err != nil {
			return all, err
		}
		all.Other, all.Constant = append(all.Other, l.Other...), append(all.Constant, l.Constant...)
	}
	slices.Sort(all.Other)
	slices.Sort(all.Constant)
	return all, nil
}

func (r *Run) allForms(ctx context.Context, s now) (*graphs.Forms, error) {
	all := &graphs.Forms{}
	for _, name := range s.Files {
		var f graphs.Forms
		if err := get(ctx, name, &f); err != nil {
			return nil, err
		}
		lo := len(all.Between)
		all.Between, all.Within = append(all.Between, f.Between...), append(all.Within, f.Within...)
		all.Constant = append(all.Constant, shifted(f.Constant, lo)...)
		all.Flat = append(all.Flat, shifted(f.Flat, lo)...)
	}
	return all, nil
}

// allScores puts the scores of the blocks together.
func (r *Run) allScores(ctx context.Context, s now, g *built) (*algorithms.Scores, error) {
	all := &algorithms.Scores{}
	var said []string
	for at, name := range s.Files {
		var f algorithms.Scores
		if err := get(ctx, name, &f); err != nil {
			return nil, err
		}
		if at == 0 {
			all.Diagnostics = f.Diagnostics
		}
		lo := len(all.Values)
		all.Values = append(all.Values, f.Values...)
		all.Raw, all.Tie = append(all.Raw, f.Raw...), append(all.Tie, f.Tie...)
		all.PValues = append(all.PValues, f.PValues...)
		all.Constant = append(all.Constant, shifted(f.Constant, lo)...)
		for _, w := range f.Warnings {
			if !slices.Contains(said, w) {
				said = append(said, w)
			}
		}
	}
	d := r.table.d
	if len(all.Values) != d.D() {
		return nil, fmt.Errorf("%d scores of %d features: a block was left out", len(all.Values),
			d.D())
	}
	all.Warnings = caution.Constant(d, all.Constant)
	if s.Graph != "" {
		all.Warnings = append(all.Warnings, caution.Flat(d, flat(all))...)
		all.Diagnostics.Extra = g.Extra
	}
	all.Warnings = append(append(all.Warnings, g.Warnings...), said...)
	return all, nil
}
