//go:build unix

package catalogue_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

const (
	wideSamples, wideFeatures = 100, 20_000
	// A method that takes less than half of the line, or three copies, is not wide.
	narrowSeconds, narrowCopies = algorithms.WideSeconds / 2, 3
	// An estimate is wrong by less than this factor.
	wideEstimate = 3
)

// Every method takes at most 60 s of processor time and four copies of X on 100 × 20,000 with its
// defaults, for 50 features and for all, or its facts say why; they say so of no other one, and
// their estimates are those that are measured. All methods take half an hour: run with FSNB_LONG=1
// and -timeout 2h, or one by -run 'TestWide/^NAME$'.
func TestWide(t *testing.T) {
	data := wideData(t)
	all := catalogue.All()
	quick := must.Get(catalogue.Find("anova-f"))(t)
	for _, e := range longtest.Or([]catalogue.Entry{quick}, all) {
		t.Run(e.Name, func(t *testing.T) {
			d := data.classes
			switch {
			case e.NonNegative:
				d = data.positive
			case e.Targets == algorithms.Continuous:
				d = data.continuous
			}
			var most used
			for _, k := range wideCounts(e) {
				u := measure(t, e.Method, d, k)
				t.Logf("%d features: %.2f s, %.2f copies of X, %v", k, u.seconds, u.copies, u.err)
				checkWide(t, e, d, k, u)
				most.seconds = max(most.seconds, u.seconds)
				most.copies = max(most.copies, u.copies)
				if u.err != nil { // it takes too long to end
					most.seconds = max(most.seconds, algorithms.WideSeconds)
				}
			}
			if wide := e.Wide.Why != ""; wide && most.seconds < narrowSeconds &&
				most.copies < narrowCopies {
				t.Errorf("its facts call it wide: %q", e.Wide.Why)
			}
		})
	}
}

// wideCounts are the numbers of features, 0 for all. The time and memory of a Scorer depend on
// none.
func wideCounts(e catalogue.Entry) []int {
	switch _, scorer := e.Method.(algorithms.Scorer); {
	case scorer:
		return []int{0}
	case !e.Nested:
		return []int{50}
	}
	return []int{50, 0}
}

// checkWide compares what a method used with its facts.
func checkWide(t *testing.T, e catalogue.Entry, d *datasets.Dataset, k int, u used) {
	t.Helper()
	w := e.Wide
	if u.err != nil && w.Why == "" {
		t.Errorf("%d features: %v after %.0f s, and its facts do not call it wide", k, u.err,
			u.seconds)
	}
	if u.seconds > algorithms.WideSeconds && w.Seconds.Factor == 0 {
		t.Errorf("%d features take %.0f s, and its facts do not say so", k, u.seconds)
	}
	if u.copies > algorithms.WideCopies && w.Why == "" {
		t.Errorf("%d features take %.2f copies of X, and its facts do not say so", k, u.copies)
	}
	if s := w.Seconds.For(wideSamples, wideFeatures, k); s > 0 && (s*wideEstimate < u.seconds ||
		u.err == nil && s > u.seconds*wideEstimate) {
		t.Errorf("%d features take %.1f s, and the estimate is %.1f", k, u.seconds, s)
	}
	said := algorithms.WideWarning(e.Method, d, k) != ""
	if little := u.err == nil && u.seconds < narrowSeconds && u.copies < narrowCopies; said &&
		little {
		t.Errorf("%d features take %.1f s, and there is a warning", k, u.seconds)
	}
	if !said && (u.err != nil || u.copies > algorithms.WideCopies) {
		t.Errorf("%d features take %.1f s or more, %.2f copies of X, and there is no warning", k,
			u.seconds, u.copies)
	}
}

// wideSets are 20 of 20,000 features that differ between two classes, the same with a continuous
// target, and their squares.
type wideSets struct{ classes, continuous, positive *datasets.Dataset }

func wideData(t *testing.T) wideSets {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	x, squares := mat.NewDense(wideSamples, wideFeatures, nil),
		mat.NewDense(wideSamples, wideFeatures, nil)
	y, target := make([]int, wideSamples), make([]float64, wideSamples)
	for i := range wideSamples {
		y[i] = i % 2
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j < 20 {
				row[j] += float64(y[i]) * float64(20-j) / 15
			}
			squares.Set(i, j, row[j]*row[j])
		}
		target[i] = row[0] + row[25] + rng.NormFloat64()
	}
	must := func(d *datasets.Dataset, err error) *datasets.Dataset {
		must.Do(t, err)
		return d
	}
	return wideSets{
		classes:  must(datasets.New("wide", x, y, nil)),
		positive: must(datasets.New("wide", squares, y, nil)),
		continuous: must(must(datasets.New[int]("wide", x, nil, nil)).WithTarget("t",
			target)),
	}
}

// looks counts how often measure has looked at the memory.
var looks atomic.Int64

// used is what a selection took; err is that of one which was ended, or refused.
type used struct {
	seconds, copies float64
	err             error
}

// measure is the processor time of a selection, and the most live memory that the collector found
// during it, in copies of X, beyond what was there before. It ends the run a second after the
// line.
func measure(t *testing.T, m algorithms.Selector, d *datasets.Dataset, k int) used {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	runtime.GC()
	before, start := liveBytes(), processorTime()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var most atomic.Uint64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(2 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			most.Store(max(most.Load(), liveBytes()))
			looks.Add(1)
			if processorTime()-start > (algorithms.WideSeconds+1)*time.Second {
				cancel()
			}
		}
	}()
	_, err := algorithms.Run(ctx, m, d, algorithms.Options{K: k, Workers: 2})
	u := used{seconds: (processorTime() - start).Seconds(), err: err}
	close(done)
	<-ended
	if f, _ := algorithms.FactsOf(m); err != nil && !errors.Is(err, context.Canceled) &&
		f.Wide.Why == "" {
		t.Error(err)
	}
	bytes := float64(max(most.Load(), before) - before)
	u.copies = bytes / 8 / float64(d.N()) / float64(d.D())
	return u
}

// liveBytes are those of the objects that the last collection found alive.
func liveBytes() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}

func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// holder holds some copies of X at once, or one after the other.
type holder struct {
	copies int
	free   bool
}

func (h holder) Select(_ context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	var kept []*mat.Dense
	for range h.copies {
		if h.free {
			kept = nil
		}
		kept = append(kept, mat.DenseCopyOf(d.X))
		runtime.GC()
		for seen := looks.Load(); looks.Load() < seen+2; {
			runtime.Gosched()
		}
	}
	runtime.KeepAlive(kept)
	return algorithms.NewRanking(h, d, []int{0}, nil, nil), nil
}

// The measure counts what is held at once, and not what is freed.
func TestMeasure(t *testing.T) {
	d := wideData(t).classes
	for _, test := range []struct {
		holder
		least, most float64
	}{{holder{3, false}, 3, 3.2}, {holder{3, true}, 1, 2.2}, {holder{0, false}, 0, .2}} {
		if u := measure(t, test.holder, d, 1); u.copies < test.least || u.copies > test.most ||
			u.err != nil {
			t.Errorf("%+v: %.2f copies, %v; want %g to %g", test.holder, u.copies, u.err,
				test.least, test.most)
		}
	}
}
