package rawfloat

import (
	"bytes"
	"encoding/hex"
	"math"
	"testing"
)

// The bytes of 1, -0.5 and a NaN with a payload by IEEE 754, by hand.
func TestBytes(t *testing.T) {
	x := []float64{1, -0.5, math.Float64frombits(0x7ff8000000000123)}
	const want = "000000000000f03f" + "000000000000e0bf" + "230100000000f87f"
	if got := hex.EncodeToString(Bytes(x, nil)); got != want {
		t.Errorf("bytes %s, want %s", got, want)
	}
	if got := hex.EncodeToString(encode(x, make([]byte, 3, 5))); got != want {
		t.Errorf("encoded %s, want %s", got, want)
	}
	if len(Bytes(nil, nil)) != 0 || len(encode(nil, nil)) != 0 {
		t.Error("no numbers have bytes")
	}
}

func TestBytesAgree(t *testing.T) {
	x := make([]float64, 1001)
	for i := range x {
		x[i] = math.Float64frombits(uint64(i) * 0x9e3779b97f4a7c15)
	}
	for lo := range 9 { // parts of a slice, too
		if !bytes.Equal(Bytes(x[lo:], nil), encode(x[lo:], nil)) {
			t.Fatalf("from %d on the two differ", lo)
		}
	}
}
