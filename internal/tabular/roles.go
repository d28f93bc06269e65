package tabular

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// columns says what each column of a file is for. An index of -1 stands for none; the group and the
// identifier may be one column.
type columns struct {
	label, group, id int
	samples          int    // the names of the samples in a table beside the features
	dropped          []bool // those that the user drops, nil for none
	out              []bool // those and the group and the identifiers, nil for none
}

// chooseRoles finds the group and the identifiers, and marks them in c.out.
func (c *columns) chooseRoles(
	opt Options, kind string, find func(what, want string) (int, error),
) error {
	for _, r := range []struct {
		what, want string
		to         *int
	}{{"group " + kind, opt.Group, &c.group}, {"ID " + kind, opt.ID, &c.id}} {
		if r.want == "" {
			continue
		}
		j, err := find(r.what, r.want)
		if err != nil && opt.Samples != nil {
			continue // it is a column of another file
		}
		if err != nil {
			return err
		}
		if c.dropped != nil && c.dropped[j] {
			return fmt.Errorf("the %s %q is to be dropped too; take it from Drop", r.what,
				visible.Short(r.want))
		}
		*r.to = j
	}
	return nil
}

// chooseSamples finds the column that names the samples, if Samples does. cells are those of the
// first sample, nil if unknown.
func (o *Options) chooseSamples(names, cells []string) {
	if o.Samples != nil {
		o.samples = 1 + o.Samples(names, cells)
	}
}

// markOut marks the columns that are neither features nor the label.
func (c *columns) markOut(width int) {
	if c.out = c.dropped; c.group < 0 && c.id < 0 && c.samples < 0 {
		return
	}
	c.out = make([]bool, width)
	copy(c.out, c.dropped)
	for _, j := range []int{c.group, c.id, c.samples} {
		if j >= 0 {
			c.out[j] = true
		}
	}
}

// noLabel reports whether NoLabel is no column that may be the label.
func (c *columns) noLabel(names []string) bool {
	j := slices.Index(names, NoLabel)
	return j < 0 || j == c.group || j == c.id
}

// checkLabel returns an error when the label that a user named has another role.
func (c *columns) checkLabel(opt Options, kind string) error {
	if c.label < 0 || c.label != c.group && c.label != c.id {
		return nil
	}
	what := "group"
	if c.label == c.id {
		what = "ID"
	}
	return fmt.Errorf("the label %s %q is the %s %s too; name another label (none for none), or "+
		"leave %s out", kind, visible.Short(opt.Label), what, kind,
		strings.ToUpper(what[:1])+what[1:])
}

// roleAdvice says, in the words of Go and of the command, how column j of words becomes the
// identifiers or the groups, unless the options name others. names may be nil.
func roleAdvice(opt Options, names []string, j int) string {
	name := strconv.Itoa(j)
	if names != nil {
		name = visible.Short(names[j])
	}
	var fields, flags []string
	if opt.ID == "" {
		fields, flags = append(fields, fmt.Sprintf("ID: %q", name)), append(flags, "-id")
	}
	if opt.Group == "" {
		fields, flags = append(fields, fmt.Sprintf("Group: %q", name)), append(flags, "-group")
	}
	if fields == nil {
		return ""
	}
	return fmt.Sprintf("set %s (%s) if it says which sample or group "+
		"it is, ",
		strings.Join(fields, " or "), strings.Join(flags, ", "))
}

// isOut reports whether column j is neither a feature nor the label.
func (c *columns) isOut(j int) bool { return c.out != nil && c.out[j] }

// isNoFeature reports whether column j is the label or out.
func (c *columns) isNoFeature(j int) bool { return j == c.label || c.isOut(j) }

// texts gathers the cells of a row, or the identifiers of the samples.
type texts struct {
	all  Pieces[byte]
	ends Pieces[int32]
}

// add appends an identifier; an empty one is kept.
func (t *texts) add(text []byte) error {
	switch {
	case !utf8.Valid(text):
		return fmt.Errorf("the ID %q is not UTF-8 text; %s", visible.Short(string(text)),
			adviceUTF8)
	case t.all.n+len(text) > MaxHeader:
		return fmt.Errorf("the IDs are longer than %d bytes; drop their column", MaxHeader)
	}
	t.push(text)
	return nil
}

// push appends a text, of at most 2 GiB in all.
func (t *texts) push(text []byte) {
	t.all.AddAll(text)
	t.ends.Add(int32(t.all.n))
}

// join returns the texts, which share one piece of memory, and leaves t empty.
func (t *texts) join() []string {
	var all strings.Builder
	all.Grow(t.all.n)
	t.all.Take(func(piece []byte) { all.Write(piece) })
	out := make([]string, 0, t.ends.n)
	from := int32(0)
	t.ends.Take(func(piece []int32) {
		for _, to := range piece {
			out = append(out, all.String()[from:to])
			from = to
		}
	})
	return out
}

// roles are the identifiers and the groups of the samples, and the names of their columns.
type roles struct {
	ids             *texts  // nil for none
	samples         *texts  // the names of the samples in a table beside them; nil for none
	groups          *Labels // nil for none
	joined          []int   // of groups, -1 for a row that is dropped
	label, by, name string  // of the columns of the labels, groups and identifiers
}

// begin prepares to gather what the columns hold. names is nil when they have none.
func (r *roles) begin(c *columns, names []string) {
	nameOf := func(j int) string {
		if names == nil {
			return ""
		}
		return names[j]
	}
	if c.label >= 0 {
		r.label = nameOf(c.label)
	}
	if c.group >= 0 {
		r.by, r.groups = nameOf(c.group), newGroups()
	}
	if c.id >= 0 {
		r.name, r.ids = nameOf(c.id), new(texts)
	}
	if c.samples >= 0 {
		r.samples = new(texts)
	}
}

// add takes cell j of a row, if it is an identifier or a group. A missing group is an error unless
// its row is dropped, which odd reports.
func (r *roles) add(c *columns, p policy, j int, text []byte, quoted, missing bool) (
	odd bool, err error) {
	if j == c.id {
		if err := r.ids.add(text); err != nil {
			return false, err
		}
	}
	if j == c.samples {
		if err := r.samples.add(text); err != nil {
			return false, err
		}
	}
	if j != c.group {
		return false, nil
	}
	return r.groups.addCell(p, text, quoted, missing)
}

// join ends the gathering of groups.
func (r *roles) join() {
	if r.groups != nil {
		r.joined = r.groups.ids.Join()
	}
}

// noGroup reports whether sample i has no group, although it should.
func (r *roles) noGroup(i int) bool { return r.joined != nil && r.joined[i] < 0 }

// addTo puts what was gathered into a table: rows has the indices of the samples that remain, nil
// for all.
func (r *roles) addTo(t *Table, rows []int) {
	t.LabelName = r.label
	if r.groups != nil {
		t.GroupedBy = r.by
		t.Group, t.Groups = r.groups.encoded(take(r.joined, rows))
	}
	if r.ids != nil {
		t.IDName, t.IDs = r.name, take(r.ids.join(), rows)
	}
}

// take returns the values of rows, all of them if that is nil, in place.
func take[T any](values []T, rows []int) []T {
	if rows == nil {
		return values
	}
	for k, i := range rows {
		values[k] = values[i]
	}
	return values[:len(rows):len(rows)]
}

// NoRoles returns an error when the options name columns that such a file does not have.
func (o Options) NoRoles(kind string) error {
	for _, r := range []struct{ field, want string }{{"group", o.Group}, {"ID", o.ID}} {
		if r.want != "" && o.Samples == nil {
			return fmt.Errorf("no %s column %q: %s has features and labels only; leave it out, or "+
				"write the data as a .csv", r.field, visible.Short(r.want), kind)
		}
	}
	return nil
}
