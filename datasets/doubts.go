package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// The least evidence for an identifier or a measurement.
const (
	leastRows    = 10 // fewest samples for a warning about identifiers
	leastLabels  = 10 // fewest samples for a warning about a regression target
	leastClasses = 15 // values of a rounded measurement
	manyNumbers  = 30 // values of whole numbers that are rarely classes
	maxGrowing   = 5  // columns that are named individually
	maxDistinct  = 3  // columns without repeated values; more are measurements, such as ranks
	rare         = 1e-3
	// At most one of so many values of an identifier repeats others, of so many samples or more.
	maxRepeated   = 10
	leastRepeated = 20
)

// looksLikeIdentifier is part of the warning about such a column.
const looksLikeIdentifier = ": it looks like an identifier"

// sayTarget ends the warnings about classes that look like a continuous target.
const sayTarget = "; set Target to continuous, or to classes if they are"

const leaveOut = "; leave it out of the features (Drop when a file is read)"

// doubts warns of labels that look like a measurement, and of columns that look like sample numbers
// or times, like the target, or like numbers with a code of missing values. target is
// Options.Target: what it says of the labels is not in doubt.
func (d *Dataset) doubts(target string, filled ...float64) []string {
	var out []string
	if text := d.labelDoubt(); text != "" && target == "" {
		out = append(out, text)
	}
	equal := d.equalRowsDoubt()
	out = append(out, equal...)
	out = append(out, d.spellings()...)
	out = append(out, d.missingClasses()...)
	out = append(out, d.targetOutliers()...)
	if d.Stored != nil { // of which identifiers and codes would be found one column at a time
		return append(out, d.storedLeaks()...)
	}
	identifiers := d.identifiers()
	if equal == nil {
		out = append(out, d.equalButForNames(identifiers)...)
	}
	return slices.Concat(out, identifiers, d.leaks(identifiers), d.targetLeaks(identifiers),
		d.suspicious(filled))
}

// labelDoubt is the warning of classes that look like a measurement: more of them than half the
// samples; 10 numbers or more, some with decimals; 15 whole numbers or more, with fewer than 10
// samples each, or most frequent in the middle as a rounded measurement is; or 30 of them. Numbers
// with a sign, such as 12%, and dates count as numbers, and a tenth of 30 classes or more may be
// words. Classes of equal size are a design, not a measurement.
func (d *Dataset) labelDoubt() string {
	n, c := d.N(), len(d.Classes)
	if d.Y == nil || n < leastLabels {
		return ""
	}
	whole, words := true, 0
	word, signed := "", "" // the first of each
	for _, name := range d.Classes {
		v, ok := tabular.ParseNumber([]byte(name))
		switch {
		case ok:
			whole = whole && v == math.Trunc(v)
		case likeNumber(name):
			signed = cmp.Or(signed, name)
		default:
			word = cmp.Or(word, name)
			words++
		}
	}
	if words > 0 && (c < manyNumbers || 10*words > c) {
		if c <= n/2 {
			return ""
		}
		return fmt.Sprintf("%d different labels of %d samples, which are words: the label "+
			"column looks like their names; set Label to the column of the classes", c, n)
	}
	of, remedy := "all numbers", ""
	switch {
	case words > 0:
		of = fmt.Sprintf("numbers but for %d, such as %q", words, visible.Short(word))
		remedy = "; set MissingCodes to those that mean a missing value"
	case signed != "":
		of = fmt.Sprintf("written like %q", visible.Short(signed))
		remedy = "; write plain numbers"
	}
	counts := d.ClassCounts()
	decimals := !whole && c >= leastLabels
	rounded := c >= manyNumbers || c >= leastClasses && (n < 10*c || peaked(counts))
	switch {
	case c > n/2 && remedy == "":
		return fmt.Sprintf("%d classes for %d samples: the label column looks like a "+
			"regression target%s", c, n, sayTarget)
	case c <= n/2 && (slices.Min(counts) == slices.Max(counts) || !decimals && !rounded):
		return ""
	}
	if known := tabular.SayThousands(signed); known != "" {
		return "the label " + known
	}
	return fmt.Sprintf("the %d classes of %d samples are %s: the label column looks like "+
		"a rounded regression target; methods take each value for a class of its own%s%s", c, n,
		of, remedy, sayTarget)
}

// likeNumber reports whether a class that is no number is one with a sign before or behind it, or a
// date.
func likeNumber(class string) bool {
	bare := strings.Trim(class, " <>≤≥~±%‰$€£¥")
	if _, ok := tabular.ParseNumber([]byte(bare)); ok || tabular.SayThousands(bare) != "" {
		return true
	}
	day, _, _ := strings.Cut(strings.Replace(class, "T", " ", 1), " ")
	for _, layout := range []string{"2006-1-2", "2006/1/2", "2.1.2006", "2/1/2006", "1/2/2006"} {
		if _, err := time.Parse(layout, day); err == nil {
			return true
		}
	}
	return false
}

// spellings warns of classes, and of groups, that differ in case or blanks only.
func (d *Dataset) spellings() (out []string) {
	for _, of := range []struct {
		what  string
		names []string
	}{{"classes", d.Classes}, {"groups", d.Groups}} {
		first := make(map[string]string, len(of.names))
		var pairs []string
		for _, name := range of.names {
			key := strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) { // those without width, too
					return -1
				}
				return unicode.ToLower(r)
			}, name)
			if other, twice := first[key]; twice {
				pairs = append(pairs, fmt.Sprintf("%q and %q", visible.Short(other),
					visible.Short(name)))
			} else {
				first[key] = name
			}
		}
		if pairs != nil {
			out = append(out, fmt.Sprintf("the %s %s differ in case or blanks only: %d %s may be "+
				"%d; write them alike in the file", of.what, visible.First(pairs),
				len(of.names), of.what, len(first)))
		}
	}
	return out
}

// missingWords are classes that may stand for an unknown one.
var missingWords = []string{"none", "missing", "unknown", "undefined", "not available", "n.d.",
	"nd", "-", "--", "."}

// missingClasses warns of classes of at most a twentieth of the samples, beside two others, that
// are called as missing values are.
func (d *Dataset) missingClasses() (out []string) {
	if d.Y == nil || len(d.Classes) < 3 {
		return nil
	}
	for c, count := range d.ClassCounts() {
		if name := d.Classes[c]; count > 0 && 20*count <= d.N() &&
			slices.Contains(missingWords, strings.ToLower(name)) {
			out = append(out, fmt.Sprintf("the class %q of %d of %d samples may mean that it is "+
				"missing; if so, set MissingCodes to %s when a file is read", name, count, d.N(),
				name))
		}
	}
	return out
}

// warnDeclared warns of classes that the file declares as numbers, unless labelDoubt has done so:
// of three and more. Two are classes in most files, and of two regression tells nothing else.
func (d *Dataset) warnDeclared() {
	if len(d.Classes) <= 2 || d.TargetDoubt() != "" {
		return
	}
	text := fmt.Sprintf("the label column %s is declared as a number, and its %d values are taken "+
		"as classes", visible.Name(cmp.Or(d.LabelName, "class")), len(d.Classes))
	d.Warnings = append(d.Warnings, text+sayTarget)
}

// TargetDoubt is the warning of d that its classes look like a continuous target; "" for none.
func (d *Dataset) TargetDoubt() string {
	for _, w := range d.Warnings {
		if d.Labeled() && strings.HasSuffix(w, sayTarget) {
			return w
		}
	}
	return ""
}

// peaked reports whether counts, in the order of the values, rise to a peak inside and
// fall again: neighbors resemble each other, which counts of classes in an arbitrary
// order do less than once in a hundred times.
func peaked(counts []int) bool {
	most := float64(slices.Max(counts))
	if last := len(counts) - 1; float64(counts[0]) > most/2 || float64(counts[last]) > most/2 {
		return false
	}
	total := 0
	for _, k := range counts {
		total += k
	}
	// Multiplied by the number of counts, the differences from their mean are whole numbers, and so
	// are the sums that decide: no rounding.
	centered := func(i int) float64 { return float64(len(counts)*counts[i] - total) }
	var along, all float64
	for i := range counts {
		all += centered(i) * centered(i)
		if i > 0 {
			along += centered(i) * centered(i-1)
		}
	}
	return 10*along > 7*all
}

// warningsOf returns the warnings of d that hold for some of its columns: without those about
// columns that are not among them.
func (d *Dataset) warningsOf(features []string) []string {
	if !slices.ContainsFunc(d.Warnings, aboutColumn) {
		return d.Warnings
	}
	return slices.DeleteFunc(slices.Clone(d.Warnings), func(w string) bool {
		return aboutColumn(w) && !slices.ContainsFunc(features, func(name string) bool {
			word, _, _ := strings.Cut(name, "=") // of a column with one-hot coding
			return strings.HasPrefix(w, "column "+visible.Name(name)+" ") ||
				strings.HasPrefix(w, "column "+visible.Name(word)+" ")
		})
	})
}

// warnHeader warns of a first sample that may be a header: no other has its class, which is a word,
// or a number among words; or the sample is far from all others, and alone in its class or an
// evenly spaced count such as 1990, 1991, 1992.
func (d *Dataset) warnHeader(line int) {
	alone, about := false, "it is far from all others"
	if d.Labeled() {
		counts := d.ClassCounts()
		class := d.Classes[d.Y[0]]
		alone = counts[d.Y[0]] == 1 && slices.Max(counts) > 1
		if alone {
			about = fmt.Sprintf("no other is of its class %q", visible.Short(class))
		}
		isWord := func(name string) bool { _, ok := tabular.Canonical(name); return !ok }
		if alone && (isWord(class) || slices.ContainsFunc(d.Classes, isWord)) {
			d.sayHeader(line, about)
			return
		}
	}
	if d.Stored == nil && (alone || d.countsEvenly()) && d.firstIsFar() {
		d.sayHeader(line, about)
	}
}

func (d *Dataset) sayHeader(line int, about string) {
	d.Warnings = append(d.Warnings, fmt.Sprintf("row %d is taken for a sample, and %s: it may "+
		"be a header; set Header to yes, or to no", line, about))
}

// countsEvenly reports whether the first sample is at least three evenly spaced whole numbers,
// including its class where that continues them.
func (d *Dataset) countsEvenly() bool {
	row := d.X.RawRowView(0)
	if len(row) == 2 && d.Labeled() {
		class, ok := tabular.ParseNumber([]byte(d.Classes[d.Y[0]]))
		if step := row[1] - row[0]; ok && class == row[1]+step {
			row = []float64{row[0], row[1], class}
		} else if ok && class == row[0]-step {
			row = []float64{class, row[0], row[1]}
		}
	}
	if len(row) < 3 || row[1] == row[0] {
		return false
	}
	for j, v := range row {
		if v != math.Trunc(v) || j > 0 && v-row[j-1] != row[1]-row[0] {
			return false
		}
	}
	return true
}

// firstIsFar reports whether in more than half of the columns the first of at least five samples is
// farther from the others than these are from each other.
func (d *Dataset) firstIsFar() bool {
	n, p := d.X.Dims()
	if n < 5 {
		return false
	}
	least, most := slices.Clone(d.X.RawRowView(1)), slices.Clone(d.X.RawRowView(1))
	for i := 2; i < n; i++ {
		for j, v := range d.X.RawRowView(i) {
			least[j], most[j] = min(least[j], v), max(most[j], v)
		}
	}
	far := 0
	for j, v := range d.X.RawRowView(0) {
		if width := most[j] - least[j]; v > most[j]+width || v < least[j]-width {
			far++
		}
	}
	return 2*far > p
}
