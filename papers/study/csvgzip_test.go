package study_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

func zip(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must.Get(io.WriteString(z, text))(t)
	must.Do(t, z.Close())
	return b.Bytes()
}

// A compressed file is read like the plain one, and where it was made comes back; damaged and
// cut ones, and one that expands beyond measure, are errors of one line.
func TestCSVGzip(t *testing.T) {
	_, r := twoStudies()
	r.Made = "fsnb (devel),\n\"a processor\", 2 processors, 2026-11-26"
	text := writeCSV(t, r, "fsnb replay b")
	if !strings.HasPrefix(text, "#study,b,title of b\n#command,fsnb replay b\n"+
		`#made,"fsnb (devel), ""a processor"", 2 processors, 2026-11-26"`+"\n") {
		t.Error(text[:200])
	}
	packed := zip(t, text)
	plain := must.Get(study.ReadCSV(strings.NewReader(text)))(t)
	if plain.Made != `fsnb (devel), "a processor", 2 processors, 2026-11-26` {
		t.Errorf("made %q", plain.Made)
	}
	got := must.Get(study.ReadCSV(bytes.NewReader(packed)))(t)
	if d := cmp.Diff(plain, got); d != "" {
		t.Error(d)
	}
	if again := writeCSV(t, got, "fsnb replay b"); again != text {
		t.Error("what was read is written otherwise")
	}
	r.Made = ""
	if strings.Contains(writeCSV(t, r, ""), "#made") {
		t.Error("a result of unknown origin has #made")
	}
	damaged := slices.Clone(packed)
	damaged[len(damaged)-5] ^= 1 // the checksum
	changed := slices.Clone(packed)
	changed[len(changed)/2] ^= 0xff
	for name, b := range map[string][]byte{"checksum": damaged, "changed": changed,
		"cut": packed[:len(packed)/2], "head": packed[:5],
		"bomb": zip(t, text+strings.Repeat("#", 17<<20)),
		"two":  append(slices.Clone(packed), packed[:20]...)} {
		r, err := study.ReadCSV(bytes.NewReader(b))
		if err == nil || r != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == "bomb" && !strings.Contains(err.Error(), "more than 250 times") {
			t.Error(err)
		}
	}
}

// Rounded keeps all but the digits of the values; mean and deviation are theirs. The file of a
// rounded result is read back the same.
func TestRounded(t *testing.T) {
	r := tiny("a", []string{"x"}, []string{"f", "g"}, twoOfAKind[:1], [][]float64{{0}, {nan}})
	r.Cells[0].Values = []float64{1.0 / 3, -123456.789}
	r.Cells[0].Failed = "one split failed"
	r.Cells[0].Summarize()
	r.Cells[1].Failed = "all failed"
	whole := r.Cells[0]
	got := r.Rounded(3)
	want := evaluation.NewSpread([]float64{.333, -123000})
	if d := cmp.Diff(want, got.Cells[0].Spread); d != "" {
		t.Error(d)
	}
	if math.Abs(got.Cells[0].Mean-(.333-123000)/2) > 1e-9 || got.Cells[0].SD == whole.SD {
		t.Errorf("%+v", got.Cells[0])
	}
	if !slices.Equal(got.Cells[0].Splits, []int{0, 1}) || got.Cells[0].Failed != whole.Failed ||
		got.Cells[1].Failed != "all failed" || got.Cells[1].Values != nil {
		t.Errorf("%+v", got.Cells)
	}
	if whole.Values[0] != 1.0/3 || r.Cells[0].Mean != whole.Mean {
		t.Errorf("the result itself is rounded: %+v", r.Cells[0])
	}
	back := must.Get(study.ReadCSV(strings.NewReader(writeCSV(t, got, ""))))(t)
	if d := cmp.Diff(got.Cells[0], back.Cells[0]); d != "" {
		t.Error(d)
	}
	for digits, want := range map[int]string{-1: "0.3", 0: "0.3", 1: "0.3", 6: "0.333333",
		17: "0.3333333333333333", 99: "0.3333333333333333"} {
		v := r.Rounded(digits).Cells[0].Values[0]
		if text := strconv.FormatFloat(v, 'g', -1, 64); text != want {
			t.Errorf("%d digits: %s, want %s", digits, text, want)
		}
	}
}
