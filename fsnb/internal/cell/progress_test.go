package cell

import (
	"bytes"
	"testing"
	"time"

	"fsnb.example/algorithms"
)

func TestSilentProgress(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := &progressLine{what: "grm", start: start}
	if got, want := l.silentText(start.Add(1400*time.Millisecond)),
		"grm, working for 1s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.update(algorithms.Progress{Stage: "rounds", Done: 25, Total: 100})
	if got, want := l.silentText(start.Add(10*time.Second)),
		"grm: rounds █████░░░░░░░░░░░░░░░  25%, about 30s left, working for 10s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	young := &progressLine{what: "grm", start: start}
	young.beat(start.Add(time.Second / 2))
	if !young.last.IsZero() {
		t.Error("a line before the first second")
	}
	young.beat(start.Add(2 * time.Second))
	if young.last != start.Add(2*time.Second) {
		t.Errorf("work that says nothing has no line after two seconds: %v", young.last)
	}
}

func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := &progressLine{what: "laplacian", start: start}
	got := l.text(algorithms.Progress{Stage: "neighbors", Done: 25, Total: 100},
		start.Add(10*time.Second))
	if want := "laplacian: neighbors █████░░░░░░░░░░░░░░░  25%, about 30s left"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = l.text(algorithms.Progress{Stage: "reading"}, start)
	if want := "laplacian: reading"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Work of less than a second, and one just shown, say nothing.
	old := Stderr
	Stderr = &b
	defer func() { Stderr = old }()
	young := newProgressLine("x")
	young.update(algorithms.Progress{Stage: "s", Done: 1, Total: 2})
	young.clear()
	if b.Len() > 0 || !young.last.IsZero() {
		t.Errorf("quick work showed %q", b.String())
	}
	young.update(algorithms.Progress{Stage: "s", Done: 2, Total: 2})
	if !young.last.IsZero() {
		t.Error("a cleared line was shown again")
	}
}
