package displaytest

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// FuzzNames puts names where names can stand, the hostile ones first, and checks the tables in all
// forms, the layout of the figures, and how these are described.
func FuzzNames(
	f *testing.F, tables func(name string) map[string]*table.Table,
	figures func(name string) []*figure.Figure,
) {
	for _, name := range Hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for kind, one := range tables(name) {
			CheckTable(t, kind, one)
		}
		for _, f := range figures(name) {
			Record(f).CheckLayout(t)
			if strings.ContainsFunc(f.Alt, func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Errorf("a figure is described as %q", f.Alt)
			}
		}
	})
}

// CheckTable checks that no name in a table is markup of any form that it is written in, and
// that each form has its rows, columns and notes.
func CheckTable(t *testing.T, kind string, one *table.Table) {
	t.Helper()
	failed := t.Failed()
	defer func() {
		if t.Failed() && !failed {
			t.Logf("the table is %s", kind)
		}
	}()
	checkText(t, one)
	checkMarkdown(t, one)
	checkHTML(t, one)
	CheckLaTeX(t, kind, one)
}

func hasHeadings(t *table.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Name != "" })
}

// cellOf is a cell of a table, empty where the row lacks it.
func cellOf(t *table.Table, i, j int) string {
	if j < len(t.Rows[i]) {
		return t.Rows[i][j]
	}
	return ""
}

// strong reports whether a cell stands out: one that is blank does not.
func strong(t *table.Table, i, j int) bool {
	return i < len(t.Strong) && j < len(t.Strong[i]) && t.Strong[i][j] &&
		strings.TrimSpace(cellOf(t, i, j)) != ""
}

// checkText: a row is a line, and nothing moves the cursor.
func checkText(t *testing.T, tab *table.Table) {
	t.Helper()
	text := tab.Text()
	want := len(tab.Rows) + len(tab.Notes)
	if tab.Title != "" {
		want++
	}
	if tab.Groups != nil {
		want++
	}
	if hasHeadings(tab) {
		want += 2 // and a rule
	}
	if got := strings.Count(text, "\n"); got != want {
		t.Errorf("%d lines, want %d:\n%s", got, want, text)
	}
	for _, r := range text {
		if r != '\n' && !unicode.IsGraphic(r) {
			t.Errorf("the text holds %q", r)
		}
	}
}

// checkMarkdown: every line of the table has its columns, whose text is that of
// the cells once the escapes are undone.
func checkMarkdown(t *testing.T, tab *table.Table) {
	t.Helper()
	var rows [][]string
	for line := range strings.Lines(tab.Markdown()) {
		if strings.ContainsAny(line, "<>") || strings.ContainsFunc(strings.TrimSuffix(line, "\n"),
			func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Errorf("the line %q could be markup", line)
		}
		if strings.HasPrefix(line, "|") {
			rows = append(rows, markdownCells(line))
		}
	}
	if len(rows) != len(tab.Rows)+2 {
		t.Fatalf("%d lines in the table, want %d", len(rows), len(tab.Rows)+2)
	}
	for i, row := range rows {
		if len(row) != len(tab.Columns) {
			t.Fatalf("line %d has %d columns, want %d: %q", i, len(row), len(tab.Columns), row)
		}
		if i < 2 {
			continue
		}
		for j, cell := range row {
			want := strings.TrimSpace(wording.Visible(cellOf(tab, i-2, j)))
			if strong(tab, i-2, j) {
				want = "**" + want + "**"
			}
			if cell != want {
				t.Errorf("row %d, column %d is %q, want %q", i-2, j, cell, want)
			}
		}
	}
}

// markdownCells splits a line of a table as GitHub does and undoes the escapes.
func markdownCells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	var cells []string
	var cell strings.Builder
	for i := 0; i < len(line); i++ {
		if line[i] == '|' {
			cells = append(cells, cell.String())
			cell.Reset()
			continue
		}
		if line[i] == '\\' && i+1 < len(line) {
			i++
		}
		cell.WriteByte(line[i])
	}
	cells = append(cells, cell.String())
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;",
			"&").Replace(c))
	}
	return cells
}

var allowed = map[string][]string{
	"div": {"class", "style"}, "p": {"style"}, "b": nil, "strong": nil, "small": {"style"},
	"table": {"style"}, "thead": nil, "tbody": nil, "tr": nil,
	"th": {"scope", "colspan", "align", "style"}, "td": {"title", "align", "style"},
	"span": {"style"}, "wbr": nil, "style": nil,
}

// oneStyle is the style that every table has.
var oneStyle = regexp.MustCompile(`<style>(.*)</style>`).FindStringSubmatch(
	(&table.Table{}).HTML())[1]

// checkHTML: it is well-formed, of the elements and attributes above alone, and
// its text is the table's.
func checkHTML(t *testing.T, tab *table.Table) {
	t.Helper()
	rows, notes, title := ParseHTML(t, tab.HTML())
	if len(rows) != len(tab.Rows) || len(notes) != len(tab.Notes) ||
		title != wording.Visible(tab.Title) {
		t.Fatalf("%d rows, %d notes, title %q; want %d, %d, %q", len(rows), len(notes), title,
			len(tab.Rows), len(tab.Notes), wording.Visible(tab.Title))
	}
	for i, row := range rows {
		if len(row) != len(tab.Columns) {
			t.Fatalf("row %d has %d cells, want %d", i, len(row), len(tab.Columns))
		}
		for j, cell := range row {
			if c := tab.Columns[j]; c.Align == table.Right && !c.Bar &&
				strings.Contains(cellOf(tab, i, j), " ± ") {
				cell = strings.ReplaceAll(cell, "\u00a0", " ")
			}
			if want := wording.Visible(cellOf(tab, i, j)); cell != want {
				t.Errorf("row %d, column %d is %q, want %q", i, j, cell, want)
			}
		}
	}
	for i, n := range notes {
		if n != wording.Visible(tab.Notes[i]) {
			t.Errorf("note %d is %q, want %q", i, n, wording.Visible(tab.Notes[i]))
		}
	}
}

// ParseHTML reads our own HTML, which is XML, and returns its cells, its small
// print and its title.
func ParseHTML(t *testing.T, source string) (rows [][]string, notes []string, title string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(source))
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, source)
		}
		switch e := token.(type) {
		case xml.StartElement:
			attributes, ok := allowed[e.Name.Local]
			if !ok {
				t.Fatalf("there is an element <%s>", e.Name.Local)
			}
			for _, a := range e.Attr {
				if !slices.Contains(attributes, a.Name.Local) {
					t.Fatalf("<%s> has the attribute %s", e.Name.Local, a.Name.Local)
				}
			}
			open = append(open, e.Name.Local)
			switch {
			case e.Name.Local == "tr" && slices.Contains(open, "tbody"):
				rows = append(rows, nil)
			case e.Name.Local == "td":
				rows[len(rows)-1] = append(rows[len(rows)-1], "")
			case e.Name.Local == "small":
				notes = append(notes, "")
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			switch s := string(e); open[len(open)-1] {
			case "td", "span", "strong":
				rows[len(rows)-1][len(rows[len(rows)-1])-1] += s
			case "small":
				notes[len(notes)-1] += s
			case "b":
				title += s
			case "style":
				if s != oneStyle {
					t.Errorf("the style is %q, want %q", s, oneStyle)
				}
			}
		default:
			t.Fatalf("there is a %T", token)
		}
	}
	return rows, notes, title
}

// CheckLaTeX checks that braces and dollars balance, no special character stands bare, and every
// line of the table has its columns.
func CheckLaTeX(t *testing.T, kind string, tab *table.Table) {
	t.Helper()
	source := tab.LaTeX()
	columns := 0
	for _, c := range tab.Columns {
		if !c.Bar {
			columns++
		}
	}
	depth, maths, rows := 0, false, 0
	for line := range strings.Lines(strings.TrimPrefix(source, "% \\usepackage{booktabs}\n")) {
		line = strings.TrimSuffix(line, "\n")
		breaks := 0
		for i := 0; i < len(line); i++ {
			switch line[i] {
			case '\\':
				i++ // what follows is a command or escaped
			case '{':
				depth++
			case '}':
				depth--
			case '$':
				maths = !maths
			case '&':
				breaks++
			case '%', '#', '~', '"', '`', '<', '>', '|':
				t.Fatalf("%s: a bare %c in %q", kind, line[i], line)
			case '^', '_':
				if !maths {
					t.Fatalf("%s: a bare %c in %q", kind, line[i], line)
				}
			}
			if depth < 0 {
				t.Fatalf("%s: a brace closes nothing in %q", kind, line)
			}
		}
		if depth != 0 || maths {
			t.Fatalf("%s: %d braces are open, maths %v, after %q", kind, depth, maths, line)
		}
		if strings.HasSuffix(line, ` \\`) && !strings.Contains(line, `\multicolumn`) {
			rows++
			if breaks != columns-1 {
				t.Fatalf("%s: %d columns in %q, want %d", kind, breaks+1, line, columns)
			}
			if first := strings.TrimSpace(line); strings.HasPrefix(first, "[") ||
				strings.HasPrefix(first, "*") {
				t.Fatalf("%s: the row %q begins with an argument", kind, line)
			}
		}
		for _, r := range line {
			if r > unicode.MaxASCII && !unicode.In(r, unicode.Latin) {
				t.Fatalf("%s: LaTeX stops at %q in %q", kind, r, line)
			}
		}
	}
	want := len(tab.Rows)
	if hasHeadings(tab) {
		want++
	}
	if rows != want {
		t.Fatalf("%s: %d rows, want %d:\n%s", kind, rows, want, source)
	}
}
