package display

import (
	"strings"
	"testing"
	"unicode"
)

// Whatever the names are, braces and dollars balance, no special character stands
// bare, and every line of the table has its columns.
func FuzzLaTeX(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		checkLaTeX(t, "by hand", &Table{
			Title: name, Groups: []Group{{Name: name, Span: 2}}, Columns: []Column{{Name: name},
				{Name: name, Align: Right}},
			Rows: [][]string{{name, name}, {name}}, Strong: [][]bool{{true, true}},
			Notes: []string{name},
		})
	})
}

func checkLaTeX(t *testing.T, kind string, table *Table) {
	t.Helper()
	source := table.LaTeX()
	columns := 0
	for _, c := range table.Columns {
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
	want := len(table.Rows)
	if hasHeadings(table) {
		want++
	}
	if rows != want {
		t.Fatalf("%s: %d rows, want %d:\n%s", kind, rows, want, source)
	}
}
