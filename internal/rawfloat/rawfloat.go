// Package rawfloat sees float64s as the bytes they are kept in, little-endian on
// every machine. Where that is the machine's own order nothing is copied, which
// makes hashing and storing a matrix as fast as memory.
package rawfloat

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// native reports whether the machine's order is little-endian.
var native = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes returns the 8·len(x) little-endian bytes of x: x itself where the
// machine keeps it so, else a copy in buf, which grows when it is too short. The
// result is valid, and must not be written to, as long as neither x nor buf
// changes.
func Bytes(x []float64, buf []byte) []byte {
	if len(x) == 0 {
		return nil
	}
	if native {
		return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), 8*len(x))
	}
	return encode(x, buf)
}

func encode(x []float64, buf []byte) []byte {
	buf = buf[:0]
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	return buf
}
