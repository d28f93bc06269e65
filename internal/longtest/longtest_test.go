package longtest

import (
	"slices"
	"testing"
)

func TestOrAnd(t *testing.T) {
	few := make([]int, 1, 4)
	for _, test := range []struct {
		value string
		or    string
		and   []int
	}{{"", "quick", []int{0}}, {"1", "long", []int{0, 7, 8}}} {
		t.Setenv(Variable, test.value)
		if got := Or("quick", "long"); got != test.or || Asked() != (test.value != "") {
			t.Errorf("%s=%q: Or is %q, want %q", Variable, test.value, got, test.or)
		}
		if got := And(few, 7, 8); !slices.Equal(got, test.and) {
			t.Errorf("%s=%q: And is %v, want %v", Variable, test.value, got, test.and)
		}
		if rest := few[:3]; rest[1] != 0 || rest[2] != 0 {
			t.Errorf("And writes behind its slice: %v", rest)
		}
	}
}
