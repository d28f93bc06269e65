// Command drill does to fsnb what years of use do, and counts what fails: script/drill calls it. A
// file of this package is a stage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// stage is a part of the drill. Its run reports rows as it goes.
type stage struct {
	name, about string
	// run has a new folder, which is removed after it.
	run func(ctx context.Context, d *drill, dir string)
}

var stages = []stage{
	{"displays", "10,000 displays through three GoNB kernels",
		single(fmt.Sprintf("displays, %d a cell, %d kernels at a time", perCell, kernels),
			displays)},
	{"kills", "a study that is killed 1,000 times",
		single("a study, killed at a random moment and continued", kills)},
	{"caches", "8 processes on one cache", single(fmt.Sprintf(
		"calls in %d processes at a time on one cache", cacheProcesses), caches)},
	{"disk", "disks that fill and caches that turn read-only", disk},
	{"clock", "clocks that jump, and files of other years", clock},
	{"swaps", "files that are replaced, or written again, while they load", swaps},
	{"memory", "the peak memory of every reader of files", memory},
	{"downloads", "200 downloads from a bad server",
		single("downloads from a bad server, then from a good one", downloads)},
	{"fuzz", "every fuzz test for ten minutes", fuzz},
}

// drill is what stages share.
type drill struct {
	stage  string  // that runs
	share  float64 // of the work, 1 for all of it
	jobs   int     // fuzz tests at a time
	seed   uint64
	only   *regexp.Regexp
	file   string // of the rows, "" for none
	origin origin

	lock   sync.Mutex
	failed int
}

// report keeps a row and says it. Err is what to know about its first failure.
func (d *drill) report(r row, err error) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	mark := "ok  "
	if r.failed > 0 {
		mark = "FAIL"
		d.failed += r.failed
	}
	fmt.Printf("%s %s: %s: %d, %d failed, %.0f s\n",
		mark, r.stage, r.what, r.count, r.failed, r.seconds)
	if r.note != "" {
		fmt.Printf("     %s\n", r.note)
	}
	if err != nil {
		fmt.Printf("     %v\n", err)
	}
	return d.write(r)
}

// keep writes a row without a word.
func (d *drill) keep(r row) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.write(r)
}

func (d *drill) write(r row) error {
	if d.file == "" {
		return nil
	}
	r.origin = d.origin
	return replaceRow(d.file, r)
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == childArgument {
		child(os.Args[2], os.Args[3:])
		return
	}
	command := flag.String("command", "script/drill", "")
	share := flag.Float64("share", 1, "")
	jobs := flag.Int("jobs", max(1, runtime.NumCPU()/2), "")
	file := flag.String("o", "", "")
	only := flag.String("only", "", "")
	seed := flag.Uint64("seed", 0, "")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		fail(2, fmt.Errorf("--only: %w", err))
	}
	if *share <= 0 || *share > 1 || *jobs < 1 {
		fail(2, fmt.Errorf("--share %g, --jobs %d: a share is above 0 and at most 1, jobs at least one",
			*share, *jobs))
	}
	if slices.Equal(flag.Args(), []string{"list"}) {
		for _, s := range stages {
			fmt.Printf("%-10s %s\n", s.name, s.about)
		}
		return
	}
	chosen, err := choose(flag.Args())
	if err != nil {
		fail(2, err)
	}
	if *file == "" && *share == 1 {
		*file = filepath.Join("docs", "reliability.csv")
	}
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano() % 1e6)
	}
	d := &drill{share: *share, jobs: *jobs, seed: *seed, only: names, file: *file,
		origin: here(*command)}
	fmt.Printf("drill: seed %d\n", d.seed)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, s := range chosen {
		start := time.Now()
		fmt.Printf("drill: %s: %s\n", s.name, s.about)
		if err := s.in(ctx, d); err != nil {
			fail(1, fmt.Errorf("%s: %w", s.name, err))
		}
		fmt.Printf("drill: %s took %s\n", s.name, time.Since(start).Round(time.Second))
	}
	if d.failed > 0 {
		fail(1, fmt.Errorf("%d failed", d.failed))
	}
}

// in runs a stage in its folder.
func (s stage) in(ctx context.Context, d *drill) error {
	dir, err := os.MkdirTemp("", "drill")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d.stage = s.name
	return try(func() { s.run(ctx, d, dir) })
}

// single is the run of a stage of one row.
func single(what string, run func(ctx context.Context, d *drill, t *tally, dir string),
) func(context.Context, *drill, string) {
	return func(ctx context.Context, d *drill, dir string) {
		d.trials(what, func(t *tally) { run(ctx, d, t, dir) })
	}
}

func fail(status int, err error) {
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted; the rows so far are kept")
	}
	fmt.Fprintln(os.Stderr, "script/drill:", err)
	os.Exit(status)
}

// choose returns the stages of the names, all for none.
func choose(names []string) ([]stage, error) {
	if len(names) == 0 {
		return stages, nil
	}
	var chosen []stage
	var known []string
	for _, s := range stages {
		known = append(known, s.name)
	}
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			return nil, fmt.Errorf("no stage %q; known: %s", name, strings.Join(known, ", "))
		}
		chosen = append(chosen, stages[i])
	}
	return chosen, nil
}
