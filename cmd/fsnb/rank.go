package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/display"
)

func runRank(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("rank", flag.ContinueOnError)
	var params list
	method := fs.String("method", "", "")
	fs.Var(&params, "param", "")
	k := number(fs, "k", "a whole number", strconv.Atoi)
	seed := number(fs, "seed", "a whole number from 0", parseSeed)
	workers := number(fs, "workers", "a whole number", strconv.Atoi)
	file := fileFlags(fs)
	format := fs.String("o", "table", "")
	rest, err := parse(fs, args, format, "table", "json", "csv")
	if err != nil {
		return err
	}
	source, err := oneData("rank", rest)
	if err != nil {
		return err
	}
	if *method == "" {
		return badUsage("rank: no method; give -method NAME, and see fsnb methods")
	}
	entry, err := catalogue.Find(*method)
	if err != nil {
		return usageError{err}
	}
	selector, err := catalogue.New(*method, params...)
	if err != nil {
		return usageError{err}
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case *k < 0 || *k == 0 && given["k"]:
		return badUsage("rank: -k %d; give the number of features wanted, at least 1", *k)
	case *k == 0 && !entry.Nested:
		return badUsage("rank: %s chooses a subset, so the number of features is needed: give -k K", *method)
	case *workers < 0:
		return badUsage("rank: -workers %d; give a positive number, or 0 for all processors", *workers)
	}
	d, err := loadData(ctx, source, *file)
	if err != nil {
		return err
	}
	r, err := selector.Select(ctx, d, algorithms.Options{K: *k, Seed: *seed, Workers: *workers})
	if err != nil {
		return err
	}
	r.Warnings = append(append([]string(nil), d.Warnings...), r.Warnings...)
	switch *format {
	case "json":
		return writeJSON(out, rankJSON(r))
	case "csv":
		write, err := display.CSV(r)
		if err != nil {
			return err
		}
		return write(out)
	}
	_, err = io.WriteString(out, display.Ranking(r).Text())
	return err
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

func rankJSON(r *algorithms.Ranking) object {
	params := object{}
	for _, p := range r.Params {
		params = append(params, member{p.Name, paramValue(p.Value)})
	}
	o := object{
		{"method", r.Method}, {"params", params}, {"dataset", r.Dataset},
		{"n", r.N}, {"d", r.D}, {"k", r.K},
		{"features", emptyNotNull(r.Features)}, {"names", emptyNotNull(r.Names)}, {"scores", r.Scores},
	}
	if r.Raw != nil {
		o = append(o, member{"raw", r.Raw})
	}
	return append(o,
		member{"diagnostics", diagnosticsJSON(r.Diagnostics)},
		member{"history", emptyNotNull(r.History)},
		member{"warnings", emptyNotNull(r.Warnings)},
		member{"seconds", r.Elapsed.Seconds()})
}

// paramValue writes numbers and truth values as such, anything else as text.
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

func diagnosticsJSON(d algorithms.Diagnostics) object {
	o := object{
		{"objective", d.Objective}, {"iterations", d.Iterations}, {"converged", d.Converged},
		{"trace", append(algorithms.Numbers{}, d.Trace...)},
	}
	if c := d.Certificate; c != nil {
		o = append(o, member{"certificate", object{
			{"name", c.Name}, {"value", c.Value}, {"tolerance", c.Tolerance}, {"holds", c.Holds()},
			{"local", c.Local}, {"of", c.Of},
		}})
	}
	for _, v := range d.Extra {
		o = append(o, member{v.Name, v.Value})
	}
	return o
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
	rest, err := parse(fs, args, format, "table", "json")
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return badUsage("methods: %q is too many; it takes one name, or none for all", rest[1])
	}
	entries := catalogue.All()
	table := display.MethodNames
	if len(rest) == 1 {
		e, err := catalogue.Find(rest[0])
		if err != nil {
			return err
		}
		entries, table = []catalogue.Entry{e}, func([]catalogue.Entry) *display.Table { return display.Method(e) }
	}
	if *format == "table" {
		_, err := io.WriteString(out, table(entries).Text())
		return err
	}
	methods := []object{}
	for _, e := range entries {
		params := []object{}
		for _, p := range algorithms.Params(e.Method) {
			params = append(params, object{{"name", p.Name}, {"default", paramValue(p.Value)}, {"about", e.Params[p.Name]}})
		}
		methods = append(methods, object{
			{"name", e.Name}, {"go", fmt.Sprintf("fsnb.%s{}", e.Type)}, {"about", e.Summary}, {"source", e.Source}, {"labels", e.Labels},
			{"nested", e.Nested}, {"cost", e.Cost}, {"params", params}, {"revision", e.Revision},
		})
	}
	return writeJSON(out, methods)
}
