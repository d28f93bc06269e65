package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/display"
	"fsnb.example/internal/number"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// List is the list of the papers' tables.
func List(tables []Table) *table.Table {
	t := &table.Table{
		Title: "Tables of the papers",
		Columns: append([]table.Column{{Name: "paper"}, {Name: "table"}, {Name: "what it shows"},
			{Name: "units"}}, table.Numbers("numbers")...),
	}
	for _, p := range tables {
		t.Rows = append(t.Rows,
			[]string{p.Paper, p.Printed, p.Caption, p.Units, wording.Itoa(len(p.Entries))})
	}
	return t
}

// ShowOn shows the printed table.
func (t *Table) ShowOn(screen any) {
	p := display.Parts{Tables: display.OneTable(t.Shown), CSV: display.CSVOf(t.records)}
	p.ShowOf(t, screen)
}

// Shown is the table with its rows and columns as printed. Where the
// paper has bold numbers a dot stands before them.
func (p *Table) Shown() *table.Table {
	t := &table.Table{Title: fmt.Sprintf("%s, as printed: %s", p.Name(), p.Caption),
		Columns: []table.Column{{Name: p.Corner}}}
	columns, section, row := headingsOf(p.Entries), "", ""
	t.Columns = append(t.Columns, table.Numbers(columns...)...)
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
	t.Notes = append(t.Notes, strings.TrimSpace(wording.Sentence(p.Units+betterIs(p.Better))+" "+
		wording.Sentence(p.Protocol)))
	if p.Marks != "" {
		t.Notes = append(t.Notes, wording.Sentence(p.Marks))
	}
	for _, m := range p.Misprints {
		t.Notes = append(t.Notes, "Misprint: "+strings.TrimSuffix(m, ".")+".")
	}
	t.Notes = append(t.Notes, p.Notes...)
	return t
}

// headingsOf returns the columns of a table's first part.
func headingsOf(entries []Entry) []string {
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
func partHeading(entries []Entry, above []string) []string {
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

// ShowOn shows a printed table with results of ours.
func (c *Comparison) ShowOn(screen any) {
	p := display.Parts{Tables: display.OneTable(c.Shown), CSV: display.CSVOf(c.records)}
	p.ShowOf(c, screen)
}

// Shown is the table paper / ours / difference, of the printed numbers with a
// counterpart; from 25 on it has the rows and columns of the printed table, and paper → ours in
// each. Notes summarize the agreement.
func (c *Comparison) Shown() *table.Table {
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
	units := wording.Sentence(c.Units + betterIs(c.Better))
	if c.Protocol != "" {
		units += " The paper: " + strings.TrimSuffix(c.Protocol, ".") + "."
	}
	t.Notes = append(t.Notes, units)
	return t
}

func comparisonTitle(c *Comparison) string {
	return fmt.Sprintf("%s, Table %s: %s", c.Paper, c.Table, c.Caption)
}

func paperList(c *Comparison) *table.Table {
	t := &table.Table{Title: comparisonTitle(c)}
	var rows []Compared
	parts, remarks := false, false
	for _, r := range c.Rows {
		if !r.Found {
			continue
		}
		rows = append(rows, r)
		parts, remarks = parts || r.Entry.Section != "", remarks || r.Why != ""
	}
	t.Columns = append([]table.Column{{Name: "row"}, {Name: "column"}},
		table.Numbers("paper", "ours", "difference")...)
	if parts {
		t.Columns = slices.Insert(t.Columns, 0, table.Column{Name: "part"})
	}
	if remarks {
		t.Columns = append(t.Columns, table.Column{Name: "not comparable"})
	}
	for _, r := range rows {
		decimals := r.Entry.Decimals()
		ours := wording.Fixed(r.Ours, decimals)
		if r.SD > 0 {
			ours += " ± " + wording.Fixed(r.SD, decimals)
		}
		difference := "–"
		if r.Comparable {
			difference = wording.Signed(r.Difference, decimals)
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

// maxCompared is the largest number of printed numbers that PaperComparison lists one per row.
const maxCompared = 24

// gridLine is a row of the printed table; cells have the places of the columns.
type gridLine struct {
	section, row string
	cells        []Compared
}

// grid has the rows and columns of the printed table that have a number to keep. The headings are
// those of the first part; the columns of other parts stand in the same places.
func (c *Comparison) grid(keep func(Compared) bool) (heads []string, lines []gridLine) {
	var all []string
	for i, r := range c.Rows {
		e := r.Entry
		if i == 0 || e.Section != c.Rows[i-1].Entry.Section || e.Row != c.Rows[i-1].Entry.Row {
			lines = append(lines, gridLine{section: e.Section, row: e.Row})
		}
		line := &lines[len(lines)-1]
		if len(line.cells) == len(all) {
			all = append(all, e.Column)
		}
		line.cells = append(line.cells, r)
	}
	lines = slices.DeleteFunc(lines,
		func(l gridLine) bool { return !slices.ContainsFunc(l.cells, keep) })
	whole := make([][]Compared, len(lines))
	for i, l := range lines {
		whole[i] = append(l.cells, make([]Compared, len(all)-len(l.cells))...)
		lines[i].cells = nil
	}
	for j, head := range all {
		if !slices.ContainsFunc(whole, func(cells []Compared) bool { return keep(cells[j]) }) {
			continue
		}
		heads = append(heads, head)
		for i := range lines {
			lines[i].cells = append(lines[i].cells, whole[i][j])
		}
	}
	return heads, lines
}

// paperGrid is the comparison in the rows and columns of the printed table, each
// cell paper → ours; those with a number of ours.
func paperGrid(c *Comparison) *table.Table {
	heads, lines := c.grid(func(r Compared) bool { return r.Found })
	t := &table.Table{Title: comparisonTitle(c),
		Columns: append([]table.Column{{}}, table.Numbers(heads...)...)}
	unlike := false
	for i, l := range lines {
		if l.section != "" && (i == 0 || lines[i-1].section != l.section) {
			t.Rows = append(t.Rows, []string{l.section})
		}
		text := []string{l.row}
		for _, r := range l.cells {
			switch {
			case r.Entry == Entry{}: // the row is shorter
				text = append(text, "")
			case !r.Found:
				text = append(text, r.Entry.Printed+" → –")
			default:
				ours := wording.Fixed(r.Ours, r.Entry.Decimals())
				if !r.Comparable {
					ours, unlike = "("+ours+")", true
				}
				text = append(text, r.Entry.Printed+" → "+ours)
			}
		}
		t.Rows = append(t.Rows, text)
	}
	if unlike {
		t.Notes = append(t.Notes,
			"In parentheses what cannot be compared: "+strings.Join(reasonsUnlike(c), "; ")+".")
	}
	return t
}

func reasonsUnlike(c *Comparison) []string {
	var out []string
	for _, r := range c.Rows {
		if why := wording.CleanSentence(r.Why); r.Found && !r.Comparable &&
			!slices.Contains(out, why) {
			out = append(out, why)
		}
	}
	return out
}

// fewCompared is the number of comparable numbers from which they are summarized.
const fewCompared = 6

// agreementNotes summarize the agreement of ours and the printed numbers, in tables where more or
// less is better.
func agreementNotes(c *Comparison) []string {
	a := c.Agreement()
	if a.N < fewCompared {
		return nil
	}
	at := func(i int) string {
		r := c.Rows[i]
		parts := []string{r.Entry.Row, r.Entry.Column}
		if r.Entry.Section != "" {
			parts = append(parts, r.Entry.Section)
		}
		return fmt.Sprintf("%s (%s)", wording.Signed(r.Difference, r.Entry.Decimals()),
			strings.Join(parts, ", "))
	}
	if c.Rows[a.Least].Difference == 0 && c.Rows[a.Most].Difference == 0 {
		return []string{fmt.Sprintf("Ours are the paper's in all %d.", a.N)}
	}
	if c.Better == "" { // counts of data sets have no common unit
		return nil
	}
	decimals := c.Rows[a.Least].Entry.Decimals() + 1
	notes := []string{
		fmt.Sprintf("Ours less the paper's, %d numbers: %s on average, from %s to %s.", a.N,
			wording.Signed(a.Mean, decimals), at(a.Least), at(a.Most))}
	if a.Contests > 0 {
		notes = append(notes, fmt.Sprintf("The paper's best method is the best here, too, in %d "+
			"of %d comparisons of methods on a data set.", a.SameBest, a.Contests))
	}
	return notes
}

// records returns the cells of a printed table, one a line, as the data files have
// them.
func (p *Table) records() [][]string {
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

// records returns all printed numbers with ours, one a line, with all digits.
func (c *Comparison) records() [][]string {
	rows := [][]string{
		strings.Fields("paper table section row column measure dataset method k printed ours " +
			"ours_sd difference comparable why")}
	for _, r := range c.Rows {
		e := r.Entry
		cells := []string{c.Paper, c.Table, e.Section, e.Row, e.Column, e.Measure, e.Dataset,
			e.Method, e.K, e.Printed, "", "", "", "", r.Why}
		if r.Found {
			cells[10], cells[13] = number.Text(r.Ours), strconv.FormatBool(r.Comparable)
		}
		if r.SD > 0 {
			cells[11] = number.Text(r.SD)
		}
		if r.Comparable {
			cells[12] = number.Text(r.Difference)
		}
		rows = append(rows, cells)
	}
	return rows
}
