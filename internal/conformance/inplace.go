package conformance

import (
	"context"
	"runtime"

	"fsnb.example/algorithms"
	"fsnb.example/internal/methodtest"
)

// checkInPlace: all allocations of an InPlace method are a small part of the size of X.
func checkInPlace(t reporter, s subject) {
	if !s.facts.InPlace {
		return
	}
	d := s.data(withTarget(methodtest.Unrelated(300, 2000, 10)))
	size := uint64(8 * d.N() * d.D())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := s.method.Select(context.Background(), d, algorithms.Options{K: 100})
	if err != nil {
		t.Errorf("%v", err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > size/4 {
		t.Errorf("Facts: in place, and the method allocates %d bytes, X has %d", used, size)
	}
}
