package main

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// number is a number of a text.
type number struct {
	text     string // as written, in one form: see plain
	from, to int    // bytes of the text
	value    float64
	unit     float64 // what its last written digit counts
	negative bool    // it has a minus; value has none
	percent  bool
	literal  bool // a version or a date, which is compared as text
}

// scanner reads the numbers of a text.
type scanner struct {
	text  string
	at    int
	words bool // spelled numbers count
	code  bool // commas part numbers, as in Go
	found []number
}

// scan returns the numbers of a text, spelled ones too if words is true. Digits in a word that
// begins with a letter are part of a name.
func scan(text string, words bool) []number {
	s := scanner{text: text, words: words}
	s.run()
	return s.found
}

// scanCode is scan for a program.
func scanCode(text string) []number {
	s := scanner{text: text, code: true}
	s.run()
	return s.found
}

func (s *scanner) run() {
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		switch {
		case r == 'x' && isDigit(s.text, s.at-1) && isDigit(s.text, s.at+1): // 8x8
			s.at += size
		case unicode.IsLetter(r) || r == '_':
			from := s.at
			s.name()
			if s.words {
				s.spelled(from)
			}
		case isDigit(s.text, s.at) || r == '.' && isDigit(s.text, s.at+1):
			s.number()
		default:
			s.at += size
		}
	}
}

// name passes over a word that begins with a letter, with the digits that hang on it, also by
// hyphens and points.
func (s *scanner) name() {
	from := s.at
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		next, _ := utf8.DecodeRuneInString(s.text[s.at+size:])
		switch {
		case inWord(r):
		case (r == '-' || r == '.') && inWord(next):
		case r == ',' && isDigit(s.text, s.at+1) && isNorm(s.text[from:s.at]):
		default:
			return
		}
		s.at += size
	}
}

// isNorm reports whether a word is the first half of the name of a norm such as ℓ2,1.
func isNorm(word string) bool {
	switch word {
	case "ℓ1", "ℓ2", "L1", "L2", "l1", "l2":
		return true
	}
	return false
}

func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func isDigit(text string, at int) bool {
	return at >= 0 && at < len(text) && text[at] >= '0' && text[at] <= '9'
}

func (s *scanner) digits() string {
	from := s.at
	for isDigit(s.text, s.at) {
		s.at++
	}
	return s.text[from:s.at]
}

// number reads a number that begins with a digit or a point.
func (s *scanner) number() {
	from := s.at
	whole := s.grouped()
	fraction := ""
	if s.rest(".") && isDigit(s.text, s.at+1) {
		s.at++
		fraction = s.digits()
	}
	if s.literal(from) || s.identifier() {
		return
	}
	n := number{from: from, unit: math.Pow10(-len(fraction))}
	n.value, _ = strconv.ParseFloat(whole+"."+fraction+"e0", 64)
	s.exponent(&n)
	s.power(&n)
	s.scale(&n)
	s.percent(&n)
	n.negative = s.minus(from)
	if n.negative {
		_, size := utf8.DecodeLastRuneInString(s.text[:from])
		n.from -= size
	}
	n.to = s.at
	n.text = plain(s.text[n.from:n.to])
	s.found = append(s.found, n)
}

func (s *scanner) rest(prefix string) bool { return strings.HasPrefix(s.text[s.at:], prefix) }

// grouped reads digits, perhaps in groups of three, and returns them without what parts the groups.
func (s *scanner) grouped() string {
	all := s.digits()
	if s.code {
		for s.rest("_") && isDigit(s.text, s.at+1) {
			s.at++
			all += s.digits()
		}
		return all
	}
	if len(all) == 0 || len(all) > 3 {
		return all
	}
	for {
		separator := 0
		for _, mark := range []string{",", "\u00a0", "\u2009", "\u202f"} {
			if s.rest(mark) {
				separator = len(mark)
			}
		}
		before := s.at
		s.at += separator
		group := s.digits()
		if separator == 0 || len(group) != 3 {
			s.at = before
			return all
		}
		all += group
	}
}

// literal reads on if what began at from is a version, such as 1.26.8, or a date, 2026-11-25.
func (s *scanner) literal(from int) bool {
	end := s.at
	switch {
	case s.rest(".") && isDigit(s.text, s.at+1):
		for s.rest(".") && isDigit(s.text, s.at+1) {
			s.at++
			s.digits()
		}
	case date.MatchString(s.text[from:]):
		s.at = from + len("2026-11-25")
	}
	if s.at == end {
		return false
	}
	text := s.text[from:s.at]
	s.found = append(s.found, number{text: text, from: from, to: s.at, literal: true})
	return true
}

// identifier passes over what makes the digits before it a name: a dimension (2D), and letters
// with digits behind them (3f2a). 8x8 is two numbers.
func (s *scanner) identifier() bool {
	end, digits := s.at, false
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if !inWord(r) {
			break
		}
		digits = digits || unicode.IsDigit(r)
		end += size
	}
	tail := s.text[s.at:end]
	switch {
	case tail == "D" || tail == "d":
	case !digits || s.rest("x") && isDigit(tail, 1) || exponent.MatchString(tail):
		return false
	}
	s.at = end
	return true
}

func (s *scanner) blank() {
	if r, size := utf8.DecodeRuneInString(s.text[s.at:]); unicode.IsSpace(r) {
		s.at += size
	}
}

func (s *scanner) percent(n *number) {
	before := s.at
	s.blank()
	for _, mark := range []string{"%", "percent", "per cent"} {
		if s.rest(mark) {
			s.at += len(mark)
			n.percent = true
			return
		}
	}
	s.at = before
}

// minus reports whether a minus stands before from that is no sign between two things.
func (s *scanner) minus(from int) bool {
	r, size := utf8.DecodeLastRuneInString(s.text[:from])
	if r != '-' && r != '−' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:from-size])
	return from == size || !inWord(before) && before != ')' && before != ']' && before != r
}

// plain writes a number in one form: each blank is one space, each minus a hyphen.
func plain(text string) string {
	text = strings.NewReplacer("−", "-", "\u00a0", " ", "\u2009", " ", "\u202f", " ").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}
