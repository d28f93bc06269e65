package main

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"fsnb.example/internal/nbfile"
	"fsnb.example/papers"
)

// source is a number that a reader can find, with its place.
type source struct {
	value    float64
	negative bool
	exact    bool // it is printed in a paper or stands in code, and counts as it is written only
	cell     int  // of the notebook, from 1; 0 for a paper
	code     int  // the same among the cells of code
	place    string
	text     string
}

// sources are what the numbers of a notebook's prose are looked for in, by value.
type sources struct {
	all      []source
	literals map[string]source
}

// outputKinds are the media types whose numbers are read. Those of pictures cannot be, but for
// their alternative texts and the words of SVG.
var outputKinds = []string{
	"text/plain", "text/markdown", "text/html", "image/svg+xml", "text/latex",
}

var (
	alternative = regexp.MustCompile(`\b(?:alt|title)="([^"]*)"`)
	svgWords    = regexp.MustCompile(`(?s)<(text|title|desc)\b[^>]*>(.*?)</(?:text|title|desc)>`)
	svgPicture  = regexp.MustCompile(`(?s)<svg.*?</svg>`)
)

// collect reads the numbers of the outputs and of the code of a notebook, and of the tables of the
// papers that its code names.
func collect(nb nbfile.Notebook) *sources {
	s := &sources{literals: map[string]source{}}
	var code strings.Builder
	ordinal := 0
	for i, c := range nb.Cells {
		if c.Type != "code" {
			continue
		}
		ordinal++
		code.WriteString(string(c.Source) + "\n")
		for _, o := range c.Outputs {
			for _, text := range texts(o) {
				s.add(scan(text, false), source{cell: i + 1, code: ordinal, place: "output"}, text)
			}
		}
		s.add(scanCode(string(c.Source)), source{cell: i + 1, code: ordinal, place: "code",
			exact: true}, string(c.Source))
	}
	s.addPapers(code.String())
	version := strings.TrimPrefix(nb.Metadata.Language.Version, "go")
	s.literals[version] = source{place: "version of Go", text: version}
	sort.SliceStable(s.all, func(i, j int) bool { return s.all[i].value < s.all[j].value })
	return s
}

// texts returns the words of an output in each of its forms.
func texts(o nbfile.Output) []string {
	if o.Type == "stream" {
		if o.Name == "stderr" {
			return nil
		}
		return []string{string(o.Text)}
	}
	out := []string{o.Value}
	for _, kind := range outputKinds {
		text := string(o.Data[kind])
		if kind == "text/html" || kind == "image/svg+xml" {
			for _, m := range alternative.FindAllStringSubmatch(text, -1) {
				out = append(out, m[1])
			}
			for _, picture := range svgPicture.FindAllString(text, -1) {
				for _, m := range svgWords.FindAllStringSubmatch(picture, -1) {
					out = append(out, nbfile.HTMLText(m[2]))
				}
			}
			text = nbfile.HTMLText(text)
		}
		out = append(out, text)
	}
	return out
}

// add adds numbers of a text, whose place is that of like. A percentage is also the share.
func (s *sources) add(numbers []number, like source, text string) {
	for _, n := range numbers {
		like.value, like.negative = n.value, n.negative
		like.text = strings.TrimSpace(around(text, n))
		if n.literal {
			if _, ok := s.literals[n.text]; !ok {
				s.literals[n.text] = like
			}
			continue
		}
		s.all = append(s.all, like)
		if n.percent {
			like.value /= 100
			s.all = append(s.all, like)
		}
	}
}

// around is a number of a text with some of the line that it stands in.
func around(text string, n number) string {
	const reach = 24
	before := text[:n.from]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ := strings.Cut(text[n.to:], "\n")
	b, a := []rune(before), []rune(after)
	line := string(b[max(0, len(b)-reach):]) + text[n.from:n.to] + string(a[:min(reach, len(a))])
	return space.ReplaceAllString(line, " ")
}

// addPapers adds the printed numbers of the papers that a program names.
func (s *sources) addPapers(code string) {
	for _, t := range papers.Tables() {
		if !strings.Contains(code, t.Paper) {
			continue
		}
		for _, e := range t.Entries {
			for _, printed := range []string{e.Printed, e.SD, e.P, e.K} {
				like := source{place: fmt.Sprintf("%s, %s, %s", t.Name(), e.Row, e.Column),
					exact: true}
				s.add(scan(printed, false), like, printed)
			}
		}
	}
}

// find returns the source of a number: of several the nearest one, outputs before code and papers.
func (s *sources) find(n number, at position) (source, bool) {
	if n.literal {
		found, ok := s.literals[n.text]
		return found, ok
	}
	found := s.within(n, n.value, n.unit)
	if n.percent {
		found = append(found, s.within(n, n.value/100, n.unit/100)...)
	}
	if len(found) == 0 {
		return source{}, false
	}
	return slices.MinFunc(found, func(a, b source) int {
		return cmp.Or(cmp.Compare(at.rank(a), at.rank(b)), cmp.Compare(n.off(a), n.off(b)))
	}), true
}

// position is the place of a Markdown cell: the number of cells of code above it.
type position int

// near is the number of cells of code above and below a text whose outputs it may quote without
// saying so.
const near = 2

// distance counts the cells of code from a text to one of them, which is 1 for those next to it; 0
// to a paper and what belongs to the whole notebook.
func (p position) distance(s source) int {
	switch {
	case s.code == 0:
		return 0
	case s.code <= int(p):
		return int(p) - s.code + 1
	}
	return s.code - int(p)
}

// rank orders sources by how likely the text speaks of them. Of two cells as near it is the one
// above.
func (p position) rank(s source) int {
	rank := 2 * p.distance(s)
	if s.code > int(p) {
		rank++
	}
	switch {
	case rank > 2*near+1:
		return 3e6 + rank
	case s.code == 0:
		return 2e6
	case s.exact:
		return 1e6 + rank
	}
	return rank
}

// off is how far a source is from the number itself.
func (n number) off(s source) float64 {
	off := math.Abs(s.value - n.value)
	if n.percent {
		off = min(off, math.Abs(100*s.value-n.value))
	}
	return off
}

// within returns the sources that rounding to the last written digit makes the value, in either
// direction half way. A number without a minus may be the size of a negative one.
func (s *sources) within(n number, value, unit float64) []source {
	half := unit / 2 * (1 + 1e-7)
	from := sort.Search(len(s.all), func(i int) bool { return s.all[i].value >= value-half })
	var found []source
	for _, f := range s.all[from:] {
		if f.value > value+half {
			break
		}
		same := math.Abs(f.value-value) <= 1e-12*math.Abs(value)
		if (!f.exact || same) && (!n.negative || f.negative) {
			found = append(found, f)
		}
	}
	return found
}

// power returns how many of the numbers that are found in a notebook would be missed if their last
// digit were another one, on average over the nine others, and the number of those found.
func power(from *sources, cells []cellFindings) (noticed float64, found int) {
	for _, of := range cells {
		for _, f := range of.findings {
			if f.found {
				found++
				noticed += from.notices(f.number, of)
			}
		}
	}
	return noticed, found
}

// notices returns the share of the nine other last digits with which a number would not be found.
func (s *sources) notices(n number, in cellFindings) float64 {
	if n.literal {
		return 1
	}
	digit := math.Mod(math.Round(n.value/n.unit), 10)
	missed := 0
	for other := range 10 {
		if float64(other) == digit {
			continue
		}
		wrong := n
		wrong.value += (float64(other) - digit) * n.unit
		place, ok := s.find(wrong, in.at)
		if !ok || in.whole == "" && in.at.distance(place) > near {
			missed++
		}
	}
	return float64(missed) / 9
}
