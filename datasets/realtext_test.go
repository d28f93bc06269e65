package datasets

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/tabular"
)

// Every file of text in the manifest loads by its path, with as few options as it
// needs, to the rows, columns and class counts of the manifest.
func TestRealText(t *testing.T) {
	dir := realdata.Need(t, "manifest.csv")
	options := map[string]Options{
		"credit.g.arff": {Code: "ordinal"},
		"german.csv":    {Code: "ordinal"},
		"crx.data":      {Code: "ordinal", Missing: "median"},
		"vote.arff":     {Missing: "0.5"},
	}
	history := map[string]string{
		"australian.dat":                  "took row 1, which counts, for the names of the columns",
		"bhattacharjee-2001_database.txt": "turned the table: its samples are columns of the file",
		"credit.g.arff": "coded the words of 13 columns as 0, 1, 2, … in " +
			"declared order (ordinal)",
		"german.csv": "coded the words of 13 columns as 0, 1, 2, … in the " +
			"order of their text (ordinal)",
		"crx.data": "put the median of the column, or its most frequent word, for 67 missing " +
			"values in 7 columns; " +
			"coded the words of 9 columns as 0, 1, 2, … in the order of their text (ordinal)",
		"vote.arff": "put 0.5 for 392 missing values in 16 columns; coded the words of 16 " +
			"columns as 16 columns of 0 and 1 called name=level (one-hot)",
	}
	seen := 0
	for _, row := range realRows(t) {
		name := row["file"]
		if _, read := textFormat(name); read == nil {
			continue
		}
		seen++
		t.Run(name, func(t *testing.T) {
			d := must.Get(Load(filepath.Join(dir, name), options[name]))(t)
			if strconv.Itoa(d.N()) != row["rows"] || strconv.Itoa(d.D()) != row["cols"] ||
				strconv.Itoa(len(d.Classes)) != row["classes"] {
				t.Errorf("%d×%d with %d classes, the manifest has %s×%s with %s", d.N(), d.D(),
					len(d.Classes), row["rows"], row["cols"], row["classes"])
			}
			if got := strings.Join(d.History, "; "); got != history[name] {
				t.Errorf("history %q, want %q", got, history[name])
			}
			if d.Warnings != nil {
				t.Errorf("warnings %q", d.Warnings)
			}
			var got []string
			for k, n := range d.ClassCounts() {
				got = append(got, d.Classes[k]+":"+strconv.Itoa(n))
			}
			notes := row["notes"]
			if m := realCounts.FindStringSubmatch(notes); m != nil {
				var want []string
				for _, pair := range strings.Fields(m[1]) {
					class, count, _ := strings.Cut(pair, ":")
					if short, number := tabular.Canonical(class); number {
						class = short
					}
					want = append(want, class+":"+count)
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("class counts %q, the manifest has %q", got, want)
				}
			} else if !strings.HasPrefix(notes, "conversion of") {
				t.Errorf("the manifest has no class counts; loaded %q", got)
			}
			if m := realRange.FindStringSubmatch(notes); m != nil {
				s := must.Get(d.Summarize())(t)
				for i, got := range []float64{s.Min, s.Max} {
					if want, err := strconv.ParseFloat(m[1+i], 64); err != nil ||
						math.Abs(got-want) > 1e-5*math.Abs(want) {
						t.Errorf("values from %v to %v, the manifest has %s", s.Min, s.Max, m[0])
					}
				}
			}
		})
	}
	if seen != 14 {
		t.Errorf("%d files of text in the manifest, want 14", seen)
	}
}

// The votes as FSIR² codes them: y is 1, n is 0, and unknown votes are .5. The
// counts are those of the file, by grep.
func TestRealVotes(t *testing.T) {
	dir := realdata.Need(t, "vote.arff")
	d := must.Get(Load(filepath.Join(dir, "vote.arff"), Options{Missing: "0.5"}))(t)
	counts := map[float64]int{}
	for i := range d.N() {
		for _, v := range d.X.RawRowView(i) {
			counts[v]++
		}
	}
	if len(counts) != 3 || counts[0] != 3147 || counts[1] != 3421 || counts[.5] != 392 {
		t.Errorf("values %v", counts)
	}
	if want := []float64{0, 1, 0, 1, 1, 1, 0, 0, 0, 1, .5, 1, 1, 1, 0,
		1}; !slices.Equal(d.X.RawRowView(0), want) || d.Classes[d.Y[0]] != "republican" ||
		d.Features[0] != "handicapped-infants=y" {
		t.Errorf("the first member votes %v", d.X.RawRowView(0))
	}
}

// The same data in two files: German credit as numbers, and as the words of which
// its letters are codes.
func TestRealTwins(t *testing.T) {
	dir := realdata.Need(t, "credit.g.arff", "german.csv")
	words := must.Get(Load(filepath.Join(dir, "credit.g.arff"), Options{Code: "ordinal"}))(t)
	codes := must.Get(Load(filepath.Join(dir, "german.csv"), Options{Code: "ordinal"}))(t)
	for i := range words.N() {
		for _, j := range []int{1, 4, 7, 10, 12, 15, 17} { // the numeric ones
			if words.X.At(i, j) != codes.X.At(i, j) {
				t.Fatalf("row %d, column %d: %v and %v", i, j, words.X.At(i, j), codes.X.At(i, j))
			}
		}
		if (words.Classes[words.Y[i]] == "good") != (codes.Classes[codes.Y[i]] == "1") {
			t.Fatalf("row %d: %s and %s", i, words.Classes[words.Y[i]], codes.Classes[codes.Y[i]])
		}
	}
}
