package main

import (
	"math"

	"fsnb.example/script/internal/nbfile"
)

// power returns how many of the numbers that are found in a notebook would be missed if their last
// digit were another one, on average over the nine others, and the number of those found.
func power(nb nbfile.Notebook) (noticed float64, found int) {
	from := collect(nb)
	for _, of := range examine(nb) {
		for _, f := range of.findings {
			if !f.found {
				continue
			}
			found++
			noticed += from.notices(f.number, of.index+1)
		}
	}
	return noticed, found
}

// notices returns the share of the nine other last digits with which a number would not be found.
func (s *sources) notices(n number, cell int) float64 {
	if n.literal {
		return 1
	}
	digit := math.Mod(math.Round(n.value/n.unit), 10)
	missed := 0
	for other := range 10 {
		if float64(other) == digit {
			continue
		}
		wrong := n
		wrong.value += (float64(other) - digit) * n.unit
		if _, ok := s.find(wrong, cell); !ok {
			missed++
		}
	}
	return float64(missed) / 9
}
