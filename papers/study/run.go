package study

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/panics"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/recordlog"
)

// Run runs the study and returns its tables. store is the file of finished pieces, created if
// missing; "" stores nothing. A piece is the choice of a method on one split of one data set, or a
// measure of it at one number of features; its key is everything that it depends on: the content of
// the data, the method's configuration and Revision, the split and the seed, the visible samples,
// and the measure. A stopped run continues where it was, and a changed study computes only what is
// new. User-defined methods without a revision are computed each time.
//
// A data set that cannot be loaded, and a method or measure that fails on one, leave their cells
// empty with the reason in a note, as does a choice that takes longer than Study.Limit; the others
// are computed. Except times, and which choices are within a limit, the tables do not depend on
// Workers.
//
// It returns an error when the study is incomplete, or, with the finished part, when the store
// cannot be written; a canceled context returns the finished part, marked Partial, with ctx.Err().
func Run(ctx context.Context, s Study, store string, opt algorithms.Options) (*Result, error) {
	start := time.Now()
	s = s.resolve()
	if err := s.check(); err != nil {
		return nil, err
	}
	var log *recordlog.Log
	if store != "" {
		var err error
		if log, err = recordlog.Open(store); err != nil {
			return nil, fmt.Errorf("%w; name another file for the results of the study", err)
		}
		defer log.Close()
	}
	out := newResult(s)
	pieces := s.pieces()
	tick := opt.Meter(s.Title, len(pieces))
	var failed error
	for at := range s.Data {
		r := &run{study: s, at: at, log: log, workers: opt.Workers, tick: tick}
		if failed == nil {
			failed = r.do(ctx, of(pieces, at))
		}
		r.report(out)
	}
	if log != nil {
		out.Damaged = log.Damaged()
	}
	if s.Grids {
		out = out.reduced(s.Methods)
	}
	out.Elapsed, out.Partial = time.Since(start), failed != nil
	return out, failed
}

// run is the part of a study that concerns one data set.
type run struct {
	study   Study
	at      int // of the data set
	log     *recordlog.Log
	workers int
	tick    func(int)

	d       *datasets.Dataset
	hash    string
	plan    plan
	note    string // why the data set was not run
	filled  string // the missing values that each split fills
	counts  []int
	methods []string    // identities, "" for one that is not kept
	splits  []*prepared // by number
	shares  [2]float64  // mean sizes of the training and the test parts
	folds   []int       // test samples of each fold

	once  sync.Map            // choices shared by all splits
	first map[place]*decision // of the first split, with a limit; measure and split are 0

	mu       sync.Mutex
	kept     map[string]bool // by key: computed, rather than read from the store
	lost     int             // computed, and not kept
	values   map[place]float64
	failures map[place]string // without a split; the number of the failing one is in failedAt
	failedAt map[place]int
	said     map[int]string  // by method, the first warning
	chosen   map[place][]int // features, for measures over all splits; the measure is 0
}

// place is a cell of the result and a split; the latter is -1 for all.
type place struct{ method, k, measure, split int }

// prepared is a split with its samples.
type prepared struct {
	once        sync.Once
	err         error
	train, test *datasets.Dataset
	choose      *datasets.Dataset // the samples that methods see
	shared      sync.Map
	left        atomic.Int32 // methods that still need it
}

// do computes pieces of the data set.
func (r *run) do(ctx context.Context, pieces []Piece) error {
	s := r.study
	r.values, r.failures, r.failedAt = map[place]float64{}, map[place]string{}, map[place]int{}
	r.said, r.chosen, r.kept = map[int]string{}, map[place][]int{}, map[string]bool{}
	if err := r.load(); err != nil {
		r.note = err.Error()
		r.tick(len(pieces))
		return ctx.Err()
	}
	r.splits = make([]*prepared, s.Splits.number())
	for i := range r.splits {
		r.splits[i] = new(prepared)
	}
	for _, p := range pieces {
		r.splits[p.Split].left.Add(1)
	}
	if s.Limit > 0 {
		pieces = firstFirst(pieces)
		r.first = r.decisions(pieces)
	}
	return parallel.Each(ctx, r.workers, len(pieces), func(ctx context.Context, i int) error {
		t := task{run: r, number: pieces[i].Split, method: pieces[i].Method}
		if err := t.do(ctx); err != nil {
			return err
		}
		if p := r.splits[t.number]; p.left.Add(-1) == 0 { // release the samples of a split
			p.train, p.test, p.choose = nil, nil, nil
			p.shared.Clear()
		}
		r.tick(1)
		return nil
	})
}

// load reads the data set and lists the tasks.
func (r *run) load() error {
	s := r.study
	var d *datasets.Dataset
	err := panics.Catch(func() string { return "loading it" }, func() (err error) {
		d, err = s.Data[r.at].Load()
		return err
	})
	if err != nil {
		return err
	}
	if err := errors.Join(d.Check()); err != nil {
		return err
	}
	if err := d.CheckFinite(); err != nil {
		return err
	}
	if s.Standardize {
		if err := d.NeedDense(); err != nil {
			return fmt.Errorf("the study standardizes all features: %w", err)
		}
	}
	r.d, r.hash = d, d.Hash()
	if r.plan, err = s.Splits.planFor(d, s.Seed); err != nil {
		return err
	}
	r.plan.warnings = slices.Concat(d.Warnings, r.plan.warnings)
	if w := algorithms.ChosenWarning(d.Chosen,
		"what the study measures on test samples is too good",
		"give the study the data with all features, and the method"); w != "" && !s.Splits.Whole {
		r.plan.warnings = append(r.plan.warnings, w)
	}
	if !s.Splits.Whole {
		r.filled = d.Missing.Text()
		r.plan.warnings = append(r.plan.warnings,
			evaluation.SplitWarnings(d, r.plan.split, s.Splits.number())...)
	}
	counts := s.Counts
	if own := s.Data[r.at].Counts; own != nil {
		counts = own
	}
	for _, k := range counts {
		if k <= d.D() {
			r.counts = append(r.counts, k)
		}
	}
	for _, m := range s.Methods {
		r.methods = append(r.methods, identityOf(m))
	}
	r.measureSplits()
	return nil
}

// measureSplits records the sizes of the parts: the mean over folds, whose sizes differ.
func (r *run) measureSplits() {
	if k := r.study.Splits.Folds; k > 0 {
		for fold := range k { // later rounds have the same sizes
			r.folds = append(r.folds, len(r.plan.split(fold).Test))
		}
		r.shares = meanFold(r.d.N(), k)
		return
	}
	first := r.plan.split(0)
	r.shares = [2]float64{float64(len(first.Train)), float64(len(first.Test))}
}

// meanFold is the mean size of the training and of the test parts of k folds of n
// samples: each sample is tested once a round.
func meanFold(n, k int) [2]float64 {
	return [2]float64{float64(n) * float64(k-1) / float64(k), float64(n) / float64(k)}
}

// identityOf is the key of a method's results, "" for a user-defined method.
func identityOf(m algorithms.Selector) string {
	switch m := m.(type) {
	case AllFeatures:
		return "all features 1"
	case TunedSelector:
		return m.identity()
	}
	identity, ok := catalogue.Identity(m)
	if !ok {
		return ""
	}
	return identity
}

// key identifies a piece by everything that it depends on.
func (r *run) key(number, method, k int, what string) string {
	s := r.study
	seen := fmt.Sprintf("standardize=%v onall=%v", s.Standardize, s.OnAll)
	if s.Once && number != onceForAll { // a measure of a choice shared by all splits
		seen += " once"
	}
	text := strings.Join([]string{
		"study 1", r.hash, s.Splits.identity(s.Seed, number, r.plan.inTurn), seen,
		r.methods[method], fmt.Sprintf("k=%d", k), what,
	}, "\n")
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

func (r *run) recall(number, method, k int, what string, v any) bool {
	if r.log == nil || r.methods[method] == "" {
		return false
	}
	key := r.key(number, method, k, what)
	if !r.log.Get(key, v) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, counted := r.kept[key]; !counted { // several tasks may need it
		r.kept[key] = false
	}
	return true
}

// keep writes a finished piece to the store.
func (r *run) keep(number, method, k int, what string, v any) error {
	if r.log == nil || r.methods[method] == "" {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.lost++
		return nil
	}
	key := r.key(number, method, k, what)
	r.mu.Lock()
	r.kept[key] = true
	r.mu.Unlock()
	if err := r.log.Put(key, v); err != nil {
		return fmt.Errorf(
			"%w; what was finished before is kept, run the study again when this is mended", err)
	}
	return nil
}

func (r *run) counted() (reused, computed int) {
	computed = r.lost
	for _, here := range r.kept {
		if here {
			computed++
		} else {
			reused++
		}
	}
	return reused, computed
}

// prepare returns the samples of a split, made by the first task that needs
// them.
func (r *run) prepare(number int) (*prepared, error) {
	p := r.splits[number]
	p.once.Do(func() {
		if r.study.Splits.Whole {
			p.train, p.test = r.d, r.d
		} else {
			p.train, p.test, p.err = evaluation.Parts(r.d, r.plan.split(number))
			if p.err != nil {
				return
			}
		}
		p.choose = p.train
		if r.study.OnAll {
			p.choose = r.d
		}
		if r.study.Standardize {
			scaled := func(d *datasets.Dataset, by *learn.Scaling) *datasets.Dataset {
				out := *d
				out.X = by.Apply(d.X)
				return &out
			}
			scaling := learn.FitScaling(p.train.X)
			p.train, p.test = scaled(p.train, scaling), scaled(p.test, scaling)
			p.choose = p.train
			if r.study.OnAll {
				p.choose = scaled(r.d, learn.FitScaling(r.d.X))
			}
		}
	})
	return p, p.err
}

func (r *run) set(at place, v float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.values[at] = v
}

func (r *run) fail(at place, err error) {
	number := at.split
	at.split = -1
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, ok := r.failedAt[at]; !ok || number < before { // the same for any Workers
		r.failures[at], r.failedAt[at] = err.Error(), number
	}
}
