package command

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fsnb.example/evaluation"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// A result above 1 MiB is compressed, and the older file of the other kind goes.
func TestWriteStudy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "study.csv")
	zipped := file + ".gz"
	there := func(file string) bool {
		_, err := os.Stat(file)
		return err == nil
	}
	for _, size := range []int{plainResult, plainResult + 1, 0, 3 * plainResult, 7} {
		text := strings.Repeat("x", size)
		must.Do(t, writeStudy(file, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
		large := size > plainResult
		if there(zipped) != large || there(file) == large {
			t.Fatalf("%d bytes: plain %v, compressed %v", size, there(file), there(zipped))
		}
		var got []byte
		if large {
			f := must.Get(os.Open(zipped))(t)
			z := must.Get(gzip.NewReader(f))(t)
			got = must.Get(io.ReadAll(z))(t)
			f.Close()
		} else {
			got = must.Get(os.ReadFile(file))(t)
		}
		if string(got) != text {
			t.Errorf("%d bytes come back as %d", size, len(got))
		}
	}
	// What cannot be made leaves the file as it was.
	full := errors.New("the disk is full")
	if err := writeStudy(file, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); err != nil || len(text) != 7 {
		t.Errorf("%d bytes are left, %v", len(text), err)
	}
	// A folder in place of the older file cannot be removed.
	must.Do(t, os.MkdirAll(filepath.Join(zipped, "full"), 0o755))
	err := writeStudy(file, func(io.Writer) error { return nil })
	if err == nil || !strings.HasPrefix(err.Error(), "cannot remove the result that "+file+
		" replaces: ") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// Files have the digits of the experiment and say where they were made; what is shown has all.
func TestShowRounds(t *testing.T) {
	dir := t.TempDir()
	r := &study.Result{Name: "tiny", Title: "Tiny", Splits: 2, Protocol: "two splits",
		Sets:     []study.Set{{Name: "x", N: 4, D: 9, Counts: []int{2}}},
		Methods:  []study.Method{{Label: "fisher"}},
		Measures: []study.MeasureInfo{{Label: "accuracy", Better: 1}},
		Cells: []study.Cell{{K: 2, Splits: []int{0, 1},
			Spread: evaluation.NewSpread([]float64{1. / 3, 2. / 3})}}}
	for digits, want := range map[int][]float64{0: {1. / 3, 2. / 3}, 2: {.33, .67}} {
		must.Do(t, (player{results: dir, out: io.Discard}).show(r, digits))
		text := must.Get(os.ReadFile(filepath.Join(dir, "tiny.csv")))(t)
		got := must.Get(study.ReadCSV(bytes.NewReader(text)))(t)
		if !slices.Equal(got.Cells[0].Values, want) || got.Made == "" || got.Made[:4] != "fsnb" {
			t.Errorf("%d digits: %v, made %q", digits, got.Cells[0].Values, got.Made)
		}
	}
	if r.Made != "" || r.Cells[0].Values[0] != 1./3 {
		t.Errorf("the result has changed: %+v", r)
	}
}

func TestSlug(t *testing.T) {
	for label, want := range map[string]string{
		"accuracy, 1-NN, raw features": "accuracy-1-nn-raw-features", "FSIR² / x": "fsir-x",
		"II": "ii"} {
		if got := slug(label); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
}

func TestMade(t *testing.T) {
	late := time.Date(2026, 11, 26, 23, 30, 0, 0, time.FixedZone("west", -3600))
	got := made(late)
	if !strings.HasPrefix(got, strings.TrimSpace(terminal.Version())+", ") ||
		!strings.HasSuffix(got, ", 2026-11-27") || strings.Contains(got, "\n") ||
		!strings.Contains(got, " processor") {
		t.Error(got)
	}
}

// What merge says of a part cannot reach the terminal, whatever command the part was made by and
// whatever the folders are called.
func TestMergeIsHarmless(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "c\x1b[2K\u202e")
	t.Setenv(diskcache.Variable, cache)
	dir := filepath.Join(t.TempDir(), "parts\x1b]0;title\x07")
	r := must.Get(replay.Find("lap-2018"))(t)
	experiments := must.Get(r.Only(r.Experiments(true), "wine"))(t)
	run := shardRun{part: study.Part{Number: 1, Of: 1}, dir: dir,
		command: "fsnb\x1b]0;other\x07 replay"}
	var out, errOut strings.Builder
	must.Do(t, runShard(t.Context(), experiments[:1], run, &out, &errOut))
	if err := (&Merge{Args: []string{dir}}).Run(t.Context(), &out, &errOut); err != nil ||
		!strings.Contains(out.String(), `show it: fsnb\x1b]0;other\a replay`) {
		t.Errorf("%v, %q, %q", err, out.String(), errOut.String())
	}
	for _, text := range []string{out.String(), errOut.String()} {
		for line := range strings.Lines(text) {
			if shown := strings.TrimSuffix(line, "\n"); visible.Text(shown) != shown {
				t.Errorf("%q is printed as it is", line)
			}
		}
	}
}
