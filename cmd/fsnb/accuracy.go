package main

import (
	"context"
	"flag"
	"fmt"
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
	"fsnb.example/internal/wording"
)

// runAccuracy measures the accuracy of methods on classes, and the errors of a regression on a
// continuous target.
func runAccuracy(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs := flag.NewFlagSet("accuracy", flag.ContinueOnError)
	var methods list
	fs.Var(&methods, "method", "")
	p := protocolFlags(fs)
	workers := number(fs, "workers", "a whole number", strconv.Atoi)
	file := fileFlags(fs)
	format := fs.String("o", "table", "")
	safe := fs.Bool("spreadsheet", false, "")
	rest, err := parse(fs, args, format, "table", "json", "csv")
	if err != nil {
		return err
	}
	source, err := oneData("accuracy", rest)
	if err != nil {
		return err
	}
	selectors, err := parseMethods(methods)
	if err != nil {
		return err
	}
	switch {
	case *safe && *format != "csv":
		return badUsage("accuracy: -spreadsheet is for -o csv; leave it out, or add -o csv")
	case *workers < 0:
		return badUsage("accuracy: -workers %d; give a positive number, or 0 for all processors",
			*workers)
	}
	d, err := loadData(ctx, source, *file, errOut)
	if err != nil {
		return err
	}
	most := evaluation.MostCounts
	if len(p.Counts) > 0 {
		most = slices.Max(p.Counts)
	}
	foresee(errOut, d, most, selectors...)
	line := newBrief(errOut, "accuracy")
	result, done, err := measure(ctx, d, *p,
		algorithms.Options{Workers: *workers, Progress: line.update}, selectors)
	line.clear()
	if err != nil {
		if !parallel.Stopped(ctx, err) || done == 0 {
			return err
		}
		err = partialError{err, wording.Plural(done, "split", "splits")}
	}
	if failed := writeResult(out, result, *format, *safe); failed != nil {
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
			evaluation.RegressionOptions{Protocol: p, Options: opt}, methods...)
		if r == nil {
			return nil, 0, err
		}
		return r, r.Done, err
	}
	a, err := evaluation.Accuracy(ctx, d, evaluation.AccuracyOptions{Protocol: p, Options: opt},
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

// protocolFlags defines the flags of a protocol.
func protocolFlags(fs *flag.FlagSet) *evaluation.Protocol {
	p := new(evaluation.Protocol)
	define := func(name, want string, set func(string) error) {
		fs.Func(name, "", func(text string) error {
			if set(text) != nil {
				return fmt.Errorf("give %s", want)
			}
			return nil
		})
	}
	define("counts", "numbers of features, as in -counts 1,5,10", func(text string) error {
		p.Counts = []int{}
		for cell := range strings.SplitSeq(text, ",") {
			k, err := strconv.Atoi(strings.TrimSpace(cell))
			if err != nil {
				return err
			}
			p.Counts = append(p.Counts, k)
		}
		return nil
	})
	define("repeats", "a number of splits from 1", func(text string) (err error) {
		p.Repeats, err = positive(text)
		return err
	})
	define("train", "the share for training, between 0 and 1", func(text string) (err error) {
		if p.Train, err = strconv.ParseFloat(text, 64); err == nil &&
			!(p.Train > 0 && p.Train < 1) {
			err = strconv.ErrRange
		}
		return err
	})
	define("neighbors", "a number of neighbors from 1", func(text string) (err error) {
		p.Neighbors, err = positive(text)
		return err
	})
	define("ridge", "a positive penalty", func(text string) (err error) {
		if p.Ridge, err = strconv.ParseFloat(text, 64); err == nil && !(p.Ridge > 0) {
			err = strconv.ErrRange
		}
		return err
	})
	define("seed", "a whole number from 0", func(text string) (err error) {
		p.Seed, err = parseSeed(text)
		return err
	})
	define("c", "a positive weight of the errors", func(text string) (err error) {
		if p.C, err = strconv.ParseFloat(text, 64); err == nil && !(p.C > 0) {
			err = strconv.ErrRange
		}
		return err
	})
	define("trees", "a number of trees from 1", func(text string) (err error) {
		p.Trees, err = positive(text)
		return err
	})
	oneOf := func(name string, choices []string, set func(string)) {
		last := len(choices) - 1
		want := strings.Join(choices[:last], ", ") + " or " + choices[last]
		define(name, want, func(text string) error {
			set(text)
			if !slices.Contains(choices, text) {
				return strconv.ErrSyntax
			}
			return nil
		})
	}
	oneOf("regressor", p.Regressor.Choices(), func(text string) {
		p.Regressor = evaluation.Regressor(text)
	})
	oneOf("classifier", p.Classifier.Choices(), func(text string) {
		p.Classifier = evaluation.Classifier(text)
	})
	oneOf("measure", p.Measure.Choices(), func(text string) {
		p.Measure = evaluation.ClassMeasure(text)
	})
	fs.BoolVar(&p.Raw, "raw", false, "")
	return p
}

// positive is a whole number from 1.
func positive(text string) (int, error) {
	k, err := strconv.Atoi(text)
	if err == nil && k < 1 {
		err = strconv.ErrRange
	}
	return k, err
}

// parseMethods makes the methods of -method flags: a name, and parameters behind a colon.
func parseMethods(given []string) ([]algorithms.Selector, error) {
	if len(given) == 0 {
		return nil, badUsage("accuracy: no method; give -method NAME, as often as there are " +
			"methods, and see fsnb methods")
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
			return nil, usageError{err}
		}
		out = append(out, m)
	}
	return out, nil
}
