package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/processor"
)

// The jobs of a child other than a method.
const (
	loads = "load" // only loads the half
	lists = "list" // saves the half, and prints its shape and the methods that fit it
)

// features is k, or all of fewer.
const features = 100

// answer is what a child prints, as JSON; the last counts.
type answer struct {
	N, D    int
	Methods []string // that fit the target, for lists
	Seconds float64  // of a processor, for the choice
	// Estimate is what the method takes by its facts, in bytes; 0 for at most X.
	Estimate float64
}

// overTime is the exit status of a child that has used its limit of processor time.
const overTime = 3

// child does one job on a training half and prints the answer: lists reads the set and saves its
// half in a file, the others read the file.
func child(ctx context.Context, s settings, methods []string,
	find func(string) (algorithms.Selector, error)) error {
	job, set, file := s.one, s.sets[0], s.half
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
	a := answer{N: d.N(), D: d.D()}
	opt := algorithms.Options{K: min(features, d.D()), Workers: 1}
	shape, made := shapeOf(set)
	if made { // of made data live memory is measured, without garbage
		opt.K = shape.k
	} else {
		debug.SetGCPercent(percent)
	}
	out := json.NewEncoder(os.Stdout)
	switch job {
	case loads:
	case lists:
		for _, name := range methods {
			m, err := find(name)
			if err != nil {
				return err
			}
			facts, _ := algorithms.FactsOf(m)
			need := algorithms.MemoryOf(m, algorithms.ShapeOf(d, opt))
			_, tight := processor.TightMemory(need) // which is refused, and a row for estimates
			if (algorithms.Check(ctx, m, d, opt) == nil || made && tight != "") &&
				(!facts.NonNegative || !made) {
				a.Methods = append(a.Methods, name)
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
		if err := out.Encode(a); err != nil { // for a choice that does not end
			return err
		}
		before := processorTime()
		if made {
			go func() {
				for processorTime()-before < s.limit {
					time.Sleep(20 * time.Millisecond)
				}
				os.Exit(overTime)
			}()
		}
		if _, err := algorithms.Run(ctx, m, d, opt); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s was interrupted", job)
		}
		a.Seconds = (processorTime() - before).Seconds()
	}
	return out.Encode(a)
}
