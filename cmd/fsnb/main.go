// Command fsnb selects features from a terminal: fsnb help lists the commands, fsnb help COMMAND
// explains the flags of one. Errors are a line on stderr; the exit status is 2 for bad usage, 130
// after an interrupt, else 1.
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

	"fsnb.example/internal/commandline"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
	"fsnb.example/papers/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	go func() {
		<-ctx.Done()
		stop() // a second interrupt kills
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// commands are those of the command line.
type commands struct {
	Methods    methodsCommand    `cmd:"" help:"list the selection methods, or say what the parameters of one mean"`
	Advise     adviseCommand     `cmd:"" help:"say which methods to try first, and why"`
	Rank       rankCommand       `cmd:"" help:"rank or select features, or keep the significant ones of a test"`
	Accuracy   accuracyCommand   `cmd:"" help:"measure how well the features of methods predict classes (accuracy, AUC), or a continuous target (R² and errors)"`
	Redundancy redundancyCommand `cmd:"" help:"measure how much features repeat each other"`
	Convert    convertCommand    `cmd:"" help:"write a data set as .csv, .csv.gz, .svm or .svm.gz"`
	Datasets   datasetsCommand   `cmd:"" help:"list the data sets, describe one, get files, check them, or say where they are"`
	Papers     command.Papers    `cmd:"" help:"list the tables of the papers, or print one as it is printed"`
	Replay     command.Replay    `cmd:"" help:"run a paper's experiments again, and set the results beside the printed ones, or run the benchmark of all methods; -shard runs one of N parts, for a cluster"`
	Merge      command.Merge     `cmd:"" help:"put the parts of a replay together, for fsnb replay to show"`
	Cache      cacheCommand      `cmd:"" help:"tell what the notebooks remember, or forget it; -data also removes fetched files, -studies what studies finished"`
	Completion completionCommand `cmd:"" help:"print what makes a shell complete commands, flags and names, as in source <(fsnb completion bash)"`
	Version    versionCommand    `cmd:"" help:"print the version"`
}

// newProgram is the program with its flags as they are by default.
func newProgram() *commandline.Program {
	return commandline.New("fsnb", "fsnb selects features of a data set.", new(commands), list,
		readers)
}

// versionCommand prints the version.
type versionCommand struct{}

func (versionCommand) Run(_ context.Context, out, _ io.Writer) error {
	_, err := io.WriteString(out, terminal.Version())
	return err
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	command, err := newProgram().Parse(args)
	screen := &visible.Writer{To: output{out}}
	switch {
	case err != nil:
	case terminal.Is(out):
		err = cmp.Or(command.Run(ctx, screen, errOut), screen.Close())
	default:
		err = command.Run(ctx, screen.To, errOut)
	}
	switch {
	case err == nil:
		return 0
	case terminal.FindUsage(err) != nil:
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
