package table

// BoldGroups chooses the bold cells of a table, group by group: a group is the cells that are
// compared with one best, such as a row of accuracies or the methods on a data set. Where every
// cell of a group would be bold, none is. All tables of results use it, so that the rule is the
// same everywhere.
type BoldGroups struct {
	Some  bool // whether a group has bold cells
	Alike bool // whether a group of two or more has none, since all would be
}

// Of returns the bold cells of a group: those that are good, unless all are. Cells for which there
// is false are ignored; nil means that all exist.
func (b *BoldGroups) Of(good, there []bool) []bool {
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
		b.Some = b.Some || marked > 0
	case cells > 0:
		clear(bold)
		b.Alike = b.Alike || cells > 1
	}
	return bold
}

// Note explains bold and its absence, as far as both occur: meaning where a group has bold cells,
// then without where another has none; none where no group has any.
func (b *BoldGroups) Note(meaning, without, none string) []string {
	switch {
	case b.Some && b.Alike:
		return []string{meaning + " " + without}
	case b.Some:
		return []string{meaning}
	case b.Alike:
		return []string{none}
	}
	return nil
}
