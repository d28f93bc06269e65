package main

import (
	"context"
	"io"
	"slices"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/papers/replay"
)

// lists are the words that tags of flags and arguments name.
var lists = map[string]func() []string{
	"adjustments": func() []string {
		return names(adjust.Kinds(), func(k adjust.Kind) string { return string(k) })
	},
	"datasets": func() []string {
		return names(datasets.Registry(), func(e datasets.Entry) string { return e.Name })
	},
	"methods": func() []string {
		return names(catalogue.All(), func(e catalogue.Entry) string { return e.Name })
	},
	"papers": func() []string {
		return slices.DeleteFunc(replays(), func(name string) bool { return name == replay.Benchmark })
	},
	"replays": replays,
	"rules":   evaluation.CountRule("").Choices,
}

func replays() []string {
	return names(replay.All(), func(r replay.Replay) string { return r.Paper })
}

// names are those of all that there are.
func names[T any](all []T, name func(T) string) (names []string) {
	for _, v := range all {
		names = append(names, name(v))
	}
	return names
}

// completionCommand prints a script for a shell.
type completionCommand struct {
	Args []string `arg:"" optional:"" name:"bash|zsh|fish" words:"bash,zsh,fish" help:"the shell"`
}

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
