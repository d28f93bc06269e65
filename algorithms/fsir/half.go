package fsir

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// half multiplies by Φ and Φ' in single precision, with the columns of Φ for all N = n(n + 1)/2
// pairs of coordinates: (YY')∘² = ΦΦ' for Y (p×n). Column (a, b), a ≤ b, is y_a y_b, times √2 if
// a ≠ b; the pairs are ordered by a, then b.
type half struct {
	n, p, workers int
	y             []float32
	kernel        []float32 // n×n, lower triangle
	parts         [shares][]float32
	rooms         chan *halfRoom

	weight   []float64 // of features
	image    []float64 // Φt; nil if it is not wanted
	times    bool      // multiply by Φ first
	run, use func(lo, hi int)
}

// halfRoom is the memory of one goroutine.
type halfRoom struct {
	out, left []float32
	t         [stripe]float64
}

// halfRows is the number of rows of a symmetric matrix that are multiplied at a time.
const halfRows = 32

func newHalf(y *mat.Dense, workers int) *half {
	p, n := y.Dims()
	h := &half{n: n, p: p, workers: workers, y: make([]float32, p*n), kernel: make([]float32, n*n),
		rooms: make(chan *halfRoom, parallel.Workers(workers))}
	for j := range p {
		to := h.y[j*n : (j+1)*n]
		for a, v := range y.RawRowView(j) {
			to[a] = float32(v)
		}
	}
	for i := range h.parts {
		h.parts[i] = make([]float32, n*n)
	}
	h.run, h.use = h.sumPart, h.imagePart
	return h
}

// normal sets dst to Φ'diag(weight)Φv: N numbers from N, in 2n²p operations.
func (h *half) normal(ctx context.Context, dst, weight, v []float64) error {
	h.load(v)
	h.times, h.weight = true, weight
	return h.sum(ctx, dst)
}

// transposed sets dst to Φ'v: N numbers from p, in n²p operations.
func (h *half) transposed(ctx context.Context, dst, v []float64) error {
	h.times, h.weight = false, v
	return h.sum(ctx, dst)
}

// mul sets dst to Φv: p numbers from N, in n²p operations.
func (h *half) mul(ctx context.Context, dst, v []float64) error {
	h.load(v)
	h.image = dst
	return parallel.For(ctx, h.workers, h.p, stripe, h.use)
}

// load sets the lower triangle of the kernel so that y_j'(kernel)y_j is entry j of Φv.
func (h *half) load(v []float64) {
	at := 0
	for a := range h.n {
		h.kernel[a*h.n+a] = float32(v[at])
		for b := a + 1; b < h.n; b++ {
			h.kernel[b*h.n+a] = float32(root2 * v[at+b-a])
		}
		at += h.n - a
	}
}

func (h *half) sum(ctx context.Context, dst []float64) error {
	if err := parallel.For(ctx, h.workers, shares, 1, h.run); err != nil {
		return err
	}
	at := 0
	for a := range h.n {
		for b := a; b < h.n; b++ {
			var sum float64
			for _, part := range h.parts {
				sum += float64(part[b*h.n+a])
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

func (h *half) enter() *halfRoom {
	select {
	case r := <-h.rooms:
		return r
	default:
		return &halfRoom{out: make([]float32, stripe*halfRows), left: make([]float32, stripe*h.n)}
	}
}

func (h *half) leave(r *halfRoom) {
	select {
	case h.rooms <- r:
	default:
	}
}

// sumPart adds up one share of the features.
func (h *half) sumPart(i, _ int) {
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
			h.forms(t, r, lo, hi)
			floats.Mul(t, h.weight[lo:hi])
		}
		for j, v := range t {
			from := h.y[(lo+j)*n : (lo+j+1)*n]
			for a, x := range from {
				r.left[j*n+a] = float32(v) * x
			}
		}
		for a := 0; a < n; a += halfRows {
			rows := min(halfRows, n-a)
			blas32.Gemm(blas.Trans, blas.NoTrans, 1,
				blas32.General{Rows: hi - lo, Cols: rows, Stride: n, Data: r.left[a:]},
				blas32.General{Rows: hi - lo, Cols: a + rows, Stride: n, Data: h.y[lo*n:]}, 1,
				blas32.General{Rows: rows, Cols: a + rows, Stride: n, Data: part[a*n:]})
		}
	}
}

func (h *half) imagePart(lo, hi int) {
	r := h.enter()
	defer h.leave(r)
	for ; lo < hi; lo += stripe {
		to := min(lo+stripe, hi)
		h.forms(h.image[lo:to], r, lo, to)
	}
}

// forms sets dst to y_j'(kernel)y_j of some features.
func (h *half) forms(dst []float64, r *halfRoom, lo, hi int) {
	clear(dst)
	n := h.n
	for a := 0; a < n; a += halfRows {
		rows := min(halfRows, n-a)
		blas32.Gemm(blas.NoTrans, blas.Trans, 1,
			blas32.General{Rows: hi - lo, Cols: a + rows, Stride: n, Data: h.y[lo*n:]},
			blas32.General{Rows: rows, Cols: a + rows, Stride: n, Data: h.kernel[a*n:]}, 0,
			blas32.General{Rows: hi - lo, Cols: rows, Stride: halfRows, Data: r.out})
		for j := range dst {
			dst[j] += float64(blas32.Dot(
				blas32.Vector{N: rows, Inc: 1, Data: r.out[j*halfRows:]},
				blas32.Vector{N: rows, Inc: 1, Data: h.y[(lo+j)*n+a:]}))
		}
	}
}
