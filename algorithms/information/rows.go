package information

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/graphs"
)

// LevelEdges codes columns by Levels, of which parts of the rows know the moments only when all of
// them have been added: Count counts the codes of a part, counts of parts add up, and Gains are
// those of InfoGain of all rows.
type LevelEdges struct {
	Least, Width []float64
	Low, High    []float64 // of (v - Least)/Width
}

// NewLevelEdges returns those of the columns with the moments of all rows. It returns an error if
// the range of a column overflows; names are those of the columns.
func NewLevelEdges(m *graphs.PartialMoments, names []string) (*LevelEdges, error) {
	f, err := m.Forms(names)
	if err != nil {
		return nil, err
	}
	d := len(m.Least)
	e := &LevelEdges{Least: m.Least, Width: make([]float64, d), Low: make([]float64, d),
		High: make([]float64, d)}
	n := 0
	for _, count := range m.Counts {
		n += count
	}
	for j, least := range m.Least {
		width := m.Most[j] - least
		if e.Width[j] = width; width == 0 {
			continue
		}
		var sum float64
		for class, count := range m.Counts {
			if count > 0 {
				sum += m.Above(least, class, j) / width
			}
		}
		square := (f.Between[j] + f.Within[j]) / width / width
		e.Low[j], e.High[j] = edgesOf(sum/float64(n), square, float64(n), least, width)
	}
	return e, nil
}

// levelCodes is the number of codes of Levels.
const levelCodes = 3

// Count counts the codes of the columns of x (n×d) in each class, at (column·classes + class)·3 +
// code; y holds n class indices below c.
func (e *LevelEdges) Count(ctx context.Context, x mat.Matrix, y []int, c, workers int) ([]uint32,
	error) {
	_, d := x.Dims()
	if d != len(e.Least) {
		return nil, fmt.Errorf("%d columns, want %d", d, len(e.Least))
	}
	out := make([]uint32, d*c*levelCodes)
	err := storage.EachBlock(ctx, x, workers, 64, func(b *mat.Dense, lo, hi int) {
		n, _ := b.Dims()
		for i := range n {
			for k, v := range b.RawRowView(i) {
				j := lo + k
				code := uint8(0)
				if e.Width[j] > 0 {
					code = levelCode((v-e.Least[j])/e.Width[j], e.Low[j], e.High[j])
				}
				out[(j*c+y[i])*levelCodes+int(code)]++
			}
		}
	})
	return out, err
}

// Gains are the scores of InfoGain on d, of counts of all rows.
func (e *LevelEdges) Gains(d *datasets.Dataset, counts []uint32) (*algorithms.Scores, error) {
	c := len(d.Classes)
	if len(counts) != d.D()*c*levelCodes {
		return nil, fmt.Errorf("%d counts of %d classes and %d features", len(counts), c, d.D())
	}
	exact := newExact(d.N())
	classes := make([]uint32, c)
	for class, count := range d.ClassCounts() {
		classes[class] = uint32(count)
	}
	target := exact.sum(classes)
	values := make(algorithms.Numbers, d.D())
	var constant []int
	for j := range values {
		if e.Width[j] == 0 {
			constant = append(constant, j)
			continue
		}
		joint := counts[j*c*levelCodes : (j+1)*c*levelCodes]
		var codes [levelCodes]uint32
		for k, v := range joint {
			codes[k%levelCodes] += v
		}
		sum := exact.sum(joint) - target - exact.sum(codes[:]) + exact.all()
		values[j] = gainOf(exact.bits(sum))
	}
	return scored(d, d, values, constant), nil
}
