package matfile

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxText is the number of characters, and of rows, above which a char array is
// refused: labels are far below, and each row costs a string header.
const maxText = 1 << 24

// char reads a char array as its rows. It returns nil for an array with rows
// but no characters.
func (d *decoder) char(m *section, a array) ([]string, error) {
	if a.rows > maxText || a.rows != 0 && a.cols > maxText/a.rows {
		return nil, fail(nil, "variable %q holds %d×%d characters, above the limit of %s; save "+
			"less text", d.name, a.rows, a.cols, count(maxText))
	}
	switch {
	case a.rows == 0 || a.cols == 0 && a.rows == 1:
		return make([]string, a.rows), nil
	case a.cols == 0:
		return nil, nil
	}
	typ, sub, err := m.sub()
	if err != nil {
		return nil, err
	}
	// A character takes at most 4 bytes in every encoding.
	if sub.left > 4*maxText {
		return nil, d.damaged("%s bytes of text for %d×%d characters", count(sub.left), a.rows,
			a.cols)
	}
	if err := d.charge(4*sub.left + 16*int64(a.rows)); err != nil {
		return nil, err
	}
	var text bytes.Buffer // grows as the text arrives
	if _, err := text.ReadFrom(&sub); err != nil {
		return nil, err
	}
	rows, ok := d.textRows(typ, text.Bytes(), a.rows, a.cols)
	if !ok {
		return nil, d.damaged("%d bytes of text of type %d are not %d×%d characters", text.Len(),
			typ, a.rows, a.cols)
	}
	return rows, sub.end()
}

// textRows splits the characters p, stored column by column, into rows.
func (d *decoder) textRows(typ uint32, p []byte, rows, cols int) ([]string, bool) {
	// What is not the UTF-8 it claims to be is read as Latin-1: labels that
	// differ remain different.
	if typ == miUTF8 && !utf8.Valid(p) {
		typ = miUINT8
	}
	var units []uint16 // UTF-16
	switch typ {
	case miINT8, miUINT8: // Latin-1, the first part of UTF-16
		for _, b := range p {
			units = append(units, uint16(b))
		}
	case miUTF8:
		units = utf16.Encode([]rune(string(p)))
	case miINT16, miUINT16, miUTF16:
		for ; len(p) >= 2; p = p[2:] {
			if !d.big {
				units = append(units, uint16(p[0])|uint16(p[1])<<8)
			} else {
				units = append(units, uint16(p[1])|uint16(p[0])<<8)
			}
		}
	case miINT32, miUINT32, miUTF32:
		var runes []rune
		for ; len(p) >= 4; p = p[4:] {
			runes = append(runes, rune(d.uint32(p)))
		}
		units = utf16.Encode(runes)
	default:
		return nil, false
	}
	if rows == 1 { // writers count characters in different ways
		return []string{string(utf16.Decode(units))}, true
	}
	// MATLAB counts UTF-16 units, scipy whole characters.
	runes := utf16.Decode(units)
	out := make([]string, rows)
	switch rows * cols {
	case len(units):
		row := make([]uint16, cols)
		for i := range out {
			for j := range row {
				row[j] = units[j*rows+i]
			}
			out[i] = string(utf16.Decode(row))
		}
	case len(runes):
		row := make([]rune, cols)
		for i := range out {
			for j := range row {
				row[j] = runes[j*rows+i]
			}
			out[i] = string(row)
		}
	default:
		return nil, false
	}
	for i := range out {
		out[i] = strings.TrimRight(out[i], " \x00")
	}
	return out, true
}
