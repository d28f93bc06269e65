package main

import (
	"context"
	"io"
	"strings"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/papers/replay"
)

// list is the words that a tag of a flag or an argument names.
func list(name string) (words []string) {
	switch name {
	case "adjustments":
		for _, k := range adjust.Kinds() {
			words = append(words, string(k))
		}
	case "datasets":
		for _, e := range datasets.Registry() {
			words = append(words, e.Name)
		}
	case "methods":
		for _, e := range catalogue.All() {
			words = append(words, e.Name)
		}
	case "papers", "replays":
		for _, r := range replay.All() {
			if name == "replays" || r.Paper != replay.Benchmark {
				words = append(words, r.Paper)
			}
		}
	case "rules":
		words = evaluation.CountRule("").Choices()
	}
	return words
}

// completionCommand prints a script for a shell.
type completionCommand struct {
	Args []string `arg:"" optional:"" name:"bash|zsh|fish" words:"bash,zsh,fish" help:"the shell"`
}

func (c *completionCommand) Run(_ context.Context, out, _ io.Writer) error {
	script, err := newProgram().Completion(strings.Join(c.Args, " "))
	if err == nil {
		_, err = io.WriteString(out, script)
	}
	return err
}
