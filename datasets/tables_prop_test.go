package datasets

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

// drawn is a table of numbers, words and missing values ("?").
type drawn struct {
	cells  [][]string
	words  []bool // columns of words
	labels []string
}

func drawTable(t *rapid.T) drawn {
	n, p := rapid.IntRange(1, 7).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "p")
	d := drawn{words: make([]bool, p)}
	for j := range p {
		d.words[j] = rapid.Bool().Draw(t, "words")
	}
	for range n {
		row := make([]string, p)
		for j := range row {
			switch {
			case rapid.IntRange(0, 5).Draw(t, "missing") == 0:
				row[j] = "?"
			case d.words[j]:
				row[j] = rapid.SampledFrom([]string{"red", "green", "dark blue", "it's", `a "b"`,
					"x,y", "{z}", `back\slash`, "10%"}).Draw(t, "word")
			default:
				row[j] = strconv.FormatFloat(
					rapid.SampledFrom([]float64{0, 1, -2.5, 3e10, 7, 0.125}).Draw(t, "number"),
					'g', -1, 64)
			}
		}
		d.cells = append(d.cells, row)
		d.labels = append(d.labels, rapid.SampledFrom([]string{"p", "q"}).Draw(t, "label"))
	}
	for j, words := range d.words { // a column is of words when it has some
		d.words[j] = words && slices.ContainsFunc(d.cells,
			func(row []string) bool { return row[j] != "?" })
	}
	return d
}

// number reports whether a policy does not look at the other values of a column.
func number(policy string) bool {
	_, err := strconv.ParseFloat(policy, 64)
	return err == nil || strings.HasPrefix(policy, "drop-")
}

// outcome does by hand what the loaders do; nil when nothing is left. declared
// levels are those of the whole table, and others those of the rows that stay.
func (d drawn) outcome(policy, code string, declared bool) (names []string, rows [][]float64) {
	gone := func(i, j int) bool { return d.cells[i][j] == "?" }
	var keptRows, keptColumns []int
	for i := range d.cells {
		if policy != "drop-rows" || !slices.Contains(d.cells[i], "?") {
			keptRows = append(keptRows, i)
		}
	}
	for j := range d.words {
		if policy != "drop-columns" || !slices.ContainsFunc(d.cells,
			func(row []string) bool { return row[j] == "?" }) {
			keptColumns = append(keptColumns, j)
		}
	}
	rows = make([][]float64, len(keptRows))
	for _, j := range keptColumns {
		var values []float64
		counts := map[string]int{}
		for i := range d.cells {
			if gone(i, j) || !declared && !slices.Contains(keptRows, i) {
				continue
			}
			counts[d.cells[i][j]]++
			v, _ := strconv.ParseFloat(d.cells[i][j], 64)
			values = append(values, v)
		}
		levels := make([]string, 0, len(counts))
		for level := range counts {
			levels = append(levels, level)
		}
		slices.Sort(levels)
		stand, number := math.NaN(), number(policy)
		switch {
		case number:
			stand, _ = strconv.ParseFloat(policy, 64)
		case len(values) == 0 && slices.ContainsFunc(d.cells,
			func(row []string) bool { return row[j] == "?" }):
			return nil, nil
		case d.words[j]:
			most := slices.MaxFunc(levels, func(a, b string) int {
				return cmp.Or(cmp.Compare(counts[a], counts[b]), strings.Compare(b, a))
			})
			stand = float64(slices.Index(levels, most))
		case policy == "mean" && len(values) > 0:
			stand = 0
			for _, v := range values {
				stand += v // these sums are exact
			}
			stand /= float64(len(values))
		case policy == "most-frequent" && len(values) > 0:
			slices.Sort(values)
			count := func(of float64) (n int) {
				for _, v := range values {
					if v == of {
						n++
					}
				}
				return n
			}
			stand = slices.MaxFunc(values, func(a, b float64) int { // the first of the largest
				return cmp.Compare(count(a), count(b))
			})
		default:
			slices.Sort(values)
			stand = (values[(len(values)-1)/2] + values[len(values)/2]) / 2
		}
		name := fmt.Sprintf("c%d", j)
		column := func(name string, of func(level int) float64) {
			names = append(names, name)
			for k, i := range keptRows {
				v := stand
				if !gone(i, j) {
					v, _ = strconv.ParseFloat(d.cells[i][j], 64)
					if d.words[j] {
						v = of(slices.Index(levels, d.cells[i][j]))
					}
				} else if d.words[j] && !number {
					v = of(int(stand))
				}
				rows[k] = append(rows[k], v)
			}
		}
		itself := func(level int) float64 { return float64(level) }
		if !d.words[j] || code == "ordinal" {
			column(name, itself)
			continue
		}
		for l, level := range levels {
			if len(levels) == 2 && l == 0 {
				continue
			}
			column(name+"="+level, func(at int) float64 {
				if at == l {
					return 1
				}
				return 0
			})
		}
	}
	if len(keptRows) == 0 || len(keptColumns) == 0 {
		return nil, nil
	}
	return names, rows
}

func (d drawn) csv() string {
	var b strings.Builder
	for j := range d.words {
		fmt.Fprintf(&b, "c%d,", j)
	}
	b.WriteString("class\n")
	for i, row := range d.cells {
		for _, cell := range row {
			if strings.ContainsAny(cell, "\",") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell + ",")
		}
		b.WriteString(d.labels[i] + "\n")
	}
	return b.String()
}

// arff writes the table, rows in turn in one of two ways.
func (d drawn) arff(sparse bool) string {
	quote := func(s string) string {
		if strings.ContainsAny(s, ` ,'"{}\%`) {
			return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
		}
		return s
	}
	var b strings.Builder
	b.WriteString("@relation drawn\n")
	first := make([]string, len(d.words))
	for j, words := range d.words {
		if !words {
			fmt.Fprintf(&b, "@attribute c%d numeric\n", j)
			first[j] = "0"
			continue
		}
		var levels []string
		for _, row := range d.cells {
			if row[j] != "?" && !slices.Contains(levels, row[j]) {
				levels = append(levels, row[j])
			}
		}
		slices.Sort(levels)
		first[j] = levels[0]
		for k := range levels {
			levels[k] = quote(levels[k])
		}
		fmt.Fprintf(&b, "@attribute c%d { %s}\n", j, strings.Join(levels, ", "))
	}
	b.WriteString("@attribute class {p,q}\n@data\n")
	for i, row := range d.cells {
		var cells []string
		for j, cell := range append(slices.Clone(row), d.labels[i]) {
			switch {
			case !sparse:
				cells = append(cells, quote(cell))
			case j < len(row) && cell != first[j], j == len(row) && cell != "p":
				cells = append(cells, strconv.Itoa(j)+" "+quote(cell))
			}
		}
		line := strings.Join(cells, ",")
		if sparse {
			line = "{" + line + "}"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Every policy and every code, on tables of both formats, does what is done by
// hand.
func TestTablesByHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		policy := rapid.SampledFrom([]string{"drop-rows", "drop-columns", "median", "mean",
			"most-frequent", "0.5", "-3"}).Draw(t, "policy")
		code := rapid.SampledFrom([]string{"ordinal", "one-hot"}).Draw(t, "code")
		opt := Options{Missing: MissingPolicy(policy), Code: WordCoding(code)}
		for kind, read := range map[string]func() (*Dataset, error){
			"csv": func() (*Dataset, error) {
				opt := opt
				opt.Header = HeaderYes
				return ReadCSV(strings.NewReader(table.csv()), "t", opt)
			},
			"arff": func() (*Dataset,
				error) {
				return ReadARFF(strings.NewReader(table.arff(false)), "t", opt)
			},
			"sparse arff": func() (
				*Dataset, error) {
				return ReadARFF(strings.NewReader(table.arff(true)), "t", opt)
			},
		} {
			names, rows := table.outcome(policy, code, kind != "csv")
			d, err := read()
			if names == nil {
				if err == nil {
					t.Fatalf("%s: nothing should be left, read %v", kind, matrixOf(d))
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", kind, err, table.csv())
			}
			if !slices.Equal(d.Features, names) ||
				!slices.EqualFunc(matrixOf(d), rows, slices.Equal) {
				t.Fatalf("%s: %q %v, want %q %v", kind, d.Features, matrixOf(d), names, rows)
			}
			missing := 0
			for _, row := range table.cells {
				for _, cell := range row {
					if cell == "?" && !number(policy) {
						missing++
					}
				}
			}
			if got := d.Missing.Cells(); got != missing {
				t.Fatalf("%s: %d missing cells, want %d", kind, got, missing)
			}
			if again, err := d.FillFrom(d); err != nil || again.Hash() != d.Hash() {
				t.Fatalf("%s: filled from all samples %v, read %v; %v", kind, matrixOf(again),
					matrixOf(d), err)
			}
			if len(d.Y) != len(rows) {
				t.Fatalf("%s: %d labels for %d rows", kind, len(d.Y), len(rows))
			}
		}
	})
}

// What is written as pairs comes back.
func TestLIBSVMRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "p")
		from := rapid.IntRange(0, 1).Draw(t, "from")
		rows := make([][]float64, n)
		labels := make([]string, n)
		var b bytes.Buffer
		for i := range rows {
			rows[i] = make([]float64, p)
			labels[i] = rapid.SampledFrom([]string{"-1", "1", "2.5"}).Draw(t, "label")
			b.WriteString(labels[i])
			for j := range rows[i] {
				rows[i][j] = rapid.SampledFrom([]float64{0, 0, 1, -1.5, 1e-300, 12345.678901}).Draw(
					t, "value")
				if rows[i][j] != 0 || i == 0 && (j == 0 || j == p-1) { // the corners say how many
					fmt.Fprintf(&b, " %d:%s", j+from, strconv.FormatFloat(rows[i][j], 'g', -1, 64))
				}
			}
			b.WriteString(rapid.SampledFrom([]string{"\n", " \r\n", " # end\n", "\n\n"}).Draw(
				t, "end"))
		}
		d, err := ReadLIBSVM(bytes.NewReader(b.Bytes()), "t", Options{})
		if err != nil {
			t.Fatalf("%v in %q", err, b.String())
		}
		want := must.Get(FromRows("", rows, labels, nil))(t)
		if d.Hash() != want.Hash() {
			t.Fatalf("%q is read as %v", b.String(), matrixOf(d))
		}
	})
}

// A table and its transpose are one data set.
func TestTransposedRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		code := rapid.SampledFrom([]WordCoding{CodeOrdinal, CodeOneHot}).Draw(t, "code")
		opt := Options{Missing: "-3", Code: code, Header: HeaderYes, Label: "class"}
		d, err := ReadCSV(strings.NewReader(table.csv()), "t", opt)
		must.Do(t, err)
		var b strings.Builder
		b.WriteString("id")
		for i := range table.cells {
			fmt.Fprintf(&b, ";s%d", i)
		}
		line := func(name string, cell func(i int) string) {
			b.WriteString("\n" + name)
			for i := range table.cells {
				b.WriteString(`;` + `"` + strings.ReplaceAll(cell(i), `"`, `""`) + `"`)
			}
		}
		for j := range table.words {
			line(fmt.Sprintf("c%d", j), func(i int) string {
				if table.cells[i][j] == "?" {
					return ""
				}
				return table.cells[i][j]
			})
		}
		line("class", func(i int) string { return table.labels[i] })
		opt.Transposed = true
		turned, err := ReadCSV(strings.NewReader(b.String()), "t", opt)
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		if turned.Hash() != d.Hash() {
			t.Fatalf("%s is read as %q %v, want %q %v", b.String(), turned.Features,
				matrixOf(turned), d.Features, matrixOf(d))
		}
	})
}
