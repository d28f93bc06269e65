package main

import (
	"context"
	"io"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/papers/replay"
)

// lists are the words that tags of flags and arguments name.
func lists() map[string][]string {
	all := map[string][]string{"rules": evaluation.CountRule("").Choices()}
	for _, e := range catalogue.All() {
		all["methods"] = append(all["methods"], e.Name)
	}
	for _, e := range datasets.Registry() {
		all["datasets"] = append(all["datasets"], e.Name)
	}
	for _, k := range adjust.Kinds() {
		all["adjustments"] = append(all["adjustments"], string(k))
	}
	for _, r := range replay.All() {
		all["replays"] = append(all["replays"], r.Paper)
		if r.Paper != replay.Benchmark {
			all["papers"] = append(all["papers"], r.Paper)
		}
	}
	return all
}

// completionCommand prints a script for a shell.
type completionCommand struct {
	Args []string `arg:"" optional:"" name:"bash|zsh|fish" words:"bash,zsh,fish" help:"the shell"`
}

// Run implements commandline.Command.
func (c *completionCommand) Run(_ context.Context, out, _ io.Writer) error {
	if len(c.Args) != 1 {
		c.Args = []string{""}
	}
	script, err := newProgram().Completion(c.Args[0])
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, script)
	return err
}
