// Peak measures the memory that each method of the catalogue takes to choose features, for the
// benchmark of all methods; script/peak says how it is called.
//
// Each choice is made in a process of its own, of one processor: its peak resident memory, less
// that of the same process that only loads the data.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
)

func main() {
	s, err := parse(os.Args[1:], os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := s.do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
}

// settings are the arguments.
type settings struct {
	sets         []string
	limit        time.Duration
	runs         int
	out, command string
	estimates    bool   // compare what is measured with the estimates
	one          string // the job of a child: loads, lists, or the name of a method
	half         string // its file
}

// parse reads the arguments; usage goes to w.
func parse(args []string, w io.Writer) (s settings, err error) {
	f := flag.NewFlagSet("peak", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	sets := f.String("sets", "ALLAML,TOX_171,COIL20", "data sets")
	f.DurationVar(&s.limit, "limit", time.Minute, "longest run")
	f.IntVar(&s.runs, "runs", 3, "runs of what takes less than 2 s")
	f.BoolVar(&s.estimates, "estimates", false, "compare estimates with what made data take")
	f.StringVar(&s.out, "out", "notebooks/results/benchmark-memory.csv", "file")
	f.StringVar(&s.command, "command", "script/peak", "for the head of the file")
	f.StringVar(&s.one, "one", "", "run this method on -half")
	f.StringVar(&s.half, "half", "", "file of a training half")
	if err = f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			f.SetOutput(w)
			f.Usage()
		}
		return s, err
	}
	if s.sets = strings.Split(*sets, ","); s.estimates {
		given := map[string]bool{}
		f.Visit(func(f *flag.Flag) { given[f.Name] = true })
		if !given["sets"] {
			s.sets = shapes
		}
		if !given["out"] {
			s.out = "docs/memory.csv"
		}
	}
	switch {
	case f.NArg() > 0:
		return s, fmt.Errorf("unexpected argument %q; name data sets by -sets", f.Arg(0))
	case slices.Contains(s.sets, ""):
		return s, fmt.Errorf("-sets %q has an empty name; give names with a comma between", *sets)
	case s.limit <= 0:
		return s, fmt.Errorf("-limit %v; give a positive time, such as 60s", s.limit)
	case s.runs < 1:
		return s, fmt.Errorf("-runs %d; give 1 or more", s.runs)
	}
	return s, nil
}

// shapes are those of made data: many samples, many features, both, many classes, and a class for
// each sample.
var shapes = []string{"3000x50x2", "100x8000x2", "800x800x5", "1500x40x300", "1000x20x1000"}

// do measures and writes the file, or does the job of a child.
func (s settings) do(ctx context.Context) error {
	if s.one != "" {
		return child(ctx, s.one, s.sets[0], s.half, fromCatalogue)
	}
	if !supported {
		return errors.New("this system does not tell the peak memory of a process; use Linux, " +
			"macOS or FreeBSD")
	}
	debug.SetGCPercent(10) // a small process: see measurer
	folder, err := os.MkdirTemp("", "peak")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	m := measurer{limit: s.limit, runs: s.runs, half: filepath.Join(folder, "half")}
	err = m.measure(ctx, s.sets)
	if len(m.rows) == 0 {
		return err
	}
	head := header(s.command, m.bases)
	if s.estimates {
		wrong(os.Stdout, m.rows)
	}
	if err != nil {
		err = fmt.Errorf("interrupted or failed (%w); what was measured before is in %s", err,
			s.out)
		head += "# Not all is measured: the run ended early.\n"
	}
	if failed := write(s.out, head, m.rows); failed != nil {
		return failed
	}
	if !s.estimates {
		print(os.Stdout, m.rows)
	}
	return err
}

func fromCatalogue(name string) (algorithms.Selector, error) {
	e, err := catalogue.Find(name)
	return e.Method, err
}
