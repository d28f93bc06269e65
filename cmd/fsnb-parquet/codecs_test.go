package main

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"
)

// float16 is the type that parquet-go does not have.
type float16 struct{ parquet.Type }

func (float16) LogicalType() *format.LogicalType {
	return &format.LogicalType{Value: &format.Float16Type{}}
}

// kind is a type of columns: draw makes a value that no codec makes smaller, and its text.
type kind struct {
	name string
	node parquet.Node
	draw func(*rand.Rand) (parquet.Value, string)
}

func bytesOf(rng *rand.Rand, n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(rng.Uint32())
	}
	return p
}

// fraction is |v| / 10^digits in v's sign, by rational numbers.
func fraction(v *big.Int, digits int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	return new(big.Rat).SetFrac(v, scale).FloatString(digits)
}

var kinds = []kind{
	{"boolean", parquet.Leaf(parquet.BooleanType), func(r *rand.Rand) (parquet.Value, string) {
		b := r.Uint32()&1 == 1
		return parquet.BooleanValue(b), map[bool]string{true: "1", false: "0"}[b]
	}},
	{"int32", parquet.Leaf(parquet.Int32Type), func(r *rand.Rand) (parquet.Value, string) {
		v := int32(r.Uint32())
		return parquet.Int32Value(v), fmt.Sprint(v)
	}},
	{"int64", parquet.Leaf(parquet.Int64Type), func(r *rand.Rand) (parquet.Value, string) {
		v := int64(r.Uint64())
		return parquet.Int64Value(v), fmt.Sprint(v)
	}},
	{"uint32", parquet.Uint(32), func(r *rand.Rand) (parquet.Value, string) {
		v := r.Uint32()
		return parquet.Int32Value(int32(v)), fmt.Sprint(v)
	}},
	{"uint64", parquet.Uint(64), func(r *rand.Rand) (parquet.Value, string) {
		v := r.Uint64()
		return parquet.Int64Value(int64(v)), fmt.Sprint(v)
	}},
	{"float", parquet.Leaf(parquet.FloatType), func(r *rand.Rand) (parquet.Value, string) {
		v := float32(r.NormFloat64())
		return parquet.FloatValue(v), strconv.FormatFloat(float64(v), 'g', -1, 64)
	}},
	{"double", parquet.Leaf(parquet.DoubleType), func(r *rand.Rand) (parquet.Value, string) {
		v := r.NormFloat64()
		return parquet.DoubleValue(v), strconv.FormatFloat(v, 'g', -1, 64)
	}},
	{"text", parquet.String(), func(r *rand.Rand) (parquet.Value, string) {
		p := bytesOf(r, r.IntN(20))
		for i := range p {
			p[i] = 'a' + p[i]%26
		}
		return parquet.ByteArrayValue(p), string(p)
	}},
	{"fixed", parquet.Leaf(parquet.FixedLenByteArrayType(7)),
		func(r *rand.Rand) (parquet.Value, string) {
			p := bytesOf(r, 7)
			return parquet.FixedLenByteArrayValue(p), fmt.Sprintf(`\x%x`, p)
		}},
	{"float16", parquet.Leaf(float16{parquet.FixedLenByteArrayType(2)}),
		func(r *rand.Rand) (parquet.Value, string) {
			exponent, part := r.IntN(30)+1, r.IntN(1024)
			v := math.Ldexp(1+float64(part)/1024, exponent-15)
			return parquet.FixedLenByteArrayValue(binary.LittleEndian.AppendUint16(nil,
				uint16(exponent<<10|part))), strconv.FormatFloat(v, 'g', -1, 64)
		}},
	{"int96", parquet.Leaf(parquet.Int96Type), func(r *rand.Rand) (parquet.Value, string) {
		days, nanos := r.IntN(20_000), r.Uint64N(86_400_000_000_000)
		at := time.Date(1970, 1, 1+days, 0, 0, 0, int(nanos), time.UTC)
		return parquet.Int96Value(deprecated.Int96{uint32(nanos), uint32(nanos >> 32),
			uint32(days + 2_440_588)}), strings.TrimSuffix(at.Format(time.RFC3339Nano), "Z")
	}},
	{"timestamp", parquet.Timestamp(parquet.Microsecond),
		func(r *rand.Rand) (parquet.Value, string) {
			v := int64(r.Uint64() >> 12)
			return parquet.Int64Value(v), time.UnixMicro(v).UTC().Format(time.RFC3339Nano)
		}},
	{"local", parquet.TimestampAdjusted(parquet.Nanosecond, false),
		func(r *rand.Rand) (parquet.Value, string) {
			v := int64(r.Uint64())
			text := time.Unix(0, v).UTC().Format(time.RFC3339Nano)
			return parquet.Int64Value(v), strings.TrimSuffix(text, "Z")
		}},
	{"date", parquet.Date(), func(r *rand.Rand) (parquet.Value, string) {
		v := r.IntN(40_000) - 10_000
		return parquet.Int32Value(int32(v)),
			time.Date(1970, 1, 1+v, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}},
	{"decimal32", parquet.Decimal(3, 9, parquet.Int32Type),
		func(r *rand.Rand) (parquet.Value, string) {
			v := int32(r.Uint32())
			return parquet.Int32Value(v), fraction(big.NewInt(int64(v)), 3)
		}},
	{"decimal", parquet.Decimal(5, 30, parquet.FixedLenByteArrayType(13)),
		func(r *rand.Rand) (parquet.Value, string) {
			p := bytesOf(r, 13)
			p[0] &= 127
			return parquet.FixedLenByteArrayValue(p), fraction(new(big.Int).SetBytes(p), 5)
		}},
}

// encodings has those that each type may have beside plain and the dictionary.
var encodings = map[string]struct {
	encoding encoding.Encoding
	kinds    string
}{
	"plain":      {&parquet.Plain, "*"},
	"dictionary": {&parquet.RLEDictionary, "*"},
	"runs":       {&parquet.RLE, "boolean"},
	"deltas": {&parquet.DeltaBinaryPacked,
		"int32 int64 uint32 uint64 timestamp local date decimal32"},
	"lengths":  {&parquet.DeltaLengthByteArray, "text"},
	"prefixes": {&parquet.DeltaByteArray, "text fixed float16 decimal"},
	"split": {&parquet.ByteStreamSplit,
		"int32 int64 float double fixed float16 timestamp date decimal"},
}

var codecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip,
	&parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw}

// Every codec, encoding, type, version of pages and layout has the values that were written.
func TestEveryCodecAndEncoding(t *testing.T) {
	const rows = 700
	for _, codec := range codecs {
		for how, e := range encodings {
			for _, layout := range []struct {
				name               string
				version, page, row int
				null               bool
			}{
				{"one page", 1, 1 << 20, rows, false}, {"one page, nulls", 1, 1 << 20, rows, true},
				{"one page", 2, 1 << 20, rows, false}, {"one page, nulls", 2, 1 << 20, rows, true},
				{"pages", 1, 500, rows, false}, {"pages, nulls", 1, 500, rows, true},
				{"pages", 2, 500, rows, false}, {"pages, nulls", 2, 500, rows, true},
				{"groups", 1, 500, 300, true}, {"groups", 2, 1 << 20, 300, false},
			} {
				t.Run(fmt.Sprint(codec, how, layout.version, layout.name), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(5, uint64(layout.page)))
					fields, drawn := parquet.Group{}, []kind{}
					for _, k := range kinds {
						if e.kinds != "*" && !strings.Contains(" "+e.kinds+" ", " "+k.name+" ") {
							continue
						}
						node := parquet.Encoded(k.node, e.encoding)
						if layout.null {
							node = parquet.Optional(node)
						}
						// The columns of a group are in the order of their names.
						fields[fmt.Sprintf("%02d %s", len(drawn), k.name)] = node
						drawn = append(drawn, k)
					}
					var file bytes.Buffer
					w := parquet.NewWriter(&file, parquet.NewSchema("t", fields),
						parquet.Compression(codec), parquet.DataPageVersion(layout.version),
						parquet.PageBufferSize(layout.page),
						parquet.MaxRowsPerRowGroup(int64(layout.row)))
					want := make([][]string, rows)
					for i := range want {
						row := make(parquet.Row, len(drawn))
						want[i] = make([]string, len(drawn))
						for j, k := range drawn {
							v, text := k.draw(rng)
							level := 0
							if layout.null {
								if level = 1; rng.IntN(5) == 0 {
									v, text, level = parquet.Value{}, "", 0
								}
							}
							row[j], want[i][j] = v.Level(0, level, j), text
						}
						if len(drawn) == 1 && row[0].IsNull() {
							want[i][0] = "NA"
						}
						if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
							t.Fatal(err)
						}
					}
					if err := w.Close(); err != nil {
						t.Fatal(err)
					}
					compareTable(t, file.Bytes(), want)
				})
			}
		}
	}
}

// A column without a value has pages of no bytes.
func TestNothingButNulls(t *testing.T) {
	for _, codec := range codecs {
		for version := 1; version <= 2; version++ {
			fields := parquet.Group{"x": parquet.Optional(parquet.Leaf(parquet.DoubleType)),
				"y": parquet.Leaf(parquet.Int32Type)}
			var file bytes.Buffer
			w := parquet.NewWriter(&file, parquet.NewSchema("t", fields),
				parquet.Compression(codec), parquet.DataPageVersion(version))
			want := make([][]string, 50)
			for i := range want {
				want[i] = []string{"", strconv.Itoa(i)}
				if _, err := w.WriteRows([]parquet.Row{{parquet.Value{}.Level(0, 0, 0),
					parquet.Int32Value(int32(i)).Level(0, 0, 1)}}); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			compareTable(t, file.Bytes(), want)
		}
	}
	for _, codec := range []format.CompressionCodec{format.Snappy, format.Gzip, format.Brotli,
		format.Zstd, format.Lz4Raw} {
		c := chunk{r: bytes.NewReader(nil), codec: codec}
		if out, err := c.body(&format.PageHeader{}, nil); err != nil || len(out) != 0 {
			t.Errorf("%v: nothing packed into nothing: %d bytes, %v", codec, len(out), err)
		}
	}
}

// compareTable converts a file and compares its cells, without the header.
func compareTable(t *testing.T, file []byte, want [][]string) {
	t.Helper()
	text, err := converted(t, file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(got) != len(want)+1 {
		t.Fatalf("%v: %d lines for %d rows", err, len(got), len(want))
	}
	for i, row := range want {
		for j, cell := range row {
			if got[i+1][j] != cell {
				t.Fatalf("row %d, column %q: %q, want %q", i, got[0][j], got[i+1][j], cell)
			}
		}
	}
}
