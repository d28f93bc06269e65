package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
	"fsnb.example/internal/wording"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
	"fsnb.example/papers/study/shards"
)

// shardRun is a part of a paper's experiments.
type shardRun struct {
	part    study.Part
	dir     string // of the files of the parts
	command string // of the whole
	workers int
}

// runShard computes a part of each experiment and says in a line where it is.
func runShard(ctx context.Context, experiments []replay.Experiment, r shardRun,
	out, errOut io.Writer) error {
	for i, e := range experiments {
		line := terminal.NewStatus(errOut,
			fmt.Sprintf("%d/%d %s", i+1, len(experiments), e.Study.Name))
		done, err := shards.Run(ctx, r.dir, e.Study, r.part, r.command,
			algorithms.Options{Workers: r.workers,
				Progress: terminal.Progress[algorithms.Progress](line)})
		line.End(err)
		if err != nil {
			if done != nil && ctx.Err() != nil {
				visible.Say(errOut, "stopped; what is finished is in %s: the same command goes "+
					"on from there", r.dir)
			}
			return err
		}
		sayFailed(errOut, done.Failed)
		if err := visible.Say(out, "%s: part %s, %s",
			shards.Path(r.dir, e.Study.Name, r.part), r.part,
			resultsOf(done.Reused+done.Computed, done.Computed)); err != nil {
			return err
		}
	}
	return nil
}

func resultsOf(all, added int) string {
	text := wording.Plural(all, "result", "results")
	if all != added {
		text += fmt.Sprintf(", %d of them new", added)
	}
	return text
}

func sayFailed(errOut io.Writer, failed []string) {
	for _, line := range failed {
		visible.Say(errOut, "no value: %s", line)
	}
}

// Merge adds the results of parts to the files that Replay reads.
type Merge struct {
	Args []string `arg:"" optional:"" name:"DIR" help:"the folder of the parts, such as lap-2018-shards"`
}

// Run runs the command.
func (c *Merge) Run(_ context.Context, out, errOut io.Writer) error {
	if len(c.Args) != 1 || c.Args[0] == "" {
		return terminal.BadUsage("merge: give one folder, that of the parts, such as " +
			"lap-2018-shards")
	}
	if diskcache.Open() == "" {
		return fmt.Errorf("merge: there is no place for the results, as %s is off; set it to a "+
			"folder", diskcache.Variable)
	}
	if _, err := shards.Store("any"); err != nil {
		return err
	}
	merged, err := shards.Merge(c.Args[0], func(name string) string {
		path, _ := shards.Store(name)
		return path
	})
	if err != nil {
		return err
	}
	var next []string
	for _, m := range merged {
		sayFailed(errOut, m.Failed)
		if len(m.Left) > 0 {
			visible.Say(errOut, "%s leaves to fsnb replay, as their results cannot be kept: %s",
				m.Study, strings.Join(m.Left, ", "))
		}
		if err := visible.Say(out, "%s: %d parts, %s, in %s", m.Study, m.Parts,
			resultsOf(m.Results, m.Added), m.Path); err != nil {
			return err
		}
		if m.Command != "" && !strings.Contains(strings.Join(next, "\n"), m.Command) {
			next = append(next, m.Command)
		}
	}
	for _, command := range next {
		if err := visible.Say(out, "show it: %s", command); err != nil {
			return err
		}
	}
	return nil
}
