package fsnb

import (
	"bytes"
	"os"
	"testing"
	"time"

	"fsnb.example/internal/diskcache"
)

// A call that was interrupted is not remembered; the next cell that runs it says why it
// computes again, until it has an answer.
func TestInterruptedCallSaysThatItRunsAgain(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer interrupted.Store(false)
	iris := Load("iris")
	end := begin(diskcache.Open(), identity("select", iris, []Selector{Laplacian{}}, 2, uint64(0)))
	markStopped("laplacian", 21400*time.Millisecond)
	end(false)

	run := func() (r *Ranking, said string) {
		said, _ = caught(t, func() { r = Select(iris, Laplacian{}, 2) })
		return r, said
	}
	first, said := run()
	if want := "fsnb: laplacian: computing again from the start, because it was interrupted after 21s\n"; said != want || first.Cached {
		t.Errorf("said %q, want %q; cached %v", said, want, first.Cached)
	}
	if second, said := run(); said != "" || !second.Cached {
		t.Errorf("the second time: said %q, cached %v", said, second.Cached)
	}
	if err := os.RemoveAll(diskcache.Folder("results")); err != nil {
		t.Fatal(err)
	}
	if _, said := run(); said != "" {
		t.Errorf("after a whole answer: %q", said)
	}
}

func TestSilentProgress(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := &progressLine{what: "grm", start: start}
	if got, want := l.silentText(start.Add(1400*time.Millisecond)), "grm, working for 1s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.update(Progress{Stage: "rounds", Done: 25, Total: 100})
	if got, want := l.silentText(start.Add(10*time.Second)), "grm: rounds █████░░░░░░░░░░░░░░░  25%, about 30s left, working for 10s"; got != want {
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
	got := l.text(Progress{Stage: "neighbors", Done: 25, Total: 100}, start.Add(10*time.Second))
	if want := "laplacian: neighbors █████░░░░░░░░░░░░░░░  25%, about 30s left"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = l.text(Progress{Stage: "reading"}, start)
	if want := "laplacian: reading"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Work of less than a second, and one just shown, say nothing.
	old := stderr
	stderr = &b
	defer func() { stderr = old }()
	young := newProgressLine("x")
	young.update(Progress{Stage: "s", Done: 1, Total: 2})
	young.clear()
	if b.Len() > 0 || !young.last.IsZero() {
		t.Errorf("quick work showed %q", b.String())
	}
	young.update(Progress{Stage: "s", Done: 2, Total: 2})
	if !young.last.IsZero() {
		t.Error("a cleared line was shown again")
	}
}

func TestProgressReachesTheUser(t *testing.T) {
	var heard []Progress
	Select(Load("iris"), Laplacian{}, 2, Options{Workers: 1, Progress: func(p Progress) { heard = append(heard, p) }})
	if len(heard) == 0 {
		t.Fatal("no progress")
	}
	last := heard[len(heard)-1]
	if last.Done != last.Total || last.Total != len(heard) {
		t.Errorf("last progress %+v after %d reports", last, len(heard))
	}
}
