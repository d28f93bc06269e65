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
