package tabular

import (
	"strings"
	"testing"
)

// The first cell of a table whose samples are columns says what its rows are.
func TestSaysTurned(t *testing.T) {
	for cell, want := range map[string]bool{
		"gene": true, "GENES": true, "Gene ID": true, "gene_symbol": true, "ProbeSet": true,
		"probe set": true, "Feature": true,
		"": false, "id": false, "sample": false, "class": false, "general": false,
		"gene of interest": false, "ID_REF": false,
	} {
		if got := saysTurned(cell); got != want {
			t.Errorf("%q: %v", cell, got)
		}
	}
}

// A table tells the line of a first sample that nothing but its look tells from a header.
func TestFirstSample(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want int
	}{
		{"400,410,class\n1,2,x\n", Options{}, 1},
		{"# a comment\n\n400,410,class\n1,2,x\n", Options{}, 3},
		{"400,410,class\n1,2,x\n", Options{Header: HeaderNo}, 0},
		{"400,410,class\n1,2,x\n", Options{Header: HeaderYes}, 0},
		{"a,b,class\n1,2,x\n", Options{}, 0},
		{"gene,s1,s2\nclass,x,y\ng1,1,2\n", Options{Transposed: true}, 0},
	} {
		d := must(readCSV(strings.NewReader(c.text), "t.csv", c.opt))(t)
		if d.FirstSample != c.want {
			t.Errorf("%q, %+v: line %d, want %d", c.text, c.opt, d.FirstSample, c.want)
		}
	}
}
