package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// The jobs of a child other than a method.
const (
	loads = "load" // only loads the data
	lists = "list" // prints the shape of the data and the methods that fit them
)

// features is k, or all of fewer.
const features = 100

// answer is what a child prints, as JSON.
type answer struct {
	N, D    int
	Methods []string // that fit the target, for lists
	Seconds float64  // of a processor, for the choice
}

// half is the training half of the first split of a study with seed 0.
func half(set string) (*datasets.Dataset, error) {
	d, err := datasets.Load(set, datasets.Options{})
	if err != nil {
		return nil, err
	}
	s, err := evaluation.NewSplitter(d, .5, 0)
	if err != nil {
		return nil, err
	}
	train, _, err := evaluation.Parts(d, s.Split(0))
	return train, err
}

// child does one job on the training half of a set and prints the answer.
func child(ctx context.Context, job, set string,
	find func(string) (algorithms.Selector, error)) error {
	// What the reader of the file leaves behind would hide as much memory of the method.
	percent := debug.SetGCPercent(10)
	d, err := half(set)
	if err != nil {
		return err
	}
	debug.FreeOSMemory()
	debug.SetGCPercent(percent)
	a := answer{N: d.N(), D: d.D()}
	opt := algorithms.Options{K: min(features, d.D()), Workers: 1}
	switch job {
	case loads:
	case lists:
		for _, e := range catalogue.All() {
			if algorithms.Check(ctx, e.Method, d, opt) == nil {
				a.Methods = append(a.Methods, e.Name)
			}
		}
	default:
		m, err := find(job)
		if err != nil {
			return err
		}
		before := processorTime()
		if _, err := algorithms.Run(ctx, m, d, opt); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s was interrupted", job)
		}
		a.Seconds = (processorTime() - before).Seconds()
	}
	return json.NewEncoder(os.Stdout).Encode(a)
}
