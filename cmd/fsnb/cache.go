package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
)

// runCache tells what is remembered, or forgets it. Fetched data files are no
// memory: they go only when -data says so.
func runCache(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("cache", flag.ContinueOnError)
	data := flags.Bool("data", false, "")
	format := flags.String("o", "table", "")
	rest, err := parse(flags, args, format, "table", "json")
	if err != nil {
		return err
	}
	if len(rest) != 1 || rest[0] != "info" && rest[0] != "clear" {
		return badUsage("cache: use cache info, cache clear, or cache clear -data")
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
		for _, path := range files {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("cache: %w", err)
			}
		}
	}
	if *format == "json" {
		of := func(i diskcache.Info, limit int) object {
			return object{{"dir", i.Dir}, {"entries", i.Entries}, {"bytes", i.Bytes}, {"limit", limit}}
		}
		return writeJSON(out, append(of(results, diskcache.MaxBytes), object{
			{"cleared", clear}, {"copies", of(copies, diskcache.MaxCopies)},
			{"data", object{{"dir", dir}, {"entries", len(files)}, {"bytes", bytes}, {"cleared", removed}}},
		}...))
	}
	did := "there are"
	if clear {
		did = "removed"
	}
	if results.Dir == "" {
		_, err = fmt.Fprintf(out, "the cache is off (%s)\n", diskcache.Variable)
	} else {
		_, err = fmt.Fprintf(out, "%s: %s %d results, %.1f of %d MiB\n%s: %s %d parsed files, %.1f of %d MiB\n",
			results.Dir, did, results.Entries, mebibytes(results.Bytes), diskcache.MaxBytes>>20,
			copies.Dir, did, copies.Entries, mebibytes(copies.Bytes), diskcache.MaxCopies>>20)
	}
	if err != nil {
		return err
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
	_, err = fmt.Fprintf(out, "%s: %s %d fetched files, %.1f MiB%s\n", dir, did, len(files), mebibytes(bytes), kept)
	return err
}

func mebibytes(n int64) float64 { return float64(n) / (1 << 20) }
