package display

// boldGroups chooses the bold cells of a table, group by group: a group is the cells that are
// compared with one best, such as a row of accuracies or the methods on a data set. Where every
// cell of a group would be bold, none is. All tables of results use it, so that the rule is the
// same everywhere.
type boldGroups struct {
	some  bool // whether a group has bold cells
	alike bool // whether a group of two or more has none, since all would be
}

// of returns the bold cells of a group: those that are good, unless all are. Cells for which there
// is false are ignored; nil means that all exist.
func (b *boldGroups) of(good, there []bool) []bool {
	bold, cells, marked := make([]bool, len(good)), 0, 0
	for i, g := range good {
		if there != nil && !there[i] {
			continue
		}
		cells++
		if g {
			bold[i] = true
			marked++
		}
	}
	switch {
	case marked < cells:
		b.some = b.some || marked > 0
	case cells > 0:
		clear(bold)
		b.alike = b.alike || cells > 1
	}
	return bold
}

// note explains bold and its absence, as far as both occur: meaning where a group has bold cells,
// then without where another has none; none where no group has any.
func (b *boldGroups) note(meaning, without, none string) []string {
	switch {
	case b.some && b.alike:
		return []string{meaning + " " + without}
	case b.some:
		return []string{meaning}
	case b.alike:
		return []string{none}
	}
	return nil
}
