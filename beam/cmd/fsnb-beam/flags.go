package main

import (
	"flag"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners" // the flag -runner

	"fsnb.example/beam/engine"
	"fsnb.example/beam/workers"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/terminal"
)

// list is a flag that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(v string) error { *l = append(*l, v); return nil }

// machine is where a command runs.
type machine struct {
	runner    string
	processes *int
	verbose   *bool
}

// newFlags are those of a command.
func newFlags(name string) (*flag.FlagSet, *machine) {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	m := &machine{processes: fs.Int("processes", -1, ""), verbose: fs.Bool("v", false, "")}
	return fs, m
}

// parse reads flags and other arguments in any order. The flags of Beam, which the SDK declares for
// the whole program, come after those of the command: -labels is not that of Dataflow.
func (m *machine) parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	own := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) { own[f.Name] = true })
	flag.CommandLine.VisitAll(func(f *flag.Flag) {
		if fs.Lookup(f.Name) == nil && !strings.HasPrefix(f.Name, "test.") {
			fs.Var(f.Value, f.Name, f.Usage)
		}
	})
	for {
		if err := fs.Parse(args); err != nil {
			return nil, unknownFlag(fs, own, err)
		}
		if fs.NArg() == 0 {
			break
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
	m.runner = fs.Lookup("runner").Value.String()
	if m.runner == "" {
		m.runner = "prism"
	}
	if !slices.Contains(engine.Runners(), m.runner) {
		return nil, terminal.BadUsage("%s: %s", fs.Name(), suggest.Unknown("runner", m.runner,
			engine.Runners()))
	}
	if *m.processes < -1 || *m.processes > maxProcesses {
		return nil, terminal.BadUsage("%s: -processes %d; give 1 to %d, or 0 for none beside "+
			"this one",
			fs.Name(), *m.processes, maxProcesses)
	}
	return rest, nil
}

const maxProcesses = 1000

// unknownFlag is an error of package flag in a line that helps.
func unknownFlag(fs *flag.FlagSet, own map[string]bool, err error) error {
	text := err.Error()
	const prefix = "flag provided but not defined: -"
	if name, ok := strings.CutPrefix(text, prefix); ok {
		var known []string
		fs.VisitAll(func(f *flag.Flag) {
			if own[f.Name] {
				known = append(known, "-"+f.Name)
			}
		})
		return terminal.BadUsage("%s: %s", fs.Name(), suggest.Unknown("flag", "-"+name, known))
	}
	return terminal.BadUsage("%s: %s", fs.Name(), text)
}

// begin starts Beam in this process and makes its workers. The caller closes the pool.
func (m *machine) begin() *workers.Pool {
	if !beam.Initialized() {
		beam.Init() // sets up logs
	}
	if !*m.verbose {
		engine.Quiet()
	}
	n := *m.processes
	if n < 0 {
		n = 0 // an engine starts workers itself
		if engine.Local(m.runner) {
			n = runtime.GOMAXPROCS(0)
		}
	}
	pool := workers.NewPool(n)
	workers.SetShared(pool)
	return pool
}

// where returns an error if a name is one that only this machine has, and workers are elsewhere.
func (m *machine) where(what, name string, remote bool) error {
	if remote || engine.Local(m.runner) || strings.HasPrefix(name, "/") {
		return nil
	}
	return terminal.BadUsage(
		"%s %s: the workers of -runner=%s run elsewhere; give a full path that all of "+
			"them see, or a name such as gs://bucket/%s", what, name, m.runner, name)
}
