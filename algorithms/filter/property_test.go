package filter_test

import (
	"math"
)

func alike(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }
