package main

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// accuracyCommand measures the accuracy of methods on classes, and the errors of a regression on a
// continuous target.
type accuracyCommand struct {
	Method      []string                `sep:"none" placeholder:"NAME[:KEY=VALUE,…]" words:"${methods}" help:"a method, with parameters; as often as there are methods"`
	Counts      []int                   `type:"counts" placeholder:"K,…" want:"numbers of features, as in -counts 1,5,10" help:"the numbers of features (1, 2, 3, 5, 7, 10, … up to 200)"`
	Repeats     int                     `placeholder:"N" above:"0" want:"a number of splits from 1" help:"how many splits into training and test (10)"`
	Train       float64                 `placeholder:"SHARE" above:"0" below:"1" want:"the share for training, between 0 and 1" help:"the share for training (0.5)"`
	Classifier  evaluation.Classifier   `help:"the classifier (knn)"`
	Measure     evaluation.ClassMeasure `help:"the measure of its predictions (accuracy)"`
	Regressor   evaluation.Regressor    `help:"the model of a continuous target (knn)"`
	Neighbors   int                     `placeholder:"K" above:"0" want:"a number of neighbors from 1" help:"the neighbors of knn (1)"`
	C           float64                 `placeholder:"WEIGHT" above:"0" want:"a positive weight of the errors" help:"the weight of the errors of linear-svm and logistic (1)"`
	Ridge       float64                 `placeholder:"PENALTY" above:"0" want:"a positive penalty" help:"the penalty of ridge (1)"`
	Trees       int                     `placeholder:"N" above:"0" want:"a number of trees from 1" help:"the trees of forest (100)"`
	Raw         bool                    `help:"features as they are, not standardized"`
	Seed        uint64                  `placeholder:"N" want:"a whole number from 0" help:"the seed of the splits (0)"`
	Workers     int                     `placeholder:"N" want:"a whole number" negative:"give a positive number, or 0 for all processors" help:"goroutines (all processors)"`
	Format      string                  `name:"o" default:"table" enum:"table,json,csv" help:"the output"`
	Spreadsheet bool                    `help:"with -o csv: spreadsheets run no names as formulas"`
	dataFlags
}

func (c *accuracyCommand) Run(ctx context.Context, out, errOut io.Writer) error {
	selectors, err := parseMethods(c.Method)
	if err != nil {
		return err
	}
	if c.Spreadsheet && c.Format != "csv" {
		return terminal.BadUsage(
			"accuracy: -spreadsheet is for -o csv; leave it out, or add -o csv")
	}
	d, err := c.load(ctx, c.Args[0], errOut)
	if err != nil {
		return err
	}
	most := terms.MostCounts
	if len(c.Counts) > 0 {
		most = slices.Max(c.Counts)
	}
	foresee(errOut, d, most, selectors...)
	line := terminal.NewBrief(errOut, "accuracy")
	protocol := evaluation.Protocol{Counts: c.Counts, Repeats: c.Repeats, Train: c.Train,
		Classifier: c.Classifier, Measure: c.Measure, Regressor: c.Regressor,
		Neighbors: c.Neighbors, C: c.C, Ridge: c.Ridge, Trees: c.Trees, Raw: c.Raw, Seed: c.Seed}
	result, done, err := measure(ctx, d, protocol, algorithms.Options{Workers: c.Workers,
		Progress: terminal.Progress[algorithms.Progress](line)}, selectors)
	line.Clear()
	if err != nil {
		if !parallel.Stopped(ctx, err) || done == 0 {
			return err
		}
		err = partialError{err, wording.Plural(done, "split", "splits")}
	}
	if failed := writeResult(out, result, c.Format, c.Spreadsheet); failed != nil {
		return failed
	}
	return err
}

// measure returns the accuracy of methods, or the errors on a continuous target, and the number of
// splits that were finished.
func measure(ctx context.Context, d *datasets.Dataset, p evaluation.Protocol,
	opt algorithms.Options, methods []algorithms.Selector) (display.Showable, int, error) {
	if d.Continuous() {
		r, err := evaluation.Regression(ctx, d,
			p, opt, methods...)
		if r == nil {
			return nil, 0, err
		}
		return r, r.Done, err
	}
	a, err := evaluation.Accuracy(ctx, d, p, opt,
		methods...)
	if a == nil {
		return nil, 0, err
	}
	return a, a.Done, err
}

// writeResult writes a result as its tables, as JSON or as CSV.
func writeResult(out io.Writer, result display.Showable, format string, safe bool) error {
	if format != "table" {
		return writeData(out, result, format, safe)
	}
	outputs, err := display.Render(result)
	if err != nil {
		return err
	}
	text, err := display.File(".txt", outputs)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// readCounts reads numbers of features.
func readCounts(text string, to *[]int) bool {
	*to = []int{}
	for cell := range strings.SplitSeq(text, ",") {
		k, err := strconv.Atoi(strings.TrimSpace(cell))
		if err != nil {
			return false
		}
		*to = append(*to, k)
	}
	return true
}

// parseMethods makes the methods of -method flags: a name, and parameters behind a colon.
func parseMethods(given []string) ([]algorithms.Selector, error) {
	if len(given) == 0 {
		return nil, terminal.BadUsage("accuracy: no method; give -method NAME, as often as there " +
			"are methods, and see fsnb methods")
	}
	var out []algorithms.Selector
	for _, text := range given {
		name, params, some := strings.Cut(text, ":")
		var set []string
		if some {
			set = strings.Split(params, ",")
		}
		m, err := catalogue.New(name, set...)
		if err != nil {
			return nil, terminal.Usage(err)
		}
		out = append(out, m)
	}
	return out, nil
}
