//go:build unix

package lab

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// interrupting stands for a method that is interrupted while it works.
type interrupting struct {
	t    *testing.T
	runs *int
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
	r := algorithms.NewRanking(m, d, []int{2}, algorithms.Numbers{1}, nil)
	r.Partial = true
	return r, ctx.Err()
}

// The stop button keeps what is finished, shows it, and the next run goes on.
func TestInterruptedStudyContinues(t *testing.T) {
	defer cell.Interrupted.Store(false)
	t.Setenv(diskcache.Variable, t.TempDir())
	runs, s := 0, smallStudy()
	s.Methods = append(s.Methods[:1:1], interrupting{t, &runs})
	r := Run(s, algorithms.Options{Workers: 1})
	if !r.Partial || r.Computed == 0 {
		t.Fatalf("partial %v, %d pieces", r.Partial, r.Computed)
	}
	if said := celltest.Printed(t, func() {
		fsnb.Show(r)
	}); !strings.Contains(said, "Stopped before the end: ") {
		t.Errorf("it is shown as\n%s", said)
	}
	cell.Interrupted.Store(false)
	again := Run(smallStudy())
	if again.Partial || again.Reused < r.Computed {
		t.Errorf("partial %v, %d pieces reused of %d", again.Partial, again.Reused, r.Computed)
	}
}

// A study is hours of work: where its pieces cannot be kept it does not begin.
func TestStudyIsNotRunUnkept(t *testing.T) {
	cache := t.TempDir()
	t.Setenv(diskcache.Variable, cache)
	must.Do(t, os.Chmod(cache, 0o777))
	said, status := celltest.Caught(t, func() { Run(Study{Name: "s"}) })
	if !strings.HasPrefix(said, "fsnb: cache: other users can write to the folder "+cache+" ") ||
		strings.Count(said, "\n") != 1 || status != 1 {
		t.Errorf("status %d, said %q", status, said)
	}
}
