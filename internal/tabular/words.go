package tabular

import (
	"fmt"
	"math"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// The limits of the different words and labels that the cells of a table hold. A table
// with more holds text.
const (
	maxWords     = 1 << 17
	MaxWordBytes = 1 << 24
)

// vocabulary counts the different words and labels of a table.
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

// A cell that is no number is kept as a NaN, so that it takes eight bytes as any
// other: the one below stands for a missing value, those that follow it for the
// words of a table, in the order in which they came.
const missingBits = 0x7ff8_0000_0000_0001

// missingCell stands for a missing value.
func missingCell() float64 { return math.Float64frombits(missingBits) }

func isMissingCell(v float64) bool { return math.Float64bits(v) == missingBits }

// wordCell stands for word k.
func wordCell(k int) float64 { return math.Float64frombits(missingBits + 1 + uint64(k)) }

// wordOf tells which word a cell stands for.
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

// word is a cell that is no number. One that stood in quotes and would say
// without them that the value is missing is a word among words, and a missing
// value among numbers.
type word struct {
	text    string
	missing bool
}

// find returns the cell that stands for a word that is known.
func (w *words) find(text []byte) (float64, bool) {
	k, ok := w.index[word{string(text), false}]
	return wordCell(k), ok
}

// add returns the cell that stands for a word.
func (w *words) add(text []byte, missing bool) (float64, error) {
	if k, ok := w.index[word{string(text), missing}]; ok {
		return wordCell(k), nil
	}
	switch {
	case !utf8.Valid(text):
		return 0, fmt.Errorf("%q is not UTF-8 text; save the file as UTF-8",
			visible.Short(string(text)))
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
