package redundancy

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// Multiplier computes products of a Squares with vectors and reuses its memory. Only one goroutine
// may use it at a time.
type Multiplier struct {
	s       *Squares
	workers int
	kernel  []float64 // K, n×n: its lower triangle, in tiles
	rows    int       // of a tile
	tiles   [][2]int
	parts   [][]float64 // K of each share of the features; nil: tiles
	dst, v  []float64
	support []int // features at which v is not 0; nil for all
	tick    func(steps int)

	rooms     chan *room // not in use
	form, use func(lo, hi int)
}

// room is the memory of one goroutine: parts of two factors of a tile of K, and products of a tile
// of features with some rows of K.
type room struct {
	left, right [side * tile]float64
	out         [tile * tile]float64
}

// tileRows is the number of rows of K that are computed, or multiplied, at a time, at most tile.
// The fewer they are, the less is computed above the diagonal of K; the more they are, the more is
// computed with what is in the cache.
func tileRows(n int) int { return min(max(n/6, 16), tile) }

const (
	// fewSamples is the number of samples up to which K fits a processor's cache, so that a share
	// of the features is read once, for all of it.
	fewSamples = 128
	// A share has sharePart·n features or more, so that the sums of all shares are small beside
	// them; there are at most shares, whatever the number of workers.
	shares    = 16
	sharePart = 32
)

// Multiplier returns a Multiplier, which takes O(n²) memory.
func (s *Squares) Multiplier(workers int) *Multiplier {
	m := &Multiplier{s: s, workers: workers, kernel: make([]float64, s.n*s.n),
		rows: tileRows(s.n)}
	m.tick = func(int) {}
	m.rooms = make(chan *room, parallel.Workers(workers))
	if sums := min(shares, s.p/(sharePart*s.n)); s.n <= fewSamples && sums > 1 {
		for range sums {
			m.parts = append(m.parts, make([]float64, s.n*s.n))
		}
		m.form, m.use = m.formPart, m.useForms
		return m
	}
	for i := 0; i < s.n; i += m.rows {
		for j := 0; j < min(i+m.rows, s.n); j += tile {
			m.tiles = append(m.tiles, [2]int{i, j})
		}
	}
	m.form, m.use = m.formTile, m.useTile
	return m
}

// sums is the number of calls of form that make K.
func (m *Multiplier) sums() int { return max(len(m.tiles), len(m.parts)) }

func (m *Multiplier) enter() *room {
	select {
	case r := <-m.rooms:
		return r
	default:
		return new(room)
	}
}

func (m *Multiplier) leave(r *room) {
	select {
	case m.rooms <- r:
	default:
	}
}

// Mul sets dst to Av = diag(Z'KZ), K = Z diag(v) Z' (dst and v of length p), in 2n²p operations.
// With one worker it allocates nothing.
func (m *Multiplier) Mul(ctx context.Context, dst, v []float64) error {
	return m.mul(ctx, dst, v, nil)
}

func (m *Multiplier) mul(ctx context.Context, dst, v []float64, support []int) error {
	m.dst = dst
	if err := m.makeKernel(ctx, v, support); err != nil {
		return err
	}
	return parallel.For(ctx, m.workers, m.s.p, tile, m.use)
}

// makeKernel computes the lower triangle of K, with twice its entries beside the diagonal.
func (m *Multiplier) makeKernel(ctx context.Context, v []float64, support []int) error {
	m.v, m.support = v, support
	clear(m.kernel)
	if err := parallel.For(ctx, m.workers, m.sums(), 1, m.form); err != nil {
		return err
	}
	n := m.s.n
	for _, part := range m.parts {
		for a := range n {
			floats.Add(m.kernel[a*n:][:a+1], part[a*n:][:a+1])
		}
	}
	for a := range n {
		floats.Scale(2, m.kernel[a*n:][:a])
	}
	return nil
}

// count is the number of features at which v is not 0, as far as that is known.
func (m *Multiplier) count() int {
	if m.support == nil {
		return m.s.p
	}
	return len(m.support)
}

// formPart computes the K of one share of the features.
func (m *Multiplier) formPart(i, _ int) {
	defer m.tick(1)
	s, n, part := m.s, m.s.n, m.parts[i]
	clear(part)
	room := m.enter()
	defer m.leave(room)
	most := len(room.left) / fewSamples
	to := (i + 1) * m.count() / len(m.parts)
	for from := i * m.count() / len(m.parts); from < to; from += most {
		count := min(most, to-from)
		left := blas64.General{Rows: count, Cols: n, Stride: n, Data: room.left[:]}
		right := left
		right.Data = s.z[from*n:]
		if m.support != nil {
			right.Data = room.right[:]
		}
		for a := range count {
			f := from + a
			if m.support != nil {
				f = m.support[f]
				copy(right.Data[a*n:(a+1)*n], s.at(f))
			}
			floats.ScaleTo(left.Data[a*n:(a+1)*n], m.v[f], s.at(f))
		}
		dense.AddLower(blas64.General{Rows: n, Cols: n, Stride: n, Data: part}, left, right)
	}
}

// useForms sets dst[lo:hi].
func (m *Multiplier) useForms(lo, hi int) {
	defer m.tick(1)
	n := m.s.n
	dense.Forms(m.dst[lo:hi], blas64.General{Rows: n, Cols: n, Stride: n, Data: m.kernel},
		blas64.General{Rows: hi - lo, Cols: n, Stride: n, Data: m.s.z[lo*n:]})
}

// formTile computes a tile of K.
func (m *Multiplier) formTile(t, _ int) {
	defer m.tick(1)
	s, n := m.s, m.s.n
	i, j := m.tiles[t][0], m.tiles[t][1]
	rows := min(m.rows, n-i)
	cols := min(tile, i+rows-j)
	room := m.enter()
	defer m.leave(room)
	out := blas64.General{Rows: rows, Cols: cols, Stride: n, Data: m.kernel[i*n+j:]}
	count := m.count()
	for from := 0; from < count; from += side {
		part := min(side, count-from)
		left := blas64.General{Rows: part, Cols: rows, Stride: rows, Data: room.left[:]}
		right := blas64.General{Rows: part, Cols: cols, Stride: cols, Data: room.right[:]}
		if m.support == nil { // in place
			right.Stride, right.Data = n, s.z[from*n+j:]
		}
		for a := range part {
			f := from + a
			if m.support != nil {
				f = m.support[f]
				copy(right.Data[a*cols:(a+1)*cols], s.at(f)[j:j+cols])
			}
			floats.ScaleTo(left.Data[a*rows:(a+1)*rows], m.v[f], s.at(f)[i:i+rows])
		}
		dense.AddOuter(out, left, right)
	}
	for a := range rows {
		if above := max(0, i+a+1-j); above < cols {
			clear(out.Data[a*n:][above:cols])
		}
	}
}

// useTile sets dst[lo:hi].
func (m *Multiplier) useTile(lo, hi int) {
	defer m.tick(1)
	s, n := m.s, m.s.n
	room := m.enter()
	defer m.leave(room)
	c := &room.out
	clear(m.dst[lo:hi])
	block := s.z[lo*n : hi*n]
	for i := 0; i < n; i += m.rows {
		rows := min(m.rows, n-i)
		products(c, block, m.kernel[i*n:(i+rows)*n], n, i+rows)
		for j := lo; j < hi; j++ {
			m.dst[j] += floats.Dot(c[(j-lo)*tile:(j-lo)*tile+rows], s.at(j)[i:i+rows])
		}
	}
}
