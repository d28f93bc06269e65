package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fsnb.example/internal/must"
)

// unchanged are clocks whose programs are this one, with the right clock.
func unchanged(t *testing.T) *clocks {
	t.Helper()
	dir := t.TempDir()
	c := &clocks{program: os.Args[0], dir: dir, file: filepath.Join(dir, "table.csv")}
	must.Do(t, os.Mkdir(c.folder(), 0o700))
	writeCallFile(c.file)
	return c
}

// The trial that needs no clock of its own finds nothing.
func TestClockTrials(t *testing.T) {
	c := unchanged(t)
	c.calls, _ = allOf(t.Context(), c.file, "off", nil)
	rng := (&drill{}).random(1)
	for i := range 2 {
		if err := try(func() { cacheOfOtherYears(t.Context(), c, rng, i) }); err != nil {
			t.Error(err)
		}
	}
}

// A certificate that is not refused is noticed, and so is a file that a process left.
func TestClockTrialsFail(t *testing.T) {
	c := unchanged(t)
	err := try(func() { downloadExpired(t.Context(), c, (&drill{}).random(1), 0) })
	if err == nil || !strings.Contains(err.Error(), "it ended with") {
		t.Errorf("a download by the right clock: %v", err)
	}
	savedSound(t.Context(), c)
	must.Do(t, os.WriteFile(filepath.Join(c.folder(), ".fsnb-a.tmp"), nil, 0o600))
	if err := try(func() { savedSound(t.Context(), c) }); err == nil {
		t.Error("a temporary file is not noticed")
	}
}

// Other times are at least an hour away.
func TestAnother(t *testing.T) {
	rng := (&drill{}).random(2)
	for range 1000 {
		at := another(rng)
		if far := time.Until(at).Abs(); far < 59*time.Minute {
			t.Fatalf("%v is %v away", at, far)
		}
	}
}
