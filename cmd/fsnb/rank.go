package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/resultfile"
	"fsnb.example/internal/spreadsheet"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/wording"
)

// A rankCall is what rank is asked for.
type rankCall struct {
	source         string
	file           fileOptions
	entry          catalogue.Entry
	selector       algorithms.Selector
	k, workers     int
	seed           uint64
	level          float64     // of significance, 0 for none
	adjustment     adjust.Kind // of p-values, for level
	rule           bool        // choose says how many features
	choose         evaluation.Choose
	format         string
	forSpreadsheet bool
}

func runRank(ctx context.Context, args []string, out, errOut io.Writer) error {
	c, err := parseRank(args)
	if err != nil {
		return err
	}
	d, err := loadData(ctx, c.source, c.file, errOut)
	if err != nil {
		return err
	}
	most := c.k
	if c.rule {
		most = evaluation.MostCounts
	}
	foresee(errOut, d, most, c.selector)
	line := newBrief(errOut, c.entry.Name)
	opt := algorithms.Options{K: c.k, Seed: c.seed, Workers: c.workers, Progress: line.update}
	if c.rule {
		c.choose.Selector, c.choose.Protocol.Seed = c.selector, c.seed
		choice, err := c.choose.Count(ctx, d, opt)
		line.clear()
		if err != nil {
			return err
		}
		return writeChoice(out, d, choice, c.format, c.forSpreadsheet)
	}
	r, err := algorithms.Run(ctx, c.selector, d, opt)
	line.clear()
	if err != nil {
		if !parallel.Stopped(ctx, err) || r == nil || len(r.Features) == 0 {
			return err
		}
		err = partialError{err, wording.Plural(len(r.Features), "feature", "features")}
	}
	if c.level > 0 && err == nil {
		if r, err = evaluation.Significant(r, c.level, c.adjustment); err != nil {
			return err
		}
	}
	r.Warnings = append(r.Warnings, evaluation.ChoiceWarnings(d, r)...)
	if failed := writeRanking(out, r, c.format, c.forSpreadsheet); failed != nil {
		return failed
	}
	return err
}

// parseRank reads the arguments of rank.
func parseRank(args []string) (*rankCall, error) {
	fs := flag.NewFlagSet("rank", flag.ContinueOnError)
	var params list
	method := fs.String("method", "", "")
	fs.Var(&params, "param", "")
	k := number(fs, "k", "a whole number", strconv.Atoi)
	seed := number(fs, "seed", "a whole number from 0", parseSeed)
	workers := number(fs, "workers", "a whole number", strconv.Atoi)
	level := number(fs, "significant", "a number between 0 and 1, such as 0.05", parseLevel)
	adjustment := fs.String("adjust", "", "")
	rule := fs.String("choose", "", "")
	file := fileFlags(fs)
	format := fs.String("o", "table", "")
	safe := fs.Bool("spreadsheet", false, "")
	rest, err := parse(fs, args, format, "table", "json", "csv")
	if err != nil {
		return nil, err
	}
	c := &rankCall{}
	if c.source, err = oneData("rank", rest); err != nil {
		return nil, err
	}
	if *method == "" {
		return nil, badUsage("rank: no method; give -method NAME, and see fsnb methods")
	}
	if c.entry, err = catalogue.Find(*method); err != nil {
		return nil, usageError{err}
	}
	if c.selector, err = catalogue.New(*method, params...); err != nil {
		return nil, usageError{err}
	}
	if c.adjustment, err = adjust.ParseKind(*adjustment); err != nil {
		return nil, usageError{err}
	}
	if c.choose, err = parseRule(*rule); err != nil {
		return nil, usageError{err}
	}
	c.file, c.k, c.seed, c.workers, c.level = *file, *k, *seed, *workers, *level
	c.rule, c.format, c.forSpreadsheet = *rule != "", *format, *safe
	return c, c.check(*adjustment != "")
}

// check returns an error if arguments contradict each other; adjusted is true where -adjust is one.
func (c *rankCall) check(adjusted bool) error {
	switch {
	case adjusted && c.level == 0:
		return badUsage("rank: -adjust is for -significant; leave it out, or add -significant 0.05")
	case c.level > 0 && c.k > 0:
		return badUsage("rank: -significant chooses the number of features; leave out -k")
	case c.level > 0 && !c.entry.Nested:
		return badUsage("rank: %s has no p-values: the method is no test; rank by one, such as "+
			"anova-f, chi2, f-regression or pearson", c.entry.Name)
	case c.rule && c.k > 0:
		return badUsage("rank: -choose chooses the number of features; leave out -k")
	case c.rule && c.level > 0:
		return badUsage(
			"rank: -choose and -significant both choose the number of features; leave " +
				"one of them out")
	case c.forSpreadsheet && c.format != "csv":
		return badUsage("rank: -spreadsheet is for -o csv; leave it out, or add -o csv")
	case c.k < 0:
		return badUsage("rank: -k %d; give the number of features wanted, or 0 for all", c.k)
	case c.k == 0 && !c.entry.Nested && !c.rule:
		return badUsage("rank: %s chooses a subset, so the number of features is needed: give -k K",
			c.entry.Name)
	case c.workers < 0:
		return badUsage("rank: -workers %d; give a positive number, or 0 for all processors",
			c.workers)
	}
	return nil
}

// writeChoice writes the ranking of a choice, below its reason where that is a table.
func writeChoice(out io.Writer, d *datasets.Dataset, c *evaluation.Choice, format string,
	safe bool) error {
	r := c.Ranking
	r.Warnings = append(r.Warnings, evaluation.ChoiceWarnings(d, r)...)
	if format == "table" {
		if _, err := io.WriteString(out, display.ChoiceTable(c).Text()+"\n"); err != nil {
			return err
		}
	}
	return writeRanking(out, r, format, safe)
}

// parseRule reads a rule for the number of features, "one-error", or one with its number,
// "percentile=10".
func parseRule(text string) (evaluation.Choose, error) {
	var c evaluation.Choose
	if text == "" {
		return c, nil
	}
	name, value, given := strings.Cut(text, "=")
	c.Rule = evaluation.CountRule(name)
	if !slices.Contains(c.Rule.Choices(), name) {
		return c, errors.New(suggest.Unknown("rule for the number of features", name,
			c.Rule.Choices()))
	}
	var v float64
	var err error
	if given {
		v, err = strconv.ParseFloat(value, 64)
	}
	switch {
	case given && err != nil || math.IsNaN(v):
		return c, fmt.Errorf("%q is no number; write -choose %s=NUMBER", value, name)
	case c.Rule == evaluation.Percentile:
		c.Percent = v
		if given && !(v > 0 && v <= 100) {
			return c, fmt.Errorf("-choose %s: give a number above 0, at most 100", text)
		}
	case c.Rule == evaluation.Threshold && !given:
		return c, errors.New("-choose threshold needs the least score; write -choose " +
			"threshold=NUMBER")
	case c.Rule == evaluation.Threshold:
		c.Least = v
	case given:
		return c, fmt.Errorf("-choose %s takes no number; write -choose %s", text, name)
	}
	return c, nil
}

// parseLevel reads a level of significance.
func parseLevel(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && !(v > 0 && v < 1) {
		err = strconv.ErrRange
	}
	return v, err
}

// writeRanking writes a ranking in one of the formats of rank; with safe, spreadsheets run no names
// of a CSV as formulas.
func writeRanking(out io.Writer, r *algorithms.Ranking, format string, safe bool) error {
	switch format {
	case "json", "csv":
		return writeData(out, r, format, safe)
	}
	_, err := io.WriteString(out, display.RankingTableWithColumns(r).Text())
	return err
}

// writeData writes a result as JSON, or as CSV; with safe, spreadsheets run no names of a CSV as
// formulas.
func writeData(out io.Writer, result any, format string, safe bool) error {
	if format == "json" {
		text, err := resultfile.JSON(result)
		if err != nil {
			return err
		}
		_, err = out.Write(text)
		return err
	}
	write, err := display.CSV(result)
	if err != nil {
		return err
	}
	if !safe {
		return write(out)
	}
	cells := spreadsheet.NewWriter(out)
	if err := write(cells); err != nil {
		return err
	}
	return cells.Close()
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := plainJSON(m.name)
		if err != nil {
			return nil, err
		}
		value, err := plainJSON(m.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}

// plainJSON is json.Marshal, but leaves <, > and & as they are.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// writeJSON writes v indented, with names such as a<b as they are.
func writeJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// paramValue writes numbers and booleans as such, anything else as text.
func paramValue(text string) any {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return text
	}
	if strings.HasPrefix(text, `"`) {
		return v
	}
	return json.RawMessage(text)
}

func emptyNotNull[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}

func runMethods(_ context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("methods", flag.ContinueOnError)
	format := fs.String("o", "table", "")
	wanted := fs.String("for", "", "")
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return badUsage("methods: %q is too many; it takes one name, or none for all", rest[1])
	}
	if len(rest) == 1 && *wanted != "" {
		return badUsage("methods: give a name or -for, not both")
	}
	var wants catalogue.Wants
	if *wanted != "" {
		if wants, err = catalogue.ParseWants(strings.Split(*wanted, ",")...); err != nil {
			return usageError{err}
		}
	}
	entries := catalogue.ByFamily(wants)
	table := display.MethodNamesTable
	if len(rest) == 1 {
		e, err := catalogue.Find(rest[0])
		if err != nil {
			return err
		}
		entries, table = []catalogue.Entry{e},
			func([]catalogue.Entry) *display.Table { return display.MethodTable(e) }
	}
	if *format == "table" {
		_, err := io.WriteString(out, table(entries).Text())
		return err
	}
	slices.SortFunc(entries,
		func(a, b catalogue.Entry) int { return strings.Compare(a.Name, b.Name) })
	methods := []object{}
	for _, e := range entries {
		params := []object{}
		for _, p := range algorithms.Parameters(e.Method) {
			o := object{{"name", p.Name}, {"default", paramValue(p.Value)},
				{"about", e.Params[p.Name]}}
			if p.Needs != "" {
				o = append(o, member{"needs", p.Needs})
			}
			if text := p.Range.String(); text != "" {
				o = append(o, member{"range", text})
			}
			params = append(params, o)
		}
		methods = append(methods, object{
			{"name", e.Name}, {"go", e.InGo()}, {"about", e.Summary},
			{"family", string(e.Family)}, {"source", e.Source}, {"labels", e.Labels},
			{"redundancy", e.Redundancy}, {"p_values", e.PValues},
			{"own_count", e.Fewer || e.Chooses}, {"nested", e.Nested}, {"cost", e.Cost},
			{"params", params}, {"revision", e.Revision},
		})
	}
	return writeJSON(out, methods)
}
