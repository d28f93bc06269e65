package datasets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

const (
	// screenedColumns is the number of columns, evenly spaced, by which rows are compared first.
	screenedColumns = 32
	// fewEqualRows is the share of samples with an equal row, 1 of 100, below which there is no
	// warning.
	fewEqualRows = 100
	// hashedValues is the number of values of a file that are read at a time.
	hashedValues = 1 << 17
	// comparedRows is the number of rows with an equal one that are compared with others, in at
	// most comparedColumns, comparedValues in all, to see whether chance makes rows equal.
	comparedRows, comparedColumns, comparedValues = 16, 1 << 12, 1 << 22
	// leastWhole is the number of different rows from which it is no chance that each occurs twice,
	// or a multiple of it, and so on: a number is even with a probability of one half.
	leastWhole = 10
	// copiedValues is the most values that are copied to compare rows without some columns.
	copiedValues = 1 << 24
)

// equalText is part of the warning about equal rows.
const equalText = " samples equal another one in every feature"

// GroupEqualRows returns d with the samples that are equal in every feature in one group, such as a
// sample that a file has twice, so that no split, fold or half parts them. Groups that d has
// remain, and are joined where they share equal rows. Other samples are groups of their own.
// Without equal rows, or with a single feature, it returns d. It returns an error if a single group
// results. The cost is O(n) if few rows are equal, O(nd) at most; two rows count as equal by hashes
// of 64 bits.
func (d *Dataset) GroupEqualRows() (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	of, err := d.equalRows()
	if err != nil || of == nil {
		return d, err
	}
	root := upTo(d.N()) // the lowest sample known to be in the same group
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	join := func(i, j int) {
		i, j = find(i), find(j)
		root[max(i, j)] = min(i, j)
	}
	member := make(map[int]int) // of each group of d
	for i, first := range of {
		join(i, first)
		if d.Group != nil {
			if k, ok := member[d.Group[i]]; ok {
				join(i, k)
			} else {
				member[d.Group[i]] = i
			}
		}
	}
	names := make([]string, d.N())
	for i := range names {
		if k := find(i); d.Group != nil {
			names[i] = d.Groups[d.Group[k]]
		} else {
			names[i] = strconv.Itoa(k)
		}
	}
	by := "equal rows"
	if d.Group != nil && d.GroupedBy != "" {
		by = d.GroupedBy + " and " + by
	}
	codes, groups := tabular.Encode(names)
	if len(groups) == 1 {
		return nil, errors.New("equal rows put all samples into one group; remove the copies, " +
			"or leave GroupEqualRows out")
	}
	out, err := d.withGroups(by, codes, groups)
	if err != nil {
		return nil, err
	}
	out.Warnings = withoutEqualRows(out.Warnings)
	return out, nil
}

// grouped returns d with its equal rows in groups, if opt says so. source is the name in errors.
func (d *Dataset) grouped(opt Options, source string) (*Dataset, error) {
	if !opt.GroupEqualRows {
		return d, nil
	}
	return readAs(source, d.GroupEqualRows)
}

// equalButForNames is equalRowsDoubt without the columns that look like identifiers, by the
// warnings given and those of d: copies of a sample may differ in their number.
func (d *Dataset) equalButForNames(identifiers []string) []string {
	about := slices.DeleteFunc(slices.Concat(identifiers, d.Warnings), func(w string) bool {
		return !strings.Contains(w, looksLikeIdentifier)
	})
	if len(about) == 0 {
		return nil
	}
	var rest []int
	var names []string
	for j, name := range d.Features {
		word, _, _ := strings.Cut(name, "=") // of a column with one-hot coding
		named := func(of string) bool { return beginsWith(about, "column "+visible.Name(of)) }
		switch {
		case !named(name) && !named(word):
			rest = append(rest, j)
		case !slices.Contains(names, visible.Name(word)):
			names = append(names, visible.Name(word))
		}
	}
	if names == nil || rest == nil || d.N()*d.D() > copiedValues {
		return nil
	}
	without, err := d.Take(rest)
	if err != nil {
		return nil
	}
	out, but := without.equalRowsDoubt(), strings.Join(names, ", ")
	for i, w := range out {
		w = strings.Replace(w, equalText, equalText+" but "+but, 1)
		out[i] = strings.Replace(w, "; set ", "; leave "+but+" out, and set ", 1)
	}
	return out
}

// withoutEqualRows returns the warnings that are not about equal rows.
func withoutEqualRows(warnings []string) []string {
	about := func(w string) bool { return strings.Contains(w, equalText) }
	if !slices.ContainsFunc(warnings, about) {
		return warnings
	}
	return slices.DeleteFunc(slices.Clone(warnings), about)
}

// EqualRows returns for each sample the first one that is equal to it in every feature; nil if
// fewer than 1% of the samples have an equal one, or if chance explains those that have. Chance
// explains equal rows where it makes more rows that are almost equal: that differ in two features,
// or in an eighth of the features in which other rows do. It does not where each of ten different
// rows and more occurs 2, 3, … times. The cost is that of GroupEqualRows.
func (d *Dataset) EqualRows() []int {
	of, err := d.equalRows()
	if err != nil || of == nil {
		return nil
	}
	count := make([]int, len(of))
	for _, first := range of {
		count[first]++
	}
	var repeated []int // the first row of each set
	with, whole, different := 0, 0, 0
	for i, k := range count {
		if k > 0 {
			different++
			whole = gcd(whole, k)
		}
		if k > 1 {
			repeated = append(repeated, i)
			with += k
		}
	}
	switch {
	case with*fewEqualRows < len(of):
		return nil
	case whole > 1 && different >= leastWhole || !d.equalByChance(of, repeated, count):
		return of
	}
	return nil
}

// equalByChance reports whether chance explains that the rows of repeated occur count times: in a
// sample of them, rows that are almost equal are at least as many.
func (d *Dataset) equalByChance(of, repeated, count []int) bool {
	n, p := d.Matrix().Dims()
	take := min(len(repeated), comparedRows)
	others := min(n, max(64, comparedValues/min(p, comparedColumns)/take))
	rows := make([]int, 0, take+others)
	equal := 0
	for k := range take {
		i := repeated[k*len(repeated)/take]
		rows, equal = append(rows, i), equal+count[i]-1
	}
	for k := range others {
		rows = append(rows, k*n/others)
	}
	differ, err := d.differences(rows)
	if err != nil {
		return true // the next use of the values returns the error
	}
	almost := 0
	for k := range take {
		var counts []int
		sum := 0
		for l := take; l < len(rows); l++ {
			if of[rows[l]] != rows[k] {
				counts = append(counts, differ(k, l))
				sum += counts[len(counts)-1]
			}
		}
		for _, c := range counts {
			if c <= 2 || 8*c*len(counts) <= sum {
				almost++
			}
		}
	}
	return float64(almost)*float64(n)/float64(others) >= float64(equal)
}

// differences returns a function that counts the features in which rows[k] and rows[l] differ, of
// some features if they are many and not sparse.
func (d *Dataset) differences(rows []int) (func(k, l int) int, error) {
	if s, sparse := d.Stored.(*storage.Sparse); sparse {
		return sparseDifferences(s, rows), nil
	}
	columns := spaced(d.D(), comparedColumns)
	row := func(k int) []float64 { return d.X.RawRowView(rows[k]) }
	if d.Stored != nil {
		x := mat.NewDense(len(rows), len(columns), nil)
		if err := storage.EachBlock(context.Background(),
			d.Stored.Take(columns).TakeRows(rows), 0, len(columns),
			func(b *mat.Dense, lo, hi int) {
				x.Slice(0, len(rows), lo, hi).(*mat.Dense).Copy(b)
			}); err != nil {
			return nil, err
		}
		row, columns = x.RawRowView, upTo(len(columns))
	}
	return func(k, l int) (count int) {
		a, b := row(k), row(l)
		for _, j := range columns {
			if a[j] != b[j] {
				count++
			}
		}
		return count
	}, nil
}

// sparseDifferences is differences of sparse rows, of which it reads all values once.
func sparseDifferences(s *storage.Sparse, rows []int) func(k, l int) int {
	type entry struct {
		column int
		value  float64
	}
	n, p := s.Dims()
	at := make([]int32, n) // the places in wanted, from 1
	var wanted [][]entry
	for _, i := range rows {
		if at[i] == 0 {
			wanted = append(wanted, nil)
			at[i] = int32(len(wanted))
		}
	}
	for j := range p {
		in, values := s.Column(j)
		for k, i := range in {
			if at[i] > 0 {
				wanted[at[i]-1] = append(wanted[at[i]-1], entry{j, values[k]})
			}
		}
	}
	return func(k, l int) int {
		a, b := wanted[at[rows[k]]-1], wanted[at[rows[l]]-1]
		count := 0
		for len(a) > 0 && len(b) > 0 {
			switch {
			case a[0].column < b[0].column:
				a = a[1:]
				count++
			case a[0].column > b[0].column:
				b = b[1:]
				count++
			default:
				if a[0].value != b[0].value {
					count++
				}
				a, b = a[1:], b[1:]
			}
		}
		return count + len(a) + len(b)
	}
}

// upTo returns 0 to n-1.
func upTo(n int) []int { return spaced(n, n) }

// spaced returns p columns, or as many as most, evenly spaced.
func spaced(p, most int) []int {
	out := make([]int, min(p, most))
	for k := range out {
		out[k] = k * p / len(out)
	}
	return out
}

// equalRowsDoubt is the warning about samples that are equal in every feature, and may be in both
// parts of a split.
func (d *Dataset) equalRowsDoubt() []string {
	if d.Truth != nil || d.N() < leastRows {
		return nil
	}
	of := d.EqualRows()
	if of == nil {
		return nil
	}
	sets := make(map[int]bool)
	unlike, parted := make(map[int]bool), d.Group == nil
	for i, first := range of {
		if i == first {
			continue
		}
		sets[first] = true
		parted = parted || d.Group[i] != d.Group[first]
		if d.Y != nil && d.Y[i] != d.Y[first] || d.Target != nil && d.Target[i] != d.Target[first] {
			unlike[first] = true
		}
	}
	if !parted {
		return nil
	}
	with := len(sets)
	for i, first := range of {
		if i != first {
			with++
		}
	}
	var labels string
	switch {
	case d.Y == nil && d.Target == nil:
	case len(unlike) == 0:
		labels = ", and in the label"
	default:
		labels = fmt.Sprintf(", but the label differs in %d sets of them", len(unlike))
		if len(unlike) == 1 {
			labels = ", but the label differs in 1 set of them"
		}
	}
	return []string{fmt.Sprintf("%d of %d%s (%d different rows)%s: if they are copies, splits put "+
		"one into the training and one into the test part; set GroupEqualRows (-group-equal-rows) "+
		"to keep them together", with, d.N(), equalText, len(sets), labels)}
}
