package tabular

import (
	"errors"
	"fmt"
	"strings"

	"fsnb.example/internal/visible"
)

// oddPlaces holds the places of the first word of a column, and of its first quoted missing value.
type oddPlaces struct {
	word, missing place
	gaps          int // missing values of a feature of a transposed table
}

// place locates a cell that is not a number; line is 0 for none.
type place struct {
	line, column int
	text         string
}

func (t *tableReader) addCell(line, j int, text []byte, quoted bool) error {
	if j == t.label {
		t.repeatsName(line, j, text)
		return t.addLabel(line, j, text, quoted)
	}
	if t.isOut(j) {
		t.repeatsName(line, j, text)
		return t.addRole(line, j, text, quoted)
	}
	v, ok := ParseNumber(text)
	if !ok || t.decimal == ',' || t.codes.isNumber(v) || t.nominal(j) {
		t.repeatsName(line, j, text)
		var err error
		if v, err = t.oddCell(line, j, text, quoted); err != nil {
			return t.errorf(line, j, "%w", err)
		}
	}
	if beyondExact(v) {
		t.noteRounded(line, j, text, v)
	}
	if len(text) > 1 && text[0] == '0' && isDigits(text) {
		t.padded.note(line, j, text)
	}
	t.values.Add(v)
	return nil
}

// noteRounded notes a large number in a cell, which may be rounded.
func (t *tableReader) noteRounded(line, j int, text []byte, v float64) {
	if plain, ok := t.plain(text); ok {
		t.rounded.add(line, j, plain, v)
	}
}

func (t *tableReader) addLabel(line, j int, text []byte, quoted bool) error {
	missing := t.codes.missing(text, quoted)
	dropped, err := t.classes.addCell(t.policy, text, quoted, missing)
	t.odd = t.odd || dropped
	if err != nil {
		if missing && t.isGuess() {
			return t.errorf(line, j, "%w%s", err, saysTaken)
		}
		return t.errorf(line, j, "%w", err)
	}
	return nil
}

// saysTaken ends an error about a missing label that no option names.
const saysTaken = "; the last column is taken for the label: set Label for another"

// isGuess reports whether the last column is the label, although neither an option nor its name
// says so.
func (t *tableReader) isGuess() bool {
	return t.opt.Label == "" && !t.opt.beside && t.label >= 0 && t.names != nil &&
		!maybeClass(t.names[t.label])
}

// addRole takes a cell of the groups or the identifiers, and passes over a dropped one.
func (t *tableReader) addRole(line, j int, text []byte, quoted bool) error {
	if j != t.group && j != t.id && j != t.columns.samples {
		return nil
	}
	dropped, err := t.roles.add(&t.columns, t.policy, j, text, quoted,
		t.codes.missing(text, quoted))
	t.odd = t.odd || dropped
	if err != nil {
		return t.errorf(line, j, "%w", err)
	}
	return nil
}

// longestNumber is the length from which a cell is not examined as a malformed number.
const longestNumber = 1 << 10

// oddCell handles a cell that is not a number with a decimal point, as the options say.
func (t *tableReader) oddCell(line, j int, text []byte, quoted bool) (float64, error) {
	v, ok := t.parse(text)
	coded := ok && t.codes.isNumber(v)
	switch {
	case !ok || coded:
	case t.nominal(j):
		short, _ := Canonical(string(text))
		text = []byte(short)
	default:
		return v, nil
	}
	if v, known := t.words.find(text); known && t.places[j].word.line != 0 {
		return v, nil
	}
	missing := coded || t.codes.isMissing(text)
	if missing && (coded || !quoted || len(text) == 0 || !t.takesWords(j)) {
		if t.policy.kind == refuseMissing {
			t.refused.add(line, j, string(text))
		}
		t.odd = true
		return missingCell(), nil
	}
	if len(text) < longestNumber && !missing && !ok {
		if known := t.badNumber(j, string(text)); known != "" {
			return 0, errors.New(known)
		}
	}
	if !t.takesWords(j) {
		return 0, errors.New(t.badCell(j, string(text)))
	}
	v, err := t.words.add(text, missing)
	if err != nil {
		return 0, err
	}
	t.odd = true
	if t.places == nil {
		t.places = make([]oddPlaces, t.width)
	}
	at := &t.places[j].word
	if missing {
		at = &t.places[j].missing
	}
	if at.line == 0 {
		*at = place{line, j, visible.Short(string(text))}
	}
	return v, nil
}

func (t *tableReader) errorf(line, j int, format string, args ...any) error {
	return fmt.Errorf("row %d, column %d (%s): %w",
		line, j, visible.Name(t.nameOf(j)), fmt.Errorf(format, args...))
}

// nameOf is the name of a column in errors.
func (t *tableReader) nameOf(j int) string {
	if t.names == nil {
		return noName
	}
	return t.names[j]
}

// badNumber describes a cell of column j that should be a number; -1 is a column of which nothing
// is known.
func (t *tableReader) badNumber(j int, cell string) string {
	if t.thousands != 0 && strings.ContainsAny(cell, thousandsSigns[t.thousands]) {
		if _, ok := (signs{decimal: byte(t.thousands)}).parse([]byte(cell)); ok {
			return fmt.Sprintf("%q has %q that does not stand before exactly three digits; mend "+
				"the cell, or leave Thousands out", visible.Short(cell), t.thousands)
		}
	}
	mixed := j >= 0 && j < len(t.forms) && t.forms[j].decimals
	if known := SayThousands(cell); known != "" && t.thousands == 0 && !mixed {
		return known
	}
	if t.decimal == ',' && strings.Contains(cell, ".") {
		if _, ok := ParseNumber([]byte(cell)); ok {
			return fmt.Sprintf("%q has a decimal point, and other cells a decimal comma; write "+
				"%s, or set Decimal to '.'", visible.Short(cell),
				visible.Short(strings.Replace(cell, ".", ",", 1)))
		}
	}
	return badNumber(cell)
}

func (t *tableReader) badCell(j int, cell string) string {
	const choices = "or set Drop or Code (ordinal or one-hot)"
	if t.rows == 0 && t.auto && t.label >= 0 {
		return fmt.Sprintf("%q is not a number; mend the cell, name the label column, say that "+
			"the first row is a header, %s", visible.Short(cell), choices)
	}
	return fmt.Sprintf("%q is not a number; mend the cell, name this column as the label, %s%s",
		visible.Short(cell), roleAdvice(t.opt, t.names, j), choices)
}
