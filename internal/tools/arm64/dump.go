package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
)

// sets are the embedded data sets, the quickest first.
var sets = []string{"iris", "wine", "wdbc", "digits"}

// long are methods that take minutes on 1,797 samples when each instruction is emulated: of
// digits they see every sparse-th sample.
var long = []string{"bahsic", "fohsic", "rfs", "sogfs"}

const sparse = 5

// answer is a ranking as it is compared. Numbers are text, which holds each of their bits and
// infinite ones.
type answer struct {
	Method, Set string
	OrderOnly   bool // the scores are 1/place
	Features    []int
	Scores      []string // of the features; the criterion where scores tell the order only
}

// dump computes the ranking of every method of the catalogue on every set: of all features, and of
// half of them where a method chooses a subset.
func dump(ctx context.Context) ([]answer, error) {
	var out []answer
	for _, name := range sets {
		whole, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			return nil, err
		}
		for _, e := range catalogue.All() {
			d := whole
			if name == "digits" && slices.Contains(long, e.Name) {
				if d, err = every(whole, sparse); err != nil {
					return nil, err
				}
			}
			if !e.Targets.Has(algorithms.Classes) && e.Targets.Has(algorithms.Continuous) {
				if d, err = numbered(d); err != nil {
					return nil, err
				}
			}
			k := 0
			if !e.Nested {
				k = d.D() / 2
			}
			start := time.Now()
			r, err := algorithms.Run(ctx, e.Method, d, algorithms.Options{K: k})
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", e.Name, name, err)
			}
			fmt.Fprintf(os.Stderr, "%-8s %-12s %8.2f s\n", name, e.Name,
				time.Since(start).Seconds())
			out = append(out, newAnswer(e.Name, name, r))
		}
	}
	return out, nil
}

// numbered is d with the values of its last feature as continuous target in place of its classes,
// for methods that need one.
func numbered(d *datasets.Dataset) (*datasets.Dataset, error) {
	return d.WithTarget(d.Features[d.D()-1], mat.Col(nil, d.D()-1, d.X))
}

// every is d with one of so many samples.
func every(d *datasets.Dataset, step int) (*datasets.Dataset, error) {
	var rows []int
	for i := 0; i < d.N(); i += step {
		rows = append(rows, i)
	}
	return d.Rows(rows)
}

func newAnswer(method, set string, r *algorithms.Ranking) answer {
	a := answer{Method: method, Set: set, OrderOnly: r.OrderOnly, Features: r.Features}
	scores := r.Scores
	if r.OrderOnly {
		scores = r.Raw
	}
	for _, v := range scores {
		a.Scores = append(a.Scores, strconv.FormatFloat(float64(v), 'g', -1, 64))
	}
	return a
}
