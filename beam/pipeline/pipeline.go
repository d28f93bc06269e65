// Package pipeline builds the pipelines of fsnb on Apache Beam: rounds of a map over items, each
// with the state that the round before left, and a reduction to the next state.
//
// What moves are names: keys of pieces, ranges of columns, names of files. Workers read the data
// themselves, and so no element is large.
package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"fsnb.example/beam/workers"
)

func init() {
	register.DoFn3x1[context.Context, string, func(string), error](&expandFn{})
	register.DoFn3x1[context.Context, string, func(string), error](&mapFn{})
	register.DoFn4x1[context.Context, int, func(*string) bool, func(string), error](&reduceFn{})
	register.DoFn2x1[context.Context, string, error](&writeFn{})
	register.Emitter1[string]()
	register.Iter1[string]()
}

// Item is a piece of work. Items of one Affinity go to one process of the workers.
type Item struct {
	Number   int             `json:"n"`
	Affinity int             `json:"a"`
	Body     json.RawMessage `json:"b"`
}

// Answer is what a worker says of an item.
type Answer struct {
	Number int             `json:"n"`
	Body   json.RawMessage `json:"b,omitempty"`
	Error  string          `json:"e,omitempty"`
	State  *state          `json:"s,omitempty"` // that the round began with, in the first answer
}

// element is an item with the state that the round begins with.
type element struct {
	Item
	State state `json:"s"`
}

// Request is what a worker is asked.
type Request struct {
	Shared json.RawMessage `json:"shared"`
	State  json.RawMessage `json:"state"`
	Item   json.RawMessage `json:"item"`
}

// state is what a round leaves; an error ends the work of the rounds after it.
type state struct {
	Error string          `json:"e,omitempty"`
	Body  json.RawMessage `json:"b,omitempty"`
}

// Round is a map, by the handler of workers called Kind, and a reduction.
type Round struct {
	Kind, Reduce string
}

// Reducer makes the next state of the answers, which are by number and have no errors.
type Reducer func(ctx context.Context, shared, state json.RawMessage, answers []Answer) (
	next any, err error)

var reducers = map[string]Reducer{}

// RegisterReducer names a reducer. It is called by init functions.
func RegisterReducer(name string, r Reducer) { reducers[name] = r }

// A Recorder keeps an error of an item, after the last attempt, instead of ending the rounds.
type Recorder func(ctx context.Context, q Request, why error) error

var recorders = map[string]Recorder{}

// RegisterRecorder sets that of a kind of work. It is called by init functions.
func RegisterRecorder(kind string, r Recorder) { recorders[kind] = r }

// Build makes a pipeline that runs the rounds on the items, of which there must be at least one,
// and writes the last state to a file, which Read reads. The first state is start; nil is none. The
// names of its counters are "done",
// "failed", "restarts", and "bytes of round 1" and so on for what moved.
func Build(shared any, items []Item, rounds []Round, start any, file string) (*beam.Pipeline,
	error) {
	if len(items) == 0 {
		return nil, fmt.Errorf("there is no work")
	}
	common, err := json.Marshal(shared)
	if err != nil {
		return nil, err
	}
	for i := range items {
		items[i].Number = i
	}
	list, err := json.Marshal(items)
	if err != nil {
		return nil, err
	}
	var first state
	if start != nil {
		if first.Body, err = json.Marshal(start); err != nil {
			return nil, err
		}
	}
	begin, err := json.Marshal(first)
	if err != nil {
		return nil, err
	}
	// The state goes with the items rather than as a side input: while a bundle of a step with a
	// side input runs, Prism looks for work without a pause, which takes a processor.
	p, s := beam.NewPipelineWithRoot()
	now := beam.Create(s, string(begin))
	for at, r := range rounds {
		scope := s.Scope(fmt.Sprintf("round %d", at+1))
		work := beam.Reshuffle(scope, beam.ParDo(scope, &expandFn{Items: string(list)}, now))
		answers := beam.ParDo(scope, &mapFn{Kind: r.Kind, Shared: string(common), Round: at + 1},
			work)
		grouped := beam.GroupByKey(scope, beam.AddFixedKey(scope, answers))
		now = beam.ParDo(scope, &reduceFn{Name: r.Reduce, Shared: string(common),
			Items: len(items)}, grouped)
	}
	beam.ParDo0(s, &writeFn{File: file}, now)
	return p, nil
}

// expandFn makes the elements of a round.
type expandFn struct{ Items string }

// ProcessElement emits each item with the state.
func (f *expandFn) ProcessElement(_ context.Context, before string, emit func(string)) error {
	var items []Item
	var s state
	if err := json.Unmarshal([]byte(f.Items), &items); err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(before), &s); err != nil {
		return err
	}
	for _, item := range items {
		text, err := json.Marshal(element{item, s})
		if err != nil {
			return err
		}
		emit(string(text))
	}
	return nil
}

// mapFn hands items to the workers, as many at a time as there are.
type mapFn struct {
	Kind, Shared string
	Round        int

	work *inFlight
}

type inFlight struct {
	count   int
	bytes   int64
	answers chan Answer
	pool    *workers.Pool
	before  int64 // restarts
}

// StartBundle prepares a bundle.
func (f *mapFn) StartBundle(context.Context, func(string)) error {
	pool := workers.Shared()
	f.work = &inFlight{pool: pool, answers: make(chan Answer, pool.Size()),
		before: pool.Restarts()}
	return nil
}

// ProcessElement sends an item.
func (f *mapFn) ProcessElement(ctx context.Context, text string, emit func(string)) error {
	var e element
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		return err
	}
	w := f.work
	if w.count == w.pool.Size() {
		f.receive(ctx, emit)
	}
	w.bytes += int64(len(text))
	w.count++
	a := Answer{Number: e.Number}
	if e.Number == 0 {
		a.State = &e.State
	}
	if e.State.Error != "" {
		w.answers <- a
		return nil
	}
	q := Request{json.RawMessage(f.Shared), e.State.Body, e.Body}
	go func() {
		err := w.pool.Do(ctx, e.Affinity, f.Kind, q, &a.Body)
		if keep := recorders[f.Kind]; err != nil && keep != nil && ctx.Err() == nil {
			err = keep(ctx, q, err)
		}
		if err != nil {
			a.Error = err.Error()
		}
		w.answers <- a
	}()
	return nil
}

// receive waits for an answer.
func (f *mapFn) receive(ctx context.Context, emit func(string)) {
	w := f.work
	a := <-w.answers
	w.count--
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(Answer{Number: a.Number, Error: err.Error()})
	}
	w.bytes += int64(len(text))
	add(ctx, "done", 1)
	if a.Error != "" {
		add(ctx, "failed", 1)
	}
	emit(string(text))
}

func add(ctx context.Context, name string, v int64) {
	if v != 0 {
		beam.NewCounter("fsnb", name).Inc(ctx, v)
	}
}

// FinishBundle waits for the answers.
func (f *mapFn) FinishBundle(ctx context.Context, emit func(string)) error {
	w := f.work
	for w.count > 0 {
		f.receive(ctx, emit)
	}
	add(ctx, fmt.Sprintf("bytes of round %d", f.Round), w.bytes)
	add(ctx, "restarts", w.pool.Restarts()-w.before)
	return ctx.Err()
}

// reduceFn makes the next state.
type reduceFn struct {
	Name, Shared string
	Items        int
}

// ProcessElement reduces the answers of a round.
func (f *reduceFn) ProcessElement(ctx context.Context, _ int, each func(*string) bool,
	emit func(string)) error {
	next, err := f.reduce(ctx, each)
	if err != nil {
		next = state{Error: err.Error()}
	}
	text, err := json.Marshal(next)
	if err != nil {
		return err
	}
	emit(string(text))
	return nil
}

func (f *reduceFn) reduce(ctx context.Context, each func(*string) bool) (s state, err error) {
	answers := make([]Answer, f.Items)
	seen := make([]bool, f.Items)
	var text string
	for each(&text) {
		var a Answer
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			return s, err
		}
		if a.Number < 0 || a.Number >= f.Items {
			return s, fmt.Errorf("an answer to item %d of %d", a.Number+1, f.Items)
		}
		// Engines may run an item twice; the answers are the same.
		answers[a.Number], seen[a.Number] = a, true
	}
	if !seen[0] || answers[0].State == nil {
		return s, fmt.Errorf("item 1 of %d has no answer", f.Items)
	}
	if s = *answers[0].State; s.Error != "" {
		return s, nil
	}
	for i, a := range answers {
		if !seen[i] {
			return s, fmt.Errorf("item %d of %d has no answer", i+1, f.Items)
		}
		if a.Error != "" {
			return s, fmt.Errorf("%s", a.Error)
		}
	}
	reduce := reducers[f.Name]
	if reduce == nil {
		return s, fmt.Errorf("the worker knows no reduction %q: it is another version of "+
			"fsnb-beam", f.Name)
	}
	v, err := reduce(ctx, json.RawMessage(f.Shared), s.Body, answers)
	if err != nil {
		return s, err
	}
	body, err := json.Marshal(v)
	return state{Body: body}, err
}

// writeFn writes the last state.
type writeFn struct{ File string }

// ProcessElement writes it.
func (f *writeFn) ProcessElement(ctx context.Context, text string) error {
	return WriteFile(ctx, f.File, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Read sets out to the last state that a pipeline wrote. It returns the error of an item.
func Read(ctx context.Context, file string, out any) error {
	var s state
	if err := ReadFile(ctx, file, func(r io.Reader) error {
		return json.NewDecoder(r).Decode(&s)
	}); err != nil {
		return err
	}
	if s.Error != "" {
		return fmt.Errorf("%s", s.Error)
	}
	return json.Unmarshal(s.Body, out)
}

// Remote reports whether a name is that of a file system of Beam, such as gs://bucket/file.
func Remote(name string) bool { return strings.Contains(name, "://") }

// Join is the name of a file in a folder.
func Join(folder string, names ...string) string {
	return strings.TrimRight(folder, "/") + "/" + strings.Join(names, "/")
}

// ReadFile reads a file of a file system of Beam.
func ReadFile(ctx context.Context, name string, read func(io.Reader) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", name, err)
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, name)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", name, short(err))
	}
	defer r.Close()
	if err := read(r); err != nil {
		return fmt.Errorf("cannot read %s: %w", name, err)
	}
	return nil
}

// Fetch copies a file of a file system of Beam to this machine.
func Fetch(ctx context.Context, name, path string) error {
	return ReadFile(ctx, name, func(r io.Reader) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, r); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	})
}

// WriteFile writes a file whole: under another name first, which is renamed, where names are those
// of a local folder; other file systems show a file when it is closed.
func WriteFile(ctx context.Context, name string, write func(io.Writer) error) (err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	defer fs.Close()
	to := name
	rename, _ := fs.(filesystem.Renamer)
	if rename != nil && !Remote(name) {
		to = fmt.Sprintf("%s.%d.tmp", name, workers.Unique())
	}
	w, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w; name a folder that all workers may write to", name,
			short(err))
	}
	if err = write(w); err == nil {
		err = w.Close()
	} else {
		w.Close()
	}
	if err == nil && to != name {
		err = rename.Rename(ctx, to, name)
	}
	if err != nil {
		if remove, ok := fs.(filesystem.Remover); ok && to != name {
			err = errors.Join(err, remove.Remove(ctx, to))
		}
		return fmt.Errorf("cannot write %s: %w", name, short(err))
	}
	return nil
}

// Remove removes files that are no longer needed, where the file system can; "" is none.
func Remove(ctx context.Context, names ...string) error {
	for _, name := range names {
		if name == "" {
			continue
		}
		fs, err := filesystem.New(ctx, name)
		if err != nil {
			return err
		}
		if r, ok := fs.(filesystem.Remover); ok {
			err = r.Remove(ctx, name)
		}
		if err = errors.Join(err, fs.Close()); err != nil {
			return fmt.Errorf("cannot remove %s: %w", name, short(err))
		}
	}
	return nil
}

// List returns the names that match a pattern of a file system of Beam, in order.
func List(ctx context.Context, pattern string) ([]string, error) {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, fmt.Errorf("cannot list %s: %w", pattern, err)
	}
	defer fs.Close()
	names, err := fs.List(ctx, pattern)
	slices.Sort(names)
	return names, err
}

// short is an error without the lines that follow the first.
func short(err error) error {
	line, _, more := strings.Cut(err.Error(), "\n")
	if !more {
		return err
	}
	return fmt.Errorf("%s", line)
}
