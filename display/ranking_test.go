package display_test

import (
	"strings"
	"testing"

	"fsnb.example/algorithms/fsir"
	"fsnb.example/display"
)

// Every form of the table says what is proven, the bound and the gap; none calls the subset a
// global optimum.
func TestRankingSaysWhatIsProven(t *testing.T) {
	table := display.RankingTable(choose(t, load(t, "wdbc"), fsir.FSIR2{}, 2))
	for form, text := range map[string]string{"text": table.Text(), "Markdown": table.Markdown(),
		"HTML": table.HTML(), "LaTeX": table.LaTeX()} {
		text = strings.ReplaceAll(text, `\%`, "%")
		for _, want := range []string{
			"Objective of the relaxed problem 0.455; global optimum of the relaxed problem " +
				"(residual, relative: ",
			"The proof is of the relaxed problem, not of the subset: the subset has objective " +
				"2.095, and no subset of 2 features is below 0.4551, a gap of 78%.",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", form, want, text)
			}
		}
	}
}
