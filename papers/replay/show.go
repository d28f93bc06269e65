package replay

import (
	"errors"
	"strings"

	"fsnb.example/display"
	"fsnb.example/internal/table"
)

// ShowOn shows a printed table with the results of studies.
func (c *Comparison) ShowOn(screen any) {
	display.Parts{Tables: display.OneTable(c.Shown)}.ShowOf(c, screen)
}

// ShowOn shows the comparisons one after another. They have no CSV form: the first alone would pass
// for all of them.
func (all Comparisons) ShowOn(screen any) {
	display.Parts{NoCSV: errors.New("several comparisons are no one table to save as .csv; " +
		"save them one by one, or as .md"),
		Tables: func() (out []*table.Table, err error) {
			for _, c := range all {
				out = append(out, c.Shown())
			}
			return out, nil
		}}.ShowOf(all, screen)
}

// Shown is the table of the comparison with the remarks of the studies behind our numbers.
func (c *Comparison) Shown() *table.Table {
	t := c.Comparison.Shown()
	for _, protocol := range c.Protocols {
		t.Notes = append(t.Notes, "Ours: "+strings.TrimSuffix(protocol, ".")+".")
	}
	t.Notes = append(t.Notes, c.Remarks...)
	if c.Partial {
		t.Notes = append(t.Notes, "Ours was stopped before its end.")
	}
	return t
}
