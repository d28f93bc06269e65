package study_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

func writeCSV(t *testing.T, r *study.Result, command string) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, r.WriteCSV(&b, command))
	return b.String()
}

// wantReadBack verifies that the file of a result has all of it but what differs from run to run,
// and returns its text.
func wantReadBack(t *testing.T, r *study.Result) string {
	t.Helper()
	text := writeCSV(t, r, "fsnb replay")
	back := must.Get(study.ReadCSV(strings.NewReader(text)))(t)
	if d := cmp.Diff(r, back, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(study.Result{}, "Elapsed",
		"Reused", "Computed")); d != "" {
		t.Errorf("in a file (-study +file):\n%s", d)
	}
	if again := writeCSV(t, back, "fsnb replay"); again != text {
		t.Error("what was read is written otherwise")
	}
	return text
}

// A result read back is the one that was written, to the last bit: with a method
// that leaves nothing out, a measure over all splits, a data set that cannot be
// loaded, remarks of several lines, and splits that are missing.
func TestCSVReadsBack(t *testing.T) {
	s := small()
	s.Data = append(s.Data, study.Named("ionosphere-that-is-not")...)
	s.Measures = append(s.Measures, study.Stability{})
	s.Remarks = []string{"with \"quotes\", commas", "# and a mark"}
	r := run(t, s, "", 2)
	r.Cells[0].Splits, r.Cells[0].Values = []int{0, 2, 3}, r.Cells[0].Values[:3]
	r.Cells[0].Failed = "one split has a single class"
	r.Cells[0].Summarize()
	text := wantReadBack(t, r)
	if !strings.HasPrefix(text, "#study,small,small\n#command,fsnb replay\n#protocol,") ||
		!strings.Contains(text, "\niris,fisher,1,") || !strings.Contains(text, ",0 2-3,") {
		t.Error(text[:min(len(text), 2000)])
	}
}

// Two methods of one name are told apart.
func TestCSVNamesApart(t *testing.T) {
	s := small()
	s.Data = s.Data[:1]
	s.Methods = []algorithms.Selector{filter.Fisher{}, filter.Fisher{}}
	r := run(t, s, "", 1)
	back, err := study.ReadCSV(strings.NewReader(writeCSV(t, r, "")))
	if err != nil || back.Methods[1].Label != "fisher (2)" || len(back.Cells) != len(r.Cells) {
		t.Errorf("%+v %v", back, err)
	}
}

func TestCSVMistakes(t *testing.T) {
	good := writeCSV(t, run(t, small(), "", 2), "")
	row := good[strings.Index(good, "iris,fisher,1,"):]
	row = row[:strings.Index(row, "\n")+1]
	for _, c := range []struct{ name, text, want string }{
		{"another table", "a,b\n1,2\n",
			"line 1: this is no study saved as .csv: it begins with #study and has the columns " +
				"dataset,method,features,measure,mean,sd,splits,values,note"},
		{"nothing", "", "it ends before the table of values; is it a study saved as .csv?"},
		{"cut", good[:strings.Index(good, "\ndataset,")+1],
			"it ends before the table of values; is it a study saved as .csv?"},
		{"mean", strings.Replace(good, row, strings.Replace(row, ",0-3,0.", ",0-3,90.", 1), 1),
			"one of them was changed, write the file again"},
		{"no number", strings.Replace(good, row, strings.Replace(row, ",0-3,0.", ",0-3,NaN 0.", 1),
			1),
			`value "NaN" is not finite; write the file again`},
		{"infinite", strings.Replace(good, row, strings.Replace(row, ",0-3,0.", ",0-3,-Inf 0.", 1),
			1),
			`value "-Inf" is not finite; write the file again`},
		{"better", strings.Replace(good, "(1-NN 2) raw=false,1,", "(1-NN 2) raw=false,7,", 1),
			"#measure: 7 is none of -1, 0 and 1; write the file again"},
		{"checksum", strings.Replace(good, "#study,small,small", "#study,small,smell", 1),
			"its checksum does not fit: it was changed after it was written; write the file again"},
		{"other number", good + strings.Replace(row, "iris,fisher,1,", "iris,fisher,3,", 1),
			"70 rows in place of 69: some have a number of features that the head does not; " +
				"write the file again"},
		{"fewer splits", strings.Replace(good, "#splits,4", "#splits,3", 1),
			"the row iris, fisher, 1, accuracy, 1-NN has 4 values, and the head 3; write the " +
				"file again"},
		{"more splits", strings.Replace(good, "#splits,4", "#splits,5", 1),
			"the row iris, fisher, 1, accuracy, 1-NN has 4 of 5 values and no note why; write " +
				"the file again"},
		{"no splits", strings.Replace(good, "#splits,4\n", "", 1),
			"the head has no number of #splits from 1 to 1000000; write the file again"},
		{"unknown set", good + "mars" + row[4:],
			`data set "mars" is none of the head's; write the file again`},
		{"twice", good + row,
			"data set iris has fisher with 1 features twice; keep one of the rows"},
		{"cut row", good + "iris,fisher\n", "2 fields in place of 9; write the file again"},
		{"values", good + strings.Replace(row, ",0-3,", ",0-2,", 1),
			"4 values of 3 splits; write the file again"},
		{"splits", good + strings.Replace(row, ",0-3,", ",3-0,", 1),
			`splits "3-0" are no ascending numbers such as 0-19 or 0 2 5`},
		{"number", strings.Replace(good, "#splits,4", "#splits,four", 1),
			`#splits: "four" is no number; write the file again`},
	} {
		r, err := study.ReadCSV(strings.NewReader(c.text))
		if err == nil || r != nil || !strings.HasSuffix(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want …%s", c.name, err, c.want)
		}
	}
}

// A file that is cut at the end of any line is an error that names the first row that
// is missing, with the checksum and without it, as earlier versions wrote.
func TestCSVCut(t *testing.T) {
	s := small()
	s.Measures = append(s.Measures, study.Stability{})
	text := writeCSV(t, run(t, s, "", 2), "")
	at := strings.Index(text, "#checksum,")
	dated := text[:at] + text[at+len("#checksum,0123456789abcdef\n"):]
	for _, whole := range []string{text, dated, strings.ReplaceAll(text, "\n", "\r\n")} {
		must.Get(study.ReadCSV(strings.NewReader(whole)))(t)
		lines := strings.SplitAfter(whole, "\n")
		cuts := 0
		for n := range len(lines) - 1 {
			if lines[n] == "" {
				continue
			}
			cuts++
			r, err := study.ReadCSV(strings.NewReader(strings.Join(lines[:n], "")))
			if err == nil {
				t.Errorf("cut after %d of %d lines: read with %d cells", n, len(lines),
					len(r.Cells))
			} else if strings.Contains(err.Error(), "\n") {
				t.Errorf("cut after %d lines: %v", n, err)
			}
		}
		if cuts < 90 {
			t.Errorf("%d cuts", cuts)
		}
	}
	lines := strings.SplitAfter(dated, "\n")
	_, err := study.ReadCSV(strings.NewReader(strings.Join(lines[:len(lines)-3], "")))
	want := "2 of 92 rows are missing, the first is wine, all features, all, seconds to choose; " +
		"the file is cut, write it again"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// No digit of a file can be changed without an error.
func TestCSVChangedDigits(t *testing.T) {
	s := small()
	s.Data, s.Splits, s.Counts = s.Data[:1], study.Splits{Folds: 4}, []int{2, 3}
	text := writeCSV(t, run(t, s, "", 2), "fsnb replay")
	for at, c := range text {
		if c < '0' || c > '9' {
			continue
		}
		changed := text[:at] + string('0'+(c-'0'+3)%10) + text[at+1:]
		if _, err := study.ReadCSV(strings.NewReader(changed)); err == nil {
			t.Errorf("%q is read after …%q", changed[at:at+1], changed[max(0, at-30):at])
		}
	}
}

// A study that was stopped is read, marked so, with the values that it has.
func TestCSVOfAStoppedStudy(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	opt := algorithms.Options{Workers: 1, Progress: func(p algorithms.Progress) {
		if p.Done == 6 { // of the 32 of both data sets
			cancel()
		}
	}}
	r, err := study.Run(ctx, small(), "", opt)
	if err == nil || !r.Partial {
		t.Fatalf("not stopped: %v", err)
	}
	back, err := study.ReadCSV(strings.NewReader(writeCSV(t, r, "")))
	if err != nil || !back.Partial {
		t.Fatalf("%+v, %v", back, err)
	}
	if d := cmp.Diff(r.Cells, back.Cells, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

// A file without a checksum has the sizes of the first fold: they are read as the mean
// over the folds.
func TestCSVOfEarlierVersions(t *testing.T) {
	const text = `#study,old,old
#protocol,"stratified 10-fold cross-validation, 2 times; seed 0"
#splits,20
#method,fisher,fisher,
#measure,"accuracy, 1-NN",accuracy 1 (1-NN) raw=false,1,,
#set,few,60,9,5,59,1,,2,hash,
dataset,method,features,measure,mean,sd,splits,values,note
few,fisher,2,"accuracy, 1-NN",0.5,0,0-19,.5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5 .5,
`
	r := must.Get(study.ReadCSV(strings.NewReader(text)))(t)
	if s := r.Sets[0]; s.Train != 54 || s.Test != 6 || r.Folds != 10 {
		t.Errorf("%g for training, %g for the test, %d folds", s.Train, s.Test, r.Folds)
	}
	if c := r.At(0, 0, 0, study.View{Pooled: true}); c.Failed !=
		"the sizes of the folds are not known; run the study again" {
		t.Errorf("pooled: %+v", c)
	}
}

// Whatever the bytes, reading ends with a result that can be written and read
// again, or an error of one line.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("#study,a,b\n#splits,2\n#method,m,k,\n#measure,acc,k,1,,\n" +
		"#set,s,9,3,2,4,5,,1 2,h,\n" +
		"dataset,method,features,measure,mean,sd,splits,values,note\n" +
		"s,m,1,acc,.375,.1767766952966369,0-1,.5 .25,\ns,m,2,acc,.5,0,0-1,.5 .5,\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := study.ReadCSV(bytes.NewReader(text))
		if err != nil {
			return
		}
		if _, err := study.ReadCSV(strings.NewReader(writeCSV(t, r, ""))); err != nil {
			t.Error(err)
		}
	})
}

// The stored replays are whole, and the sizes of their folds are means: each sample is
// tested once a round.
func TestStoredResultsAreWhole(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/results/*.csv*")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	crossed := 0
	for _, name := range files {
		if filepath.Base(name) == "benchmark-memory.csv" {
			continue // no study: script/peak writes it
		}
		f := must.Get(os.Open(name))(t)
		r, err := study.ReadCSV(f)
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		for _, s := range r.Sets {
			if r.Folds == 0 || s.Note != "" {
				continue
			}
			crossed++
			n, k := float64(s.N), float64(r.Folds)
			if math.Abs(s.Test-n/k) > 1e-9 || math.Abs(s.Train-n*(k-1)/k) > 1e-9 {
				t.Errorf("%s: %s has parts of %g and %g samples", r.Name, s.Name, s.Train, s.Test)
			}
		}
	}
	if crossed < 50 {
		t.Errorf("only %d data sets are cross-validated", crossed)
	}
}

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
