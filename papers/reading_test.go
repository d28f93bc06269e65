package papers_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/papers"
)

// copies returns the folder of the papers' text copies, which lies beside that of
// the data. They are not ours to publish, so few machines have them.
func copies(t *testing.T) (dir string) {
	t.Helper()
	const papers = "../papers"
	return filepath.Join(realdata.Need(t, papers), papers)
}

// read is what a program finds in the text copy of a table: the tokens of every
// cell, row by row, and how each cell looks.
type read struct {
	tokens []string
	cells  []string
}

var (
	separators = strings.NewReplacer(`\pm`, " ", "(", " ", ")", " ", "*", " ", "<b>", " ",
		"</b>", " ")
	numeric = regexp.MustCompile(`^(<b>)?[0-9\[]`)
)

// secondReading reads a table again, knowing only where it begins and how many
// rows and columns it has.
func secondReading(t *testing.T, dir string, tab papers.Table, rows, columns int) read {
	t.Helper()
	raw := must.Get(os.ReadFile(filepath.Join(dir, tab.Paper+".txt")))(t)
	start := regexp.MustCompile(`(?mi)^ *table ` + tab.Printed + `([ :]|$)`).FindIndex(raw)
	if start == nil {
		t.Fatalf("%s does not begin anywhere", tab.Name())
	}
	var out read
	for line := range strings.Lines(string(raw[start[1]:])) {
		if rows == 0 {
			break
		}
		line = strings.Trim(line, "\n ")
		cells := strings.Split(line, "\t")
		if strings.HasPrefix(line, "|") {
			cells = strings.Split(strings.Trim(line, "|"), "|")
		}
		if len(cells) < columns {
			continue
		}
		cells = cells[len(cells)-columns:] // the label goes, where there is one
		if !numeric.MatchString(strings.TrimSpace(cells[0])) ||
			!numeric.MatchString(strings.TrimSpace(cells[1])) {
			continue
		}
		for _, c := range cells {
			out.cells = append(out.cells, strings.TrimSpace(c))
			out.tokens = append(out.tokens, strings.Fields(separators.Replace(c))...)
		}
		rows--
	}
	if rows > 0 {
		t.Errorf("%s: %d rows are missing", tab.Name(), rows)
	}
	return out
}

// A program rereads every table from the text copy and finds the same numbers
// in the same order, with their deviations, p-values and marks.
func TestSecondReading(t *testing.T) {
	dir := copies(t)
	for _, tab := range papers.Tables() {
		var first []string
		rows := map[string]bool{}
		columns := map[string]bool{}
		for _, e := range tab.Entries {
			rows[e.Section+e.Row] = true
			if e.Section == tab.Entries[0].Section {
				columns[e.Column] = true
			}
			first = append(first, e.Printed)
			for _, beside := range []string{e.SD, e.P} {
				if beside != "" {
					first = append(first, beside)
				}
			}
		}
		second := secondReading(t, dir, tab, len(rows), len(columns))
		for i := range max(len(first), len(second.tokens)) {
			if i >= len(first) || i >= len(second.tokens) || first[i] != second.tokens[i] {
				t.Errorf("%s: %d numbers against %d of the second reading, the first difference "+
					"at %d: %q", tab.Name(), len(first), len(second.tokens), i,
					first[max(0, i-3):min(i+3, len(first))])
				break
			}
		}
		if len(second.cells) != len(tab.Entries) {
			continue
		}
		for i, e := range tab.Entries {
			looks := second.cells[i]
			bold := strings.Contains(looks, "<b>") ||
				regexp.MustCompile(`[0-9]\\pm`).MatchString(looks)
			if e.Bold() != bold || e.Starred() != strings.HasSuffix(looks, "*") {
				t.Errorf("%s: %s, %s is marked %q, the copy has %s", tab.Name(), e.Row, e.Column,
					e.Mark, looks)
			}
		}
	}
}

// The headings are those of the copy, but where it has lost them.
func TestHeadings(t *testing.T) {
	dir := copies(t)
	for _, tab := range papers.Tables() {
		raw := must.Get(os.ReadFile(filepath.Join(dir, tab.Paper+".txt")))(t)
		text := strings.NewReplacer("FSIR ²", "FSIR²", "$k_{NB} = 1$", "k_NB = 1", "$k_{NB} = 5$",
			"k_NB = 5").Replace(string(raw))
		start := regexp.MustCompile(`(?mi)^ *table ` + tab.Printed + `([ :]|$)`).FindStringIndex(
			text)
		text = text[start[1]:]
		for _, e := range tab.Entries {
			for _, heading := range []string{e.Section, e.Row, e.Column} {
				lost := tab.Name() == "spfs-2013, Table 3" && heading == e.Row
				if !lost && !strings.Contains(text[:min(len(text), 9000)], heading) {
					t.Errorf("%s: no heading %q in the copy", tab.Name(), heading)
				}
			}
		}
	}
}
