package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// childArgument makes this program one of the processes that the drill kills or measures.
const childArgument = "child"

// jobs are those of a child, by name.
var childJobs = map[string]func(args []string) error{
	"study": studyJob,
	"calls": callsJob,
	"save":  saveJob,
	"clock": clockJob,
	"fetch": fetchJob,
}

// child does a job. An error is one line on standard error.
func child(job string, args []string) {
	err := fmt.Errorf("no job %q", job)
	if f, ok := childJobs[job]; ok {
		err = f(args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// childCommand is a process of this program that does a job, with variables of the environment in
// addition.
func childCommand(
	ctx context.Context, env []string, job string, args ...string,
) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, append([]string{childArgument, job}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return cmd, nil
}

// outcome is how a process ended.
type outcome struct {
	out, said string // what it wrote to standard output and error
	err       error
}

// runChild runs a job to its end.
func runChild(ctx context.Context, env []string, job string, args ...string) outcome {
	cmd, err := childCommand(ctx, env, job, args...)
	if err != nil {
		return outcome{err: err}
	}
	return ended(cmd)
}

// ended runs a process to its end.
func ended(cmd *exec.Cmd) outcome {
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	return outcome{out.String(), said.String(), err}
}
