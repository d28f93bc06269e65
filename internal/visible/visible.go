// Package visible makes text from files, paths and servers safe to print.
package visible

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text escapes every rune that is not a letter, mark, number, punctuation, symbol or blank, such as
// terminal control characters and marks that turn the writing direction. Bytes that are not UTF-8
// become U+FFFD.
func Text(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsGraphic(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// Line is Text in one line, with single blanks between words.
func Line(s string) string { return Text(strings.Join(strings.Fields(s), " ")) }

// Say writes a line of text: programs print with it what may come from a file.
func Say(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, Text(fmt.Sprintf(format, args...)))
	return err
}

// Writer writes text to a terminal: it escapes all but line breaks and tabs as Text does.
type Writer struct {
	To   io.Writer
	rest []byte // the beginning of a rune
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
		if at := len(text) - k; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	if err := w.write(string(text[:end])); err != nil {
		return 0, err
	}
	w.rest = append([]byte(nil), text[end:]...)
	return len(p), nil
}

// Close writes what is left of a torn rune.
func (w *Writer) Close() error {
	left := string(w.rest)
	w.rest = nil
	return w.write(left)
}

func (w *Writer) write(text string) error {
	var b strings.Builder
	for len(text) > 0 {
		at := strings.IndexAny(text, "\n\t")
		if at < 0 {
			at = len(text)
		}
		b.WriteString(Text(text[:at]))
		if at < len(text) {
			b.WriteByte(text[at])
			at++
		}
		text = text[at:]
	}
	_, err := io.WriteString(w.To, b.String())
	return err
}
