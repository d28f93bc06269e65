package display_test

import (
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/information"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// Every form of the table says what is proven, the bound and the gap; none calls the subset a
// global optimum.
func TestRankingSaysWhatIsProven(t *testing.T) {
	table := first(t, methodtest.Choose(t, methodtest.Load(t, "wdbc"), fsir.FSIR2{}, 2))
	for _, text := range map[string]string{"text": table.Text(), "Markdown": table.Markdown(),
		"HTML": table.HTML(), "LaTeX": table.LaTeX()} {
		text = strings.ReplaceAll(text, `\%`, "%")
		must.ContainAll(t, text,
			"Objective of the relaxed problem 0.455; global optimum of the relaxed problem "+
				"(residual, relative: ",
			"The proof is of the relaxed problem, not of the subset: the subset has objective "+
				"2.095, and no subset of 2 features is below 0.4551, a gap of 78%.")
	}
}

// A table of no feature says so in every form, beside a ranking with features too.
func TestRankingOfNoFeature(t *testing.T) {
	cancer := methodtest.Load(t, "wdbc")
	none := methodtest.Choose(t, cancer, information.FCBF{Threshold: .99}, 0)
	table := first(t, none)
	for _, text := range map[string]string{"text": table.Text(), "Markdown": table.Markdown(),
		"HTML": table.HTML(), "LaTeX": table.LaTeX(),
		"columns": display.RankingTableWithColumns(none).Text()} {
		must.ContainAll(t, text, "fcbf, threshold=0.99: 0 of 30, wdbc", "No feature was chosen.",
			"fcbf chooses no feature")
	}
	some := methodtest.Choose(t, cancer, information.FCBF{}, 0)
	if text := first(t, some).Text(); strings.Contains(text, "No feature") ||
		strings.Contains(text, "chooses") {
		t.Errorf("a table of %d features:\n%s", some.K, text)
	}
}

// Figures of methods of which one chooses a feature, or none, are drawn.
func TestFiguresOfFewerFeatures(t *testing.T) {
	cancer := methodtest.Load(t, "wdbc")
	p := evaluation.Protocol{Counts: []int{2, 9}, Repeats: 3}
	none, some := information.FCBF{Threshold: .99}, information.FCBF{}
	c := must.Get(evaluation.Accuracy(t.Context(), cancer, p, algorithms.Options{},
		none, some))(t)
	s, err := evaluation.Stability(t.Context(), cancer, p, algorithms.Options{},
		none, some)
	must.Do(t, err)
	count := func(methods ...algorithms.Selector) *evaluation.RedundancyCurves {
		return must.Get(evaluation.RedundancyByCount(t.Context(), cancer,
			[]int{2, 9}, algorithms.Options{}, methods...))(t)
	}
	for i, result := range []display.Showable{c, s, count(none, some), count(none)} {
		outputs := must.Get(display.Render(result))(t)
		var text string
		pictures := 0
		for _, o := range outputs {
			text += o.Text
			if o.Figure == nil {
				continue
			}
			if picture, err := o.Figure.PNG(); err != nil || len(picture) == 0 {
				t.Errorf("%T: picture of %d bytes, %v", result, len(picture), err)
			}
			pictures++
		}
		// The last one has no point to draw.
		if (pictures > 0) != (i < 3) || !strings.Contains(text, "fcbf") {
			t.Errorf("%T: %d pictures, text %s", result, pictures, text)
		}
	}
}
