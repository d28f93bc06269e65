package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

var compact thrift.CompactProtocol

// rewritten is a file of one column and one page, whose header and description were edited.
func rewritten(t *testing.T, page func(*format.PageHeader),
	file func(*format.FileMetaData)) []byte {

	t.Helper()
	type row struct {
		A int64 `parquet:"a,plain"`
	}
	data := written(t, row{1}, row{2}, row{3})
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	m := *f.Metadata()
	chunk := &m.RowGroups[0].Columns[0].MetaData
	from := bytes.NewReader(data[chunk.DataPageOffset:])
	var h format.PageHeader
	if err := thrift.NewDecoder(compact.NewReader(from)).Decode(&h); err != nil {
		t.Fatal(err)
	}
	body := make([]byte, h.CompressedPageSize)
	if _, err := io.ReadFull(from, body); err != nil {
		t.Fatal(err)
	}
	if page != nil {
		page(&h)
	}
	head, err := thrift.Marshal(&compact, &h)
	if err != nil {
		t.Fatal(err)
	}
	out := append([]byte("PAR1"), append(head, body...)...)
	chunk.DataPageOffset, chunk.DictionaryPageOffset = 4, 0
	chunk.TotalCompressedSize = int64(len(head) + len(body))
	if file != nil {
		file(&m)
	}
	tail, err := thrift.Marshal(&compact, &m)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, tail...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(tail)))
	return append(out, "PAR1"...)
}

// What is not read has its own sentence; what is damaged is refused, a dictionary too.
func TestRefusedPages(t *testing.T) {
	codec := func(c format.CompressionCodec) func(*format.FileMetaData) {
		return func(m *format.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.Codec = c }
	}
	const column = `column "a": `
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"legacy LZ4": {rewritten(t, nil, codec(format.Lz4)), column + "the compression LZ4 in " +
			"Hadoop's framing is not read; write the file with zstd, snappy or lz4_raw"},
		"LZO": {rewritten(t, nil, codec(format.LZO)), column + "the compression LZO is not read; " +
			"write the file with zstd, snappy or lz4_raw"},
		"no codec": {rewritten(t, nil, codec(99)), column + "the compression of number 99 is not " +
			"read; write the file with zstd, snappy or lz4_raw"},
		"encoding": {rewritten(t, func(h *format.PageHeader) {
			h.DataPageHeader.V.Encoding, h.DataPageHeaderV2.V.Encoding = 99, 99
		}, nil), column + "the encoding of number 99 is not read; write the file again " +
			"with other encodings"},
		"another file": {rewritten(t, nil, func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].FilePath = "b.parquet"
		}), column + "the values lie in another file, which is not read; write the table into one " +
			"file"},
		"checksum": {rewritten(t, func(h *format.PageHeader) { h.CRC = 7 }, nil), column +
			"a page of the Parquet file has another checksum than it says; fetch it again"},
		"rows": {rewritten(t, nil, func(m *format.FileMetaData) { m.NumRows = 4 }),
			"the Parquet file is damaged (3 rows where it claims 4); fetch it again"},
		"few": {rewritten(t, nil, func(m *format.FileMetaData) {
			m.NumRows, m.RowGroups[0].NumRows = 4, 4
		}), column + "the Parquet file is damaged (fewer values than rows); fetch it again"},
		"many": {rewritten(t, nil, func(m *format.FileMetaData) {
			m.NumRows, m.RowGroups[0].NumRows = 2, 2
		}), column + "the Parquet file is damaged (more values than rows); fetch it again"},
		"dictionary": {wrongDictionary(t), column + "a page of the Parquet file has another " +
			"checksum than it says; fetch it again"},
	} {
		if _, err := converted(t, c.data); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
	none := rewritten(t, nil, func(m *format.FileMetaData) { m.NumRows = 0 })
	if got, err := converted(t, none); err != nil || got != "\"a\"\n1\n2\n3\n" {
		t.Errorf("a file without its number of rows gives %q, %v", got, err)
	}
}

// Pages without values, whatever packs them, are passed over, as are pages of other types.
func TestEmptyPages(t *testing.T) {
	v1 := format.PageHeader{Type: format.DataPage}
	v1.DataPageHeader.V, v1.DataPageHeader.Valid = format.DataPageHeader{}, true
	v2 := format.PageHeader{Type: format.DataPageV2}
	v2.DataPageHeaderV2.V, v2.DataPageHeaderV2.Valid = format.DataPageHeaderV2{}, true
	for _, h := range []format.PageHeader{v1, v2, {Type: format.IndexPage}} {
		page, err := thrift.Marshal(&compact, &h)
		if err != nil {
			t.Fatal(err)
		}
		data := rewritten(t, nil, func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize += int64(len(page))
		})
		got, err := converted(t, slices.Insert(data, len("PAR1"), page...))
		if err != nil || got != "\"a\"\n1\n2\n3\n" {
			t.Errorf("%v: %q, %v", h.Type, got, err)
		}
	}
	for _, codec := range codecs[1:] {
		packed, err := codec.Encode(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := unpack(nil, packed, codec.CompressionCodec()); err != nil {
			t.Errorf("%v: nothing does not unpack from %x: %v", codec, packed, err)
		}
	}
}

// wrongDictionary is a file of which a byte of the dictionary was changed.
func wrongDictionary(t *testing.T) []byte {
	t.Helper()
	type row struct {
		A string `parquet:"a,dict"`
	}
	data := written(t, row{"first"}, row{"second"}, row{"first"})
	at := bytes.Index(data, []byte("second"))
	if at < 0 {
		t.Fatal("no dictionary")
	}
	data[at] = 'S'
	return data
}

// Small files that ask for gigabytes are refused in little memory, and a list over many pages is
// not decoded.
func TestHostileFiles(t *testing.T) {
	for name, want := range map[string]string{
		"lie_brotli.parquet":       "does not unpack to the 100 bytes that it claims",
		"delta_byte_array.parquet": "ask for 10002108862 bytes of memory, more than 1000 times",
		"nested_row.parquet":       "",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := run("testdata/"+name, io.Discard)
		runtime.ReadMemStats(&after)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
			t.Errorf("%s: took %d bytes", name, took)
		}
	}
}

// A page or a description that claims more than the file has is an error of one line, and takes no
// memory for what it claims.
func TestClaims(t *testing.T) {
	if got, err := converted(t, rewritten(t, nil, nil)); err != nil || got != "\"a\"\n1\n2\n3\n" {
		t.Fatalf("a file with nothing edited gives %q, %v", got, err)
	}
	list := rewritten(t, nil, nil)
	// The schema is the second field of the description: a list (0x19) of structs (0x0c).
	at := bytes.LastIndex(list, []byte{0x19, 0x2c})
	if at < 0 {
		t.Fatal("no list of two structs in the description")
	}
	long := append([]byte{}, list[:at]...)
	long = append(long, 0x19, 0xfc, 0xff, 0xff, 0xff, 0x3f)
	long = append(long, list[at+2:len(list)-8]...)
	length := binary.LittleEndian.Uint32(list[len(list)-8:]) + 4
	long = append(binary.LittleEndian.AppendUint32(long, length), "PAR1"...)
	end := bytes.Clone(list)
	binary.LittleEndian.PutUint32(end[len(end)-8:], math.MaxUint32)
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"the length of the description", end, "it does not begin and end as one"},
		{"the size of a page", rewritten(t, func(h *format.PageHeader) {
			h.UncompressedPageSize = math.MaxInt32
		}, nil), "2147483647 bytes of a page for 3 values"},
		{"the values of a page", rewritten(t, func(h *format.PageHeader) {
			h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues = 1<<30, 1<<30
		}, nil), "more values than rows"},
		{"where pages end", rewritten(t, nil, func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = math.MaxInt64
		}), "lie beyond the end"},
		{"the entries of a list", long, errClaims.Error()},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := converted(t, c.data)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
			t.Errorf("%s: took %d bytes", c.name, took)
		}
	}
}
