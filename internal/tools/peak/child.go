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
)

// The jobs of a child other than a method.
const (
	loads = "load" // only loads the half
	lists = "list" // saves the half, and prints its shape and the methods that fit it
)

// features is k, or all of fewer.
const features = 100

// answer is what a child prints, as JSON.
type answer struct {
	N, D    int
	Methods []string // that fit the target, for lists
	Seconds float64  // of a processor, for the choice
	// Estimate is what the method takes by its facts, in bytes; 0 for at most twice X.
	Estimate float64
}

// child does one job on a training half and prints the answer: lists reads the set and saves its
// half in a file, the others read the file.
func child(ctx context.Context, job, set, file string,
	find func(string) (algorithms.Selector, error)) error {
	// The baseline has as much: a peak above that of any measurer, which would hide smaller ones.
	if err := hold(small); err != nil {
		return err
	}
	percent := debug.SetGCPercent(10) // what loading leaves behind hides as much of a method
	read := func() (*datasets.Dataset, error) { return load(file) }
	if job == lists {
		read = func() (*datasets.Dataset, error) { return half(set) }
	}
	d, err := read()
	if err != nil {
		return err
	}
	debug.FreeOSMemory()
	if !made(set) { // of made data live memory is measured, without garbage
		debug.SetGCPercent(percent)
	}
	a := answer{N: d.N(), D: d.D()}
	opt := algorithms.Options{K: min(features, d.D()), Workers: 1}
	switch job {
	case loads:
	case lists:
		for _, e := range catalogue.All() {
			if algorithms.Check(ctx, e.Method, d, opt) == nil && (!e.NonNegative || !made(set)) {
				a.Methods = append(a.Methods, e.Name)
			}
		}
		if err := save(file, d); err != nil {
			return err
		}
	default:
		m, err := find(job)
		if err != nil {
			return err
		}
		a.Estimate = algorithms.MemoryOf(m, algorithms.ShapeOf(d, opt))
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
