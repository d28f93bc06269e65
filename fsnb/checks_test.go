package fsnb

import (
	"runtime"
	"sync/atomic"
	"testing"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/diskcache"
)

// counted are values that count the checks of their data set, which ask for their size.
type counted struct {
	storage.Matrix
	checks *atomic.Int32
}

func (c counted) Dims() (n, d int) {
	caller := make([]uintptr, 1)
	runtime.Callers(2, caller)
	frame, _ := runtime.CallersFrames(caller).Next()
	if frame.Function == "fsnb.example/datasets.(*Dataset).Check" {
		c.checks.Add(1)
	}
	return c.Matrix.Dims()
}

// The data of a call are checked once: by the method, and on reading its answer from the cache.
func TestDataAreCheckedOnce(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := *Load("wdbc")
	var checks atomic.Int32
	d.Stored, d.X = counted{storage.Dense{Dense: d.X}, &checks}, nil
	for name, call := range map[string]func() (cached bool){
		"Select":               func() bool { return Select(&d, Fisher{}, 4).Cached },
		"Select, with choices": func() bool { return Select(&d, MRMR{}, 4).Cached },
		"Score":                func() bool { return Score(&d, Fisher{}).Cached },
	} {
		for _, again := range []bool{false, true} {
			checks.Store(0)
			if cached := call(); cached != again || checks.Load() != 1 {
				t.Errorf("%s: cached %t, want %t, after %d checks of the data; want one", name,
					cached, again, checks.Load())
			}
		}
	}
}
