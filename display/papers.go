package display

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/evaluation/papers"
	"fsnb.example/internal/wording"
)

// PapersTable is the list of the papers' tables.
func PapersTable(tables []papers.Table) *Table {
	t := &Table{
		Title: "Tables of the papers",
		Columns: []Column{{Name: "paper"}, {Name: "table"}, {Name: "what it shows"},
			{Name: "units"}, {Name: "numbers", Align: Right}},
	}
	for _, p := range tables {
		t.Rows = append(t.Rows,
			[]string{p.Paper, p.Printed, p.Caption, p.Units, wording.Itoa(len(p.Entries))})
	}
	return t
}

// ShowPaper shows a printed table.
func (s *Screen) ShowPaper(t *papers.Table) {
	if s.begin(t) {
		s.table(PaperTable(t))
	}
}

// PaperTable is a printed table with its rows and columns as printed. Where the
// paper has bold numbers a dot stands before them.
func PaperTable(p *papers.Table) *Table {
	t := &Table{Title: fmt.Sprintf("%s, as printed: %s", p.Name(), p.Caption),
		Columns: []Column{{Name: p.Corner}}}
	columns, section, row := headingsOf(p.Entries), "", ""
	for _, c := range columns {
		t.Columns = append(t.Columns, Column{Name: c, Align: Right})
	}
	bold := false
	for i, e := range p.Entries {
		if i == 0 || e.Section != section {
			section, row = e.Section, ""
			if section != "" {
				t.Rows = append(t.Rows, partHeading(p.Entries[i:], columns))
			}
		}
		if e.Row != row {
			row = e.Row
			t.Rows = append(t.Rows, []string{row})
		}
		text := e.Text()
		if e.Bold() {
			bold, text = true, "• "+text
		}
		last := len(t.Rows) - 1
		t.Rows[last] = append(t.Rows[last], text)
	}
	if bold {
		t.Notes = append(t.Notes, "•: bold in the paper.")
	}
	t.Notes = append(t.Notes, strings.TrimSpace(sentence(p.Units+betterIs(p.Better))+" "+
		sentence(p.Protocol)))
	if p.Marks != "" {
		t.Notes = append(t.Notes, sentence(p.Marks))
	}
	for _, m := range p.Misprints {
		t.Notes = append(t.Notes, "Misprint: "+strings.TrimSuffix(m, ".")+".")
	}
	t.Notes = append(t.Notes, p.Notes...)
	return t
}

// headingsOf returns the columns of a table's first part.
func headingsOf(entries []papers.Entry) []string {
	var out []string
	for _, e := range entries {
		if e.Section != entries[0].Section || e.Row != entries[0].Row {
			break
		}
		out = append(out, e.Column)
	}
	return out
}

// partHeading is the row above a part of a table: its name, and those columns
// that are called otherwise than above.
func partHeading(entries []papers.Entry, above []string) []string {
	row := []string{entries[0].Section}
	for j, c := range headingsOf(entries) {
		if j < len(above) && c == above[j] {
			c = ""
		}
		row = append(row, c)
	}
	return row
}

func betterIs(better string) string {
	if better == "" {
		return ""
	}
	return "; " + better + " is better"
}

// sentence gives a phrase a capital and a full stop.
func sentence(s string) string {
	r := []rune(strings.TrimSuffix(s, "."))
	if len(r) == 0 {
		return ""
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:]) + "."
}

// ShowPaperComparison shows a printed table with results of ours.
func (s *Screen) ShowPaperComparison(c *papers.Comparison) {
	if s.begin(c) {
		s.table(PaperComparisonTable(c))
	}
}

// PaperComparisonTable is the table paper / ours / difference, of the printed numbers with a
// counterpart; from 25 on it has the rows and columns of the printed table, and paper → ours in
// each. Notes summarize the agreement.
func PaperComparisonTable(c *papers.Comparison) *Table {
	found, unlike := 0, 0
	for _, r := range c.Rows {
		if r.Found {
			found++
			if !r.Comparable {
				unlike++
			}
		}
	}
	layOut, how := paperList, "the difference is ours less the paper's."
	if found > maxCompared {
		layOut, how = paperGrid, "the cells are paper → ours."
	}
	t := layOut(c)
	t.Notes = append(t.Notes, fmt.Sprintf("%d of %s have one of ours; %s", found,
		wording.Plural(len(c.Rows), "printed number", "printed numbers"), how))
	if unlike > 0 {
		t.Notes = append(t.Notes,
			fmt.Sprintf("%s not comparable, and not subtracted.",
				wording.Plural(unlike, "is", "are")))
	}
	t.Notes = append(t.Notes, agreementNotes(c)...)
	units := sentence(c.Units + betterIs(c.Better))
	if c.Protocol != "" {
		units += " The paper: " + strings.TrimSuffix(c.Protocol, ".") + "."
	}
	t.Notes = append(t.Notes, units)
	return t
}

func comparisonTitle(c *papers.Comparison) string {
	return fmt.Sprintf("%s, Table %s: %s", c.Paper, c.Table, c.Caption)
}

// paperList has a row for each printed number.
func paperList(c *papers.Comparison) *Table {
	t := &Table{Title: comparisonTitle(c)}
	var rows []papers.Compared
	parts, remarks := false, false
	for _, r := range c.Rows {
		if !r.Found {
			continue
		}
		rows = append(rows, r)
		parts, remarks = parts || r.Entry.Section != "", remarks || r.Why != ""
	}
	t.Columns = []Column{{Name: "row"}, {Name: "column"}, {Name: "paper", Align: Right},
		{Name: "ours", Align: Right}, {Name: "difference", Align: Right}}
	if parts {
		t.Columns = slices.Insert(t.Columns, 0, Column{Name: "part"})
	}
	if remarks {
		t.Columns = append(t.Columns, Column{Name: "not comparable"})
	}
	for _, r := range rows {
		decimals := r.Entry.Decimals()
		ours := wording.Fixed(r.Ours, decimals)
		if r.SD > 0 {
			ours += " ± " + wording.Fixed(r.SD, decimals)
		}
		difference := "–"
		if r.Comparable {
			difference = signed(r.Difference, decimals)
		}
		cells := []string{r.Entry.Row, r.Entry.Column, r.Entry.Text(), ours, difference}
		if parts {
			cells = slices.Insert(cells, 0, r.Entry.Section)
		}
		if remarks {
			cells = append(cells, wording.CleanSentence(r.Why))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// signed is fixed with a sign before what is above zero.
func signed(v float64, decimals int) string {
	text := wording.Fixed(v, decimals)
	if v > 0 && strings.Trim(text, "0.") != "" {
		return "+" + text
	}
	return text
}

// paperRows are the cells of a printed table, one a row, as the data files have
// them.
func paperRows(p *papers.Table) [][]string {
	rows := [][]string{
		strings.Fields("paper table section row column measure summary dataset method k printed " +
			"sd p mark note")}
	for _, e := range p.Entries {
		rows = append(rows, []string{
			p.Paper, wording.Itoa(p.Number), e.Section, e.Row, e.Column, e.Measure, e.Summary,
			e.Dataset, e.Method, e.K, e.Printed, e.SD, e.P, e.Mark, e.Note,
		})
	}
	return rows
}

// comparedRows are all printed numbers with ours, one a row, with all digits.
func comparedRows(c *papers.Comparison) [][]string {
	rows := [][]string{
		strings.Fields("paper table section row column measure dataset method k printed ours " +
			"ours_sd difference comparable why")}
	for _, r := range c.Rows {
		e := r.Entry
		cells := []string{c.Paper, c.Table, e.Section, e.Row, e.Column, e.Measure, e.Dataset,
			e.Method, e.K, e.Printed, "", "", "", "", r.Why}
		if r.Found {
			cells[10], cells[13] = CSVNumber(r.Ours), strconv.FormatBool(r.Comparable)
		}
		if r.SD > 0 {
			cells[11] = CSVNumber(r.SD)
		}
		if r.Comparable {
			cells[12] = CSVNumber(r.Difference)
		}
		rows = append(rows, cells)
	}
	return rows
}
