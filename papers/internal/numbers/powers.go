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

// The spelled numbers from ten on. Smaller ones are only read before a scale (two thousand): every
// notebook prints a 2 somewhere, so that looking for them would show nothing.
var spelled = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
	"fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
	"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

// spelled adds the spelled number that begins with the word from from to s.at, and passes over its
// scale and percent. A word with a tail, such as ten-fold, counts.
func (s *scanner) spelled(from int) {
	word := s.text[from:s.at]
	n := number{from: from, unit: 1}
	head, tail, hyphen := strings.Cut(strings.ToLower(word), "-")
	tail, _, _ = strings.Cut(tail, "-")
	size := len(head)
	switch {
	case spelled[head] > 0:
		n.value = spelled[head]
		if digit := spelled[tail]; n.value >= 20 && hyphen && digit > 0 && digit < 10 {
			n.value += digit
			size += len("-") + len(tail)
		}
	case scales[head] > 0:
		n.value, n.unit = scales[head], scales[head]
	default:
		return
	}
	end := s.at
	s.at = from + size
	s.scale(&n)
	if n.value < 10 {
		s.at = max(s.at, end)
		return
	}
	s.percent(&n)
	n.to = s.at
	n.text = strings.ToLower(plain(s.text[from:n.to]))
	s.found = append(s.found, n)
	// The rest of a word such as ten-fold is no word of its own.
	for s.at < end {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if !inWord(r) && r != '-' || unicode.IsSpace(r) {
			break
		}
		s.at += size
	}
}
