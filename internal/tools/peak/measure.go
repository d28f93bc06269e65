package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"fsnb.example/internal/processor"
)

// row is the memory of a method on a data set.
type row struct {
	set, method string
	bytes       int64
	times       float64 // of the training values
	seconds     float64 // of a processor
	estimate    float64 // of the memory in bytes; 0 for at most x
	x           float64 // what the training values take
	note        string
	failed      bool // the method returned an error, the note: nothing was measured
}

// base is the process that only loads a data set.
type base struct {
	set    string
	n, d   int
	bytes  int64 // the median of the runs
	spread int64 // the largest less the smallest
}

// measurer starts the processes. It loads no data itself: on Linux the peak of a process begins
// with that of the process that starts it.
type measurer struct {
	limit time.Duration
	runs  int
	only  []string // the methods for measureEstimates; nil for all that fit
	half  string   // file of the training half
	bases []base
	rows  []row
}

// small is the peak that a measurer may have, and what every child takes in addition. The program
// without data takes about half of it.
const small = 20 << 20

// measure measures all methods on the sets that are at hand; an interrupt leaves those measured.
func (m *measurer) measure(ctx context.Context, sets []string) error {
	for _, set := range sets {
		plan, err := m.run(ctx, lists, set)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && plan.note != "" {
			err = errors.New(plan.note)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "peak: %s is left out: %v\n", set, err)
			continue
		}
		b, err := m.base(ctx, set)
		if err != nil {
			return err
		}
		m.bases = append(m.bases, b)
		for _, method := range plan.Methods {
			r, err := m.row(ctx, b, method)
			if err != nil {
				return err
			}
			m.rows = append(m.rows, r)
			fmt.Fprintln(os.Stderr, r)
		}
	}
	return nil
}

// base measures the process that only loads.
func (m *measurer) base(ctx context.Context, set string) (base, error) {
	all, err := m.repeat(ctx, loads, set)
	if err != nil {
		return base{}, err
	}
	r := all[len(all)/2]
	if r.note != "" {
		return base{}, fmt.Errorf("cannot measure the memory to load %s: %s", set, r.note)
	}
	if own := processor.Memory(processor.Peak); own > small {
		return base{}, fmt.Errorf("cannot measure %s: the measuring process has taken %d bytes, "+
			"and no peak is seen below that; it must stay below %d", set, own, small)
	}
	return base{set: set, n: r.N, d: r.D, bytes: r.bytes,
		spread: all[len(all)-1].bytes - all[0].bytes}, nil
}

// row measures a method.
func (m *measurer) row(ctx context.Context, b base, method string) (row, error) {
	all, err := m.repeat(ctx, method, b.set)
	if err != nil {
		return row{}, err
	}
	one := all[len(all)/2]
	if _, made := shapeOf(b.set); made {
		one = all[0]
	}
	r := row{set: b.set, method: method, note: one.note, failed: one.failed,
		estimate: one.Estimate, x: 8 * float64(b.n) * float64(b.d)}
	if !r.failed {
		r.seconds = one.Seconds
		r.bytes = max(0, one.bytes-b.bytes)
		r.times = float64(r.bytes) / r.x
	}
	return r, nil
}

// again is the time in seconds below which a choice is measured several times.
const again = 2

// repeat runs a short job several times, sorted by bytes, and any other once.
func (m *measurer) repeat(ctx context.Context, job, set string) (all []outcome, err error) {
	for range m.runs {
		o, err := m.run(ctx, job, set)
		if err != nil {
			return nil, err
		}
		if o.note != "" {
			return []outcome{o}, nil
		}
		all = append(all, o)
		if o.Seconds >= again {
			break
		}
	}
	slices.SortFunc(all, func(a, b outcome) int { return cmp.Compare(a.bytes, b.bytes) })
	return all, nil
}

// outcome is what one process took.
type outcome struct {
	answer
	bytes  int64
	note   string // if it did not end well
	failed bool   // by an error of its own, not the limit
}

// patience is how much longer than its processor time a choice may take on a busy machine.
const patience = 10

// run runs one process. The error of the process is a note; an interrupt is an error.
func (m *measurer) run(ctx context.Context, job, set string) (o outcome, err error) {
	self, err := os.Executable()
	if err != nil {
		return o, err
	}
	wall := m.limit
	if _, made := shapeOf(set); made { // of processor time, which the child looks at
		wall *= patience
	}
	within, stop := context.WithTimeout(ctx, wall)
	defer stop()
	c := exec.CommandContext(within, self, "-one", job, "-sets", set, "-half", m.half,
		"-limit", m.limit.String())
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "FSNB_CACHE=off", "FSNB_FETCH=")
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	err = c.Run()
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	if c.ProcessState == nil {
		return o, err
	}
	o.bytes = peakOf(c.ProcessState)
	for answers := json.NewDecoder(&out); answers.Decode(&o.answer) == nil; {
	}
	switch {
	case err == nil && o.N == 0:
		return o, fmt.Errorf("%s of %s ended without an answer", job, set)
	case err == nil:
	case within.Err() != nil || c.ProcessState.ExitCode() == overTime:
		o.Seconds = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
		o.note = fmt.Sprintf("over the limit of %g s", m.limit.Seconds())
	default:
		o.failed = true
		o.note, _, _ = strings.Cut(strings.TrimSpace(errOut.String()), "\n")
		if o.note = strings.TrimPrefix(o.note, "peak: "); o.note == "" {
			o.note = err.Error()
		}
	}
	return o, nil
}
