package fsnb

import (
	"bytes"
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// interrupting stands for a method that is interrupted while it works.
type interrupting struct {
	t    *testing.T
	runs *int
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
	r := algorithms.NewRanking(m, d, []int{2}, algorithms.Numbers{1}, nil)
	r.Partial = true
	return r, ctx.Err()
}

func TestInterruptKeepsPartialResult(t *testing.T) {
	defer interrupted.Store(false)
	iris, runs := Load("iris"), 0
	got := Select(iris, interrupting{t, &runs}, 3)
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
