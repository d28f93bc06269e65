package project

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/papers"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// compared is the mark before tables of printed numbers and ours, such as
//
//	<!-- compared: grm-2015 2, of all -->
//	<!-- compared: spfs-2013 5 k_NB = 1 -->
//
// with the paper, its table, the part of it, and what the numbers after the first of ours are of.
var (
	compared = regexp.MustCompile(`^<!-- compared: (\S+) (\d+)(?: ([^,]*))?(?:, of (.*))? -->$`)
	pair     = regexp.MustCompile(`^(\d*\.?\d+) → (.*)$`)
	aside    = regexp.MustCompile(` \(.*\)$`) // of our own data in a heading
)

// others are the suffixes of labels that the numbers after the first are of, by the mark's word.
var others = map[string][]func(string) string{
	"all": {func(label string) string { return strings.TrimSuffix(label, ", top=200") }},
	"gamma": {
		func(label string) string { return label + ", gamma=0.1" },
		func(label string) string { return label + ", gamma=10" },
	},
}

// misprints are the names that the papers print otherwise than elsewhere in them.
var misprints = map[string]string{
	"SPFS-SFS": "SPSF-SFS", "SPFS-NES": "SPSF-NES", "SPFS-LAR": "SPSF-LAR", "TOX-171": "TOX171",
}

// TestComparedTables keeps our numbers in the documents' tables "printed → ours" equal to the
// stored results of the replays.
func TestComparedTables(t *testing.T) {
	files := must.Get(filepath.Glob(filepath.Join("..", "..", "docs", "*.md")))(t)
	cells := 0
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if m := compared.FindStringSubmatch(line); m != nil {
				number, _ := strconv.Atoi(m[2])
				p := tableOf(t, m[1], number, m[3], others[m[4]])
				cells += p.table(t, fmt.Sprintf("%s:%d", filepath.Base(file), i+1), lines[i+1:])
			}
		}
		if now := strings.Join(lines, "\n"); now != string(text) {
			if !*update {
				t.Errorf("tables of %s differ from the stored results: run go test "+
					"./internal/project -update", file)
			} else if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := 1074; cells < want {
		t.Errorf("%d numbers are compared, want at least %d", cells, want)
	}
}

// printed is a printed table with the numbers of ours, first those that stand against it.
type printed struct {
	numbers []map[[2]string]string // by row and column, digit by digit as long as they are
	papers  map[[2]string]string   // the printed ones
}

var stored = map[string][]*study.Result{} // by paper

func resultsOf(t *testing.T, paper string) []*study.Result {
	t.Helper()
	if stored[paper] == nil {
		files := must.Get(filepath.Glob(filepath.Join("..", "..", "notebooks", "results",
			paper+"-*.csv")))(t)
		for _, file := range files {
			f, err := os.Open(file)
			must.Do(t, err)
			r, err := study.ReadCSV(f)
			f.Close()
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			stored[paper] = append(stored[paper], r)
		}
	}
	return stored[paper]
}

func tableOf(t *testing.T, paper string, number int, part string,
	more []func(string) string) *printed {
	t.Helper()
	p := &printed{papers: map[[2]string]string{}}
	r := must.Get(replay.Find(paper))(t)
	table := must.Get(papers.Find(paper, number))(t)
	same := func(label string) string { return label }
	for _, change := range slices.Concat([]func(string) string{same}, more) {
		var experiments []replay.Experiment
		var of []*study.Result
		changed := map[string]bool{}
		for _, e := range r.Experiments(false) {
			e.Against = slices.Clone(e.Against)
			for i := range e.Against {
				names := maps.Clone(e.Against[i].Printed)
				for label, name := range e.Against[i].Printed {
					if to := change(label); to != label {
						delete(names, label)
						names[to] = name
						changed[name] = true
					}
				}
				e.Against[i].Printed = names
			}
			for _, result := range resultsOf(t, paper) {
				if result.Name == e.Study.Name {
					experiments, of = append(experiments, e), append(of, result)
				}
			}
		}
		tables := must.Get(r.Compare(experiments, of))(t)
		numbers := map[[2]string]string{}
		for _, c := range tables {
			if c.Table != table.Printed {
				continue
			}
			for _, row := range c.Rows {
				if at := [2]string{row.Entry.Row, row.Entry.Column}; part == "" ||
					row.Entry.Section == part {
					p.papers[at] = row.Entry.Printed
					if row.Found && (len(p.numbers) == 0 || changed[row.Entry.Method]) {
						numbers[at] = strconv.FormatFloat(row.Ours, 'f', -1, 64)
					}
				}
			}
		}
		p.numbers = append(p.numbers, numbers)
	}
	return p
}

// table writes our numbers into the cells of the first table of lines, and counts them.
func (p *printed) table(t *testing.T, where string, lines []string) (cells int) {
	t.Helper()
	var headings []string
	for at, line := range lines {
		if !strings.HasPrefix(line, "|") {
			if headings != nil || compared.MatchString(line) {
				break
			}
			continue
		}
		row := strings.Split(strings.Trim(line, "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if headings == nil {
			headings = row
			continue
		}
		var theirs, ours []float64
		for i := 1; i < len(row); i++ {
			m := pair.FindStringSubmatch(row[i])
			if m == nil {
				continue
			}
			if headings[i] == "mean" { // of the row, as far as it goes
				row[i] = mean(theirs, row[i]) + " → " + mean(ours, row[i])
				continue
			}
			text, paper, our := p.cell(t, fmt.Sprintf("%s, %s, %s", where, row[0], headings[i]), m,
				row[0], headings[i])
			row[i], theirs, ours = text, append(theirs, paper), append(ours, our)
			cells++
		}
		lines[at] = "| " + strings.Join(row, " | ") + " |"
		if strings.HasPrefix(row[0], "-") {
			lines[at] = line
		}
	}
	if cells == 0 {
		t.Errorf("%s: no table follows", where)
	}
	return cells
}

// cell is the text of a cell, and its two numbers.
func (p *printed) cell(t *testing.T, where string, m []string, row, column string) (
	text string, paper, our float64) {
	t.Helper()
	at := [2]string{aside.ReplaceAllString(row, ""), column}
	for _, place := range [][2]string{at, {at[1], at[0]}, {misprints[at[0]], at[1]}} {
		if _, ok := p.papers[place]; ok {
			at = place
		}
	}
	printedText, ok := p.papers[at]
	if !ok {
		t.Errorf("%s: the paper has no such cell", where)
		return m[0], 0, 0
	}
	paper = number(t, printedText)
	if got := short(paper, m[1]); got != m[1] {
		t.Errorf("%s: printed is %s, %s stands there", where, printedText, m[1])
	}
	var all []string
	for i, numbers := range p.numbers {
		n, ok := numbers[at]
		if !ok {
			if i == 0 {
				t.Errorf("%s: no result of ours", where)
			}
			continue
		}
		if i == 0 {
			our = number(t, n)
		}
		all = append(all, short(number(t, n), m[1]))
	}
	return m[1] + " → " + strings.Join(all, ", "), paper, our
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v := must.Get(strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64))(t)
	return v
}

// short has as many decimals as like, and no zero before the point where like has none.
func short(v float64, like string) string {
	_, decimals, _ := strings.Cut(like, ".")
	text := strconv.FormatFloat(v, 'f', len(decimals), 64)
	if strings.HasPrefix(like, ".") || strings.HasPrefix(like, "1.0") {
		text = strings.TrimPrefix(text, "0")
	}
	return text
}

func mean(v []float64, like string) string {
	if len(v) == 0 {
		return like
	}
	var sum float64
	for _, x := range v {
		sum += x
	}
	first, _, _ := strings.Cut(like, " ")
	return short(sum/float64(len(v)), first)
}
