package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"fsnb.example/internal/diskcache"
)

func runCache(_ context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("cache", flag.ContinueOnError)
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	if len(rest) != 1 || rest[0] != "info" && rest[0] != "clear" {
		return badUsage("cache: use cache info, or cache clear")
	}
	cache := diskcache.Open()
	look, did := cache.Info, "there are"
	if rest[0] == "clear" {
		look, did = cache.Clear, "removed"
	}
	info, err := look()
	if err != nil {
		return err
	}
	if *format == "json" {
		return writeJSON(out, object{
			{"dir", info.Dir}, {"entries", info.Entries}, {"bytes", info.Bytes}, {"limit", diskcache.MaxBytes}, {"cleared", rest[0] == "clear"},
		})
	}
	if cache == "" {
		_, err = fmt.Fprintf(out, "the cache is off (%s)\n", diskcache.Variable)
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s %d results, %.1f of %d MiB\n", info.Dir, did, info.Entries, float64(info.Bytes)/(1<<20), diskcache.MaxBytes>>20)
	return err
}
