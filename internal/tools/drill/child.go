package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// stopped is the panic by which do ends a trial.
type stopped struct{ error }

// do ends the trial if there is an error, as package must ends a test.
func do(err error) {
	if err != nil {
		panic(stopped{err})
	}
}

// got is the value of a call.
func got[V any](v V, err error) V {
	do(err)
	return v
}

// wrong ends the trial with an error.
func wrong(format string, args ...any) { do(fmt.Errorf(format, args...)) }

// try returns the error with which do ended a trial.
func try(trial func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			end, ok := p.(stopped)
			if !ok {
				panic(p)
			}
			err = end.error
		}
	}()
	trial()
	return nil
}

// childArgument makes this program one of the processes that the drill kills or measures.
const childArgument = "child"

// childJobs are those of a child, by name.
var childJobs = map[string]func(args []string){
	"study":  studyJob,
	"calls":  callsJob,
	"save":   saveJob,
	"clock":  clockJob,
	"fetch":  fetchJob,
	"load":   loadJob,
	"choose": chooseJob,
}

// child does a job. An error is one line on standard error.
func child(job string, args []string) {
	err := fmt.Errorf("no job %q", job)
	if f, ok := childJobs[job]; ok {
		err = try(func() { f(args) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// process is a process of this program.
type process struct {
	program string   // "" for this one
	env     []string // variables in addition
	attr    *syscall.SysProcAttr
	after   time.Duration // until it is killed, 0 for never
	during  func()        // done while it runs
}

// withCache are processes with a cache in a folder, or "off".
func withCache(folder string) process { return process{env: []string{"FSNB_CACHE=" + folder}} }

// command is a process that does a job.
func (p process) command(ctx context.Context, job string, args ...string) *exec.Cmd {
	if p.program == "" {
		p.program = got(os.Executable())
	}
	cmd := exec.CommandContext(ctx, p.program, append([]string{childArgument, job}, args...)...)
	cmd.Env, cmd.SysProcAttr = append(os.Environ(), p.env...), p.attr
	return cmd
}

// outcome is how a process ended.
type outcome struct {
	out, said string // what it wrote to standard output and error
	err       error
	killed    bool // after its time
}

// run does a job to its end.
func (p process) run(ctx context.Context, job string, args ...string) outcome {
	if p.after > 0 {
		var stop func()
		ctx, stop = context.WithTimeout(ctx, p.after)
		defer stop()
	}
	o := ended(p.command(ctx, job, args...), p.during)
	o.killed = ctx.Err() != nil && o.err != nil && exitCode(o.err) < 0
	return o
}

// good is the output of a job that ends well without a word.
func (p process) good(ctx context.Context, job string, args ...string) string {
	o := p.run(ctx, job, args...)
	if o.err != nil || o.said != "" {
		wrong("%s: %w: %.300s", job, o.err, o.said)
	}
	return o.out
}

// ended runs a process to its end.
func ended(cmd *exec.Cmd, during func()) outcome {
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Start()
	if err == nil {
		if during != nil {
			during()
		}
		err = cmd.Wait()
	}
	return outcome{out: out.String(), said: said.String(), err: err}
}

// exitCode is the status of a process that ended with err, -1 for none.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}
