package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// withCodes is base with columns of codes: of four levels one that the classes determine in part
// and one of noise, and one of two levels. The levels are numbered as names says.
func withCodes(names [4]int, codes ...datasets.CodedColumn) *datasets.Dataset {
	d := base()
	rng := rand.New(rand.NewPCG(4, 7))
	columns := make(map[int]func(int) float64)
	for _, c := range codes {
		of := make([]int, d.N())
		for i := range of {
			if of[i] = rng.IntN(len(c.Levels)); c.Column == 2 && rng.IntN(4) > 0 {
				of[i] = d.Y[i]
			}
		}
		columns[c.Column] = func(i int) float64 {
			if len(c.Levels) == 2 {
				return float64(of[i])
			}
			return float64(names[of[i]])
		}
	}
	d = replaced(d, columns)
	d.Codes = codes
	return d
}

// checkCodes: a method by value has the same answer whatever the order of codes, and no warning
// about them; others warn once, and name the columns of three levels and more.
func checkCodes(t reporter, s subject) {
	four, two := strings.Split("abcd", ""), strings.Split("ab", "")
	codes := []datasets.CodedColumn{{Column: 2, Levels: four}, {Column: 5, Levels: two},
		{Column: 9, Levels: four}}
	about := func(r *algorithms.Ranking) (out []string) {
		for _, w := range r.Warnings {
			if strings.Contains(w, "of categories") {
				out = append(out, w)
			}
		}
		return out
	}
	as := [4]int{0, 1, 2, 3}
	d := withCodes(as, codes...)
	opt := algorithms.Options{K: s.full(d.D())}
	want := s.selected(t, "columns of codes", d, opt)
	harmless := s.selected(t, "a column of two levels", withCodes(as, codes[1]), opt)
	if want == nil || harmless == nil {
		return
	}
	if w := about(harmless); w != nil {
		t.Errorf("two levels: warnings %q", w)
	}
	got := about(want)
	if !s.facts.ByValue {
		names := fmt.Sprintf("%s, %s", d.Features[2], d.Features[9])
		if len(got) != 1 || !strings.Contains(got[0], names) {
			t.Errorf("columns of codes: warnings %q, want one that names %s", got, names)
		}
		return
	}
	if got != nil {
		t.Errorf("columns of codes: warnings %q of a method by value", got)
	}
	moved := s.selected(t, "codes in another order", withCodes([4]int{2, 0, 3, 1}, codes...), opt)
	sameNames(t, "codes in another order", want, moved)
}
