package main

import (
	"cmp"
	"context"
	"io"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/internal/terminal"
)

// datasetsCommand runs the actions on named data sets.
type datasetsCommand struct {
	Args    []string `arg:"" optional:"" name:"ACTION [NAME…]" words:"list,info,fetch,verify,path"`
	All     bool     `help:"fetch all that can be fetched"`
	Offline bool     `help:"fetch only what is on this machine"`
	Format  string   `name:"o" default:"table" enum:"table,json" help:"the output"`
	fileFlags
}

// Help explains the actions.
func (*datasetsCommand) Help() string {
	return `  list             the data sets by name, and where they are
  info NAME        describe one, or a file
  fetch NAME…      get the files of some, or with -all of all
  verify [NAME…]   check the files of some, or all that are here
  path NAME        say where the file of one is
`
}

func (c *datasetsCommand) Run(ctx context.Context, out, errOut io.Writer) error {
	if len(c.Args) == 0 {
		return terminal.BadUsage(
			"datasets: use datasets list, info NAME, fetch NAME…, verify, or path NAME")
	}
	action, names := c.Args[0], c.Args[1:]
	switch action {
	case "list":
		if len(names) > 0 {
			return terminal.BadUsage("datasets list: %q is too many; it takes no name", names[0])
		}
		return listDatasets(out, c.Format)
	case "info":
		if err := oneData("datasets info", names); err != nil {
			return err
		}
		return c.describe(ctx, out, errOut, names[0], c.Format)
	case "fetch":
		return fetchDatasets(ctx, names, c.All, c.Offline, c.Format, out, errOut)
	case "verify":
		return verifyDatasets(ctx, names, c.Format, out)
	case "path":
		if len(names) != 1 {
			return terminal.BadUsage("datasets path: give the name of one data set")
		}
		e, err := datasets.Find(names[0])
		if err != nil {
			return err
		}
		return pathOf(e, c.Format, out)
	}
	return terminal.BadUsage(
		"datasets: no %q; use datasets list, info NAME, fetch NAME…, verify, or "+
			"path NAME", action)
}

func listDatasets(out io.Writer, format string) error {
	infos, err := datasets.List()
	if err != nil {
		return err
	}
	if format == "table" {
		_, err := io.WriteString(out, display.DatasetsTable(infos).Text())
		return err
	}
	sets := []terminal.Object{}
	for _, i := range infos {
		sets = append(sets, entryJSON(i))
	}
	return terminal.WriteJSON(out, sets)
}

// entryJSON describes a named data set.
func entryJSON(i datasets.Info) terminal.Object {
	papers := []terminal.Object{}
	for _, u := range i.Papers {
		papers = append(papers, terminal.Object{{"paper", u.Paper}, {"as", u.As}, {"how", u.How}})
	}
	image := i.Image()
	return terminal.Object{
		{"name", i.Name}, {"aliases", terminal.EmptyNotNull(i.Aliases)}, {"about", i.Title},
		{"kind", i.Kind},
		{"n", i.N}, {"d", i.D}, {"classes", i.C}, {"counts", i.Counts},
		{"target", i.Target},
		{"image", terminal.Object{{"height", image.Height}, {"width", image.Width},
			{"by_row", image.ByRow}}},
		{"papers", papers}, {"citation", i.Citation}, {"license", i.License},
		{"cautions", terminal.EmptyNotNull(i.Cautions)},
		{"file", i.File.Name}, {"bytes", i.File.Sum.Size}, {"sha256", i.File.Sum.SHA256},
		{"git_blob_sha1", i.File.Sum.GitBlob},
		{"addresses", terminal.EmptyNotNull(i.File.Addresses())}, {"origin", i.Origin},
		{"original", i.Original.Name}, {"convert", i.Convert}, {"obtain", i.Obtain},
		{"where", string(i.Where)},
	}
}

// describe describes a named data set, and summarizes its values when they are on this machine; for
// a file it does the latter.
func (f *fileOptions) describe(
	ctx context.Context, out, errOut io.Writer, source, format string,
) error {
	var entry any
	var known, missing string
	e, unknown := datasets.Find(source)
	if unknown == nil {
		where, _ := e.Locate()
		info := datasets.Info{Entry: e, Where: where}
		entry, known = entryJSON(info), display.EntryTable(info).Text()+"\n"
		if why := e.Missing(); why != nil {
			missing = oneLine(why)
		}
	}
	s := &datasets.Summary{Name: e.Name, N: e.N, D: e.D}
	if missing == "" {
		d, err := f.load(ctx, source, errOut)
		if err != nil {
			return err
		}
		if s, err = d.Summarize(); err != nil {
			return err
		}
	}
	switch {
	case format == "json":
		return terminal.WriteJSON(out, summaryJSON(s, entry, missing))
	case missing != "":
		known += missing + "\n"
	default:
		known += display.SummaryTable(s).Text()
	}
	_, err := io.WriteString(out, known)
	return err
}

// nonZeros is the number of values of sparse data other than 0, null for others.
func nonZeros(s *datasets.Summary) any {
	if s.Storage != "sparse" {
		return nil
	}
	return s.NonZeros
}

// summaryJSON is a summary with the entry, null for files, and how to get the data when they are
// missing.
func summaryJSON(s *datasets.Summary, entry any, missing string) terminal.Object {
	return terminal.Object{
		{"name", s.Name}, {"n", s.N}, {"d", s.D}, {"classes", terminal.EmptyNotNull(s.Classes)},
		{"class_counts", terminal.EmptyNotNull(s.ClassCounts)},
		{"min", algorithms.Number(s.Min)}, {"max", algorithms.Number(s.Max)},
		{"constant", terminal.EmptyNotNull(s.Constant)},
		{"storage", cmp.Or(s.Storage, "dense")}, {"nonzeros", nonZeros(s)},
		{"history", terminal.EmptyNotNull(s.History)},
		{"warnings", terminal.EmptyNotNull(s.Warnings)}, {"missing", missing}, {"entry", entry},
	}
}
