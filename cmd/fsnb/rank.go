package main

import (
	"context"
	"encoding/json"
	"errors"
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
	"fsnb.example/internal/redundancy"
	"fsnb.example/internal/resultfile"
	"fsnb.example/internal/spreadsheet"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/visible"
	"fsnb.example/internal/wording"
)

// rankCommand ranks or selects features.
type rankCommand struct {
	Method      string   `placeholder:"NAME" words:"${methods}" help:"the method; fsnb methods lists them"`
	Param       []string `sep:"none" placeholder:"KEY=VALUE" help:"a parameter of the method, which fsnb methods NAME explains; may be repeated"`
	K           int      `want:"a whole number" negative:"give the number of features wanted, or 0 for all" help:"how many features (all); methods that choose a subset need it"`
	Seed        uint64   `placeholder:"N" want:"a whole number from 0" help:"the seed of random numbers (0)"`
	Workers     int      `placeholder:"N" want:"a whole number" negative:"give a positive number, or 0 for all processors" help:"goroutines (all processors)"`
	Significant float64  `placeholder:"LEVEL" above:"0" below:"1" want:"a number between 0 and 1, such as 0.05" help:"only the features that are significant at this level, for tests with p-values"`
	Adjust      string   `words:"${adjustments}" help:"the adjustment of the p-values for -significant"`
	Choose      string   `placeholder:"RULE[=NUMBER]" words:"${rules}" help:"choose how many features: elbow, one-error, best, percentile[=PERCENT] or threshold=SCORE"`
	Format      string   `name:"o" default:"table" enum:"table,json,csv" help:"the output"`
	Spreadsheet bool     `help:"with -o csv: spreadsheets run no names as formulas"`
	dataFlags

	entry      catalogue.Entry
	selector   algorithms.Selector
	adjustment adjust.Kind
	choice     evaluation.Choose
}

func (c *rankCommand) Run(ctx context.Context, out, errOut io.Writer) error {
	if err := c.prepare(); err != nil {
		return err
	}
	d, err := c.load(ctx, c.Args[0], errOut)
	if err != nil {
		return err
	}
	most := c.K
	if c.Choose != "" {
		most = terms.MostCounts
	}
	foresee(errOut, d, most, c.selector)
	line := terminal.NewBrief(errOut, c.entry.Name)
	opt := algorithms.Options{K: c.K, Seed: c.Seed, Workers: c.Workers,
		Progress: terminal.Progress[algorithms.Progress](line)}
	if c.Choose != "" {
		c.choice.Selector, c.choice.Protocol.Seed = c.selector, c.Seed
		choice, err := c.choice.Count(ctx, d, opt)
		line.Clear()
		if err != nil {
			return err
		}
		return writeChoice(out, d, choice, c.Format, c.Spreadsheet)
	}
	r, err := algorithms.Run(ctx, c.selector, d, opt)
	line.Clear()
	if err != nil {
		if !parallel.Stopped(ctx, err) || r == nil || len(r.Features) == 0 {
			return err
		}
		err = partialError{err, wording.Plural(len(r.Features), "feature", "features")}
	}
	if c.Significant > 0 && err == nil {
		if r, err = evaluation.Significant(r, c.Significant, c.adjustment); err != nil {
			return err
		}
	}
	if !r.Partial {
		r.Warnings = append(r.Warnings, redundancy.ChoiceWarnings(d, r.Features, r.Warnings)...)
	}
	if failed := writeRanking(out, r, c.Format, c.Spreadsheet); failed != nil {
		return failed
	}
	return err
}

// prepare finds what the flags name.
func (c *rankCommand) prepare() (err error) {
	if c.Method == "" {
		return terminal.BadUsage("rank: no method; give -method NAME, and see fsnb methods")
	}
	if c.entry, err = catalogue.Find(c.Method); err != nil {
		return terminal.Usage(err)
	}
	if c.selector, err = catalogue.New(c.Method, c.Param...); err != nil {
		return terminal.Usage(err)
	}
	if c.adjustment, err = adjust.ParseKind(c.Adjust); err != nil {
		return terminal.Usage(err)
	}
	if c.choice, err = parseRule(c.Choose); err != nil {
		return terminal.Usage(err)
	}
	return c.check()
}

// check returns an error if flags contradict each other.
func (c *rankCommand) check() error {
	switch {
	case c.Adjust != "" && c.Significant == 0:
		return terminal.BadUsage(
			"rank: -adjust is for -significant; leave it out, or add -significant 0.05")
	case c.Significant > 0 && c.K > 0:
		return terminal.BadUsage("rank: -significant chooses the number of features; leave out -k")
	case c.Significant > 0 && !c.entry.Nested:
		return terminal.BadUsage(
			"rank: %s has no p-values: the method is no test; rank by one, such as "+
				"anova-f, chi2, f-regression or pearson", c.entry.Name)
	case c.Choose != "" && c.K > 0:
		return terminal.BadUsage("rank: -choose chooses the number of features; leave out -k")
	case c.Choose != "" && c.Significant > 0:
		return terminal.BadUsage(
			"rank: -choose and -significant both choose the number of features; leave " +
				"one of them out")
	case c.Spreadsheet && c.Format != "csv":
		return terminal.BadUsage("rank: -spreadsheet is for -o csv; leave it out, or add -o csv")
	case c.K == 0 && !c.entry.Nested && c.Choose == "":
		return terminal.BadUsage("rank: %s chooses a subset, so the number of features is "+
			"needed: give -k K",
			c.entry.Name)
	}
	return nil
}

// foresee says before a computation starts which of the methods take long, or much memory, for the
// best k features of d, or all with k = 0: a line for each.
func foresee(w io.Writer, d *datasets.Dataset, k int, methods ...algorithms.Selector) {
	for _, m := range methods {
		if text := algorithms.WideWarning(m, d, k); text != "" {
			visible.Say(w, "fsnb: %s", text)
		}
	}
}

// writeChoice writes the ranking of a choice, below its reason where that is a table.
func writeChoice(out io.Writer, d *datasets.Dataset, c *evaluation.Choice, format string,
	safe bool) error {
	r := c.Ranking
	r.Warnings = append(r.Warnings, redundancy.ChoiceWarnings(d, r.Features, r.Warnings)...)
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
	case c.Rule == terms.Percentile:
		c.Percent = v
		if given && !(v > 0 && v <= 100) {
			return c, fmt.Errorf("-choose %s: give a number above 0, at most 100", text)
		}
	case c.Rule == terms.Threshold && !given:
		return c, errors.New("-choose threshold needs the least score; write -choose " +
			"threshold=NUMBER")
	case c.Rule == terms.Threshold:
		c.Least = v
	case given:
		return c, fmt.Errorf("-choose %s takes no number; write -choose %s", text, name)
	}
	return c, nil
}

// writeRanking writes a ranking in one of the formats of rank; with safe, spreadsheets run no names
// of a CSV as formulas.
func writeRanking(out io.Writer, r *algorithms.Ranking, format string, safe bool) error {
	if format != "table" {
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

// methodsCommand lists the methods, or explains one.
type methodsCommand struct {
	Args   []string `arg:"" optional:"" name:"[NAME]" words:"${methods}" help:"a method, to explain its parameters"`
	For    string   `placeholder:"WORDS" help:"the methods for data or wants of these words, separated by commas, such as regression,no-redundancy"`
	Format string   `name:"o" default:"table" enum:"table,json" help:"the output"`
}

func (c *methodsCommand) Run(_ context.Context, out, _ io.Writer) (err error) {
	if len(c.Args) > 1 {
		return terminal.BadUsage(
			"methods: %q is too many; it takes one name, or none for all", c.Args[1])
	}
	if len(c.Args) == 1 && c.For != "" {
		return terminal.BadUsage("methods: give a name or -for, not both")
	}
	var wants catalogue.Wants
	if c.For != "" {
		if wants, err = catalogue.ParseWants(strings.Split(c.For, ",")...); err != nil {
			return terminal.Usage(err)
		}
	}
	entries := catalogue.ByFamily(wants)
	table := display.MethodNamesTable
	if len(c.Args) == 1 {
		e, err := catalogue.Find(c.Args[0])
		if err != nil {
			return err
		}
		entries, table = []catalogue.Entry{e},
			func([]catalogue.Entry) *display.Table { return display.MethodTable(e) }
	}
	if c.Format == "table" {
		_, err := io.WriteString(out, table(entries).Text())
		return err
	}
	slices.SortFunc(entries,
		func(a, b catalogue.Entry) int { return strings.Compare(a.Name, b.Name) })
	methods := []terminal.Object{}
	for _, e := range entries {
		params := []terminal.Object{}
		for _, p := range algorithms.Parameters(e.Method) {
			o := terminal.Object{{"name", p.Name}, {"default", paramValue(p.Value)},
				{"about", e.Params[p.Name]}}
			if p.Needs != "" {
				o = append(o, terminal.Member{"needs", p.Needs})
			}
			if text := p.Range.String(); text != "" {
				o = append(o, terminal.Member{"range", text})
			}
			params = append(params, o)
		}
		methods = append(methods, terminal.Object{
			{"name", e.Name}, {"go", e.InGo()}, {"about", e.Summary},
			{"family", string(e.Family)}, {"source", e.Source}, {"labels", e.Labels},
			{"redundancy", e.Redundancy}, {"p_values", e.PValues},
			{"own_count", e.Fewer || e.Chooses}, {"nested", e.Nested}, {"cost", e.Cost},
			{"params", params}, {"revision", e.Revision},
		})
	}
	return terminal.WriteJSON(out, methods)
}
