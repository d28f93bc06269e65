package main

import (
	"math"
	"testing"
)

// Whatever a cell says, its numbers lie in the text, one behind the other.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"10² of 4 × 10⁻³ (Ye 2013)", "1.\n\n    2,345.6%", "```\n5", "[5](6", "0E700 10^-999",
		"seventy-five million −.5e−7", "$x^2$ <sup>3</sup> &minus;3", "| 5 |\n> 1. ℓ2,1 8x8",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<12 {
			return // what is masked byte by byte takes time
		}
		p := read(source)
		if len(p.text) != len(p.masked) {
			t.Fatalf("%d bytes are masked as %d", len(p.text), len(p.masked))
		}
		end := 0
		for _, n := range scan(p.masked, true) {
			if n.from < end || n.to <= n.from || n.to > len(p.masked) || math.IsNaN(n.value) {
				t.Fatalf("%+v behind %d", n, end)
			}
			end = n.to
			p.sentence(n)
		}
	})
}
