package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// column is the state of a column that may be an identifier.
type column struct {
	index, step, ties int // step is the direction, ties the rows that repeat the one before
	monotone, whole   bool
	name              string
	least, most       float64
}

// identifiers warns of columns that look like sample numbers or times. It makes one pass over X, in
// which most columns are soon excluded, and sorts the rest.
func (d *Dataset) identifiers() []string {
	n, p := d.X.Dims()
	if n < leastRows {
		return nil
	}
	orders, _ := math.Lgamma(float64(n + 1))
	sorted := math.Log(2*float64(p))-orders < math.Log(rare) // one of p random columns is not
	var growing, distinct []string
	values := make([]float64, 0, n)
	for _, c := range d.suspects() {
		name := visible.Name(d.Features[c.index])
		switch {
		case beginsWith(d.Warnings, "column "+name):
		case c.monotone && sorted:
			growing = append(growing, fmt.Sprintf("column %s %s%s or a time%s",
				name, c.how(), looksLikeIdentifier, leaveOut))
		default:
			switch different := d.different(c, values); {
			case different == n:
				distinct = append(distinct,
					fmt.Sprintf("column %s has another whole number in every row%s%s",
						name, looksLikeIdentifier, leaveOut))
			case different > 0:
				distinct = append(distinct,
					fmt.Sprintf("column %s has %d different whole numbers in %d rows%s%s",
						name, different, n, looksLikeIdentifier, leaveOut))
			}
		}
	}
	if len(growing) > maxGrowing {
		growing = []string{fmt.Sprintf("%d columns grow or fall with the rows: the samples "+
			"look sorted, or like a series in time",
			len(growing))}
	}
	if len(distinct) > maxDistinct {
		distinct = nil
	}
	return append(growing, distinct...)
}

// beginsWith reports whether one of the warnings begins with the word.
func beginsWith(warnings []string, word string) bool {
	return slices.ContainsFunc(warnings, func(w string) bool {
		return strings.HasPrefix(w, word+" ")
	})
}

// how describes the direction of a monotone column.
func (c column) how() string {
	verb := "grows"
	if c.step < 0 {
		verb = "falls"
	}
	if c.ties > 0 {
		return verb + " with the rows"
	}
	return verb + " with every row"
}

// suspects returns the columns that increase or decrease with the rows, a tenth of which may repeat
// the one before, and those of whole numbers whose range has room for n different ones, or most of
// n where the name is that of an identifier.
func (d *Dataset) suspects() (out []column) {
	const block = 1 << 12 // columns at a time, for little memory
	for lo := 0; lo < d.D(); lo += block {
		out = append(out, d.suspectsAmong(lo, min(lo+block, d.D()))...)
	}
	return out
}

func (d *Dataset) suspectsAmong(lo, hi int) []column {
	n := d.N()
	live := make([]column, 0, hi-lo)
	for j, v := range d.X.RawRowView(0)[lo:hi] {
		c := column{index: lo + j, monotone: true, whole: v == math.Trunc(v), least: v, most: v,
			name: d.Features[lo+j]}
		live = append(live, c)
	}
	for i := 1; i < n && len(live) > 0; i++ {
		before, row := d.X.RawRowView(i-1), d.X.RawRowView(i)
		kept := 0
		for _, c := range live {
			if c.add(before[c.index], row[c.index], n) {
				live[kept] = c
				kept++
			}
		}
		live = live[:kept]
	}
	return slices.DeleteFunc(live, func(c column) bool {
		lacks := float64(n-1) - (c.most - c.least)
		return !c.monotone && lacks > 0 &&
			(lacks > float64(n/maxRepeated) || !namedIdentifier(c.name))
	})
}

// add takes the next value, and reports whether the column may still be an identifier
// of n samples.
func (c *column) add(before, v float64, n int) bool {
	step := 0
	switch {
	case v > before:
		step = 1
	case v < before:
		step = -1
	default:
		c.ties++
	}
	c.monotone = c.monotone && 10*c.ties <= n && (step == 0 || c.step == 0 || step == c.step)
	if step != 0 {
		c.step = step
	}
	c.whole = c.whole && v == math.Trunc(v) && (step != 0 || c.monotone ||
		maxRepeated*c.ties <= n && namedIdentifier(c.name))
	c.least, c.most = min(c.least, v), max(c.most, v)
	return c.monotone || c.whole
}

// different returns the number of different values of column c where so many are unlikely by
// chance, 0 otherwise. No two rows have the same value, and among as many columns of random whole
// numbers of that range this is expected in less than one data set of a thousand; of a column named
// as an identifier a tenth of the values may repeat others. room has space for n numbers.
func (d *Dataset) different(c column, room []float64) int {
	n, p := d.X.Dims()
	if !c.whole {
		return 0
	}
	chance := math.Log(float64(p)) // of n different numbers, in one of p columns
	for i := range n {
		chance += math.Log1p(-float64(i) / (c.most - c.least + 1))
	}
	named := namedIdentifier(c.name)
	if !named && !(chance < math.Log(rare)) {
		return 0
	}
	values := room[:0]
	for i := range n {
		values = append(values, d.X.At(i, c.index))
	}
	slices.Sort(values)
	switch count := len(slices.Compact(values)); {
	case count == n, named && n >= leastRepeated && n-count <= n/maxRepeated:
		return count
	}
	return 0
}

// Names of identifiers: of one word, and those that end with a word. "Unnamed: 0" is that of
// pandas, column_0 the one that a column without a name gets.
var (
	aloneIdentifiers = strings.Fields("patient subject sample case record row rowname rownames " +
		"person participant name observation obs barcode accession unnamed column")
	lastIdentifiers = strings.Fields("id ids identifier idx index key no nr num number code " +
		"serial uuid mrn timestamp")
)

// namedIdentifier reports whether a name denotes an identifier of the samples: "id", "patient_id",
// "PatientID", "sample no", "index".
func namedIdentifier(name string) bool {
	words := strings.FieldsFunc(tabular.SplitCamel(name),
		func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 {
		return false
	}
	first, last := strings.ToLower(words[0]), strings.ToLower(words[len(words)-1])
	return first == "id" || len(words) == 1 && slices.Contains(aloneIdentifiers, first) ||
		slices.Contains(lastIdentifiers, last)
}

// namesSamples reports whether a name denotes the names of samples: as namedIdentifier, or
// "barcode", "geo_accession", "sample_name".
func namesSamples(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(tabular.SplitCamel(name)),
		func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return namedIdentifier(name) || last == "barcode" || last == "accession" || last == "cell" ||
		last == "samples" || last == "name" && slices.Contains(aloneIdentifiers, words[0])
}
