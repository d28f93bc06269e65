package information

import (
	"cmp"
	"math"
	"slices"

	"fsnb.example/datasets"
)

// weighted is a feature as values with the number of samples of each, in no order; a value may come
// several times. It codes them as codeColumn codes the samples one by one.
type weighted struct {
	n      int // samples
	values []float64
	sizes  []int
	rule   rule

	runs  runs // for MDL
	order []int
}

// runs are samples of one value and class.
type runs struct {
	values         []float64
	classes, sizes []int
}

func (r *runs) add(v float64, class, size int) {
	if size > 0 {
		r.values = append(r.values, v)
		r.classes, r.sizes = append(r.classes, class), append(r.sizes, size)
	}
}

// reset makes w a feature of n samples without values.
func (w *weighted) reset(n int) {
	w.n, w.values, w.sizes = n, w.values[:0], w.sizes[:0]
	w.runs.values, w.runs.classes, w.runs.sizes = w.runs.values[:0], w.runs.classes[:0],
		w.runs.sizes[:0]
}

func (w *weighted) add(v float64, size int) {
	w.values, w.sizes = append(w.values, v), append(w.sizes, size)
}

// rule codes single values of a feature.
type rule struct {
	coding       Coding
	bins         int
	least, width float64
	low, high    float64   // of Levels
	cuts         []float64 // of MDL; of Frequency and Values, the distinct values, ascending
	codes        []uint8   // of Frequency, those of cuts
}

// code is the code of a value of the feature.
func (r *rule) code(v float64) uint8 {
	switch r.coding {
	case Width:
		return widthCode(v, r.least, r.width, r.bins)
	case Frequency:
		at, _ := slices.BinarySearch(r.cuts, v)
		return r.codes[at]
	case MDL:
		return cutCode(v, r.cuts)
	case Values:
		at, _ := slices.BinarySearch(r.cuts, v)
		return uint8(at)
	}
	return levelCode((v-r.least)/r.width, r.low, r.high)
}

// prepare sets the rule of w, which is column j. all returns the values of all samples in their
// order, which it may change; it is called when rounding could decide. For MDL, runs is set. The
// number of codes is 1 of a constant column, 0 if the range overflows, and crowded if there are too
// many values.
func (w *weighted) prepare(s *coder, j int, all func() []float64) (constant bool, count int) {
	r, coding := &w.rule, s.of(j, w.values)
	if coding == Values {
		r.coding, r.cuts = Values, distinct(w.values, mostCodes)
		if r.cuts == nil {
			return false, crowded
		}
		return len(r.cuts) == 1, len(r.cuts)
	}
	least, most := slices.Min(w.values), slices.Max(w.values)
	r.coding, r.bins, r.least, r.width = coding, s.bins, least, most-least
	switch {
	case r.width == 0:
		return true, 1
	case math.IsInf(r.width, 1):
		return false, 0
	}
	switch coding {
	case Width:
		return false, s.bins
	case Frequency:
		w.frequencies()
		return false, s.bins
	case MDL:
		r.cuts = mdlCutsOf(w.runs.values, w.runs.classes, w.runs.sizes, len(s.d.Classes))
		return false, len(r.cuts) + 1
	}
	if !w.levelEdges() {
		r.low, r.high = levelEdges(all(), least, r.width)
	}
	return false, 3
}

// frequencies sets the codes of the distinct values.
func (w *weighted) frequencies() {
	w.order = w.order[:0]
	for k := range w.values {
		w.order = append(w.order, k)
	}
	slices.SortFunc(w.order, func(a, b int) int { return cmp.Compare(w.values[a], w.values[b]) })
	r := &w.rule
	r.cuts, r.codes = r.cuts[:0], r.codes[:0]
	below := 0
	for _, k := range w.order {
		if v := w.values[k]; len(r.cuts) == 0 || v != r.cuts[len(r.cuts)-1] {
			r.cuts, r.codes = append(r.cuts, v), append(r.codes, uint8(r.bins*below/w.n))
		}
		below += w.sizes[k]
	}
}

// levelEdges sets the edges of Levels from sums that round otherwise than those of one sample after
// the other. It reports whether the codes of all values are those of any order of the sums.
func (w *weighted) levelEdges() (sure bool) {
	r, n := &w.rule, float64(w.n)
	sizes := w.sizes[:len(w.values)]
	var mean, square float64
	for k, v := range w.values {
		mean += float64(sizes[k]) * ((v - r.least) / r.width)
	}
	mean /= n
	for k, v := range w.values {
		f := (v-r.least)/r.width - mean
		square += float64(sizes[k]) * (f * f)
	}
	r.low, r.high = edgesOf(mean, square, n, r.least, r.width)
	// Each sum of n numbers of at most 1 is off by at most n² halves of the last bit, so the mean
	// is off by n of them, and as square is at least 1/2, sd/2 by less.
	doubt := 4 * (n + 16) * 0x1p-53
	for _, v := range w.values {
		f := (v - r.least) / r.width
		if math.Abs(f-r.low) <= doubt || math.Abs(f-r.high) <= doubt {
			return false
		}
	}
	return true
}

// zerosOf adds to runs the samples of value 0, which are those of the classes y without rows.
func (w *weighted) zerosOf(d *datasets.Dataset, classCounts []int, rows []int32) {
	left := slices.Clone(classCounts)
	for _, i := range rows {
		left[d.Y[i]]--
	}
	for class, size := range left {
		w.runs.add(0, class, size)
	}
}
