package graphs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// PartialMoments are means and sums of squares of d columns within classes, which parts of the rows
// of a matrix add up to.
type PartialMoments struct {
	Counts []int // rows of each class
	// Least and Most are the extremes of each column.
	Least, Most []float64
	// Sum is that of the values of a class and a column less Origin, which is one of them, and
	// Square the sum of squared distances from their mean, at class·d + column. So sums of whole
	// numbers are exact, and no digits are lost where values are large and vary little.
	Origin, Sum, Square []float64
}

// NewPartialMoments computes those of x (n×d); y holds n class indices below c. The cost is two
// passes over x, O(nd), and 24cd bytes.
func NewPartialMoments(ctx context.Context, x mat.Matrix, y []int, c, workers int) (*PartialMoments,
	error) {
	_, d := x.Dims()
	m := &PartialMoments{Counts: make([]int, c), Least: make([]float64, d),
		Most: make([]float64, d), Origin: make([]float64, c*d), Sum: make([]float64, c*d),
		Square: make([]float64, c*d)}
	members := make([][]int, c)
	for i, class := range y {
		members[class] = append(members[class], i)
	}
	for class, rows := range members {
		m.Counts[class] = len(rows)
	}
	err := storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		n, _ := b.Dims()
		copy(m.Least[lo:hi], b.RawRowView(0))
		copy(m.Most[lo:hi], b.RawRowView(0))
		for i := range n {
			for k, v := range b.RawRowView(i) {
				m.Least[lo+k], m.Most[lo+k] = min(m.Least[lo+k], v), max(m.Most[lo+k], v)
			}
		}
		for class, rows := range members {
			if len(rows) == 0 {
				continue
			}
			copy(m.Origin[class*d+lo:class*d+hi], b.RawRowView(rows[0]))
			sum := m.Sum[class*d+lo : class*d+hi]
			addDeviations(sum, b, rows)
			mean := make([]float64, len(sum))
			for k, v := range sum {
				mean[k] = v / float64(len(rows))
			}
			addSquares(m.Square[class*d+lo:class*d+hi], mean, b, rows)
		}
	})
	return m, err
}

// Add adds those of other rows. It returns an error if the columns or the classes are not as many.
func (m *PartialMoments) Add(o *PartialMoments) error {
	d := len(m.Least)
	if len(o.Least) != d || len(o.Counts) != len(m.Counts) {
		return fmt.Errorf("moments of %d classes and %d features, and of %d and %d: give parts of "+
			"the same data", len(m.Counts), d, len(o.Counts), len(o.Least))
	}
	for j := range d {
		m.Least[j], m.Most[j] = min(m.Least[j], o.Least[j]), max(m.Most[j], o.Most[j])
	}
	for class, more := range o.Counts {
		count := m.Counts[class]
		m.Counts[class] += more
		at, end := class*d, (class+1)*d
		switch {
		case more == 0:
			continue
		case count == 0:
			copy(m.Origin[at:end], o.Origin[at:end])
			copy(m.Sum[at:end], o.Sum[at:end])
			copy(m.Square[at:end], o.Square[at:end])
			continue
		}
		a, b := float64(count), float64(more)
		for k := at; k < end; k++ {
			apart := o.Origin[k] - m.Origin[k]
			delta := apart + (o.Sum[k]/b - m.Sum[k]/a)
			m.Sum[k] += o.Sum[k] + b*apart
			m.Square[k] += o.Square[k] + delta*delta*a/(a+b)*b
		}
	}
	return nil
}

// Above returns the sum of the values of a class and a column less v.
func (m *PartialMoments) Above(v float64, class, j int) float64 {
	k := class*len(m.Least) + j
	return m.Sum[k] + float64(m.Counts[class])*(m.Origin[k]-v)
}

// Forms returns the scatter between and within classes, as ClassForms does of all rows, with its
// errors; with one class the scatter of the columns is Within.
func (m *PartialMoments) Forms(names []string) (*Forms, error) {
	d, n := len(m.Least), 0
	first := slices.IndexFunc(m.Counts, func(count int) bool { return count > 0 })
	for _, count := range m.Counts {
		n += count
	}
	f := &Forms{Between: make([]float64, d), Within: make([]float64, d)}
	for j := range d {
		if m.Least[j] == m.Most[j] {
			f.Constant = append(f.Constant, j)
			continue
		}
		delta := func(class int) float64 {
			k := class*d + j
			return (m.Origin[k] - m.Origin[first*d+j]) + m.Sum[k]/float64(m.Counts[class])
		}
		var center float64
		for class, count := range m.Counts {
			if count > 0 {
				center += float64(count) / float64(n) * delta(class)
				f.Within[j] += m.Square[class*d+j]
			}
		}
		for class, count := range m.Counts {
			if count > 0 {
				r := delta(class) - center
				f.Between[j] += float64(count) * r * r
			}
		}
		switch s := f.Between[j] + f.Within[j]; {
		case math.IsInf(s, 0) || math.IsNaN(s):
			return nil, overflows(j, names)
		case s < tinyForm:
			return nil, underflows(j, names)
		}
	}
	return f, nil
}
