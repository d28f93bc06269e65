package main

import (
	"regexp"
	"strings"
)

// A number of the library's own tables, with the spread that may follow it.
const figure = `\d[\d.,]*(?:\s?±\s?\d[\d.,]*)?`

var (
	// duration is a time, which always carries its unit.
	duration = regexp.MustCompile(figure + `\s?(?:ns|µs|μs|ms|s|seconds?|minutes?|hours?)\b` +
		`|\b(?:\d+h)?\d+m(?:\d[\d.]*s)?\b|\b\d+ min(?: \d[\d.]* s)?\b`)
	// residue is a number below 1e-9, of which processors with and without fused products leave
	// different ones. A parameter, after its =, is none.
	residue = regexp.MustCompile(`(^|[^=\d.,])[-−]?\d[\d.]*[eE][-−](?:1\d|[2-9]\d|\d{3})`)
	path    = regexp.MustCompile(`(^|[\s"'(=])(?:/[^/\s"'()]+){2,}/?`)
	number  = regexp.MustCompile(`[-−]?\d[\d.,]*(?:[eE][-−+]?\d+)?|[█▉▊▋▌▍▎▏]+`)
	rule    = regexp.MustCompile(`─+|-{2,}`)
	blanks  = regexp.MustCompile(`\s+`)
)

// normal returns the lines of a text output without what two runs need not have in common: times,
// numbers that are rounding alone, paths, and the width of columns, which follows from these. On
// another processor than amd64, where the committed outputs come from, sums round otherwise, and
// numbers are left out as well.
func normal(text, arch string) []string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		// What a terminal would have overwritten is gone.
		line = strings.TrimRight(line, "\r")
		line = line[strings.LastIndexByte(line, '\r')+1:]
		line = duration.ReplaceAllString(line, "TIME")
		line = residue.ReplaceAllString(line, "${1}RESIDUE")
		line = path.ReplaceAllString(line, "${1}PATH")
		if arch != "amd64" {
			line = number.ReplaceAllString(line, "NUMBER")
		}
		line = rule.ReplaceAllString(line, "─")
		line = strings.TrimSpace(blanks.ReplaceAllString(line, " "))
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
