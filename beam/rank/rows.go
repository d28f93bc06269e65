package rank

import (
	"context"
	"errors"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/tabular"
)

// rows leaves the sums over the rows of a file.
func (w *worker) rows(ctx context.Context, s now, b span, opt algorithms.Options) (any, error) {
	x, lo, hi, err := w.table.rowsOf(b.Lo)
	if err != nil {
		return nil, atHost(err)
	}
	part := *w.table.d
	part.X, part.Stored, part.Y = nil, x, nil
	if hi > lo { // else no sample of the file has a label
		if err := part.CheckFinite(); err != nil {
			return nil, atHost(err)
		}
	}
	y, classes := make([]int, hi-lo), 1
	if w.table.d.Labeled() {
		y, classes = w.table.d.Y[lo:hi], len(w.table.d.Classes)
	}
	if s.Edges != "" {
		e := &information.LevelEdges{}
		if err := get(ctx, s.Edges, e); err != nil {
			return nil, atHost(err)
		}
		counts, err := e.Count(ctx, x, y, classes, opt.Workers)
		if err != nil {
			return nil, err
		}
		out := said{File: w.file("codes", b)}
		return out, put(ctx, out.File, counts)
	}
	m, err := graphs.NewPartialMoments(ctx, x, y, classes, opt.Workers)
	if err != nil {
		return nil, err
	}
	out := said{File: w.file("moments", b)}
	return out, put(ctx, out.File, m)
}

// sumOf adds up the moments of all files.
func sumOf(ctx context.Context, files []string) (*graphs.PartialMoments, error) {
	var sum *graphs.PartialMoments
	for _, name := range files {
		m := &graphs.PartialMoments{}
		if err := get(ctx, name, m); err != nil {
			return nil, err
		}
		if sum == nil {
			sum = m
		} else if err := sum.Add(m); err != nil {
			return nil, err
		}
	}
	if sum == nil {
		return nil, errors.New("no moments of any file")
	}
	return sum, nil
}

// level leaves the edges of levels of all rows.
func (j *Job) level(ctx context.Context, s *now) error {
	sum, err := sumOf(ctx, s.Files)
	if err != nil {
		return err
	}
	e, err := information.NewLevelEdges(sum, tabular.NumberedNames(len(sum.Least)))
	if err != nil {
		return err
	}
	s.Edges, s.Files = pipeline.Join(j.Folder, "edges"), nil
	return put(ctx, s.Edges, e)
}

// answerRows makes the ranking of sums over rows.
func (r *Run) answerRows(ctx context.Context, s now, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	d := r.table.d
	if s.Edges != "" {
		all, err := gains(ctx, s, d)
		if err != nil {
			return nil, err
		}
		return algorithms.RankScores(ctx, r.m.(algorithms.Scorer), d, all, opt)
	}
	sum, err := sumOf(ctx, s.Files)
	if err != nil {
		return nil, err
	}
	f, err := sum.Forms(d.Features)
	if err != nil {
		return nil, algorithms.Wrap(ctx, r.m, err)
	}
	var all *algorithms.Scores
	switch m := r.m.(type) {
	case traceratio.TraceRatio:
		return m.FromForms(ctx, d, f, nil, opt)
	case filter.Variance:
		all = m.FromForms(d, f)
	case filter.Fisher:
		all = m.FromForms(d, f)
	case statistics.AnovaF:
		all, err = m.FromForms(ctx, d, f)
	case statistics.Chi2:
		all, err = m.FromMoments(ctx, d, sum)
	}
	if err != nil {
		return nil, err
	}
	return algorithms.RankScores(ctx, r.m.(algorithms.Scorer), d, all, opt)
}

// gains are the scores of infogain.
func gains(ctx context.Context, s now, d *datasets.Dataset) (*algorithms.Scores, error) {
	e := &information.LevelEdges{}
	if err := get(ctx, s.Edges, e); err != nil {
		return nil, err
	}
	var all []uint32
	for _, name := range s.Files {
		var counts []uint32
		if err := get(ctx, name, &counts); err != nil {
			return nil, err
		}
		if all == nil {
			all = counts
			continue
		}
		if len(all) != len(counts) {
			return nil, errors.New("the counts of two files differ in size")
		}
		for k, v := range counts {
			all[k] += v
		}
	}
	return e.Gains(d, all)
}
