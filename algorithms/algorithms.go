// Package algorithms is the contract of all feature selection methods: options (Options), answers
// (Scores, Ranking), names of configurations (Key, Params) and checks of the data (Check). The
// methods are in the packages below it; package catalogue lists them.
package algorithms

import (
	"context"
	"sync"

	"fsnb.example/datasets"
)

// A Selector chooses features of a data set, best first.
//
// Select never modifies d. With the same data and options it returns the same bits for any
// Options.Workers. Invalid data or options are an error of one line. If ctx is canceled, it returns
// a partial answer with ctx.Err().
type Selector interface {
	Select(ctx context.Context, d *datasets.Dataset, opt Options) (*Ranking, error)
}

// A Scorer also scores every feature; larger is better. Its Select is RankBy. If ctx is canceled,
// Score returns nil, or scores marked Partial, with ctx.Err().
type Scorer interface {
	Selector
	Score(ctx context.Context, d *datasets.Dataset, opt Options) (*Scores, error)
}

// Options are the options of all methods.
type Options struct {
	// K is the number of features wanted. 0 means all features if the method is nested, or those
	// that it chooses (Facts.Fewer and Facts.Chooses); a subset method needs K.
	K int
	// Seed is the seed of the random numbers of methods that draw any.
	Seed uint64
	// Workers is the number of goroutines; 0 means GOMAXPROCS. Results do not depend on it.
	Workers int
	// Progress, if it is not nil, receives the progress of long stages. It is called from one
	// goroutine at a time and should return quickly.
	Progress func(Progress)
}

// Progress is the progress of a stage: Done of Total steps.
type Progress struct {
	Stage       string
	Done, Total int
}

// Meter returns a function that adds steps to a stage and reports them to Progress. Several
// goroutines may call it.
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
