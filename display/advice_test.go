package display

import (
	"strings"
	"testing"

	"fsnb.example/evaluation/advice"
)

func TestAdviceTable(t *testing.T) {
	a := &advice.Advice{Dataset: "wdbc", Kind: advice.Genes, Because: "it has far more features",
		Picks: []advice.Pick{{Evidence: advice.Evidence{Method: "mrmr"}, InGo: "fsnb.MRMR{}",
			Why: "the best average rank"}}}
	text := AdviceTable(a).Text()
	for _, want := range []string{"What to try first on wdbc\n", "mrmr  fsnb.MRMR{}  the best",
		"Taken as data like gene expression: it has far more features.", "Random is the baseline."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	a.Picks, a.Dataset = nil, ""
	text = AdviceTable(a).Text()
	if !strings.HasPrefix(text, "What to try first\n") ||
		!strings.Contains(text, "No method of the benchmark takes these data in a minute") {
		t.Errorf("%s", text)
	}
	for kind, want := range map[advice.Kind]string{advice.Tables: "a table",
		advice.Images: "images", advice.Text: "text", advice.Clusters: "data without labels",
		advice.Targets: "data with a continuous target"} {
		a.Kind = kind
		if got := AdviceTable(a).Text(); !strings.Contains(got, "Taken as "+want+":") {
			t.Errorf("%s: %s", kind, got)
		}
	}
}
