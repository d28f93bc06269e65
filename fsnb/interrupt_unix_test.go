//go:build unix

package fsnb

import (
	"context"
	"os"
	"runtime"
	"syscall"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// interrupting stands for a method that is interrupted while it works.
type interrupting struct {
	t     *testing.T
	runs  *int
	until func() // what it waits for after the interrupt
}

func (interrupting) Name() string { return "interrupting" }

func (m interrupting) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
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
	defer cell.Interrupted.Store(false)
	iris, runs := Load("iris"), 0
	got := Select(iris, interrupting{t, &runs, nil}, 3)
	if !got.Partial || len(got.Features) != 1 || got.Names[0] != "petal_length_cm" {
		t.Fatalf("after the interrupt: %+v", got)
	}
	// The calls that follow must not start long work again.
	again := Select(iris, Fisher{}, 3)
	if !again.Partial || len(again.Features) != 0 {
		t.Errorf("the call after the interrupt ran: %v", again)
	}
	curves := Accuracy(iris, Protocol{}, Fisher{})
	if !curves.Partial || curves.Done != 0 {
		t.Errorf("accuracy after the interrupt did %d splits", curves.Done)
	}
	shown := celltest.Printed(t, func() { Show(got, curves) })
	must.ContainAll(t, shown, "Stopped before the end: 1 feature.", "petal_length_cm",
		"Interrupted: 0 of 10 splits finished, so there is nothing to show yet.")
	celltest.Refuses(t, "principal components: stopped before there was a result",
		func() { Scatter(iris, got) })
}

// The interrupt leaves its mark at once, before the work has come to its end.
func TestInterruptMarksTheCall(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer cell.Interrupted.Store(false)
	cache := diskcache.Open()
	end := cell.Begin(cache, "a call")
	var mark cell.StoppedCall
	runs := 0
	Select(Load("iris"), interrupting{t, &runs, func() {
		for !cache.Get(cell.MarkOf("a call"), &mark) {
			runtime.Gosched()
		}
	}}, 3)
	end(false)
	if mark.What != "interrupting" || mark.After <= 0 {
		t.Errorf("%+v", mark)
	}
}
