// Command fsnb selects features from a terminal:
//
//	fsnb methods [-for WORDS | NAME] [-o table|json]
//	fsnb advise [FILE FLAGS] [-o table|json] DATA
//	fsnb rank -method NAME [-param key=value]… [-k K] [-seed N] [-workers N]
//	          [-significant LEVEL [-adjust none|bonferroni|holm|bh|by]] [-choose RULE[=NUMBER]]
//	          [FILE FLAGS] [-o table|json|csv [-spreadsheet]] DATA
//	fsnb accuracy -method NAME[:key=value,…]… [-counts K,…] [-repeats N] [-train SHARE]
//	          [-classifier knn|linear-svm|logistic|ridge|forest]
//	          [-measure accuracy|balanced-accuracy|macro-f1|auc] [-regressor knn|ridge|forest]
//	          [-neighbors K] [-c WEIGHT] [-ridge PENALTY] [-trees N] [-raw] [-seed N] [-workers N]
//	          [FILE FLAGS] [-o table|json|csv [-spreadsheet]] DATA
//	fsnb redundancy -features NAME,… [FILE FLAGS] [-o table|json] DATA
//	fsnb convert [FILE FLAGS] DATA FILE
//	fsnb datasets list | info [FILE FLAGS] NAME | fetch [-offline] NAME… | fetch -all |
//	          verify [NAME…] | path NAME [-o table|json]
//	fsnb papers [PAPER [TABLE]] [-o table|md|csv|json]
//	fsnb replay [PAPER|benchmark] [-quick] [-only DATASET] [-out DIR] [-results DIR]
//	          [-workers N] [-shard I/N [-shards DIR]]
//	fsnb merge DIR
//	fsnb cache info | clear [-data] [-studies] [-o table|json]
//	fsnb completion bash|zsh|fish
//	fsnb version
//
// DATA is a name, a path, or - for standard input; FILE FLAGS: fsnb help. Features are named, or
// indexed from 0. Errors are a line on stderr; the exit status is 2 for bad usage, 130 after an
// interrupt, else 1.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	go func() {
		<-ctx.Done()
		stop() // a second interrupt kills
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// usageError is a mistake in the command line.
type usageError struct{ error }

func badUsage(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

type command struct {
	name, usage, about string
	run                func(ctx context.Context, args []string, out io.Writer) error
}

func commands(errOut io.Writer) []command {
	return []command{
		{"methods", "[-for WORDS | NAME] [-o table|json]",
			"list the selection methods, or say what the " +
				"parameters of one mean", runMethods},
		{"advise", fileUsage + " [-o table|json] DATA", "say which methods to try first, and why",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runAdvise(ctx, args, out, errOut)
			}},
		{"rank", "-method NAME [-param key=value]… [-k K] [-seed N] [-workers N] " +
			"[-significant LEVEL [-adjust none|bonferroni|holm|bh|by]] " +
			"[-choose RULE[=NUMBER]] " + fileUsage +
			" [-o table|json|csv [-spreadsheet]] DATA", "rank or select features, or " +
			"keep the significant ones of a test",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runRank(ctx, args, out, errOut)
			}},
		{"accuracy", "-method NAME[:key=value,…]… [-counts K,…] [-repeats N] [-train SHARE] " +
			"[-classifier knn|linear-svm|logistic|ridge|forest] " +
			"[-measure accuracy|balanced-accuracy|macro-f1|auc] [-regressor knn|ridge|forest] " +
			"[-neighbors K] [-c WEIGHT] [-ridge PENALTY] [-trees N] [-raw] [-seed N] " +
			"[-workers N] " + fileUsage + " [-o table|json|csv [-spreadsheet]] DATA",
			"measure how well the " +
				"features of methods predict classes (accuracy, AUC), or a continuous target " +
				"(R² and " +
				"errors)",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runAccuracy(ctx, args, out, errOut)
			}},
		{"redundancy", "-features NAME,… " + fileUsage + " [-o table|json] DATA",
			"measure how much features repeat each other",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runRedundancy(ctx, args, out, errOut)
			}},
		{"convert", fileUsage + " DATA FILE", "write a data set as .csv, .csv.gz, .svm or .svm.gz",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runConvert(ctx, args, out, errOut)
			}},
		{"datasets", "list | info [FILE FLAGS] NAME | fetch [-offline] NAME… | fetch -all | " +
			"verify [NAME…] | path NAME [-o table|json]", "list the data sets, describe one, " +
			"get files, check them, or say where they are",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runDatasets(ctx, args, out, errOut)
			}},
		{"papers", "[PAPER [TABLE]] [-o table|md|csv|json]", "list the tables of the papers, or " +
			"print one as it is printed", runPapers},
		{"replay", "[PAPER|benchmark] [-quick] [-only DATASET] [-out DIR] [-results DIR] " +
			"[-workers N] [-shard I/N [-shards DIR]]",
			"run a paper's experiments again, and set the results beside the printed ones, or " +
				"run the benchmark of all methods; -shard runs one of N parts, for a cluster",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runReplay(ctx, args, out, errOut)
			}},
		{"merge", "DIR", "put the parts of a replay together, for fsnb replay to show",
			func(ctx context.Context, args []string, out io.Writer) error {
				return runMerge(ctx, args, out, errOut)
			}},
		{"cache", "info | clear [-data] [-studies] [-o table|json]", "tell what the notebooks " +
			"remember, or forget it; -data also removes fetched files, -studies what studies " +
			"finished", runCache},
		{"completion", "bash|zsh|fish", "print what makes a shell complete commands, flags and " +
			"names: source <(fsnb completion bash)", runCompletion},
		{"version", "", "print the version", runVersion},
	}
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	var err error
	if isTerminal(out) {
		screen := &visible.Writer{To: output{out}}
		err = dispatch(ctx, args, screen, errOut)
		err = cmp.Or(err, screen.Close())
	} else {
		err = dispatch(ctx, args, output{out}, errOut)
	}
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		visible.Say(errOut, "fsnb: %s", oneLine(err))
		return 2
	case parallel.Stopped(ctx, err):
		visible.Say(errOut, "fsnb: %s", interruption(err))
		return 130
	}
	visible.Say(errOut, "fsnb: %s", oneLine(err))
	return 1
}

// partialError is an interrupt after which a partial result was printed.
type partialError struct {
	error
	have string // such as 3 features
}

// Unwrap returns the interrupt.
func (e partialError) Unwrap() error { return e.error }

// interruption is the error for an interrupt.
func interruption(err error) string {
	var p partialError
	if !errors.As(err, &p) {
		return "interrupted"
	}
	return "interrupted: the answer is partial, " + p.have
}

// output marks errors of writing.
type output struct{ w io.Writer }

// Write implements io.Writer.
func (o output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err == nil {
		return n, nil
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return n, fmt.Errorf("cannot write the output: %w; look at where it goes", err)
}

// oneLine is an error in one line, with control characters and marks of writing direction escaped.
func oneLine(err error) string { return visible.Line(err.Error()) }

func dispatch(ctx context.Context, args []string, out, errOut io.Writer) error {
	var names []string
	for _, c := range commands(errOut) {
		names = append(names, c.name)
	}
	if len(args) == 0 {
		return badUsage("no command; use one of %s, or help", strings.Join(names, ", "))
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return help(out)
	}
	for _, c := range commands(errOut) {
		if c.name == args[0] {
			err := c.run(ctx, args[1:], out)
			if errors.Is(err, errHelp) {
				_, err = io.WriteString(out, usageLine(c))
			}
			return err
		}
	}
	return usageError{errors.New(suggest.Unknown("command", args[0], names))}
}

func help(out io.Writer) error {
	var b strings.Builder
	b.WriteString("fsnb selects features of a data set.\n\n")
	for _, c := range commands(io.Discard) {
		fmt.Fprintf(&b, "  fsnb %s %s\n        %s\n", c.name, c.usage, c.about)
	}
	b.WriteString("\nDATA is the name of a data set, the path of a file (" + fileKinds +
		"), or - for " +
		"standard input.\n\n" +
		fileHelp)
	_, err := io.WriteString(out, b.String())
	return err
}
