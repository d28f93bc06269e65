//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/processor"
)

// isChild is the environment variable with which this program is the child that it measures.
const isChild = "PEAK_TEST_CHILD"

// large is its value for a measurer with much memory of its own.
const large = "large"

// hog is a method that writes to so many bytes.
type hog struct{ bytes int }

func (h hog) Select(_ context.Context, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	if h.bytes < 0 {
		return nil, errors.New("too little\nof it")
	}
	text := make([]byte, h.bytes)
	for i := 0; i < len(text); i += 4096 {
		text[i] = 1
	}
	columns := make([]int, opt.K)
	for j := range columns {
		columns[j] = j + int(text[0]) - 1
	}
	return algorithms.NewRanking(h, d, columns, nil, nil), nil
}

// waits is a method that ends at the limit only.
type waits struct{}

func (waits) Select(context.Context, *datasets.Dataset,
	algorithms.Options) (*algorithms.Ranking, error) {
	select {}
}

// spins is one that works until then.
type spins struct{}

func (spins) Select(context.Context, *datasets.Dataset,
	algorithms.Options) (*algorithms.Ranking, error) {
	for i := 0; i >= 0; i++ {
	}
	return nil, nil
}

const taken = 200e6

func TestMain(m *testing.M) {
	if os.Getenv(isChild) == "" {
		os.Exit(m.Run())
	}
	s, err := parse(os.Args[1:], io.Discard)
	switch {
	case err != nil:
	case os.Getenv(isChild) == large:
		text := bytes.Repeat([]byte{1}, 2*small)
		os.Setenv(isChild, "1")
		m := &measurer{limit: time.Minute, runs: 1, half: s.half}
		if _, err = m.run(context.Background(), lists, "wdbc"); err == nil {
			_, err = m.base(context.Background(), "wdbc")
		}
		runtime.KeepAlive(text)
	default:
		err = child(context.Background(), s,
			append(catalogueNames(), "hog", "fails", "waits", "spins"),
			func(name string) (algorithms.Selector, error) {
				switch name {
				case "hog":
					return hog{taken}, nil
				case "fails":
					return hog{-1}, nil
				case "waits":
					// Another goroutine, or the runtime ends a program that waits for nothing.
					go func() { time.Sleep(time.Hour) }()
					return waits{}, nil
				case "spins":
					return spins{}, nil
				}
				return fromCatalogue(name)
			})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// measured is a measurer of this program, and the process that only loads wdbc.
func measured(t *testing.T) (*measurer, base) {
	t.Helper()
	t.Setenv(isChild, "1")
	m := &measurer{limit: time.Minute, runs: 3, half: filepath.Join(t.TempDir(), "half")}
	if o, err := m.run(t.Context(), lists, "wdbc"); err != nil || o.note != "" {
		t.Fatal(err, o.note)
	}
	b := must.Get(m.base(t.Context(), "wdbc"))(t)
	return m, b
}

// A method that writes to 200 MB is measured within a fifth; times are by the values of the half of
// 212 and 357 samples, 30 features and 8 bytes each.
func TestMeasuresWhatIsTaken(t *testing.T) {
	m, b := measured(t)
	if b.d != 30 || b.n < 284 || b.n > 285 {
		t.Errorf("training half of %d x %d, want 284 or 285 x 30", b.n, b.d)
	}
	r := must.Get(m.row(t.Context(), b, "hog"))(t)
	if r.failed || r.bytes < .8*taken || r.bytes > 1.2*taken {
		t.Errorf("%v: %d bytes, want %g within a fifth", r, r.bytes, taken)
	}
	if b.bytes <= small {
		t.Errorf("%d bytes to load, want more than the ballast of %d", b.bytes, small)
	}
	if want := float64(r.bytes) / float64(8*b.n*b.d); r.times != want {
		t.Errorf("%g times X, want %g", r.times, want)
	}
}

// A choice that takes little is not measured by what another took.
func TestMeasuresLittle(t *testing.T) {
	m, b := measured(t)
	if _, err := m.row(t.Context(), b, "hog"); err != nil {
		t.Fatal(err)
	}
	r := must.Get(m.row(t.Context(), b, "variance"))(t)
	if r.failed || r.bytes > taken/10 {
		t.Errorf("%v: %d bytes, want less than %g", r, r.bytes, taken/10)
	}
}

func TestFailureAndLimit(t *testing.T) {
	m, b := measured(t)
	r, err := m.row(t.Context(), b, "fails")
	if err != nil || !r.failed || !strings.Contains(r.note, "too little") ||
		strings.Contains(r.note, "\n") {
		t.Errorf("%v, %v; want a note of the error", r, err)
	}
	m.limit = 500 * time.Millisecond
	r, err = m.row(t.Context(), b, "waits")
	if err != nil || r.failed || r.note != "over the limit of 0.5 s" {
		t.Errorf("%v, %v; want a note of the limit", r, err)
	}
}

// An interrupt keeps the rows that there are, and a set that is not at hand is left out.
func TestMeasureKeepsRows(t *testing.T) {
	t.Setenv(isChild, "1")
	ctx, stop := context.WithCancel(t.Context())
	m := &measurer{limit: time.Minute, runs: 1, half: filepath.Join(t.TempDir(), "half"),
		rows: []row{{set: "wdbc", method: "fisher"}}}
	if err := m.measure(ctx, []string{"no-such-set"}); err != nil {
		t.Error(err)
	}
	stop()
	if err := m.measure(ctx, []string{"wdbc"}); !errors.Is(err, context.Canceled) ||
		len(m.rows) != 1 {
		t.Errorf("%v and %d rows, want canceled and 1", err, len(m.rows))
	}
}

// A measurer with much memory of its own would hide peaks below it, and measures nothing. It is a
// process of its own, since its peak stays.
func TestOwnPeak(t *testing.T) {
	if processor.Memory(processor.Peak) == 0 {
		return // the system does not tell it
	}
	c := exec.Command(os.Args[0], "-half", filepath.Join(t.TempDir(), "half"))
	c.Env = append(os.Environ(), isChild+"="+large)
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the measuring process has taken") {
		t.Errorf("%v, %q; want an error", err, out)
	}
}

// A saved half has the same values, classes and names.
func TestSave(t *testing.T) {
	want := must.Get(half("wdbc"))(t)
	file := filepath.Join(t.TempDir(), "half")
	must.Do(t, save(file, want))
	got := must.Get(load(file))(t)
	if got.Hash() != want.Hash() || got.Name != want.Name || got.Origin != want.Origin ||
		!slices.Equal(got.Features, want.Features) {
		t.Errorf("%s of %d x %d, want %s of %d x %d", got.Name, got.N(), got.D(), want.Name,
			want.N(), want.D())
	}
}

func TestParse(t *testing.T) {
	s, err := parse([]string{"-sets", "wdbc,digits", "-limit", "2s", "-runs", "1"}, io.Discard)
	if err != nil || strings.Join(s.sets, " ") != "wdbc digits" || s.limit != 2*time.Second ||
		s.runs != 1 || s.out != "notebooks/results/benchmark-memory.csv" || s.one != "" {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range []struct{ args, want string }{
		{"wdbc", `unexpected argument "wdbc"`}, {"-sets wdbc,", "empty name"},
		{"-limit 0s", "-limit 0s"}, {"-limit -1s", "-limit -1s"}, {"-runs 0", "-runs 0"},
		{"-estimates -sets wdbc", `"wdbc" is no shape`}, {"-only nope", "nope"},
		{"-only fisher", "-only is for -estimates"},
		{"-nonsense", "-nonsense"}, {"-runs x", "-runs"},
	} {
		_, err := parse(strings.Fields(c.args), io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", c.args, err, c.want)
		}
	}
}

func TestWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "memory.csv")
	head := header("script/peak wdbc", []base{{"wdbc", 284, 30, 30 << 20, 4096}})
	must.Do(t, write(file, head, []row{
		{set: "wdbc", method: "fisher", bytes: 1 << 20, times: 2.5, seconds: .01},
		{set: "wdbc", method: "boruta", seconds: 60, note: "over the limit of 60 s"},
		{set: "wdbc", method: "cfs", note: "cfs: a, b", failed: true},
	}))
	text := must.Get(os.ReadFile(file))(t)
	want := "# wdbc: training values of 284 x 30 take 68160 bytes, the process that loads them " +
		"31457280, of them 20971520 as ballast (the runs differ by 4096).\n" +
		"dataset,method,bytes,times_x,seconds,note\n" +
		"wdbc,fisher,1048576,2.50,0.01,\nwdbc,boruta,0,0.00,60,over the limit of 60 s\n" +
		"wdbc,cfs,,,,\"cfs: a, b\"\n"
	if !strings.HasPrefix(string(text), "# script/peak wdbc\n# ") ||
		!strings.HasSuffix(string(text), want) {
		t.Errorf("%s", text)
	}
}

// Every line of the header is a comment.
func TestHeader(t *testing.T) {
	for line := range strings.Lines(header("script/peak", nil)) {
		if !strings.HasPrefix(line, "# ") {
			t.Errorf("%q is no comment", line)
		}
	}
}
