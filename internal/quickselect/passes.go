package quickselect

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
)

// binBits is the number of bits of a number that a pass of Passes finds.
const binBits = 18

// Passes returns the k-th smallest of count numbers, k from 1 to count, and the one after it, +Inf
// after the last. Those below 0 count as 0. each hands all out, in parts of any order, from several
// goroutines, whenever it is called: once if there are at most most numbers, which is how many are
// held, and mostly twice or three times.
func Passes(count, k, most int, each func(use func([]float64))) (at, after float64) {
	// The number is one of those inside, whose bits are at least lo and below hi.
	lo, hi := uint64(0), math.Float64bits(math.Inf(1))+1
	below, inside := 0, count
	key := func(v float64) uint64 { return math.Float64bits(max(v, 0)) }
	for inside > most && hi-lo > 1 {
		shift := max(bits.Len64(hi-lo-1)-binBits, 0)
		bins := make([]atomic.Int64, (hi-lo-1)>>shift+1)
		each(func(some []float64) {
			for _, v := range some {
				if b := key(v); lo <= b && b < hi {
					bins[(b-lo)>>shift].Add(1)
				}
			}
		})
		bin := 0
		for ; below+int(bins[bin].Load()) < k; bin++ {
			below += int(bins[bin].Load())
		}
		inside = int(bins[bin].Load())
		lo += uint64(bin) << shift
		hi = min(hi, lo+1<<shift)
	}
	var lock sync.Mutex
	var held []float64
	after = math.Inf(1)
	each(func(some []float64) {
		lock.Lock()
		defer lock.Unlock()
		for _, v := range some {
			if b := key(v); b >= hi {
				after = min(after, v)
			} else if b >= lo && hi-lo > 1 {
				held = append(held, max(v, 0))
			}
		}
	})
	if hi-lo == 1 { // all inside are equal
		at = math.Float64frombits(lo)
		if k < below+inside {
			after = at
		}
		return at, after
	}
	at = Smallest(held, k-below)
	if k < below+inside {
		after = Smallest(held, k-below+1)
	}
	return at, after
}
