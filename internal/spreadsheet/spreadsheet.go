// Package spreadsheet prevents spreadsheets from running cells of comma-separated values as
// formulas.
package spreadsheet

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Writer passes comma-separated values to another writer, with an apostrophe before text that a
// spreadsheet would run; all other cells pass unchanged. Close writes the last cell and must be
// called.
//
// Text is a cell that is not a number. It is run when it begins with =, +, -, @ or one of their
// wide forms, after blanks and quotes that a spreadsheet may remove. So is a part of it after a
// comma, a semicolon, a tab or a line end, since spreadsheets of other locales separate cells by
// those.
type Writer struct {
	w      io.Writer
	cell   []byte // as read, without the separator after it
	quoted bool   // inside of quotes
	out    bytes.Buffer
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	for _, c := range p {
		if c == '"' {
			w.quoted = !w.quoted
		}
		if w.quoted || c != ',' && c != '\n' {
			w.cell = append(w.cell, c)
			continue
		}
		w.end()
		w.out.WriteByte(c)
	}
	if err := w.flush(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes the last cell.
func (w *Writer) Close() error {
	w.end()
	return w.flush()
}

func (w *Writer) flush() error {
	_, err := w.out.WriteTo(w.w)
	return err
}

// end writes the current cell.
func (w *Writer) end() {
	raw := string(w.cell)
	w.cell = w.cell[:0]
	text, quoted := raw, false
	if len(raw) > 1 && raw[0] == '"' && raw[len(raw)-1] == '"' {
		text, quoted = strings.ReplaceAll(raw[1:len(raw)-1], `""`, `"`), true
	}
	safe := Safe(text)
	switch {
	case safe == text:
		w.out.WriteString(raw)
	case quoted:
		w.out.WriteString(`"` + strings.ReplaceAll(safe, `"`, `""`) + `"`)
	default:
		w.out.WriteString(safe)
	}
}

// A formula: at the beginning, or after a character that may separate cells.
var run = regexp.MustCompile(`(^|[,;\t\r\n|])([\s"]*)([=+\-@＝＋－＠])`)

// Safe returns a cell with an apostrophe before each part of it that a spreadsheet would
// run. Numbers stay as they are.
func Safe(cell string) string {
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return run.ReplaceAllString(cell, "$1$2'$3")
}
