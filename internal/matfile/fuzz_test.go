package matfile

import (
	"bytes"
	"os"
	"testing"
)

// FuzzRead reads anything.
func FuzzRead(f *testing.F) {
	for _, w := range writers() {
		f.Add(w.file(full("X", 3, 2, 1, 2, 3, 4, 5, 6)))
		f.Add(w.file(sparseOf("S", 2, 3, 1, 0, 0, 2, 3, 0), str("t", "text")))
		f.Add(w.file(spec{name: "c", class: 1, dims: []int32{2, 1},
			cells: []spec{str("", "one"), str("", "two")}}))
		f.Add(w.file(spec{name: "v", class: 1, dims: []int32{1, 2},
			cells: []spec{full("", 2, 1, 1, 2), sparseOf("", 2, 2, 0, 3, 0, 0)}}))
		f.Add(w.file(spec{name: "r", class: 4, dims: []int32{2, 2}, typ: miUTF8, text: "añb😀"}))
		f.Add(w.file(spec{name: "n", class: 9, flags: flagLogical, dims: []int32{1, 2, 1},
			typ: miUINT8, values: []float64{0, 1}}))
	}
	if data, err := os.ReadFile("testdata/sparse.mat"); err == nil {
		f.Add(data)
	}
	f.Add([]byte("MATLAB 7.3 MAT-file"))
	f.Add([]byte{0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 'x', 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		heard := 0
		want := func(_, _ string, rows, cols int) bool {
			heard++
			return rows == 0 || cols <= 1<<20/rows // to be quick
		}
		vars, err := Read(bytes.NewReader(data), want)
		sound(t, vars, err)
		if len(vars) > heard || heard > len(data)/16 {
			t.Errorf("%d bytes: want was called %d times for %d variables", len(data), heard,
				len(vars))
		}
	})
}
