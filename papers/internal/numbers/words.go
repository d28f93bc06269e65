package main

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The spelled numbers from ten on. Smaller ones are only read before a scale (two thousand): every
// notebook prints a 2 somewhere, so that looking for them would show nothing.
var spelledSmall = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9,
}

var spelledTeens = map[string]float64{
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
	"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}

var spelledTens = map[string]float64{
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
	"ninety": 90,
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
	case spelledSmall[head] > 0:
		n.value = spelledSmall[head]
	case spelledTeens[head] > 0:
		n.value = spelledTeens[head]
	case spelledTens[head] > 0:
		n.value = spelledTens[head] + spelledSmall[tail]
		if hyphen && spelledSmall[tail] > 0 {
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
