package tabular

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// Labels gathers the labels of a table as they come.
type Labels struct {
	index   map[string]int
	names   []string // in the order of their first samples
	literal []bool   // whether a label stood in quotes
	ids     Pieces[int]
	room    *vocabulary
	what    string // a label in errors; "" for a class label
	full    error  // the error of too many; nil for errLabels
	numeric bool   // labels are the numbers of a continuous target
	signs   signs  // of labels that are numbers; the zero value is a decimal point
	numbers Pieces[float64]
	rounded int // of the numbers, whole ones that float64s round
}

// errLabels is the error of a label column that holds no classes.
var errLabels = fmt.Errorf("the table has more than %d different class labels and words, or %d "+
	"bytes of them; set Label to the column of the classes, or to %s to read the table without",
	maxWords, MaxWordBytes, NoLabel)

// NewLabels returns the labels of a table without any yet.
func NewLabels() *Labels { return &Labels{room: new(vocabulary)} }

// newGroups returns the groups of a table without any yet.
func newGroups() *Labels {
	return &Labels{room: new(vocabulary), what: "group", full: fmt.Errorf("the table has more "+
		"than %d different groups, or %d bytes of them; set Group to another column", maxWords,
		MaxWordBytes)}
}

// Add appends the label of a sample. One in quotes is taken literally.
func (c *Labels) Add(text []byte, quoted bool) error {
	return c.add(text, quoted, !quoted && isMissing(string(text)))
}

// addCell appends the label in a cell. A missing one is an error unless its row is dropped, which
// dropped reports.
func (c *Labels) addCell(p policy, text []byte, quoted, missing bool) (dropped bool, err error) {
	if missing && p.kind == dropRows {
		c.addMissing()
		return true, nil
	}
	return false, c.add(text, quoted, missing)
}

func (c *Labels) add(text []byte, quoted, missing bool) error {
	if c.numeric {
		return c.addNumber(text)
	}
	if c.signs.thousands != 0 || c.signs.decimal == ',' && !quoted {
		if plain, ok := c.signs.plain(text); ok {
			if _, number := ParseNumber(plain); number {
				text = plain
			}
		}
	}
	k, known := c.index[string(text)]
	if !known || missing {
		name := string(text)
		what := cmp.Or(c.what, "class label")
		kind, _, _ := strings.Cut(what, " ")
		switch {
		case name == "":
			return fmt.Errorf("the %s is missing; name the %s or drop the row", what, kind)
		case missing:
			return fmt.Errorf("the %s is missing (%q); name the %s, drop the row, or put the "+
				"word in quotes when it is a %s", what, visible.Short(name), kind, kind)
		case !utf8.ValidString(name):
			return fmt.Errorf("the %s %q is not UTF-8 text; %s", what, visible.Short(name),
				adviceUTF8)
		case !c.room.add(text):
			if c.full != nil {
				return c.full
			}
			return errLabels
		}
		if c.index == nil {
			c.index = make(map[string]int)
		}
		k = len(c.names)
		c.index[name] = k
		c.names = append(c.names, name)
		c.literal = append(c.literal, false)
	}
	c.literal[k] = c.literal[k] || quoted
	c.ids.Add(k)
	return nil
}

// addMissing adds a sample without a label, whose row is dropped later.
func (c *Labels) addMissing() { c.ids.Add(-1) }

// Encode returns the labels of all samples as indices into the classes, in natural order. It
// leaves c empty.
func (c *Labels) Encode() (y []int, classes []string) { return c.encoded(c.ids.Join()) }

// Len is the number of labels.
func (c *Labels) Len() int { return c.ids.n }

// encoded returns labels, which are indices into names, as indices into the names in use, in
// natural order. It changes ids in place.
func (c *Labels) encoded(ids []int) (y []int, names []string) {
	used := make([]bool, len(c.names))
	for _, id := range ids {
		used[id] = true
	}
	to := make([]int, len(c.names))
	var literal []bool
	for k, name := range c.names {
		if used[k] {
			to[k] = len(names)
			names, literal = append(names, name), append(literal, c.literal[k])
		}
	}
	for i, id := range ids {
		ids[i] = to[id]
	}
	normalize(names, literal)
	return rank(ids, names)
}

// normalize writes numeric labels in their shortest form when every label is a number; literal
// ones, from quotes, are kept.
func normalize(names []string, literal []bool) {
	short := make([]string, len(names))
	for k, name := range names {
		var ok bool
		if short[k], ok = Canonical(name); !ok {
			return
		}
		if literal != nil && literal[k] {
			short[k] = name
		}
	}
	copy(names, short)
}

// rank maps indices into names, which may repeat, to indices into the distinct names in natural
// order. It changes ids in place.
func rank(ids []int, names []string) (y []int, sorted []string) {
	place := make(map[string]int, len(names))
	for _, name := range names {
		if _, ok := place[name]; !ok {
			place[name] = 0
			sorted = append(sorted, name)
		}
	}
	sortClasses(sorted)
	for k, name := range sorted {
		place[name] = k
	}
	to := make([]int, len(names))
	for k, name := range names {
		to[k] = place[name]
	}
	for i, id := range ids {
		ids[i] = to[id]
	}
	return ids, sorted
}

// Encode maps labels to indices into their distinct values in natural order.
func Encode(labels []string) (y []int, classes []string) {
	index := make(map[string]int)
	ids := make([]int, len(labels))
	var names []string
	for i, l := range labels {
		k, known := index[l]
		if !known {
			k = len(names)
			index[l] = k
			names = append(names, l)
		}
		ids[i] = k
	}
	return rank(ids, names)
}

// TakeNumbers makes c read labels as the numbers of a continuous target.
func (c *Labels) TakeNumbers() { c.numeric = true }

// addNumber appends the number of a sample, whose id is its place among the numbers.
func (c *Labels) addNumber(text []byte) error {
	v, ok := c.signs.parse(text)
	if !ok {
		cell := string(text)
		switch {
		case isMissing(cell):
			return errors.New("the target is missing; fill it in, drop the row, or set Missing " +
				"to drop-rows")
		case c.signs == signs{} && badFixed(cell) != "":
			return errors.New("the target " + badFixed(cell))
		case SayThousands(cell) != "":
			return errors.New("the target " + SayThousands(cell))
		case badNumber(cell) != "":
			return errors.New("the target " + badNumber(cell))
		}
		return fmt.Errorf("the target %q is not a number; mend the cell, or set Target to classes",
			visible.Short(cell))
	}
	if beyondExact(v) {
		if plain, ok := c.signs.plain(text); ok && roundsWhole(plain, v) {
			c.rounded++
		}
	}
	c.ids.Add(c.numbers.Len())
	c.numbers.Add(v)
	return nil
}

// Numbers returns the continuous target of all samples; nil for classes. It leaves c empty.
func (c *Labels) Numbers() []float64 { return c.numbersOf(c.ids.Join()) }

// numbersOf returns the numbers of the given ids.
func (c *Labels) numbersOf(ids []int) []float64 {
	return arranged(c.numbers.Join(), ids)
}

// targetName is the name of the label column of a continuous target; "" for one without.
func targetName(names []string, label int) string {
	if names == nil || label < 0 {
		return ""
	}
	return names[label]
}
