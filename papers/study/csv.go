package study

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The columns of the table in a file of results.
var csvColumns = []string{"dataset", "method", "features", "measure", "mean", "sd", "splits",
	"values", "note"}

// csvAll denotes, in a file of results, the method that uses all features.
const csvAll = "all"

// WriteCSV writes the result as comma-separated values that ReadCSV reads back: first a head of
// lines that begin with #; then a row for each data set, method, number of features and measure,
// with mean, standard deviation, the numbers of the splits (0-19, or 0 2 5) and their values in
// full. command, which may be empty, is the command that makes the file; r.Made is the line #made.
// The line #checksum is the XXH3 of all other lines, by which ReadCSV verifies the file.
//
// Of two data sets, methods or measures with one name the second is written as NAME (2).
func (r *Result) WriteCSV(w io.Writer, command string) error {
	var head, table bytes.Buffer
	sets := distinct(r.Sets, func(s Set) string { return s.Name })
	methods := distinct(r.Methods, func(m Method) string { return m.Label })
	measures := distinct(r.Measures, func(m MeasureInfo) string { return m.Label })
	facts := r.csvHead(command, sets, methods, measures)
	for _, row := range facts {
		for i := range row { // one line per fact, also in a quoted field
			row[i] = strings.Join(strings.Fields(row[i]), " ")
		}
		row[0] = "#" + row[0]
	}
	rows := [][]string{csvColumns}
	for _, cell := range r.Cells {
		rows = append(rows,
			csvRow(cell, sets[cell.Set], methods[cell.Method], measures[cell.Measure]))
	}
	if err := errors.Join(csv.NewWriter(&head).WriteAll(facts),
		csv.NewWriter(&table).WriteAll(rows)); err != nil {
		return err
	}
	sum := csvChecksum(head.Bytes(), table.Bytes())
	for _, part := range [][]byte{head.Bytes(), []byte(csvSum + sum + "\n"), table.Bytes()} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

func csvRow(cell Cell, set, method, measure string) []string {
	values := make([]string, len(cell.Values))
	for i, v := range cell.Values {
		values[i] = csvNumber(v)
	}
	row := []string{
		set, method, csvAll, measure, "", "", splitList(cell.Splits),
		strings.Join(values, " "), strings.Join(strings.Fields(cell.Failed), " "),
	}
	if cell.K > 0 {
		row[2] = strconv.Itoa(cell.K)
	}
	if len(values) > 0 {
		row[4] = csvNumber(cell.Mean)
	}
	if len(values) > 1 {
		row[5] = csvNumber(cell.SD)
	}
	return row
}

// csvHead are the facts about the study, a row each.
func (r *Result) csvHead(command string, sets, methods, measures []string) [][]string {
	rows := [][]string{{"study", r.Name, r.Title}}
	add := func(kind string, texts ...string) {
		for _, text := range texts {
			rows = append(rows, []string{kind, text})
		}
	}
	if command != "" {
		add("command", command)
	}
	if r.Made != "" {
		add("made", r.Made)
	}
	add("protocol", r.Protocol)
	add("splits", strconv.Itoa(r.Splits))
	if r.Folds > 0 {
		add("folds", strconv.Itoa(r.Folds))
	}
	if r.Partial {
		add("partial", "stopped before its end")
	}
	add("remark", r.Remarks...)
	add("warning", r.Warnings...)
	for i, m := range r.Methods {
		rows = append(rows, []string{"method", methods[i], m.Key, flag(m.All, csvAll)})
	}
	for i, m := range r.Measures {
		rows = append(rows, []string{"measure", measures[i], m.Key, strconv.Itoa(m.Better),
			flag(m.Time, "time"), flag(m.Overall, "overall")})
		if m.PerSample {
			rows = append(rows, []string{"measure-per-sample", measures[i]})
		}
	}
	for at, s := range r.Sets {
		rows = append(rows, []string{
			"set", sets[at], strconv.Itoa(s.N), strconv.Itoa(s.D), strconv.Itoa(s.Classes),
			csvNumber(s.Train), csvNumber(s.Test),
			flag(s.Unlabeled, "unlabeled"), numberList(s.Counts), s.Hash, s.Note,
		})
		if len(s.Folds) > 0 {
			add("set-folds", numberList(s.Folds))
		}
		if s.Groups != "" {
			add("set-groups", s.Groups)
		}
		if s.Filled != "" {
			add("set-filled", s.Filled)
		}
		add("set-warning", s.Warnings...)
		add("set-history", s.History...)
		for _, g := range r.Grids {
			if g.Set == at {
				rows = append(rows, []string{
					"set-grid", measures[g.Measure], g.Name, strconv.Itoa(g.Tried),
					csvNumber(g.Best), g.With, csvNumber(g.Median), g.MedianWith, csvNumber(g.Last),
					csvNumber(g.Each),
				})
			}
		}
	}
	return rows
}

// distinct are the names of a list in one line each, with (2), (3) after repeated ones.
func distinct[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		text := strings.Join(strings.Fields(name(v)), " ")
		out[i] = text
		for n := 2; slices.Contains(out[:i], out[i]); n++ {
			out[i] = fmt.Sprintf("%s (%d)", text, n)
		}
	}
	return out
}

func flag(set bool, name string) string {
	if set {
		return name
	}
	return ""
}

// csvNumber has all digits of v.
func csvNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func numberList(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

// splitList writes ascending numbers, runs of them as first-last.
func splitList(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		text := strconv.Itoa(numbers[i])
		if j > i {
			text += "-" + strconv.Itoa(numbers[j])
		}
		parts = append(parts, text)
		i = j + 1
	}
	return strings.Join(parts, " ")
}
