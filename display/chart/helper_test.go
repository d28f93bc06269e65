package chart

import (
	"fsnb.example/display/internal/displaytest"
)

// What the tests of the rooms share: see package displaytest.
type (
	box    = displaytest.Box
	placed = displaytest.Placed
)

var (
	record   = displaytest.Record
	texts    = displaytest.Texts
	disks    = displaytest.Disks
	numbered = displaytest.Numbered
	long     = displaytest.Long
	uneven   = displaytest.Uneven
	hostile  = displaytest.Hostile
)
