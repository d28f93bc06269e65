package tabular

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// turnedRow holds the cells of a row that may be the groups or the identifiers.
type turnedRow struct {
	text   []string
	quoted []bool
}

// chooseRows finds what each row is for.
func (u *turned) chooseRows(names []string, places []oddPlaces) (c columns, err error) {
	c.dropped = make([]bool, len(names))
	c.group, c.id, c.samples = -1, -1, -1
	find := func(what, want string) (int, error) {
		if k := slices.Index(names, want); u.named && k >= 0 {
			return k, nil
		}
		if k, err := strconv.Atoi(want); err == nil && 0 <= k && k < len(names) {
			return k, nil
		}
		known := make([]string, 0, len(names))
		for _, name := range names {
			if name != "" {
				known = append(known, visible.Name(name))
			}
		}
		return 0, errors.New(suggest.Unknown(what, visible.Short(want), known))
	}
	for want := range u.drop {
		k, err := find("row to drop", want)
		if err != nil {
			return c, err
		}
		c.dropped[k] = true
	}
	if err := c.chooseRoles(u.opt, "row", find); err != nil {
		return c, err
	}
	c.dropped[0] = c.dropped[0] || u.header && c.id != 0 && c.group != 0
	c.markOut(len(names))
	c.label = -1
	switch {
	case u.opt.Label == NoLabel && c.noLabel(names):
	case u.opt.Label != "":
		if c.label, err = find("label row", u.opt.Label); err != nil {
			return c, err
		}
		if err := c.checkLabel(u.opt, "row"); err != nil {
			return c, err
		}
		if u.drop[u.opt.Label] {
			return c, fmt.Errorf("the label row %q is to be dropped too; take it from "+
				"Drop, or name another label (none for none)", visible.Short(u.opt.Label))
		}
	case u.opt.Continuous:
		return c, errors.New("the row of the continuous target is not known; set Label to its " +
			"name or index")
	default:
		for k, at := range places {
			if at.word.line == 0 || c.out[k] {
				continue
			}
			if c.label >= 0 {
				for _, j := range []int{c.label, k} {
					p := places[j].word
					if known := SayThousands(p.text); known != "" && u.thousands == 0 {
						return c, fmt.Errorf("row %d, column %d (%s): %s", p.line, p.column,
							visible.Name(u.rowName(names, j)), known)
					}
				}
				return c, fmt.Errorf("rows %s and %s both hold words; set Label for the "+
					"one with the classes, and Drop or Code (ordinal or one-hot) for the other",
					visible.Name(u.rowName(names, c.label)), visible.Name(u.rowName(names, k)))
			}
			c.label = k
		}
		if c.label < 0 {
			return c, errors.New("no row of the transposed table holds words, which would " +
				"be the classes; set Label to the name or the index of their row, or to none")
		}
	}
	left := 0
	for k := range names {
		if !c.out[k] && k != c.label {
			left++
		}
	}
	if left == 0 {
		return c, fmt.Errorf("all features of the %d rows are to be dropped; leave one",
			len(names))
	}
	return c, nil
}

// drops reports whether the row of that name, which begins now, is dropped. RenameDuplicates leaves
// the name to the first row that has it.
func (u *turned) drops(name string) bool {
	if !u.drop[name] || u.opt.RenameDuplicates && u.passed[name] {
		return false
	}
	if u.passed == nil {
		u.passed = make(map[string]bool)
	}
	u.passed[name] = true
	return true
}

// namesRole reports whether the row of that name, which begins now, has the groups or the
// identifiers: the first of that name.
func (u *turned) namesRole(name string) bool {
	if name == "" || name != u.opt.Group && name != u.opt.ID || u.seen[name] {
		return false
	}
	if u.seen == nil {
		u.seen = make(map[string]bool)
	}
	u.seen[name] = true
	return true
}

// holdRole returns where to keep the cells of the current row, if an option names it so; nil
// otherwise.
func (u *turned) holdRole(want string) *turnedRow {
	if want != u.opt.Group && want != u.opt.ID {
		return nil
	}
	if u.texts == nil {
		u.texts = make(map[int]*turnedRow)
	}
	if u.texts[u.rows] == nil {
		u.texts[u.rows] = new(turnedRow)
	}
	return u.texts[u.rows]
}

// addRoles takes the groups and the identifiers from their rows.
func (u *turned) addRoles(c *columns, names []string) error {
	if !u.named {
		names = nil
	}
	u.roles.begin(c, names)
	for _, k := range []int{c.group, c.id} {
		if k >= 0 && u.texts[k] == nil {
			return fmt.Errorf("row %s has its name by RenameDuplicates; give Group and ID the "+
				"index of the row, %d", visible.Name(u.rowName(names, k)), k)
		}
	}
	for k, row := range u.texts {
		if k != c.group && k != c.id {
			continue
		}
		for i, text := range row.text {
			missing := u.codes.missing([]byte(text), row.quoted[i])
			odd, err := u.roles.add(c, u.policy, k, []byte(text), row.quoted[i], missing)
			u.odd = u.odd || odd
			if err != nil {
				return fmt.Errorf("row %s, sample %d (counted from 0): %w",
					visible.Name(u.rowName(names, k)), i, err)
			}
		}
	}
	return nil
}

// nameSamples takes the names of the samples from the first row.
func (u *turned) nameSamples() error {
	u.roles.ids = new(texts)
	for j, name := range u.heads {
		if u.named && j == 0 || u.dropped != nil && u.dropped[j] {
			continue
		}
		if err := u.roles.ids.add([]byte(name)); err != nil {
			return fmt.Errorf("row %d, column %d (counted from 0): %w", u.firstRow, j, err)
		}
	}
	return nil
}
