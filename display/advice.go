package display

import (
	"fmt"

	"fsnb.example/evaluation/advice"
)

// ShowAdvice shows which methods to try first.
func (s *screen) ShowAdvice(a *advice.Advice) {
	if s.begin(a) {
		s.table(AdviceTable(a))
	}
}

// AdviceTable is the table of the methods to try first on a data set, and why.
func AdviceTable(a *advice.Advice) *Table {
	t := &Table{Title: "What to try first", Columns: []Column{{Name: "try"}, {Name: "in Go"},
		{Name: "because it has", Prose: true}}}
	if a.Dataset != "" {
		t.Title += " on " + a.Dataset
	}
	for _, p := range a.Picks {
		t.Rows = append(t.Rows, []string{p.Method, p.InGo, p.Why})
	}
	t.Notes = []string{fmt.Sprintf("Taken as %s: %s.", kindText(a.Kind), a.Because)}
	if len(a.Picks) == 0 {
		t.Notes = append(t.Notes, "No method of the benchmark takes these data in a minute; "+
			"fsnb.Methods lists those for sparse values and for files.")
		return t
	}
	t.Notes = append(t.Notes, "By the benchmark of all methods with their defaults "+
		"(docs/which-method.md). Compare them on your data with Tradeoff or Accuracy; Random is "+
		"the baseline.")
	return t
}

// kindText names a kind of data in a sentence.
func kindText(k advice.Kind) string {
	switch k {
	case advice.Genes:
		return "data like gene expression"
	case advice.Images:
		return "images"
	case advice.Text:
		return "text"
	case advice.Targets:
		return "data with a continuous target"
	case advice.Clusters:
		return "data without labels"
	}
	return "a table"
}
