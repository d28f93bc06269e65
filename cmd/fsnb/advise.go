package main

import (
	"context"
	"io"

	"fsnb.example/algorithms"
	"fsnb.example/display"
	"fsnb.example/evaluation/advice"
	"fsnb.example/internal/terminal"
)

// adviseCommand says which methods to try first on a data set.
type adviseCommand struct {
	Format string `name:"o" default:"table" enum:"table,json" help:"the output"`
	dataFlags
}

func (c *adviseCommand) Run(ctx context.Context, out, errOut io.Writer) error {
	d, err := c.load(ctx, c.Args[0], errOut)
	if err != nil {
		return err
	}
	a, err := advice.For(ctx, d)
	if err != nil {
		return err
	}
	if c.Format != "json" {
		_, err = io.WriteString(out, display.AdviceTable(a).Text())
		return err
	}
	var picks []terminal.Object
	for _, p := range a.Picks {
		picks = append(picks, terminal.Object{{"method", p.Method}, {"in_go", p.InGo},
			{"why", p.Why}, {"average_rank", algorithms.Number(p.Rank)},
			{"difference", algorithms.Number(p.Difference)},
			{"redundancy", algorithms.Number(p.Redundancy)},
			{"seconds", algorithms.Number(p.Seconds)}})
	}
	return terminal.WriteJSON(out, terminal.Object{{"dataset", a.Dataset}, {"kind", string(a.Kind)},
		{"because", a.Because}, {"picks", picks}})
}
