// Package studies runs the experiments of a paper or the benchmark (papers/replay) on an engine
// of Apache Beam. An element is a group of pieces of a study, by number; the worker loads the data
// sets by name, once a process, and leaves a file of results (papers/study/shards), whole and
// renamed. So a run that is stopped goes on from the files that are there, and a group that an
// engine runs twice counts once.
package studies

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/beam/pipeline"
	"fsnb.example/beam/workers"
	"fsnb.example/datasets"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
	"fsnb.example/papers/study/shards"
)

const kind = "study"

func init() {
	workers.Register(kind, compute)
	pipeline.RegisterReducer(kind, count)
	pipeline.RegisterRecorder(kind, record)
}

// Job is what to run, and where the files go.
type Job struct {
	Paper   string   `json:"paper"`
	Quick   bool     `json:"quick"`
	Only    []string `json:"only"`
	Shards  string   `json:"shards"`  // the folder, which all workers may write to
	Groups  int      `json:"groups"`  // at most, of each study
	Command string   `json:"command"` // that shows the study
}

// group is the body of an item.
type group struct {
	Experiment int `json:"x"`
	Number     int `json:"i"` // from 1
}

// done is the body of an answer.
type done struct {
	Pieces   int `json:"pieces"`
	Computed int `json:"computed"`
	Reused   int `json:"reused"`
	Failed   int `json:"failed"`
}

// Found is what a job did.
type Found struct {
	done
	Groups int `json:"groups"`
}

// studies are those of the job.
func (j Job) studies() ([]study.Study, error) {
	r, err := replay.Find(j.Paper)
	if err != nil {
		return nil, err
	}
	experiments, err := r.Only(r.Experiments(j.Quick), j.Only...)
	if err != nil {
		return nil, err
	}
	var out []study.Study
	for _, e := range experiments {
		out = append(out, e.Study)
	}
	return out, nil
}

// Items are the groups of all studies of the job.
func (j Job) Items() (items []pipeline.Item, err error) {
	all, err := j.studies()
	if err != nil {
		return nil, err
	}
	for x, s := range all {
		for i := range s.Groups(j.Groups) {
			body, err := json.Marshal(group{x, i + 1})
			if err != nil {
				return nil, err
			}
			items = append(items, pipeline.Item{Affinity: -1, Body: body})
		}
	}
	return items, nil
}

// Rounds are those of the pipeline.
func Rounds() []pipeline.Round { return []pipeline.Round{{Kind: kind, Reduce: kind}} }

// task is a group that a worker was given.
type task struct {
	job    Job
	study  study.Study
	part   study.Part
	pieces []study.Piece
}

func read(body json.RawMessage) (t task, err error) {
	var q pipeline.Request
	var g group
	if err = json.Unmarshal(body, &q); err == nil {
		if err = json.Unmarshal(q.Shared, &t.job); err == nil {
			err = json.Unmarshal(q.Item, &g)
		}
	}
	if err != nil {
		return t, err
	}
	all, err := t.job.studies()
	if err != nil {
		return t, err
	}
	if g.Experiment >= len(all) {
		return t, fmt.Errorf("no experiment %d: the worker is another version of fsnb-beam",
			g.Experiment+1)
	}
	t.study = all[g.Experiment]
	groups := t.study.Groups(t.job.Groups)
	if g.Number > len(groups) {
		return t, fmt.Errorf("no group %d of %d: the worker is another version of fsnb-beam",
			g.Number, len(groups))
	}
	t.pieces, t.part = groups[g.Number-1], study.Part{Number: g.Number, Of: len(groups)}
	for i, d := range t.study.Data {
		t.study.Data[i].Load = func() (*datasets.Dataset, error) {
			return loaded.get(t.study.Name+" "+d.Name, d.Load)
		}
	}
	return t, nil
}

// compute is the handler of workers.
func compute(ctx context.Context, body json.RawMessage, goroutines int) (any, error) {
	t, err := read(body)
	if err != nil {
		return nil, err
	}
	var out done
	err = t.in(ctx, func(dir string) error {
		f, err := shards.RunGroup(ctx, dir, t.study, t.part, t.pieces, t.job.Command,
			algorithms.Options{Workers: goroutines})
		if f != nil {
			out = done{f.Pieces, f.Computed, f.Reused, len(f.Failed)}
		}
		return err
	})
	return out, err
}

// record keeps why a group has no file of its own making.
func record(ctx context.Context, q pipeline.Request, why error) error {
	body, err := json.Marshal(q)
	if err != nil {
		return err
	}
	t, err := read(body)
	if err != nil {
		return err
	}
	return t.in(ctx, func(dir string) error {
		return shards.RecordFailure(dir, t.study, t.part, t.pieces, t.job.Command, why.Error())
	})
}

// in calls work with the folder of the files: for one of a file system of Beam, with a local folder
// that has the file of the group, which is copied back.
func (t task) in(ctx context.Context, work func(dir string) error) error {
	if !pipeline.Remote(t.job.Shards) {
		return work(t.job.Shards)
	}
	dir, err := os.MkdirTemp("", "fsnb-beam-")
	if err != nil {
		return fmt.Errorf("cannot make a temporary folder: %w", err)
	}
	defer os.RemoveAll(dir)
	path := shards.Path(dir, t.study.Name, t.part)
	remote := pipeline.Join(t.job.Shards, filepath.Base(path))
	if names, err := pipeline.List(ctx, remote); err == nil && len(names) == 1 {
		if err := pipeline.Fetch(ctx, remote, path); err != nil {
			return err
		}
	}
	failed := work(dir)
	f, err := os.Open(path)
	if err != nil {
		return failed
	}
	defer f.Close()
	if err := pipeline.WriteFile(ctx, remote, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	}); err != nil {
		return err
	}
	return failed
}

// count adds up what the groups did.
func count(_ context.Context, _, _ json.RawMessage, answers []pipeline.Answer) (any, error) {
	out := Found{Groups: len(answers)}
	for _, a := range answers {
		var d done
		if a.Body == nil { // recorded
			d.Failed = 1
		} else if err := json.Unmarshal(a.Body, &d); err != nil {
			return nil, err
		}
		out.Pieces += d.Pieces
		out.Computed += d.Computed
		out.Reused += d.Reused
		out.Failed += d.Failed
	}
	return out, nil
}

// Merge merges the files of the job's groups into those that fsnb replay reads.
func (j Job) Merge(ctx context.Context) ([]shards.Merged, error) {
	dir := j.Shards
	if pipeline.Remote(dir) {
		var err error
		if dir, err = os.MkdirTemp("", "fsnb-beam-"); err != nil {
			return nil, fmt.Errorf("cannot make a temporary folder: %w", err)
		}
		defer os.RemoveAll(dir)
		names, err := pipeline.List(ctx, pipeline.Join(j.Shards, "*.study"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			to := filepath.Join(dir, filepath.Base(name))
			if err := pipeline.Fetch(ctx, name, to); err != nil {
				return nil, err
			}
		}
	}
	if _, err := shards.Store("any"); err != nil {
		return nil, err
	}
	return shards.Merge(dir, func(name string) string {
		path, _ := shards.Store(name)
		return path
	})
}

// cache has the data sets of the groups of late, which pieces share.
type cache struct {
	mu   sync.Mutex
	sets []*set // the last used last
}

type set struct {
	key  string
	once sync.Once
	data *datasets.Dataset
	err  error
}

// most is the number of data sets that a process keeps: groups of one follow each other.
const most = 2

var loaded cache

// get loads a data set, or returns the one that was loaded. An error is not kept.
func (c *cache) get(key string, load func() (*datasets.Dataset, error)) (*datasets.Dataset, error) {
	is := func(s *set) bool { return s.key == key }
	c.mu.Lock()
	s := &set{key: key}
	if at := slices.IndexFunc(c.sets, is); at >= 0 {
		s = c.sets[at]
	}
	c.sets = append(slices.DeleteFunc(c.sets, is), s)
	c.sets = c.sets[max(0, len(c.sets)-most):]
	c.mu.Unlock()
	s.once.Do(func() { s.data, s.err = load() })
	if s.err != nil {
		c.mu.Lock()
		c.sets = slices.DeleteFunc(c.sets, func(o *set) bool { return o == s })
		c.mu.Unlock()
	}
	return s.data, s.err
}
