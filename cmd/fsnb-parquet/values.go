package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

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

// plain reads n values that are stored one after the other.
func (l leaf) plain(data []byte, n int) (*cells, error) {
	c := &cells{count: n, width: l.width, data: data}
	switch {
	case l.kind == format.Boolean:
		if n > 8*len(data) {
			return nil, errShort
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

// runs reads n numbers of width bits, of the encoding RLE: runs of one number, and packed bits.
func runs(data []byte, width, n int) ([]uint32, error) {
	out := make([]uint32, 0, n)
	for len(out) < n {
		head, used := binary.Uvarint(data)
		if used <= 0 {
			return nil, errShort
		}
		data = data[used:]
		if count := head >> 1; head&1 == 0 {
			size := (width + 7) / 8
			if len(data) < size {
				return nil, errShort
			}
			v := uint32(0)
			for k, b := range data[:size] {
				v |= uint32(b) << (8 * k)
			}
			data = data[size:]
			for range min(count, uint64(n-len(out))) {
				out = append(out, v)
			}
			continue
		}
		count := min(8*(head>>1), uint64(n-len(out)+7)&^7)
		// The last run may be cut after the last number.
		whole := min(int(count), n-len(out))
		if len(data)*8 < whole*width {
			return nil, errShort
		}
		for i := range whole {
			out = append(out, uint32(bits(data, i*width, width)))
		}
		data = data[min(len(data), int(count)*width/8):]
	}
	return out, nil
}

// bits is the number of width bits, at most 64, that begins at bit at of data, lowest bit first.
func bits(data []byte, at, width int) (v uint64) {
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
func levelsV1(data []byte, n int, how format.Encoding) (levels []uint32, rest []byte, err error) {
	if how == format.BitPacked { // of old files: highest bit first, without a length
		size := (n + 7) / 8
		if len(data) < size {
			return nil, nil, errShort
		}
		levels = make([]uint32, n)
		for i := range levels {
			levels[i] = uint32(data[i/8] >> (7 - i%8) & 1)
		}
		return levels, data[size:], nil
	}
	data, rest, err = prefixed(data)
	if err == nil {
		levels, err = runs(data, 1, n)
	}
	return levels, rest, err
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

// runLengths reads booleans.
func (l leaf) runLengths(data []byte, n int) (*cells, error) {
	data, _, err := prefixed(data)
	if err == nil && l.kind != format.Boolean {
		err = errors.New("run lengths of no booleans")
	}
	if err != nil {
		return nil, err
	}
	levels, err := runs(data, 1, n)
	c := &cells{count: n, width: 1, data: make([]byte, len(levels))}
	for i, v := range levels {
		c.data[i] = byte(v)
	}
	return c, err
}

// split reads numbers whose first bytes come first, then their second ones, and so on.
func (l leaf) split(data []byte, n int) (*cells, error) {
	if l.width == 0 || n > len(data)/l.width {
		return nil, errShort
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
func (l leaf) deltas(data []byte, n int) (*cells, error) {
	if l.kind != format.Int32 && l.kind != format.Int64 {
		return nil, errDelta
	}
	all, _, err := packed(data, n)
	if err != nil {
		return nil, err
	}
	c := &cells{count: n, width: l.width, data: make([]byte, 0, n*l.width)}
	for _, v := range all {
		if l.width == 4 {
			c.data = binary.LittleEndian.AppendUint32(c.data, uint32(v))
		} else {
			c.data = binary.LittleEndian.AppendUint64(c.data, uint64(v))
		}
	}
	return c, nil
}

// packed reads n integers by their differences, and returns the data after them. A block has the
// least difference, the numbers of bits of its parts, and the parts, of which those after the last
// integer may be absent. Sums wrap around.
func packed(data []byte, n int) (out []int64, rest []byte, err error) {
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
		return nil, nil, err
	case count != uint64(n):
		return nil, nil, errShort
	case parts == 0 || size == 0 || parts > 1<<16 || size > 1<<16 || size%parts != 0 ||
		size/parts%8 != 0:
		return nil, nil, errDelta
	}
	out = make([]int64, 0, n)
	if n > 0 {
		out = append(out, first)
	}
	each := int(size / parts)
	for len(out) < n {
		least := signed()
		if err != nil || len(data) < int(parts) {
			return nil, nil, errShort
		}
		widths := data[:parts]
		data = data[parts:]
		for _, w := range widths {
			if len(out) == n {
				break
			}
			width := int(w)
			if whole := min(each, n-len(out)); width > 64 || len(data)*8 < whole*width {
				return nil, nil, errShort
			}
			for i := range min(each, n-len(out)) {
				first += least + int64(bits(data, i*width, width))
				out = append(out, first)
			}
			data = data[min(len(data), each*width/8):]
		}
	}
	return out, data, nil
}

// deltaBytes reads byte arrays whose lengths come first; with shared each begins as the one before
// does. take is asked for the memory that they need.
func (l leaf) deltaBytes(data []byte, n int, shared bool, take func(int64) error) (*cells, error) {
	if l.kind != format.ByteArray && l.kind != format.FixedLenByteArray {
		return nil, errDelta
	}
	var prefixes []int64
	var err error
	if shared {
		if prefixes, data, err = packed(data, n); err != nil {
			return nil, err
		}
	}
	lengths, data, err := packed(data, n)
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
		return nil, refused{errors.New("a page with 4 GiB of text is not read; write smaller pages")}
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
