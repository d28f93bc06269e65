package resultfile

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
)

// columns are the headings that a CSV of a ranking may have.
var columns = []string{"rank", "feature", "name", "score", "raw", "criterion", "p_value",
	"adjusted_p_value", "adjustment", "method"}

// line is one feature of a CSV.
type line struct {
	number      int
	rank        int
	feature     int
	score, raw  float64
	p, adjusted float64
	adjustment  string
	method      string
}

func rankingCSV(name string, text []byte, d *datasets.Dataset) (*algorithms.Ranking, error) {
	if d == nil {
		return nil, errors.New("a CSV does not say of which features these are the best; " +
			"give the data set too, or save as .json")
	}
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	rows, err := in.ReadAll()
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "parse error on ", ""))
	}
	if len(rows) == 0 {
		return nil, errors.New("the file is empty; give a header and a feature a line")
	}
	at, err := header(rows[0])
	if err != nil {
		return nil, err
	}
	if len(rows) == 1 {
		return nil, errors.New("there is a header and no feature below it")
	}
	index := make(map[string]int, d.D())
	for j, f := range d.Features {
		index[f] = j
	}
	var lines []line
	for i, row := range rows[1:] {
		l, err := readLine(i+1, row, at, index, d)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		lines = append(lines, l)
	}
	return ordered(name, lines, at, d)
}

// header returns where the columns stand that are known.
func header(row []string) (at map[string]int, err error) {
	at = make(map[string]int)
	for j, cell := range row {
		name := strings.ToLower(strings.TrimSpace(cell))
		if _, twice := at[name]; twice {
			return nil, fmt.Errorf("line 1: two columns are called %q; rename one", short(cell))
		}
		if slices.Contains(columns, name) {
			at[name] = j
		}
	}
	_, byIndex := at["feature"]
	_, byName := at["name"]
	if !byIndex && !byName {
		return nil, fmt.Errorf("line 1: no column is called feature or name; a ranking has some "+
			"of %s",
			strings.Join(columns, ", "))
	}
	return at, nil
}

func readLine(
	number int, row []string, at, index map[string]int, d *datasets.Dataset,
) (line, error) {
	l := line{number: number, rank: number, feature: -1}
	cell := func(name string) (string, bool) {
		j, ok := at[name]
		if !ok {
			return "", false
		}
		return row[j], true
	}
	if name, ok := cell("name"); ok {
		j, known := index[name]
		if !known {
			return l, unknown(name, d)
		}
		l.feature = j
	}
	if text, ok := cell("feature"); ok {
		j, err := strconv.Atoi(strings.TrimSpace(text))
		switch {
		case err != nil || j < 0 || j >= d.D():
			return l, fmt.Errorf("%q is no index of the %d features; they count from 0",
				short(text), d.D())
		case l.feature >= 0 && l.feature != j:
			return l, fmt.Errorf("feature %d is %q, which is column %d of the data set; load "+
				"the data that were ranked",
				j, short(row[at["name"]]), l.feature)
		}
		l.feature = j
	}
	if text, ok := cell("rank"); ok {
		var err error
		if l.rank, err = strconv.Atoi(strings.TrimSpace(text)); err != nil {
			return l, fmt.Errorf("%q is no rank; give whole numbers from 1", short(text))
		}
	}
	for _, number := range []struct {
		name  string
		to    *float64
		share bool
	}{{"score", &l.score, false}, {"raw", &l.raw, false}, {"criterion", &l.raw, false},
		{"p_value", &l.p, true}, {"adjusted_p_value", &l.adjusted, true}} {
		if text, ok := cell(number.name); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || math.IsNaN(v) {
				return l, fmt.Errorf("the %s %q is not a number; give one, or inf",
					number.name, short(text))
			}
			if number.share && !(v >= 0 && v <= 1) {
				return l, fmt.Errorf("the %s %q is not between 0 and 1; give a p-value",
					number.name, short(text))
			}
			*number.to = v
		}
	}
	l.method, _ = cell("method")
	l.adjustment, _ = cell("adjustment")
	return l, nil
}

// ordered makes a ranking of the lines, in the order of their ranks.
func ordered(name string, lines []line, at map[string]int, d *datasets.Dataset,
) (*algorithms.Ranking, error) {
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.rank, b.rank) })
	has := func(column string) bool { _, ok := at[column]; return ok }
	r := &algorithms.Ranking{
		Method: name, Dataset: d.Name, History: slices.Clone(d.History),
		DataWarnings: slices.Clone(d.Warnings),
		N:            d.N(), D: d.D(), K: len(lines),
		OrderOnly: !has("score"),
	}
	seen := make(map[int]int)
	for i, l := range lines {
		if l.rank != i+1 {
			return nil, fmt.Errorf("line %d has rank %d where %d should be; ranks are 1, 2, 3, …",
				l.number+1, l.rank, i+1)
		}
		if before, twice := seen[l.feature]; twice {
			return nil, fmt.Errorf("lines %d and %d are both feature %d; name each feature once",
				before, l.number+1, l.feature)
		}
		seen[l.feature] = l.number + 1
		score := l.score
		if r.OrderOnly {
			score = 1 / float64(i+1)
		}
		r.Features, r.Names = append(r.Features, l.feature), append(r.Names, d.Features[l.feature])
		r.Scores = append(r.Scores, score)
		if has("raw") || has("criterion") {
			r.Raw = append(r.Raw, l.raw)
		}
		if has("p_value") {
			r.PValues = append(r.PValues, l.p)
		}
		if has("adjusted_p_value") {
			r.AdjustedPValues = append(r.AdjustedPValues, l.adjusted)
			r.Adjustment = adjust.Kind(lines[0].adjustment)
		}
		if has("adjusted_p_value") && l.adjustment != lines[0].adjustment {
			return nil, fmt.Errorf("the adjustments are %q and %q; a file has one ranking",
				short(lines[0].adjustment), short(l.adjustment))
		}
		if has("method") && i == 0 && l.method != "" {
			r.Method = l.method
		}
		if has("method") && l.method != lines[0].method {
			return nil, fmt.Errorf("the methods are %q and %q; a file has one ranking",
				short(lines[0].method), short(l.method))
		}
	}
	r.Label, r.Key = r.Method, r.Method
	return r, wholePValues(r)
}
