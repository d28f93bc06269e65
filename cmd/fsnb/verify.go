package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// verifyDatasets verifies the files of the named sets, or of all that are on this machine.
func verifyDatasets(ctx context.Context, names []string, format string, out io.Writer) error {
	var entries []datasets.Entry
	for _, name := range names {
		e, err := datasets.Find(name)
		if err != nil {
			return err
		}
		if err := e.Missing(); err != nil {
			return err
		}
		entries = append(entries, e)
	}
	if len(names) == 0 {
		for _, e := range datasets.Registry() {
			if where, _ := e.Locate(); where == datasets.InMirror || where == datasets.InCache {
				entries = append(entries, e)
			}
		}
	}
	sets := []terminal.Object{}
	var wrong []string
	var first error
	for _, e := range entries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, path := e.Locate()
		state, message := "right", ""
		if err := e.Verify(); err != nil {
			state, message = "wrong", oneLine(err)
			wrong = append(wrong, e.Name)
			first = cmp.Or(first, err)
		}
		path = cmp.Or(path, builtIn)
		sets = append(sets, terminal.Object{{"name", e.Name}, {"path", path},
			{"right", state == "right"}, {"error", message}})
		if format == "table" {
			if err := visible.Say(out, "%s: %s: %s", e.Name, state, path); err != nil {
				return err
			}
		}
	}
	switch {
	case format == "json":
		if err := terminal.WriteJSON(out, sets); err != nil {
			return err
		}
	case len(entries) == 0:
		if err := visible.Say(out, "no data files are here: see fsnb datasets list for what "+
			"can be fetched"); err != nil {
			return err
		}
	}
	if len(wrong) > 1 {
		return fmt.Errorf("%d of %d files are not the published ones (%s); the first: %w",
			len(wrong), len(entries), strings.Join(wrong, ", "), first)
	}
	return first
}

// pathOf prints the path of a set's file, for scripts.
func pathOf(e datasets.Entry, format string, out io.Writer) error {
	if e.BuiltIn() {
		return fmt.Errorf("%s comes with the library and has no file; fsnb.Save writes one", e.Name)
	}
	if err := e.Missing(); err != nil {
		return err
	}
	where, path := e.Locate()
	if format == "json" {
		return terminal.WriteJSON(out, terminal.Object{{"name", e.Name}, {"where", string(where)},
			{"path", path}})
	}
	_, err := fmt.Fprintln(out, path)
	return err
}
