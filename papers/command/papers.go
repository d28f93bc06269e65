// Package command is the commands of fsnb on the papers: their tables, and their experiments again.
// The tags of the structs are those of internal/commandline.
package command

import (
	"context"
	"io"

	"fsnb.example/display"
	"fsnb.example/internal/terminal"
	"fsnb.example/papers"
)

// Papers lists the papers' tables, those of one paper, or prints one.
type Papers struct {
	Args   []string `arg:"" optional:"" name:"[PAPER [TABLE]]" words:"${papers}" help:"a paper, and one of its tables, such as grm-2015 2"`
	Format string   `name:"o" default:"table" enum:"table,md,csv,json" help:"the output"`
}

// Run runs the command.
func (c *Papers) Run(_ context.Context, out, _ io.Writer) error {
	switch len(c.Args) {
	case 0:
		return listPaperTables(out, papers.Tables(), c.Format)
	case 1:
		tables, err := papers.Of(c.Args[0])
		if err != nil {
			return terminal.Usage(err)
		}
		return listPaperTables(out, tables, c.Format)
	case 2:
		number, err := papers.ParseNumber(c.Args[1])
		if err != nil {
			return terminal.BadUsage("papers: %w", err)
		}
		t, err := papers.Find(c.Args[0], number)
		if err != nil {
			return terminal.Usage(err)
		}
		return writeTable(out, t, t.Shown(), c.Format, func() any { return paperTableJSON(t) })
	}
	return terminal.BadUsage("papers: %q is too many; give a paper and the number of a table",
		c.Args[2])
}

func listPaperTables(out io.Writer, tables []papers.Table, format string) error {
	shown := papers.List(tables)
	return writeTable(out, shown, shown, format, func() any {
		list := []terminal.Object{}
		for i := range tables {
			list = append(list, paperTableObject(&tables[i]))
		}
		return list
	})
}

func writeTable(
	out io.Writer, result any, shown *display.Table, format string, data func() any,
) error {
	switch format {
	case "json":
		return terminal.WriteJSON(out, data())
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

func paperTableObject(t *papers.Table) terminal.Object {
	return terminal.Object{
		{"paper", t.Paper}, {"table", t.Number}, {"printed", t.Printed}, {"caption", t.Caption},
		{"units", t.Units}, {"better", t.Better},
		{"percent", t.Percent}, {"protocol", t.Protocol}, {"marks", t.Marks},
		{"misprints", terminal.EmptyNotNull(t.Misprints)},
		{"notes", terminal.EmptyNotNull(t.Notes)}, {"numbers", len(t.Entries)},
	}
}

func paperTableJSON(t *papers.Table) terminal.Object {
	entries := make([]terminal.Object, len(t.Entries))
	for i, e := range t.Entries {
		var value any // null for text
		if v, ok := e.Value(); ok {
			value = v
		}
		entries[i] = terminal.Object{
			{"section", e.Section}, {"row", e.Row}, {"column", e.Column}, {"measure", e.Measure},
			{"summary", e.Summary}, {"dataset", e.Dataset},
			{"method", e.Method}, {"k", e.K}, {"printed", e.Printed}, {"value", value},
			{"sd", e.SD}, {"p", e.P}, {"mark", e.Mark}, {"note", e.Note},
		}
	}
	return append(paperTableObject(t), terminal.Member{"entries", entries})
}
