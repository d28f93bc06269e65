// Peers times every method of the catalogue with its defaults, k = 50, on a few data sets, and what
// scikit-learn takes for the same job where it has one; script/peers says how it is called.
//
// Each run is a process of its own, of two cores, that ends at a limit, so that a slow method costs
// no more than that and no run warms the next.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
)

const (
	// features is k.
	features = 50
	// again is the time of a run, in seconds, below which it is run several times.
	again = 5
)

func main() {
	limit := flag.Duration("limit", 2*time.Minute, "longest run")
	rounds := flag.Int("rounds", 3, "runs of what takes less than 5 s")
	sets := flag.String("sets", strings.Join(setNames, ","), "data sets")
	python := flag.String("python", "", "a Python with scikit-learn, or nothing")
	script := flag.String("script", filepath.Join("script", "peers.py"), "")
	one := flag.String("one", "", "run this method on -sets and print its times")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := func() error {
		if *one != "" {
			return child(ctx, *one, *sets)
		}
		names := flag.Args()
		for _, name := range names {
			if _, err := catalogue.Find(name); err != nil {
				return err
			}
		}
		for _, set := range strings.Split(*sets, ",") {
			if !slices.Contains(setNames, set) {
				return fmt.Errorf("no set %q; known: %s", set, strings.Join(setNames, ", "))
			}
		}
		p := &parent{limit: *limit, rounds: *rounds, python: *python, script: *script}
		return p.table(ctx, os.Stdout, strings.Split(*sets, ","), names)
	}(); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// child runs one method and prints its seconds and those of the processors.
func child(ctx context.Context, method, set string) error {
	e, err := catalogue.Find(method)
	if err != nil {
		return err
	}
	d, err := dataFor(e, set)
	if err != nil {
		return err
	}
	before, start := processorTime(), time.Now()
	r, err := algorithms.Run(ctx, e.Method, d, algorithms.Options{K: features, Workers: 2})
	if err != nil {
		return err
	}
	took := time.Since(start).Seconds()
	fmt.Println(took, (processorTime() - before).Seconds(), unproved(r))
	return nil
}

// unproved reports whether the answer comes with a certificate that does not hold.
func unproved(r *algorithms.Ranking) bool {
	return slices.ContainsFunc(r.Warnings, func(w string) bool {
		return strings.Contains(w, "certificate")
	})
}

// parent runs children.
type parent struct {
	limit          time.Duration
	rounds         int
	python, script string
}

// times are seconds of a run: of one that was ended only those after which it was.
type times struct{ wall, processors, ended float64 }

func (p *parent) table(ctx context.Context, out io.Writer, sets, methods []string) error {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, set := range sets {
		file, err := export(dir, set)
		if err != nil {
			return err
		}
		for _, e := range catalogue.All() {
			if len(methods) > 0 && !slices.Contains(methods, e.Name) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			ours, err := p.ours(ctx, e.Name, set)
			if err != nil {
				return fmt.Errorf("%s on %s: %w", e.Name, set, err)
			}
			peer, err := p.peer(ctx, e.Name, set, file)
			if err != nil {
				return fmt.Errorf("the peer of %s on %s: %w", e.Name, set, err)
			}
			fmt.Fprintf(out, "Benchmark%s/%s-2 1%s%s%s%s%s\n", set, e.Name, value(ours.wall, "s"),
				value(ours.processors, "processor-s"), value(ours.ended, "ended"),
				value(peer.wall, "peer"), value(ratio(ours, peer), "ratio"))
		}
	}
	return nil
}

// value is v to three digits with its unit, nothing for 0.
func value(v float64, unit string) string {
	if v == 0 {
		return ""
	}
	return " " + strconv.FormatFloat(v, 'g', 3, 64) + " " + unit
}

// ratio is 0 where there is no peer.
func ratio(ours, peer times) float64 {
	if ours.wall == 0 || peer.wall == 0 {
		return 0
	}
	return ours.wall / peer.wall
}

func (p *parent) ours(ctx context.Context, method, set string) (times, error) {
	self, err := os.Executable()
	if err != nil {
		return times{}, err
	}
	return p.median(ctx, self, "-one", method, "-sets", set)
}

func (p *parent) peer(ctx context.Context, method, set, file string) (times, error) {
	needs, has := jobs[method]
	if p.python == "" || !has || needs.twoClasses && classes[set] != 2 {
		return times{}, nil
	}
	return p.median(ctx, p.python, p.script, method, file)
}

// median is that of the runs of a command, or of one run of a slow command.
func (p *parent) median(ctx context.Context, name string, args ...string) (times, error) {
	var all []times
	for range p.rounds {
		t, err := p.run(ctx, name, args...)
		if err != nil || t.ended > 0 {
			return t, err
		}
		all = append(all, t)
		if t.wall > again {
			break
		}
	}
	slices.SortFunc(all, func(a, b times) int {
		switch {
		case a.wall < b.wall:
			return -1
		case a.wall > b.wall:
			return 1
		}
		return 0
	})
	return all[len(all)/2], nil
}

// run is one run.
func (p *parent) run(ctx context.Context, name string, args ...string) (times, error) {
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	cmd := exec.CommandContext(limited, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		return times{}, ctx.Err()
	}
	if limited.Err() != nil {
		return times{ended: p.limit.Seconds()}, nil
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		return times{}, errors.Join(err, errors.New(lines[len(lines)-1]))
	}
	var t times
	var open bool
	if n, err := fmt.Sscan(stdout.String(), &t.wall, &t.processors, &open); n < 2 {
		return times{}, fmt.Errorf("%s: %w", strings.TrimSpace(stdout.String()), err)
	}
	if open {
		fmt.Fprintf(os.Stderr, "%s: its certificate does not hold\n", strings.Join(args, " "))
	}
	return t, nil
}
