package replay

import "testing"

func TestCorrectMoveRate(t *testing.T) {
	before, after := []int{0, 1, 2, 3, 4, 5, 6, 7}, []int{0, 7, 6, 1, 3, 2, 4, 5}
	// Ranks before and after: {0,7} 1,8 to 1,2: closer. {1,6} 2,7 to 4,3: closer.
	// {2,3} 3,4 to 6,5: as far. {4,5} 5,6 to 7,8: as far. {0,1} 1,2 to 1,4: farther.
	for _, test := range []struct {
		pairs [][]int
		want  float64
	}{
		{[][]int{{0, 7}, {1, 6}, {2, 3}, {4, 5}}, .5}, {[][]int{{7, 0}}, 1}, {[][]int{{0, 1}}, 0},
	} {
		if got := correctMoveRate(before, after, test.pairs); got != test.want {
			t.Errorf("%v: %v, want %v", test.pairs, got, test.want)
		}
	}
}
