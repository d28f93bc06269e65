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

// needsSecond reports whether the second row is needed to classify the first one: numbers stand in
// quotes, or words may be data.
func (t *tableReader) needsSecond(first *heldRow) bool {
	if t.opt.Header != HeaderAuto {
		return false
	}
	for j, cell := range first.text {
		if first.quoted[j] && t.numberOrMissing(cell) {
			return true
		}
	}
	if t.coding != "" {
		return true
	}
	_, _, twice := FirstDuplicate(first.text)
	return twice
}

// looksLikeHeader decides HeaderAuto; counts reports that the row counts from 0 or 1. second may be
// nil.
func (t *tableReader) looksLikeHeader(first, second *heldRow) (header, counts bool) {
	isNumber := func(j int) bool {
		return t.numberOrMissing(first.text[j]) && !(first.quoted[j] && t.plainNumber(second, j))
	}
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

// wordsBelow reports whether the words of the first row look like data: a word stands below each,
// and one repeats, or equals the one below it.
func (t *tableReader) wordsBelow(first, second *heldRow, isNumber func(int) bool) bool {
	if second == nil || len(first.text) != len(second.text) {
		return false
	}
	again := false
	for j, cell := range first.text {
		if isNumber(j) {
			continue
		}
		if t.numberOrMissing(second.text[j]) && !isMissing(second.text[j]) {
			return false
		}
		again = again || cell == second.text[j]
	}
	_, _, twice := FirstDuplicate(first.text)
	return again || twice
}

// numberOrMissing reports whether a cell is a number, even an invalid one, or a missing value.
func (t *tableReader) numberOrMissing(cell string) bool {
	if t.decimal == ',' {
		if _, ok := parseComma([]byte(cell)); ok {
			return true
		}
	}
	return numberOrMissing(cell)
}

// plainNumber reports whether cell j is a number without quotes.
func (t *tableReader) plainNumber(h *heldRow, j int) bool {
	return h != nil && j < len(h.text) && !h.quoted[j] && t.numberOrMissing(h.text[j])
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
func (t *tableReader) repeatsClasses(first, second *heldRow) bool {
	width := len(first.text)
	if second == nil || width < 3 || len(second.text) != width ||
		t.numberOrMissing(second.text[0]) {
		return false
	}
	distinct := make(map[string]bool)
	for j := 1; j < width; j++ {
		if t.numberOrMissing(first.text[j]) || !t.numberOrMissing(second.text[j]) {
			return false
		}
		distinct[first.text[j]] = true
	}
	return 2*len(distinct) <= width-1
}

// start looks at the first row, which may hold the names.
func (t *tableReader) start(first, second *heldRow) error {
	header := t.opt.Header == HeaderYes
	if t.opt.Header == HeaderAuto {
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
	sample := first
	if header {
		sample = second
	}
	t.opt.chooseSamples(t.names, sample)
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

func (t *tableReader) setNames(first *heldRow) error {
	t.names = first.text
	for j, name := range t.names {
		if !utf8.ValidString(name) {
			return fmt.Errorf("row %d, column %d (counted from 0): the name %q is not UTF-8 "+
				"text; %s", first.line, j, visible.Short(name), adviceUTF8)
		}
	}
	for j, name := range t.names {
		if name != "" {
			continue
		}
		name = fmt.Sprintf("column_%d", j)
		for slices.Contains(t.names, name) {
			name += "_"
		}
		t.names[j] = name
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
