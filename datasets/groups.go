package datasets

import (
	"fmt"
	"slices"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// Grouped reports whether the samples are in groups that no split parts.
func (d *Dataset) Grouped() bool { return d.Group != nil }

// WithGroups returns d with its samples in groups, such as the measurements of one patient: group
// has the name of the group of each sample, and by says what the groups are ("patient"). Splits,
// folds and subsets of samples keep a group together. It returns an error when a name is missing or
// empty, all samples are of one group, or each is of its own. The cost is O(n).
func (d *Dataset) WithGroups(by string, group []string) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if len(group) != d.N() {
		return nil, fmt.Errorf("groups of %d samples, want %d; give the group of each row",
			len(group), d.N())
	}
	if i := slices.Index(group, ""); i >= 0 {
		return nil, fmt.Errorf("row %d has no group; name its group", i)
	}
	codes, names := tabular.Encode(group)
	return d.withGroups(by, codes, names)
}

// withGroups returns d with groups, after the checks that only they need.
func (d *Dataset) withGroups(by string, group []int, names []string) (*Dataset, error) {
	out := *d
	out.Group, out.Groups, out.GroupedBy = group, names, by
	if err := out.checkGroups(); err != nil {
		return nil, err
	}
	switch len(out.Groups) {
	case 1:
		return nil, fmt.Errorf("all samples are of %s; groups need at least two", out.groupName(0))
	case d.N():
		return nil, fmt.Errorf("each sample is of its own group%s, which has no effect; leave the "+
			"groups out", out.by())
	}
	out.History = append(slices.Clone(d.History), out.GroupText())
	return &out, nil
}

// GroupText describes the groups in a few words, such as "31 groups by patient"; "" without groups.
func (d *Dataset) GroupText() string {
	if d.Group == nil {
		return ""
	}
	return fmt.Sprintf("%d groups%s", len(d.Groups), d.by())
}

func (d *Dataset) by() string {
	if d.GroupedBy == "" {
		return ""
	}
	return " by " + visible.Name(d.GroupedBy)
}

// groupName names a group in a message.
func (d *Dataset) groupName(g int) string {
	what := "group"
	if d.GroupedBy != "" {
		what = visible.Name(d.GroupedBy)
	}
	return what + " " + visible.Name(d.Groups[g])
}

// checkGroups verifies Group and Groups.
func (d *Dataset) checkGroups() error {
	if d.Group == nil {
		return nil
	}
	if g := slices.Index(d.Groups, ""); g >= 0 {
		return fmt.Errorf("group %d has no name; name it", g)
	}
	if i, j, found := tabular.FirstDuplicate(d.Groups); found {
		return fmt.Errorf("groups %d and %d are both named %q; rename one", i, j,
			visible.Short(d.Groups[i]))
	}
	if n := d.N(); len(d.Group) != n {
		return fmt.Errorf("groups of %d samples, want %d; give the group of each row",
			len(d.Group), n)
	}
	for i, g := range d.Group {
		if g < 0 || g >= len(d.Groups) {
			return fmt.Errorf("row %d is of group %d of %d; group indices run from 0", i, g,
				len(d.Groups))
		}
	}
	return nil
}

// SingleGroups returns an error, which names the class and its group, when the samples of a class
// are all in one group: no split could have the class in both parts.
func (d *Dataset) SingleGroups() error {
	if d.Group == nil || d.Y == nil {
		return nil
	}
	only := slices.Repeat([]int{-1}, len(d.Classes))
	for i, c := range d.Y {
		switch only[c] {
		case -1:
			only[c] = d.Group[i]
		case d.Group[i]:
		default:
			only[c] = -2
		}
	}
	for c, g := range only {
		if g >= 0 {
			return fmt.Errorf("class %s is in a single group (%s), which cannot be in the "+
				"training and the test part; leave the class out, or merge it with another",
				visible.Name(d.Classes[c]), d.groupName(g))
		}
	}
	return nil
}
