package wording

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FeatureNames are the displayed names of the features of one result; all are distinct.
type FeatureNames struct {
	Shown, Whole map[Feature]string
}

// Feature is a column of a data set: its name, and its index if known.
type Feature struct {
	Name   string
	Column int
}

// Unknown is the index of a feature known by name only.
const Unknown = -1

// NameFeatures shortens names until fits accepts them. The middle of a long name is omitted; names
// that would then be equal omit their common part instead; those still equal show their column.
func NameFeatures(all []Feature, fits func(Feature, string) bool) FeatureNames {
	out := FeatureNames{Shown: make(map[Feature]string), Whole: make(map[Feature]string)}
	var different []Feature
	for _, f := range all {
		if _, known := out.Shown[f]; !known {
			out.Shown[f] = ""
			different = append(different, f)
		}
	}
	names := make([]string, len(different))
	for i, f := range different {
		names[i] = f.Name
	}
	marks := func(i int) string {
		if f := different[i]; f.Column != Unknown {
			return fmt.Sprintf("column %d", f.Column)
		}
		return ""
	}
	short := func(i int, s string) bool { return fits(different[i], s) }
	for i, s := range TellApart(names, marks, short) {
		out.Shown[different[i]] = s
		out.Whole[different[i]] = WholeName(names[i])
	}
	return out
}

// Of is the text of a feature.
func (n FeatureNames) Of(name string, column int) string { return n.Shown[Feature{name, column}] }

// WholeOf is the full name of a feature whose displayed name differs, else "".
func (n FeatureNames) WholeOf(name string, column int) string {
	f := Feature{name, column}
	if n.Shown[f] == n.Whole[f] {
		return ""
	}
	return n.Whole[f]
}

// Features pairs names and columns; nil columns are unknown.
func Features(names []string, columns []int) []Feature {
	out := make([]Feature, len(names))
	for i, name := range names {
		out[i] = Feature{name, Unknown}
		if i < len(columns) {
			out[i].Column = columns[i]
		}
	}
	return out
}

// InTable reports whether a name is short enough for a table.
func InTable(_ Feature, s string) bool { return short(0, s) }

// short is inTable for other names than those of features.
func short(_ int, s string) bool { return utf8.RuneCountInString(s) <= MaxName+1 }

// TellApart shortens names so that all are distinct. mark is appended to the i-th name when nothing
// else distinguishes it; when mark is "", a number is.
func TellApart(names []string, mark func(i int) string, fits func(i int, s string) bool) []string {
	fitsAt := func(i int) func(string) bool { return func(s string) bool { return fits(i, s) } }
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = quotedBlank(cut([]rune(Visible(name)), fitsAt(i)))
	}
	for _, alike := range lookAlike(out) {
		whole := make([][]rune, len(alike))
		for k, i := range alike {
			whole[k] = []rune(Visible(names[i]))
		}
		for k, s := range cutApart(whole, func(k int, s string) bool { return fits(alike[k], s) }) {
			out[alike[k]] = quotedBlank(s)
		}
	}
	number(out, func(i, n int) string {
		m := mark(i)
		if m == "" {
			m = fmt.Sprintf("#%d", n)
		}
		return withMark([]rune(Visible(names[i])), m, fitsAt(i))
	})
	return out
}

// number replaces names that look alike by those that with makes of them and their
// number: first that among those alike, and where that does not help, among all.
func number(names []string, with func(i, n int) string) {
	rounds := make([]int, len(names))
	for again := true; again; {
		again = false
		for _, alike := range lookAlike(names) {
			for n, i := range alike {
				if rounds[i]++; rounds[i] <= 2 {
					again = true
					names[i] = with(i, []int{n + 1, i + 1}[rounds[i]-1])
				}
			}
		}
	}
}

// lookAlike is repeated for a reader, who does not see how many blanks there are.
func lookAlike(names []string) map[string][]int {
	seen := make([]string, len(names))
	for i, s := range names {
		seen[i] = strings.Join(strings.Fields(s), " ")
	}
	return Repeated(seen)
}

// WholeName is a name of any length that is safe to show.
func WholeName(s string) string { return quotedBlank(Visible(s)) }

func quotedBlank(s string) string {
	if strings.TrimSpace(s) == "" {
		return `"` + s + `"`
	}
	return s
}

// cut omits the middle of a name that does not fit.
func cut(r []rune, fits func(string) bool) string {
	if s := string(r); fits(s) {
		return s
	}
	return longest(len(r)-1, func(keep int) string {
		return string(r[:keep-keep/3]) + "…" + string(r[len(r)-keep/3:])
	}, fits)
}

// longest returns the longest text, of size at most most, that fits.
func longest(most int, of func(size int) string, fits func(string) bool) string {
	size := sort.Search(most+1, func(size int) bool { return !fits(of(size)) }) - 1
	return of(max(size, 0))
}

// cutApart omits the common ends of long names, and keeps the part from the first difference to the
// last, with some letters on both sides.
func cutApart(names [][]rune, fits func(i int, s string) bool) []string {
	before, after := sharedEnds(names)
	longestName, differ := 0, 0
	for _, r := range names {
		longestName, differ = max(longestName, len(r)), max(differ, len(r)-before-after)
	}
	out := make([]string, len(names))
	for i, r := range names {
		if s := string(r); fits(i, s) {
			out[i] = s
			continue
		}
		out[i] = longest(2*longestName,
			func(size int) string { return around(r, before, after, differ, size) },
			func(s string) bool { return fits(i, s) })
	}
	return out
}

// sharedEnds counts the runes that all names begin and end with.
func sharedEnds(names [][]rune) (before, after int) {
	first, shortest := names[0], len(names[0])
	before, after = len(first), len(first)
	for _, r := range names[1:] {
		shortest = min(shortest, len(r))
		b, a := 0, 0
		for b < min(before, len(r)) && r[b] == first[b] {
			b++
		}
		for a < min(after, len(r)) && r[len(r)-1-a] == first[len(first)-1-a] {
			a++
		}
		before, after = b, a
	}
	return before, min(after, shortest-before)
}

// around keeps about size runes of a name: the middle that differs, at most differ long, or both
// its ends where it is longer; then in turn the beginning of the name, the part before the middle,
// the end, and the part after the middle.
func around(r []rune, before, after, differ, size int) string {
	keep := make([]bool, len(r))
	mark := func(lo, hi int) {
		for i := max(lo, 0); i < min(hi, len(r)); i++ {
			keep[i] = true
		}
	}
	rest := max(size-differ, size/3)
	middle := size - rest
	from, to := before, len(r)-after
	mark(from, min(to, from+middle-middle/2))
	mark(max(from, to-middle/2), to)
	mark(0, min(from, rest*3/8))
	mark(from-rest/4, from)
	mark(len(r)-min(after, rest/4), len(r))
	mark(to, to+rest/8)
	dropPieces(r, keep, from, to)
	var b strings.Builder
	for i, c := range r {
		switch {
		case keep[i] || i > 0 && i+1 < len(r) && keep[i-1] && keep[i+1]: // an ellipsis is as long
			b.WriteRune(c)
		case i == 0 || keep[i-1]:
			b.WriteRune('…')
		}
	}
	return b.String()
}

// dropPieces drops pieces of words next to a gap, where whole words remain and the differing part,
// from lo to hi, is untouched.
func dropPieces(r []rune, keep []bool, lo, hi int) {
	const most = 8 // runes of a piece; names without blanks are one word
	word := func(i int) bool { return unicode.IsLetter(r[i]) || unicode.IsDigit(r[i]) }
	drop := func(i, step int) { // i is the last rune kept before the gap
		at, n := i, 0
		for at >= 0 && at < len(r) && keep[at] && word(at) && (at < lo || at >= hi) {
			at, n = at+step, n+1
		}
		if at < 0 || at >= len(r) || !keep[at] || n == 0 || n > most || !word(i-step) {
			return
		}
		for ; i != at; i += step {
			keep[i] = false
		}
	}
	for i := range r {
		if i > 0 && keep[i-1] && !keep[i] {
			drop(i-1, -1)
		}
		if i+1 < len(r) && !keep[i] && keep[i+1] {
			drop(i+1, 1)
		}
	}
}

// withMark appends a mark to a name, or replaces the name where there is no room for both.
func withMark(r []rune, mark string, fits func(string) bool) string {
	beside := " (" + mark + ")"
	if strings.HasPrefix(mark, "#") {
		beside = " " + mark
	}
	with := func(s string) string { return quotedBlank(s) + beside }
	if s := with(string(r)); fits(s) {
		return s
	}
	if least := with("…"); !fits(least) {
		return mark
	}
	return with(cut(r, func(s string) bool { return fits(with(s)) }))
}

// Distinct returns the labels, cleaned, so that all are distinct: equal ones get their number of
// features, where that distinguishes them, and then a number.
func Distinct(labels []string, features []int) []string {
	out := make([]string, len(labels))
	for i, l := range labels {
		out[i] = Clean(l)
	}
	for _, alike := range Repeated(out) {
		whole := make([][]rune, len(alike))
		for k, i := range alike {
			whole[k] = []rune(Visible(labels[i]))
		}
		for k, s := range cutApart(whole, short) {
			out[alike[k]] = quotedBlank(s)
		}
	}
	if features != nil {
		for _, alike := range Repeated(out) {
			if slices.ContainsFunc(alike,
				func(i int) bool { return features[i] != features[alike[0]] }) {
				for _, i := range alike {
					out[i] = fmt.Sprintf("%s (%d)", out[i], features[i])
				}
			}
		}
	}
	plain := slices.Clone(out)
	number(out, func(i, n int) string { return fmt.Sprintf("%s #%d", plain[i], n) })
	return out
}

// Repeated returns the positions of each label that occurs more than once.
func Repeated(labels []string) map[string][]int {
	at := make(map[string][]int)
	for i, l := range labels {
		at[l] = append(at[l], i)
	}
	maps.DeleteFunc(at, func(_ string, where []int) bool { return len(where) == 1 })
	return at
}
