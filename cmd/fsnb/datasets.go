package main

import (
	"cmp"
	"context"
	"flag"
	"io"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/display"
)

// runDatasets runs the subcommands on named data sets. errOut gets the progress of downloads.
func runDatasets(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs := flag.NewFlagSet("datasets", flag.ContinueOnError)
	file := fileFlags(fs)
	all := fs.Bool("all", false, "")
	offline := fs.Bool("offline", false, "")
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return badUsage("datasets: use datasets list, info NAME, fetch NAME…, verify, or path NAME")
	}
	names := rest[1:]
	one := func() (datasets.Entry, error) {
		if len(names) != 1 {
			return datasets.Entry{}, badUsage("datasets %s: give the name of one data set", rest[0])
		}
		return datasets.Find(names[0])
	}
	switch rest[0] {
	case "list":
		if len(names) > 0 {
			return badUsage("datasets list: %q is too many; it takes no name", names[0])
		}
		return listDatasets(out, *format)
	case "info":
		source, err := oneData("datasets info", names)
		if err != nil {
			return err
		}
		return describeDataset(ctx, out, errOut, source, *file, *format)
	case "fetch":
		return fetchDatasets(ctx, names, *all, *offline, *format, out, errOut)
	case "verify":
		return verifyDatasets(ctx, names, *format, out)
	case "path":
		e, err := one()
		if err != nil {
			return err
		}
		return pathOf(e, *format, out)
	}
	return badUsage("datasets: no %q; use datasets list, info NAME, fetch NAME…, verify, or "+
		"path NAME", rest[0])
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
	sets := []object{}
	for _, i := range infos {
		sets = append(sets, entryJSON(i))
	}
	return writeJSON(out, sets)
}

// entryJSON describes a named data set.
func entryJSON(i datasets.Info) object {
	papers := []object{}
	for _, u := range i.Papers {
		papers = append(papers, object{{"paper", u.Paper}, {"as", u.As}, {"how", u.How}})
	}
	image := i.Image()
	return object{
		{"name", i.Name}, {"aliases", emptyNotNull(i.Aliases)}, {"about", i.Title},
		{"kind", i.Kind},
		{"n", i.N}, {"d", i.D}, {"classes", i.C}, {"counts", i.Counts},
		{"target", i.Target},
		{"image", object{{"height", image.Height}, {"width", image.Width},
			{"by_row", image.ByRow}}},
		{"papers", papers}, {"citation", i.Citation}, {"license", i.License},
		{"cautions", emptyNotNull(i.Cautions)},
		{"file", i.File.Name}, {"bytes", i.File.Sum.Size}, {"sha256", i.File.Sum.SHA256},
		{"git_blob_sha1", i.File.Sum.GitBlob},
		{"addresses", emptyNotNull(i.File.Addresses())}, {"origin", i.Origin},
		{"original", i.Original.Name}, {"convert", i.Convert}, {"obtain", i.Obtain},
		{"where", string(i.Where)},
	}
}

// describeDataset describes a named data set, and summarizes its values when they are on this
// machine; for a file it does the latter.
func describeDataset(
	ctx context.Context, out, errOut io.Writer, source string, opt fileOptions, format string,
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
		d, err := loadData(ctx, source, opt, errOut)
		if err != nil {
			return err
		}
		if s, err = d.Summarize(); err != nil {
			return err
		}
	}
	switch {
	case format == "json":
		return writeJSON(out, summaryJSON(s, entry, missing))
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
func summaryJSON(s *datasets.Summary, entry any, missing string) object {
	return object{
		{"name", s.Name}, {"n", s.N}, {"d", s.D}, {"classes", emptyNotNull(s.Classes)},
		{"class_counts", emptyNotNull(s.ClassCounts)},
		{"min", algorithms.Number(s.Min)}, {"max", algorithms.Number(s.Max)},
		{"constant", emptyNotNull(s.Constant)},
		{"storage", cmp.Or(s.Storage, "dense")}, {"nonzeros", nonZeros(s)},
		{"history", emptyNotNull(s.History)}, {"warnings", emptyNotNull(s.Warnings)},
		{"missing", missing}, {"entry", entry},
	}
}
