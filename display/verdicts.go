package display

import (
	"fmt"

	"fsnb.example/evaluation/papers"
	"fsnb.example/internal/wording"
)

// ShowVerdicts shows the claims of a paper with our verdicts.
func (s *Screen) ShowVerdicts(v papers.Verdicts) {
	if err := v.Check(); err != nil {
		s.fail(err)
		return
	}
	if s.begin(v) {
		s.table(VerdictsTable(v))
	}
}

// VerdictsTable has a row for each claim. The column of printed evidence is left out where no
// claim has any.
func VerdictsTable(v papers.Verdicts) *Table {
	t := &Table{Title: "Claims of the paper, and what we find"}
	printed := false
	for _, c := range v {
		printed = printed || c.Printed != ""
	}
	add := func(name string, prose bool) {
		t.Columns = append(t.Columns, Column{Name: name, Prose: prose})
	}
	add("claim", true)
	if printed {
		add("printed", true)
	}
	add("ours", true)
	add("verdict", false)
	add("why", true)
	for _, c := range v {
		row := []string{wording.Visible(c.Claim)}
		if printed {
			row = append(row, wording.Visible(c.Printed))
		}
		t.Rows = append(t.Rows, append(row, wording.Visible(c.Ours), c.Verdict.String(),
			wording.Visible(c.Why)))
	}
	t.Notes = []string{fmt.Sprintf("Holds: %d, in part: %d, not: %d.", v.Count(papers.Holds),
		v.Count(papers.InPart), v.Count(papers.Not))}
	return t
}
