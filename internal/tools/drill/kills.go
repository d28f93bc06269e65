package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
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
func studyJob(args []string) error {
	r, err := study.Run(context.Background(), drillStudy(), strings.Join(args, ""),
		algorithms.Options{Workers: 2})
	if err != nil {
		return err
	}
	if r.Damaged > 0 {
		fmt.Fprintf(os.Stderr, "damaged %d\n", r.Damaged)
	}
	return r.WriteCSV(os.Stdout, "")
}

// kills kills a study at random moments, until a run is not killed before its end: then its tables
// equal those of an undisturbed run, and the study begins again.
func kills(ctx context.Context, d *drill, t *tally, dir string) error {
	start := time.Now()
	whole := runChild(ctx, nil, "study")
	length := time.Since(start)
	if whole.err != nil {
		return fmt.Errorf("the undisturbed study: %w: %s", whole.err, whole.said)
	}
	rng := d.random(1)
	most := d.times(killTimes)
	compared := 0
	for killed, round := 0, 0; killed < most && ctx.Err() == nil; round++ {
		store := filepath.Join(dir, fmt.Sprint(round, ".study"))
		var moments []string
		for {
			at := time.Duration(rng.Float64() * float64(length))
			if killed >= most {
				at = time.Hour
			}
			got, ended := killedAt(ctx, at, "study", store)
			if ctx.Err() != nil {
				break
			}
			if !ended {
				killed++
				moments = append(moments, at.Round(time.Millisecond).String())
				if err := t.add(1, nil); err != nil {
					return err
				}
				continue
			}
			compared++
			if err := t.add(0, compareTables(whole, got, moments)); err != nil {
				return err
			}
			break
		}
		os.Remove(store)
	}
	t.note("the tables were compared %d times", compared)
	return ctx.Err()
}

// killedAt starts a job and kills it after a time, and reports whether it ended before.
func killedAt(ctx context.Context, at time.Duration, job string, args ...string) (outcome, bool) {
	cmd, err := childCommand(ctx, nil, job, args...)
	if err != nil {
		return outcome{err: err}, true
	}
	return killedIn(cmd, at)
}

// killedIn is killedAt for a process that is not started yet.
func killedIn(cmd *exec.Cmd, at time.Duration) (outcome, bool) {
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Start(); err != nil {
		return outcome{err: err}, true
	}
	timer := time.AfterFunc(at, func() { _ = cmd.Process.Kill() }) // it may have ended
	err := cmd.Wait()
	killed := !timer.Stop() && err != nil && cmd.ProcessState.ExitCode() < 0
	return outcome{out.String(), said.String(), err}, !killed
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
