package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"fsnb.example/internal/npy"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// labelArray is a vector of labels in a file of arrays.
type labelArray struct {
	what   string    // its name in errors: "variable y"
	values []float64 // nil for text
	text   []string
	long   string // for integers of 64 bits how to save them as text; "" for other types
	from   int    // the number of the first element in errors
}

// labels returns the labels.
func (a labelArray) labels(opt Options) (*tabular.Labels, error) {
	labels := tabular.NewLabels()
	if opt.continuous() {
		labels.TakeNumbers()
	}
	add := func(text string) error {
		if err := labels.Add([]byte(text), true); err != nil {
			return fmt.Errorf("%s: %w", a.what, err)
		}
		return nil
	}
	for i, text := range a.text {
		text = strings.TrimSpace(text)
		if text == "" {
			return nil, fmt.Errorf("%s, row %d: the class label is missing; name the class or "+
				"drop the sample", a.what, i+a.from)
		}
		if err := add(text); err != nil {
			return nil, err
		}
	}
	what, advice := "class label", "name the class"
	if opt.continuous() {
		what, advice = "target", "give a number"
	}
	for i, v := range a.values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%s, element %d: the %s is %v; %s or drop the sample", a.what,
				i+a.from, what, v, advice)
		}
		if a.long != "" && math.Abs(v) >= 1<<53 {
			return nil, fmt.Errorf("%s, element %d: the class label is beyond 2^53, where labels "+
				"of 64 bits are rounded; save the labels as text: %s", a.what, i+a.from, a.long)
		}
		if err := add(tabular.CanonicalNumber(v)); err != nil {
			return nil, err
		}
	}
	return labels, nil
}

// npyLabels are the labels in an array: a vector, or a matrix of one row or column.
func npyLabels(a *npy.Array, what string, opt Options) (*tabular.Table, error) {
	if len(a.Shape) == 0 || len(a.Shape) == 2 && a.Shape[0] != 1 && a.Shape[1] != 1 {
		return nil, fmt.Errorf("%s is %s; give a vector with one label per sample", what, a.Dims())
	}
	from := labelArray{what: what, values: a.Values, text: a.Text}
	if a.Type == npy.Int64 || a.Type == npy.Uint64 {
		from.long = "y.astype(str)"
	}
	labels, err := from.labels(opt)
	if err != nil {
		return nil, err
	}
	t := &tabular.Table{Rows: labels.Len()}
	if opt.continuous() {
		t.Target = labels.Numbers()
	} else {
		t.Y, t.Classes = labels.Encode()
	}
	return t, nil
}

// samples are the n samples of data, with their names, nil if unknown, and the column of these.
func samples(n int, names []string, column string) tabular.Samples {
	return tabular.Samples{N: n, Names: names, Column: column, Identifier: namesSamples}
}

// readLabels reads the file that o.Labels names, for the given samples, in their order.
func (o Options) readLabels(of tabular.Samples) (*tabular.Table, error) {
	t, err := o.openLabels(of)
	if err != nil {
		return nil, fmt.Errorf("the labels in %s: %w", o.Labels, err)
	}
	file := visible.Name(filepath.Base(o.Labels))
	took := "took the labels from " + file
	const trusted = "trusted the order of the samples in "
	switch {
	case t.Joined:
		took += ": joined the labels by sample (column " + visible.Name(t.NamedBy) + ")"
	case t.NamedBy != "":
		t.Warnings = append(t.Warnings, trusted+file+": its column "+visible.Name(t.NamedBy)+
			" names them, and the data do not; check that the order is the same")
	case of.Names != nil:
		t.Warnings = append(t.Warnings, trusted+file+": the data name them, and the labels do "+
			"not; add a column of the names, to join by it")
	default:
		took += ", in the order of the samples"
	}
	t.History = append(t.History, took)
	if of.Names != nil && t.IDs == nil {
		t.IDs, t.IDName = of.Names, of.Column
		if t.Kept != nil {
			t.IDs = gathered(of.Names, t.Kept)
		}
		if t.Joined && t.IDName == "" {
			t.IDName = t.NamedBy
		}
	}
	return t, nil
}

func (o Options) openLabels(of tabular.Samples) (t *tabular.Table, err error) {
	err = o.reading(o.Labels, func(f openFile) error {
		if strings.HasSuffix(strings.ToLower(o.Labels), ".npy") {
			t, err = o.npyFile(f.content(), of.N)
			return err
		}
		count, err := tabular.OpenText(f.content(), o.tabular())
		if err != nil {
			return err
		}
		text, err := tabular.OpenText(f.content(), o.tabular())
		if err == nil {
			t, err = tabular.ReadLabels(count, text, o.tabular(), of)
		}
		return err
	})
	return t, err
}

// sampleColumn finds the column of the data that names the samples which the labels beside them
// name too, -1 for none: that called o.ID; the first in which the first sample has a name that the
// labels have once; or one of words that is called as such names are. Numbers count where both
// files call their columns so, or alike and no number repeats in the labels.
func (o Options) sampleColumn(names, first []string) int {
	if j := slices.Index(names, o.ID); o.ID != "" && j >= 0 {
		return j
	}
	if strings.HasSuffix(strings.ToLower(o.Labels), ".npy") {
		return -1
	}
	isWord := func(cell string) bool {
		return cell != "" && !tabular.NumberOrMissing(strings.ReplaceAll(cell, ",", "."))
	}
	called := func(j int) bool {
		return names != nil && (namesSamples(names[j]) || names[j] == fmt.Sprintf("column_%d", j))
	}
	want := make(map[string]bool)
	for j, cell := range first {
		if isWord(cell) || called(j) || isWhole(cell) {
			want[cell] = true
		}
	}
	header, counts, err := o.countCells(want)
	if err != nil {
		return -1 // readLabels returns the error
	}
	both := func(j int) bool { return names != nil && slices.Contains(header, names[j]) }
	for j, cell := range first {
		for c, count := range counts[cell] {
			same := names != nil && (header[c] == names[j] || header[c] == "" ||
				namesSamples(header[c]))
			word := isWord(cell) && (o.Code == "" || j == 0 || called(j))
			if count == 1 && (word || called(j) && same) {
				return j
			}
		}
	}
	for j := range names {
		if called(j) && (both(j) || first != nil && isWord(first[j])) {
			return j
		}
	}
	return o.sharedNumbers(names, first, header, counts, called)
}

// countCells is tabular.CountCells of the labels.
func (o Options) countCells(want map[string]bool) (header []string,
	counts map[string]map[int]int, err error) {
	err = o.reading(o.Labels, func(f openFile) error {
		text, err := tabular.OpenText(f.content(), o.tabular())
		if err == nil {
			header, counts, err = tabular.CountCells(text, o.tabular(), want)
		}
		return err
	})
	return header, counts, err
}

// sharedNumbers finds the first column of whole numbers that names the samples: a column of the
// labels has the number of the first sample and no number twice, and it has the same name, or that
// of the data is called as such columns are. -1 is none.
func (o Options) sharedNumbers(names, first, header []string, counts map[string]map[int]int,
	called func(int) bool) int {
	if names == nil {
		return -1
	}
	var all map[string]map[int]int
	for j, cell := range first {
		if !isWhole(cell) || names[j] == o.Label || names[j] == o.Group {
			continue
		}
		for c, name := range header {
			begins := cell == "0" || cell == "1" // it may count the rows, as other columns do
			if counts[cell][c] != 1 || name != names[j] && (begins || !called(j)) ||
				name == o.Label || name == o.Group || o.Label == "" && c == len(header)-1 {
				continue
			}
			if all == nil {
				var err error
				if _, all, err = o.countCells(nil); err != nil {
					return -1 // readLabels returns the error
				}
			}
			repeats := false
			for _, in := range all {
				repeats = repeats || in[c] > 1
			}
			if !repeats {
				return j
			}
		}
	}
	return -1
}

// isWhole reports whether a cell is a whole number.
func isWhole(cell string) bool {
	v, ok := tabular.ParseNumber([]byte(cell))
	return ok && v == math.Trunc(v)
}

// npyFile reads labels from an .npy file.
func (o Options) npyFile(f io.Reader, n int) (*tabular.Table, error) {
	if o.Label != "" || o.Group != "" || o.ID != "" {
		return nil, errors.New(
			"an array has no columns with names; leave Label, Group and ID out, " +
				"or give the labels as a table (.csv)")
	}
	a, err := npy.Read(f, sizeOf(f), nil)
	if err != nil {
		return nil, err
	}
	t, err := npyLabels(a, "the array", o)
	if err == nil && t.Rows != n {
		err = fmt.Errorf("%d labels for %d samples; give one label per sample", t.Rows, n)
	}
	return t, err
}

// checkLabels returns an error when Labels contradicts other options.
func (o Options) checkLabels() error {
	if o.Labels != "" && o.Label == NoLabel && o.Group == "" && o.ID == "" {
		return fmt.Errorf("the labels are in %s, and Label is %s; leave one of them out",
			visible.Name(filepath.Base(o.Labels)), NoLabel)
	}
	return nil
}

// arrays reports whether the readers of a kind of files read Options.Labels themselves, before they
// drop samples.
func arrays(kind string) bool {
	switch kind {
	case ".npy", ".npz", ".mtx", ".mtx.gz":
		return true
	}
	return false
}

// with reads data of a kind by read, and what stands beside them.
func (o Options) with(kind string, read func(Options) (*Dataset, error)) (*Dataset, error) {
	if arrays(kind) {
		return read(o)
	}
	return o.beside(read)
}

// beside reads data by read, and the labels, groups and identifiers in the file that o.Labels
// names.
func (o Options) beside(read func(Options) (*Dataset, error)) (*Dataset, error) {
	if o.Labels == "" {
		return read(o)
	}
	if err := o.checkLabels(); err != nil {
		return nil, err
	}
	if o.tabular().DropsRows() {
		return nil, errors.New("drop-rows leaves out samples whose labels are in a file beside " +
			"them; set Missing to drop-columns, median or a number")
	}
	inner := o // with Labels, so that the column of the names of the samples is found
	inner.Label, inner.Group, inner.Target = NoLabel, "", ""
	d, err := read(inner)
	if err != nil {
		return nil, err
	}
	t, err := o.readLabels(samples(d.N(), d.IDs, d.IDName))
	if err != nil {
		return nil, err
	}
	if d, err = d.withBeside(t, o); err != nil {
		return nil, err
	}
	if err := d.finishAs(o.Target, o.filled()...); err != nil {
		return nil, err
	}
	d.warnOnce()
	d.warnLabels(t, o)
	return d, nil
}

// warnOnce removes warnings that come twice.
func (d *Dataset) warnOnce() {
	seen := make(map[string]bool)
	d.Warnings = slices.DeleteFunc(d.Warnings, func(w string) bool {
		again := seen[w]
		seen[w] = true
		return again
	})
}

// withBeside adds the labels, the groups and the identifiers of t.
func (d *Dataset) withBeside(t *tabular.Table, opt Options) (*Dataset, error) {
	d.Y, d.Classes, d.Target, d.LabelName = t.Y, t.Classes, t.Target, t.LabelName
	d.TargetName = t.TargetName
	d.History = append(d.History, t.History...)
	d.Warnings = append(d.Warnings, t.Warnings...)
	if t.IDs != nil {
		d.keepIDs(t.IDs, t.IDName)
	}
	return d.withGroupsOf(t, opt)
}

// withGroupsOf adds the groups of t, if it has any.
func (d *Dataset) withGroupsOf(t *tabular.Table, opt Options) (*Dataset, error) {
	if t.Group == nil {
		return d, nil
	}
	out, err := d.withGroups(t.GroupedBy, t.Group, t.Groups)
	if err != nil {
		return nil, fmt.Errorf("the group column %s: %w",
			visible.Name(cmp.Or(t.GroupedBy, opt.Group)), err)
	}
	return out, nil
}

// keepIDs takes the identifiers of the samples.
func (d *Dataset) keepIDs(ids []string, name string) {
	d.IDs, d.IDName = ids, name
	text := "kept " + d.idName() + " as identifiers of the samples"
	if !slices.Contains(d.History, text) {
		d.History = append(d.History, text)
	}
}

// warnLabels warns of a first label that may be a header.
func (d *Dataset) warnLabels(t *tabular.Table, opt Options) {
	if t.FirstSample == 0 {
		return
	}
	before := len(d.Warnings)
	d.warnHeader(t.FirstSample)
	for i := range d.Warnings[before:] {
		d.Warnings[before+i] = visible.Name(filepath.Base(opt.Labels)) + ": " +
			d.Warnings[before+i]
	}
}
