package study

import "fsnb.example/internal/displaytest"

var (
	numbered = displaytest.Numbered
	long     = displaytest.Long
	uneven   = displaytest.Uneven
	upTo     = displaytest.UpTo
)
