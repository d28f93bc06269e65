package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"runtime"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// page is a page of n values, of which the header claims size bytes unpacked.
func page(t testing.TB, kind format.PageType, n, size int, how format.Encoding,
	body []byte) []byte {

	t.Helper()
	h := format.PageHeader{Type: kind, UncompressedPageSize: int32(size),
		CompressedPageSize: int32(len(body))}
	if kind == format.DictionaryPage {
		h.DictionaryPageHeader.Valid = true
		h.DictionaryPageHeader.V = format.DictionaryPageHeader{NumValues: int32(n)}
	} else {
		h.DataPageHeader.Valid = true
		h.DataPageHeader.V = format.DataPageHeader{NumValues: int32(n), Encoding: how}
	}
	head, err := thrift.Marshal(&compact, &h)
	if err != nil {
		t.Fatal(err)
	}
	return append(head, body...)
}

// oneColumn is a file of a column of rows whose pages are pages, and whose description ends with
// more.
func oneColumn(t testing.TB, typ format.Type, codec format.CompressionCodec, rows int64, pages,
	more []byte) []byte {

	t.Helper()
	var m format.FileMetaData
	m.NumRows = rows
	m.Schema = make([]format.SchemaElement, 2)
	m.Schema[0].NumChildren.V, m.Schema[0].NumChildren.Valid = 1, true
	leaf := &m.Schema[1]
	leaf.Name, leaf.Type.V, leaf.Type.Valid = "a", typ, true
	leaf.RepetitionType.Valid = true // required
	if typ == format.ByteArray {
		leaf.ConvertedType.V, leaf.ConvertedType.Valid = deprecated.UTF8, true
	}
	m.RowGroups = make([]format.RowGroup, 1)
	m.RowGroups[0].NumRows = rows
	m.RowGroups[0].Columns = make([]format.ColumnChunk, 1)
	c := &m.RowGroups[0].Columns[0].MetaData
	c.Type, c.Codec, c.DataPageOffset, c.TotalCompressedSize = typ, codec, 4, int64(len(pages))
	tail, err := thrift.Marshal(&compact, &m)
	if err != nil {
		t.Fatal(err)
	}
	tail = append(tail[:len(tail)-1], more...)
	if more == nil {
		tail = append(tail, 0)
	}
	out := append(append([]byte("PAR1"), pages...), tail...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(tail)))
	return append(out, "PAR1"...)
}

func zstdOf(t testing.TB, n int) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(make([]byte, n), nil)
}

// gzipOf is n MiB of zeros, as gzip makes them of one.
func gzipOf(t testing.TB, n int) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	for range n {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// bombs are small files that ask for gigabytes, seconds or stack, by what their errors say.
func bombs(t testing.TB) map[string][]byte {
	const rows = 1 << 20
	claims := func(codec format.CompressionCodec, size int, packed []byte) []byte {
		return oneColumn(t, format.ByteArray, codec, 10,
			page(t, format.DataPage, 10, size, format.Plain, packed), nil)
	}
	nested := func(head byte, n int) []byte { // field 50 is unknown
		return oneColumn(t, format.Double, 0, 0, nil,
			append([]byte{head & 15, 100}, bytes.Repeat([]byte{head}, n)...))
	}
	run := binary.AppendUvarint([]byte{1}, math.MaxInt32<<1)
	run = append(run, 0)
	double := page(t, format.DictionaryPage, 1, 8, 0, make([]byte, 8))
	text := binary.LittleEndian.AppendUint32(nil, 20<<20)
	text = append(text, bytes.Repeat([]byte("x"), 20<<20)...)
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := append(page(t, format.DictionaryPage, 1, len(text), 0, w.EncodeAll(text, nil)),
		page(t, format.DataPage, rows, len(run), format.RLEDictionary, w.EncodeAll(run, nil))...)
	empty := page(t, format.DataPage, 0, 40<<20, format.Plain, zstdOf(t, 40<<20))
	constant := []byte{0x80, 0x80, 4, 1} // a block of 65536 differences in one part
	constant = append(binary.AppendUvarint(constant, 1<<23), 0)
	constant = append(constant, bytes.Repeat([]byte{2, 0}, 128)...)
	return map[string][]byte{
		"more than 64 structs and lists lie in each other":  nested(0x1c, 9<<20),
		"(more than 64 structs and lists lie in each other": nested(0x19, 9<<20),
		"the 100 bytes that it claims (decompressed size":   claims(6, 100, zstdOf(t, 1<<30)),
		"ask for 1073741824 bytes of memory":                claims(6, 1<<30, zstdOf(t, 1<<30)),
		"the 100 bytes that it claims (another length":      claims(2, 100, gzipOf(t, 1200)),
		"ask for 2147483647 bytes of memory":                claims(2, 1<<31-1, gzipOf(t, 1200)),
		"1073741824 bytes of a page for 10 values": oneColumn(t, format.Double, 6, 10,
			page(t, format.DataPage, 10, 1<<30, format.Plain, zstdOf(t, 1<<30)), nil),
		"2147483647 values, which take more than 1000 times": oneColumn(t, format.Double, 0,
			math.MaxInt32, append(double, page(t, format.DataPage, math.MaxInt32, len(run),
				format.RLEDictionary, run)...), nil),
		"more values than rows": oneColumn(t, format.Double, 0, 10, append(double,
			page(t, format.DataPage, math.MaxInt32, len(run), format.RLEDictionary, run)...), nil),
		"times as many; fetch it again": oneColumn(t, format.ByteArray, 6, rows, texts, nil),
		"41943040 bytes of a page for 0 values": oneColumn(t, format.Double, 6, 10,
			bytes.Repeat(empty, 2000), nil),
		"ask for 67109129 bytes of memory": oneColumn(t, format.Int64, 0, 1<<23,
			page(t, format.DataPage, 1<<23, len(constant), format.DeltaBinaryPacked, constant),
			nil),
	}
}

// FuzzConvert reads anything without a panic, and makes no more than a few times what it promises.
func FuzzConvert(f *testing.F) {
	f.Add(written(f, sample{Dose: 1}, sample{Count: 3}))
	for _, data := range bombs(f) {
		f.Add(data[:min(len(data), 1<<10)])
	}
	defer func(v, p int64) { freeValues, freePages = v, p }(freeValues, freePages)
	freeValues, freePages = 1<<12, 1<<15
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := convert(bytes.NewReader(data), int64(len(data)), bufio.NewWriter(io.Discard), nil)
		if err != nil && oneLine(err) == "" {
			t.Error("an error without a text")
		}
		runtime.ReadMemStats(&after)
		bound := 1<<25 + 4*uint64(freePages+maxGrowth*int64(len(data)))
		if took := after.TotalAlloc - before.TotalAlloc; took > bound {
			t.Errorf("%d bytes for a file of %d", took, len(data))
		}
	})
}
