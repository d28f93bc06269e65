package stats

// What tests outside the package see of it.
var (
	RangeTail     = rangeTail
	RangeQuantile = rangeQuantile
)
