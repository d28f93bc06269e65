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
	estimates    bool     // compare what is measured with the estimates
	only         []string // of the methods, for estimates; nil for all
	one          string   // the job of a child: loads, lists, or the name of a method
	half         string   // its file
}

// parse reads the arguments; usage goes to w.
func parse(args []string, w io.Writer) (s settings, err error) {
	f := flag.NewFlagSet("peak", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	sets := f.String("sets", "ALLAML,TOX_171,COIL20", "data sets")
	f.DurationVar(&s.limit, "limit", time.Minute, "longest run")
	f.IntVar(&s.runs, "runs", 3, "runs of what takes less than 2 s")
	f.BoolVar(&s.estimates, "estimates", false, "compare estimates with what made data take")
	only := f.String("only", "", "methods, with a comma between, for -estimates")
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
	if *only != "" {
		s.only = strings.Split(*only, ",")
		for _, name := range s.only {
			if _, err := fromCatalogue(name); err != nil {
				return s, err
			}
		}
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
		if !given["limit"] {
			s.limit = 30 * time.Second
		}
		for _, set := range s.sets {
			if _, ok := shapeOf(set); !ok {
				return s, fmt.Errorf("%q is no shape; give samples x features x classes x chosen "+
					"features, such as %s", set, shapes[0])
			}
		}
	}
	switch {
	case f.NArg() > 0:
		return s, fmt.Errorf("unexpected argument %q; name data sets by -sets", f.Arg(0))
	case slices.Contains(s.sets, ""):
		return s, fmt.Errorf("-sets %q has an empty name; give names with a comma between", *sets)
	case s.only != nil && !s.estimates:
		return s, errors.New("-only is for -estimates")
	case s.limit <= 0:
		return s, fmt.Errorf("-limit %v; give a positive time, such as 60s", s.limit)
	case s.runs < 1:
		return s, fmt.Errorf("-runs %d; give 1 or more", s.runs)
	}
	return s, nil
}

// do measures and writes the file, or does the job of a child.
func (s settings) do(ctx context.Context) error {
	if s.one != "" {
		return child(ctx, s, catalogueNames(), fromCatalogue)
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
	m := measurer{limit: s.limit, runs: s.runs, only: s.only,
		half: filepath.Join(folder, "half")}
	if s.estimates {
		e := &estimates{file: s.out, commit: codeCommit()}
		if err = m.measureEstimates(ctx, s.sets, e); ctx.Err() != nil {
			err = fmt.Errorf("interrupted; %s has what was measured, and the same command "+
				"goes on", s.out)
		}
		e.summary(os.Stdout)
		return err
	}
	err = m.measure(ctx, s.sets)
	if len(m.rows) == 0 {
		return err
	}
	head := header(s.command, m.bases)
	if err != nil {
		err = fmt.Errorf("interrupted or failed (%w); what was measured before is in %s", err,
			s.out)
		head += "# Not all is measured: the run ended early.\n"
	}
	if failed := write(s.out, head, m.rows); failed != nil {
		return failed
	}
	print(os.Stdout, m.rows)
	return err
}

// catalogueNames are those of all methods.
func catalogueNames() (names []string) {
	for _, e := range catalogue.All() {
		names = append(names, e.Name)
	}
	return names
}

func fromCatalogue(name string) (algorithms.Selector, error) {
	e, err := catalogue.Find(name)
	return e.Method, err
}
