package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/beam/engine"
	"fsnb.example/beam/pipeline"
	"fsnb.example/beam/rank"
	"fsnb.example/display"
	"fsnb.example/internal/resultfile"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// runRank ranks the features of a file.
func runRank(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs, m := newFlags("rank")
	method := fs.String("method", "", "")
	var params list
	fs.Var(&params, "param", "")
	k := fs.Int("k", 0, "")
	seed := fs.Uint64("seed", 0, "")
	labels := fs.String("labels", "", "")
	label := fs.String("label", "", "")
	target := fs.String("target", "", "")
	blocks := fs.Int("blocks", 0, "")
	folder := fs.String("work", "", "")
	format := fs.String("o", "table", "")
	memory := fs.Int("memory", 128, "")
	traffic := fs.Bool("traffic", false, "")
	rest, err := m.parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(rest) != 1:
		return terminal.BadUsage("rank: give one file or folder of data, such as x.npy")
	case *method == "":
		return terminal.BadUsage("rank: no method; give -method NAME, such as fisher")
	case *format != "table" && *format != "json" && *format != "csv":
		return terminal.BadUsage("rank: -o %s; give table, json or csv", *format)
	case *blocks < 0 || *blocks > maxBlocks:
		return terminal.BadUsage(
			"rank: -blocks %d; give 1 to %d, or 0 for one for each worker", *blocks,
			maxBlocks)
	case *memory < 0 || *memory > 1<<20:
		return terminal.BadUsage(
			"rank: -memory %d; give the MB of columns that the driver may hold, 0 for "+
				"none", *memory)
	}
	for what, name := range map[string]string{"the data": rest[0], "-labels": *labels,
		"-work": *folder} {
		if name != "" {
			if err := m.where(what, name, pipeline.Remote(name)); err != nil {
				return err
			}
		}
	}
	if *folder == "" && !engine.Local(m.runner) {
		return terminal.BadUsage(
			"rank: the workers of -runner=%s run elsewhere; give -work, a folder that "+
				"all of them can write to, such as gs://bucket/work", m.runner)
	}
	j := rank.Job{Method: *method, Params: params, K: *k, Seed: *seed,
		Memory: *memory << 20}
	j.Data, j.Labels, j.Label, j.Target = rest[0], *labels, *label, *target
	var release func()
	if j.Folder, release, err = ownFolder(ctx, *folder); err != nil {
		return err
	}
	defer release()
	for _, name := range []*string{&j.Data, &j.Labels} {
		if *name != "" && !pipeline.Remote(*name) { // for workers of another folder
			if *name, err = filepath.Abs(*name); err != nil {
				return err
			}
		}
	}
	r, err := rank.New(ctx, j)
	if err != nil {
		return err
	}
	pool := m.begin()
	defer pool.Close()
	count := *blocks
	if count == 0 {
		if count = pool.Size(); !engine.Local(m.runner) {
			count = elsewhere
		}
	}
	items, err := r.Items(count, pool.Size())
	if err != nil {
		return err
	}
	var moved []int64 // by round
	play := func(ctx context.Context, rounds []pipeline.Round, start any) error {
		p, err := pipeline.Build(r.Shared(), items, rounds, start, r.File())
		if err != nil {
			return err
		}
		what := *method
		if start != nil {
			what += ", further rounds"
		}
		line := newProgress(errOut, what, "blocks of columns", len(items)*len(rounds))
		counters, err := engine.Run(ctx, m.runner, p, line.update)
		line.end()
		for round := range rounds {
			moved = append(moved, counters[fmt.Sprintf("bytes of round %d", round+1)])
		}
		return err
	}
	if err := play(ctx, r.Stages(), nil); err != nil {
		return err
	}
	ranking, err := r.Answer(ctx, play)
	if err != nil {
		return err
	}
	if *traffic {
		for round, bytes := range moved {
			visible.Say(errOut, "bytes of round %d: %d", round+1, bytes)
		}
	}
	return write(out, ranking, *format)
}

// elsewhere is the number of blocks for workers whose number is not known.
const elsewhere = 64

const maxBlocks = 1_000_000

// ownFolder makes a folder for the files of this run, in the one that is given, or a temporary one.
// release removes it.
func ownFolder(ctx context.Context, in string) (dir string, release func(), err error) {
	if pipeline.Remote(in) {
		return pipeline.Join(in, fmt.Sprintf("fsnb-beam-%d", time.Now().UnixNano())), func() {}, nil
	}
	if in != "" {
		if err := os.MkdirAll(in, 0o755); err != nil {
			return "", nil, fmt.Errorf("cannot make the folder of the workers' files: %w; name "+
				"another by -work", err)
		}
		if in, err = filepath.Abs(in); err != nil {
			return "", nil, err
		}
	}
	dir, err = os.MkdirTemp(in, "fsnb-beam-")
	if err != nil {
		return "", nil, fmt.Errorf("cannot make a folder for the workers' files: %w; name another "+
			"by -work", err)
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

// write writes a ranking as fsnb rank does.
func write(out io.Writer, r *algorithms.Ranking, format string) error {
	switch format {
	case "json":
		text, err := resultfile.JSON(r)
		if err != nil {
			return err
		}
		_, err = out.Write(text)
		return err
	case "csv":
		write, err := display.CSV(r)
		if err != nil {
			return err
		}
		return write(out)
	}
	_, err := io.WriteString(out, display.RankingTableWithColumns(r).Text())
	return err
}

// runManifest lists the files of a folder.
func runManifest(ctx context.Context, args []string, out, _ io.Writer) error {
	fs, m := newFlags("manifest")
	rows := fs.Bool("rows", false, "")
	rest, err := m.parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return terminal.BadUsage("manifest: give one folder, of .npy files that have some " +
			"columns each, or with -rows some rows")
	}
	list, err := rank.WriteManifest(ctx, rest[0], *rows)
	if err != nil {
		return err
	}
	return visible.Say(out, "%s: %d files, %d samples, %d features",
		filepath.Join(rest[0], rank.ManifestName), len(list.Shards), list.Samples, list.Features)
}
