package display

import (
	"errors"
	"strings"

	"fsnb.example/evaluation/replay"
)

// ShowReplay shows a printed table with the results of studies.
func (s *Screen) ShowReplay(c *replay.Comparison) {
	if s.begin(c) {
		s.table(ReplayTable(c))
	}
}

// ShowReplay refuses one of several comparisons, as the first alone would pass for all of them.
func (s *sheet) ShowReplay(c *replay.Comparison) {
	if whole[replay.Comparisons](s) {
		s.fail(errors.New("several comparisons are no one table to save as .csv; save them " +
			"one by one, or as .md"))
	}
	s.Screen.ShowReplay(c)
}

// ReplayTable is PaperComparisonTable with the remarks of the studies behind our numbers.
func ReplayTable(c *replay.Comparison) *Table {
	t := PaperComparisonTable(c.Comparison)
	for _, protocol := range c.Protocols {
		t.Notes = append(t.Notes, "Ours: "+strings.TrimSuffix(protocol, ".")+".")
	}
	t.Notes = append(t.Notes, c.Remarks...)
	if c.Partial {
		t.Notes = append(t.Notes, "Ours was stopped before its end.")
	}
	return t
}
