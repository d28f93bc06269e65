package graphs

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Moments are the means and the scatter of columns in each class that has samples.
type Moments struct {
	Size []int // n_c, of the classes that have samples, in their order
	// Mean has, for each class, the mean of every column in it less that in the first class.
	Mean [][]float64
	// Square has Σ_{i in c} (x_ij - mean_cj)², exactly 0 for a column of one value in the class.
	Square [][]float64
	// Constant lists the constant columns, ascending.
	Constant []int
}

// ClassMoments returns the moments of every column of x (n×d). Arguments, errors and cost are those
// of ClassForms, whose forms are sums of them over the classes.
func ClassMoments(ctx context.Context, x mat.Matrix, y []int, c int, names []string,
	workers int) (*Moments, error) {
	_, d := x.Dims()
	members := filledClasses(y, c)
	m := &Moments{Mean: make([][]float64, len(members)), Square: make([][]float64, len(members))}
	for k, rows := range members {
		m.Size = append(m.Size, len(rows))
		m.Mean[k], m.Square[k] = make([]float64, d), make([]float64, d)
	}
	if err := m.add(ctx, x, members, workers); err != nil {
		return nil, err
	}
	f := m.forms(d)
	if err := f.finish(x, names); err != nil {
		return nil, err
	}
	m.Constant = f.Constant
	return m, nil
}

// filledClasses are the rows of the classes that have any.
func filledClasses(y []int, c int) [][]int {
	members := make([][]int, c)
	for i, k := range y {
		members[k] = append(members[k], i)
	}
	filled := members[:0]
	for _, rows := range members {
		if len(rows) > 0 {
			filled = append(filled, rows)
		}
	}
	return filled
}

// forms are those of the moments.
func (m *Moments) forms(d int) *Forms {
	f := &Forms{Between: make([]float64, d), Within: make([]float64, d)}
	total := 0
	for _, n := range m.Size {
		total += n
	}
	for j := range d {
		var center float64
		for c, n := range m.Size {
			center += float64(n) / float64(total) * m.Mean[c][j]
		}
		for c, n := range m.Size {
			v := m.Mean[c][j] - center
			f.Between[j] += float64(n) * v * v
			f.Within[j] += m.Square[c][j]
		}
	}
	return f
}

// add computes the moments, of dense columns by blocks and of others one by one.
func (m *Moments) add(ctx context.Context, x mat.Matrix, members [][]int, workers int) error {
	switch x := x.(type) {
	case *storage.Sparse:
		of, size := numbered(x, members)
		room := func() *classRoom { return newClassRoom(len(size)) }
		return eachSparse(ctx, x, workers, room,
			func(r *classRoom, j int, rows []int32, values []float64) {
				r.fill(rows, values, of, size)
				m.sparse(r, j, rows, values, of)
			})
	case *storage.Mapped:
		if x.OneByte() {
			of, size := numbered(x, members)
			return m.bytes(ctx, x, of, size, workers)
		}
	}
	return storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		first := b.RawRowView(members[0][0])
		for c, rows := range members {
			mean := m.Mean[c][lo:hi]
			addDeviations(mean, b, rows)
			for j := range mean {
				mean[j] /= float64(len(rows))
			}
			addSquares(m.Square[c][lo:hi], mean, b, rows)
		}
		for c := len(members) - 1; c >= 0; c-- { // the first, to which they relate, at the end
			own := b.RawRowView(members[c][0])
			for j := range first {
				m.Mean[c][lo+j] = (own[j] - first[j]) + (m.Mean[c][lo+j] - m.Mean[0][lo+j])
			}
		}
	})
}

// sparse sets the moments of column j, of which r has the means.
func (m *Moments) sparse(r *classRoom, j int, rows []int32, values []float64, of []int) {
	for p, i := range rows {
		c := of[i]
		v := values[p] - r.origin[c] - r.mean[c]
		m.Square[c][j] += v * v
	}
	for c, n := range m.Size {
		m.Square[c][j] += float64(n-r.count[c]) * r.mean[c] * r.mean[c]
		m.Mean[c][j] = r.delta(c)
	}
}

// bytes computes the moments of numbers of one byte from the counts of their values.
func (m *Moments) bytes(ctx context.Context, x *storage.Mapped, of, size []int, workers int) error {
	codes := storage.NewCodes(len(of), len(size), func(i int) int { return of[i] })
	pool := sync.Pool{New: func() any { return newClassRoom(len(size)) }}
	_, err := storage.EachTally(ctx, x, codes, workers, countsMemory, nil,
		func(t *storage.Tally, j int) {
			r := pool.Get().(*classRoom)
			for c, n := range size {
				m.Square[c][j] = r.tallyClass(t, c, n, 0)
			}
			for c := range size {
				m.Mean[c][j] = r.delta(c)
			}
			pool.Put(r)
		})
	return err
}
