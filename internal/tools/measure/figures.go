package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/atomicfile"
)

// figure is one number of one benchmark.
type figure struct {
	benchmark, metric, value string
}

// head names the columns of the file.
var head = []string{"suite", "conditions", "benchmark", "metric", "value"}

var cpuSuffix = regexp.MustCompile(`-[0-9]+$`)

// benchFigures reads what go test -bench prints; a benchmark's name begins with that of its
// package. Seconds take the place of ns/op.
func benchFigures(pkg, output string) []figure {
	var out []figure
	for line := range strings.Lines(output) {
		fields := strings.Fields(line)
		name, ok := strings.CutPrefix(line, "Benchmark")
		if !ok || len(fields) < 4 {
			continue
		}
		name = pkg + "." + cpuSuffix.ReplaceAllString(strings.Fields(name)[0], "")
		for i := 2; i+1 < len(fields); i += 2 {
			value, metric := fields[i], fields[i+1]
			if metric == "ns/op" {
				v, err := strconv.ParseFloat(value, 64)
				if err != nil {
					continue
				}
				value, metric = strconv.FormatFloat(v/1e9, 'g', 4, 64), "s"
			}
			out = append(out, figure{name, metric, value})
		}
	}
	return out
}

// tableFigures reads the table that a script prints: a benchmark a row, whose name begins with that
// of the suite, and a metric a column; an empty cell is none.
func tableFigures(suite, output string) ([]figure, error) {
	var metrics []string
	var out []figure
	for line := range strings.Lines(output) {
		parts := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(parts) < 3 || strings.HasPrefix(strings.TrimSpace(parts[0]), ":") {
			continue
		}
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		if metrics == nil {
			metrics = parts
			continue
		}
		for i := 1; i < len(parts) && i < len(metrics); i++ {
			if parts[i] == "" {
				continue
			}
			metric := strings.TrimSuffix(metrics[i], ", s")
			out = append(out, figure{suite + "." + parts[0], metric, parts[i]})
		}
	}
	if len(out) == 0 {
		return nil, errors.New("its script printed no table")
	}
	return out, nil
}

// replace writes the figures of a suite into the file in place of those it had; other suites stay.
func replace(file, suite, conditions string, figures []figure) error {
	var rows [][]string
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		if rows, err = csv.NewReader(bytes.NewReader(text)).ReadAll(); err != nil {
			return fmt.Errorf("%s: %w; remove it and run script/measure", file, err)
		}
	}
	if len(rows) == 0 {
		rows = [][]string{head}
	}
	at := len(rows)
	if i := slices.IndexFunc(rows, func(r []string) bool { return r[0] == suite }); i >= 0 {
		at = i
	}
	rows = slices.DeleteFunc(rows, func(r []string) bool { return r[0] == suite })
	var own [][]string
	for _, f := range figures {
		own = append(own, []string{suite, conditions, f.benchmark, f.metric, f.value})
	}
	rows = slices.Insert(rows, at, own...)
	return atomicfile.Write(file, func(w io.Writer) error {
		return csv.NewWriter(w).WriteAll(rows)
	})
}
