package datasets

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"
)

// FuzzReadMATViews reads MAT-files of several matrices of any shapes, as variables and as cells,
// upright and turned. What loads has the sizes of its views, side by side.
func FuzzReadMATViews(f *testing.F) {
	for _, view := range []string{"", "view_1", "X2", "0", "none"} {
		for how := range byte(16) {
			f.Add([]byte{3, 2, 3, 1}, byte(3), how, view)
			f.Add([]byte{2, 3, 4, 3, 1, 3}, byte(3), how, view)
			f.Add([]byte{3, 3, 3, 3}, byte(0), how, view)
			f.Add([]byte{0, 3, 3, 0}, byte(3), how, view)
			f.Add([]byte{3, 2}, byte(2), how, view)
			// A shape of 2^31 is what the file of some bytes says, not what it has.
			f.Add([]byte{255, 2, 3, 255}, byte(3), how, view)
		}
	}
	defer func(was int64) { maxZeros = was }(maxZeros)
	maxZeros = 1 << 16
	f.Fuzz(func(t *testing.T, shapes []byte, labels, how byte, view string) {
		shapes = shapes[:min(len(shapes), 12)&^1]
		compress, cells, sparse, unlabeled := how&1 != 0, how&2 != 0, how&4 != 0, how&8 != 0
		side := func(b byte) int {
			if b == 255 {
				return 1<<31 - 1
			}
			return int(b % 6)
		}
		var views, vars []matVar
		lies := false
		for k := 0; k < len(shapes); k += 2 {
			v := matVar{name: fmt.Sprintf("view_%d", k/2+1), rows: side(shapes[k]),
				cols: side(shapes[k+1]), sparse: sparse}
			if v.rows > 5 || v.cols > 5 {
				lies, v.sparse = true, false
			} else {
				for i := range v.rows * v.cols {
					v.values = append(v.values, float64(k*100+i+1))
				}
			}
			views = append(views, v)
		}
		if vars = views; cells {
			vars = []matVar{{name: "X", matrices: views}}
		}
		opt := Options{View: view}
		if unlabeled {
			opt.Label = NoLabel
		} else {
			y := matVar{name: "Y", rows: int(labels % 6), cols: 1}
			for i := range y.rows {
				y.values = append(y.values, float64(i%2+1))
			}
			vars = append(vars, y)
		}
		data := matFile(compress, vars...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := ReadMAT(bytes.NewReader(data), "t", opt)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
			t.Errorf("%d bytes for a file of %d", took, len(data))
		}
		sound(t, d, err)
		if err != nil {
			return
		}
		if lies && view == "" {
			t.Errorf("%d×%d of %+v", d.N(), d.D(), views)
		}
		numbers := 0
		for _, v := range views {
			numbers += v.rows * v.cols
		}
		// The view may be the labels.
		if got := d.N() * d.D(); view == "" && got != numbers || got > numbers+int(labels%6) {
			t.Errorf("%d×%d of %d numbers", d.N(), d.D(), numbers)
		}
		if !unlabeled && d.N() != int(labels%6) {
			t.Errorf("%d samples, %d labels", d.N(), labels%6)
		}
	})
}
