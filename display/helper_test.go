package display

import (
	"fsnb.example/algorithms"
	"fsnb.example/display/internal/displaytest"
	"fsnb.example/display/table"
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
