package datasets

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

func grouped(t *testing.T) *Dataset {
	t.Helper()
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	d := must.Get(New("visits", x, []string{"a", "b", "b", "a"}, nil))(t)
	return must.Get(d.WithGroups("patient", []string{"p10", "p2", "p10", "p3"}))(t)
}

// Groups are in natural order, go with the samples, and are part of the hash.
func TestGroups(t *testing.T) {
	d := grouped(t)
	if !slices.Equal(d.Groups, []string{"p10", "p2", "p3"}) ||
		!slices.Equal(d.Group, []int{0, 1, 0, 2}) || d.GroupText() != "3 groups by patient" ||
		d.History[len(d.History)-1] != "3 groups by patient" {
		t.Errorf("groups %q, %v, %q, %q", d.Groups, d.Group, d.GroupText(), d.History)
	}
	part := must.Get(d.Rows([]int{3, 0}))(t)
	if !slices.Equal(part.Group, []int{2, 0}) || len(part.Groups) != 3 {
		t.Errorf("two rows have groups %v of %q", part.Group, part.Groups)
	}
	if scaled := must.Get(d.Standardize())(t); !slices.Equal(scaled.Group, d.Group) {
		t.Errorf("standardized: groups %v", scaled.Group)
	}
	plain := *d
	plain.Group, plain.Groups = nil, nil
	other := *d
	other.Group = []int{0, 1, 2, 2}
	if d.Hash() == plain.Hash() || d.Hash() == other.Hash() || plain.GroupText() != "" {
		t.Error("the hash does not tell the groups")
	}
}

func TestGroupMistakes(t *testing.T) {
	d := grouped(t)
	with := func(by string, group ...string) error {
		_, err := d.WithGroups(by, group)
		return err
	}
	broken := func(change func(*Dataset)) error {
		c := *d
		c.Group, c.Groups = slices.Clone(d.Group), slices.Clone(d.Groups)
		change(&c)
		return c.Check()
	}
	for want, err := range map[string]error{
		"groups of 1 samples, want 4; give the group of each row": with("", "a"),
		"row 2 has no group; name its group":                      with("", "a", "b", "", "b"),
		"all samples are of group a; groups need at least two":    with("", "a", "a", "a", "a"),
		"all samples are of patient p; groups need at least two": with("patient", "p", "p",
			"p", "p"),
		"each sample is of its own group by patient, which has no effect; leave the groups " +
			"out": with("patient", "a", "b", "c", "d"),
		"group 1 has no name; name it": broken(func(d *Dataset) { d.Groups[1] = "" }),
		`groups 0 and 2 are both named "p3"; rename one`: broken(func(d *Dataset) {
			d.Groups[0] = "p3"
		}),
		"groups of 3 samples, want 4; give the group of each row": broken(func(d *Dataset) {
			d.Group = d.Group[:3]
		}),
		"row 1 is of group 3 of 3; group indices run from 0": broken(func(d *Dataset) {
			d.Group[1] = 3
		}),
	} {
		must.Error(t, err, want)
	}
	single := must.Get(d.Rows([]int{0, 1, 2}))(t)
	if err := single.SingleGroups(); err == nil || err.Error() != "class a is in a single group "+
		"(patient p10), which cannot be in the training and the test part; leave the class out, "+
		"or merge it with another" {
		t.Errorf("a class in one group: %v", err)
	}
	if err := d.SingleGroups(); err != nil {
		t.Errorf("each class is in two groups: %v", err)
	}
}
