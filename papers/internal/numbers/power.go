package main

import "math"

// power returns how many of the numbers that are found in a notebook would be missed if their last
// digit were another one, on average over the nine others, and the number of those found.
func power(from *sources, cells []cellFindings) (noticed float64, found int) {
	for _, of := range cells {
		for _, f := range of.findings {
			if f.found {
				found++
				noticed += from.notices(f.number, of)
			}
		}
	}
	return noticed, found
}

// notices returns the share of the nine other last digits with which a number would not be found.
func (s *sources) notices(n number, in cellFindings) float64 {
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
		place, ok := s.find(wrong, in.at)
		if !ok || in.whole == "" && in.at.distance(place) > near {
			missed++
		}
	}
	return float64(missed) / 9
}
