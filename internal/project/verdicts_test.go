package project

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation/stats"
	"fsnb.example/papers/study"
)

// verdicts are the figures that docs cite from the stored results of the replays, by name.
type verdicts struct {
	t      *testing.T
	values map[string]string
}

// readVerdicts computes them all.
func readVerdicts(t *testing.T) map[string]string {
	t.Helper()
	v := &verdicts{t, map[string]string{}}
	v.traceRatio()
	v.spfs()
	v.grm()
	v.fsir()
	v.lap()
	return v.values
}

// set names a figure.
func (v *verdicts) set(name, format string, args ...any) {
	if _, taken := v.values[name]; taken {
		v.t.Errorf("two figures are called %q", name)
	}
	v.values[name] = fmt.Sprintf(format, args...)
}

// holds fails when a sentence that no figure can mend is no longer so.
func (v *verdicts) holds(sentence string, so bool) {
	v.t.Helper()
	if !so {
		v.t.Errorf("the stored results say otherwise: %s", sentence)
	}
}

// stored reads results in notebooks/results.
func (v *verdicts) stored(names ...string) (out []*study.Result) {
	v.t.Helper()
	for _, name := range names {
		f, err := os.Open(filepath.Join("..", "..", "notebooks", "results", name+".csv"))
		if err != nil {
			v.t.Fatal(err)
		}
		r, err := study.ReadCSV(f)
		f.Close()
		if err != nil {
			v.t.Fatalf("%s: %v", name, err)
		}
		out = append(out, r)
	}
	return out
}

// method is the place of the method of that label, of a grid's best where there is one.
func method(r *study.Result, label string) int {
	return slices.IndexFunc(r.Methods, func(m study.Method) bool {
		return m.Label == label || strings.HasPrefix(m.Label, label+", best of ")
	})
}

// value is the mean of a method on a data set over the numbers of features.
func value(r *study.Result, set, method, measure int) float64 {
	return r.Aggregate(set, method, measure).Mean
}

// place is a data set of one of several results.
type place struct {
	r   *study.Result
	set int
}

// ran are the data sets that were run.
func ran(results []*study.Result) (out []place) {
	for _, r := range results {
		for s, set := range r.Sets {
			if set.Note == "" {
				out = append(out, place{r, s})
			}
		}
	}
	return out
}

func (p place) name() string { return p.r.Sets[p.set].Name }

// value is NaN where the method has none.
func (p place) value(label string, measure int) float64 {
	m := method(p.r, label)
	if m < 0 || len(p.r.Aggregate(p.set, m, measure).Values) == 0 {
		return math.NaN()
	}
	return value(p.r, p.set, m, measure)
}

// better compares two methods on a data set: 1, 0 or -1 by their means, and the same by the
// corrected paired t-test at 5%.
func (p place) better(a, b string, measure int) (mean, tested int) {
	x, y := p.r.Aggregate(p.set, method(p.r, a), measure), p.r.Aggregate(p.set,
		method(p.r, b), measure)
	sign := float64(p.r.Measures[measure].Better)
	switch d := sign * (x.Mean - y.Mean); {
	case d > 1e-9:
		mean = 1
	case d < -1e-9:
		mean = -1
	}
	if len(x.Values) < 2 || !slices.Equal(x.Splits, y.Splits) {
		return mean, 0
	}
	times := float64(max(p.r.Splits, 1))
	set := p.r.Sets[p.set]
	t, err := stats.CorrectedPairedT(x.Values, y.Values, max(1, int(math.Round(set.Train*times))),
		max(1, int(math.Round(set.Test*times))))
	if err == nil && t.P < study.Alpha {
		tested = mean
	}
	return mean, tested
}

// tally counts comparisons of methods a with methods b on data sets.
type tally struct{ higher, lower, won, lost, of int }

func (c *tally) add(p place, a, b string, measure int) {
	mean, tested := p.better(a, b, measure)
	c.of++
	c.higher += max(mean, 0)
	c.lower += max(-mean, 0)
	c.won += max(tested, 0)
	c.lost += max(-tested, 0)
}

func (c tally) count() string { return fmt.Sprintf("%d of %d", c.higher, c.of) }

func (c tally) tested() string { return fmt.Sprintf("%d better, %d worse", c.won, c.lost) }

// fraction writes .859 for .8594.
func fraction(v float64) string { return strings.Replace(fmt.Sprintf("%.3f", v), "0.", ".", 1) }

// over is the mean over data sets.
func over(places []place, label string, measure int) float64 {
	sum := 0.0
	for _, p := range places {
		sum += p.value(label, measure)
	}
	return sum / float64(len(places))
}

// best is the label of the best method but for those left out, by the mean, and its value.
func (p place) best(measure int, leaveOut func(study.Method) bool) (label string, of float64) {
	sign := float64(p.r.Measures[measure].Better)
	of = math.Inf(-1) * sign
	for m, method := range p.r.Methods {
		c := p.r.Aggregate(p.set, m, measure)
		if !leaveOut(method) && len(c.Values) > 0 && sign*(c.Mean-of) > 0 {
			label, of = method.Label, c.Mean
		}
	}
	return label, of
}
