package papers

import (
	"fmt"
	"slices"

	"fsnb.example/display"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// ShowOn shows the claims of a paper with our verdicts.
func (v Verdicts) ShowOn(screen any) {
	display.Parts{Tables: func() ([]*table.Table, error) {
		if err := v.check(); err != nil {
			return nil, err
		}
		return []*table.Table{v.table()}, nil
	}}.ShowOf(v, screen)
}

// table has a row for each claim. The column of printed evidence is left out where no
// claim has any.
func (v Verdicts) table() *table.Table {
	t := &table.Table{Title: "Claims of the paper, and what we find"}
	printed := false
	for _, c := range v {
		printed = printed || c.Printed != ""
	}
	t.Columns = []table.Column{{Name: "claim", Prose: true, Room: 9},
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
	t.Notes = []string{fmt.Sprintf("Holds: %d, in part: %d, not: %d.", v.count(Holds),
		v.count(InPart), v.count(Not))}
	return t
}
