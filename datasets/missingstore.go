package datasets

import (
	"encoding/binary"
	"io"
	"math"
)

// hashMissing adds the missing cells to a hash; that of data without any stays as it is.
func (d *Dataset) hashMissing(h io.Writer) {
	if d.Missing != nil {
		io.WriteString(h, "missing\n")
		h.Write(d.appendMissing(nil))
	}
}

// appendMissing adds the missing cells to the words of a parsed copy, all numbers as varints: the
// length of Fill and Fill, the number of gaps, and of each whether it is of words, the number of
// its columns and these, the number of its rows and the distances from one to the next.
func (d *Dataset) appendMissing(words []byte) []byte {
	if d.Missing == nil {
		return binary.AppendUvarint(words, 0)
	}
	number := func(v int) { words = binary.AppendUvarint(words, uint64(v)) }
	number(len(d.Missing.Fill))
	words = append(words, d.Missing.Fill...)
	number(len(d.Missing.Gaps))
	for _, g := range d.Missing.Gaps {
		number(0)
		if g.Words {
			words[len(words)-1] = 1
		}
		number(len(g.Columns))
		for _, j := range g.Columns {
			number(j)
		}
		number(len(g.Rows))
		before := int32(0)
		for _, i := range g.Rows {
			number(int(i - before))
			before = i
		}
	}
	return words
}

// readMissing reads what appendMissing wrote, at the beginning of text.
func (d *Dataset) readMissing(text string) error {
	bad := false
	number := func() int {
		v, size := binary.Uvarint([]byte(text[:min(binary.MaxVarintLen64, len(text))]))
		if size <= 0 || v > math.MaxInt32 {
			bad, text = true, ""
			return 0
		}
		text = text[size:]
		return int(v)
	}
	length := number()
	if bad || length > len(text) {
		return errCopy
	}
	if length == 0 {
		return nil
	}
	m := &MissingCells{Fill: text[:length]}
	text = text[length:]
	for range number() { // each takes at least a byte, so that a damaged number ends early
		var g Gap
		g.Words = number() == 1
		for k := number(); k > 0 && !bad; k-- {
			g.Columns = append(g.Columns, number())
		}
		before := 0
		for k := number(); k > 0 && !bad; k-- {
			before += number()
			g.Rows = append(g.Rows, int32(min(before, math.MaxInt32)))
		}
		if bad {
			return errCopy
		}
		m.Gaps = append(m.Gaps, g)
	}
	d.Missing = m
	if bad || d.checkMissing() != nil {
		return errCopy
	}
	return nil
}
