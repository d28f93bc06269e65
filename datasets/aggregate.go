package datasets

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// Aggregate returns one sample for each group, in the order of Groups: tests of single features,
// which need independent samples, may then be used. by is "mean" or "median": each value is that of
// the measured values of the group, and in columns of Codes the most frequent one. A cell that no
// sample of the group has measured is missing, and is filled from the other groups as Missing says.
// The class of a group is that of its samples; a continuous target is aggregated as the features
// are. IDs become the names of the groups.
//
// It returns an error when the samples have no groups, when a group has samples of several classes,
// which it names, for another function, and for values that are sparse or on disk. The cost is
// O(nd) time, with a sort of each group for the median.
func (d *Dataset) Aggregate(by Aggregation) (*Dataset, error) {
	if err := checkAggregate(by); err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	if !d.Grouped() {
		return nil, errors.New("the samples have no groups to aggregate; name the column of the " +
			"groups in Group, or give them to WithGroups")
	}
	if err := d.NeedDense(); err != nil {
		return nil, fmt.Errorf("groups are aggregated in memory: %w", err)
	}
	members := make([][]int, len(d.Groups))
	for i, g := range d.Group {
		members[g] = append(members[g], i)
	}
	out := *d
	out.Group, out.Groups, out.GroupedBy = nil, nil, ""
	out.IDs, out.IDName, out.Y, out.Target = nil, d.GroupedBy, nil, nil
	out.Truth, out.Missing = d.Truth.rows(nil, d.N()), nil
	var filled [][]int
	for g, rows := range members {
		if len(rows) == 0 { // none of the samples that Rows took
			continue
		}
		filled = append(filled, rows)
		out.IDs = append(out.IDs, d.Groups[g])
		if d.Continuous() {
			out.Target = append(out.Target, tabular.FillValue(string(by), gathered(d.Target, rows)))
		}
		if !d.Labeled() {
			continue
		}
		class := d.Y[rows[0]]
		for _, i := range rows {
			if other := d.Y[i]; other != class {
				return nil, fmt.Errorf("%s has samples of the classes %s and %s, so that one row "+
					"has no class; test with permutations, which stay within the groups",
					d.groupName(g), visible.Name(d.Classes[class]), visible.Name(d.Classes[other]))
			}
		}
		out.Y = append(out.Y, class)
	}
	out.X = mat.NewDense(len(filled), d.D(), nil)
	gaps := make(map[int]Gap)
	if d.Missing != nil {
		for _, g := range d.Missing.Gaps {
			for _, j := range g.Columns {
				gaps[j] = g
			}
		}
	}
	lost := make(map[int][]int32) // by the first column of a gap
	for j := range d.D() {
		column, value := mat.Col(nil, j, d.X), by
		if d.Coded(j) {
			value = tabular.FillFrequent // between two codes is no category
		}
		gap, has := gaps[j]
		for g, rows := range filled {
			measured := rows
			if has {
				measured = slices.DeleteFunc(slices.Clone(rows), func(i int) bool {
					_, missing := slices.BinarySearch(gap.Rows, int32(i))
					return missing
				})
			}
			if len(measured) > 0 {
				out.X.Set(g, j, tabular.FillValue(string(value), gathered(column, measured)))
			} else if j == gap.Columns[0] {
				lost[j] = append(lost[j], int32(g))
			}
		}
	}
	out.History = append(slices.Clone(d.History), fmt.Sprintf(
		"put the %s of each group in one row: %d samples became %d%s", by, d.N(), len(filled),
		d.by()))
	if d.Missing == nil {
		return &out, nil
	}
	missing := &MissingCells{Fill: d.Missing.Fill}
	for _, g := range d.Missing.Gaps {
		if rows := lost[g.Columns[0]]; rows != nil {
			missing.Gaps = append(missing.Gaps, Gap{Columns: g.Columns, Rows: rows,
				Words: g.Words})
		}
	}
	out.Missing = missing.orNil()
	return out.FillFrom(&out)
}

func checkAggregate(by Aggregation) error {
	if by != AggregateMean && by != AggregateMedian {
		return fmt.Errorf("groups cannot be aggregated by %q; give %s or %s",
			visible.Short(string(by)), AggregateMean, AggregateMedian)
	}
	return nil
}

// aggregated reads a data set, and aggregates it where Aggregate says so.
func (o Options) aggregated(read func(Options) (*Dataset, error)) (*Dataset, error) {
	by := o.Aggregate
	o.Aggregate = ""
	if by != "" {
		if err := checkAggregate(by); err != nil {
			return nil, err
		}
		if o.Group == "" && !o.GroupEqualRows {
			return nil, fmt.Errorf("the %s of which groups? name the column of the groups in Group",
				by)
		}
	}
	d, err := read(o)
	if err != nil || by == "" {
		return d, err
	}
	out, err := d.Aggregate(by)
	if err != nil {
		return nil, err
	}
	out.Origin = out.Hash()
	return out, nil
}
