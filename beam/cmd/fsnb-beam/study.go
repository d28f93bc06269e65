package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fsnb.example/beam/engine"
	"fsnb.example/beam/pipeline"
	"fsnb.example/beam/studies"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/filelock"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// runStudy runs the experiments of a paper, or the benchmark.
func runStudy(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs, m := newFlags("study")
	quick := fs.Bool("quick", false, "")
	var only list
	fs.Var(&only, "only", "")
	dir := fs.String("shards", "", "")
	groups := fs.Int("groups", 200, "")
	rest, err := m.parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(rest) != 1:
		return terminal.BadUsage(
			"study: give one paper, such as lap-2018, or benchmark; fsnb replay lists them")
	case *groups < 1:
		return terminal.BadUsage("study: -groups %d; give the most groups of pieces of a study, "+
			"such as 200",
			*groups)
	case diskcache.Open() == "":
		return fmt.Errorf("study: there is no place for the results, as %s is off; set it to a "+
			"folder", diskcache.Variable)
	}
	j := studies.Job{Paper: rest[0], Quick: *quick, Groups: *groups,
		Shards: cmp.Or(*dir, rest[0]+"-shards"), Command: "fsnb replay " + rest[0]}
	if *quick {
		j.Command += " -quick"
	}
	for _, o := range only {
		for name := range strings.SplitSeq(o, ",") {
			j.Only = append(j.Only, strings.TrimSpace(name))
			j.Command += " -only " + strings.TrimSpace(name)
		}
	}
	items, err := j.Items()
	if err != nil {
		return terminal.Usage(err)
	}
	remote := pipeline.Remote(j.Shards)
	if err := m.where("-shards", j.Shards, remote); err != nil {
		return err
	}
	if !remote {
		release, err := alone(&j.Shards)
		if err != nil {
			return err
		}
		defer release()
	}
	pool := m.begin()
	defer pool.Close()
	p, err := pipeline.Build(j, items, studies.Rounds(), nil, pipeline.Join(j.Shards, "done.json"))
	if err != nil {
		return err
	}
	line := newProgress(errOut, j.Paper, "groups of pieces", len(items))
	_, err = engine.Run(ctx, m.runner, p, line.update)
	line.end()
	if err != nil {
		if ctx.Err() != nil {
			visible.Say(errOut, "stopped; what is finished is in %s: the same command goes on "+
				"from there", j.Shards)
		}
		return err
	}
	var found studies.Found
	if err := pipeline.Read(ctx, pipeline.Join(j.Shards, "done.json"), &found); err != nil {
		return err
	}
	merged, err := j.Merge(ctx)
	if err != nil {
		return err
	}
	for _, one := range merged {
		for _, line := range one.Failed {
			visible.Say(errOut, "no value: %s", line)
		}
		if len(one.Left) > 0 {
			visible.Say(errOut, "%s leaves to fsnb replay, as their results cannot be kept: %s",
				one.Study, strings.Join(one.Left, ", "))
		}
		if err := visible.Say(out, "%s: %d results, %d of them new, in %s", one.Study,
			one.Results, one.Added, one.Path); err != nil {
			return err
		}
	}
	return visible.Say(out, "%d results computed, %d found; show them: %s", found.Computed,
		found.Reused, j.Command)
}

// alone locks the folder, which it makes, and its name becomes a full one.
func alone(dir *string) (release func(), err error) {
	full, err := filepath.Abs(*dir)
	if err != nil {
		return nil, err
	}
	*dir = full
	if err := os.MkdirAll(full, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the folder of the shards: %w; name another by -shards",
			err)
	}
	release, err = filelock.Try(filepath.Join(full, "fsnb-beam.lock"))
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("%s: another run of fsnb-beam writes there; wait for it, or name "+
			"another folder by -shards", full)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w; name a folder that you may write to", full, err)
	}
	return release, nil
}
