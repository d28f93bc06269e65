package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/internal/redundancy"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/terminal"
)

// redundancyCommand measures how much features repeat each other.
type redundancyCommand struct {
	Features string `placeholder:"NAME,…" help:"the features, two at least; a name with a comma stands in quotes"`
	Format   string `name:"o" default:"table" enum:"table,json" help:"the output"`
	dataFlags
}

func (c *redundancyCommand) Run(ctx context.Context, out, errOut io.Writer) error {
	named, err := parseFeatures(c.Features)
	if err != nil {
		return err
	}
	d, err := c.load(ctx, c.Args[0], errOut)
	if err != nil {
		return err
	}
	columns, err := findFeatures(named, d)
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
	}{{"pearson", r.Pearson}, {"abs_pearson", r.AbsPearson}, {"sqcos_centered", r.SqCosCentered},
		{"sqcos", r.SqCosUncentered}}
	if c.Format == "json" {
		var o terminal.Object
		for _, m := range measures {
			o = append(o, terminal.Member{m.name, algorithms.Number(m.value)})
		}
		return terminal.WriteJSON(out, o)
	}
	t := &display.Table{Columns: []display.Column{{Name: "measure"},
		{Name: "mean over pairs", Align: display.Right}}}
	for _, m := range measures {
		t.Rows = append(t.Rows, []string{m.name, strconv.FormatFloat(m.value, 'f', 4, 64)})
	}
	_, err = io.WriteString(out, t.Text())
	return err
}

const featuresExample = "as in -features age,weight or -features 0,3,7"

// parseFeatures splits a list of at least two features, given by name or index. A name
// with a comma stands in quotes, as in a CSV.
func parseFeatures(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, terminal.BadUsage("redundancy: no features; give their names, or indices "+
			"from 0, %s",
			featuresExample)
	}
	in := csv.NewReader(strings.NewReader(text))
	in.TrimLeadingSpace = true
	cells, err := in.Read()
	if err != nil {
		return nil, terminal.BadUsage(
			"redundancy: -features %q is no list; put a name with a comma or a "+
				"quote in quotes, and double those inside",
			text)
	}
	for i, cell := range cells {
		if cells[i] = strings.TrimSpace(cell); cells[i] == "" {
			return nil, terminal.BadUsage(
				"redundancy: feature %d of the list is empty; give names or "+
					"indices, %s",
				i+1, featuresExample)
		}
		if slices.Contains(cells[:i], cells[i]) {
			return nil, terminal.BadUsage("redundancy: feature %s is listed twice; name each "+
				"feature once",
				cells[i])
		}
	}
	if len(cells) < 2 {
		return nil, terminal.BadUsage("redundancy: one feature has no pair; give at least two, %s",
			featuresExample)
	}
	return cells, nil
}

// findFeatures returns the columns of features given by name or index. A name wins over
// an index.
func findFeatures(named []string, d *datasets.Dataset) ([]int, error) {
	var columns []int
	for _, name := range named {
		j := slices.Index(d.Features, name)
		if j < 0 {
			var err error
			if j, err = strconv.Atoi(name); err != nil || j < 0 {
				return nil, noFeature(name, d)
			}
		}
		columns = append(columns, j)
	}
	return columns, nil
}

func noFeature(name string, d *datasets.Dataset) error {
	if near, ok := suggest.Nearest(name, d.Features); ok {
		return fmt.Errorf("no feature %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("no feature %q; give a name, or an index from 0 to %d", name, d.D()-1)
}
