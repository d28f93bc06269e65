package fsnb

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
)

// interrupting stands for a method that is interrupted while it works.
type interrupting struct {
	t     *testing.T
	runs  *int
	until func() // what it waits for after the interrupt
}

func (interrupting) Name() string { return "interrupting" }

func (m interrupting) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Ranking, error) {
	*m.runs++
	if *m.runs == 1 {
		if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
			m.t.Fatal(err)
		}
	}
	<-ctx.Done()
	if m.until != nil {
		m.until()
	}
	r := algorithms.NewRanking(m, d, []int{2}, algorithms.Numbers{1}, nil)
	r.Partial = true
	return r, ctx.Err()
}

func TestInterruptKeepsPartialResult(t *testing.T) {
	defer interrupted.Store(false)
	iris, runs := Load("iris"), 0
	got := Select(iris, interrupting{t, &runs, nil}, 3)
	if !got.Partial || len(got.Features) != 1 || got.Names[0] != "petal_length_cm" {
		t.Fatalf("after the interrupt: %+v", got)
	}
	// The calls that follow must not start long work anew.
	again := Select(iris, Fisher{}, 3)
	if !again.Partial || len(again.Features) != 0 {
		t.Errorf("the call after the interrupt ran: %v", again)
	}
	curves := Accuracy(iris, Protocol{}, Fisher{})
	if !curves.Partial || curves.Done != 0 {
		t.Errorf("accuracy after the interrupt did %d splits", curves.Done)
	}
	shown := printed(t, func() { Show(got, curves) })
	for _, want := range []string{"Stopped before the end: 1 feature.", "petal_length_cm", "Interrupted: 0 of 10 splits finished, so there is nothing to show yet."} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown:\n%s", want, shown)
		}
	}
	message, status := caught(t, func() { Scatter(iris, got) })
	if want := "fsnb: principal components: stopped before there was a result\n"; message != want || status != 1 {
		t.Errorf("exit %d, said %q, want %q", status, message, want)
	}
}

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

// The interrupt leaves its mark at once, before the work has come to its end.
func TestInterruptMarksTheCall(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer interrupted.Store(false)
	cache := diskcache.Open()
	end := begin(cache, "a call")
	var mark stoppedCall
	runs := 0
	Select(Load("iris"), interrupting{t, &runs, func() {
		for !cache.Get(markOf("a call"), &mark) {
			runtime.Gosched()
		}
	}}, 3)
	end(false)
	if mark.What != "interrupting" || mark.After <= 0 {
		t.Errorf("%+v", mark)
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
	got := l.text(Progress{Stage: "neighbours", Done: 25, Total: 100}, start.Add(10*time.Second))
	if want := "laplacian: neighbours █████░░░░░░░░░░░░░░░  25%, about 30s left"; got != want {
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
