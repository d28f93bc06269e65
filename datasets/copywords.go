package datasets

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/rawfloat"
	"fsnb.example/internal/tabular"
)

var errCopy = errors.New("the copy is damaged")

// copyWords are what a parsed copy holds beside the values: numbers as varints, texts after their
// lengths, and lists after their numbers of elements.
type copyWords []byte

func (w *copyWords) number(v int) { *w = binary.AppendUvarint(*w, uint64(v)) }

func (w *copyWords) text(s string) {
	w.number(len(s))
	*w = append(*w, s...)
}

func (w *copyWords) texts(list []string) {
	w.number(len(list))
	for _, s := range list {
		w.text(s)
	}
}

func (w *copyWords) numbers(list []int) {
	w.number(len(list))
	for _, v := range list {
		w.number(v)
	}
}

// copyReader reads copyWords. After an error all is 0 or empty.
type copyReader struct {
	rest string
	err  error
}

// number reads a number of at most most.
func (r *copyReader) number(most int) int {
	v, size := binary.Uvarint([]byte(r.rest[:min(binary.MaxVarintLen64, len(r.rest))]))
	if size <= 0 || most < 0 || v > uint64(most) {
		r.rest, r.err = "", errCopy
		return 0
	}
	r.rest = r.rest[size:]
	return int(v)
}

// count reads the number of elements that follow, each of unit bytes at least.
func (r *copyReader) count(unit int) int {
	if n := r.number(len(r.rest)); n <= len(r.rest)/unit {
		return n
	}
	r.rest, r.err = "", errCopy
	return 0
}

// text reads a text, in units of so many bytes. It shares the memory of the words.
func (r *copyReader) text(unit int) string {
	end := unit * r.count(unit)
	out := r.rest[:end]
	r.rest = r.rest[end:]
	return out
}

func (r *copyReader) texts() []string {
	out := make([]string, r.count(1))
	for k := range out {
		out[k] = r.text(1)
	}
	return out
}

// numbers reads a list of numbers of at most most.
func (r *copyReader) numbers(most int) []int {
	out := make([]int, r.count(1))
	for k := range out {
		out[k] = r.number(most)
	}
	return out
}

// writeWords writes names, labels, groups, the target, codes and missing cells. Numbered names are
// none.
func (d *Dataset) writeWords(w *copyWords) {
	features := d.Features
	if tabular.Numbered(features) {
		features = nil
	}
	for _, list := range [][]string{features, d.Classes, d.History, d.Warnings, d.Groups, d.IDs,
		{d.GroupedBy, d.IDName, d.LabelName}} {
		w.texts(list)
	}
	w.numbers(d.Y)
	w.numbers(d.Group)
	w.text(d.TargetName)
	w.number(len(d.Target))
	*w = append(*w, rawfloat.Bytes(d.Target, nil)...)
	d.writeCodes(w)
	d.writeMissing(w)
}

// readWords reads what writeWords wrote, for a data set that has its values.
func (d *Dataset) readWords(r *copyReader) error {
	var roles []string
	for _, list := range []*[]string{&d.Features, &d.Classes, &d.History, &d.Warnings, &d.Groups,
		&d.IDs, &roles} {
		if *list = r.texts(); len(*list) == 0 {
			*list = nil
		}
	}
	n, p := d.Matrix().Dims()
	fits := func(count int) bool { return count == 0 || count == n }
	for _, list := range []struct {
		to    *[]int
		names []string
	}{{&d.Y, d.Classes}, {&d.Group, d.Groups}} {
		if *list.to = r.numbers(len(list.names) - 1); len(*list.to) == 0 {
			*list.to = nil
		}
	}
	if len(d.Features) == 0 {
		d.Features = tabular.NumberedNames(p)
	}
	if len(roles) != 3 || len(d.Features) != p || !fits(len(d.Y)) || !fits(len(d.Group)) ||
		!fits(len(d.IDs)) {
		return errCopy
	}
	d.GroupedBy, d.IDName, d.LabelName = roles[0], roles[1], roles[2]
	d.TargetName = r.text(1)
	numbers := r.text(8)
	if !fits(len(numbers) / 8) {
		return errCopy
	}
	if numbers != "" {
		d.Target = make([]float64, n)
		if rawfloat.Read(strings.NewReader(numbers), d.Target) != nil || d.checkTarget() != nil {
			return errCopy
		}
	}
	if err := d.readCodes(r); err != nil {
		return err
	}
	return d.readMissing(r)
}

// writeCodes writes the number of the columns of codes, and of each its column and its levels.
func (d *Dataset) writeCodes(w *copyWords) {
	w.number(len(d.Codes))
	for _, c := range d.Codes {
		w.number(c.Column)
		w.texts(c.Levels)
	}
}

func (d *Dataset) readCodes(r *copyReader) error {
	for k := r.count(1); k > 0 && r.err == nil; k-- {
		d.Codes = append(d.Codes, CodedColumn{r.number(math.MaxInt32), r.texts()})
	}
	if r.err != nil || d.checkCodes() != nil {
		return errCopy
	}
	return nil
}

// writeMissing writes Fill and the number of gaps, and of each whether it is of words, its columns,
// the number of its rows and the distances from one to the next; an empty text for none.
func (d *Dataset) writeMissing(w *copyWords) {
	if d.Missing == nil {
		w.number(0)
		return
	}
	w.text(d.Missing.Fill)
	w.number(len(d.Missing.Gaps))
	for _, g := range d.Missing.Gaps {
		if g.Words {
			w.number(1)
		} else {
			w.number(0)
		}
		w.numbers(g.Columns)
		w.number(len(g.Rows))
		before := int32(0)
		for _, i := range g.Rows {
			w.number(int(i - before))
			before = i
		}
	}
}

func (d *Dataset) readMissing(r *copyReader) error {
	m := &MissingCells{Fill: r.text(1)}
	if r.err == nil && m.Fill == "" {
		return nil
	}
	for k := r.count(1); k > 0 && r.err == nil; k-- {
		g := Gap{Words: r.number(1) == 1, Columns: r.numbers(math.MaxInt32)}
		before := 0
		for range r.count(1) {
			before = min(before+r.number(math.MaxInt32), math.MaxInt32)
			g.Rows = append(g.Rows, int32(before))
		}
		m.Gaps = append(m.Gaps, g)
	}
	d.Missing = m
	if r.err != nil || d.checkMissing() != nil {
		return errCopy
	}
	return nil
}

// hashWords adds what write writes to a hash, after its name; a part that is absent leaves the hash
// as it is.
func hashWords(h io.Writer, name string, write func(*copyWords)) {
	var w copyWords
	write(&w)
	io.WriteString(h, name+"\n")
	h.Write(w)
}

// sparseSize is the number of bytes of p sparse columns in a copy; entries and p are below 2⁵⁹.
func sparseSize(p, entries uint64) uint64 { return 4*(p+p%2) + 4*(entries+entries%2) + 8*entries }

// writeEntries writes a sparse matrix: the number of entries of each column, the rows of the
// entries, both as numbers of 4 bytes with blanks up to a multiple of 8, and their values.
func writeEntries(w io.Writer, x *storage.Sparse) error {
	b := bufio.NewWriterSize(w, 1<<16) // which keeps its error for Flush
	_, p := x.Dims()
	write := func(v uint32) { b.Write(binary.LittleEndian.AppendUint32(b.AvailableBuffer(), v)) }
	for j := range p {
		rows, _ := x.Column(j)
		write(uint32(len(rows)))
	}
	if p%2 == 1 {
		write(0)
	}
	for j := range p {
		rows, _ := x.Column(j)
		for _, i := range rows {
			write(uint32(i))
		}
	}
	if x.NonZeros()%2 == 1 {
		write(0)
	}
	var buf []byte
	for j := range p {
		_, values := x.Column(j)
		buf = rawfloat.Bytes(values, buf)
		b.Write(buf)
	}
	return b.Flush()
}

// readEntries reads an n×p matrix that writeEntries has written.
func readEntries(r io.Reader, n, p, entries int) (*storage.Sparse, error) {
	starts, rows, values := make([]int, p+1), make([]int32, entries), make([]float64, entries)
	err := readUint32s(r, p, func(j int, length uint32) {
		starts[j+1] = starts[j] + int(length)
	})
	if err != nil {
		return nil, err
	}
	if err := readUint32s(r, entries, func(k int, i uint32) { rows[k] = int32(i) }); err != nil {
		return nil, err
	}
	if err := rawfloat.Read(r, values); err != nil {
		return nil, err
	}
	return storage.NewSparse(n, starts, rows, values)
}

// readUint32s reads count numbers and the blanks behind them.
func readUint32s(r io.Reader, count int, use func(k int, v uint32)) error {
	var buf [1 << 13]byte
	for k := 0; k < count; {
		block := buf[:min(len(buf), 4*(count-k+(count-k)%2))]
		if _, err := io.ReadFull(r, block); err != nil {
			return err
		}
		for at := 0; at < len(block) && k < count; at += 4 {
			use(k, binary.LittleEndian.Uint32(block[at:]))
			k++
		}
	}
	return nil
}
