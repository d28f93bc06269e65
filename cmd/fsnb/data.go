package main

import (
	"context"
	"flag"
	"io"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/redundancy"
	"fsnb.example/datasets"
	"fsnb.example/display"
)

func runRedundancy(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("redundancy", flag.ContinueOnError)
	features := fs.String("features", "", "")
	label := fs.String("label", "", "")
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	source, err := oneData("redundancy", rest)
	if err != nil {
		return err
	}
	columns, err := parseFeatures(*features)
	if err != nil {
		return err
	}
	d, err := load(ctx, source, *label)
	if err != nil {
		return err
	}
	r, err := redundancy.Of(ctx, d, columns, 0)
	if err != nil {
		return err
	}
	measures := []struct {
		name  string
		value float64
	}{{"pearson", r.Pearson}, {"abs_pearson", r.AbsPearson}, {"sqcos_centered", r.SqCosCentered}, {"sqcos", r.SqCosUncentered}}
	if *format == "json" {
		var o object
		for _, m := range measures {
			o = append(o, member{m.name, algorithms.Number(m.value)})
		}
		return writeJSON(out, o)
	}
	t := &display.Table{Columns: []display.Column{{Name: "measure"}, {Name: "mean over pairs", Align: display.Right}}}
	for _, m := range measures {
		t.Rows = append(t.Rows, []string{m.name, strconv.FormatFloat(m.value, 'f', 4, 64)})
	}
	_, err = io.WriteString(out, t.Text())
	return err
}

// parseFeatures reads the indices of at least two features.
func parseFeatures(text string) ([]int, error) {
	const example = "as in -features 0,3,7"
	if text == "" {
		return nil, badUsage("redundancy: no features; give their indices from 0, %s", example)
	}
	var columns []int
	for cell := range strings.SplitSeq(text, ",") {
		cell = strings.TrimSpace(cell)
		j, err := strconv.Atoi(cell)
		switch {
		case err != nil || j < 0:
			return nil, badUsage("redundancy: %q is not an index; give whole numbers from 0, %s", cell, example)
		case slices.Contains(columns, j):
			return nil, badUsage("redundancy: feature %d is listed twice; name each feature once", j)
		}
		columns = append(columns, j)
	}
	if len(columns) < 2 {
		return nil, badUsage("redundancy: one feature has no pair; give at least two, %s", example)
	}
	return columns, nil
}

// load reads a data set, and leaves the reading behind when it is interrupted.
func load(ctx context.Context, source, label string) (*datasets.Dataset, error) {
	type result struct {
		d   *datasets.Dataset
		err error
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	done := make(chan result, 1)
	go func() {
		d, err := datasets.Load(source, datasets.Options{Label: label})
		done <- result{d, err}
	}()
	select {
	case r := <-done:
		return r.d, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func runDatasets(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("datasets", flag.ContinueOnError)
	label := fs.String("label", "", "")
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	switch {
	case len(rest) == 1 && rest[0] == "list":
		return listDatasets(out, *format)
	case len(rest) == 2 && rest[0] == "info":
		return describeDataset(ctx, out, rest[1], *label, *format)
	case len(rest) == 1 && rest[0] == "info":
		return badUsage("datasets info: no data; give the name of a data set or the path of a file")
	}
	return badUsage("datasets: use datasets list, or datasets info NAME")
}

func listDatasets(out io.Writer, format string) error {
	infos, err := datasets.List()
	if err != nil {
		return err
	}
	if format == "table" {
		_, err := io.WriteString(out, display.Datasets(infos).Text())
		return err
	}
	sets := []object{}
	for _, i := range infos {
		sets = append(sets, object{{"name", i.Name}, {"about", i.Note}, {"source", i.Source}})
	}
	return writeJSON(out, sets)
}

func describeDataset(ctx context.Context, out io.Writer, source, label, format string) error {
	d, err := load(ctx, source, label)
	if err != nil {
		return err
	}
	s, err := d.Summarise()
	if err != nil {
		return err
	}
	if format == "table" {
		_, err := io.WriteString(out, display.Summary(s).Text())
		return err
	}
	return writeJSON(out, object{
		{"name", s.Name}, {"n", s.N}, {"d", s.D}, {"classes", emptyNotNull(s.Classes)}, {"class_counts", emptyNotNull(s.ClassCounts)},
		{"min", algorithms.Number(s.Min)}, {"max", algorithms.Number(s.Max)}, {"constant", emptyNotNull(s.Constant)},
		{"history", emptyNotNull(s.History)}, {"warnings", emptyNotNull(s.Warnings)},
	})
}
