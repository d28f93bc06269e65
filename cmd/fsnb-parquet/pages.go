package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

var errEncrypted = errors.New("the Parquet file is encrypted, which is not read; write it " +
	"without encryption")

// chunk is the part of one column in one row group.
type chunk struct {
	r       io.ReaderAt
	at, end int64
	codec   format.CompressionCodec
}

// newChunk returns the pages of a column of type l of a file of size bytes.
func newChunk(r io.ReaderAt, size int64, c *format.ColumnChunk, l leaf) (*chunk, error) {
	m := &c.MetaData
	switch {
	case l.width <= 0 && l.kind != format.ByteArray || m.Type != l.kind:
		return nil, damaged(errors.New("values of another type than the schema says"))
	case c.CryptoMetadata.Value != nil:
		return nil, errEncrypted
	case c.FilePath != "":
		return nil, errors.New("the values lie in another file, which is not read; write the " +
			"table into one file")
	}
	switch m.Codec {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw:
	default:
		name := "of number " + fmt.Sprint(int(m.Codec))
		switch m.Codec {
		case format.LZO:
			name = "LZO"
		case format.Lz4:
			name = "LZ4 in Hadoop's framing"
		}
		return nil, fmt.Errorf("the compression %s is not read; write the file with zstd, snappy "+
			"or lz4_raw", name)
	}
	at := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	end := at + m.TotalCompressedSize
	if at < 0 || end < at || end > size {
		return nil, errors.New("the pages lie beyond the end of the Parquet file; fetch it again")
	}
	return &chunk{r: r, at: at, end: end, codec: m.Codec}, nil
}

// header reads the header of the next page, whose bytes then begin at c.at; io.EOF after the last.
func (c *chunk) header() (h format.PageHeader, err error) {
	if c.at >= c.end {
		return h, io.EOF
	}
	section := io.NewSectionReader(c.r, c.at, c.end-c.at)
	buffer := bufio.NewReaderSize(section, 256)
	if err := thrift.NewDecoder(newBounded(buffer, c.end-c.at)).Decode(&h); err != nil {
		return h, fmt.Errorf("a page of the Parquet file has no header (%w); fetch it again", err)
	}
	read, err := section.Seek(0, io.SeekCurrent)
	if err != nil {
		return h, err
	}
	c.at += read - int64(buffer.Buffered())
	v2 := h.DataPageHeaderV2.V
	levels := int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
	switch {
	case h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 || values(&h) < 0 ||
		v2.NumNulls < 0 || v2.NumNulls > v2.NumValues ||
		v2.RepetitionLevelsByteLength < 0 || v2.DefinitionLevelsByteLength < 0:
		return h, errors.New("a page of the Parquet file has a size below 0; fetch it again")
	case int64(h.CompressedPageSize) > c.end-c.at ||
		levels > int64(min(h.CompressedPageSize, h.UncompressedPageSize)):
		return h, errors.New("a page of the Parquet file lies beyond its end; fetch it again")
	}
	return h, nil
}

// values is how many values a page has.
func values(h *format.PageHeader) int32 {
	switch h.Type {
	case format.DataPage:
		return h.DataPageHeader.V.NumValues
	case format.DataPageV2:
		return h.DataPageHeaderV2.V.NumValues
	case format.DictionaryPage:
		return h.DictionaryPageHeader.V.NumValues
	}
	return 0
}

// body reads and unpacks the page of header h. parquet-go unpacks LZ4 into other memory than it
// reads, and reads dictionaries without their checksum.
func (c *chunk) body(h *format.PageHeader) ([]byte, error) {
	data := make([]byte, h.CompressedPageSize)
	if _, err := io.ReadFull(io.NewSectionReader(c.r, c.at, c.end-c.at), data); err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	c.at += int64(len(data))
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(data) {
		return nil, errors.New("a page of the Parquet file has another checksum than it says; " +
			"fetch it again")
	}
	whole := data
	var levels []byte // of pages of version 2, which are not packed
	if v2 := h.DataPageHeaderV2.V; h.Type == format.DataPageV2 {
		n := v2.RepetitionLevelsByteLength + v2.DefinitionLevelsByteLength
		levels, data = data[:n], data[n:]
		if packed := v2.IsCompressed; packed.Valid && !packed.V {
			return whole, nil
		}
	}
	if c.codec == format.Uncompressed {
		return whole, nil
	}
	out := make([]byte, h.UncompressedPageSize)
	rest := out[copy(out, levels):]
	// Some writers pack nothing into nothing.
	if len(data) == 0 && len(rest) == 0 {
		return out, nil
	}
	if err := unpack(rest, data, c.codec); err != nil {
		return nil, fmt.Errorf("a page of the Parquet file does not unpack to the %d bytes that it "+
			"claims (%w); fetch it again", len(out), err)
	}
	return out, nil
}

var errLength = errors.New("another length")

// unpack fills out, and returns an error if data has fewer or more bytes.
func unpack(out, data []byte, codec format.CompressionCodec) error {
	switch codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(data)
		if err == nil && n != len(out) {
			err = errLength
		}
		if err == nil {
			_, err = snappy.Decode(out, data)
		}
		return err
	case format.Lz4Raw:
		if len(out) == 0 { // to which pierrec/lz4 unpacks nothing
			out = make([]byte, 1)[:0:1]
		}
		n, err := lz4.UncompressBlock(data, out[:max(len(out), 1)])
		if err == nil && n != len(out) {
			err = errLength
		}
		return err
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return fill(out, r)
	case format.Brotli:
		return fill(out, brotli.NewReader(bytes.NewReader(data)))
	}
	r, err := zstdReader()
	if err != nil {
		return err
	}
	got, err := r.DecodeAll(data, out[:0:len(out)])
	if err == nil && len(got) != len(out) {
		err = errLength
	}
	return err
}

// zstdReader writes no more than there is room for.
var zstdReader = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
})

// fill reads out from r, which must end there.
func fill(out []byte, r io.Reader) error {
	if _, err := io.ReadFull(r, out); err != nil {
		return err
	}
	n, err := io.ReadFull(r, make([]byte, 1))
	if n != 0 {
		return errLength
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// room is the memory that is left for the pages of a row group.
type room struct{ left, bound, size int64 }

func (r *room) take(n int64) error {
	if n > r.left {
		return refused{fmt.Errorf("%d bytes of the file ask for %d bytes of memory, more than %d "+
			"times as many; fetch it again, or write it as a .csv", r.size, r.bound-r.left+n,
			maxGrowth)}
	}
	r.left -= n
	return nil
}

// cursor goes through the values of a column of a row group.
type cursor struct {
	pages *chunk
	leaf  leaf
	room  *room
	took  int64 // of room, by the page
	dict  *cells
	// The page has rows, of which those without a level (nil for none) are null; the others have
	// cells, or an index of dict.
	row, rows int
	levels    []uint32
	index     []uint32
	cells     *cells
	at        int // among the cells
}

// next is the next value; io.EOF after the last.
func (c *cursor) next() (value []byte, null bool, err error) {
	for c.row == c.rows {
		if err := c.turn(); err != nil {
			return nil, false, err
		}
	}
	c.row++
	if c.levels != nil && c.levels[c.row-1] == 0 {
		return nil, true, nil
	}
	c.at++
	if c.cells != nil {
		return c.cells.at(c.at - 1), false, nil
	}
	return c.dict.at(int(c.index[c.at-1])), false, nil
}

// turn decodes the next page.
func (c *cursor) turn() error {
	h, err := c.pages.header()
	if err != nil {
		return err
	}
	n := int(values(&h))
	need := int64(h.UncompressedPageSize) + 8*int64(n)
	if h.Type != format.DictionaryPage {
		c.room.left += c.took
		c.took = need
	}
	c.row, c.rows, c.at, c.levels, c.index, c.cells = 0, 0, 0, nil, nil, nil
	if err := c.room.take(need); err != nil {
		return err
	}
	data, err := c.pages.body(&h)
	if err != nil {
		return err
	}
	var how format.Encoding
	switch h.Type {
	case format.DictionaryPage:
		c.dict, err = c.leaf.plain(data, n)
		return damaged(err)
	case format.DataPage:
		how = h.DataPageHeader.V.Encoding
		if c.leaf.optional {
			c.levels, data, err = levelsV1(data, n, h.DataPageHeader.V.DefinitionLevelEncoding)
		}
	case format.DataPageV2:
		v2 := h.DataPageHeaderV2.V
		how = v2.Encoding
		from := v2.RepetitionLevelsByteLength
		to := from + v2.DefinitionLevelsByteLength
		if c.leaf.optional && (to > from || v2.NumNulls > 0) {
			c.levels, err = runs(data[from:to], 1, n)
		}
		data = data[to:]
	default:
		return nil // an index
	}
	if err != nil {
		return damaged(err)
	}
	present := n
	for _, level := range c.levels {
		present -= 1 - int(level)
	}
	c.rows = n
	return damaged(c.decode(how, data, present))
}

// oldDictionary is what old files, and some writers still, call RLEDictionary.
const oldDictionary format.Encoding = 2

// decode reads n values.
func (c *cursor) decode(how format.Encoding, data []byte, n int) (err error) {
	if n == 0 {
		return nil
	}
	switch how {
	case format.Plain:
		c.cells, err = c.leaf.plain(data, n)
	case oldDictionary, format.RLEDictionary:
		switch {
		case c.dict == nil:
			return errors.New("a page without its dictionary")
		case len(data) == 0 || data[0] > 32:
			return errShort
		}
		c.index, err = runs(data[1:], int(data[0]), n)
		for _, k := range c.index {
			if int(k) >= c.dict.count {
				return errors.New("a value beyond the dictionary")
			}
		}
	case format.RLE:
		c.cells, err = c.leaf.runLengths(data, n)
	case format.DeltaBinaryPacked:
		c.cells, err = c.leaf.deltas(data, n)
	case format.DeltaLengthByteArray, format.DeltaByteArray:
		take := func(n int64) error {
			c.took += n
			return c.room.take(n)
		}
		c.cells, err = c.leaf.deltaBytes(data, n, how == format.DeltaByteArray, take)
	case format.ByteStreamSplit:
		c.cells, err = c.leaf.split(data, n)
	default:
		return refused{fmt.Errorf("the encoding of number %d is not read; write the file again "+
			"with other encodings", int(how))}
	}
	return err
}
