package krylov

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

const (
	// lost is the relative size outside a space below which a vector counts as rounding.
	lost = 1e-12
	// kept is the part left by a pass of orthogonalization above which no further pass is needed:
	// another would remove rounding only.
	kept = .7
	// passes bounds the passes for one vector; two are usual.
	passes = 4
)

// rows are vectors of n numbers, one after another.
type rows struct {
	n, count int
	data     []float64
}

func (r *rows) add(v []float64) []float64 {
	r.data = append(r.data[:r.count*r.n], v...)
	r.count++
	return r.data[(r.count-1)*r.n:]
}

// view is the matrix of rows lo to hi-1.
func (r *rows) view(lo, hi int) *mat.Dense {
	return mat.NewDense(hi-lo, r.n, r.data[lo*r.n:hi*r.n])
}

// space is an orthonormal basis and its products with A.
type space struct {
	basis, images rows
	weighed       rows        // Metric times the basis; of an identity none
	most          int         // largest dimension
	all           bool        // whether that is the whole space
	outside       *mat.Dense  // or nil
	inner         [][]float64 // row j: basis[i]'·images[j] for i <= j
	eigenvectors  *mat.Dense  // eigenvectors of inner, in rows, the outermost first
	values        []float64   // of these
	products      int
	tick          func(int)
}

func newSpace(p Problem) *space {
	s := &space{basis: rows{n: p.N}, images: rows{n: p.N}, weighed: rows{n: p.N},
		outside: p.Outside, tick: p.Tick}
	dims := p.N
	if p.Outside != nil {
		r, _ := p.Outside.Dims()
		dims -= r
	}
	s.most, s.all = dims, true
	if p.Most > 0 && p.Most < dims {
		s.most, s.all = p.Most, false
	}
	return s
}

// extend adds the part of the rows of block outside the space, and returns it; nil if empty. Later
// rows of the basis do not change it.
func (s *space) extend(p Problem, block *mat.Dense) (*mat.Dense, error) {
	from := s.basis.count
	if p.Metric != nil {
		if err := s.extendIn(p.Metric, block); err != nil {
			return nil, err
		}
	} else {
		s.extendBy(block)
	}
	if s.basis.count == from {
		return nil, nil
	}
	return s.basis.view(from, s.basis.count), nil
}

// extendBy is extend without a Metric.
func (s *space) extendBy(block *mat.Dense) {
	count, _ := block.Dims()
	for c := range count {
		if s.basis.count >= s.most {
			break
		}
		v := s.basis.add(block.RawRowView(c))
		s.basis.count--
		if s.orthonormal(v) {
			s.basis.count++
		}
	}
}

// orthonormal makes v orthogonal to the space and of unit length, or returns false if only rounding
// is left.
func (s *space) orthonormal(v []float64) bool {
	var basis *mat.Dense
	if s.basis.count > 0 {
		basis = s.basis.view(0, s.basis.count)
	}
	return orthonormal(v, s.outside, basis)
}

// Orthonormal removes from v (n numbers) its projection on the first k rows of q (at least k×n),
// which are orthonormal, and gives it length 1. It reports whether more than rounding, a part of
// 1e-12, was left; otherwise v is unusable. The cost is O(nk).
func Orthonormal(v []float64, q *mat.Dense, k int) bool {
	if k == 0 {
		return orthonormal(v)
	}
	return orthonormal(v, q.Slice(0, k, 0, len(v)).(*mat.Dense))
}

func orthonormal(v []float64, spaces ...*mat.Dense) bool {
	for range passes {
		norm := floats.Norm(v, 2)
		if !(norm > 0) {
			return false
		}
		floats.Scale(1/norm, v)
		for _, q := range spaces {
			if q != nil {
				remove(v, q)
			}
		}
		norm = floats.Norm(v, 2)
		if !(norm >= lost) {
			return false
		}
		if norm > kept {
			floats.Scale(1/norm, v)
			return true
		}
	}
	return false
}

// remove subtracts from v its projection on the rows of q.
func remove(v []float64, q *mat.Dense) {
	k, _ := q.Dims()
	parts := blas64.Vector{N: k, Inc: 1, Data: make([]float64, k)}
	x := blas64.Vector{N: len(v), Inc: 1, Data: v}
	blas64.Gemv(blas.NoTrans, 1, q.RawMatrix(), x, 0, parts)
	blas64.Gemv(blas.Trans, -1, q.RawMatrix(), parts, 1, x)
}

// join adds the images of the last rows.
func (s *space) join(images *mat.Dense) {
	count, _ := images.Dims()
	s.products += count
	s.tick(count)
	from := s.images.count
	for c := range count {
		s.images.add(images.RawRowView(c))
	}
	var corner mat.Dense
	corner.Mul(images, s.basis.view(0, s.basis.count).T())
	for c := range count {
		s.inner = append(s.inner, slices.Clone(corner.RawRowView(c)[:from+c+1]))
	}
}

// ritz returns the best approximations, and the residuals that are to join the space; nil when all
// of them have converged.
func (s *space) ritz(ctx context.Context, p Problem) (*Pairs, *mat.Dense, error) {
	k := s.basis.count
	if k < p.Want {
		return nil, nil, ErrNoConvergence
	}
	if err := s.diagonalize(ctx, p.Smallest); err != nil {
		return nil, nil, err
	}
	end := p.through(s.values)
	look := end
	if p.Equal != nil {
		look = min(k, end+1)
	}
	look = min(k, max(look, end+p.Ahead))
	vectors, rest := s.combine(look, &s.basis), s.combine(look, &s.images)
	pairs := &Pairs{
		Values: slices.Clone(s.values[:end]), Vectors: vectors.Slice(0, end, 0, p.N).(*mat.Dense),
		Next: math.NaN(), Size: largest(s.values), Products: s.products, Dim: k, space: s,
		// More of the same may follow the last.
		Converged: p.Equal == nil || end < k || s.all && k >= s.most,
	}
	if end < k {
		pairs.Next = s.values[end]
	}
	limit := p.tolerated(pairs.Size)
	var residuals []float64
	weighed := vectors
	if p.Metric != nil {
		weighed = s.combine(look, &s.weighed)
	}
	for c := range look {
		r := rest.RawRowView(c)
		floats.AddScaled(r, -s.values[c], weighed.RawRowView(c))
		norm := floats.Norm(r, 2)
		if c < end {
			pairs.Residuals = append(pairs.Residuals, norm)
		}
		if norm <= limit {
			continue
		}
		if c < end || p.Equal != nil && c == end && norm > s.gap(p.Want-1, end)/2 {
			pairs.Converged = false
		}
		residuals = append(residuals, r...)
	}
	if residuals == nil {
		return pairs, nil, nil
	}
	return pairs, mat.NewDense(len(residuals)/p.N, p.N, residuals), nil
}

// gap is how far two values are apart.
func (s *space) gap(a, b int) float64 { return math.Abs(s.values[a] - s.values[b]) }

// diagonalize finds the eigenvectors of A in the basis.
func (s *space) diagonalize(ctx context.Context, smallest bool) error {
	k := s.basis.count
	t := mat.NewSymDense(k, nil)
	for j, row := range s.inner {
		for i, v := range row {
			t.SetSym(i, j, v)
		}
	}
	values, columns, err := dense.Eigen(ctx, t)
	if err != nil {
		return err
	}
	s.eigenvectors = mat.DenseCopyOf(columns.T())
	if !smallest {
		slices.Reverse(values)
		for i := range k / 2 {
			a, b := s.eigenvectors.RawRowView(i), s.eigenvectors.RawRowView(k-1-i)
			for j := range a {
				a[j], b[j] = b[j], a[j]
			}
		}
	}
	s.values = values
	return nil
}

// combine returns the k best approximations, or their products with A.
func (s *space) combine(k int, of *rows) *mat.Dense {
	dims := len(s.values)
	out := mat.NewDense(k, of.n, nil)
	out.Mul(s.eigenvectors.Slice(0, k, 0, dims), of.view(0, dims))
	return out
}

// shrink reduces the basis to the best approximations when the next block would make it too large.
func (s *space) shrink(p Problem, block *mat.Dense) {
	count, _ := block.Dims()
	if p.Restart == 0 || p.Restart >= s.most || s.basis.count+count <= p.Restart {
		return
	}
	k := max(p.Want, min(p.Restart-min(count, p.Restart/2), p.Want+2*p.Spare))
	k = min(k, s.basis.count)
	basis, images := s.combine(k, &s.basis), s.combine(k, &s.images)
	if p.Metric != nil {
		weighed := s.combine(k, &s.weighed)
		s.weighed.count = 0
		for c := range k {
			s.weighed.add(weighed.RawRowView(c))
		}
	}
	s.basis.count, s.images.count, s.inner = 0, 0, nil
	for c := range k {
		s.basis.add(basis.RawRowView(c))
		s.images.add(images.RawRowView(c))
		row := make([]float64, c+1)
		row[c] = s.values[c]
		s.inner = append(s.inner, row)
	}
}

// Block returns start vectors (count×n): the columns of start (n×any number, or nil), then random
// ones, the same at each call.
func Block(n, count int, start mat.Matrix) *mat.Dense {
	block := mat.NewDense(count, n, nil)
	rng := rand.New(rand.NewPCG(1, 2))
	given := 0
	if start != nil {
		_, given = start.Dims()
	}
	for c := range count {
		row := block.RawRowView(c)
		if c < given {
			mat.Col(row, c, start)
			continue
		}
		for l := range row {
			row[l] = rng.NormFloat64()
		}
	}
	return block
}
