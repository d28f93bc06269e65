package datasets

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

func TestWriteLIBSVMText(t *testing.T) {
	d := must.Get(FromRows("", [][]float64{{0, 2.5, 0}, {-1, 0, 0}, {0, 0, math.Copysign(0, -1)}},
		[]string{"b", "a", "b"}, nil))(t)
	var b strings.Builder
	must.Do(t, d.WriteLIBSVM(&b))
	must.Is(t, b.String(), "b 2:2.5 3:0\na 1:-1\nb 3:-0\n", "b.String()")
	for want, change := range map[string]func(*Dataset){
		`the class "a b" is no label of LIBSVM text, which is one word without colons and ` +
			`commas; rename it, or write a .csv`: func(d *Dataset) { d.Classes[0] = "a b" },
		`the class "01" is no label of LIBSVM text, which is one word without colons and ` +
			`commas; rename it, or write a .csv`: func(d *Dataset) { d.Classes[0] = "01" },
		"LIBSVM text has no place for groups and IDs; write a .csv, or leave them out": func(
			d *Dataset) {
			d.IDs = []string{"1", "2", "3"}
		},
	} {
		c := *d
		c.Classes = slices.Clone(d.Classes)
		change(&c)
		wantError(t, c.WriteLIBSVM(&b), want)
	}
}

// What can be written reads back to the same bits and labels.
func TestWrittenLIBSVMComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "p")
		x := mat.NewDense(n, p, rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0, 1, -2.5, 1e-300,
			math.Copysign(0, -1)}), n*p, n*p).Draw(t, "values"))
		var labels []string
		if rapid.Bool().Draw(t, "labeled") {
			labels = rapid.SliceOfN(hostile(), n, n).Draw(t, "labels")
		}
		d := must.Get(New("", x, labels, nil))(t)
		var b bytes.Buffer
		if err := d.WriteLIBSVM(&b); err != nil {
			return // a label that the format cannot hold
		}
		opt := Options{}
		if labels == nil {
			opt.Label = NoLabel
		}
		back, err := ReadLIBSVM(bytes.NewReader(b.Bytes()), "t", opt)
		if err != nil || back.Hash() != d.Hash() {
			t.Fatalf("%q does not come back: %v", b.Bytes(), err)
		}
	})
}
