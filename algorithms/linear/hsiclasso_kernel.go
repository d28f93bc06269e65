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
	scatter, constant, err := graph.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, err
	}
	k := &blockKernels{constant: constant}
	for j, q := range scatter {
		if q != 0 {
			k.live = append(k.live, j)
		}
	}
	k.x = make([][]float64, len(k.live))
	n := d.N()
	err = parallel.For(ctx, opt.Workers, len(k.live), 64, func(lo, hi int) {
		held := make([]float64, n*(hi-lo))
		for at := lo; at < hi; at++ {
			k.x[at], held = held[:n:n], held[n:]
		}
		for i := range n {
			row := d.X.RawRowView(i)
			for at := lo; at < hi; at++ {
				k.x[at][i] = row[k.live[at]]
			}
		}
		for at := lo; at < hi; at++ {
			standardize(k.x[at], math.Sqrt(scatter[k.live[at]]/float64(n)))
		}
	})
	if err != nil {
		return nil, err
	}
	k.blocks, err = m.draw(ctx, d, opt)
	return k, err
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
func (m HSICLasso) draw(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	[][]int, error) {
	n := d.N()
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if m.AllSamples || n < m.Block {
		return [][]int{all}, ctx.Err()
	}
	labels := sampleid.Labels{Target: d.Target, Y: d.Y, Count: len(d.Classes)}
	ids, err := sampleid.Of(ctx, d.X, sampleid.Names(d.Features), labels, opt.Workers)
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

// size is the length of a vector.
func (k *blockKernels) size() int {
	b := len(k.blocks[0])
	return len(k.blocks) * (b * (b + 1) / 2)
}

// fill sets out to the vector of the Gaussian kernel of a standardized column, exp(-(a - b)²/2).
func (k *blockKernels) fill(out, values []float64) {
	b := len(k.blocks[0])
	part := b * (b + 1) / 2
	room := make([]float64, 2*b)
	own, sums := room[:b], room[b:]
	for i, block := range k.blocks {
		for p, sample := range block {
			own[p] = values[sample]
		}
		gaussian(out[i*part:(i+1)*part], own, sums)
		k.center(out[i*part:(i+1)*part], sums)
	}
}

// gaussian sets the upper triangle of a kernel, less 1, which centering takes out: what remains of
// a narrow block of values keeps its digits. sums are the sums of its rows.
func gaussian(out, values, sums []float64) {
	clear(sums)
	at := 0
	for p, v := range values {
		out[at] = 0
		at++
		var sum float64
		row := out[at : at+len(values)-p-1]
		to := sums[p+1:]
		to = to[:len(row)]
		for q, w := range values[p+1:][:len(row)] {
			difference := v - w
			e := lessOne(float64(difference * difference / 2))
			row[q] = e
			sum += e
			to[q] += e
		}
		sums[p] += sum
		at += len(row)
	}
}

// fillClasses sets out to the vector of the kernel of classes, 1/n_c for two samples of class c, of
// which the block has n_c.
func (k *blockKernels) fillClasses(out []float64, y []int, classes int) {
	b := len(k.blocks[0])
	part := b * (b + 1) / 2
	sums := make([]float64, b)
	for i, block := range k.blocks {
		count := make([]int, classes)
		for _, sample := range block {
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
		k.center(out[i*part:(i+1)*part], sums)
	}
}

// none is the norm of a centered kernel, relative to its entries, below which it is rounding: that
// of a block in which nothing varies.
const none = 1e-13

// center subtracts the means of rows and columns of a kernel, given the sums of its rows, and
// scales it. A kernel that does not vary becomes zero.
func (k *blockKernels) center(out, sums []float64) {
	b := float64(len(sums))
	var total, largest, square float64
	for p, s := range sums {
		sums[p] = s / b
		total += sums[p] / b
	}
	at := 0
	for p := range sums {
		row := out[at : at+len(sums)-p]
		own := sums[p] - total
		largest = max(largest, math.Abs(row[0]))
		row[0] -= own + sums[p]
		square += row[0] * row[0]
		var rest float64
		others := sums[p+1:][:len(row)-1]
		for q, mean := range others {
			v := row[q+1]
			largest = max(largest, math.Abs(v))
			v -= own + mean
			row[q+1] = v
			rest += v * v
		}
		square += 2 * rest
		at += len(row)
	}
	norm := math.Sqrt(square)
	if norm <= none*largest*b {
		clear(out)
		return
	}
	diagonal := 1 / (norm * math.Sqrt(float64(len(k.blocks))))
	beside := math.Sqrt2 * diagonal
	at = 0
	for p := range sums {
		row := out[at : at+len(sums)-p]
		row[0] *= diagonal
		for q := range row[1:] {
			row[q+1] *= beside
		}
		at += len(row)
	}
}
