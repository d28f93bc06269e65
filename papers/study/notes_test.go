package study

import "testing"

func TestCountList(t *testing.T) {
	for want, counts := range map[string][]int{
		"1": {1}, "1, 2, 5": {1, 2, 5}, "10, 20, …, 60": {10, 20, 30, 40, 50, 60},
		"1, 2, 3, 5, 7, 10, …, 100, 150, 200": {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100,
			150, 200},
	} {
		if got := countList(counts); got != want {
			t.Errorf("%v: %s, want %s", counts, got, want)
		}
	}
}
