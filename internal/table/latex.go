package table

import (
	"fmt"
	"strings"
	"unicode"
)

// LaTeX renders the table for a paper, with the rules of the package booktabs: bold cells in
// \textbf, groups over their columns, the notes below in small print. Special characters are
// escaped. Latin letters stay UTF-8, mathematical signs and Greek letters become commands, and
// characters missing in LaTeX's fonts are escaped as in figures. Columns of bars are omitted.
func (t *Table) LaTeX() string {
	columns, groups := t.latexColumns()
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n")
	if t.Title != "" {
		fmt.Fprintf(&b, "\\caption{%s}\n", escapeLaTeX(t.Title))
	}
	b.WriteString("\\begin{tabular}{")
	for _, j := range columns {
		if t.Columns[j].Align == Right {
			b.WriteString("r")
		} else {
			b.WriteString("l")
		}
	}
	b.WriteString("}\n\\toprule\n")
	if len(groups) > 0 {
		b.WriteString(latexGroups(groups))
	}
	row := func(cell func(j int) string) {
		cells := make([]string, len(columns))
		for i, j := range columns {
			cells[i] = cell(j)
		}
		if len(cells) > 0 {
			cells[0] = guardLaTeX(cells[0])
		}
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	if t.hasHeadings() {
		row(func(j int) string { return escapeLaTeX(t.Columns[j].Name) })
		b.WriteString("\\midrule\n")
	}
	for i := range t.Rows {
		row(func(j int) string {
			text := escapeLaTeX(t.cell(i, j))
			if t.strong(i, j) {
				return "\\textbf{" + strings.TrimSpace(text) + "}"
			}
			return text
		})
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	if len(t.Notes) > 0 {
		b.WriteString("\n\\medskip\n\\begin{minipage}{\\linewidth}\n\\footnotesize\\raggedright\n")
		for _, n := range t.Notes {
			b.WriteString(escapeLaTeX(n) + "\\par\n")
		}
		b.WriteString("\\end{minipage}\n")
	}
	b.WriteString("\\end{table}\n")
	return b.String()
}

// latexColumns are the columns but for bars, and the groups that are left of them.
func (t *Table) latexColumns() (columns []int, groups []Group) {
	all, at := t.groups(), 0
	for _, g := range all {
		kept := 0
		for j := at; j < at+g.Span; j++ {
			if !t.Columns[j].Bar {
				kept++
			}
		}
		at += g.Span
		if kept > 0 {
			groups = append(groups, Group{g.Name, kept})
		}
	}
	for j, c := range t.Columns {
		if !c.Bar {
			columns = append(columns, j)
		}
	}
	return columns, groups
}

// latexGroups is the row of the groups with a rule below each that has a name.
func latexGroups(groups []Group) string {
	cells, rules, at := make([]string, len(groups)), "", 1
	for i, g := range groups {
		cells[i] = fmt.Sprintf("\\multicolumn{%d}{c}{%s}", g.Span, escapeLaTeX(g.Name))
		if strings.TrimSpace(g.Name) != "" {
			rules += fmt.Sprintf("\\cmidrule(lr){%d-%d}", at, at+g.Span-1)
		}
		at += g.Span
	}
	text := strings.Join(cells, " & ") + " \\\\\n"
	if rules != "" {
		text += rules + "\n"
	}
	return text
}

// guardLaTeX prevents the beginning of a row from being read as an argument of the rule or of the
// end of the row before it.
func guardLaTeX(cell string) string {
	if strings.HasPrefix(strings.TrimSpace(cell), "[") ||
		strings.HasPrefix(strings.TrimSpace(cell), "*") {
		return "{}" + cell
	}
	return cell
}

// latexSigns are the characters that LaTeX does not print as they are. Commands end
// in braces, so that a letter or a blank after them is not swallowed.
var latexSigns = withSeries(map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`,
	'_': `\_`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`,
	'|': `\textbar{}`, '"': `\char34{}`, '`': `\char96{}`,
	'±': `$\pm$`, '−': `$-$`, '×': `$\times$`, '÷': `$\div$`, '·': `$\cdot$`, '∞': `$\infty$`,
	'≤': `$\le$`, '≥': `$\ge$`, '≠': `$\ne$`, '≈': `$\approx$`,
	'√': `$\surd$`, '∑': `$\sum$`, '∏': `$\prod$`, '∂': `$\partial$`, '‖': `$\|$`, '∈': `$\in$`,
	'∩': `$\cap$`, '∪': `$\cup$`, '→': `$\to$`, '←': `$\leftarrow$`,
	'¬': `$\neg$`, '°': `$^\circ$`, '′': `$'$`, '″': `$''$`, '–': `--`, '—': `---`, '…': `\ldots{}`,
	'•': `\textbullet{}`, '†': `\dag{}`, '‡': `\ddag{}`, '§': `\S{}`, '¶': `\P{}`,
	'‘': `\textquoteleft{}`, '’': `\textquoteright{}`, '“': `\textquotedblleft{}`,
	'”': `\textquotedblright{}`, '„': `\quotedblbase{}`,
	'«': `\guillemotleft{}`, '»': `\guillemotright{}`,
	'½': `$\frac12$`, '¼': `$\frac14$`, '¾': `$\frac34$`, '⁻': `$^-$`, '⁺': `$^+$`, 'ⁿ': `$^n$`,
	'µ': `$\mu$`, '\u00a0': `\nobreakspace{}`, '\u202f': `\,`, '\u2009': `\,`,
	'¡': `\textexclamdown{}`, '¿': `\textquestiondown{}`, '©': `\copyright{}`, '£': `\pounds{}`,
	'Α': `A`, 'Β': `B`, 'Ε': `E`, 'Ζ': `Z`, 'Η': `H`, 'Ι': `I`, 'Κ': `K`, 'Μ': `M`, 'Ν': `N`,
	'Ο': `O`, 'Ρ': `P`, 'Τ': `T`, 'Χ': `X`, 'ο': `$o$`, 'ς': `$\varsigma$`,
	'Γ': `$\Gamma$`, 'Δ': `$\Delta$`, 'Θ': `$\Theta$`, 'Λ': `$\Lambda$`, 'Ξ': `$\Xi$`, 'Π': `$\Pi$`,
	'Σ': `$\Sigma$`, 'Υ': `$\Upsilon$`, 'Φ': `$\Phi$`, 'Ψ': `$\Psi$`, 'Ω': `$\Omega$`,
})

// withSeries adds the characters that follow one another: raised and lowered
// digits, and small Greek letters.
func withSeries(signs map[rune]string) map[rune]string {
	for i, r := range []rune("⁰¹²³⁴⁵⁶⁷⁸⁹") {
		signs[r] = fmt.Sprintf("$^%d$", i)
	}
	for i, r := range []rune("₀₁₂₃₄₅₆₇₈₉") {
		signs[r] = fmt.Sprintf("$_%d$", i)
	}
	for first, names := range map[rune]string{
		'α': "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi",
		'π': "pi rho", 'σ': "sigma tau upsilon phi chi psi omega",
	} {
		for i, name := range strings.Fields(names) {
			signs[first+rune(i)] = `$\` + name + `$`
		}
	}
	return signs
}

// escapeLaTeX escapes characters that are special to LaTeX, or that it cannot process.
func escapeLaTeX(s string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range shown(s) {
		sign, ok := latexSigns[r]
		switch {
		case ok:
			b.WriteString(sign)
		case r == '-' && last == '-': // two would form a dash
			b.WriteString("{}-")
		case strings.ContainsRune("'!?,", r) && last == r: // some pairs form ligatures
			b.WriteString("{}" + string(r))
		case r < unicode.MaxASCII, r >= 0xC0 && r <= 0x17F:
			b.WriteRune(r)
		default:
			b.WriteString(escapeASCII(r))
		}
		last = r
	}
	return b.String()
}

// escapeASCII writes a character by its number.
func escapeASCII(r rune) string {
	if r > 0xFFFF {
		return fmt.Sprintf(`\textbackslash{}U%08x`, r)
	}
	return fmt.Sprintf(`\textbackslash{}u%04x`, r)
}
