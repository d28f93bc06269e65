package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"fsnb.example/internal/panics"
	"fsnb.example/internal/stability"
)

// An Overall measure is one number for all splits of a data set, such as the stability of a choice.
// Its Value is not called.
type Overall interface {
	Measure
	// Overall rates the choices from all splits together, of d features; the number is finite.
	Overall(chosen [][]int, d int) (float64, error)
}

func isOverall(m Measure) bool {
	_, ok := m.(Overall)
	return ok
}

// overall reports whether a measure needs the choices of all splits.
func (s Study) overall() bool { return slices.ContainsFunc(s.Measures, isOverall) }

// overall computes the cell of a measure over all splits from the finished ones. The method that
// uses all features has none.
func (r *run) overall(c *Cell, m Overall) {
	if r.d == nil || c.K == 0 {
		return
	}
	var chosen [][]int
	for number := range r.study.Splits.number() {
		if features, ok := r.chosen[place{c.Method, c.K, 0, number}]; ok {
			chosen = append(chosen, features)
			c.Splits = append(c.Splits, number)
		}
	}
	if len(chosen) < 2 && c.Failed != "" || len(chosen) == 0 {
		return
	}
	var v float64
	err := panics.Catch(m.Label, func() (err error) {
		v, err = m.Overall(chosen, r.d.D())
		return err
	})
	if err == nil {
		err = finite(v, m)
	}
	if err != nil {
		c.Failed = err.Error()
		return
	}
	c.Values = []float64{v}
	c.Summarize()
}

// aggregateOverall is the mean over the numbers of features of a measure over all
// splits.
func (r *Result) aggregateOverall(out Cell, counts []int) Cell {
	var sum float64
	for i, k := range counts {
		c := r.Cell(out.Set, out.Method, k, out.Measure)
		if c == nil || len(c.Values) == 0 {
			if c != nil {
				out.Failed = c.Failed
			}
			out.Splits = nil
			return out
		}
		sum += c.Mean
		if i == 0 || len(c.Splits) < len(out.Splits) {
			out.Splits = c.Splits
		}
	}
	if len(counts) > 0 {
		out.Values = []float64{sum / float64(len(counts))}
		out.Summarize()
	}
	return out
}

// Stability measures how far the choice depends on the samples: it compares the features chosen
// from all splits.
type Stability struct {
	// Kind is "nogueira" (the default, corrected for chance), "kuncheva" (the same
	// number for choices of one size), or "jaccard" (the mean over pairs, which
	// grows with the number of features).
	Kind string
}

func (s Stability) kind() string { return cmp.Or(s.Kind, "nogueira") }

// Key implements Measure.
func (s Stability) Key() string { return "stability 1 " + s.kind() }

// Label implements Measure.
func (s Stability) Label() string {
	return map[string]string{"nogueira": "stability (Nogueira)", "kuncheva": "stability (Kuncheva)",
		"jaccard": "stability (mean Jaccard index)"}[s.kind()]
}

// Better implements Measure.
func (Stability) Better() int { return +1 }

// Value implements Measure: it is an error for a single split.
func (Stability) Value(context.Context, *Trial) (float64, error) {
	return 0, errors.New("stability is a number for all splits together")
}

// Overall implements Overall. It returns an error for fewer than two splits, for
// all features (but not for jaccard), and for a Kind that is none of the three.
func (s Stability) Overall(chosen [][]int, d int) (float64, error) {
	switch s.kind() {
	case "nogueira":
		index, err := stability.Nogueira(chosen, d)
		if err != nil {
			return 0, err
		}
		return index.Value, nil
	case "kuncheva":
		return stability.Kuncheva(chosen, d)
	case "jaccard":
		return stability.MeanJaccard(chosen, d)
	}
	return 0, fmt.Errorf("stability of the kind %q; choose nogueira, kuncheva or jaccard", s.Kind)
}
