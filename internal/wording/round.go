package wording

// Roundest returns, ascending, the positions of at most most of the ascending counts: the first,
// the last, and those of the roundest numbers down to a roundness at which none collide.
func Roundest(counts []int, most, down int, collide func(i, j int) bool) []int {
	taken := make([]bool, len(counts))
	total := 0
	take := func(i int) {
		if total == most || taken[i] {
			return
		}
		for j, t := range taken {
			if t && collide(i, j) {
				return
			}
		}
		taken[i] = true
		total++
	}
	take(0)
	take(len(counts) - 1)
	for rank := range down + 1 {
		for i, k := range counts {
			if roundness(k) == rank {
				take(i)
			}
		}
	}
	var out []int
	for i, t := range taken {
		if t {
			out = append(out, i)
		}
	}
	return out
}

// LeastRound is the largest roundness.
const LeastRound = 4

// roundness is 0 for 1, 2, 5 and 10 times a power of ten, and more for others.
func roundness(k int) int {
	for k >= 100 && k%10 == 0 {
		k /= 10
	}
	switch {
	case k == 1 || k == 2 || k == 5 || k == 10 || k == 20 || k == 50:
		return 0
	case k == 3 || k == 7 || k == 15 || k == 30 || k == 70:
		return 1
	case k%10 == 0:
		return 2
	case k%5 == 0:
		return 3
	}
	return LeastRound
}
