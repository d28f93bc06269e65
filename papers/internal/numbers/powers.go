package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	date = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:\D|$)`)
	// exponent is that of 2.5e-4, raised a power above the line, as ⁻²⁴ or ^{-24}.
	exponent = regexp.MustCompile(`^[eE]([-−+]?\d+)(?:[^\p{L}\p{N}_]|$)`)
	raised   = regexp.MustCompile(`^(?:⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^[-−]?\d+|\^\{[-−]?\d+\})`)

	lowered = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5",
		"⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "⁻", "-", "−", "-", "^", "", "{", "", "}", "")
)

func (n *number) times(factor float64) {
	n.value *= factor
	n.unit *= factor
}

// tenTo is a power of ten that is finite and not 0.
func tenTo(power int) float64 { return math.Pow10(max(-300, min(300, power))) }

func (s *scanner) exponent(n *number) {
	if m := exponent.FindStringSubmatch(s.text[s.at:]); m != nil {
		power, _ := strconv.Atoi(lowered.Replace(m[1]))
		n.times(tenTo(power))
		s.at += len("e") + len(m[1])
	}
}

// raised reads a power above the line.
func (s *scanner) raised() (power int, ok bool) {
	text := raised.FindString(s.text[s.at:])
	power, err := strconv.Atoi(lowered.Replace(text))
	if err == nil {
		s.at += len(text)
	}
	return power, err == nil
}

// power reads what follows a number as its power (10²⁴) or as its power of ten (4 × 10⁻³).
func (s *scanner) power(n *number) {
	if power, ok := s.raised(); ok {
		if n.value == 10 {
			n.value = tenTo(power)
			n.unit = n.value
			return
		}
		n.value, n.unit = math.Pow(n.value, float64(power)), 1
		return
	}
	before := s.at
	s.blank()
	if r, size := utf8.DecodeRuneInString(s.text[s.at:]); strings.ContainsRune("×·*", r) {
		s.at += size
		s.blank()
		if s.rest("10") {
			s.at += len("10")
			if power, ok := s.raised(); ok {
				n.times(tenTo(power))
				return
			}
		}
	}
	s.at = before
}

// scales are the words that follow a number as its factor.
var scales = map[string]float64{
	"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
}

func (s *scanner) scale(n *number) {
	before := s.at
	s.blank()
	from := s.at
	for s.at < len(s.text) && unicode.IsLower(rune(s.text[s.at])) {
		s.at++
	}
	if factor, ok := scales[s.text[from:s.at]]; ok && from > before {
		n.times(factor)
		return
	}
	s.at = before
}
