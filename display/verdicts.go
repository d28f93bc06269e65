package display

import (
	"fmt"
	"slices"

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
	t.Columns = []Column{{Name: "claim", Prose: true, Room: 9},
		{Name: "printed", Prose: true, Room: 5}, {Name: "ours", Prose: true, Room: 9},
		{Name: "verdict"}, {Name: "why", Prose: true, Room: 9}}
	if !printed {
		t.Columns = slices.Delete(t.Columns, 1, 2)
	}
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
