package datasets

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Summary is an overview of a data set. It is plain data.
type Summary struct {
	Name        string
	N, D        int
	Classes     []string
	ClassCounts []int
	// Target describes a continuous target, by its name; nil without one.
	Target   *ColumnSummary `plain:",omitempty"`
	Columns  []ColumnSummary
	Min, Max float64 // over all values
	Zeros    float64 // share of the values that are 0
	Integers bool    // every value is a whole number
	Constant []string
	// Storage is the kind of values that are not in memory as a table: "sparse", with NonZeros
	// values other than 0, or "on disk"; "" for others.
	Storage    string     `plain:",omitempty"`
	NonZeros   int        `plain:",omitempty"`
	Image      ImageShape // of the pictures that the samples are; zero for none
	History    []string
	Warnings   []string
	AllColumns bool // whether all columns are listed when it is shown
	// Filled is the missing values that the others of their columns fill; "" for none.
	Filled string `plain:",omitempty"`
	// Codes describes the columns of codes (Dataset.CodesText); "" for none.
	Codes string `plain:",omitempty"`
}

// ColumnSummary summarizes one feature. SD has n-1 in its denominator.
type ColumnSummary struct {
	Name               string
	Min, Mean, Max, SD float64
}

// Summarize returns the summary of d in three passes, O(nd).
func (d *Dataset) Summarize() (*Summary, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	n, p := d.N(), d.D()
	s := &Summary{
		Name: d.Name, N: n, D: p, Classes: d.Classes, ClassCounts: d.ClassCounts(),
		Columns: make([]ColumnSummary, p),
		Min:     math.Inf(1), Max: math.Inf(-1), Integers: true, Image: d.Image, History: d.History,
		Warnings: d.Warnings,
	}
	if d.Stored != nil {
		s.Storage = d.Stored.Kind()
	}
	if x, ok := d.Stored.(*storage.Sparse); ok {
		s.NonZeros = x.NonZeros()
	}
	zeros, err := d.summarizeColumns(s)
	if err != nil {
		return nil, err
	}
	for j := range s.Columns {
		c := &s.Columns[j]
		c.Name = d.Features[j]
		s.Min, s.Max = min(s.Min, c.Min), max(s.Max, c.Max)
		if c.Min == c.Max {
			c.SD, c.Mean = 0, c.Min
			s.Constant = append(s.Constant, c.Name)
		}
	}
	if d.Continuous() {
		s.Target = d.summarizeTarget()
	}
	s.Filled, s.Codes = d.Missing.Text(), d.CodesText()
	s.Zeros = float64(zeros) / (float64(n) * float64(p))
	return s, nil
}

// summarizeColumns sets the numbers of the columns, and Integers. It returns the number of zeros.
func (d *Dataset) summarizeColumns(s *Summary) (zeros int, err error) {
	if x, ok := d.Stored.(*storage.Sparse); ok {
		return summarizeSparse(x, s), nil
	}
	var mu sync.Mutex
	const block = 128
	err = storage.EachBlock(context.Background(), d.Matrix(), 0, block,
		func(x *mat.Dense, lo, hi int) {
			z, whole := summarizeBlock(x, s.Columns[lo:hi])
			mu.Lock()
			zeros += z
			s.Integers = s.Integers && whole
			mu.Unlock()
		})
	return zeros, err
}

// summarizeBlock sets the numbers of the columns of x.
func summarizeBlock(x *mat.Dense, columns []ColumnSummary) (zeros int, whole bool) {
	n, _ := x.Dims()
	whole = true
	for j, v := range x.RawRowView(0) {
		columns[j] = ColumnSummary{Min: v, Max: v}
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			c := &columns[j]
			c.Min, c.Max = min(c.Min, v), max(c.Max, v)
			c.Mean += v / float64(n)
			if v == 0 {
				zeros++
			}
			whole = whole && v == math.Trunc(v)
		}
	}
	scale := make([]float64, len(columns))
	for j, c := range columns {
		scale[j] = unit(max(c.Max-c.Mean, c.Mean-c.Min))
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			r := (v - columns[j].Mean) * scale[j]
			columns[j].SD += r * r
		}
	}
	for j := range columns {
		columns[j].SD = math.Sqrt(columns[j].SD/float64(max(n-1, 1))) / scale[j]
	}
	return zeros, whole
}

// summarizeSparse is summarizeColumns in the time of the entries.
func summarizeSparse(x *storage.Sparse, s *Summary) (zeros int) {
	n, p := x.Dims()
	for j := range p {
		_, values := x.Column(j)
		empty := n - len(values)
		c := &s.Columns[j]
		if empty == 0 {
			c.Min, c.Max = values[0], values[0]
		}
		for _, v := range values {
			c.Min, c.Max = min(c.Min, v), max(c.Max, v)
			c.Mean += v / float64(n)
			s.Integers = s.Integers && v == math.Trunc(v)
		}
		scale := unit(max(c.Max-c.Mean, c.Mean-c.Min))
		rest := c.Mean * scale
		square := float64(empty) * rest * rest
		for _, v := range values {
			r := (v - c.Mean) * scale
			square += r * r
		}
		c.SD = math.Sqrt(square/float64(max(n-1, 1))) / scale
		zeros += empty
	}
	return zeros
}

// AllColumns returns the summary of d that lists every column when it is shown, as in
// fsnb.Show(d.AllColumns()), up to 50,000 of them; a data set itself lists the first ones. It is
// nil when Summarize returns an error.
func (d *Dataset) AllColumns() *Summary {
	s, err := d.Summarize()
	if err != nil {
		return nil
	}
	s.AllColumns = true
	return s
}

// summarizeTarget describes the continuous target.
func (d *Dataset) summarizeTarget() *ColumnSummary {
	c := &ColumnSummary{Name: d.TargetName, Min: slices.Min(d.Target), Max: slices.Max(d.Target)}
	n := float64(len(d.Target))
	for _, v := range d.Target {
		c.Mean += v / n
	}
	scale := unit(max(c.Max-c.Mean, c.Mean-c.Min))
	for _, v := range d.Target {
		r := (v - c.Mean) * scale
		c.SD += r * r
	}
	c.SD = math.Sqrt(c.SD/max(n-1, 1)) / scale
	if c.Min == c.Max {
		c.SD, c.Mean = 0, c.Min
	}
	return c
}

// unit returns the power of two that brings v to about 1, so that squares
// neither overflow nor vanish. Multiplying by it rounds nothing.
func unit(v float64) float64 {
	_, exp := math.Frexp(v)
	return math.Ldexp(1, max(-1000, min(1000, -exp)))
}

// ShowOn shows the data set on a screen that has ShowDataset: see display.Showable.
func (d *Dataset) ShowOn(screen any) {
	screen.(interface{ ShowDataset(*Dataset) }).ShowDataset(d)
}

// ShowOn shows the summary on a screen that has ShowSummary: see display.Showable.
func (s *Summary) ShowOn(screen any) {
	screen.(interface{ ShowSummary(*Summary) }).ShowSummary(s)
}
