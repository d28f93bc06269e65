package table

import "testing"

func TestLaTeX(t *testing.T) {
	table := &Table{
		Title:  "50% of x_1 & #2",
		Groups: []Group{{"", 1}, {"data sets", 2}, {"", 1}},
		Columns: []Column{{Name: "method"}, {Name: "iris", Align: Right},
			{Name: "wine", Align: Right}, {Name: "bar", Bar: true}},
		Rows:   [][]string{{"[1] α=2", "0.95 ± 0.01", "−1", "███"}, {"*a\\b~c", "10²", "3"}},
		Strong: [][]bool{{false, true}, {false, false, true}},
		Notes:  []string{"p < 5% {of} $k^2$ — \"χ²\" 中"},
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
	for r, want := range map[rune]string{'α': `$\alpha$`, 'ν': `$\nu$`, 'ξ': `$\xi$`, 'π': `$\pi$`,
		'ρ': `$\rho$`, 'σ': `$\sigma$`, 'χ': `$\chi$`, 'ω': `$\omega$`, 'Ω': `$\Omega$`,
		'⁹': "$^9$", '₀': "$_0$"} {
		if got := escapeLaTeX(string(r)); got != want {
			t.Errorf("%c is %s, want %s", r, got, want)
		}
	}
}
