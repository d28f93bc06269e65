package main

import (
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
func newChunk(r io.ReaderAt, size int64, c *columnChunk, l leaf) (*chunk, error) {
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
	head, err := part{c.r, c.at, c.end - c.at}.walked()
	if err == nil {
		err = head.decode(&h)
	}
	if err != nil {
		return h, fmt.Errorf("a page of the Parquet file has no header (%w); fetch it again", err)
	}
	c.at += head.n
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

// body reads and unpacks the page of header h, into old if it is long enough. parquet-go unpacks
// LZ4 into other memory than it reads, and reads dictionaries without their checksum.
func (c *chunk) body(h *format.PageHeader, old []byte) ([]byte, error) {
	var data []byte
	if c.codec == format.Uncompressed {
		data = sized(old, int(h.CompressedPageSize))
	} else {
		data = make([]byte, h.CompressedPageSize)
	}
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
	out := sized(old, int(h.UncompressedPageSize))
	rest := out[copy(out, levels):]
	// Some writers pack nothing into nothing.
	if len(data) == 0 && len(rest) == 0 {
		return out, nil
	}
	if err := unpack(rest, data, c.codec); err != nil {
		return nil, fmt.Errorf("a page of the Parquet file does not unpack to the %d bytes that "+
			"it claims (%w); fetch it again", len(out), err)
	}
	return out, nil
}

// sized is n bytes of old, or new ones if old has fewer, or many more, which are not counted.
func sized(old []byte, n int) []byte {
	if n <= cap(old) && cap(old)-n <= n/8+4096 {
		return old[:n]
	}
	return make([]byte, n)
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
		if err := gzipReader.Reset(bytes.NewReader(data)); err != nil {
			return err
		}
		return fill(out, &gzipReader)
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

// gzipReader keeps its window from page to page.
var gzipReader gzip.Reader

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

// room is the memory that is left for the pages of a row group of a file of size bytes, and what
// the whole file has produced: pages that unpack, and texts that a page may name any number of
// times.
type room struct{ left, bound, size, produced int64 }

func (r *room) take(n int64) error {
	if n > r.left {
		return refused{fmt.Errorf("%d bytes of the file ask for %d bytes of memory, more than %d "+
			"times as many; fetch it again, or write it as a .csv", r.size, r.bound-r.left+n,
			maxGrowth)}
	}
	r.left -= n
	return nil
}

func (r *room) produce(n int64) error {
	if r.produced += n; r.produced > 2*r.bound {
		return refused{fmt.Errorf("%d bytes of the file become more than %d, over %d times as "+
			"many; fetch it again, or write it as a .csv", r.size, 2*r.bound, 2*maxGrowth)}
	}
	return nil
}

// freePage is what a page may have beside the numbers in it.
const freePage = 1 << 20

// cursor goes through the values of a column of a row group.
type cursor struct {
	pages *chunk
	leaf  leaf
	room  *room
	left  int64 // rows of the row group that are in later pages
	took  int64 // of room, by the page
	page  []byte
	dict  *cells
	// The page has rows, of which those of level 0 are null if it is nullable; the others have the
	// next of cells, or if it is indexed that of index.
	row, rows         int
	nullable, indexed bool
	levels, index     runs
	cells             *cells
	at                int // among the cells
}

// next is the next value; io.EOF after the last.
func (c *cursor) next() (value []byte, null bool, err error) {
	for c.row == c.rows {
		if err := c.turn(); err != nil {
			return nil, false, err
		}
	}
	c.row++
	if c.nullable {
		if level, err := c.levels.next(); err != nil || level == 0 {
			return nil, true, damaged(err)
		}
	}
	at := c.at
	c.at++
	if c.indexed {
		k, err := c.index.next()
		if err == nil && int64(k) >= int64(c.cells.count) {
			err = errors.New("a value beyond the dictionary")
		}
		if err != nil {
			return nil, false, damaged(err)
		}
		at = int(k)
	}
	return c.cells.at(at), false, nil
}

// take asks for memory until the next page.
func (c *cursor) take(n int64) error {
	if err := c.room.take(n); err != nil {
		return err
	}
	c.took += n
	return nil
}

// turn decodes the next page.
func (c *cursor) turn() error {
	h, err := c.pages.header()
	if err != nil {
		return err
	}
	dictionary := h.Type == format.DictionaryPage
	n, size := int(values(&h)), int64(h.UncompressedPageSize)
	old := c.page
	c.page = nil
	if dictionary {
		old = nil
	} else {
		c.room.left += c.took
		c.took = 0
		if c.left -= int64(n); c.left < 0 {
			return damaged(errors.New("more values than rows"))
		}
	}
	// Numbers take more than they are long only where a writer packs them badly.
	if w := int64(c.leaf.width); w > 0 && size > freePage+(w+16)*int64(n) {
		return damaged(fmt.Errorf("%d bytes of a page for %d values", size, n))
	}
	c.row, c.rows, c.at, c.nullable, c.indexed, c.cells = 0, 0, 0, false, false, nil
	if err := c.take(size); err != nil {
		return err
	}
	if err := c.room.produce(size); err != nil {
		return err
	}
	data, err := c.pages.body(&h, old)
	if err != nil {
		return err
	}
	if !dictionary {
		c.page = data
	}
	var how format.Encoding
	switch h.Type {
	case format.DictionaryPage:
		c.dict, err = c.leaf.plain(data, n, c.take)
		c.took = 0 // it stays
		return damaged(err)
	case format.DataPage:
		how = h.DataPageHeader.V.Encoding
		if c.nullable = c.leaf.optional; c.nullable {
			c.levels, data, err = levelsV1(data, n, h.DataPageHeader.V.DefinitionLevelEncoding)
		}
	case format.DataPageV2:
		v2 := h.DataPageHeaderV2.V
		how = v2.Encoding
		from := v2.RepetitionLevelsByteLength
		to := from + v2.DefinitionLevelsByteLength
		if c.nullable = c.leaf.optional && (to > from || v2.NumNulls > 0); c.nullable {
			c.levels = runs{data: data[from:to], width: 1}
		}
		data = data[to:]
	default:
		return nil // an index
	}
	present := n
	if c.nullable && err == nil {
		present, err = c.levels.ones(n)
	}
	if err != nil {
		return damaged(err)
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
		c.cells, err = c.leaf.plain(data, n, c.take)
	case oldDictionary, format.RLEDictionary:
		switch {
		case c.dict == nil:
			return errors.New("a page without its dictionary")
		case len(data) == 0 || data[0] > 32:
			return errShort
		}
		c.cells, c.indexed, c.index = c.dict, true, runs{data: data[1:], width: int(data[0])}
	case format.RLE:
		if c.leaf.kind != format.Boolean {
			return errors.New("run lengths of no booleans")
		}
		data, _, err = prefixed(data)
		c.cells, c.indexed, c.index = booleans, true, runs{data: data, width: 1}
	case format.DeltaBinaryPacked:
		c.cells, err = c.leaf.deltas(data, n, c.take)
	case format.DeltaLengthByteArray, format.DeltaByteArray:
		c.cells, err = c.leaf.deltaBytes(data, n, how == format.DeltaByteArray, c.take)
	case format.ByteStreamSplit:
		c.cells, err = c.leaf.split(data, n, c.take)
	default:
		return refused{fmt.Errorf("the encoding of number %d is not read; write the file again "+
			"with other encodings", int(how))}
	}
	return err
}
