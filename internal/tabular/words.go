package tabular

import (
	"fmt"
	"math"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// The limits of the distinct words and labels of a table. A table with more contains text.
const (
	maxWords     = 1 << 17
	MaxWordBytes = 1 << 24
)

// vocabulary counts the distinct words and labels of a table.
type vocabulary struct{ words, bytes int }

// add reports whether there is room for one more text.
func (v *vocabulary) add(text []byte) bool {
	if v.words == maxWords || v.bytes+len(text) > MaxWordBytes {
		return false
	}
	v.words++
	v.bytes += len(text)
	return true
}

// A cell that is not a number is stored as a NaN, in eight bytes as any other: missingBits for a
// missing value, the values after it for the words of a table, in order of appearance.
const missingBits = 0x7ff8_0000_0000_0001

// missingCell stands for a missing value.
func missingCell() float64 { return math.Float64frombits(missingBits) }

func isMissingCell(v float64) bool { return math.Float64bits(v) == missingBits }

// wordCell stands for word k.
func wordCell(k int) float64 { return math.Float64frombits(missingBits + 1 + uint64(k)) }

// wordOf returns the index of the word of a cell.
func wordOf(v float64) (k int, ok bool) {
	bits := math.Float64bits(v)
	return int(bits - missingBits - 1), v != v && bits > missingBits
}

// words holds each word of a table once.
type words struct {
	index map[word]int
	list  []word
	room  *vocabulary
}

// word is a cell that is no number. A quoted one that denotes a missing value is a word among
// words, and missing among numbers.
type word struct {
	text    string
	missing bool
}

// find returns the cell of a known word.
func (w *words) find(text []byte) (float64, bool) {
	k, ok := w.index[word{string(text), false}]
	return wordCell(k), ok
}

// add returns the cell of a word.
func (w *words) add(text []byte, missing bool) (float64, error) {
	if k, ok := w.index[word{string(text), missing}]; ok {
		return wordCell(k), nil
	}
	switch {
	case !utf8.Valid(text):
		return 0, fmt.Errorf("%q is not UTF-8 text; %s", visible.Short(string(text)), adviceUTF8)
	case !w.room.add(text):
		return 0, fmt.Errorf("the table has more than %d different words, or %d bytes of them; "+
			"set Drop for columns of text", maxWords, MaxWordBytes)
	}
	if w.index == nil {
		w.index = make(map[word]int)
	}
	k := len(w.list)
	w.list = append(w.list, word{string(text), missing})
	w.index[w.list[k]] = k
	return wordCell(k), nil
}

const (
	// maxLevels is the largest number of levels of a column of words.
	maxLevels = 1 << 16
	// maxSpread bounds the ratio of values after one-hot coding to cells before, above freeSpread
	// values.
	maxSpread  = 1 << 10
	freeSpread = 1 << 23
)

// findLevels finds the levels of the columns that have words, in natural order. A number among
// words becomes a level with its shortest text.
func (g *grid) findLevels() error {
	for j := range g.places {
		at := g.places[j].word
		if at.line == 0 {
			at = g.places[j].missing
		}
		words, values := g.countWords(j)
		if words == 0 { // or they were in dropped rows
			continue
		}
		levels, err := g.levelsOf(j, at)
		if err != nil {
			return err
		}
		if g.levels == nil {
			g.levels = make([][]string, g.p())
		}
		g.levels[j] = levels
		if 2*words < values {
			g.warn(fmt.Sprintf("column %s: %d of %d cells are words, the first %q in row %d, "+
				"and the numbers among them became levels too", visible.Name(g.names[j]), words,
				values, at.text, at.line))
		}
	}
	return nil
}

// countWords counts the words of column j, and its cells that are not missing.
func (g *grid) countWords(j int) (words, values int) {
	for i := j; i < len(g.cells); i += g.p() {
		if isMissingCell(g.cells[i]) {
			continue
		}
		values++
		if _, ok := wordOf(g.cells[i]); ok {
			words++
		}
	}
	return words, values
}

// levelsOf replaces the cells of column j by indices into its levels.
func (g *grid) levelsOf(j int, first place) ([]string, error) {
	index := make(map[uint64]int)
	var texts []string
	for i := j; i < len(g.cells); i += g.p() {
		v := g.cells[i]
		if isMissingCell(v) {
			continue
		}
		k, isWord := wordOf(v)
		if v == 0 {
			v = 0 // not -0
		}
		id, known := index[math.Float64bits(v)]
		if !known {
			if len(texts) == maxLevels {
				return nil, fmt.Errorf("column %s, which has the word %q in row %d, has more "+
					"than %d levels; mend the cell, or set Drop", visible.Name(g.names[j]),
					first.text, first.line, maxLevels)
			}
			id = len(texts)
			index[math.Float64bits(v)] = id
			if isWord {
				texts = append(texts, g.words[k].text)
			} else {
				texts = append(texts, CanonicalNumber(v))
			}
		}
		g.cells[i] = float64(id)
	}
	to, levels := rank(upTo(len(texts)), texts)
	for i := j; i < len(g.cells); i += g.p() {
		if v := g.cells[i]; !isMissingCell(v) {
			g.cells[i] = float64(to[int(v)])
		}
	}
	return levels, nil
}

// hot reports whether column j is one-hot coded, and many whether into several columns.
func (g *grid) hot(j int) bool {
	return g.coding != ordinal && g.levels != nil && g.levels[j] != nil
}

func (g *grid) many(j int) bool { return g.hot(j) && len(g.levels[j]) > 2 }

// code replaces words, now indices of levels, by numbers.
func (g *grid) code() error {
	columns, declared, width := 0, 0, g.p()
	for j, levels := range g.levels {
		if levels == nil {
			continue
		}
		columns++
		if g.places == nil || g.places[j].word.line == 0 && g.places[j].missing.line == 0 {
			declared++
		}
		if g.many(j) {
			width += len(levels) - 1
		}
	}
	if columns == 0 {
		return nil
	}
	order := "the order of their text"
	switch declared {
	case 0:
	case columns:
		order = "declared order"
	default:
		order = "declared order, or that of their text,"
	}
	if g.coding == ordinal {
		g.did(fmt.Sprintf("coded the words of %s as 0, 1, 2, … in %s (ordinal)", plural(columns,
			"column"), order))
		return nil
	}
	if out := int64(g.n) * int64(width); width > MaxColumns || out > MaxElements ||
		out > freeSpread && out/maxSpread > int64(len(g.cells)) {
		return fmt.Errorf("one-hot coding makes %d columns of %d; set Drop for columns of many "+
			"words, or Code to ordinal", width, g.p())
	}
	if err := g.text.Room(int64(g.n) * int64(width)); err != nil {
		return fmt.Errorf("one-hot coding makes %d columns of %d: %w", width, g.p(), err)
	}
	names, err := g.oneHotNames(width)
	if err != nil {
		return err
	}
	g.did(fmt.Sprintf("coded the words of %s as %s of 0 and 1 called name=level (one-hot)",
		plural(columns, "column"), plural(width-g.p()+columns, "column")))
	g.moveGaps()
	g.spread(width)
	g.names, g.levels = names, nil
	return nil
}

// oneHotNames returns the names of the columns of one-hot coding.
func (g *grid) oneHotNames(width int) ([]string, error) {
	names := make([]string, 0, width)
	size := 0
	for j, name := range g.names {
		var levels []string
		if g.levels != nil {
			levels = g.levels[j]
		}
		if levels == nil {
			names = append(names, name)
			continue
		}
		if !g.many(j) {
			levels = levels[len(levels)-1:]
		}
		for _, level := range levels {
			if size += len(name) + len(level); size > MaxHeader {
				return nil, fmt.Errorf("the names of one-hot columns are longer than %d bytes; "+
					"set Drop for columns of many words, or Code to ordinal", MaxHeader)
			}
			names = append(names, name+"="+level)
		}
	}
	return names, nil
}

// spread writes the columns of one-hot coding.
func (g *grid) spread(width int) {
	p := g.p()
	out := g.cells[:0]
	if width > p {
		out = make([]float64, 0, g.n*width)
	}
	for i, v := range g.cells {
		j := i % p
		if !g.hot(j) {
			out = append(out, v)
			continue
		}
		// Two levels become one column, that of the last.
		levels := len(g.levels[j])
		for k := range levels {
			switch {
			case levels == 2 && k == 0:
			case isMissingCell(v):
				out = append(out, g.policy.value)
			case int(v) == k:
				out = append(out, 1)
			default:
				out = append(out, 0)
			}
		}
	}
	g.cells = out
}
