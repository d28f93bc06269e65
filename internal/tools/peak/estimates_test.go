//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fsnb.example/internal/must"
)

// Made data have the shape of their name.
func TestMade(t *testing.T) {
	d, err := half("60x30x4x2")
	if err != nil || d.N() != 60 || d.D() != 30 || len(d.Classes) != 4 {
		t.Errorf("%v, %v", d, err)
	}
	for _, set := range []string{"wdbc", "60x30x4", "0x3x2x1", "-1x2x3x1", "9x3x2x4", "9x3x10x3",
		"9x3x2x1x", ""} {
		if s, made := shapeOf(set); made {
			t.Errorf("%q is %v", set, s)
		}
	}
	s, err := parse([]string{"-estimates"}, io.Discard)
	if err != nil || !slices.Equal(s.sets, shapes) || s.out != "docs/memory.csv" {
		t.Errorf("%+v, %v", s, err)
	}
	for _, set := range shapes {
		if _, made := shapeOf(set); !made {
			t.Errorf("%s is no shape", set)
		}
	}
}

// An estimate may be wrong by a factor of 2, and a method without one takes up to X.
func TestOff(t *testing.T) {
	for _, c := range []struct {
		took, estimate, want float64
	}{
		{50e6, 30e6, 52.5 / 32.5}, {9e6, 0, 1}, {11e6, 0, 13.5 / 12.5}, {1e6, 4e6, 1},
		{47.5e6, 17.5e6, 2.5}, {10e6, 47.5e6, .25}, {0, 10e6, .2},
	} {
		r := row{bytes: int64(c.took), estimate: c.estimate, x: 10e6}
		if got := r.off(); got < .999*c.want || got > 1.001*c.want {
			t.Errorf("%g of %g: %g, want %g", c.took, c.estimate, got, c.want)
		}
	}
}

// Rows replace those of the same shape and method, in the order of shapes, and those of the same
// commit are known again.
func TestEstimatesFile(t *testing.T) {
	at := func(commit string) *estimates {
		e := &estimates{file: filepath.Join(t.TempDir(), "memory.csv"), commit: commit}
		return e
	}
	e := at("abc")
	first, second := shapes[0], shapes[1]
	for _, r := range []row{
		{set: second, method: "fisher", bytes: 90e6, estimate: 40e6, x: 32e6, seconds: .5},
		{set: first, method: "spec", bytes: 7e9, estimate: 3e9, seconds: 30, note: "over"},
		{set: first, method: "fisher", bytes: 7e6, x: 8e6},
		{set: first, method: "surf", estimate: 1e11, failed: true, note: "surf: too much"},
		{set: second, method: "fisher", bytes: 80e6, estimate: 40e6, x: 32e6, seconds: .5},
	} {
		must.Do(t, e.put(r.fields(e.commit)))
	}
	text := must.Get(os.ReadFile(e.file))(t)
	_, rows, _ := strings.Cut(string(text), strings.Join(estimateColumns, ",")+"\n")
	const want = `20000,50,2,10,fisher,8.0,7.0,1.00,0,yes,,abc
20000,50,2,10,spec,3000.0,7000.0,2.33,30,no,over,abc
20000,50,2,10,surf,100000.0,,,,no,surf: too much,abc
200,20000,2,100,fisher,40.0,80.0,1.94,0.5,yes,,abc
`
	if rows != want || !strings.HasPrefix(string(text), "# script/peak --estimates\n# ") {
		t.Errorf("%s", text)
	}
	again := at("abc")
	again.file = e.file
	must.Do(t, again.read())
	s, _ := shapeOf(first)
	if !again.has(s, "spec") || again.has(s, "mcfs") {
		t.Error("a row is not known again, or one that is not there")
	}
	var b bytes.Buffer
	again.summary(&b)
	if got := b.String(); got != "2 of 4 choices ended; 2 of 2 estimates are within a factor of "+
		"2\n" {
		t.Errorf("%q", got)
	}
	for _, commit := range []string{"abd", "abc-dirty"} {
		if again.commit = commit; again.has(s, "spec") {
			t.Errorf("a row of abc is taken for one of %s", commit)
		}
	}
	must.Do(t, os.WriteFile(e.file, []byte("# x\na,b\n"), 0o600))
	if err := again.read(); err == nil || !strings.Contains(err.Error(), "remove it to measure") {
		t.Errorf("%v", err)
	}
}

// What ended, what did not within the limit and what failed have rows; an interrupt keeps those
// that there are; and all rows of the commit are measured once.
func TestMeasureEstimates(t *testing.T) {
	t.Setenv(isChild, "1")
	folder := t.TempDir()
	m := &measurer{limit: time.Minute, runs: 2, half: filepath.Join(folder, "half"),
		only: []string{"fisher", "hog", "fails"}}
	e := &estimates{file: filepath.Join(folder, "memory.csv"), commit: "abc"}
	const set = "60x30x2x5"
	must.Do(t, m.measureEstimates(t.Context(), []string{set}, e))
	var got []string
	for _, f := range e.rows {
		got = append(got, f[4]+" "+f[9]+" "+f[10])
	}
	if text := strings.Join(got, ", "); text != "fails no too little, fisher yes , hog yes " {
		t.Errorf("%s", text)
	}
	m.limit, m.only = 500*time.Millisecond, []string{"spins"}
	must.Do(t, m.measureEstimates(t.Context(), []string{set}, e))
	if f := e.rows[3]; f[4] != "spins" || f[9] != "no" ||
		f[10] != "over the limit of 0.5 s" || f[5] != "0.0" {
		t.Errorf("%q", f)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := m.measureEstimates(ctx, []string{set}, e); err == nil || len(e.rows) != 4 {
		t.Errorf("%v and %d rows, want an error and 4", err, len(e.rows))
	}
}
