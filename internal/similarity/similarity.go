// Package similarity measures how well chosen features preserve the similarities, and the
// neighborhoods, of the samples, as SPFS 2013 does (section 6).
package similarity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/processor"
	"fsnb.example/internal/similarities"
	"fsnb.example/internal/ties"
)

// Products is the similarity matrix K = YY' of n samples, stored as Y (n×l); K is never formed.
type Products struct{ Y *mat.Dense }

// Dims, At, T and SymmetricDim make Products a mat.Symmetric.
func (p *Products) Dims() (r, c int) { n := p.SymmetricDim(); return n, n }

// SymmetricDim is the number of samples.
func (p *Products) SymmetricDim() int { n, _ := p.Y.Dims(); return n }

// T returns p, which is symmetric.
func (p *Products) T() mat.Matrix { return p }

// At is the inner product of rows i and j of Y, in O(l).
func (p *Products) At(i, j int) float64 { return dot(p.Y.RawRowView(i), p.Y.RawRowView(j)) }

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s float64
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// Chosen is the similarity K_F = X_F X_F' of the samples of d in the chosen
// features, each centered and brought to unit length first unless raw is set;
// constant features become 0. It returns an error when a feature is out of range or
// listed twice, or a value is not finite. The cost is O(nk).
func Chosen(d *datasets.Dataset, features []int, raw bool) (*Products, error) {
	x, err := chosen(d, features, raw)
	if err != nil {
		return nil, err
	}
	return &Products{x}, nil
}

// chosen returns the columns of d, centered and of unit length unless raw is set.
func chosen(d *datasets.Dataset, features []int, raw bool) (*mat.Dense, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if len(features) == 0 {
		return nil, errors.New("no features chosen; give at least one")
	}
	if err := datasets.CheckColumns(features, d.D()); err != nil {
		return nil, err
	}
	part, err := d.Take(features)
	if err != nil {
		return nil, err
	}
	if err := part.NeedDense(); err != nil {
		return nil, err
	}
	if err := part.CheckFinite(); err != nil {
		return nil, err
	}
	if raw || d.N() == 1 {
		return part.X, nil
	}
	x := learn.FitScaling(part.X).Apply(part.X)
	x.Scale(1/math.Sqrt(float64(d.N()-1)), x)
	return x, nil
}

// Classes is the similarity of the samples of labeled data by their class
// (SPFS 2013, eq. 3.7): K_ij = 1/n_c for two samples of class c, which has n_c of
// them, and 0 for others. It returns an error when d has no labels.
func Classes(d *datasets.Dataset) (*Products, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if !d.Labeled() {
		return nil, fmt.Errorf("similarity by class: %w; name the label column",
			datasets.ErrNoLabels)
	}
	if err := processor.CheckMemory(8*float64(d.N())*float64(len(d.Classes)),
		fmt.Sprintf("the scores of %d samples for %d classes", d.N(), len(d.Classes)),
		"take fewer classes or samples (Subsample)"); err != nil {
		return nil, fmt.Errorf("similarity by class: %w", err)
	}
	y := mat.NewDense(d.N(), len(d.Classes), nil)
	counts := d.ClassCounts()
	for i, c := range d.Y {
		y.Set(i, c, 1/math.Sqrt(float64(counts[c])))
	}
	return &Products{y}, nil
}

// Gaussian is the similarity of the samples in all features of d,
//
//	K_ij = exp(-‖x_i - x_j‖² / (2δ²)),
//
// with δ² the given percentile of all n² squared distances, those of samples to themselves
// included, interpolated between ranks; 0 means the 20th, as SPFS 2013 has it (section 6). Where
// that is 0, as with many duplicate samples, δ² is the smallest distance above 0; if all samples
// are equal, all similarities are 1. It returns an error when the percentile is not between 0 and
// 100, a value is not finite, or the distances overflow or all underflow, and ctx.Err(). The cost
// is that of graph.RBF.
func Gaussian(ctx context.Context, d *datasets.Dataset, percentile float64, workers int) (
	*mat.SymDense, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	if !(percentile >= 0 && percentile <= 100) {
		return nil, fmt.Errorf("percentile %g; give one above 0 and up to 100, or 0 for the 20th",
			percentile)
	}
	if percentile == 0 {
		percentile = similarities.DefaultPercentile
	}
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	k, _, err := graphs.Gaussian{Percentile: percentile}.Matrix(ctx, d.X, workers,
		algorithms.Options{}.Meter)
	return k, err
}

// Residue is the distance between the similarity in the chosen features and a similarity matrix K
// (n×n) of the samples of d,
//
//	‖X_F X_F' - K‖_F,
//
// each feature centered and brought to unit length first unless raw is set (SPFS 2013, section 6).
// The paper's formula has the square; its table 4 has numbers of the size of the norm without it,
// for the Gaussian similarity of the training half. The scale of its features is not given, so only
// the order of methods is comparable. (That table is headed supervised, but has the unsupervised
// methods.)
//
// K is not formed here; only its elements are used. For K of type *Products with fewer columns,
// together with the features, than samples, the norm is computed from inner products of columns,
// ‖X'X‖² - 2‖X'Y‖² + ‖Y'Y‖², in O(n(k+l)²), to about 1e-8 of ‖K‖; else element by element in O(n²k)
// and what those of K cost. It returns an error when K is not n×n or not finite, those of
// Chosen, and ctx.Err().
func Residue(ctx context.Context, d *datasets.Dataset, k mat.Symmetric, features []int, raw bool,
	workers int) (float64, error) {
	x, err := chosen(d, features, raw)
	if err != nil {
		return 0, err
	}
	n := d.N()
	if k == nil || k.SymmetricDim() != n {
		return 0, fmt.Errorf(
			"a similarity matrix for other samples than the %d of %s; give one for the same data",
			n, cmp.Or(d.Name, "the data set"))
	}
	var square float64
	if p, ok := k.(*Products); ok {
		if _, l := p.Y.Dims(); l+len(features) < n {
			square, err = residueByColumns(ctx, x, p.Y)
			return finiteRoot(square, err)
		}
	}
	sums := make([]float64, n)
	err = parallel.For(ctx, workers, n, 1, func(i, _ int) {
		row := x.RawRowView(i)
		for j := range i {
			v := dot(row, x.RawRowView(j)) - k.At(i, j)
			sums[i] += 2 * v * v
		}
		v := dot(row, row) - k.At(i, i)
		sums[i] += v * v
	})
	for _, v := range sums {
		square += v
	}
	return finiteRoot(square, err)
}

func finiteRoot(square float64, err error) (float64, error) {
	if err != nil {
		return 0, err
	}
	root := math.Sqrt(max(square, 0))
	if math.IsNaN(square) || math.IsInf(root, 0) {
		return 0, errors.New(
			"the similarity matrix has elements that are not finite, or too large; mend it")
	}
	return root, nil
}

func residueByColumns(ctx context.Context, x, y *mat.Dense) (float64, error) {
	const block = 256 // columns of a at a time: the products of all may be n²
	var square float64
	for _, t := range []struct {
		a, b *mat.Dense
		sign float64
	}{{x, x, 1}, {x, y, -2}, {y, y, 1}} {
		n, columns := t.a.Dims()
		for lo := 0; lo < columns; lo += block {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			var m mat.Dense
			m.Mul(t.a.Slice(0, n, lo, min(lo+block, columns)).T(), t.b)
			norm := mat.Norm(&m, 2)
			square += t.sign * norm * norm
		}
	}
	return square, nil
}

// Neighborhoods holds the nearest samples of each sample in all features, computed once for many
// choices of features.
type Neighborhoods struct {
	d    *datasets.Dataset
	raw  bool
	near *graphs.Nearest
}

// NewNeighborhoods finds the nearest samples to each in all features of d, by Euclidean
// distance, each feature centered and brought to unit length first unless raw is set, and those
// that tie with the last of them (graph.FindNearest). It returns an error when neighbors is not
// between 1 and n-1 or a value is not finite, and ctx.Err(). The cost is O(n²d) time and O(nd + nk)
// memory, more where samples tie.
func NewNeighborhoods(ctx context.Context, d *datasets.Dataset, neighbors int, raw bool,
	workers int) (*Neighborhoods, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := checkNeighbors([]int{neighbors}, d.N()); err != nil {
		return nil, err
	}
	need := 32 * float64(d.N()) * float64(neighbors) // of lists and their candidates
	if err := processor.CheckMemory(need, fmt.Sprintf("%d neighbors of %d samples", neighbors,
		d.N()), "take fewer neighbors or samples (Subsample)"); err != nil {
		return nil, err
	}
	all := make([]int, d.D())
	for j := range all {
		all[j] = j
	}
	x, err := chosen(d, all, raw)
	if err != nil {
		return nil, err
	}
	near, err := graphs.FindNearest(ctx, x, neighbors, workers, nil)
	if err != nil {
		return nil, err
	}
	return &Neighborhoods{d, raw, near}, nil
}

// Jaccard measures how well the chosen features preserve the neighborhoods: for each number k of
// neighbors,
//
//	JAC = 1/n Σ_i |N_F(i) ∩ N(i)| / |N_F(i) ∪ N(i)|
//
// where N(i) are the k samples nearest to i in all features and N_F(i) those in the chosen ones.
// Samples that tie for the last of the k places share them (graph.Neighborhood), and a common one
// counts by the smaller of its two shares, so the order of the samples has no effect. SPFS 2013
// (section 6) uses similarities in place of distances: Jaccard. It returns an error when
// a k is not between 1 and the number that was found, those of Chosen, and ctx.Err(). The
// cost is O(n²k) for k features.
func (h *Neighborhoods) Jaccard(ctx context.Context, features, ks []int, workers int) (
	[]float64, error) {
	x, err := chosen(h.d, features, h.raw)
	if err != nil {
		return nil, err
	}
	if err := checkNeighbors(ks, h.near.K+1); err != nil {
		return nil, err
	}
	near, err := graphs.FindNearest(ctx, x, slices.Max(ks), workers, nil)
	if err != nil {
		return nil, err
	}
	n := h.d.N()
	out, part := make([]float64, len(ks)), make([]float64, n)
	for i := range n {
		for at, k := range ks {
			out[at] += jaccardOf(near.Of(i, k), h.near.Of(i, k), k, part)
		}
	}
	for at := range out {
		out[at] /= float64(n)
	}
	return out, nil
}

// checkNeighbors returns an error unless each number is below n.
func checkNeighbors(ks []int, n int) error {
	if len(ks) == 0 {
		return errors.New("no numbers of neighbors given; give at least one")
	}
	for _, k := range ks {
		if k < 1 || k > n-1 {
			return fmt.Errorf("%d neighbors of %d others; give 1 to %d", k, n-1, n-1)
		}
	}
	return nil
}

// jaccardOf is the Jaccard index of two neighborhoods of k places; part is a buffer of zeros.
func jaccardOf(a, b graphs.Neighborhood, k int, part []float64) float64 {
	for r, nb := range a.Rows {
		part[nb.Index] = a.Weight(r)
	}
	var common float64
	for r, nb := range b.Rows {
		common += min(part[nb.Index], b.Weight(r))
	}
	for _, nb := range a.Rows {
		part[nb.Index] = 0
	}
	return common / (2*float64(k) - common)
}

// Jaccard is the Jaccard score of SPFS 2013 (section 6) of two similarity
// matrices of the same n samples,
//
//	JAC = 1/n Σ_i |NB(i,k,A) ∩ NB(i,k,B)| / |NB(i,k,A) ∪ NB(i,k,B)|
//
// for each number k of neighbors; NB(i,k,K) are the k other samples with the largest
// K_ij. Samples that tie for the last places share them, as in Neighborhoods.Jaccard:
// those whose K_ij is the k-th largest to 1e-12 of it, or to 1e-15 of the largest of the
// row. The paper has A = Chosen of n features and B = Gaussian, k = 1
// and 5. It returns an error when the matrices differ in size, an element is NaN, or a k
// is not between 1 and n-1, and ctx.Err(). The cost is O(n² log n) and what the elements
// cost, O(n) memory a worker.
func Jaccard(ctx context.Context, a, b mat.Symmetric, ks []int, workers int) (
	[]float64, error) {
	n := a.SymmetricDim()
	if b.SymmetricDim() != n {
		return nil, fmt.Errorf("similarities of %d and of %d samples; give both for the same data",
			n, b.SymmetricDim())
	}
	if err := checkNeighbors(ks, n); err != nil {
		return nil, err
	}
	rows, bad := make([][]float64, n), make([]bool, n)
	err := parallel.For(ctx, workers, n, 1, func(i, _ int) {
		rows[i] = make([]float64, len(ks))
		first, ok1 := mostSimilar(a, i)
		second, ok2 := mostSimilar(b, i)
		if bad[i] = !ok1 || !ok2; !bad[i] {
			part := make([]float64, n)
			for at, k := range ks {
				rows[i][at] = jaccardOf(first.of(k), second.of(k), k, part)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(ks))
	for i, row := range rows {
		if bad[i] {
			return nil, fmt.Errorf(
				"row %d of a similarity matrix has an element that is not a number; mend it", i)
		}
		for k, v := range row {
			out[k] += v
		}
	}
	for k := range out {
		out[k] /= float64(n)
	}
	return out, nil
}

// similar are the other samples, the most similar first: their distance is -K_ij.
type similar struct {
	list  []graphs.Neighbor
	scale float64 // the largest |K_ij|
}

func (s similar) of(k int) graphs.Neighborhood {
	v := s.list[k-1].Distance
	slack := ties.Slack(math.Abs(v), s.scale)
	if math.IsInf(v, 0) {
		slack = 0
	}
	return graphs.NeighborhoodOf(s.list, k, v-slack, v+slack)
}

func mostSimilar(k mat.Symmetric, i int) (s similar, ok bool) {
	n := k.SymmetricDim()
	for j := range n {
		if j != i {
			v := k.At(i, j)
			if math.IsNaN(v) {
				return similar{}, false
			}
			s.list = append(s.list, graphs.Neighbor{Index: j, Distance: -v})
			if !math.IsInf(v, 0) {
				s.scale = max(s.scale, math.Abs(v))
			}
		}
	}
	slices.SortStableFunc(s.list,
		func(a, b graphs.Neighbor) int { return cmp.Compare(a.Distance, b.Distance) })
	return s, true
}
