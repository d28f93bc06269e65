package fsir

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// allPairs multiplies by Φ and Φ', with the columns of Φ for all N = n(n + 1)/2 pairs of
// coordinates: (YY')∘² = ΦΦ' for Y (p×n). Column (a, b), a ≤ b, is y_a y_b, times √2 if a ≠ b; the
// pairs are ordered by a, then b.
type allPairs struct {
	n, p, workers int
	y             blas64.General
	kernel        []float64 // n×n, lower triangle
	parts         [shares][]float64
	rooms         chan *pairRoom

	weight   []float64 // of features
	image    []float64 // Φt; nil if it is not wanted
	times    bool      // multiply by Φ first
	run, use func(lo, hi int)
}

// pairRoom is the memory of one goroutine.
type pairRoom struct {
	left []float64
	t    [stripe]float64
}

func newAllPairs(y *mat.Dense, workers int) *allPairs {
	p, n := y.Dims()
	h := &allPairs{n: n, p: p, workers: workers, y: y.RawMatrix(), kernel: make([]float64, n*n),
		rooms: make(chan *pairRoom, parallel.Workers(workers))}
	for i := range h.parts {
		h.parts[i] = make([]float64, n*n)
	}
	h.run, h.use = h.sumPart, h.imagePart
	return h
}

// normal sets dst to Φ'diag(weight)Φv: N numbers from N, in 2n²p operations.
func (h *allPairs) normal(ctx context.Context, dst, weight, v []float64) error {
	h.load(v)
	h.times, h.weight = true, weight
	return h.sum(ctx, dst)
}

// transposed sets dst to Φ'v: N numbers from p, in n²p operations.
func (h *allPairs) transposed(ctx context.Context, dst, v []float64) error {
	h.times, h.weight = false, v
	return h.sum(ctx, dst)
}

// mul sets dst to Φv: p numbers from N, in n²p operations.
func (h *allPairs) mul(ctx context.Context, dst, v []float64) error {
	h.load(v)
	h.image = dst
	return parallel.For(ctx, h.workers, h.p, stripe, h.use)
}

// load sets the lower triangle of the kernel so that y_j'(kernel)y_j is entry j of Φv.
func (h *allPairs) load(v []float64) {
	at := 0
	for a := range h.n {
		h.kernel[a*h.n+a] = v[at]
		for b := a + 1; b < h.n; b++ {
			h.kernel[b*h.n+a] = root2 * v[at+b-a]
		}
		at += h.n - a
	}
}

func (h *allPairs) sum(ctx context.Context, dst []float64) error {
	if err := parallel.For(ctx, h.workers, shares, 1, h.run); err != nil {
		return err
	}
	at := 0
	for a := range h.n {
		for b := a; b < h.n; b++ {
			var sum float64
			for _, part := range h.parts {
				sum += part[b*h.n+a]
			}
			if a != b {
				sum *= root2
			}
			dst[at] = sum
			at++
		}
	}
	return nil
}

func (h *allPairs) enter() *pairRoom {
	select {
	case r := <-h.rooms:
		return r
	default:
		return &pairRoom{left: make([]float64, stripe*h.n)}
	}
}

func (h *allPairs) leave(r *pairRoom) {
	select {
	case h.rooms <- r:
	default:
	}
}

// sumPart adds up one share of the features.
func (h *allPairs) sumPart(i, _ int) {
	r, n := h.enter(), h.n
	defer h.leave(r)
	part := h.parts[i]
	clear(part)
	to := (i + 1) * h.p / shares
	for lo := i * h.p / shares; lo < to; lo += stripe {
		hi := min(lo+stripe, to)
		t := r.t[:hi-lo]
		copy(t, h.weight[lo:hi])
		if h.times {
			dense.Forms(t, h.square(h.kernel), h.rows(lo, hi))
			floats.Mul(t, h.weight[lo:hi])
		}
		for j, v := range t {
			floats.ScaleTo(r.left[j*n:(j+1)*n], v, h.y.Data[(lo+j)*h.y.Stride:][:n])
		}
		dense.AddLower(h.square(part),
			blas64.General{Rows: hi - lo, Cols: n, Stride: n, Data: r.left}, h.rows(lo, hi))
	}
}

// square is an n×n matrix.
func (h *allPairs) square(data []float64) blas64.General {
	return blas64.General{Rows: h.n, Cols: h.n, Stride: h.n, Data: data}
}

// rows are some features.
func (h *allPairs) rows(lo, hi int) blas64.General {
	return blas64.General{Rows: hi - lo, Cols: h.n, Stride: h.y.Stride,
		Data: h.y.Data[lo*h.y.Stride:]}
}

func (h *allPairs) imagePart(lo, hi int) {
	dense.Forms(h.image[lo:hi], h.square(h.kernel), h.rows(lo, hi))
}
