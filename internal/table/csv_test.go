package table

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParts(t *testing.T) {
	for _, test := range []struct {
		cells []string
		want  []part
	}{
		{[]string{"0.655 ± 0.076", "0.700", "–", "text"},
			[]part{{"", []string{"0.655", "0.700", "", "text"}},
				{" sd", []string{"0.076", "", "", ""}}}},
		{
			[]string{"† −1.2e−05 ± 3 ms (12) [1] [2]", "0.5 ± 0 s"},
			[]part{{"", []string{"−1.2e−05", "0.5"}}, {" sd", []string{"3", "0"}},
				{" note", []string{"† ms (12) [1] [2]", "s"}}},
		},
		{[]string{"−0.12 to 0.34", "–"}, []part{{" low", []string{"−0.12", ""}},
			{" high", []string{"0.34", ""}}}},
		{
			[]string{"100% (77% to 100%)", "0%", "5% (<0.1% to 12.5%)"},
			[]part{{"", []string{"1", "0", "0.05"}}, {" low", []string{"0.77", "", "0.001"}},
				{" high", []string{"1", "", "0.125"}}},
		},
		// What is no number with another stays as it is.
		{[]string{"12%", "–", "3/2/1"}, []part{{"", []string{"12%", "–", "3/2/1"}}}},
		{[]string{"from a to b", "a ± b"}, []part{{"", []string{"from a to b", "a ± b"}}}},
		{nil, []part{{"", nil}}},
	} {
		if diff := cmp.Diff(test.want, parts(test.cells), cmp.AllowUnexported(part{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.cells, diff)
		}
	}
}
