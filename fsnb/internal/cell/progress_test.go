package cell

import (
	"bytes"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

func TestSilentProgress(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := &progressLine{what: "grm", start: start}
	must.Is(t, l.silentText(start.Add(1400*time.Millisecond)), "grm, working for 1s", "the result")
	l.update(algorithms.Progress{Stage: "rounds", Done: 25, Total: 100})
	must.Is(t, l.silentText(start.Add(10*time.Second)),
		"grm: rounds █████░░░░░░░░░░░░░░░  25%, about 30s left, working for 10s",
		"l.silentText(start.Add(10*time.Second))")
	young := &progressLine{what: "grm", start: start}
	young.beat(start.Add(time.Second / 2))
	if !young.last.IsZero() {
		t.Error("a line before the first second")
	}
	young.beat(start.Add(2 * time.Second))
	must.Is(t, young.last, start.Add(2*time.Second),
		"work that says nothing has no line after two seconds")
}

func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := &progressLine{what: "laplacian", start: start}
	got := l.text(algorithms.Progress{Stage: "neighbors", Done: 25, Total: 100},
		start.Add(10*time.Second))
	must.Is(t, got, "laplacian: neighbors █████░░░░░░░░░░░░░░░  25%, about 30s left", "got")
	got = l.text(algorithms.Progress{Stage: "reading"}, start)
	must.Is(t, got, "laplacian: reading", "got")
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
