package linear

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/sampleid"
)

// blockKernels are the kernels of features over blocks of samples, each centered, of Frobenius norm
// 1, as one vector: the upper triangles of all blocks with their diagonals, such that the product
// of two vectors is the mean over blocks of the products of their kernels.
type blockKernels struct {
	live     []int       // columns that vary
	constant []int       // the others
	x        [][]float64 // standardized columns, by place in live
	blocks   [][]int     // samples
}

// newBlockKernels standardizes the columns of d and draws the blocks.
func newBlockKernels(ctx context.Context, m HSICLasso, d *datasets.Dataset,
	opt algorithms.Options) (*blockKernels, error) {
	k := new(blockKernels)
	var err error
	if k.x, k.live, k.constant, err = varyingColumns(ctx, d, opt.Workers); err != nil {
		return nil, err
	}
	k.blocks, err = m.draw(ctx, d, k.live, opt)
	return k, err
}

// varyingColumns are the columns of d that vary, of mean 0 and variance 1 (1/n), by place in live.
func varyingColumns(ctx context.Context, d *datasets.Dataset, workers int) (x [][]float64, live,
	constant []int, err error) {
	scatter, constant, err := graph.Scatter(ctx, d.Matrix(), d.Features, workers)
	if err != nil {
		return nil, nil, nil, err
	}
	for j, q := range scatter {
		if q != 0 {
			live = append(live, j)
		}
	}
	x = make([][]float64, len(live))
	n := d.N()
	err = parallel.For(ctx, workers, len(live), 64, func(lo, hi int) {
		buffer := make([]float64, n*(hi-lo))
		for at := lo; at < hi; at++ {
			x[at], buffer = buffer[:n:n], buffer[n:]
		}
		for i := range n {
			row := d.X.RawRowView(i)
			for at := lo; at < hi; at++ {
				x[at][i] = row[live[at]]
			}
		}
		for at := lo; at < hi; at++ {
			standardize(x[at], math.Sqrt(scatter[live[at]]/float64(n)))
		}
	})
	return x, live, constant, err
}

// standardize subtracts the mean of values and divides them by their standard deviation.
func standardize(values []float64, sd float64) {
	origin, mean := values[0], 0.0
	for _, v := range values {
		mean += (v - origin) / float64(len(values))
	}
	for i, v := range values {
		values[i] = (v - origin - mean) / sd
	}
}

// draw draws the blocks. The samples are shuffled by numbers that depend on what they hold, so that
// the order of the rows does not matter.
func (m HSICLasso) draw(ctx context.Context, d *datasets.Dataset, live []int,
	opt algorithms.Options) ([][]int, error) {
	n := d.N()
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if m.AllSamples || n < m.Block {
		return [][]int{all}, ctx.Err()
	}
	labels := sampleid.Labels{Target: d.Target, Y: d.Y, Count: len(d.Classes)}
	ids, err := sampleid.Of(ctx, d.X, live, sampleid.Names(d.Features), labels, opt.Workers)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(ids[a], ids[b]) })
	var out [][]int
	for p := range m.Permutations {
		order := slices.Clone(all)
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(p)))
		rng.Shuffle(n, func(a, b int) { order[a], order[b] = order[b], order[a] })
		for lo := 0; lo+m.Block <= n; lo += m.Block {
			out = append(out, order[lo:lo+m.Block])
		}
	}
	return out, ctx.Err()
}

// part is the number of entries of the upper triangle of a block.
func (k *blockKernels) part() int {
	b := len(k.blocks[0])
	return b * (b + 1) / 2
}

// size is the length of a vector.
func (k *blockKernels) size() int { return len(k.blocks) * k.part() }

// fill sets out to the vector of the Gaussian kernel of a standardized column, exp(-(a - b)²/2).
func (k *blockKernels) fill(out, values []float64) {
	b, part := len(k.blocks[0]), k.part()
	var array [64]float64 // no garbage for blocks of the usual size
	buffer := array[:]
	if 2*b > len(buffer) {
		buffer = make([]float64, 2*b)
	}
	own, sums := buffer[:b], buffer[b:2*b]
	for i, block := range k.blocks {
		for p, sample := range block {
			own[p] = values[sample]
		}
		square := gaussian(out[i*part:(i+1)*part], own, sums)
		k.center(out[i*part:(i+1)*part], sums, square)
	}
}

// gaussian sets the upper triangle of a kernel, less 1, which centering takes out: so the kernel of
// values near each other keeps its digits. sums become the sums of its rows; it returns that of its
// squares.
func gaussian(out, values, sums []float64) (square float64) {
	clear(sums)
	at := 0
	for p, v := range values {
		out[at] = 0
		others := values[p+1:]
		row, to := out[at+1:][:len(others)], sums[p+1:][:len(others)]
		sum := 0.0
		for q, w := range others {
			difference := v - w
			row[q] = difference * difference / 2
		}
		lessOnes(row)
		for q, e := range row {
			sum += e
			to[q] += e
			square += e * e
		}
		sums[p] += sum
		at += 1 + len(others)
	}
	return 2 * square
}

// fillClasses sets out to the vector of the kernel of classes, 1/n_c for two samples of class c, of
// which the block has n_c.
func (k *blockKernels) fillClasses(out []float64, y []int, classes int) {
	b, part := len(k.blocks[0]), k.part()
	sums := make([]float64, b)
	for i, block := range k.blocks {
		count := make([]int, classes)
		filled := 0
		for _, sample := range block {
			if count[y[sample]] == 0 {
				filled++
			}
			count[y[sample]]++
		}
		at := i * part
		for p, sample := range block {
			for _, other := range block[p:] {
				out[at] = 0
				if y[sample] == y[other] {
					out[at] = 1 / float64(count[y[sample]])
				}
				at++
			}
			sums[p] = 1
		}
		square := float64(filled)
		if filled == 1 { // all entries are equal
			square = 0
		}
		k.center(out[i*part:(i+1)*part], sums, square)
	}
}

// center subtracts the means of rows and columns of a kernel, given the sums of its rows and of its
// squares, and scales it. If square is 0 the kernel becomes zero.
//
// The norm follows from the sums without loss: a kernel E of which the diagonal is 0 is at most 1 +
// √B times as large as HEH, since E_ij = M_ij - (M_ii + M_jj)/2 for M = HEH.
func (k *blockKernels) center(out, sums []float64, square float64) {
	if square == 0 {
		clear(out)
		return
	}
	b := float64(len(sums))
	var total float64
	for p, s := range sums {
		sums[p] = s / b
		total += sums[p] / b
		square -= float64(2 * s * sums[p])
	}
	square += float64(total * total * b * b)
	diagonal := 1 / math.Sqrt(square*float64(len(k.blocks)))
	beside := math.Sqrt2 * diagonal
	for p, mean := range sums {
		own := mean - total
		out[0] = (out[0] - own - mean) * diagonal
		others := sums[p+1:]
		row := out[1:][:len(others)]
		for q, m := range others {
			row[q] = (row[q] - (own + m)) * beside
		}
		out = out[1+len(row):]
	}
}
