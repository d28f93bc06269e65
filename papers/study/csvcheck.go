package study

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
)

// csvSum begins the line of the checksum, the last one of the head. Earlier readers skip it, as
// every unknown fact.
const csvSum = "#checksum,"

// csvChecksum is the XXH3 of the parts of a file in hexadecimal. Line ends count as
// \n, as version control may turn them.
func csvChecksum(parts ...[]byte) string {
	h := xxh3.New()
	for _, part := range parts {
		h.Write(bytes.ReplaceAll(part, []byte("\r\n"), []byte("\n"))) // never fails
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// splitChecksum returns the text, its checksum, "" if none, and the parts before and after its
// line. The text keeps the line, so that line numbers are the file's.
func splitChecksum(text []byte) (whole []byte, sum string, rest [][]byte) {
	at := bytes.Index(text, []byte("\n"+csvSum))
	if at < 0 {
		return text, "", nil
	}
	line, after, _ := bytes.Cut(text[at+1:], []byte("\n"))
	return text, string(bytes.TrimSpace(line[len(csvSum):])), [][]byte{text[:at+1], after}
}

// sameSummary is the largest difference of a mean from that of the values, relative to the largest
// of them: processors round differently.
const sameSummary = 1e-9

// summaryFits compares the mean and the standard deviation of a row with those of its
// values.
func summaryFits(c Cell, mean, sd string) error {
	largest := 0.0
	for _, v := range c.Values {
		largest = max(largest, math.Abs(v))
	}
	for _, s := range []struct {
		what, text string
		want       float64
		given      bool
	}{
		{"mean", mean, c.Mean, len(c.Values) > 0},
		{"standard deviation", sd, c.SD, len(c.Values) > 1},
	} {
		if !s.given && s.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(s.text, 64)
		if err != nil || !s.given || !(math.Abs(v-s.want) <= sameSummary*largest) {
			return fmt.Errorf("the %s is %q, that of the %d values %s; one of them was changed, "+
				"write the file again", s.what, s.text, len(c.Values), csvNumber(s.want))
		}
	}
	return nil
}

// mendDated fills in what files without a checksum lack. Their sizes are those of the first fold.
func (r *Result) mendDated() {
	for i, m := range r.Measures {
		r.Measures[i].PerSample = strings.HasPrefix(m.Key, "accuracy ")
	}
	if r.Folds = foldsOf(r.Protocol); r.Folds == 0 {
		return
	}
	for i, s := range r.Sets {
		if s.N > 0 {
			size := meanFold(s.N, r.Folds)
			r.Sets[i].Train, r.Sets[i].Test = size[0], size[1]
		}
	}
}

// head checks the facts that the table depends on.
func (in *csvReader) head() error {
	r := in.r
	if in.dated && r.Folds == 0 {
		r.mendDated()
	}
	switch {
	case r.Splits < 1 || r.Splits > maxSplits:
		return fmt.Errorf("the head has no number of #splits from 1 to %d; write the file again",
			maxSplits)
	case r.Folds < 0 || r.Folds > 0 && r.Splits%r.Folds != 0:
		return fmt.Errorf("%d splits in rounds of %d folds; write the file again", r.Splits,
			r.Folds)
	case len(r.Sets) == 0 || len(r.Methods) == 0 || len(r.Measures) == 0:
		return errors.New("the head lacks data sets, methods or measures; write the file again")
	}
	for _, s := range r.Sets {
		if !r.sizesFit(s) {
			return fmt.Errorf("the sizes of the data set %s do not fit each other; write the "+
				"file again", s.Name)
		}
	}
	return nil
}

// sizesFit reports whether the folds of a data set have all its samples.
func (r *Result) sizesFit(s Set) bool {
	if s.N < 0 || s.D < 0 || s.Train < 0 || s.Test < 0 {
		return false
	}
	sum := 0
	for _, n := range s.Folds {
		if n < 0 {
			return false
		}
		sum += n
	}
	return len(s.Folds) == 0 || len(s.Folds) == r.Folds && sum == s.N
}

// foldsOf is the number of folds in a protocol's text, 0 for other splits.
func foldsOf(protocol string) (folds int) {
	if _, err := fmt.Sscanf(protocol, "stratified %d-fold cross-validation", &folds); err != nil {
		return 0
	}
	return folds
}

// complete sorts the cells and returns an error unless they are those of the head, with a value for
// every split or a reason. A stopped study has all cells, with fewer values.
func (in *csvReader) complete() error {
	r := in.r
	place := func(c Cell) []int { return []int{c.Set, c.Method, c.K, c.Measure} }
	slices.SortFunc(r.Cells, func(a, b Cell) int { return slices.Compare(place(a), place(b)) })
	for i, c := range r.Cells[min(1, len(r.Cells)):] {
		if p := r.Cells[i]; slices.Equal(place(p), place(c)) {
			return fmt.Errorf("data set %s has %s with %d features twice; keep one of the rows",
				r.Sets[p.Set].Name, r.Methods[p.Method].Label, p.K)
		}
	}
	var missing, wanted int
	var first string
	for set := range r.Sets {
		for c := range r.places(set) {
			switch {
			case r.Cell(set, c.Method, c.K, c.Measure) != nil:
				wanted++
			case r.Sets[set].Note == "": // what was not run needs no rows
				wanted++
				if missing++; missing == 1 {
					first = r.rowName(c)
				}
			}
		}
	}
	switch {
	case missing > 0:
		return fmt.Errorf("%d of %d rows are missing, the first is %s; the file is cut, write "+
			"it again", missing, wanted, first)
	case len(r.Cells) > wanted:
		return fmt.Errorf("%d rows in place of %d: some have a number of features that the head "+
			"does not; write the file again", len(r.Cells), wanted)
	}
	for _, c := range r.Cells {
		if err := r.wholeCell(c); err != nil {
			return err
		}
	}
	return nil
}

// rowName identifies a row by its first four fields.
func (r *Result) rowName(c Cell) string {
	k := csvAll
	if c.K > 0 {
		k = strconv.Itoa(c.K)
	}
	return fmt.Sprintf("%s, %s, %s, %s", r.Sets[c.Set].Name, r.Methods[c.Method].Label, k,
		r.Measures[c.Measure].Label)
}

// wholeCell returns an error for a cell that lacks values without a reason.
func (r *Result) wholeCell(c Cell) error {
	most := r.Splits
	if r.Measures[c.Measure].Overall {
		most = 1
	}
	least := most
	if r.Measures[c.Measure].Overall && c.K == 0 { // nothing was chosen
		least = 0
	}
	switch n := len(c.Values); {
	case n > most:
		return fmt.Errorf("the row %s has %d values, and the head %d; write the file again",
			r.rowName(c), n, most)
	case len(c.Splits) > 0 && c.Splits[len(c.Splits)-1] >= r.Splits:
		return fmt.Errorf("the row %s has split %d of %d, which count from 0; write the file again",
			r.rowName(c), c.Splits[len(c.Splits)-1], r.Splits)
	case n < least && c.Failed == "" && r.Sets[c.Set].Note == "" && !r.Partial:
		return fmt.Errorf("the row %s has %d of %d values and no note why; write the file again",
			r.rowName(c), n, most)
	}
	return nil
}
