package wording

import (
	"fmt"
	"math"
)

// Duration is a time in words with one or two digits: "40 s", "5 minutes", "3 hours", "12 days".
func Duration(seconds float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{86400, "days"}, {3600, "hours"}, {60, "minutes"}} {
		if seconds >= 1.95*unit.size {
			return digits(seconds/unit.size) + " " + unit.name
		}
	}
	return digits(seconds) + " s"
}

// Memory is a number of bytes in words: "80 MB", "1.2 GB".
func Memory(bytes float64) string {
	if bytes >= 1e9 {
		return digits(bytes/1e9) + " GB"
	}
	return digits(bytes/1e6) + " MB"
}

// digits writes a positive number with two digits, or whole where it has more.
func digits(v float64) string {
	if v < 9.95 {
		return fmt.Sprintf("%.2g", v)
	}
	scale := math.Pow(10, max(0, math.Floor(math.Log10(v))-1))
	return fmt.Sprintf("%.0f", math.Round(v/scale)*scale)
}
