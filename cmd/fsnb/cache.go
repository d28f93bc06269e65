package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/visible"
	"fsnb.example/papers/study/shards"
)

// runCache describes the cache, or clears it. Fetched data files are not a cache, and studies take
// hours: they are removed only with -data and -studies.
func runCache(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("cache", flag.ContinueOnError)
	data := flags.Bool("data", false, "")
	withStudies := flags.Bool("studies", false, "")
	format := flags.String("o", "table", "")
	rest, err := parse(flags, args, format, "table", "json")
	if err != nil {
		return err
	}
	if len(rest) != 1 || rest[0] != "info" && rest[0] != "clear" {
		return badUsage("cache: use cache info, cache clear, cache clear -data, or cache clear " +
			"-studies")
	}
	clear := rest[0] == "clear"
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
	removed := clear && *data
	if removed {
		if err := removeAll(files); err != nil {
			return err
		}
	}
	studies, studyBytes, err := studyFiles()
	if err != nil {
		return err
	}
	forgot := clear && *withStudies
	if forgot {
		if err := removeAll(studies); err != nil {
			return err
		}
	}
	if *format == "json" {
		of := func(i diskcache.Info, limit int) object {
			return object{{"dir", i.Dir}, {"entries", i.Entries}, {"bytes", i.Bytes},
				{"limit", limit}}
		}
		return writeJSON(out, append(of(results, diskcache.MaxBytes), object{
			{"cleared", clear}, {"copies", of(copies, diskcache.MaxCopies)},
			{"data", object{{"dir", dir}, {"entries", len(files)}, {"bytes", bytes},
				{"cleared", removed}}},
			{"studies", object{{"dir", shards.Folder()}, {"entries", len(studies)},
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
