package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/papers/study"
)

// killTimes is how often the study is killed.
const killTimes = 1000

// drillStudy takes about half a second.
func drillStudy() study.Study {
	return study.Study{
		Name: "drill",
		Data: study.Named("iris", "wine", "wdbc"),
		Methods: []algorithms.Selector{filter.Fisher{}, filter.Laplacian{}, filter.ReliefF{},
			traceratio.TraceRatio{}, filter.Random{}, study.AllFeatures{}},
		Counts: []int{1, 2, 3, 5, 8},
		Splits: study.Splits{Folds: 5},
		Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}}, study.Accuracy{},
			study.Redundancy{}},
	}
}

// studyJob runs the study with a store, if one is named, and prints its tables.
func studyJob(args []string) {
	r := got(study.Run(context.Background(), drillStudy(), strings.Join(args, ""),
		algorithms.Options{Workers: 2}))
	if r.Damaged > 0 {
		fmt.Fprintf(os.Stderr, "damaged %d\n", r.Damaged)
	}
	do(r.WriteCSV(os.Stdout, ""))
}

// undisturbed is the outcome of a study in peace, and how long it takes.
func undisturbed(ctx context.Context, args ...string) (outcome, time.Duration) {
	start := time.Now()
	tables := process{}.good(ctx, "study", args...)
	return outcome{out: tables}, time.Since(start)
}

// kills kills a study at random moments, until a run is not killed before its end: then its tables
// equal those of an undisturbed run, and the study begins again.
func kills(ctx context.Context, d *drill, t *tally, dir string) {
	whole, length := undisturbed(ctx)
	rng, most, compared := d.random(1), d.times(killTimes), 0
	for killed, round := 0, 0; killed < most && ctx.Err() == nil; round++ {
		store := filepath.Join(dir, fmt.Sprint(round, ".study"))
		var moments []string
		for ctx.Err() == nil {
			at := 1 + time.Duration(rng.Float64()*float64(length))
			if killed >= most {
				at = 0
			}
			o := process{after: at}.run(ctx, "study", store)
			if o.killed && ctx.Err() == nil {
				killed++
				moments = append(moments, at.Round(time.Millisecond).String())
				t.add(1, nil)
			} else if ctx.Err() == nil {
				compared++
				t.add(0, compareTables(whole, o, moments))
				break
			}
		}
		os.Remove(store)
	}
	t.note("the tables were compared %d times", compared)
	do(ctx.Err())
}

// compareTables returns an error unless a run that was killed before ended as the undisturbed one.
func compareTables(whole, got outcome, moments []string) error {
	after := fmt.Sprintf("after kills at %s", strings.Join(moments, ", "))
	switch {
	case got.err != nil:
		return fmt.Errorf("%s the study ends with %w: %s", after, got.err, got.said)
	case got.out != whole.out:
		a, b := firstDifference(whole.out, got.out)
		return fmt.Errorf("%s the tables differ: %q, undisturbed %q", after, b, a)
	}
	return nil
}

// firstDifference returns the first lines that differ.
func firstDifference(a, b string) (string, string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return fmt.Sprint(len(x), " lines"), fmt.Sprint(len(y), " lines")
}
