package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
	"fsnb.example/papers/study/shards"
)

// cacheCommand describes the cache, or clears it. Fetched data files are not a cache, and studies
// take hours: they are removed only with -data and -studies.
type cacheCommand struct {
	Args    []string `arg:"" optional:"" name:"info|clear" words:"info,clear" help:"info tells what there is, clear removes results and parsed files"`
	Data    bool     `help:"clear also removes fetched files"`
	Studies bool     `help:"clear also removes what studies finished"`
	Format  string   `name:"o" default:"table" enum:"table,json" help:"the output"`
}

// Run implements commandline.Command.
func (c *cacheCommand) Run(_ context.Context, out, _ io.Writer) error {
	if len(c.Args) != 1 || c.Args[0] != "info" && c.Args[0] != "clear" {
		return terminal.BadUsage("cache: use cache info, cache clear, cache clear -data, or cache clear " +
			"-studies")
	}
	clear := c.Args[0] == "clear"
	look := diskcache.Dir.Info
	if clear {
		look = diskcache.Dir.Clear
	}
	results, err := look(diskcache.Open())
	if err != nil {
		return err
	}
	copies, err := look(diskcache.OpenCopies())
	if err != nil {
		return err
	}
	dir, err := datasets.CacheDir()
	if err != nil {
		return err
	}
	files, bytes, err := datasets.CachedFiles()
	if err != nil {
		return err
	}
	removed := clear && c.Data
	if removed {
		if err := removeAll(files); err != nil {
			return err
		}
	}
	studies, studyBytes, err := studyFiles()
	if err != nil {
		return err
	}
	forgot := clear && c.Studies
	if forgot {
		if err := removeAll(studies); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		of := func(i diskcache.Info, limit int) terminal.Object {
			return terminal.Object{{"dir", i.Dir}, {"entries", i.Entries}, {"bytes", i.Bytes},
				{"limit", limit}}
		}
		return terminal.WriteJSON(out, append(of(results, diskcache.MaxBytes), terminal.Object{
			{"cleared", clear}, {"copies", of(copies, diskcache.MaxCopies)},
			{"data", terminal.Object{{"dir", dir}, {"entries", len(files)}, {"bytes", bytes},
				{"cleared", removed}}},
			{"studies", terminal.Object{{"dir", shards.Folder()}, {"entries", len(studies)},
				{"bytes", studyBytes}, {"cleared", forgot}}},
		}...))
	}
	did := "there are"
	if clear {
		did = "removed"
	}
	if results.Dir == "" {
		err = visible.Say(out, "the cache is off (%s)", diskcache.Variable)
	} else {
		err = visible.Say(out, "%s: %s %d results, %.1f of %d MiB", results.Dir, did,
			results.Entries, mebibytes(results.Bytes), diskcache.MaxBytes>>20)
		if err == nil {
			err = visible.Say(out, "%s: %s %d parsed files, %.1f of %d MiB", copies.Dir, did,
				copies.Entries, mebibytes(copies.Bytes), diskcache.MaxCopies>>20)
		}
	}
	if err != nil {
		return err
	}
	if len(studies) > 0 {
		did, kept := "there are", "; cache clear -studies removes them"
		if forgot {
			did, kept = "removed", ""
		}
		if err := visible.Say(out, "%s: %s %d studies, %.1f MiB%s",
			shards.Folder(), did, len(studies), mebibytes(studyBytes),
			kept); err != nil {
			return err
		}
	}
	kept := ""
	switch {
	case removed:
		did = "removed"
	case len(files) > 0:
		did, kept = "there are", "; cache clear -data removes them"
	default:
		did = "there are"
	}
	return visible.Say(out, "%s: %s %d fetched files, %.1f MiB%s", dir, did, len(files),
		mebibytes(bytes), kept)
}

// studyFiles lists the files of studies and their total size.
func studyFiles() (paths []string, bytes int64, err error) {
	dir := shards.Folder()
	if dir == "" {
		return nil, 0, nil
	}
	if err := diskcache.Check(dir); err != nil {
		return nil, 0, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fmt.Errorf("cache: %w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(e.Name()) != ".study" {
			continue
		}
		paths, bytes = append(paths, filepath.Join(dir, e.Name())), bytes+info.Size()
	}
	return paths, bytes, nil
}

func removeAll(paths []string) error {
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cache: %w", err)
		}
	}
	return nil
}

func mebibytes(n int64) float64 { return float64(n) / (1 << 20) }
