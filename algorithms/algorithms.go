// Package algorithms is the contract that every feature selection method keeps:
// what it is asked (Options), what it answers (Scores, Ranking), how a
// configuration is named (Key, Params) and what data it may refuse (Check).
// The methods are in the packages below; package catalogue lists them all.
package algorithms

import (
	"context"
	"sync"

	"fsnb.example/datasets"
)

// A Selector picks features of a data set, best first.
//
// Select never modifies d. With the same data and options it returns the same
// bits, whatever Options.Workers is. What the data or the options can cause is
// an error of one line; a canceled context returns what there is by then
// together with ctx.Err().
type Selector interface {
	Select(ctx context.Context, d *datasets.Dataset, opt Options) (*Ranking, error)
}

// A Scorer also gives every feature a score of its own; larger is better. Its
// Select is RankBy. A canceled context returns nil, or the scores that there are by then
// marked Partial, together with ctx.Err().
type Scorer interface {
	Selector
	Score(ctx context.Context, d *datasets.Dataset, opt Options) (*Scores, error)
}

// Options is what every method understands.
type Options struct {
	// K is the number of features wanted. 0 means all of them for methods whose
	// rankings are nested; a subset method needs it.
	K int
	// Seed starts the random numbers of the methods that draw any.
	Seed uint64
	// Workers is the number of goroutines; 0 means GOMAXPROCS. Results do not
	// depend on it.
	Workers int
	// Progress, when not nil, hears how far a long stage has come. It is called
	// from one goroutine at a time and should return quickly.
	Progress func(Progress)
}

// Progress is how far a stage of the work has come: Done of Total steps.
type Progress struct {
	Stage       string
	Done, Total int
}

// Meter returns a function that adds steps to a stage and reports them to
// Progress; it may be called from several goroutines.
func (o Options) Meter(stage string, total int) func(steps int) {
	if o.Progress == nil {
		return func(int) {}
	}
	var mu sync.Mutex
	done := 0
	return func(steps int) {
		mu.Lock()
		defer mu.Unlock()
		done += steps
		o.Progress(Progress{stage, done, total})
	}
}
