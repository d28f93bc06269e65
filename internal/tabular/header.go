package tabular

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// minCount is the length from which a first row that counts is taken for names: the first sample of
// a small table may be 1, 2, 3.
const minCount = 5

// needsSecond reports whether the second row may say what the first one is: not where numbers are
// most of it.
func (t *tableReader) needsSecond(first *heldRow) bool {
	words := 0
	for j, cell := range first.text {
		if first.quoted[j] || !t.isNumber([]byte(cell)) {
			words++
		}
	}
	return t.opt.Transposed || t.opt.Header == HeaderYes || t.opt.Header == HeaderAuto &&
		2*words > len(first.text)
}

// nameRows gives the first row an empty first cell where the second has one cell more, as R's
// write.table leaves it out: the first column names the rows. It reports whether the rows look so.
func (t *tableReader) nameRows(first *heldRow, second *glance) bool {
	if second == nil || second.cells != len(first.text)+1 {
		return false
	}
	names, filled := false, false // the first cell is a word, the last one is not empty
	number := false               // the last one is a number
	second.each(func(j int, text []byte, quoted bool) {
		number = t.isNumber(text)
		names = names || j == 0 && !t.numberOrMissing(string(text))
		filled = quoted || len(text) > 0 // not a separator at the end of the line
	})
	ok := t.opt.Header == HeaderYes || t.opt.Transposed && names
	if !ok && t.opt.Header == HeaderAuto {
		ok, _ = t.looksLikeHeader(first, second.shifted())
	}
	if !ok || !filled {
		return false
	}
	first.text = slices.Insert(first.text, 0, "")
	first.quoted = slices.Insert(first.quoted, 0, false)
	t.width++
	if t.opt.Transposed {
		return true
	}
	first.text[0] = freeName(rowNames, setOf(first.text))
	t.rowNamed = true
	t.history = append(t.history, fmt.Sprintf("row %d has one cell less than the others, as R "+
		"writes it: column 0 names the samples", first.line))
	if last := first.text[second.cells-1]; number && t.opt.Label == "" && !maybeClass(last) {
		t.warnings = append(t.warnings, fmt.Sprintf("column %s, of numbers, is taken for the "+
			"classes, and the first cells of the rows for the names of the samples; set Label, or "+
			"Transposed if the rows are features", visible.Name(last)))
	}
	return true
}

// rowNames is the name of a column of names of the samples that has none.
const rowNames = "row name"

// freeName is name, with as many _ behind it as it takes to be none of names.
func freeName(name string, names map[string]bool) string {
	for names[name] {
		name += "_"
	}
	return name
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// looksLikeHeader decides HeaderAuto; counts reports that the row counts from 0 or 1. second may be
// nil. What the rows hold decides, and not the options for the values.
func (t *tableReader) looksLikeHeader(first *heldRow, second *glance) (header, counts bool) {
	isNumber := t.numbersOf(first, second)
	n, from0, from1, width := 0, 0, 0, len(first.text)
	for j, cell := range first.text {
		if !isNumber(j) {
			continue
		}
		n++
		if v, ok := ParseNumber([]byte(cell)); ok && v == float64(j) {
			from0++
		} else if ok && v == float64(j+1) {
			from1++
		}
	}
	if n >= minCount && n >= width-1 && max(from0, from1) == n {
		return true, true
	}
	if 2*n >= width || t.wordsBelow(first, second, isNumber) {
		return false, false
	}
	numbers := make([]string, 0, n)
	for j, cell := range first.text {
		if isNumber(j) {
			numbers = append(numbers, cell)
		}
	}
	_, _, twice := FirstDuplicate(numbers)
	return !twice, false
}

// numbersOf returns whether cell j of the first row is a number: one in quotes is a name where a
// number without them is below.
func (t *tableReader) numbersOf(first *heldRow, second *glance) func(j int) bool {
	names := make(map[int]bool)
	if second != nil && slices.Contains(first.quoted, true) {
		second.each(func(j int, text []byte, quoted bool) {
			if j < len(first.text) && first.quoted[j] && !quoted && t.isNumber(text) &&
				t.numberOrMissing(first.text[j]) {
				names[j] = true
			}
		})
	}
	return func(j int) bool { return t.numberOrMissing(first.text[j]) && !names[j] }
}

// isNumber reports whether a cell is a number, even an invalid one, or a missing value.
func (t *tableReader) isNumber(text []byte) bool {
	_, ok := ParseNumber(text)
	return ok || t.numberOrMissing(string(text))
}

// wordsBelow reports whether the words of the first row look like data: a word stands below each,
// and one repeats, or equals the one below it.
func (t *tableReader) wordsBelow(first *heldRow, second *glance, isNumber func(int) bool) bool {
	if second == nil || len(first.text) != second.cells {
		return false
	}
	again, words := false, true
	second.each(func(j int, text []byte, _ bool) {
		if !words || isNumber(j) {
			return
		}
		words = !t.isNumber(text) || isMissing(string(text))
		again = again || first.text[j] == string(text)
	})
	if !words {
		return false
	}
	_, _, twice := FirstDuplicate(first.text)
	return again || twice
}

// numberOrMissing reports whether a cell is a number, even an invalid one, or a missing value.
func (t *tableReader) numberOrMissing(cell string) bool {
	if _, ok := t.parse([]byte(cell)); ok {
		return true
	}
	grouped, _ := thousandsOf(cell)
	return grouped.thousands != 0 || numberOrMissing(cell)
}

// featureWords name the features in tables whose samples are columns. Class is not among them: it
// names a first column as well as a first row.
var featureWords = strings.Fields("gene genes probe probes probeset probesets transcript " +
	"transcripts protein proteins peptide peptides metabolite metabolites marker markers snp " +
	"snps cpg feature features")

// saysTurned reports whether the first cell of a table indicates that its rows are features: genes,
// Gene_ID, probe set.
func saysTurned(cell string) bool {
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	words := strings.FieldsFunc(strings.ToLower(SplitCamel(cell)), other)
	endings := strings.Fields("id ids name names symbol set sets")
	if n := len(words); n > 1 && slices.Contains(endings, words[n-1]) {
		words = words[:n-1]
	}
	return len(words) == 1 && slices.Contains(featureWords, words[0])
}

// repeatsClasses reports whether a first row may be the classes of samples that
// are columns: its words repeat, and below it a name is followed by numbers. Columns of
// repeated measurements look the same: temp,temp,temp.
func (t *tableReader) repeatsClasses(first *heldRow, second *glance) bool {
	width := len(first.text)
	if second == nil || width < 3 || second.cells != width {
		return false
	}
	if _, _, twice := FirstDuplicate(first.text[1:]); !twice {
		return false
	}
	distinct := make(map[string]bool)
	for _, cell := range first.text[1:] {
		if distinct[cell] = true; 2*len(distinct) > width-1 || t.numberOrMissing(cell) {
			return false
		}
	}
	fits := true
	second.each(func(j int, text []byte, _ bool) {
		fits = fits && t.isNumber(text) == (j > 0)
	})
	return fits
}

// start looks at the first row, which may hold the names.
func (t *tableReader) start(first *heldRow, second *glance) error {
	header := t.opt.Header == HeaderYes || t.rowNamed || t.declared != nil
	if !header && t.opt.Header == HeaderAuto {
		var counts bool
		header, counts = t.looksLikeHeader(first, second)
		t.auto, t.guessed = !header, header && !counts
		if counts {
			t.history = append(t.history, fmt.Sprintf("took row %d, which counts, for the names "+
				"of the columns", first.line))
		}
	}
	if header {
		if err := t.setNames(first); err != nil {
			return err
		}
	}
	t.chooseSamples(first, second, header)
	if t.rowNamed && t.opt.Samples == nil {
		t.keepRowNames()
	}
	var err error
	if t.columns, err = chooseColumns(t.opt, t.width, t.names); err != nil {
		return err
	}
	t.roles.begin(&t.columns, t.names)
	if i, j, found := FirstDuplicate(t.names); found {
		if i, j, found = duplicateBut(t.names, t.dropped, i, j); found {
			return fmt.Errorf("row %d: columns %d and %d (counted from 0) are both named %q; %s%s",
				first.line, i, j, visible.Short(t.names[i]), duplicateAdvice(t.names, t.label, i,
					j), t.advice)
		}
	}
	if text := otherClass(t.opt, t.label, t.names, t.out); text != "" {
		t.warnings = append(t.warnings, text)
	}
	if t.label >= 0 && t.width == 1 && !t.opt.beside {
		return fmt.Errorf("row %d has one cell only, and it would be the label; check the "+
			"separator, or read the file without labels (label %s)", first.line, NoLabel)
	}
	t.started = true
	if header {
		return nil
	}
	return t.addHeld(first)
}

// chooseSamples finds the column that names the samples, if Samples does: the first one where R
// wrote it.
func (t *tableReader) chooseSamples(first *heldRow, second *glance, header bool) {
	if t.opt.Samples == nil {
		return
	}
	cells := first.text
	if header {
		cells = nil
		if second != nil {
			second.each(func(_ int, text []byte, _ bool) { cells = append(cells, string(text)) })
		}
	}
	if t.opt.chooseSamples(t.names, cells); t.rowNamed {
		t.opt.samples = 1
	}
}

func (t *tableReader) setNames(first *heldRow) error {
	t.names = first.text
	for j, name := range t.names {
		if !utf8.ValidString(name) {
			return fmt.Errorf("row %d, column %d (counted from 0): the name %q is not UTF-8 "+
				"text; %s", first.line, j, visible.Short(name), adviceUTF8)
		}
	}
	var taken map[string]bool
	for j, name := range t.names {
		if name != "" {
			continue
		}
		if taken == nil {
			taken = setOf(t.names)
		}
		name = freeName(fmt.Sprintf("column_%d", j), taken)
		t.names[j], taken[name] = name, true
		t.history = append(t.history, fmt.Sprintf("column %d (counted from 0) had no name and "+
			"is called %s",
			j, name))
	}
	if t.opt.RenameDuplicates {
		t.names = renameDuplicates(t.names, func(what string) {
			t.history = append(t.history, what)
		})
	}
	return nil
}

// keepRowNames makes column 0 the identifiers, unless the options name it or other identifiers.
func (t *tableReader) keepRowNames() {
	const first = "0"
	name := t.names[0]
	o := &t.opt
	for _, asked := range slices.Concat([]string{o.Label, o.ID}, o.Drop) {
		if asked == name || asked == first {
			return
		}
	}
	if o.ID == "" {
		o.ID = name
		return
	}
	o.Drop = append(slices.Clone(o.Drop), name)
}
