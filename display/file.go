package display

import (
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation/papers"
	"fsnb.example/evaluation/replay"
	"fsnb.example/evaluation/study"
)

// File returns the content of a file with the given extension: the first figure for .png, .svg and
// .pdf, all tables for .html, .md and .txt. It returns an error when the outputs have none.
func File(ext string, outputs []Output) ([]byte, error) {
	switch ext {
	case ".png", ".svg", ".pdf":
		for _, o := range outputs {
			if o.Figure == nil {
				continue
			}
			switch ext {
			case ".png":
				return o.Figure.PNG()
			case ".svg":
				return o.Figure.SVG()
			}
			return o.Figure.PDF()
		}
		return nil, errors.New("there is no figure to save; use .html, .md, .txt or .csv for a " +
			"table")
	}
	var parts []string
	for _, o := range outputs {
		switch {
		case ext == ".html" && o.HTML != "":
			parts = append(parts, o.HTML)
		case ext == ".md" && o.Markdown != "":
			parts = append(parts, o.Markdown)
		case ext == ".txt":
			parts = append(parts, o.Text)
		}
	}
	if parts == nil {
		return nil, errors.New("there is no table to save; use .png, .svg or .pdf for a figure")
	}
	text := strings.Join(parts, "\n")
	if ext == ".html" {
		text = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n" + text + "\n"
	}
	return []byte(text), nil
}

// CSV returns the writer of a result's table as comma-separated values. A ranking has rank, feature
// index, name, score and, where it differs, raw criterion, with all digits; an order without scores
// has the criterion only. A paper's table, and a comparison with one, have a printed number a line;
// a study is as in study.Result.WriteCSV; a chart has series, x, y and label, a point a line;
// matrices have panel, row, column and value, a value a line. Any other result is as its table,
// without bars and in a machine-readable form: mean and deviation, and the ends of an interval, are
// separate columns (NAME, NAME sd; NAME low, NAME high), shares in percent are fractions, and names
// are not shortened.
func CSV(result any) (func(io.Writer) error, error) {
	var rows [][]string
	switch v := result.(type) {
	case *algorithms.Ranking:
		rows = rankingRows(v)
	case *papers.Table:
		rows = paperRows(v)
	case *papers.Comparison:
		rows = comparedRows(v)
	case *study.Result:
		return func(w io.Writer) error { return v.WriteCSV(w, "") }, nil
	case replay.Comparisons: // the first alone would pass for all of them
		return nil, errors.New("several comparisons are no one table to save as .csv; save them " +
			"one by one, or as .md")
	default:
		if c, ok := chartOf(result); ok {
			if err := c.check(); err != nil {
				return nil, err
			}
			rows = chartRows(c)
			break
		}
		if m, ok := matricesOf(result); ok {
			if err := m.check(); err != nil {
				return nil, err
			}
			rows = matrixRows(m)
			break
		}
		all, err := tables(result, ".csv")
		if err != nil {
			return nil, err
		}
		rows = all[0].Records()
	}
	return func(w io.Writer) error {
		cw := csv.NewWriter(w)
		if err := cw.WriteAll(rows); err != nil {
			return err
		}
		return cw.Error()
	}, nil
}

func rankingRows(r *algorithms.Ranking) [][]string {
	heads := []string{"rank", "feature", "name"}
	raw := "raw"
	if r.OrderOnly {
		raw = "criterion"
	} else {
		heads = append(heads, "score")
	}
	if r.Raw != nil {
		heads = append(heads, raw)
	}
	rows := [][]string{heads}
	at := func(values algorithms.Numbers, i int) string {
		if i < len(values) {
			return CSVNumber(values[i])
		}
		return ""
	}
	for i, j := range r.Features {
		row := []string{strconv.Itoa(i + 1), strconv.Itoa(j), ""}
		if i < len(r.Names) {
			row[2] = r.Names[i]
		}
		if !r.OrderOnly {
			row = append(row, at(r.Scores, i))
		}
		if r.Raw != nil {
			row = append(row, at(r.Raw, i))
		}
		rows = append(rows, row)
	}
	return rows
}

// CSVNumber writes a number with all its digits; infinite ones are inf and -inf.
func CSVNumber(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// LaTeX returns the tables of a result for a paper, or an error when it has none.
func LaTeX(result any) (string, error) {
	all, err := tables(result, ".tex")
	if err != nil {
		return "", err
	}
	parts := make([]string, len(all))
	for i, t := range all {
		parts[i] = t.LaTeX()
	}
	return strings.Join(parts, "\n"), nil
}
