package fsnb

import (
	"os"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// A call that was interrupted is not remembered; the next cell that runs it says why it
// computes again, until it has an answer.
func TestInterruptedCallSaysThatItRunsAgain(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer cell.Interrupted.Store(false)
	iris := Load("iris")
	end := cell.Begin(diskcache.Open(), identity(selecting, iris, []Selector{Laplacian{}}, 2,
		uint64(0)))
	cell.MarkStopped("laplacian", 21400*time.Millisecond)
	end(false)

	run := func() (r *Ranking, said string) {
		said, _ = celltest.Caught(t, func() { r = Select(iris, Laplacian{}, 2) })
		return r, said
	}
	first, said := run()
	if want := "fsnb: laplacian: computing again from the start, because it was interrupted " +
		"after 21s\n"; said != want || first.Cached {
		t.Errorf("said %q, want %q; cached %v", said, want, first.Cached)
	}
	if second, said := run(); said != "" || !second.Cached {
		t.Errorf("the second time: said %q, cached %v", said, second.Cached)
	}
	must.Do(t, os.RemoveAll(diskcache.Folder("results")))
	if _, said := run(); said != "" {
		t.Errorf("after a whole answer: %q", said)
	}
}

func TestProgressReachesTheUser(t *testing.T) {
	var heard []algorithms.Progress
	Select(Load("iris"), Laplacian{}, 2,
		Options{Workers: 1, Progress: func(p algorithms.Progress) { heard = append(heard, p) }})
	if len(heard) == 0 {
		t.Fatal("no progress")
	}
	last := heard[len(heard)-1]
	if last.Done != last.Total || last.Total != len(heard) {
		t.Errorf("last progress %+v after %d reports", last, len(heard))
	}
}
