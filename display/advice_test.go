package display

import (
	"strings"
	"testing"

	"fsnb.example/evaluation/advice"
	"fsnb.example/internal/must"
)

func TestAdviceTable(t *testing.T) {
	a := &advice.Advice{Dataset: "wdbc", Kind: advice.Genes, Because: "it has far more features",
		Picks: []advice.Pick{{Evidence: advice.Evidence{Method: "mrmr"}, InGo: "fsnb.MRMR{}",
			Why: "the best average rank"}}}
	text := AdviceTable(a).Text()
	for _, want := range []string{"What to try first on wdbc\n", "mrmr  fsnb.MRMR{}  the best",
		"Taken as data like gene expression: it has far more features.", "Random is the baseline."} {
		must.Contain(t, text, want)
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
		must.Contain(t, AdviceTable(a).Text(), "Taken as "+want+":", kind)
	}
}
