package display

import (
	"sync"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/table"
)

// What the tests of the rooms share: see package displaytest.
type (
	nums       = algorithms.Numbers
	boldGroups = table.BoldGroups
	recorder   = displaytest.Recorder
	box        = displaytest.Box
	placed     = displaytest.Placed
)

var (
	record   = displaytest.Record
	texts    = displaytest.Texts
	disks    = displaytest.Disks
	numbered = displaytest.Numbered
	long     = displaytest.Long
	uneven   = displaytest.Uneven
	upTo     = displaytest.UpTo
	hostile  = displaytest.Hostile
)

// once computes a value once for each key: what the names are has no effect on it.
func once[K comparable, V any](compute func(K) V) func(K) V {
	var known sync.Map
	return func(key K) V {
		v, ok := known.Load(key)
		if !ok {
			v, _ = known.LoadOrStore(key, compute(key))
		}
		return v.(V)
	}
}

// Whatever is drawn, nothing is cut, no text stands on another or on a glyph,
// and all of it can be read.
func TestLayout(t *testing.T) {
	displaytest.CheckFigures(t, situations())
}
