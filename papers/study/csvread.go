package study

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/tabular"
)

// readSplits reads what splitList writes.
func readSplits(text string) ([]int, error) {
	var out []int
	for _, part := range strings.Fields(text) {
		first, last, run := strings.Cut(part, "-")
		lo, err := strconv.Atoi(first)
		hi := lo
		if err == nil && run {
			hi, err = strconv.Atoi(last)
		}
		if err != nil || lo < 0 || hi < lo || hi >= maxSplits ||
			len(out) > 0 && lo <= out[len(out)-1] {
			return nil, fmt.Errorf("splits %q are no ascending numbers such as 0-19 or 0 2 5", text)
		}
		for n := lo; n <= hi; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}

// ReadCSV reads what WriteCSV writes, plain or compressed with gzip, and files of earlier versions,
// which have no checksum. The values are those of the result bit for bit; fields that are not in a
// file (times, pieces reused) are zero.
//
// It returns an error that names the line, or the first missing row, for a file that is not a
// study, is truncated, lacks rows or values of its head, has values that are not finite or do not
// match their mean, or was changed after it was written; and for gzip that is damaged or expands to
// more than 250 times its size. A stopped study is read, marked Partial.
func ReadCSV(f io.Reader) (*Result, error) {
	source, err := tabular.Open(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(source)
	if err != nil {
		return nil, err
	}
	text, sum, rest := splitChecksum(text)
	c := csv.NewReader(bytes.NewReader(text))
	c.FieldsPerRecord = -1
	c.ReuseRecord = true
	in := csvReader{r: &Result{}, dated: sum == ""}
	for {
		row, err := c.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w; write the file again", err)
		}
		if err := in.row(row); err != nil {
			line, _ := c.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if !in.table {
		return nil, errors.New("it ends before the table of values; is it a study saved as .csv?")
	}
	if err := in.complete(); err != nil {
		return nil, err
	}
	if sum != "" && sum != csvChecksum(rest...) {
		return nil, errors.New("its checksum does not fit: it was changed after it was written; " +
			"write the file again")
	}
	return in.r, nil
}

// csvReader fills a result line by line.
type csvReader struct {
	r                       *Result
	table                   bool // the head is read
	dated                   bool // of a version without checksums
	sets, methods, measures map[string]int
}

func (in *csvReader) row(row []string) error {
	kind, head := strings.CutPrefix(row[0], "#")
	switch {
	case in.table:
		return in.cell(row)
	case head:
		return in.fact(kind, row[1:])
	case in.r.Name == "" || !slices.Equal(row, csvColumns):
		return errors.New("this is no study saved as .csv: it begins with #study and has the " +
			"columns " + strings.Join(csvColumns, ","))
	}
	if err := in.head(); err != nil {
		return err
	}
	in.table = true
	in.sets = places(in.r.Sets, func(s Set) string { return s.Name })
	in.methods = places(in.r.Methods, func(m Method) string { return m.Label })
	in.measures = places(in.r.Measures, func(m MeasureInfo) string { return m.Label })
	r := in.r
	if len(in.sets) < len(r.Sets) || len(in.methods) < len(r.Methods) ||
		len(in.measures) < len(r.Measures) {
		return errors.New("two data sets, methods or measures have one name; rename one")
	}
	return nil
}

func places[T any](list []T, name func(T) string) map[string]int {
	out := make(map[string]int, len(list))
	for i, v := range list {
		out[name(v)] = i
	}
	return out
}

// fields is the number of fields of each kind of fact.
var fields = map[string]int{
	"study": 2, "command": 1, "made": 1, "protocol": 1, "splits": 1, "folds": 1, "partial": 1,
	"remark": 1, "warning": 1, "method": 3, "measure": 5, "measure-per-sample": 1, "set": 10,
	"set-folds": 1, "set-groups": 1, "set-filled": 1, "set-warning": 1, "set-history": 1,
	"set-grid": 9,
}

// fact reads a line of the head. Unknown kinds, from later versions, are skipped.
func (in *csvReader) fact(kind string, f []string) error {
	want, known := fields[kind]
	if !known {
		return nil
	}
	if len(f) != want {
		return fmt.Errorf("#%s has %d fields in place of %d; write the file again", kind, len(f),
			want)
	}
	r := in.r
	if strings.HasPrefix(kind, "set-") && len(r.Sets) == 0 {
		return fmt.Errorf("#%s stands before any #set; write the file again", kind)
	}
	switch kind {
	case "study":
		r.Name, r.Title = f[0], f[1]
	case "made":
		r.Made = f[0]
	case "protocol":
		r.Protocol = f[0]
	case "splits":
		return readNumber(&r.Splits, kind, f[0])
	case "folds":
		return readNumber(&r.Folds, kind, f[0])
	case "partial":
		r.Partial = true
	case "remark":
		r.Remarks = append(r.Remarks, f[0])
	case "warning":
		r.Warnings = append(r.Warnings, f[0])
	case "method":
		r.Methods = append(r.Methods, Method{Label: f[0], Key: f[1], All: f[2] != ""})
	case "measure":
		m := MeasureInfo{Label: f[0], Key: f[1], Time: f[3] != "", Overall: f[4] != ""}
		if err := readNumber(&m.Better, kind, f[2]); err != nil {
			return err
		}
		if m.Better < -1 || m.Better > 1 {
			return fmt.Errorf("#measure: %d is none of -1, 0 and 1; write the file again", m.Better)
		}
		r.Measures = append(r.Measures, m)
	case "measure-per-sample":
		at := slices.IndexFunc(r.Measures, func(m MeasureInfo) bool { return m.Label == f[0] })
		if at < 0 {
			return fmt.Errorf("#%s: no measure %q stands before it; write the file again", kind,
				f[0])
		}
		r.Measures[at].PerSample = true
	case "set-folds":
		return numbers(&r.Sets[len(r.Sets)-1].Folds, kind, f[0])
	case "set-groups":
		r.Sets[len(r.Sets)-1].Groups = f[0]
	case "set-filled":
		r.Sets[len(r.Sets)-1].Filled = f[0]
	case "set":
		return in.set(f)
	case "set-warning":
		s := &r.Sets[len(r.Sets)-1]
		s.Warnings = append(s.Warnings, f[0])
	case "set-history":
		s := &r.Sets[len(r.Sets)-1]
		s.History = append(s.History, f[0])
	case "set-grid":
		return in.grid(f)
	}
	return nil
}

// grid reads what a grid found on the data set above it.
func (in *csvReader) grid(f []string) error {
	g := Grid{Set: len(in.r.Sets) - 1, Name: f[1], With: f[4], MedianWith: f[6]}
	g.Measure = slices.IndexFunc(in.r.Measures, func(m MeasureInfo) bool { return m.Label == f[0] })
	if g.Measure < 0 {
		return fmt.Errorf("#set-grid: no measure %q stands before it; write the file again", f[0])
	}
	if err := readNumber(&g.Tried, "set-grid", f[2]); err != nil {
		return err
	}
	for i, to := range []*float64{&g.Best, &g.Median, &g.Last, &g.Each} {
		if err := readNumber(to, "set-grid", f[[]int{3, 5, 7, 8}[i]]); err != nil {
			return err
		}
	}
	in.r.Grids = append(in.r.Grids, g)
	return nil
}

func (in *csvReader) set(f []string) error {
	s := Set{Name: f[0], Unlabeled: f[6] != "", Hash: f[8], Note: f[9]}
	for i, to := range []*int{&s.N, &s.D, &s.Classes} {
		if err := readNumber(to, "set", f[1+i]); err != nil {
			return err
		}
	}
	for i, to := range []*float64{&s.Train, &s.Test} {
		if err := readNumber(to, "set", f[4+i]); err != nil {
			return err
		}
	}
	if err := numbers(&s.Counts, "set", f[7]); err != nil {
		return err
	}
	if !ascending(s.Counts) {
		return fmt.Errorf("numbers of features %q; give ascending numbers from 1", f[7])
	}
	in.r.Sets = append(in.r.Sets, s)
	return nil
}

func readNumber[T int | float64](to *T, kind, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || float64(T(v)) != v {
		return fmt.Errorf("#%s: %q is no number; write the file again", kind, text)
	}
	*to = T(v)
	return nil
}

func numbers(to *[]int, kind, text string) error {
	for _, word := range strings.Fields(text) {
		var n int
		if err := readNumber(&n, kind, word); err != nil {
			return err
		}
		*to = append(*to, n)
	}
	return nil
}

func (in *csvReader) cell(row []string) error {
	if len(row) != len(csvColumns) {
		return fmt.Errorf("%d fields in place of %d; write the file again", len(row),
			len(csvColumns))
	}
	var c Cell
	for _, at := range []struct {
		place *int
		of    map[string]int
		what  string
		name  string
	}{
		{&c.Set, in.sets, "data set", row[0]},
		{&c.Method, in.methods, "method", row[1]},
		{&c.Measure, in.measures, "measure", row[3]},
	} {
		i, ok := at.of[at.name]
		if !ok {
			return fmt.Errorf("%s %q is none of the head's; write the file again", at.what, at.name)
		}
		*at.place = i
	}
	if row[2] != csvAll {
		k, err := strconv.Atoi(row[2])
		if err != nil || k < 1 {
			return fmt.Errorf("%q features; give a number from 1, or %s", row[2], csvAll)
		}
		c.K = k
	}
	var err error
	if c.Splits, err = readSplits(row[6]); err != nil {
		return err
	}
	for _, text := range strings.Fields(row[7]) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("value %q is no number; write the file again", text)
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("value %q is not finite; write the file again", text)
		}
		c.Values = append(c.Values, v)
	}
	if len(c.Values) != len(c.Splits) && !in.r.Measures[c.Measure].Overall {
		return fmt.Errorf("%d values of %d splits; write the file again", len(c.Values),
			len(c.Splits))
	}
	c.Failed = row[8]
	c.Summarize()
	if err := summaryFits(c, row[4], row[5]); err != nil {
		return err
	}
	in.r.Cells = append(in.r.Cells, c)
	return nil
}
