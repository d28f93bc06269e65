package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// maxScale is the largest number of digits after the point of decimal numbers.
const maxScale = 400

// What is written for cells that are neither numbers nor text.
const (
	nested   = "(a list or struct)"
	repeated = "(repeated values)"
	long     = "(long bytes)"
)

// maxHex is the largest number of bytes that are written as digits.
const maxHex = 64

// textOf returns what writes the values of a column. An error of the writer stays in it.
func textOf(e *format.SchemaElement) func(*bufio.Writer, []byte) {
	a := annotationOf(e)
	integer := func(p []byte) int64 {
		if len(p) == 4 {
			return int64(int32(binary.LittleEndian.Uint32(p)))
		}
		return int64(binary.LittleEndian.Uint64(p))
	}
	switch e.Type.V {
	case format.Boolean:
		return func(w *bufio.Writer, p []byte) { w.WriteByte('0' + p[0]) }
	case format.Int32, format.Int64:
		switch {
		case a.unsigned:
			return func(w *bufio.Writer, p []byte) {
				v := uint64(integer(p))
				if len(p) == 4 {
					v = uint64(uint32(v))
				}
				w.Write(strconv.AppendUint(w.AvailableBuffer(), v, 10))
			}
		case a.layout != "":
			return func(w *bufio.Writer, p []byte) {
				quote(w, a.moment(integer(p)).Format(a.layout))
			}
		case a.scale > 0:
			return func(w *bufio.Writer, p []byte) {
				w.WriteString(decimal(big.NewInt(integer(p)), a.scale))
			}
		}
		return func(w *bufio.Writer, p []byte) {
			w.Write(strconv.AppendInt(w.AvailableBuffer(), integer(p), 10))
		}
	case format.Int96:
		return func(w *bufio.Writer, p []byte) {
			const epoch = 2_440_588 // the Julian day of 1970-01-01
			days := int64(binary.LittleEndian.Uint32(p[8:])) - epoch
			nanos := int64(binary.LittleEndian.Uint64(p))
			quote(w, time.Unix(86_400*days, nanos).UTC().Format(local))
		}
	case format.Float:
		// The digits of the float64 that equals it, as other readers of fsnb have it.
		return func(w *bufio.Writer, p []byte) {
			float(w, float64(math.Float32frombits(binary.LittleEndian.Uint32(p))))
		}
	case format.Double:
		return func(w *bufio.Writer, p []byte) {
			float(w, math.Float64frombits(binary.LittleEndian.Uint64(p)))
		}
	}
	switch {
	case a.decimal:
		return func(w *bufio.Writer, p []byte) {
			if len(p) > maxHex { // the digits take the square of the time
				quote(w, long)
				return
			}
			w.WriteString(decimal(signed(p), a.scale))
		}
	case a.half && e.TypeLength.V == 2:
		return func(w *bufio.Writer, p []byte) { float(w, half(binary.LittleEndian.Uint16(p))) }
	case a.uuid && e.TypeLength.V == 16:
		return func(w *bufio.Writer, p []byte) {
			h := hex.EncodeToString(p)
			quote(w, h[:8]+"-"+h[8:12]+"-"+h[12:16]+"-"+h[16:20]+"-"+h[20:])
		}
	case a.text || e.Type.V == format.ByteArray:
		return func(w *bufio.Writer, p []byte) {
			if utf8.Valid(p) && (a.text || bytes.IndexByte(p, 0) < 0) {
				quote(w, p)
				return
			}
			raw(w, p)
		}
	}
	return raw
}

// raw writes bytes that are no text, so that different ones differ.
func raw(w *bufio.Writer, p []byte) {
	if len(p) > maxHex {
		quote(w, long)
		return
	}
	quote(w, `\x`+hex.EncodeToString(p))
}

// quote writes a text in quotes. A table with zero bytes is refused, even if the column is dropped.
func quote[T string | []byte](w *bufio.Writer, text T) {
	w.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; c {
		case 0:
			w.WriteString(`\x00`)
		case '"':
			w.WriteString(`""`)
		default:
			w.WriteByte(c)
		}
	}
	w.WriteByte('"')
}

// local is the layout of times without a zone, and instant that of times with one.
const (
	local   = "2006-01-02T15:04:05.999999999"
	instant = local + "Z"
)

// annotation is what the numbers or bytes of a column stand for.
type annotation struct {
	decimal, unsigned, text, half, uuid bool
	scale                               int
	layout                              string // of times, "" for others
	moment                              func(int64) time.Time
}

func annotationOf(e *format.SchemaElement) (a annotation) {
	units := func(v format.TimeUnit) {
		switch v.Value.(type) {
		case *format.MilliSeconds:
			a.moment = time.UnixMilli
		case *format.MicroSeconds:
			a.moment = time.UnixMicro
		case *format.NanoSeconds:
			a.moment = func(n int64) time.Time { return time.Unix(0, n) }
		default:
			a.layout = ""
		}
	}
	date := func(n int64) time.Time { return time.Unix(86_400*n, 0) }
	const clock = "15:04:05.999999999"
	zoned := func(utc bool) string {
		if utc {
			return instant
		}
		return local
	}
	if old := e.ConvertedType; old.Valid {
		switch old.V {
		case deprecated.UTF8, deprecated.Enum, deprecated.Json:
			a.text = true
		case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
			a.unsigned = true
		case deprecated.Decimal:
			a.decimal, a.scale = true, int(e.Scale.V)
		case deprecated.Date:
			a.layout, a.moment = time.DateOnly, date
		case deprecated.TimeMillis:
			a.layout, a.moment = clock, time.UnixMilli
		case deprecated.TimeMicros:
			a.layout, a.moment = clock, time.UnixMicro
		case deprecated.TimestampMillis:
			a.layout, a.moment = instant, time.UnixMilli
		case deprecated.TimestampMicros:
			a.layout, a.moment = instant, time.UnixMicro
		}
	}
	switch v := e.LogicalType.Value.(type) {
	case *format.DecimalType:
		a.decimal, a.scale = true, int(v.Scale)
	case *format.IntType:
		a.unsigned = !v.IsSigned
	case *format.StringType, *format.EnumType, *format.JsonType:
		a.text = true
	case *format.Float16Type:
		a.half = true
	case *format.UUIDType:
		a.uuid = true
	case *format.DateType:
		a.layout, a.moment = time.DateOnly, date
	case *format.TimeType:
		a.layout = clock
		units(v.Unit)
	case *format.TimestampType:
		a.layout = zoned(v.IsAdjustedToUTC)
		units(v.Unit)
	}
	if a.scale < 0 || a.scale > maxScale {
		a.decimal, a.scale = false, 0
	}
	if moment := a.moment; moment != nil {
		a.moment = func(n int64) time.Time { return moment(n).UTC() }
	}
	return a
}

// half is the number of an IEEE 754 binary16.
func half(b uint16) float64 {
	sign := 1 - 2*float64(b>>15)
	exponent, fraction := int(b>>10&31), float64(b&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func float(w *bufio.Writer, v float64) {
	w.Write(strconv.AppendFloat(w.AvailableBuffer(), v, 'g', -1, 64))
}

// signed is a big-endian number in two's complement.
func signed(p []byte) *big.Int {
	n := new(big.Int).SetBytes(p)
	if len(p) > 0 && p[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(p))))
	}
	return n
}

// decimal is n with scale digits after the point.
func decimal(n *big.Int, scale int) string {
	if scale == 0 {
		return n.String()
	}
	digits := new(big.Int).Abs(n).String()
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	at := len(digits) - scale
	return sign + digits[:at] + "." + digits[at:]
}
