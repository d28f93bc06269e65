package main

import (
	"context"
	"flag"
	"io"

	"fsnb.example/algorithms"
	"fsnb.example/display"
	"fsnb.example/evaluation/advice"
)

// runAdvise says which methods to try first on a data set.
func runAdvise(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs := flag.NewFlagSet("advise", flag.ContinueOnError)
	file := fileFlags(fs)
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	source, err := oneData("advise", rest)
	if err != nil {
		return err
	}
	d, err := loadData(ctx, source, *file, errOut)
	if err != nil {
		return err
	}
	a, err := advice.For(ctx, d)
	if err != nil {
		return err
	}
	if *format != "json" {
		_, err = io.WriteString(out, display.AdviceTable(a).Text())
		return err
	}
	var picks []object
	for _, p := range a.Picks {
		picks = append(picks, object{{"method", p.Method}, {"in_go", p.InGo}, {"why", p.Why},
			{"average_rank", algorithms.Number(p.Rank)},
			{"difference", algorithms.Number(p.Difference)},
			{"redundancy", algorithms.Number(p.Redundancy)},
			{"seconds", algorithms.Number(p.Seconds)}})
	}
	return writeJSON(out, object{{"dataset", a.Dataset}, {"kind", string(a.Kind)},
		{"because", a.Because}, {"picks", picks}})
}
