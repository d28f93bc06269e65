package graphs

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// The functions here compute by products what the others compute by differences, where a library
// makes products many times as fast (dense.External). Where a difference of products loses more
// than the factor cancels of a result, differences of values decide.

// cancels is the share of two terms below which their difference is computed in another way.
const cancels = 1. / 64

// blockRows is the number of rows of either side of a product: a whole number of tiles, few enough
// that a product with tileColumns columns is one call of the library.
const blockRows = 3 * tileRows

// mostHeld is the largest number of values of which a copy less the center is held, 128 MB.
const mostHeld = 1 << 24

// aboutCenter are rows less a center c.
type aboutCenter struct {
	x    *mat.Dense
	mean []float64 // c
	size []float64 // ‖x_i - c‖²
	held []float64 // the rows less c, or nil
}

// aboutMean returns the rows of x (n×d) less their mean, or nil if sizes overflow.
func aboutMean(x *mat.Dense, workers int) *aboutCenter {
	n, d := x.Dims()
	r := &aboutCenter{x: x, mean: make([]float64, d), size: make([]float64, n)}
	if dense.External() && n*d <= mostHeld {
		r.held = make([]float64, n*d)
	}
	parallel.Whole(workers, d, tileColumns, func(lo, hi int) {
		for i := range n {
			floats.AddScaled(r.mean[lo:hi], 1/float64(n), x.RawRowView(i)[lo:hi])
		}
	})
	parallel.Whole(workers, n, tileRows, func(lo, hi int) {
		var room []float64
		if r.held == nil {
			room = make([]float64, d)
		}
		for i := lo; i < hi; i++ {
			row := room
			if r.held != nil {
				row = r.held[i*d:][:d]
			}
			floats.SubTo(row, x.RawRowView(i), r.mean)
			r.size[i] = floats.Dot(row, row)
		}
	})
	for _, v := range r.size {
		if !(v < math.MaxFloat64/16) {
			return nil
		}
	}
	return r
}

// eachTile is eachSum for the products (x_i - c)'(x_j - c), of pairs of blocks of blockRows rows.
func (r *aboutCenter) eachTile(ctx context.Context, pairs tilePairs, workers int, stage string,
	meter func(stage string, total int) func(int), use func(a, b int, dist *tile)) error {
	n, d := r.x.Dims()
	tick := func(int) {}
	if meter != nil {
		tick = meter(stage, pairs.count)
	}
	type space struct {
		p, q     [blockRows * tileColumns]float64
		products [blockRows * blockRows]float64
		tile     tile
	}
	pool := sync.Pool{New: func() any { return new(space) }}
	return parallel.For(ctx, workers, pairs.count, 1, func(pair, _ int) {
		a, b := pairs.at(pair)
		room := pool.Get().(*space)
		defer pool.Put(room)
		alo, ahi := a*blockRows, min((a+1)*blockRows, n)
		blo, bhi := b*blockRows, min((b+1)*blockRows, n)
		out := blas64.General{Rows: ahi - alo, Cols: bhi - blo, Stride: blockRows,
			Data: room.products[:]}
		clear(out.Data)
		for lo := 0; lo < d; lo += tileColumns {
			hi := min(lo+tileColumns, d)
			left := r.part(room.p[:], alo, ahi, lo, hi)
			if a == b {
				addUpper(out, left)
			} else {
				addProducts(out, left, r.part(room.q[:], blo, bhi, lo, hi))
			}
		}
		for i := alo; i < ahi; i += tileRows {
			for j := blo; j < bhi; j += tileRows {
				if j < i {
					continue
				}
				width := min(tileRows, bhi-j)
				for p := range min(tileRows, ahi-i) {
					copy(room.tile[p][:width], out.Data[(i-alo+p)*blockRows+j-blo:])
				}
				use(i/tileRows, j/tileRows, &room.tile)
			}
		}
		tick(1)
	})
}

func addProducts(out, left, right blas64.General) {
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, left, right, 1, out)
}

// addUpper adds the products of the rows with each other to the tiles of out from the diagonal on.
func addUpper(out, rows blas64.General) {
	for i := 0; i < rows.Rows; i += tileRows {
		right := rows
		right.Rows, right.Data = rows.Rows-i, rows.Data[i*rows.Stride:]
		left := right
		left.Rows = min(tileRows, right.Rows)
		addProducts(blas64.General{Rows: left.Rows, Cols: right.Rows, Stride: out.Stride,
			Data: out.Data[i*out.Stride+i:]}, left, right)
	}
}

// part returns columns lo to hi-1 of rows from to to-1 less the center, in room if they are not
// held.
func (r *aboutCenter) part(room []float64, from, to, lo, hi int) blas64.General {
	width := hi - lo
	if r.held != nil {
		_, d := r.x.Dims()
		return blas64.General{Rows: to - from, Cols: width, Stride: d, Data: r.held[from*d+lo:]}
	}
	for i := from; i < to; i++ {
		floats.SubTo(room[(i-from)*width:][:width], r.x.RawRowView(i)[lo:hi], r.mean[lo:hi])
	}
	return blas64.General{Rows: to - from, Cols: width, Stride: width, Data: room}
}

// eachDistance calls set with the squared distance of each pair of rows i <= j of some pairs of
// blocks of blockRows rows, from several goroutines.
func (r *aboutCenter) eachDistance(ctx context.Context, pairs tilePairs, workers int, stage string,
	meter func(stage string, total int) func(int), set func(i, j int, distance float64)) error {
	n, _ := r.x.Dims()
	return r.eachTile(ctx, pairs, workers, stage, meter, func(a, b int, products *tile) {
		for i := a * tileRows; i < min((a+1)*tileRows, n); i++ {
			for j := max(i, b*tileRows); j < min((b+1)*tileRows, n); j++ {
				size := r.size[i] + r.size[j]
				v := size - 2*products[i-a*tileRows][j-b*tileRows]
				if !(v > cancels*size && size > tinyForm) {
					v = squaredDistance(r.x.RawRowView(i), r.x.RawRowView(j))
				}
				set(i, j, v)
			}
		}
	})
}

// smoothness returns a function that adds f'Lf of each column f of x to out: addSmoothness, or the
// same from products with A as a matrix, in n² products a column, where that is faster.
func (a *Affinity) smoothness(d int) func(x *mat.Dense, out []float64) {
	if !dense.External() || len(a.Edges) < a.N*a.N/8 || d < tileRows {
		return a.addSmoothness
	}
	k := mat.NewDense(a.N, a.N, nil) // without the diagonal, which cancels
	raw := k.RawMatrix()
	degree, size := make([]float64, a.N), make([]float64, a.N)
	for _, e := range a.Edges {
		raw.Data[e.I*raw.Stride+e.J] += e.Weight
		raw.Data[e.J*raw.Stride+e.I] += e.Weight
		degree[e.I] += e.Weight
		degree[e.J] += e.Weight
		size[e.I] += math.Abs(e.Weight)
		size[e.J] += math.Abs(e.Weight)
	}
	return func(x *mat.Dense, out []float64) { a.addByProducts(k, degree, size, x, out) }
}

// smoothnessByProducts is Smoothness from products of z = f - c, for the mean c of f,
//
//	f'(D - K)f = z'Dz - z'Kz
//
// and computes D. Rounding is of the order of z'Dz.
func (k *Kernel) smoothnessByProducts(ctx context.Context, x *mat.Dense, workers int) (
	[]float64, error) {
	n, d := x.Dims()
	z, times := mat.NewDense(n, d, nil), mat.NewDense(3*KernelRows, d, nil)
	// Relative to the first sample, so that a constant column gives zeros.
	origin, mean := x.RawRowView(0), make([]float64, d)
	for i := range n {
		row := z.RawRowView(i)
		floats.SubTo(row, x.RawRowView(i), origin)
		floats.AddScaled(mean, 1/float64(n), row)
	}
	for i := range n {
		floats.Sub(z.RawRowView(i), mean)
	}
	form, whole, degree := make([]float64, d), make([]float64, d), make([]float64, n)
	above := mat.NewDense(3*KernelRows, n, nil) // rows of K from the diagonal on, without it
	err := k.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		addDegrees(degree, lo, hi, after)
		for i := lo; i < hi; i++ {
			row := above.RawRowView(i - lo)
			clear(row[:i+1])
			copy(row[i+1:], after(i)[1:])
		}
		images := times.Slice(0, hi-lo, 0, d).(*mat.Dense)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1,
			above.Slice(0, hi-lo, lo, n).(*mat.Dense).RawMatrix(),
			z.Slice(lo, n, 0, d).(*mat.Dense).RawMatrix(), 0, images.RawMatrix())
		for i := lo; i < hi; i++ {
			u := images.RawRowView(i - lo)
			for j, v := range z.RawRowView(i) {
				form[j] -= 2 * v * u[j]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var left []int
	for i, w := range degree {
		for j, v := range z.RawRowView(i) {
			whole[j] += w * v * v
		}
		degree[i]++ // the diagonal
	}
	k.degree = degree
	floats.Add(form, whole)
	for j, v := range form {
		if !(v > cancels*whole[j] && v > tinyForm && v <= math.MaxFloat64) {
			left = append(left, j)
			form[j] = 0
		}
	}
	if len(left) == 0 {
		return form, nil
	}
	some, sums := columnsOf(x, left), make([]float64, len(left))
	err = k.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		addSmoothness(some, 0, len(left), lo, hi, after, sums)
	})
	for at, j := range left {
		form[j] = sums[at]
	}
	return form, err
}

// columnsOf copies some columns.
func columnsOf(x *mat.Dense, which []int) *mat.Dense {
	n, _ := x.Dims()
	some := mat.NewDense(n, len(which), nil)
	for i := range n {
		row := x.RawRowView(i)
		for at, j := range which {
			some.Set(i, at, row[j])
		}
	}
	return some
}

// addByProducts adds f'(D - K)f = z'Dz - z'Kz, z = f - c, for the mean c of f with weights size =
// Σ_j |K_ij|. Rounding is of the order of z'diag(size)z.
func (a *Affinity) addByProducts(k *mat.Dense, degree, size []float64, x *mat.Dense,
	out []float64) {
	n, d := x.Dims()
	z, times := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
	// Relative to the first sample, so that a constant column gives zeros.
	origin, mean := x.RawRowView(0), make([]float64, d)
	total := floats.Sum(size)
	for i, w := range size {
		row := z.RawRowView(i)
		floats.SubTo(row, x.RawRowView(i), origin)
		floats.AddScaled(mean, w/total, row)
	}
	for i := range n {
		floats.Sub(z.RawRowView(i), mean)
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), z.RawMatrix(), 0, times.RawMatrix())
	form, whole := make([]float64, d), make([]float64, d)
	for i, w := range degree {
		u := times.RawRowView(i)
		for j, v := range z.RawRowView(i) {
			form[j] += v * (w*v - u[j])
			whole[j] += size[i] * v * v
		}
	}
	var left []int
	for j, v := range form {
		if v > cancels*whole[j] && v > tinyForm && v <= math.MaxFloat64 {
			out[j] += v
		} else {
			left = append(left, j)
		}
	}
	if len(left) == 0 {
		return
	}
	some, sums := columnsOf(x, left), make([]float64, len(left))
	a.addSmoothness(some, sums)
	for at, j := range left {
		out[j] += sums[at]
	}
}
