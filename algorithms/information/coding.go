// Package information selects features by the mutual information of coded features:
// Σ p(a, b) log₂ p(a, b)/(p(a)p(b)) over the codes a and b of two features, or of a
// feature and the classes.
package information

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
	"fsnb.example/internal/visible"
)

const (
	codingDoc = "levels cuts at mean ± sd/2, width makes bins of equal width, frequency bins of " +
		"equal counts, mdl the cuts of Fayyad and Irani; values takes columns of at most 256 " +
		"distinct values as they are"
	binsDoc       = "number of bins of coding=width and coding=frequency; 0 means 10"
	relevanceDoc  = "precomputed relevance of each feature; from Go only"
	redundancyDoc = "precomputed redundancy of all pairs of features, d×d; from Go only"
)

// Coding is a way to turn numbers into codes.
type Coding string

const (
	// Levels has three codes: below mean - sd/2, above mean + sd/2, between
	// (sd with divisor n-1). A value within rounding (ties.Slack) of an edge is between.
	Levels Coding = "levels"
	// Width divides the range of a feature into bins of equal width: the code is
	// min(bins-1, ⌊bins·(x - min)/(max - min)⌋). A value within rounding (ties.Slack) of an edge
	// is in the bin above it.
	Width Coding = "width"
	// Frequency makes bins of about equal numbers of samples: the code is
	// ⌊bins·(samples below x)/n⌋, the same for equal values.
	Frequency Coding = "frequency"
	// MDL cuts where the classes change, as long as the description length of the
	// classes falls (Fayyad, Irani 1993). It needs labels. A feature without a cut has one
	// code.
	MDL Coding = "mdl"
	// Values takes columns that are codes already, of at most 256 distinct values, as they are: a
	// code for each value.
	Values Coding = "values"
)

// Choices returns the codings, the default first.
func (Coding) Choices() []string {
	return []string{string(Levels), string(Width), string(Frequency), string(MDL), string(Values)}
}

// manyTie reports whether many features may have equal counts by this coding.
func (c Coding) manyTie() bool { return c == MDL || c == Frequency || c == Values }

const (
	// mostCodes is the number of codes that fit into a byte.
	mostCodes = 256
	// crowded stands for the number of codes of a column that has too many values for Values.
	crowded = mostCodes + 1
)

// Codes are the codes of all features in memory: n bytes each, or of sparse values one byte for an
// entry and one for the zeros of a feature.
type Codes struct {
	N        int
	Count    []int // number of codes of a feature: 1 above the largest
	Constant []int // columns of one value
	exact    *exact
	sums     []int64  // of the terms of the counts of each feature
	bytes    []uint8  // column by column; nil for sparse values
	planes   []uint64 // of columns of few codes, or nil
	places   []int    // the planes of column j are planes[places[j]:places[j+1]]
	sparse   *storage.Sparse
	starts   []int   // the codes of the entries of column j are entries[starts[j]:starts[j+1]]
	entries  []uint8 // in their order
	zeros    []uint8 // the code of 0 in each column
}

// Column returns the codes of feature j, which callers must not modify. Those of sparse values are
// made by the call.
func (c *Codes) Column(j int) []uint8 {
	if c.sparse == nil {
		return c.bytes[j*c.N : (j+1)*c.N]
	}
	return c.read(j, make([]uint8, c.N))
}

// read is Column with memory for the codes of sparse values.
func (c *Codes) read(j int, buf []uint8) []uint8 {
	if c.sparse == nil {
		return c.Column(j)
	}
	rows, codes := c.column(j)
	for i := range buf {
		buf[i] = c.zeros[j]
	}
	for p, i := range rows {
		buf[i] = codes[p]
	}
	return buf
}

// column returns the codes of the entries of feature j of sparse values.
func (c *Codes) column(j int) (rows []int32, codes []uint8) {
	rows, _ = c.sparse.Column(j)
	return rows, c.entries[c.starts[j]:c.starts[j+1]]
}

// coded returns feature j as it is counted.
func (c *Codes) coded(j int) codedColumn {
	out := codedColumn{count: c.Count[j]}
	if c.sparse != nil {
		out.rest = c.zeros[j]
		out.rows, out.codes = c.column(j)
		return out
	}
	out.all = c.Column(j)
	if c.planes != nil && c.places[j] < c.places[j+1] {
		out.planes = c.planes[c.places[j]:c.places[j+1]]
	}
	return out
}

// with returns the mutual information in bits of v and feature j.
func (c *Codes) with(k *counter, v *variable, j int) float64 {
	column := c.coded(j)
	return k.with(v, &column, c.sums[j])
}

// lift makes the planes of the columns of few codes, in (count-1)/8 of the memory of codes.
func (c *Codes) lift(ctx context.Context, workers int) error {
	if c.sparse != nil {
		return ctx.Err()
	}
	size := planeSize(c.N)
	c.places = make([]int, len(c.Count)+1)
	for j, count := range c.Count {
		c.places[j+1] = c.places[j]
		if count <= mostPlanes {
			c.places[j+1] += (count - 1) * size
		}
	}
	c.planes = make([]uint64, c.places[len(c.Count)])
	return parallel.For(ctx, workers, len(c.Count), 64, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			planes := c.planes[c.places[j]:c.places[j+1]]
			lift(planes, c.Column(j), len(planes)/size)
		}
	})
}

// Code codes every column of d; bins is for Width and Frequency. Columns of codes (Dataset.Codes)
// are taken by Values whatever the coding of the others. The codes of values that are
// sparse or on disk are those of the same values in memory. It returns an error when bins is not
// between 2 and 256, when the range of a column overflows, when a column has more than 256 distinct
// values for Values, when the file cannot be read, and when the context ends. The cost is O(nd), or
// O(nd log n) for Frequency and MDL; of sparse values, with their entries in place of nd.
func Code(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int) (
	*Codes, error) {
	return code(ctx, d, coding, bins, 0, workers)
}

// code is Code with columns of up to few distinct values taken by Values.
func code(ctx context.Context, d *datasets.Dataset, coding Coding, bins, few, workers int) (
	*Codes, error) {
	if err := checkBins(bins); err != nil {
		return nil, err
	}
	n, p := d.N(), d.D()
	c := &Codes{N: n, Count: make([]int, p), exact: newExact(n), sums: make([]int64, p)}
	s := newCoder(d, coding, bins, few, c.exact)
	constant := make([]bool, p)
	var err error
	if x, ok := d.Stored.(*storage.Sparse); ok {
		err = s.sparse(ctx, c, x, constant, workers)
	} else {
		err = s.dense(ctx, c, d.Matrix(), constant, workers)
	}
	if err != nil {
		return nil, err
	}
	for j, is := range constant {
		switch {
		case is:
			c.Constant = append(c.Constant, j)
		case c.Count[j] == 0:
			return nil, overflows(d, j)
		case c.Count[j] == crowded:
			return nil, tooManyValues(d, j)
		}
	}
	return c, nil
}

func checkBins(bins int) error {
	if bins < 2 || bins > mostCodes {
		return fmt.Errorf("bins = %d; give 2 to %d", bins, mostCodes)
	}
	return nil
}

func overflows(d *datasets.Dataset, j int) error {
	return fmt.Errorf("column %d (%s): the range of its values overflows; divide the column by a "+
		"constant", j, d.Features[j])
}

func tooManyValues(d *datasets.Dataset, j int) error {
	if d.Coded(j) {
		return fmt.Errorf("column %d (%s) is of codes with more than %d levels; drop it, or merge "+
			"its levels", j, visible.Name(d.Features[j]), mostCodes)
	}
	return fmt.Errorf("column %d (%s) has more than %d distinct values, and coding=values takes "+
		"columns as they are; round it, or choose another coding, such as width", j,
		d.Features[j], mostCodes)
}

// coder codes the columns of d.
type coder struct {
	d       *datasets.Dataset
	coding  Coding
	bins    int
	exact   *exact
	byValue []bool // the columns of codes; nil for none
	few     int    // the number of distinct values up to which any column is taken by Values
}

func newCoder(d *datasets.Dataset, coding Coding, bins, few int, e *exact) *coder {
	s := &coder{d: d, coding: coding, bins: bins, few: few, exact: e}
	if d.Codes != nil {
		s.byValue = make([]bool, d.D())
		for _, c := range d.Codes {
			s.byValue[c.Column] = true
		}
	}
	return s
}

// of is the coding of column j, which has the values f, perhaps several times.
func (s *coder) of(j int, f []float64) Coding {
	if s.byValue != nil && s.byValue[j] || s.few > 0 && distinct(f, s.few) != nil {
		return Values
	}
	return s.coding
}

// dense codes values by blocks of columns.
func (s *coder) dense(ctx context.Context, c *Codes, x storage.Matrix, constant []bool,
	workers int) error {
	n, p := x.Dims()
	c.bytes = make([]uint8, n*p)
	var pool sync.Pool
	return storage.EachBlock(ctx, x, workers, 64, func(b *mat.Dense, lo, hi int) {
		values, _ := pool.Get().(*[]float64)
		if values == nil {
			values = new([]float64)
		}
		defer pool.Put(values)
		*values = byColumn(*values, b)
		for j := lo; j < hi; j++ {
			codes := c.Column(j)
			constant[j], c.Count[j] = s.column(j, codes, (*values)[(j-lo)*n:][:n])
			c.sums[j] = s.exact.marginal(codes)
		}
	})
}

// byColumn copies the columns of b to buf, one after the other.
func byColumn(buf []float64, b *mat.Dense) []float64 {
	n, p := b.Dims()
	if cap(buf) < n*p {
		buf = make([]float64, n*p)
	}
	buf = buf[:n*p]
	i := 0
	for ; i+4 <= n; i += 4 { // so that writes are near each other
		r0, r1, r2, r3 := b.RawRowView(i), b.RawRowView(i+1), b.RawRowView(i+2), b.RawRowView(i+3)
		r1, r2, r3 = r1[:len(r0)], r2[:len(r0)], r3[:len(r0)]
		for j, v := range r0 {
			out := buf[j*n+i:][:4]
			out[0], out[1], out[2], out[3] = v, r1[j], r2[j], r3[j]
		}
	}
	for ; i < n; i++ {
		for j, v := range b.RawRowView(i) {
			buf[j*n+i] = v
		}
	}
	return buf
}

// column codes the values f of column j, which it may change, and returns the number of codes: 1 of
// a constant column, 0 if the range overflows, crowded if it has too many values.
func (s *coder) column(j int, codes []uint8, f []float64) (constant bool, count int) {
	coding := s.of(j, f)
	if coding == Values {
		count = valueCodes(codes, f)
		return count == 1, count
	}
	least, most := f[0], f[0]
	for _, v := range f {
		if v < least {
			least = v
		}
		if v > most {
			most = v
		}
	}
	width := most - least
	switch {
	case width == 0:
		return true, 1
	case math.IsInf(width, 1):
		return false, 0
	}
	return false, codeColumn(codes, f, least, width, s.d, coding, s.bins)
}

// codeColumn codes the values f and returns the number of codes. It may change f.
func codeColumn(codes []uint8, f []float64, least, width float64, d *datasets.Dataset,
	coding Coding, bins int) int {
	switch coding {
	case Width:
		for i, v := range f {
			codes[i] = widthCode(v, least, width, bins)
		}
		return bins
	case Frequency:
		sorted := slices.Clone(f)
		slices.Sort(sorted)
		for i, v := range f {
			below, _ := slices.BinarySearch(sorted, v)
			codes[i] = uint8(bins * below / len(f))
		}
		return bins
	case MDL:
		cuts := mdlCuts(f, d.Y, len(d.Classes))
		for i, v := range f {
			codes[i] = cutCode(v, cuts)
		}
		return len(cuts) + 1
	}
	levels(codes, f, least, width)
	return 3
}

// valueCodes codes by Values, in the order of the values, and returns their number or crowded.
func valueCodes(codes []uint8, f []float64) int {
	values := distinct(f, mostCodes)
	if values == nil {
		return crowded
	}
	for i, v := range f {
		at, _ := slices.BinarySearch(values, v)
		codes[i] = uint8(at)
	}
	return len(values)
}

// distinct returns the distinct values of f, ascending; nil if they are more than most.
func distinct(f []float64, most int) []float64 {
	var values []float64
	for _, v := range f {
		at, found := slices.BinarySearch(values, v)
		if found {
			continue
		}
		if len(values) == most {
			return nil
		}
		values = slices.Insert(values, at, v)
	}
	return values
}

// widthCode is the code of v by Width.
func widthCode(v, least, width float64, bins int) uint8 {
	above := v - least + onEdge(v, least, width/float64(bins))
	return uint8(min(bins-1, int(float64(bins)*(above/width))))
}

// cutCode is the number of ascending cuts up to v: a cut is the first value above it.
func cutCode(v float64, cuts []float64) uint8 {
	at, found := slices.BinarySearch(cuts, v)
	for found && at < len(cuts) && cuts[at] == v {
		at++
	}
	return uint8(at)
}

// onEdge returns the distance from an edge up to which a value counts as on it, the size of
// rounding errors. It is at most a thousandth of a bin, so that values of few digits keep their
// bin.
func onEdge(v, least, part float64) float64 {
	return min(ties.Slack(v-least, max(math.Abs(v), math.Abs(least))), part/1000)
}

// levels codes by mean ± sd/2 and changes f.
func levels(codes []uint8, f []float64, least, width float64) {
	low, high := levelEdges(f, least, width)
	codes = codes[:len(f)]
	for i, v := range f {
		codes[i] = levelCode(v, low, high)
	}
}

func levelCode(v, low, high float64) uint8 {
	c := 1 // an int, so that no branches are compiled, which would be mispredicted
	if v < low {
		c = 0
	}
	if v > high {
		c = 2
	}
	return uint8(c)
}

// levelEdges replaces v in f by (v - least)/width, and returns the edges of these numbers: values
// on an edge are between, regardless of rounding in the sums.
func levelEdges(f []float64, least, width float64) (low, high float64) {
	var mean, square float64
	for i, v := range f {
		f[i] = (v - least) / width // squares of these neither overflow nor underflow
		mean += f[i]
	}
	n := float64(len(f))
	mean /= n
	for _, v := range f {
		square += (v - mean) * (v - mean)
	}
	return edgesOf(mean, square, n, least, width)
}

// edgesOf returns the edges by the mean of n numbers and the sum of their squared distances from
// it.
func edgesOf(mean, square, n, least, width float64) (low, high float64) {
	edge := onEdge(least+width, least, width) / width
	sd := math.Sqrt(square / (n - 1))
	return mean - sd/2 - edge, mean + sd/2 + edge
}
