package datasets

import "testing"

// The correlation of neighboring counts is exactly .7 in the first two, which is not above it
// however doubles round; one count more or less decides.
func TestPeakedAtTheEdge(t *testing.T) {
	for _, test := range []struct {
		counts []int
		want   bool
	}{
		{[]int{2, 2, 5, 5, 9, 11, 12, 9, 8, 5, 2, 2}, false},
		{[]int{1, 1, 2, 7, 9, 12, 10, 8, 3, 1, 1}, false},
		{[]int{1, 1, 3, 7, 9, 12, 10, 8, 3, 1, 1}, true},
		{[]int{1, 1, 2, 7, 9, 12, 10, 9, 3, 1, 1}, false},
	} {
		if got := peaked(test.counts); got != test.want {
			t.Errorf("%v: peaked %v, want %v", test.counts, got, test.want)
		}
	}
}
