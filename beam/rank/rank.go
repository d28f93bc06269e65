// Package rank ranks the features of data that many processes read, each some blocks of columns, on
// an engine of Apache Beam. The answers are those of the method on one machine: workers run the
// library's own kernels on their columns, and what joins them is exact.
//
//   - Scores of single features: one round. Each worker leaves a file of scores.
//   - The same with a graph of neighbors: a round of squared distances before, which add up.
//   - trace-ratio: one round of b and e; the driver solves.
//   - grm: one round of scores; then the driver solves, and each of its products with all columns
//     is a round or two.
//   - mrmr, cmim, jmi and other forward searches by pairs, spfs-sfs: a round for each feature, in
//     which the workers learn the number of the chosen column, read it, and name their best.
//
// No column moves through the engine: only numbers of columns and names of files.
package rank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/beam/pipeline"
	"fsnb.example/beam/workers"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/similarities"
)

const kind = "rank"

func init() {
	workers.Register(kind, work)
	pipeline.RegisterReducer(kind, reduce)
}

// Job is what to rank, and by what.
type Job struct {
	Source
	Method string   `json:"method"`
	Params []string `json:"params"`
	K      int      `json:"k"`
	Seed   uint64   `json:"seed"`
	// Memory is the size of the columns, 8 bytes a value, that the driver of grm may hold to refine
	// all features in one place; larger problems are products over blocks.
	Memory int `json:"-"`
	// Folder is where workers leave files, which the driver reads: of this run only.
	Folder  string `json:"folder"`
	Samples int    `json:"samples"` // that have labels, where these are needed
	ByRow   bool   `json:"byrow"`   // files have some rows each
	// Print identifies the data that the driver saw.
	Print string `json:"print"`
}

// phase is what a round does.
type phase int

const (
	distances phase = iota // of the samples, over each block
	scores                 // of single features
	forms                  // b and e of trace-ratio
	begin                  // of spfs-sfs: the largest f'Kf
	step                   // of a forward search: the candidates after those that were chosen
	moments                // of the classes, of rows
	codes                  // counts of levels in each class, of rows
	keys                   // of columns, for duplicates
	times                  // products with few columns
	kernel                 // a part of the kernel of many columns
	quadratic              // products by the kernel of many columns
)

// rowPlan are the rounds for data whose files have some rows each.
func rowPlan(m algorithms.Selector) ([]phase, error) {
	switch m := m.(type) {
	case filter.Variance, filter.Fisher, statistics.AnovaF, statistics.Chi2:
		return []phase{moments}, nil
	case traceratio.TraceRatio:
		if similarities.NeedsLabels(m.Graph) {
			return []phase{moments}, nil
		}
	case information.InfoGain:
		if m.Coding == information.Levels {
			return []phase{moments, codes}, nil
		}
	}
	return nil, fmt.Errorf("%s needs whole columns: the files of the data have some rows each, of "+
		"which variance, fisher, anova-f, chi2, infogain by levels, and trace-ratio of the classes "+
		"make sums; save some columns in each", algorithms.Name(m))
}

// planOf are the rounds of a method on the data.
func (t *table) planOf(m algorithms.Selector, k int) ([]phase, error) {
	if !t.byRow {
		return plan(m, k)
	}
	m = algorithms.WithDefaults(m)
	return rowPlan(m)
}

// plan are the rounds of a method for k features.
func plan(m algorithms.Selector, k int) ([]phase, error) {
	m = algorithms.WithDefaults(m)
	steps := func(first ...phase) ([]phase, error) {
		if k == 0 {
			return nil, fmt.Errorf("%s takes a round for each feature: give -k, the number wanted",
				algorithms.Name(m))
		}
		return append(first, slices.Repeat([]phase{step}, k)...), nil
	}
	switch m := m.(type) {
	case traceratio.TraceRatio:
		return withGraph(m.Graph, forms)
	case filter.Laplacian:
		return withGraph(m.Similarity, scores)
	case filter.SPEC:
		return withGraph(m.Similarity, scores)
	case filter.HSIC:
		return withGraph(m.Similarity, scores)
	case filter.Fisher, filter.Variance, information.InfoGain, statistics.AnovaF, statistics.Chi2,
		statistics.FRegression, statistics.Pearson, statistics.Gini, statistics.KruskalWallis,
		statistics.Spearman, statistics.Kendall, statistics.TScore:
		return []phase{scores}, nil
	case grm.GRM:
		if m.Scorer == nil {
			return nil, errors.New("grm needs a scorer")
		}
		return plan(m.Scorer, 0)
	case spfs.SFS:
		return steps(begin)
	case information.MRMR, information.MIFS, information.CIFE, information.CondRed,
		information.LCSI, information.JMI, information.CMIM, information.DISR, information.ICAP,
		information.JIM, information.JMIM, information.NJMIM:
		return steps()
	}
	return nil, fmt.Errorf("%s needs all columns in one place: use fsnb rank, or one of %s",
		algorithms.Name(m), methods)
}

// methods are the names in an error.
const methods = "anova-f, chi2, f-regression, fisher, gini, kendall, kruskal-wallis, pearson, " +
	"spearman, t-score, variance, infogain, hsic, laplacian, spec, trace-ratio, grm, mrmr, cmim, " +
	"jmi, mifs, cife, condred, lcsi, disr, icap, jim, jmim, njmim, spfs-sfs"

func withGraph(s graph.Similarity, then phase) ([]phase, error) {
	switch s.(type) {
	case graph.Neighbors:
		return []phase{distances, then}, nil
	case graph.SameClass, graph.Target, nil:
		return []phase{then}, nil
	}
	return nil, fmt.Errorf("the similarity %s needs all columns at once; take that of the classes, "+
		"or neighbors", s.Kind())
}

// neighborsOf is the graph of neighbors of a method; false for another one.
func neighborsOf(m algorithms.Selector) (graph.Neighbors, bool) {
	var s graph.Similarity
	switch m := m.(type) {
	case traceratio.TraceRatio:
		s = m.Graph
	case filter.Laplacian:
		s = m.Similarity
	case filter.SPEC:
		s = m.Similarity
	case filter.HSIC:
		s = m.Similarity
	}
	g, ok := s.(graph.Neighbors)
	return g, ok
}

// on is the method on a graph that is known.
func on(m algorithms.Selector, a *graphs.Affinity) algorithms.Selector {
	known := graph.Precomputed{Matrix: a}
	switch m := m.(type) {
	case traceratio.TraceRatio:
		m.Graph = known
		return m
	case filter.Laplacian:
		m.Similarity = known
		return m
	case filter.SPEC:
		m.Similarity = known
		return m
	case filter.HSIC:
		m.Similarity = known
		return m
	}
	return m
}

// method is that of the job, with its defaults, and what its workers run: of grm the scorer.
func (j *Job) method() (m, scorer algorithms.Selector, err error) {
	if m, err = catalogue.New(j.Method, j.Params...); err != nil {
		return nil, nil, err
	}
	resolved := algorithms.WithDefaults(m)
	scorer = resolved
	if g, ok := resolved.(grm.GRM); ok && g.Scorer != nil {
		scorer = g.Scorer
		scorer = algorithms.WithDefaults(scorer)
	}
	return m, scorer, nil
}

// span is the body of an item: columns Lo to Hi-1.
type span struct {
	Lo int `json:"lo"`
	Hi int `json:"hi"`
}

// now is the state: what the rounds have found.
type now struct {
	Round  int                     `json:"round,omitempty"`
	Graph  string                  `json:"graph,omitempty"` // a file of a built graph
	Chosen []information.Candidate `json:"chosen,omitempty"`
	Most   float64                 `json:"most,omitempty"` // of spfs-sfs
	Passes int                     `json:"passes,omitempty"`
	Done   bool                    `json:"done,omitempty"`
	Edges  string                  `json:"edges,omitempty"` // a file of levels
	Files  []string                `json:"files,omitempty"` // of scores or forms, by block
	// Do are the rounds of a product of grm instead of those of the method, number Play.
	Do      []phase  `json:"do,omitempty"`
	Play    int      `json:"play,omitempty"`
	Weights string   `json:"weights,omitempty"` // a file
	Parts   []string `json:"parts,omitempty"`   // files of kernels of blocks
}

// said is the body of an answer.
type said struct {
	File   string                  `json:"file,omitempty"`
	Best   []information.Candidate `json:"best,omitempty"`
	Left   int                     `json:"left,omitempty"` // features that can be chosen
	Most   float64                 `json:"most,omitempty"`
	Passes int                     `json:"passes,omitempty"`
}

// built is a graph that is written to a file.
type built struct {
	Affinity *graphs.Affinity
	Extra    []algorithms.Value
	Warnings []string
}

// last are the columns of a block that rank last in a forward search.
type last struct{ Other, Constant []int }

// reduce makes the next state.
func reduce(ctx context.Context, shared, before json.RawMessage, answers []pipeline.Answer) (any,
	error) {
	var j Job
	var s now
	if err := json.Unmarshal(shared, &j); err != nil {
		return nil, err
	}
	if before != nil {
		if err := json.Unmarshal(before, &s); err != nil {
			return nil, err
		}
	}
	if s.Done {
		return s, nil
	}
	all := make([]said, len(answers))
	for i, a := range answers {
		if err := json.Unmarshal(a.Body, &all[i]); err != nil {
			return nil, err
		}
	}
	m, scorer, err := j.method()
	if err != nil {
		return nil, err
	}
	rounds := s.Do
	if rounds == nil {
		if rounds, err = (&table{byRow: j.ByRow}).planOf(m, j.K); err != nil {
			return nil, err
		}
	}
	s.Files = nil
	for _, a := range all {
		s.Files = append(s.Files, a.File)
	}
	switch rounds[s.Round] {
	case distances:
		if err := j.connect(ctx, &s, scorer, all); err != nil {
			return nil, err
		}
	case begin:
		for _, a := range all {
			s.Most = max(s.Most, a.Most)
		}
	case moments:
		if s.Round+1 < len(rounds) {
			if err := j.level(ctx, &s); err != nil {
				return nil, err
			}
		}
	case kernel:
		if err := j.addKernels(ctx, &s, all); err != nil {
			return nil, err
		}
	case step:
		_, sfs := scorer.(spfs.SFS)
		s.choose(all, sfs)
	}
	s.Round++
	return s, nil
}

// connect makes the graph of the distances of all blocks.
func (j *Job) connect(ctx context.Context, s *now, scorer algorithms.Selector, all []said) error {
	g, _ := neighborsOf(scorer)
	var sum *graphs.Distances
	for _, a := range all {
		err := pipeline.ReadFile(ctx, a.File, func(r io.Reader) error {
			part, err := graphs.ReadDistances(r, j.Samples)
			if err != nil {
				return err
			}
			if sum == nil {
				sum = part
				return nil
			}
			return sum.Add(part)
		})
		if err != nil {
			return err
		}
	}
	a, err := sum.HeatKernel(ctx, g.K, g.Heat, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", algorithms.Name(scorer), err)
	}
	s.Graph, s.Files = pipeline.Join(j.Folder, "graph"), nil
	return put(ctx, s.Graph, built{Affinity: a, Warnings: a.Warnings(),
		Extra: []algorithms.Value{{Name: "heat", Value: algorithms.Number(a.Heat)},
			{Name: "edges", Value: algorithms.Number(len(a.Edges))}}})
}

// choose adds the best feature of all blocks.
func (s *now) choose(all []said, sfs bool) {
	var candidates []information.Candidate
	left := 0
	for _, a := range all {
		candidates = append(candidates, a.Best...)
		left += a.Left
	}
	if len(all) > 0 {
		s.Passes = all[0].Passes
	}
	var best information.Candidate
	ok := false
	if sfs { // the largest gain, the first in a tie
		for _, c := range candidates {
			if !ok || c.Value > best.Value {
				best, ok = c, true
			}
		}
	} else {
		best, ok = information.Pick(candidates)
	}
	if ok {
		s.Chosen = append(s.Chosen, best)
	}
	s.Done = !ok || left == 1
}
