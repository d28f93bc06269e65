package tabular

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"unicode/utf8"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// token reads a value, in quotes or up to one of the characters in ends, and returns what follows
// it. Blanks around it are removed.
func token(line []byte, ends string) (value []byte, quoted bool, rest []byte, err error) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 || line[0] != '\'' && line[0] != '"' {
		i := bytes.IndexAny(line, ends)
		if i < 0 {
			i = len(line)
		}
		return bytes.TrimRight(line[:i], " \t"), false, line[i:], nil
	}
	quote := line[0]
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case quote:
			value = line[1:i]
			if bytes.IndexByte(value, '\\') >= 0 {
				value = unescape(value)
			}
			rest = bytes.TrimLeft(line[i+1:], " \t")
			if len(rest) > 0 && len(rest) == len(line)-i-1 &&
				bytes.IndexByte([]byte(ends), rest[0]) < 0 {
				return nil, false, nil, fmt.Errorf("the closing quote is followed by %q; put a "+
					"backslash before quotes inside a value", visible.Short(string(rest)))
			}
			return value, true, rest, nil
		case '\\':
			i++
		}
	}
	return nil, false, nil, fmt.Errorf("the quote before %q is never closed; close it, or "+
		"remove it", visible.Short(string(line[1:])))
}

// unescape resolves backslashes; unknown escapes are kept.
func unescape(value []byte) []byte {
	out := make([]byte, 0, len(value))
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' || i+1 == len(value) {
			out = append(out, value[i])
			continue
		}
		i++
		switch value[i] {
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			if i+4 < len(value) {
				if code, err := strconv.ParseUint(string(value[i+1:i+5]), 16, 16); err == nil {
					out = utf8.AppendRune(out, rune(code))
					i += 4
					continue
				}
			}
			out = append(out, 'u')
		default:
			out = append(out, value[i])
		}
	}
	return out
}

// row reads a line of the data.
func (a *arff) row(line []byte) error {
	if int64(a.values.n)+int64(a.kept) > MaxElements {
		return fmt.Errorf("row %d: more than %d values; split the file", a.lines.number,
			MaxElements)
	}
	if a.rows == MaxSamples {
		return fmt.Errorf("row %d: %w", a.lines.number, errTooManySamples)
	}
	if a.rows == 0 && line[0] != '{' && !hasUnquoted(line, ',') {
		a.blanks = true
	}
	read := a.dense
	if line[0] == '{' {
		read = a.sparse
	}
	if err := read(line); err != nil {
		return err
	}
	a.rows++
	if err := a.text.Room(int64(a.values.n) + int64(a.rows)); err != nil {
		return fmt.Errorf("row %d: %w", a.lines.number, err)
	}
	if int64(a.values.n) > freeSpread && int64(a.values.n)/maxSpread > a.given {
		return fmt.Errorf("row %d: the sparse rows leave out more than %d of %d values; a table "+
			"this empty is not read", a.lines.number, maxSpread-1, maxSpread)
	}
	return nil
}

// unquoted yields the places of a character outside quotes of both kinds.
func unquoted(line []byte, c byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		var quote byte
		for i := 0; i < len(line); i++ {
			switch {
			case quote != 0 && line[i] == '\\':
				i++
			case quote != 0:
				if line[i] == quote {
					quote = 0
				}
			case line[i] == '\'' || line[i] == '"':
				quote = line[i]
			case line[i] == c:
				if !yield(i) {
					return
				}
			}
		}
	}
}

// hasUnquoted reports whether a character stands outside quotes.
func hasUnquoted(line []byte, c byte) bool {
	for range unquoted(line, c) {
		return true
	}
	return false
}

// lastUnquoted is the last place of a character outside quotes, -1 for none.
func lastUnquoted(line []byte, c byte) int {
	last := -1
	for i := range unquoted(line, c) {
		last = i
	}
	return last
}

func (a *arff) dense(line []byte) error {
	ends := ","
	if a.blanks {
		ends = " \t,"
	}
	// An error of the row's length takes precedence over one of a value.
	var bad error
	whole, empty := line, -1 // empty is the first value of none
	passing := false         // over empty values
	j := 0
	for more := true; more; j++ {
		value, quoted, rest, err := token(line, ends)
		if err != nil {
			return a.errorf(j, "%w", err)
		}
		line = rest
		if a.blanks {
			line = bytes.TrimLeft(line, " \t")
		}
		switch {
		case len(line) > 0 && line[0] == ',':
			line = line[1:]
		case a.blanks && len(line) > 0:
		case len(line) > 0:
			return a.errorf(j, "the value %q is followed by %q; separate values by commas",
				visible.Short(string(value)), visible.Short(string(line)))
		default:
			more = false
		}
		if len(value) == 0 && !quoted {
			if empty < 0 {
				empty, passing = j, a.passesEmpty(whole, ends)
			}
			if passing {
				a.passed++
				j--
				continue
			}
		}
		if j >= len(a.list) {
			if isWeight(value) && !more && j == len(a.list) {
				a.weights = true
				break
			}
			if empty >= 0 {
				return fmt.Errorf("row %d has more than the %d values that are declared, and an "+
					"empty value after value %d; remove a separator, or write ? for a missing "+
					"value", a.lines.number, len(a.list), empty)
			}
			return fmt.Errorf("row %d has more than the %d values that are declared; put quotes "+
				"around those that hold separators", a.lines.number, len(a.list))
		}
		if bad == nil {
			bad = a.value(j, value, quoted)
		}
	}
	if j < len(a.list) {
		return fmt.Errorf("row %d has %d values, and %d are declared; give every row all of them",
			a.lines.number, j, len(a.list))
	}
	a.given += int64(len(a.list))
	return bad
}

// passesEmpty reports whether a row has as many values as are declared only without its empty ones,
// which Weka passes over.
func (a *arff) passesEmpty(line []byte, ends string) bool {
	all, filled := 0, 0
	for more := true; more; all++ {
		value, quoted, rest, err := token(line, ends)
		if err != nil {
			return false
		}
		if line = bytes.TrimLeft(rest, " \t"); len(line) > 0 && line[0] == ',' {
			line = line[1:]
		} else {
			more = len(line) > 0 && a.blanks
		}
		if len(value) > 0 && !isWeight(value) || quoted {
			filled++
		}
	}
	return all > len(a.list) && filled == len(a.list)
}

func isWeight(value []byte) bool {
	return len(value) > 2 && value[0] == '{' && value[len(value)-1] == '}'
}

// sparse reads a row such as {1 5, 3 word}. An omitted value is 0, or the first one declared.
func (a *arff) sparse(line []byte) error {
	end := bytes.LastIndexByte(line, '}')
	if open := lastUnquoted(line, '{'); open > 0 && end > open {
		if between := bytes.LastIndexByte(line[:open], '}'); between > 0 && end == len(line)-1 {
			a.weights = true
			line, end = line[:between+1], between
		}
	}
	if end != len(line)-1 {
		return fmt.Errorf("row %d does not end in a closing brace; close it on the same line",
			a.lines.number)
	}
	rest := bytes.TrimSpace(line[1:end])
	next := 0
	for len(rest) > 0 {
		if rest[0] == ',' { // Weka passes over empty values
			a.passed++
			rest = bytes.TrimLeft(rest[1:], " \t")
			continue
		}
		number, _, after, err := token(rest, " \t,")
		if err != nil {
			return fmt.Errorf("row %d: %w", a.lines.number, err)
		}
		j, err := strconv.Atoi(string(number))
		switch {
		case err != nil || j < 0 || j >= len(a.list):
			return fmt.Errorf("row %d: %q is no index of the %d attributes; they count from 0",
				a.lines.number, visible.Short(string(number)), len(a.list))
		case j < next:
			return fmt.Errorf("row %d: index %d comes after index %d; put them in order, each "+
				"once", a.lines.number, j, next-1)
		}
		value, quoted, after, err := token(after, ",")
		if err != nil {
			return a.errorf(j, "%w", err)
		}
		if len(value) == 0 && !quoted {
			return a.errorf(j, "index %d has no value; write the value behind it", j)
		}
		if err := a.leftOut(next, j); err != nil {
			return err
		}
		if err := a.value(j, value, quoted); err != nil {
			return err
		}
		next = j + 1
		a.given++
		if after = bytes.TrimLeft(after, " \t"); len(after) > 0 {
			if after[0] != ',' {
				return a.errorf(j, "the value %q is followed by %q; separate values by commas",
					visible.Short(string(value)), visible.Short(string(after)))
			}
			after = bytes.TrimLeft(after[1:], " \t")
		}
		rest = after
	}
	return a.leftOut(next, len(a.list))
}

// leftOut adds the values of attributes from to to-1, which a sparse row omits.
func (a *arff) leftOut(from, to int) error {
	features := to - from
	if from <= a.label && a.label < to {
		features--
		first, err := a.omitted(a.label, "its class, a string")
		if err == nil {
			err = a.class(&a.list[a.label], first, true)
		}
		if err != nil {
			return err
		}
	}
	if features > 0 {
		if err := a.codes.checkZero("a sparse row"); err != nil {
			return fmt.Errorf("row %d: %w", a.lines.number, err)
		}
	}
	if a.out == nil && a.places == nil {
		a.values.AddAll(a.defaults[:features])
		return nil
	}
	for j := from; j < to; j++ {
		switch {
		case j == a.group || j == a.id:
			first, err := a.omitted(j, "a string")
			if err == nil {
				err = a.role(j, first, true)
			}
			if err != nil {
				return err
			}
		case a.column[j] < 0:
		case a.list[j].kind == text:
			return a.errorf(j, "a sparse row leaves out a string; write it")
		default:
			a.values.Add(0)
		}
	}
	return nil
}

// omitted returns the value that a sparse row leaves out: 0, or the first one declared.
func (a *arff) omitted(j int, what string) ([]byte, error) {
	switch at := &a.list[j]; at.kind {
	case nominal:
		return []byte(at.levels.list[0]), nil
	case numeric:
		return []byte{'0'}, nil
	}
	return nil, a.errorf(j, "a sparse row leaves out %s; write it", what)
}

// value takes a value of attribute j.
func (a *arff) value(j int, value []byte, quoted bool) error {
	at := &a.list[j]
	if j == a.label {
		return a.class(at, value, quoted)
	}
	if j == a.group || j == a.id {
		return a.role(j, value, quoted)
	}
	if a.column[j] < 0 {
		return nil
	}
	var level int
	var known bool
	if at.kind == nominal {
		level, known = at.levels.index[string(value)]
	}
	coded := !quoted && a.codes.has(value)
	switch {
	case coded:
	case known && (quoted || string(value) != "?"):
		a.values.Add(float64(level))
		return nil
	case at.kind == numeric:
		if v, ok := ParseNumber(value); ok {
			if beyondExact(v) {
				a.rounded.add(a.lines.number, j, value, v)
			}
			a.values.Add(v)
			return nil
		}
	}
	if coded || !quoted && isMissing(string(value)) {
		if len(value) == 0 {
			return a.errorf(j, "there is no value between the separators; write ? for a missing "+
				"one")
		}
		if a.policy.kind == refuseMissing {
			a.refused.add(a.lines.number, j, string(value))
		}
		a.odd = true
		a.values.Add(missingCell())
		return nil
	}
	switch at.kind {
	case nominal:
		return a.errorf(j, "%s", suggest.Unknown("declared value", visible.Short(string(value)),
			shownLevels(at.levels.list)))
	case numeric:
		if bad := badFixed(string(value)); bad != "" && !isMissing(string(value)) {
			return a.errorf(j, "%s", bad)
		}
		return a.errorf(j, "%q is not a number, and the column is declared numeric; mend the "+
			"value or the declaration", visible.Short(string(value)))
	}
	v, err := a.words.add(value, false)
	if err != nil {
		return a.errorf(j, "%w", err)
	}
	if a.places[j].word.line == 0 {
		a.places[j].word = place{a.lines.number, j, visible.Short(string(value))}
	}
	a.odd = true
	a.values.Add(v)
	return nil
}

// class reads the label of a row.
func (a *arff) class(at *attribute, value []byte, quoted bool) error {
	known := false
	if at.kind == nominal {
		_, known = at.levels.index[string(value)]
	}
	missing := a.noLabel(value, quoted, known)
	if !missing && at.kind == nominal && !known {
		return a.errorf(a.label, "%s", suggest.Unknown("declared class",
			visible.Short(string(value)), shownLevels(at.levels.list)))
	}
	if at.kind == numeric && !missing {
		if _, ok := ParseNumber(value); !ok {
			return a.errorf(a.label, "the class %q is not a number, and the column is declared "+
				"numeric; mend the value or the declaration", visible.Short(string(value)))
		}
	}
	// A declared word is a class, even one that means a missing value.
	quoted = quoted || known && !missing && isMissing(string(value))
	dropped, err := a.classes.addCell(a.policy, value, quoted, missing)
	a.odd = a.odd || dropped
	if err != nil && missing && a.opt.Label == "" && !maybeClass(at.name) {
		return a.errorf(a.label, "%w%s", err, saysTaken)
	}
	if err != nil {
		return a.errorf(a.label, "%w", err)
	}
	return nil
}

// noLabel reports whether a label or a group is missing: a declared word is not, unless it is a
// code or a question mark.
func (a *arff) noLabel(value []byte, quoted, declared bool) bool {
	if quoted {
		return len(value) == 0
	}
	return string(value) == "?" || a.codes.has(value) || !declared && isMissing(string(value))
}

// role takes a value of the groups or the identifiers.
func (a *arff) role(j int, value []byte, quoted bool) error {
	declared := false
	if at := &a.list[j]; at.kind == nominal {
		_, declared = at.levels.index[string(value)]
	}
	missing := a.noLabel(value, quoted, declared)
	quoted = quoted || declared && !missing && isMissing(string(value))
	dropped, err := a.roles.add(&a.columns, a.policy, j, value, quoted, missing)
	a.odd = a.odd || dropped
	if err != nil {
		return a.errorf(j, "%w", err)
	}
	return nil
}

func shownLevels(names []string) []string {
	if len(names) > 50 {
		names = names[:50]
	}
	out := make([]string, len(names))
	for k, name := range names {
		out[k] = visible.Name(name)
	}
	return out
}

func (a *arff) errorf(j int, format string, args ...any) error {
	name := "none, counted from 0"
	if j < len(a.list) {
		name = visible.Name(a.list[j].name)
	}
	return fmt.Errorf("row %d, column %d (%s): %w",
		a.lines.number, j, name, fmt.Errorf(format, args...))
}
