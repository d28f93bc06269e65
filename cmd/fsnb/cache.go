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

func (c *cacheCommand) Run(_ context.Context, out, _ io.Writer) error {
	if len(c.Args) != 1 || c.Args[0] != "info" && c.Args[0] != "clear" {
		return terminal.BadUsage("cache: use cache info, cache clear, cache clear -data, or " +
			"cache clear -studies")
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
	studies, studyBytes, err := studyFiles()
	if err != nil {
		return err
	}
	removed, forgot := clear && c.Data, clear && c.Studies
	if removed {
		err = removeAll(files)
	}
	if forgot && err == nil {
		err = removeAll(studies)
	}
	if err != nil {
		return err
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
	say := func(gone bool, dir string, entries int, what string, bytes int64, behind string) {
		did := map[bool]string{false: "there are", true: "removed"}[gone]
		if err == nil {
			err = visible.Say(out, "%s: %s %d %s, %.1f%s", dir, did, entries, what,
				float64(bytes)/(1<<20), behind)
		}
	}
	kept := func(gone bool, flag string) string {
		if gone {
			return " MiB"
		}
		return " MiB; cache clear " + flag + " removes them"
	}
	if results.Dir == "" {
		err = visible.Say(out, "the cache is off (%s)", diskcache.Variable)
	} else {
		say(clear, results.Dir, results.Entries, "results", results.Bytes,
			fmt.Sprintf(" of %d MiB", diskcache.MaxBytes>>20))
		say(clear, copies.Dir, copies.Entries, "parsed files", copies.Bytes,
			fmt.Sprintf(" of %d MiB", diskcache.MaxCopies>>20))
	}
	if len(studies) > 0 {
		say(forgot, shards.Folder(), len(studies), "studies", studyBytes, kept(forgot, "-studies"))
	}
	say(removed, dir, len(files), "fetched files", bytes, kept(removed || len(files) == 0, "-data"))
	return err
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
