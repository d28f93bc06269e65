package matfile

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// zeros is a compressed file of variables X1, X2, … of n×n zeros of one byte each, and its
// memory would be eight thousand times its size.
func zeros(names []string, n int32) []byte {
	var specs []spec
	for _, name := range names {
		specs = append(specs, spec{name: name, class: 9, dims: []int32{n, n}, typ: miUINT8,
			values: make([]float64, int(n)*int(n))})
	}
	return writer{order: le.order, compress: true}.file(specs...)
}

// Compressed zeros are refused before the memory for them is taken: in one variable, and
// in several of which each is below what is trusted.
func TestZerosDoNotGrow(t *testing.T) {
	for name, data := range map[string][]byte{
		"one":     zeros([]string{"X"}, 3500),
		"several": zeros([]string{"X1", "X2", "X3", "X4", "X5"}, 1500),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readFull(bytes.NewReader(data), nil)
		runtime.ReadMemStats(&after)
		must.FailWith(t, err, "more than 1,000 times the file's size in memory", name, len(data))
		// 64 MiB, 1000 times the file, and a quarter for the transposition and buffers.
		if took, most := int64(after.TotalAlloc-before.TotalAlloc),
			int64(trusted+maxGrowth*len(data))*5/4+4<<20; took > most {
			t.Errorf("%s, %d bytes: %d MiB taken, want at most %d", name, len(data), took>>20,
				most>>20)
		}
	}
}

// A file that states more compressed bytes than it has is cut short, which is found before
// the memory for its variable is taken.
func TestStatedSizeIsNotTrusted(t *testing.T) {
	data := zeros([]string{"X"}, 3500)
	binary.LittleEndian.PutUint32(data[headerSize+4:], 1<<30)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	refused(t, data, ErrTruncated, `the file ends inside variable "X"`)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
		t.Errorf("%d MiB taken", took>>20)
	}
}

// What is read ahead is read again: numbers that compress to a two hundredth, so that the
// file is asked for, come out as they went in.
func TestReadAheadLosesNothing(t *testing.T) {
	const n = 3000
	rng := rand.New(rand.NewPCG(4, 1))
	s := spec{name: "X", class: 9, dims: []int32{n, n}, typ: miUINT8, values: make([]float64, n*n)}
	for range n * n / 400 {
		s.values[rng.IntN(n*n)] = float64(1 + rng.IntN(200))
	}
	data := writer{order: le.order, compress: true}.file(s, full("y", 1, 2, 3, 4))
	got := mustRead(t, data)
	if len(data) > 8*n*n/400 || len(got) != 2 {
		t.Fatalf("%d bytes, %d variables", len(data), len(got))
	}
	for i := range n {
		for j := range n {
			if v := got[0].Values[i*n+j]; v != s.values[j*n+i] {
				t.Fatalf("row %d, column %d is %v, want %v", i, j, v, s.values[j*n+i])
			}
		}
	}
	if got[1].Values[0] != 3 || got[1].Values[1] != 4 {
		t.Errorf("the variable behind it is %v", got[1].Values)
	}
}

// Text counts as numbers do.
func TestTextDoesNotGrow(t *testing.T) {
	long := str("", strings.Repeat("a", 1<<20))
	cells := spec{name: "Y", class: 1, dims: []int32{16, 1}}
	for range 16 {
		cells.cells = append(cells.cells, long)
	}
	data := writer{order: le.order, compress: true}.file(cells)
	refused(t, data, nil, `variable "Y{`, "makes more than 1,000 times the file's size in memory")
}
