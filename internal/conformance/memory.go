package conformance

import (
	"context"
	"fmt"
	"runtime"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
)

// noise is the memory in bytes below which what a method takes for any data counts.
const noise = 2e6

// tries are how often a peak is measured that is off: collections may miss it, or find what others
// left.
const tries = 4

// checkMemory: the estimate of memory is within a factor of 2 of what is measured for many samples,
// many features and a class for each sample, which a method may refuse; and a method without one
// takes at most twice X. A choice of the same estimate as the defaults is not measured, unless
// FSNB_LONG is set. MDL leaves no codes to weigh.
func checkMemory(t reporter, s subject) {
	if s.label() == "coding=mdl" {
		return
	}
	for range 2 { // pools give up what they hold at the second
		runtime.GC()
	}
	// A square of so many numbers is above noise; some train as many models.
	wide := longtest.Or(600, 800)
	if s.fewSteps && !longtest.Asked() {
		wide = 400
	}
	for _, shape := range []struct{ n, d, classes int }{{700, 20, 3}, {60, wide, 3},
		{300, 10, 300}} {
		d := s.data(s.taken(memoryData(shape.n, shape.d, shape.classes)))
		opt := algorithms.Options{K: min(shape.d, 20), Workers: 2}
		of := algorithms.ShapeOf(d, opt)
		want, what := 8*float64(of.N*of.D), "there is no estimate for more than twice X,"
		if s.facts.Memory != nil {
			want, what = s.facts.Memory(of), "the estimate is"
		}
		if s.label() != "defaults" && s.label() != "continuous" && !longtest.Asked() &&
			want == algorithms.MemoryOf(s.entry.Method, of) {
			continue
		}
		off := func(got float64) bool {
			return got > 2*max(want, noise) || s.facts.Memory != nil && want > 2*max(got, noise)
		}
		var err error
		run := func() { _, err = s.method.Select(context.Background(), d, opt) }
		// All that is allocated is no less than the peak, and is known without collections.
		if (s.facts.Memory == nil || want <= 2*noise) && !off(allocated(run)) && err == nil {
			continue
		}
		var got float64
		for try := 0; try == 0 || try < tries && err == nil && off(got); try++ {
			got = methodtest.PeakMemory(run)
		}
		switch {
		case err != nil && shape.classes == shape.n:
		case err != nil:
			t.Errorf("%d × %d: %v", shape.n, shape.d, err)
		case off(got):
			t.Errorf("%d × %d, %d classes: %.1f MB at the peak, and %s %.1f MB", shape.n, shape.d,
				of.Classes, got/1e6, what, want/1e6)
		}
	}
}

// allocated is the memory in bytes that run allocates, whether it is freed or not.
func allocated(run func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// memoryData has 20 features, if there are so many, that tell of the classes, and noise.
func memoryData(n, d, classes int) *datasets.Dataset {
	out := methodtest.Unrelated(n, d, classes)
	for i := range n {
		if classes == n {
			out.Y[i] = i
		}
		row := out.X.RawRowView(i)
		for j := range row[:min(d, 20)] {
			row[j] += float64(3*out.Y[i]) / float64(classes) * float64(20-j) / 15
		}
	}
	if classes == n {
		out.Classes = make([]string, n)
		for i := range out.Classes {
			out.Classes[i] = fmt.Sprint(i)
		}
	}
	return withTarget(out)
}
