package rank

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
)

// worker is what a process remembers of the job that it works on.
type worker struct {
	job    Job
	table  *table
	scorer algorithms.Selector
	plan   []phase

	mu     sync.Mutex
	graph  *built
	blocks map[span]*block
}

// block is a forward search over a block, after some of the features that were chosen.
type block struct {
	mu    sync.Mutex
	pairs *information.Block
	sfs   *spfs.Block
	added int
}

var current struct {
	sync.Mutex
	key    string
	worker *worker
}

// workerFor returns that of a job, which it makes for another job than the last one.
func workerFor(ctx context.Context, shared json.RawMessage) (*worker, error) {
	current.Lock()
	defer current.Unlock()
	if current.worker != nil && current.key == string(shared) {
		return current.worker, nil
	}
	w := &worker{blocks: map[span]*block{}}
	if err := json.Unmarshal(shared, &w.job); err != nil {
		return nil, err
	}
	m, scorer, err := w.job.method()
	if err != nil {
		return nil, err
	}
	if w.table, err = w.job.Source.open(ctx); err != nil {
		return nil, atHost(err)
	}
	if w.table.print != w.job.Print {
		return nil, atHost(fmt.Errorf("%s is not the file that the run began with (fingerprint "+
			"%.12s, want %.12s); give all machines the same file", w.job.Data, w.table.print,
			w.job.Print))
	}
	if w.plan, err = w.table.planOf(m, w.job.K); err != nil {
		return nil, err
	}
	w.scorer = scorer
	current.key, current.worker = string(shared), w
	return w, nil
}

// atHost says on which machine an error is.
func atHost(err error) error {
	host, failed := os.Hostname()
	if failed != nil {
		return err
	}
	return fmt.Errorf("worker on %s: %w", host, err)
}

// work is the handler of workers.
func work(ctx context.Context, body json.RawMessage, goroutines int) (any, error) {
	var q pipeline.Request
	var s now
	var b span
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	if q.State != nil {
		if err := json.Unmarshal(q.State, &s); err != nil {
			return nil, err
		}
	}
	if err := json.Unmarshal(q.Item, &b); err != nil {
		return nil, err
	}
	if s.Done {
		return said{}, nil
	}
	w, err := workerFor(ctx, q.Shared)
	if err != nil {
		return nil, err
	}
	opt := algorithms.Options{Workers: goroutines, Seed: w.job.Seed}
	if s.Do != nil {
		return w.product(ctx, s, b, opt)
	}
	switch w.plan[s.Round] {
	case distances:
		return w.distances(ctx, b, opt)
	case scores:
		return w.scores(ctx, s, b, opt)
	case forms:
		return w.forms(ctx, s, b, opt)
	case begin:
		return w.begin(ctx, b, opt)
	case moments, codes:
		return w.rows(ctx, s, b, opt)
	}
	return w.step(ctx, s, b, opt)
}

func (w *worker) file(what string, b span) string {
	return pipeline.Join(w.job.Folder, fmt.Sprintf("%s-%d", what, b.Lo))
}

// put writes plain data to a file.
func put(ctx context.Context, name string, v any) error {
	return pipeline.WriteFile(ctx, name, func(w io.Writer) error {
		return gob.NewEncoder(w).Encode(v)
	})
}

func get(ctx context.Context, name string, v any) error {
	return pipeline.ReadFile(ctx, name, func(r io.Reader) error {
		return gob.NewDecoder(r).Decode(v)
	})
}

func (w *worker) distances(ctx context.Context, b span, opt algorithms.Options) (any, error) {
	d, err := w.block(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	p, err := graphs.SquaredDistances(ctx, d.Matrix(), opt.Workers)
	if err != nil {
		return nil, err
	}
	out := said{File: w.file("distances", b)}
	return out, pipeline.WriteFile(ctx, out.File, p.Write)
}

// block has the columns of b, checked for a method that takes any finite values.
func (w *worker) block(ctx context.Context, b span, opt algorithms.Options) (
	*datasets.Dataset, error) {
	d, err := w.table.block(b.Lo, b.Hi)
	if err != nil {
		return nil, atHost(err)
	}
	return d, algorithms.Check(ctx, filter.Variance{}, d, opt)
}

// on is what the workers run: the scorer, on the graph if it has one.
func (w *worker) on(ctx context.Context, s now) (algorithms.Selector, *built, error) {
	if s.Graph == "" {
		return w.scorer, &built{}, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.graph == nil {
		g := &built{}
		if err := get(ctx, s.Graph, g); err != nil {
			return nil, nil, atHost(err)
		}
		w.graph = g
	}
	return on(w.scorer, w.graph.Affinity), w.graph, nil
}

func (w *worker) scores(ctx context.Context, s now, b span, opt algorithms.Options) (any, error) {
	m, g, err := w.on(ctx, s)
	if err != nil {
		return nil, err
	}
	d, err := w.table.block(b.Lo, b.Hi)
	if err != nil {
		return nil, atHost(err)
	}
	found, err := algorithms.RunScore(ctx, m.(algorithms.Scorer), d, opt)
	if err != nil {
		return nil, fmt.Errorf("columns %d to %d: %w", b.Lo, b.Hi-1, err)
	}
	// What names columns of the block is said again of all.
	own := caution.Constant(d, found.Constant)
	own = append(own, caution.Flat(d, flat(found))...)
	own = append(own, g.Warnings...)
	found.Warnings = slices.DeleteFunc(slices.Clone(found.Warnings), func(w string) bool {
		return slices.Contains(own, w)
	})
	found.Names, found.DataWarnings = nil, nil
	out := said{File: w.file("scores", b)}
	return out, put(ctx, out.File, found)
}

// flat are the columns that vary, but only where the graph has no edge.
func flat(s *algorithms.Scores) (columns []int) {
	for j, v := range s.Values {
		if _, constant := slices.BinarySearch(s.Constant, j); !constant && v < -math.MaxFloat64 {
			columns = append(columns, j)
		}
	}
	return columns
}

func (w *worker) forms(ctx context.Context, s now, b span, opt algorithms.Options) (any, error) {
	m, _, err := w.on(ctx, s)
	if err != nil {
		return nil, err
	}
	d, err := w.block(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	found, err := m.(traceratio.TraceRatio).Forms(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	out := said{File: w.file("forms", b)}
	return out, put(ctx, out.File, found)
}

// search returns the search over a block, which it begins.
func (w *worker) search(ctx context.Context, b span, opt algorithms.Options) (*block, error) {
	w.mu.Lock()
	s := w.blocks[b]
	if s == nil {
		s = &block{}
		w.blocks[b] = s
	}
	w.mu.Unlock()
	s.mu.Lock() // the caller unlocks
	if s.pairs != nil || s.sfs != nil {
		return s, nil
	}
	err := func() error {
		d, err := w.table.block(b.Lo, b.Hi)
		if err != nil {
			return atHost(err)
		}
		var l last
		if m, ok := w.scorer.(spfs.SFS); ok {
			if s.sfs, err = spfs.NewBlock(ctx, m, d, opt); err != nil {
				return err
			}
			l.Constant = shifted(s.sfs.Constant(), b.Lo)
		} else {
			if s.pairs, err = information.NewBlock(ctx, w.scorer, d, opt); err != nil {
				return err
			}
			other, constant := s.pairs.Last()
			l.Other, l.Constant = shifted(other, b.Lo), shifted(constant, b.Lo)
		}
		return put(ctx, w.file("last", b), l)
	}()
	if err != nil {
		s.pairs, s.sfs = nil, nil
		s.mu.Unlock()
		return nil, fmt.Errorf("columns %d to %d: %w", b.Lo, b.Hi-1, err)
	}
	return s, nil
}

func shifted(columns []int, by int) []int {
	out := make([]int, len(columns))
	for i, j := range columns {
		out[i] = j + by
	}
	return out
}

func (w *worker) begin(ctx context.Context, b span, opt algorithms.Options) (any, error) {
	s, err := w.search(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	return said{Most: s.sfs.Most(), File: w.file("last", b)}, nil
}

// step adds the chosen features that the block does not know, and names its best. A process that
// was started again adds all of them.
func (w *worker) step(ctx context.Context, state now, b span, opt algorithms.Options) (any, error) {
	s, err := w.search(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if s.sfs != nil && s.added == 0 {
		s.sfs.Begin(state.Most)
	}
	for ; s.added < len(state.Chosen); s.added++ {
		c := state.Chosen[s.added].Column
		one, err := w.table.block(c, c+1)
		if err != nil {
			return nil, atHost(err)
		}
		own := -1
		if c >= b.Lo && c < b.Hi {
			own = c - b.Lo
		}
		if s.sfs != nil {
			if own >= 0 { // the best one of the block is first in its queue
				if _, _, _, err := s.sfs.Best(ctx); err != nil {
					return nil, err
				}
			}
			err = s.sfs.Add(one, own >= 0)
		} else {
			err = s.pairs.Add(ctx, one, own)
		}
		if err != nil {
			return nil, err
		}
	}
	out := said{File: w.file("last", b)}
	if s.sfs != nil {
		j, gain, ok, err := s.sfs.Best(ctx)
		if err != nil {
			return nil, err
		}
		if ok {
			out.Best = []information.Candidate{{Column: j, Value: algorithms.Number(gain)}}
			out.Left = 2 // spfs-sfs may go on until none is left
		}
	} else {
		out.Best, out.Left, out.Passes = s.pairs.Candidates(), s.pairs.Left(), s.pairs.Passes()
	}
	for i := range out.Best {
		out.Best[i].Column += b.Lo
	}
	return out, nil
}
