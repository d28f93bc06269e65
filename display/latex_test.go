package display

import (
	"strings"
	"testing"
	"unicode"
)

func TestLaTeX(t *testing.T) {
	table := &Table{
		Title:   "50% of x_1 & #2",
		Groups:  []Group{{"", 1}, {"data sets", 2}, {"", 1}},
		Columns: []Column{{Name: "method"}, {Name: "iris", Align: Right}, {Name: "wine", Align: Right}, {Name: "bar", Bar: true}},
		Rows:    [][]string{{"[1] α=2", "0.95 ± 0.01", "−1", "███"}, {"*a\\b~c", "10²", "3"}},
		Strong:  [][]bool{{false, true}, {false, false, true}},
		Notes:   []string{"p < 5% {of} $k^2$ — \"χ²\" 中"},
	}
	want := `% \usepackage{booktabs}
\begin{table}
\centering
\caption{50\% of x\_1 \& \#2}
\begin{tabular}{lrr}
\toprule
\multicolumn{1}{c}{} & \multicolumn{2}{c}{data sets} \\
\cmidrule(lr){2-3}
method & iris & wine \\
\midrule
{}[1] $\alpha$=2 & \textbf{0.95 $\pm$ 0.01} & $-$1 \\
{}*a\textbackslash{}b\textasciitilde{}c & 10$^2$ & \textbf{3} \\
\bottomrule
\end{tabular}

\medskip
\begin{minipage}{\linewidth}
\footnotesize\raggedright
p \textless{} 5\% \{of\} \$k\textasciicircum{}2\$ --- \char34{}$\chi$$^2$\char34{} \textbackslash{}u4e2d\par
\end{minipage}
\end{table}
`
	if got := table.LaTeX(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Small Greek letters stand in the order of their names.
func TestLaTeXGreek(t *testing.T) {
	for r, want := range map[rune]string{'α': `$\alpha$`, 'ν': `$\nu$`, 'ξ': `$\xi$`, 'π': `$\pi$`, 'ρ': `$\rho$`, 'σ': `$\sigma$`, 'χ': `$\chi$`, 'ω': `$\omega$`, 'Ω': `$\Omega$`, '⁹': "$^9$", '₀': "$_0$"} {
		if got := escapeLaTeX(string(r)); got != want {
			t.Errorf("%c is %s, want %s", r, got, want)
		}
	}
}

// Whatever the names are, braces and dollars balance, no special character stands
// bare, and every line of the table has its columns.
func TestLaTeXOfHostileNames(t *testing.T) {
	for _, name := range hostile {
		for kind, table := range tablesOf(name) {
			checkLaTeX(t, kind, table)
		}
	}
}

func FuzzLaTeX(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		checkLaTeX(t, "by hand", &Table{
			Title: name, Groups: []Group{{name, 2}}, Columns: []Column{{Name: name}, {Name: name, Align: Right}},
			Rows: [][]string{{name, name}, {name}}, Strong: [][]bool{{true, true}}, Notes: []string{name},
		})
	})
}

func checkLaTeX(t *testing.T, kind string, table *Table) {
	t.Helper()
	source := table.LaTeX()
	columns, _ := table.latexColumns()
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
			if breaks != len(columns)-1 {
				t.Fatalf("%s: %d columns in %q, want %d", kind, breaks+1, line, len(columns))
			}
			if first := strings.TrimSpace(line); strings.HasPrefix(first, "[") || strings.HasPrefix(first, "*") {
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
	if table.hasHeadings() {
		want++
	}
	if rows != want {
		t.Fatalf("%s: %d rows, want %d:\n%s", kind, rows, want, source)
	}
}
