package processor

import "runtime"

// much is the garbage in bytes that is worth a collection.
const much = 16 << 20

// Collect collects the garbage that a stage of a method left, so many numbers, if it is much: the
// next stage takes its place then, which the collector would let it do only when the memory of both
// is taken.
func Collect(numbers int) {
	if 8*numbers >= much {
		runtime.GC()
	}
}
