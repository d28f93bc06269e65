package tabular

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// chooseColumns finds what each of width columns is for. names is nil when they have none.
func chooseColumns(opt Options, width int, names []string) (c columns, err error) {
	c.group, c.id, c.samples = -1, -1, -1
	if c.dropped, err = columnsToDrop(opt, width, names); err != nil {
		return c, err
	}
	roles := opt
	if opt.Samples != nil {
		roles.ID = "" // a column of another file; Samples found that of this one
	}
	if err := c.chooseRoles(roles, "column", func(what, want string) (int, error) {
		return findColumn(what, want, width, names)
	}); err != nil {
		return c, err
	}
	switch j := opt.samples - 1; {
	case j < 0:
	case opt.beside:
		c.samples = j
	default: // even if Drop names it
		if c.id = j; c.dropped != nil {
			c.dropped[j] = false
		}
	}
	c.markOut(width)
	switch {
	case opt.Label == "":
		// None where every column is something else: -1.
		for c.label = width - 1; c.label >= 0 && c.isOut(c.label); c.label-- {
		}
	case opt.Label == NoLabel && c.noLabel(names):
		c.label = -1
	default:
		if c.label, err = findColumn("label column", opt.Label, width, names); err != nil {
			return c, err
		}
		if err := c.checkLabel(opt, "column"); err != nil {
			return c, err
		}
	}
	if opt.beside {
		c.out = slices.Repeat([]bool{true}, width)
		return c, nil
	}
	if c.out == nil {
		return c, nil
	}
	if c.label >= 0 && opt.Label != "" && c.dropped != nil && c.dropped[c.label] {
		return c, fmt.Errorf("the label column %q is to be dropped too; take it from Drop, "+
			"or name another label (none for none)", visible.Short(opt.Label))
	}
	for j := range width {
		if j != c.label && !c.out[j] {
			return c, nil
		}
	}
	if c.group >= 0 || c.id >= 0 {
		return c, fmt.Errorf("none of the %d columns is a feature; leave one beside the label, "+
			"the group, the ID and what is dropped", width)
	}
	return c, fmt.Errorf("all features of the %d columns are to be dropped; leave one", width)
}

// columnsToDrop marks the columns in Options.Drop, nil for none.
func columnsToDrop(opt Options, width int, names []string) (dropped []bool, err error) {
	if len(opt.Drop) == 0 {
		return nil, nil
	}
	dropped = make([]bool, width)
	found := make(map[string]bool, len(opt.Drop))
	for _, want := range opt.Drop {
		found[want] = false
	}
	for j, name := range names {
		if _, wanted := found[name]; wanted {
			dropped[j], found[name] = true, true
		}
	}
	for _, want := range opt.Drop {
		if found[want] {
			continue
		}
		j, err := findColumn("column", want, width, names)
		if err != nil {
			return nil, err
		}
		dropped[j] = true
	}
	return dropped, nil
}

// findColumn finds a column by its name, or by its index from 0.
func findColumn(what, want string, width int, names []string) (int, error) {
	if j := slices.Index(names, want); j >= 0 {
		return j, nil
	}
	if j, err := strconv.Atoi(want); err == nil {
		if j < 0 || j >= width {
			return 0, fmt.Errorf("no %s %d: the file has %d columns, numbered from 0 to %d", what,
				j, width, width-1)
		}
		return j, nil
	}
	if names == nil {
		return 0, fmt.Errorf("no %s %q: the file has no header; give the column's index from 0 "+
			"to %d", what, visible.Short(want), width-1)
	}
	known := make([]string, width)
	for j, name := range names {
		known[j] = visible.Name(name)
	}
	return 0, errors.New(suggest.Unknown(what, visible.Short(want), known))
}

// duplicateBut returns the first two kept columns that share a name; i and j are the first two of
// all.
func duplicateBut(names []string, dropped []bool, i, j int) (int, int, bool) {
	if dropped == nil {
		return i, j, true
	}
	seen := make(map[string]int)
	for j, name := range names {
		if dropped[j] {
			continue
		}
		if i, twice := seen[name]; twice {
			return i, j, true
		}
		seen[name] = j
	}
	return 0, 0, false
}

// keep returns the values of the columns that become features.
func keep[T any](values []T, label int, dropped []bool) []T {
	if dropped == nil {
		if label < 0 {
			return values
		}
		return slices.Delete(values, label, label+1)
	}
	out := make([]T, 0, len(values))
	for j, v := range values {
		if j != label && !dropped[j] {
			out = append(out, v)
		}
	}
	return out
}

// keptNames returns the names of the columns that become features, f0, f1, …
// when they have none.
func keptNames(names []string, width, label int, dropped []bool) []string {
	if names != nil {
		return keep(names, label, dropped)
	}
	p := width
	if label >= 0 {
		p--
	}
	for j, drop := range dropped {
		if drop && j != label {
			p--
		}
	}
	return NumberedNames(p)
}

// dropped lists the dropped columns, "" if none.
func dropped(names []string, dropped []bool) string {
	var out []string
	for j, drop := range dropped {
		if !drop {
			continue
		}
		if names != nil {
			out = append(out, names[j])
		} else {
			out = append(out, strconv.Itoa(j))
		}
	}
	if out == nil {
		return ""
	}
	return "left out " + visible.Counted("column", out)
}

// plural formats a count of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// KeptColumns returns the columns that opt.Drop leaves, and what to say of it in the history; nil
// if it drops none.
func KeptColumns(opt Options, names []string) (kept []int, history string, err error) {
	out, err := columnsToDrop(opt, len(names), names)
	if err != nil || out == nil {
		return nil, "", err
	}
	for j, is := range out {
		if !is {
			kept = append(kept, j)
		}
	}
	if kept == nil {
		return nil, "", errors.New("all columns are dropped; keep at least one in Drop")
	}
	return kept, dropped(names, out), nil
}
