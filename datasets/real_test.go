package datasets

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/realdata"
)

// realMistakes are the sets of the manifest that this version does not read, and
// the kinds of files that it knows nothing of.
var (
	realMistakes = map[string]string{
		"german_data": `DIR/german.csv: row 1, column 1 (no name): "A11" is not a number; mend the cell, name the label column, or say that the first row is a header`,
	}
	realUnread = []string{".arff", ".data", ".data-numeric", ".dat", ".txt", ".rda", ".RData"}
)

var (
	realCounts  = regexp.MustCompile(`counts ((?:\S+:\d+ ?)+)`)
	realClasses = regexp.MustCompile(`counts (\d+) classes of (\d+)-(\d+)`)
	realRange   = regexp.MustCompile(`range \[([^,]+),([^\]]+)\]`)
)

// realNotes are the notes of the sets that were converted from others.
var realNotes = map[string]string{"LEU_3571_csv": "LEU_3571", "SRBCT_csv": "SRBCT"}

// Every file of the manifest loads as the manifest says, or is refused with one
// line that says what to do.
func TestRealManifest(t *testing.T) {
	if _, ok := realdata.Dir(t); !ok {
		return
	}
	entries := must(manifest())(t)
	notes := realManifestNotes(t)
	loaded := 0
	for _, e := range entries {
		if findBuiltin(e.name) != nil {
			continue // the embedded set wins
		}
		if readable(e) {
			loaded++
		}
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			checkEntry(t, e, notes)
		})
	}
	// 24 MATLAB files, without the Wine that is embedded, and 2 tables.
	if loaded != 26 {
		t.Errorf("%d sets of the manifest can be read, want 26", loaded)
	}
}

// readable tells the entries that this version reads.
func readable(e manifestEntry) bool {
	_, mistaken := realMistakes[e.name]
	return e.file != "" && !mistaken && !slices.Contains(realUnread, filepath.Ext(e.file))
}

func checkEntry(t *testing.T, e manifestEntry, notes map[string]string) {
	d, err := Load(e.name, Options{})
	ext := filepath.Ext(e.file)
	switch want := realMistakes[e.name]; {
	case readable(e):
		if err != nil {
			t.Fatal(err)
		}
		text := notes[e.name]
		if other, ok := realNotes[e.name]; ok {
			text = notes[other]
		}
		checkReal(t, d, e, text)
	case e.file == "":
		if err == nil || !strings.HasPrefix(err.Error(), "the manifest in FSNB_DATA lists "+e.name+" without a file; fetch it from ") {
			t.Errorf("%v", err)
		}
	case want != "":
		wantError(t, err, strings.ReplaceAll(want, "DIR", e.dir))
	default:
		wantError(t, err, fmt.Sprintf("%s: files of kind %s are not read in this version; convert it to .csv, .csv.gz or .mat", e.path(), ext))
	}
}

func realManifestNotes(t *testing.T) map[string]string {
	t.Helper()
	notes := map[string]string{}
	for _, row := range realManifestRows(t) {
		notes[row[0]] = row[len(row)-1]
	}
	return notes
}

func checkReal(t *testing.T, d *Dataset, e manifestEntry, notes string) {
	t.Helper()
	got := []string{d.Name, fmt.Sprint(d.N()), fmt.Sprint(d.D()), fmt.Sprint(len(d.Classes))}
	if want := []string{e.name, e.rows, e.cols, e.classes}; !slices.Equal(got, want) {
		t.Errorf("loaded %v, the manifest has %v", got, want)
		return
	}
	counts := d.ClassCounts()
	checked := false
	if m := realClasses.FindStringSubmatch(notes); m != nil {
		checked = true
		if got := []string{fmt.Sprint(len(counts)), fmt.Sprint(slices.Min(counts)), fmt.Sprint(slices.Max(counts))}; !slices.Equal(got, m[1:]) {
			t.Errorf("%s: classes, least and most samples %v, the manifest has %v", e.name, got, m[1:])
		}
	} else if m := realCounts.FindStringSubmatch(notes); m != nil {
		checked = true
		var got []string
		for c, name := range d.Classes {
			got = append(got, fmt.Sprintf("%s:%d", name, counts[c]))
		}
		var want []string
		for _, pair := range strings.Fields(m[1]) {
			name, count, _ := strings.Cut(pair, ":")
			short, _ := canonical(name)
			want = append(want, short+":"+count)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: class counts %v, the manifest has %v", e.name, got, want)
		}
	}
	if m := realRange.FindStringSubmatch(notes); m != nil {
		s := must(d.Summarise())(t)
		for i, got := range []float64{s.Min, s.Max} {
			// The manifest prints about six digits.
			if want, err := strconv.ParseFloat(m[1+i], 64); err != nil || math.Abs(got-want) > 1e-5*math.Abs(want) {
				t.Errorf("%s: range %v to %v, the manifest has %s", e.name, s.Min, s.Max, m[0])
			}
		}
	}
	// The one entry without class counts is ORL_28x23: 40 people, 10 photographs each.
	if !checked && (e.name != "ORL_28x23" || slices.Min(counts) != 10 || slices.Max(counts) != 10) {
		t.Errorf("%s: the manifest has no class counts; loaded %v", e.name, counts)
	}
}

// The tables of the manifest have no header line, and their first line is a
// sample.
func TestRealTables(t *testing.T) {
	if _, ok := realdata.Dir(t); !ok {
		return
	}
	for name, n := range map[string]int{"LEU_3571_csv": 72, "srbct_CSV": 83} {
		d := must(Load(name, Options{}))(t)
		if d.N() != n || d.Features[0] != "f0" || d.History != nil || d.Warnings != nil {
			t.Errorf("%s: %d samples, first feature %s, history %q, warnings %q", name, d.N(), d.Features[0], d.History, d.Warnings)
		}
	}
}

func realManifestRows(t *testing.T) [][]string {
	t.Helper()
	dir, _ := realdata.Dir(t)
	f, err := os.Open(filepath.Join(dir, "manifest.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}
