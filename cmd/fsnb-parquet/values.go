package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	mathbits "math/bits"

	"github.com/parquet-go/parquet-go/format"
)

var (
	errShort = errors.New("a page with fewer values than it claims")
	errDelta = errors.New("differences without order")
)

// refused is an error about a file that is whole.
type refused struct{ error }

// damaged is the error about a file that is not.
func damaged(err error) error {
	if err == nil || errors.As(err, new(refused)) {
		return err
	}
	return fmt.Errorf("the Parquet file is damaged (%w); fetch it again", err)
}

// cells are the values of a page: count of width bytes each, or those that begin at starts.
type cells struct {
	count, width int
	data         []byte
	starts       []uint32 // count+1 of them, nil for values of one width
}

func (c *cells) at(i int) []byte {
	if c.starts != nil {
		return c.data[c.starts[i]:c.starts[i+1]]
	}
	return c.data[i*c.width : (i+1)*c.width]
}

// leaf is the type of the values of a column. A boolean has one byte; width is 0 for byte arrays.
type leaf struct {
	kind     format.Type
	width    int
	optional bool
}

func leafOf(e *format.SchemaElement) leaf {
	l := leaf{kind: e.Type.V, optional: e.RepetitionType.V == format.Optional}
	switch l.kind {
	case format.Boolean:
		l.width = 1
	case format.Int32, format.Float:
		l.width = 4
	case format.Int64, format.Double:
		l.width = 8
	case format.Int96:
		l.width = 12
	case format.FixedLenByteArray:
		l.width = int(e.TypeLength.V)
	}
	return l
}

// booleans are false and true.
var booleans = &cells{count: 2, width: 1, data: []byte{0, 1}}

// plain reads n values that are stored one after the other. It and those below ask take for the
// memory that they need beside data.
func (l leaf) plain(data []byte, n int, take func(int64) error) (*cells, error) {
	c := &cells{count: n, width: l.width, data: data}
	switch {
	case l.kind == format.Boolean:
		if n > 8*len(data) {
			return nil, errShort
		}
		if err := take(int64(n)); err != nil {
			return nil, err
		}
		c.data = make([]byte, n)
		for i := range c.data {
			c.data[i] = data[i/8] >> (i % 8) & 1
		}
	case l.kind != format.ByteArray:
		if n > len(data)/l.width {
			return nil, errShort
		}
	case n > len(data)/4:
		return nil, errShort
	default:
		if err := take(4 * int64(n)); err != nil {
			return nil, err
		}
		// The lengths between the texts are moved out.
		c.starts = make([]uint32, n+1)
		to, from := 0, 0
		for i := range n {
			if len(data)-from < 4 {
				return nil, errShort
			}
			size := int64(binary.LittleEndian.Uint32(data[from:]))
			from += 4
			if size > int64(len(data)-from) {
				return nil, errShort
			}
			copy(data[to:], data[from:from+int(size)])
			to, from = to+int(size), from+int(size)
			c.starts[i+1] = uint32(to)
		}
	}
	return c, nil
}

// runs are numbers of width bits, of the encoding RLE: runs of one number, and packed bits. They
// are read one by one, since a few bytes may say that there are 2^31.
type runs struct {
	data  []byte // after the present run
	width int
	count uint64 // of numbers that are left in the run, which are value, or packed from bit at
	value uint32
	bits  []byte
	at    int
}

// longRun is more than the rows of a page.
const longRun = 1 << 32

// next is the next number.
func (r *runs) next() (uint32, error) {
	for r.count == 0 {
		if err := r.turn(); err != nil {
			return 0, err
		}
	}
	r.count--
	if r.bits == nil {
		return r.value, nil
	}
	// The last run may be cut after the last number.
	if r.at+r.width > 8*len(r.bits) {
		return 0, errShort
	}
	v := bits(r.bits, r.at, r.width)
	r.at += r.width
	return uint32(v), nil
}

// turn begins the next run.
func (r *runs) turn() error {
	head, used := binary.Uvarint(r.data)
	if used <= 0 {
		return errShort
	}
	r.data = r.data[used:]
	r.count, r.value, r.bits, r.at = min(head>>1, longRun), 0, nil, 0
	size := (r.width + 7) / 8
	if head&1 == 1 {
		size = min(int(r.count)*r.width, len(r.data))
		r.count, r.bits = 8*r.count, r.data[:size:size]
	}
	if len(r.data) < size {
		return errShort
	}
	for k, b := range r.data[:min(size, 4)] {
		r.value |= uint32(b) << (8 * k)
	}
	r.data = r.data[size:]
	return nil
}

// ones is how many of the next n numbers, which stay the next, are 1.
func (r runs) ones(n int) (count int, err error) {
	for n > 0 {
		if r.count > 0 && r.bits == nil {
			k := min(n, int(r.count))
			count += k * int(r.value)
			r.count -= uint64(k)
			n -= k
			continue
		}
		v, err := r.next()
		if err != nil {
			return 0, err
		}
		count += int(v)
		n--
	}
	return count, nil
}

// bits is the number of width bits, at most 64, that begins at bit at of data, lowest bit first.
func bits(data []byte, at, width int) (v uint64) {
	if width <= 56 && at/8+8 <= len(data) {
		return binary.LittleEndian.Uint64(data[at/8:]) >> (at % 8) & (1<<width - 1)
	}
	for got := 0; got < width; {
		b := uint64(data[at/8]) >> (at % 8)
		take := min(8-at%8, width-got)
		v |= b & (1<<take - 1) << got
		got += take
		at += take
	}
	return v
}

// levelsV1 reads the levels of n rows, 0 for null, and returns the data after them.
func levelsV1(data []byte, n int, how format.Encoding) (levels runs, rest []byte, err error) {
	if how == format.BitPacked { // of old files: highest bit first, without a length
		size := (n + 7) / 8
		if len(data) < size {
			return runs{}, nil, errShort
		}
		for i, b := range data[:size] {
			data[i] = mathbits.Reverse8(b)
		}
		return runs{width: 1, count: uint64(n), bits: data[:size]}, data[size:], nil
	}
	data, rest, err = prefixed(data)
	return runs{data: data, width: 1}, rest, err
}

// prefixed splits data after as many bytes as its first four say.
func prefixed(data []byte) (first, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, errShort
	}
	size := int64(binary.LittleEndian.Uint32(data))
	if data = data[4:]; size > int64(len(data)) {
		return nil, nil, errShort
	}
	return data[:size], data[size:], nil
}

// split reads numbers whose first bytes come first, then their second ones, and so on.
func (l leaf) split(data []byte, n int, take func(int64) error) (*cells, error) {
	if l.width == 0 || n > len(data)/l.width {
		return nil, errShort
	}
	if err := take(int64(n) * int64(l.width)); err != nil {
		return nil, err
	}
	n0 := len(data) / l.width
	c := &cells{count: n, width: l.width, data: make([]byte, n*l.width)}
	for i := range n {
		for k := range l.width {
			c.data[i*l.width+k] = data[k*n0+i]
		}
	}
	return c, nil
}

// deltas reads integers of the encoding DELTA_BINARY_PACKED.
func (l leaf) deltas(data []byte, n int, take func(int64) error) (*cells, error) {
	if l.kind != format.Int32 && l.kind != format.Int64 {
		return nil, errDelta
	}
	if err := take(int64(n) * int64(l.width)); err != nil {
		return nil, err
	}
	c := &cells{count: n, width: l.width, data: make([]byte, 0, n*l.width)}
	_, err := packed(data, n, func(v int64) {
		if l.width == 4 {
			c.data = binary.LittleEndian.AppendUint32(c.data, uint32(v))
		} else {
			c.data = binary.LittleEndian.AppendUint64(c.data, uint64(v))
		}
	})
	return c, err
}

// packed calls each with n integers that are stored by their differences, and returns the data
// after them. A block has the least difference, the numbers of bits of its parts, and the parts, of
// which those after the last integer may be absent. Sums wrap around.
func packed(data []byte, n int, each func(int64)) (rest []byte, err error) {
	next := func() (v uint64) {
		v, used := binary.Uvarint(data)
		if used <= 0 {
			err, used = errShort, 0
		}
		data = data[used:]
		return v
	}
	signed := func() int64 { v := next(); return int64(v>>1) ^ -int64(v&1) }
	size, parts, count, first := next(), next(), next(), signed()
	switch {
	case err != nil:
		return nil, err
	case count != uint64(n):
		return nil, errShort
	case parts == 0 || size == 0 || parts > 1<<16 || size > 1<<16 || size%parts != 0 ||
		size/parts%8 != 0:
		return nil, errDelta
	}
	left := n
	if n > 0 {
		each(first)
		left--
	}
	part := int(size / parts)
	for left > 0 {
		least := signed()
		if err != nil || len(data) < int(parts) {
			return nil, errShort
		}
		widths := data[:parts]
		data = data[parts:]
		for _, w := range widths {
			width, whole := int(w), min(part, left)
			if whole == 0 {
				break
			}
			if width > 64 || len(data)*8 < whole*width {
				return nil, errShort
			}
			for i := range whole {
				first += least + int64(bits(data, i*width, width))
				each(first)
			}
			left -= whole
			data = data[min(len(data), part*width/8):]
		}
	}
	return data, nil
}

// deltaBytes reads byte arrays whose lengths come first; with shared each begins as the one before
// does.
func (l leaf) deltaBytes(data []byte, n int, shared bool, take func(int64) error) (*cells, error) {
	if l.kind != format.ByteArray && l.kind != format.FixedLenByteArray {
		return nil, errDelta
	}
	if err := take(20 * int64(n)); err != nil { // prefixes, lengths and starts
		return nil, err
	}
	var err error
	var prefixes []int64
	lengths := make([]int64, 0, n)
	if shared {
		prefixes = make([]int64, 0, n)
		data, err = packed(data, n, func(v int64) { prefixes = append(prefixes, v) })
	}
	if err == nil {
		data, err = packed(data, n, func(v int64) { lengths = append(lengths, v) })
	}
	if err != nil {
		return nil, err
	}
	total, before, left := int64(0), int64(0), int64(len(data))
	for i, suffix := range lengths {
		prefix := int64(0)
		if shared {
			prefix = prefixes[i]
		}
		if prefix < 0 || prefix > before || suffix < 0 || suffix > left {
			return nil, errShort
		}
		left -= suffix
		before = prefix + suffix
		total += before
		if l.width > 0 && before != int64(l.width) {
			return nil, errors.New("a value of another length")
		}
	}
	if err := take(total); err != nil {
		return nil, err
	}
	if total > math.MaxUint32 {
		return nil, refused{errors.New("a page with 4 GiB of text is not read; write smaller " +
			"pages")}
	}
	c := &cells{count: n, width: l.width, starts: make([]uint32, n+1),
		data: make([]byte, 0, total)}
	last := 0
	for i, suffix := range lengths {
		begin := len(c.data)
		if shared {
			c.data = append(c.data, c.data[last:last+int(prefixes[i])]...)
		}
		c.data = append(c.data, data[:suffix]...)
		data = data[suffix:]
		c.starts[i+1] = uint32(len(c.data))
		last = begin
	}
	return c, nil
}
