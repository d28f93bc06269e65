package main

import (
	"context"
	"flag"
	"io"

	"fsnb.example/display"
	"fsnb.example/papers"
)

// runPapers lists the papers' tables, those of one paper, or prints one.
func runPapers(_ context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("papers", flag.ContinueOnError)
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "md", "csv", "json")
	if err != nil {
		return err
	}
	switch len(rest) {
	case 0:
		return listPaperTables(out, papers.Tables(), *format)
	case 1:
		tables, err := papers.Of(rest[0])
		if err != nil {
			return usageError{err}
		}
		return listPaperTables(out, tables, *format)
	case 2:
		number, err := papers.ParseNumber(rest[1])
		if err != nil {
			return badUsage("papers: %w", err)
		}
		t, err := papers.Find(rest[0], number)
		if err != nil {
			return usageError{err}
		}
		return writeTable(out, t, t.Shown(), *format,
			func() any { return paperTableJSON(t) })
	}
	return badUsage("papers: %q is too many; give a paper and the number of a table", rest[2])
}

func listPaperTables(out io.Writer, tables []papers.Table, format string) error {
	shown := papers.List(tables)
	return writeTable(out, shown, shown, format, func() any {
		list := []object{}
		for i := range tables {
			list = append(list, paperTableObject(&tables[i]))
		}
		return list
	})
}

// writeTable writes a result in the format that -o asks for.
func writeTable(
	out io.Writer, result any, shown *display.Table, format string, data func() any,
) error {
	switch format {
	case "json":
		return writeJSON(out, data())
	case "csv":
		write, err := display.CSV(result)
		if err != nil {
			return err
		}
		return write(out)
	case "md":
		_, err := io.WriteString(out, shown.Markdown())
		return err
	}
	_, err := io.WriteString(out, shown.Text())
	return err
}

// paperTableObject describes a table, without its cells.
func paperTableObject(t *papers.Table) object {
	return object{
		{"paper", t.Paper}, {"table", t.Number}, {"printed", t.Printed}, {"caption", t.Caption},
		{"units", t.Units}, {"better", t.Better},
		{"percent", t.Percent}, {"protocol", t.Protocol}, {"marks", t.Marks},
		{"misprints", emptyNotNull(t.Misprints)}, {"notes", emptyNotNull(t.Notes)},
		{"numbers", len(t.Entries)},
	}
}

func paperTableJSON(t *papers.Table) object {
	entries := make([]object, len(t.Entries))
	for i, e := range t.Entries {
		var value any // null for text
		if v, ok := e.Value(); ok {
			value = v
		}
		entries[i] = object{
			{"section", e.Section}, {"row", e.Row}, {"column", e.Column}, {"measure", e.Measure},
			{"summary", e.Summary}, {"dataset", e.Dataset},
			{"method", e.Method}, {"k", e.K}, {"printed", e.Printed}, {"value", value},
			{"sd", e.SD}, {"p", e.P}, {"mark", e.Mark}, {"note", e.Note},
		}
	}
	return append(paperTableObject(t), member{"entries", entries})
}
