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
	"fsnb.example/display"
)

func runRedundancy(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("redundancy", flag.ContinueOnError)
	features := fs.String("features", "", "")
	file := fileFlags(fs)
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
	d, err := loadData(ctx, source, *file)
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
