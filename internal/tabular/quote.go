package tabular

import (
	"strings"
)

// AppendName appends the name of a column as a cell that ReadTable reads back as a name.
func AppendName(line []byte, name string) []byte {
	return appendCell(line, name, needsQuotes(name) || numberOrMissing(name))
}

// AppendLabel appends a class label as a cell that ReadTable reads back as the same label.
func AppendLabel(line []byte, label string) []byte {
	short, number := Canonical(label)
	quoted := needsQuotes(label) || isMissing(label) || number && short != label
	return appendCell(line, label, quoted)
}

// AppendText appends an identifier, which ReadTable keeps as it is.
func AppendText(line []byte, text string) []byte {
	return appendCell(line, text, needsQuotes(text))
}

// needsQuotes reports whether a cell without quotes would be misread. Semicolons and tabs could be
// detected as separators, and a row that begins with # or % is a comment.
func needsQuotes(cell string) bool {
	return strings.ContainsAny(cell, ",;\t\"\r\n\ufeff") || cell != strings.TrimSpace(cell) ||
		cell != "" && isComment(cell[0])
}

func appendCell(line []byte, cell string, quoted bool) []byte {
	if !quoted {
		return append(line, cell...)
	}
	line = append(line, '"')
	line = append(line, strings.ReplaceAll(cell, `"`, `""`)...)
	return append(line, '"')
}
