package information

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// lcgNoise is the noise of testdata/weka.py.
func lcgNoise(t *testing.T) *datasets.Dataset {
	state := uint64(34)
	draw := func(n uint64) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int((state >> 33) % n)
	}
	y, columns := make([]int, 60), make([][]float64, 40)
	for i := range y {
		y[i] = i % 3
	}
	for j := range columns {
		for i := range y {
			if draw(3) == 0 {
				columns[j] = append(columns[j], float64((y[i]+draw(uint64(4+j%7)))%4))
			} else {
				columns[j] = append(columns[j], float64(draw(4)))
			}
		}
	}
	return table(t, y, columns...)
}

// The sets that Weka's CfsSubsetEval chooses, their merit, and the symmetric uncertainty of each
// feature with the classes, to the digits that it prints (testdata/weka.py).
func TestSubsetsAgainstWeka(t *testing.T) {
	f := must.Get(os.Open("testdata/weka.csv"))(t)
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) != 6 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines[1:] {
		d, coding := lcgNoise(t), Width // of four values in ten bins
		if line[0] != "noise" {
			coding = Levels
			if d, err = datasets.Load(line[0], datasets.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		r := chosen(t, CFS{Coding: coding}, d, algorithms.Options{})
		if got := slices.Sorted(slices.Values(r.Features)); !slices.Equal(got,
			wholes(t, line[1])) {
			t.Errorf("%s: %v, Weka has %s", line[0], got, line[1])
		}
		if merit := number(t, line[2]); math.Abs(r.Diagnostics.Get("merit")-merit) > 5.1e-4 {
			t.Errorf("%s: merit %v, Weka has %v", line[0], r.Diagnostics.Get("merit"), merit)
		}
		u := must.Get(newUncertainty(t.Context(), d, coding, 10, 1))(t)
		relevance := must.Get(u.relevance(t.Context()))(t)
		want := strings.Fields(line[3])
		if len(want) != d.D() {
			t.Fatalf("%s: %d numbers of %d features", line[0], len(want), d.D())
		}
		for j, text := range want {
			_, digits, _ := strings.Cut(text, ".")
			unit := math.Pow(10, -float64(max(3, len(digits)))) // it leaves out zeros at the end
			if v := number(t, text); math.Abs(relevance[j]-v) > .51*unit {
				t.Errorf("%s, feature %d: %v, Weka has %s", line[0], j, relevance[j], text)
			}
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(text, 64))(t)
}

func wholes(t *testing.T, text string) (out []int) {
	t.Helper()
	for _, field := range strings.Fields(text) {
		out = append(out, int(number(t, field)))
	}
	return out
}
