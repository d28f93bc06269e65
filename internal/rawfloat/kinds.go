package rawfloat

import (
	"encoding/binary"
	"math"
)

// Kind is a type of numbers in files.
type Kind uint8

// The kinds.
const (
	Int8 Kind = iota + 1
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
)

// Size is the number of bytes of a number, 0 for what is no Kind.
func (k Kind) Size() int {
	switch k {
	case Int8, Uint8:
		return 1
	case Int16, Uint16:
		return 2
	case Int32, Uint32, Float32:
		return 4
	case Int64, Uint64, Float64:
		return 8
	}
	return 0
}

// Decode converts the little-endian numbers of that kind in p, len(dst) of them, to float64.
// Integers of 64 bits beyond 2^53 are rounded.
func (k Kind) Decode(dst []float64, p []byte) {
	le := binary.LittleEndian
	switch k {
	case Int8:
		for i := range dst {
			dst[i] = float64(int8(p[i]))
		}
	case Uint8:
		for i := range dst {
			dst[i] = float64(p[i])
		}
	case Int16:
		for i := range dst {
			dst[i] = float64(int16(le.Uint16(p[2*i:])))
		}
	case Uint16:
		for i := range dst {
			dst[i] = float64(le.Uint16(p[2*i:]))
		}
	case Int32:
		for i := range dst {
			dst[i] = float64(int32(le.Uint32(p[4*i:])))
		}
	case Uint32:
		for i := range dst {
			dst[i] = float64(le.Uint32(p[4*i:]))
		}
	case Float32:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(le.Uint32(p[4*i:])))
		}
	case Float64:
		for i := range dst {
			dst[i] = math.Float64frombits(le.Uint64(p[8*i:]))
		}
	case Int64:
		for i := range dst {
			dst[i] = float64(int64(le.Uint64(p[8*i:])))
		}
	case Uint64:
		for i := range dst {
			dst[i] = float64(le.Uint64(p[8*i:]))
		}
	}
}
