package lap

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/rowsparse"
)

// Join is the rule by which two samples are a pair.
type Join string

const (
	// Or pairs two samples if one is among the nearest of the other: (23), (25), Algorithms 2 and
	// 3.
	Or Join = "or"
	// And pairs two samples if each is among the nearest of the other: the text after (24).
	And Join = "and"
)

// Choices returns the rules, the default first.
func (Join) Choices() []string { return []string{string(Or), string(And)} }

var (
	errNoPairs  = errors.New("no two samples are a pair; raise neighbors, or join them by \"or\"")
	errTooLarge = errors.New("squared distances of samples overflow; divide the data by a constant")
)

// mostSquare is the largest squared distance whose products with similarities stay finite.
const mostSquare = 1e280

// nearest pairs each sample of d with its k nearest, of its own class if within is true. In a class
// of k samples or fewer all samples are paired. All samples that tie with the k-th are among the
// nearest. cut counts the samples with more ties than are kept.
func nearest(ctx context.Context, d *datasets.Dataset, k int, join Join, within bool,
	opt algorithms.Options) (out []graphs.Edge, cut int, err error) {
	var found []graphs.Edge // each direction
	add := func(x *mat.Dense, k int, rows []int, meter func(string, int) func(int)) error {
		near, err := graphs.FindNearest(ctx, x, k, opt.Workers, meter)
		if err != nil {
			return err
		}
		cut += near.Cut
		for i, list := range near.Lists {
			for _, nb := range list {
				a, b := i, nb.Index
				if rows != nil {
					a, b = rows[a], rows[b]
				}
				found = append(found, graphs.Edge{I: min(a, b), J: max(a, b), Weight: nb.Distance})
			}
		}
		return nil
	}
	if !within {
		if err := add(d.X, k, nil, opt.Meter); err != nil {
			return nil, 0, err
		}
	}
	for c, count := range d.ClassCounts() {
		if !within || count < 2 {
			continue
		}
		var rows []int
		x := mat.NewDense(count, d.D(), nil)
		for i, own := range d.Y {
			if own == c {
				x.SetRow(len(rows), d.X.RawRowView(i))
				rows = append(rows, i)
			}
		}
		if err := add(x, min(k, count-1), rows, nil); err != nil {
			return nil, 0, err
		}
	}
	slices.SortFunc(found, func(a, b graphs.Edge) int { return cmp.Or(a.I-b.I, a.J-b.J) })
	for at := 0; at < len(found); {
		e := found[at]
		both := at+1 < len(found) && found[at+1].I == e.I && found[at+1].J == e.J
		at++
		if both {
			at++
		}
		if e.Weight > mostSquare || math.IsNaN(e.Weight) {
			return nil, 0, errTooLarge
		}
		if both || join == Or {
			e.Weight = 1
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return nil, 0, errNoPairs
	}
	return out, cut, nil
}

// rows returns B with B'B = Σ s (x_i-x_j)(x_i-x_j)' = X'L_SX over the pairs. Squares are never
// summed, because a large one would absorb the small ones: B comes from the factor of the Laplacian
// or, if there are few pairs or few columns, from QR of blocks of differences, longest first.
func (p *problem) rows(s []float64) *mat.Dense {
	n, cols := p.x.Dims()
	e, nn, c := float64(len(s)), float64(n), float64(cols)
	if len(s) > cols && 2*e*c*c > nn*nn*nn+2*nn*nn*c {
		return p.laplacianRows(s)
	}
	if len(s) > n && len(s) <= cols {
		return p.laplacianRows(s)
	}
	order := make([]int, len(s))
	sizes := make([]float64, len(s))
	for k, e := range p.pairs {
		order[k] = k
		var sum float64
		a, b := p.x.RawRowView(e.I), p.x.RawRowView(e.J)
		for l, v := range a {
			sum += (v - b[l]) * (v - b[l])
		}
		sizes[k] = s[k] * sum
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	block := max(2*cols, 64)
	var left *mat.Dense
	for lo := 0; lo < len(order); lo += block {
		hi := min(lo+block, len(order))
		have := 0
		if left != nil {
			have, _ = left.Dims()
		}
		stack := mat.NewDense(have+hi-lo, cols, nil)
		if left != nil {
			stack.Slice(0, have, 0, cols).(*mat.Dense).Copy(left)
		}
		for at, k := range order[lo:hi] {
			e, to := p.pairs[k], stack.RawRowView(have+at)
			a, b, root := p.x.RawRowView(e.I), p.x.RawRowView(e.J), math.Sqrt(s[k])
			for l, v := range a {
				to[l] = root * (v - b[l])
			}
		}
		left = stack
		if have+hi-lo > cols {
			var qr mat.QR
			qr.Factorize(stack)
			var full mat.Dense
			qr.RTo(&full)
			left = mat.DenseCopyOf(full.Slice(0, cols, 0, cols))
		}
	}
	return left
}

func (p *problem) laplacianRows(s []float64) *mat.Dense {
	var b mat.Dense
	b.Mul(rowsparse.Laplacian(p.similar(s)), p.x)
	return &b
}

// similar is the matrix of the similarities s of the pairs.
func (p *problem) similar(s []float64) *mat.SymDense {
	n, _ := p.x.Dims()
	full := mat.NewSymDense(n, nil)
	for k, e := range p.pairs {
		full.SetSym(e.I, e.J, s[k])
	}
	return full
}
