package main

import (
	"html"
	"regexp"
	"strconv"
	"strings"
)

// prose is the text of a Markdown cell, and the same with blanks in the place of all that is
// recognized by rule; both have the same length.
type prose struct{ text, masked string }

const ordinal = `\(?\d+(?:\.\d+)*[a-z]?\)?(?:\([a-z]\))?`

var (
	raisedTag = regexp.MustCompile(`<sup>([-−]?\d+)</sup>`)

	// What is no prose: see docs/numbers.md.
	fenced    = regexp.MustCompile("(?ms)^ {0,3}(?:```.*?^ {0,3}```|~~~.*?^ {0,3}~~~)")
	codeSpan  = regexp.MustCompile("(?s)``[^`].*?``|`[^`]*`")
	target    = regexp.MustCompile(`\]\([^()\s]*(?:\([^()]*\))?[^()]*\)`)
	reference = regexp.MustCompile(`(?m)^ {0,3}\[[^\]\n]+\]:.*$`)
	address   = regexp.MustCompile(`https?://[^\s)>]+|\b(?:doi:)?10\.\d{4,}/[^\s)>]+`)
	tag       = regexp.MustCompile(`(?s)<!--.*?-->|</?[A-Za-z][^<>]*>`)
	formula   = regexp.MustCompile(`\$\$[^$]+\$\$|\$[^\s$](?:[^$\n]*[^\s$])?\$`)

	// Numbers of a place in a paper or in the notebook.
	parts = regexp.MustCompile(`(?i)\b(?:table|figure|fig\.|section|sec\.|theorem|lemma|` +
		`proposition|corollary|definition|remark|algorithm|equation|eq\.|formula|step|appendix|` +
		`chapter|page|p\.|volume|vol\.|issue|pull request)[\s\x{a0}]+` + ordinal)
	severalParts = regexp.MustCompile(`(?i)\b(?:tables|figures|figs\.|sections|theorems|lemmas|` +
		`propositions|corollaries|definitions|remarks|algorithms|equations|eqs\.|formulas|steps|` +
		`appendices|chapters|pages|pp\.|volumes|issues)[\s\x{a0}]+` + ordinal +
		`(?:(?:\s*(?:,|–|-|−)\s*|,?\s+(?:to|and|or)\s+)` + ordinal + `)*`)
	heading  = regexp.MustCompile(`(?m)^#{1,6}[ \t]+(?:\d+\.)+(?:\d+)?[ \t]`)
	listItem = regexp.MustCompile(`^[ >]*(\d+)[.)][ \t]`)
	bullet   = regexp.MustCompile(`^[ >]*(?:[-*+]|\d+[.)])[ \t]`)
	cited    = regexp.MustCompile(`\[\d+(?:[,–-]\s?\d+)*\]`)

	// Years of citations: (Nie et al., 2008), Zhao, Wang, Liu, Ye 2013, AAAI (2008).
	yearInBrackets = regexp.MustCompile(`\((?:[^()]*(?:,|\p{Lu}[\p{L}\p{N}²’'-]*|al\.)[\s\x{a0}]+)?` +
		`(?:19|20)\d\d[a-z]?\)`)
	yearOfName = regexp.MustCompile(`(?:\p{Lu}[\p{L}\p{N}²’'-]*|\bal\.),?[\s\x{a0}]+` +
		`\(?(?:19|20)\d\d[a-z]?\b`)
)

// read masks what is recognized by rule in the text of a Markdown cell.
func read(source string) prose {
	text := html.UnescapeString(raisedTag.ReplaceAllString(source, "^$1"))
	p := prose{text, text}
	p.each(p.blank, fenced)
	p.indentedCode()
	p.each(p.blank, codeSpan, target, reference, address, tag)
	p.each(func(from, to int) {
		if strings.ContainsFunc(p.masked[from:to], letterOrBackslash) {
			p.blank(from, to)
		}
	}, formula)
	p.each(p.digits, heading, severalParts, parts, cited, yearInBrackets)
	p.listNumbers()
	p.each(p.namedYear, yearOfName)
	return p
}

// each masks what the forms find, one form after the other.
func (p *prose) each(mask func(from, to int), forms ...*regexp.Regexp) {
	for _, form := range forms {
		for _, m := range form.FindAllStringIndex(p.masked, -1) {
			mask(m[0], m[1])
		}
	}
}

func letterOrBackslash(r rune) bool {
	return r == '\\' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func (p *prose) blank(from, to int) {
	p.masked = p.masked[:from] + strings.Repeat(" ", to-from) + p.masked[to:]
}

func (p *prose) digits(from, to int) {
	for i := from; i < to; i++ {
		if isDigit(p.masked, i) {
			p.blank(i, i+1)
		}
	}
}

// indentedCode masks paragraphs that four spaces make code, which they do not in a list.
func (p *prose) indentedCode() {
	at, code, list, blankBefore := 0, false, false, true
	for line := range strings.Lines(p.masked) {
		empty := strings.TrimSpace(line) == ""
		indented := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
		code = !empty && indented && !list && (code || blankBefore)
		switch {
		case code:
			p.blank(at, at+len(strings.TrimRight(line, "\n")))
		case !empty && !indented:
			list = bullet.MatchString(line) || list && !blankBefore
		}
		blankBefore = empty
		at += len(line)
	}
}

// listNumbers masks the numbers of the items of a list. One within a paragraph begins a list only
// as 1, and then each item counts on.
func (p *prose) listNumbers() {
	at, last, blankBefore := 0, -1, true
	for line := range strings.Lines(p.masked) {
		if m := listItem.FindStringSubmatchIndex(line); m != nil {
			n, _ := strconv.Atoi(line[m[2]:m[3]])
			if blankBefore || n == 1 || n == last+1 {
				p.blank(at+m[2], at+m[3])
				last = n
			}
		}
		blankBefore = strings.TrimSpace(line) == ""
		at += len(line)
	}
}

// namedYear masks a year behind a name. A word at the start of a sentence has a capital without
// being a name, unless it has two.
func (p *prose) namedYear(from, to int) {
	before := strings.TrimRight(p.masked[:from], " \n*_>#|-")
	starts := before == "" || strings.ContainsAny(before[len(before)-1:], ".:?!") &&
		!strings.HasSuffix(before, "al.")
	word := p.masked[from:to]
	if !starts || strings.HasPrefix(word, "al.") || len(capitals.FindAllString(word, -1)) > 1 {
		p.digits(from, to)
	}
}

var capitals = regexp.MustCompile(`\p{Lu}`)

var (
	sentenceEnd = regexp.MustCompile(`[.?!:]["”*_)]*\s|\n\s*\n|\n(?:[-*+|>#]|\d+\. )|\|`)
	space       = regexp.MustCompile(`\s+`)
)

// sentence returns the sentence, or the cell of a table, around a number, in one line.
func (p prose) sentence(n number) string {
	const reach = 500 // more bytes on either side than are shown
	first, last := max(0, n.from-reach), min(len(p.text), n.to+reach)
	from, to := first, last
	for _, m := range sentenceEnd.FindAllStringIndex(p.text[first:last], -1) {
		if first+m[1] <= n.from {
			from = first + m[1]
		} else if first+m[0] >= n.to {
			to = min(to, first+m[0]+1)
		}
	}
	return shorten(p.text[from:n.from], p.text[n.from:n.to], p.text[n.to:to])
}

// shorten joins a sentence in one line, of a long one the part around the number.
func shorten(before, number, after string) string {
	const most = 50
	b := []rune(strings.TrimLeft(space.ReplaceAllString(before, " "), " #|"))
	a := []rune(strings.TrimRight(space.ReplaceAllString(after, " "), " |"))
	if len(b) > most {
		b = append([]rune("…"), b[len(b)-most:]...)
	}
	if len(a) > most {
		a = append(a[:most:most], '…')
	}
	return string(b) + space.ReplaceAllString(number, " ") + string(a)
}
