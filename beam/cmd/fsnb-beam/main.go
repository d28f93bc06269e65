// Command fsnb-beam runs studies and ranks the features of large files on Apache Beam:
//
//	fsnb-beam study PAPER|benchmark [-quick] [-only DATASET]… [-shards DIR] [-groups N]
//	          [BEAM FLAGS]
//	fsnb-beam rank -method NAME [-param key=value]… [-k K] [-labels FILE]
//	          [-label NAME] [-target classes|continuous] [-seed N] [-blocks N] [-memory MB]
//	          [-work DIR] [-traffic] [-o table|json|csv] [BEAM FLAGS] DATA
//	fsnb-beam manifest [-rows] DIR
//	fsnb-beam prism [-port N]
//	fsnb-beam version
//
// Without flags it runs on Prism, Beam's engine for one machine, in this process, with worker
// processes (-processes). BEAM FLAGS are those of Beam's Go SDK: -runner, -endpoint,
// -environment_type, -environment_config, -worker_binary and others. Errors are a line on stderr;
// the exit status is 2 for bad usage, 130 after an interrupt, else 1.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"

	"fsnb.example/beam/engine"
	"fsnb.example/beam/workers"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

func main() {
	workers.Main() // does not return in a worker process
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second interrupt kills
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type command struct {
	name, usage, about string
	run                func(ctx context.Context, args []string, out, errOut io.Writer) error
}

func commands() []command {
	return []command{
		{"study", "PAPER|benchmark [-quick] [-only DATASET]… [-shards DIR] [-groups N]",
			"run the experiments of a paper or the benchmark, for fsnb replay to show", runStudy},
		{"rank", "-method NAME [-param key=value]… [-k K] [-labels FILE] [-label NAME] " +
			"[-target classes|continuous] [-seed N] [-blocks N] [-memory MB] [-work DIR] " +
			"[-traffic] [-o table|json|csv] DATA", "rank the features of a file by blocks of " +
			"its columns", runRank},
		{"manifest", "[-rows] DIR", "list the .npy files of a folder, whose columns together are " +
			"the data, or with -rows their rows", runManifest},
		{"prism", "[-port N]", "run Prism by itself, for this machine only", runPrism},
		{"version", "", "print the version", runVersion},
	}
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	err := dispatch(ctx, args, out, errOut)
	switch {
	case err == nil:
		return 0
	case terminal.FindUsage(err) != nil:
		visible.Say(errOut, "fsnb-beam: %s", visible.Line(err.Error()))
		return 2
	case ctx.Err() != nil:
		visible.Say(errOut, "fsnb-beam: interrupted; the job is canceled")
		return 130
	}
	visible.Say(errOut, "fsnb-beam: %s", visible.Line(err.Error()))
	return 1
}

func dispatch(ctx context.Context, args []string, out, errOut io.Writer) error {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	switch {
	case len(args) == 0:
		return terminal.BadUsage("no command; use one of %s, or help", strings.Join(names, ", "))
	case slices.ContainsFunc(args, func(a string) bool {
		return a == "-worker" || a == "--worker" || a == "--worker=true" || a == "-worker=true"
	}): // a container starts this program so
		return harness(args)
	case args[0] == "help" || args[0] == "-h" || args[0] == "--help" || args[0] == "-help":
		return help(out)
	}
	for _, c := range commands() {
		if c.name == args[0] {
			if len(args) > 1 && slices.Contains([]string{"-h", "--help", "-help"}, args[1]) {
				_, err := io.WriteString(out, "usage: fsnb-beam "+c.name+" "+c.usage+"\n"+
					c.about+"\n")
				return err
			}
			return c.run(ctx, args[1:], out, errOut)
		}
	}
	return terminal.BadUsage("%s", suggest.Unknown("command", args[0], names))
}

func help(out io.Writer) error {
	var b strings.Builder
	b.WriteString("fsnb-beam runs studies and ranks the features of large files on Apache Beam.\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "\n  fsnb-beam %s\n", strings.TrimSpace(c.name+" "+c.usage))
		fmt.Fprintf(&b, "      %s\n", c.about)
	}
	fmt.Fprintf(&b, "\nWithout flags it runs on Prism in this process, with one worker process for "+
		"each\nprocessor (-processes N). -runner is one of %s;\nthe others need -endpoint, and "+
		"-environment_type. -v shows what Beam logs.\nSee docs/cluster.md.\n",
		strings.Join(engine.Runners(), ", "))
	_, err := io.WriteString(out, b.String())
	return err
}

// harness runs this program as a worker of Beam.
func harness(args []string) error {
	if err := flag.CommandLine.Parse(args); err != nil {
		return terminal.Usage(err)
	}
	beam.Init() // does not return
	return errors.New("this program was started as a worker, and Beam did not take it for one")
}
