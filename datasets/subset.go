package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// Take returns a data set with the given columns only, in that order; the result has no Image. Of
// data that are sparse or on disk, up to KeptDense values are held in memory as X. It returns an
// error when an index is out of range or appears twice.
func (d *Dataset) Take(columns []int) (*Dataset, error) {
	if err := CheckColumns(columns, d.D()); err != nil {
		return nil, err
	}
	out := *d
	m := d.Matrix().Take(columns)
	if d.Stored != nil {
		var err error
		if m, err = inMemory(m); err != nil {
			return nil, err
		}
	}
	out.setMatrix(m)
	out.Features = gathered(d.Features, columns)
	out.Truth, out.Image = nil, ImageShape{}
	out.Missing = d.Missing.takeColumns(columns)
	out.Codes = d.takeCodes(columns)
	out.Warnings = d.warningsOf(out.Features)
	out.History = append(slices.Clone(d.History),
		fmt.Sprintf("took %d of %d features", len(columns), d.D()))
	return &out, nil
}

// Rows returns a data set with the given samples only, in that order. The lists of classes and
// groups are kept, so that their indices keep their meaning, and so is the known answer (Truth). It
// returns an error when rows is empty or an index is out of range.
func (d *Dataset) Rows(rows []int) (*Dataset, error) {
	if len(rows) == 0 {
		return nil, errors.New("no samples chosen; give at least one row index")
	}
	for _, i := range rows {
		if i < 0 || i >= d.N() {
			return nil, fmt.Errorf("row %d is out of range: the data set has %d samples, "+
				"numbered from 0 to %d", i, d.N(), d.N()-1)
		}
	}
	out := *d
	out.setMatrix(d.Matrix().TakeRows(rows))
	out.Truth = d.Truth.rows(rows, d.N())
	out.Y, out.Target = gathered(d.Y, rows), gathered(d.Target, rows)
	out.Group, out.IDs = gathered(d.Group, rows), gathered(d.IDs, rows)
	out.Missing = d.Missing.takeRows(rows, d.N())
	out.History = append(slices.Clone(d.History),
		fmt.Sprintf("took %d of %d samples", len(rows), d.N()))
	return &out, nil
}

// rows is the known answer for the given of n samples.
func (t *Truth) rows(rows []int, n int) *Truth {
	if t == nil {
		return nil
	}
	out := *t
	out.Clusters = nil
	if len(t.Clusters) == n && rows != nil {
		out.Clusters = gathered(t.Clusters, rows)
	}
	return &out
}

// CheckColumns returns an error unless columns is a non-empty list of distinct
// indices below d.
func CheckColumns(columns []int, d int) error {
	if len(columns) == 0 {
		return errors.New("no features chosen; give at least one column index")
	}
	seen := make(map[int]bool, len(columns))
	for _, j := range columns {
		if j < 0 || j >= d {
			return fmt.Errorf("feature %d is out of range: the data set has %d features, "+
				"numbered from 0 to %d", j, d, d-1)
		}
		if seen[j] {
			return fmt.Errorf("feature %d is listed twice; name each feature once", j)
		}
		seen[j] = true
	}
	return nil
}

// gathered are the values at some places, nil of nil.
func gathered[T any](values []T, at []int) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(at))
	for k, i := range at {
		out[k] = values[i]
	}
	return out
}

// TakeClasses returns a data set with the samples of the named classes only, in their order, and
// these classes only. It returns an error without names, or for a name that is unknown or repeated.
func (d *Dataset) TakeClasses(names ...string) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if !d.Labeled() {
		return nil, fmt.Errorf("%w, which TakeClasses chooses by; name the label column",
			ErrNoLabels)
	}
	if len(names) == 0 {
		return nil, errors.New("no class chosen; name at least one")
	}
	place := make([]int, len(d.Classes)) // among the classes that are left, plus 1
	for _, name := range names {
		c := slices.Index(d.Classes, name)
		switch {
		case c < 0:
			return nil, errors.New(suggest.Unknown("class", visible.Short(name),
				shownAll(d.Classes)))
		case place[c] > 0:
			return nil, fmt.Errorf("class %s is named twice; name each class once",
				visible.Name(name))
		}
		place[c] = 1
	}
	var classes []string
	for c, name := range d.Classes {
		if place[c] > 0 {
			classes = append(classes, name)
			place[c] = len(classes)
		}
	}
	var rows []int
	for i, c := range d.Y {
		if place[c] > 0 {
			rows = append(rows, i)
		}
	}
	if rows == nil {
		return nil, fmt.Errorf("the chosen classes (%s) have no samples; name others",
			suggest.List(shownAll(classes), 10))
	}
	out, err := d.Rows(rows)
	if err != nil {
		return nil, err
	}
	for k, c := range out.Y {
		out.Y[k] = place[c] - 1
	}
	out.Classes = classes
	out.History[len(out.History)-1] = fmt.Sprintf("took %d of %d classes, %s: %d of %d samples",
		len(classes), len(d.Classes), suggest.List(shownAll(classes), 20), out.N(), d.N())
	return out, nil
}

// TakeFeatures returns a data set with the named features only, in that order. It returns an error
// without names, or for a name that is unknown or repeated.
func (d *Dataset) TakeFeatures(names ...string) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	const unknown, taken = -2, -1
	index := make(map[string]int, len(names))
	for _, name := range names {
		index[name] = unknown
	}
	for j, name := range d.Features {
		if _, wanted := index[name]; wanted {
			index[name] = j
		}
	}
	columns := make([]int, len(names))
	for k, name := range names {
		j := index[name]
		if j == unknown {
			return nil, errors.New(suggest.Unknown("feature", visible.Short(name),
				shownAll(d.Features)))
		}
		if j == taken {
			return nil, fmt.Errorf("feature %s is named twice; name each feature once",
				visible.Name(name))
		}
		columns[k], index[name] = j, taken
	}
	out, err := d.Take(columns)
	if err != nil {
		return nil, err
	}
	out.History[len(out.History)-1] = fmt.Sprintf("took %d of %d features by name: %s", len(names),
		d.D(), suggest.List(shownAll(names), 20))
	return out, nil
}

// Subsample returns n random samples of d, in their order, stratified by class: each class keeps
// its share, rounded so that the sum is n (the largest remainders are rounded up, of equal ones
// that of the earlier class), and at least one sample. The same seed gives the same samples. It
// returns an error when n is not between the number of classes, or 1 without labels, and the number
// of samples. The cost is O(nd) of the result and O(n) of d.
func (d *Dataset) Subsample(n int, seed uint64) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	members := d.members()
	if n < len(members) || n > d.N() {
		return nil, fmt.Errorf("%d samples of %d in %d classes; give %d to %d", n, d.N(),
			len(members), len(members), d.N())
	}
	rng := rand.New(rand.NewPCG(seed, 0x7361_6d70)) // a separate stream
	var rows []int
	for c, share := range shares(members, n) {
		for _, at := range rng.Perm(len(members[c]))[:share] {
			rows = append(rows, members[c][at])
		}
	}
	slices.Sort(rows)
	out, err := d.Rows(rows)
	if err != nil {
		return nil, err
	}
	out.History[len(out.History)-1] = fmt.Sprintf(
		"drew %d of %d samples at random, class by class (seed %d)", n, d.N(), seed)
	if !d.Labeled() {
		out.History[len(out.History)-1] = fmt.Sprintf("drew %d of %d samples at random (seed %d)",
			n, d.N(), seed)
	}
	return out, nil
}

// members lists the samples of each nonempty class; all in one without labels.
func (d *Dataset) members() [][]int {
	classes := make([][]int, max(1, len(d.Classes)))
	for i := range d.N() {
		c := 0
		if d.Labeled() {
			c = d.Y[i]
		}
		classes[c] = append(classes[c], i)
	}
	return slices.DeleteFunc(classes, func(m []int) bool { return len(m) == 0 })
}

// shares divides n among the classes by their sizes, at least one each.
func shares(members [][]int, n int) []int {
	total := 0
	for _, m := range members {
		total += len(m)
	}
	out, rest, byRest := make([]int, len(members)), make([]int, len(members)),
		make([]int, len(members))
	left := n
	for c, m := range members {
		out[c], rest[c] = n*len(m)/total, n*len(m)%total
		byRest[c] = c
		left -= out[c]
	}
	slices.SortStableFunc(byRest, func(a, b int) int { return cmp.Compare(rest[b], rest[a]) })
	for _, c := range byRest[:left] {
		out[c]++
	}
	for c := range out {
		if out[c] == 0 { // from the largest share, which is above one since n suffices
			most := slices.Index(out, slices.Max(out))
			out[most]--
			out[c]++
		}
	}
	return out
}

// SubsampleFeatures returns k random features of d, in their order. The same seed gives the same
// features. It returns an error when k is not between 1 and the number of features.
func (d *Dataset) SubsampleFeatures(k int, seed uint64) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if k < 1 || k > d.D() {
		return nil, fmt.Errorf("%d features of %d; give 1 to %d", k, d.D(), d.D())
	}
	columns := rand.New(rand.NewPCG(seed, 0x6665_6174)).Perm(d.D())[:k] // a separate stream
	slices.Sort(columns)
	out, err := d.Take(columns)
	if err != nil {
		return nil, err
	}
	out.History[len(out.History)-1] = fmt.Sprintf("drew %d of %d features at random (seed %d)", k,
		d.D(), seed)
	return out, nil
}

func shownAll(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = visible.Name(name)
	}
	return out
}
