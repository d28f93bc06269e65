package datasets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/internal/checksum"
)

// load reads the data of an entry from their place.
func (e Entry) load(opt Options) (*Dataset, error) {
	if opt.Labels != "" {
		return nil, fmt.Errorf("%s has labels of its own, and Labels is for files; leave it out, "+
			"or load the file of the data by its path", e.Name)
	}
	if b := findBuiltin(e.Name); e.BuiltIn() && b != nil {
		d, err := b.make(opt)
		if err != nil {
			return nil, err
		}
		e.sign(d)
		return d, nil
	}
	where, path := e.Locate()
	if where == ToFetch && fetching() {
		if err := runFetch(e.Name); err != nil {
			return nil, err
		}
		where, path = e.Locate()
	}
	if where != InMirror && where != InCache {
		return nil, e.missing(where, path)
	}
	d, err := e.read(path, opt)
	return d, e.damaged(where, err)
}

// read reads the file of an entry by its recipe, after its checksum was verified.
func (e Entry) read(path string, opt Options) (*Dataset, error) {
	sum := e.File.Sum
	if e.Convert != "" { // any program may have written it, so its own labels count
		sum = checksum.Sum{}
	}
	with := e.Recipe.under(opt)
	read := func(opt Options) (*Dataset, error) {
		return withViews(viewNames[e.Name], opt,
			func(opt Options) (*Dataset, error) { return loadFile(path, opt, sum) })
	}
	var d *Dataset
	var err error
	// the file stores labels separately
	if strings.HasSuffix(strings.ToLower(e.File.Name), ".mat") {
		d, err = read(with)
	} else {
		d, err = withoutLabels(with, read)
	}
	if err != nil {
		return nil, err
	}
	if e.Convert != "" && len(opt.Drop) == 0 && (opt.Label == "" || opt.Label == NoLabel) {
		if err := e.agrees(d); err != nil {
			return nil, fmt.Errorf("%s: %w; convert it again: %s", path, err, e.Convert)
		}
	}
	e.sign(d)
	return d, nil
}

// sign adds the facts of its entry to a data set.
func (e Entry) sign(d *Dataset) {
	d.Name = e.Name
	d.setImage(e.Name)
	if e.Warning != "" {
		d.Warnings = append(d.Warnings, e.Warning)
	}
}

// agrees compares a data set with the sizes and class counts of its entry.
func (e Entry) agrees(d *Dataset) error {
	if d.N() != e.N || d.D() != e.D {
		return fmt.Errorf("the table is %d×%d, and %s is %d×%d", d.N(), d.D(), e.Name, e.N, e.D)
	}
	if !d.Labeled() {
		return nil
	}
	var counts []string
	for c, n := range d.ClassCounts() {
		counts = append(counts, fmt.Sprintf("%s:%d", d.Classes[c], n))
	}
	if !slices.Equal(counts, strings.Fields(e.Counts)) {
		return fmt.Errorf("the classes have %s samples, those of %s %s", strings.Join(counts, " "),
			e.Name, e.Counts)
	}
	return nil
}

// under returns the options of a recipe overridden by those of a user.
func (recipe Options) under(user Options) Options {
	out := user
	out.Label = cmp.Or(user.Label, recipe.Label)
	out.Header = cmp.Or(user.Header, recipe.Header)
	out.Comma = cmp.Or(user.Comma, recipe.Comma)
	out.Decimal = cmp.Or(user.Decimal, recipe.Decimal)
	out.Thousands = cmp.Or(user.Thousands, recipe.Thousands)
	out.MissingCodes = cmp.Or(user.MissingCodes, recipe.MissingCodes)
	out.Encoding = cmp.Or(user.Encoding, recipe.Encoding)
	out.Missing = cmp.Or(user.Missing, recipe.Missing)
	out.Code = cmp.Or(user.Code, recipe.Code)
	out.View = cmp.Or(user.View, recipe.View)
	if user.Drop == nil {
		out.Drop = recipe.Drop
	}
	out.RenameDuplicates = recipe.RenameDuplicates || user.RenameDuplicates
	out.Transposed = recipe.Transposed || user.Transposed
	return out
}
