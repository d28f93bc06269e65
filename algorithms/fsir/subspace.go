package fsir

import (
	"gonum.org/v1/gonum/floats"
)

// subspace is a space of a few dimensions in which the best point of the sphere is found exactly:
// an orthonormal basis, H times the basis, and the problem in its coordinates. After newSubspace it
// allocates nothing.
type subspace struct {
	n, most int
	e, he   [][]float64
	small
	before []float64 // coordinates of the previous answer
	keep   [][]float64
	strips []float64
}

const (
	// subspaceMost bounds the dimension of a subspace. A full one restarts with the answer, the
	// previous one, and subspaceTops top eigenvectors.
	subspaceMost = 12
	subspaceTops = 5
	// strip is the number of coordinates combined at a time.
	strip = 512
)

// newSubspace allocates memory for d coordinates.
func newSubspace(d int) *subspace {
	most := min(subspaceMost, d)
	b := &subspace{most: most, small: newSmall(most), before: make([]float64, most),
		strips: make([]float64, most*min(strip, d))}
	room := make([]float64, 2*most*d)
	for range most {
		b.e = append(b.e, room[:d:d])
		b.he = append(b.he, room[d:2*d:2*d])
		b.keep = append(b.keep, make([]float64, most))
		room = room[2*d:]
	}
	return b
}

// add appends x, a unit vector orthogonal to the basis, and hx = Hx.
func (b *subspace) add(x, hx []float64) {
	copy(b.e[b.n], x)
	copy(b.he[b.n], hx)
	b.t[b.n], b.before[b.n] = 0, 0
	b.n++
	b.multiply(b.n - 1)
}

// multiply computes row and column i of H in the subspace.
func (b *subspace) multiply(i int) {
	for j := range b.n {
		v := floats.Dot(b.e[j], b.he[i])
		b.h.Data[i*b.most+j], b.h.Data[j*b.most+i] = v, v
	}
}

// renew makes x, the answer, the first basis vector, with a recomputed hx.
func (b *subspace) renew(x, hx []float64) {
	if b.n == 0 {
		b.add(x, hx)
		b.t[0] = 1
		return
	}
	b.compress()
	copy(b.e[0], x)
	copy(b.he[0], hx)
	b.multiply(0)
}

// compress keeps the answer, which becomes the first basis vector, the previous one, and the top
// eigenvectors.
func (b *subspace) compress() {
	n, kept := b.n, 0
	take := func(value func(i int) float64) {
		row := b.keep[kept][:n]
		for i := range row {
			row[i] = value(i)
		}
		for range 3 {
			for _, other := range b.keep[:kept] {
				floats.AddScaled(row, -floats.Dot(row, other[:n]), other[:n])
			}
			size := floats.Norm(row, 2)
			if size < 1e-4 {
				return
			}
			floats.Scale(1/size, row)
		}
		kept++
	}
	take(func(i int) float64 { return b.t[i] })
	take(func(i int) float64 { return b.before[i] })
	for k := range min(subspaceTops, max(1, b.most/3), n) {
		take(func(i int) float64 { return b.vectors.Data[i*b.most+n-1-k] })
	}
	d := len(b.e[0])
	for lo := 0; lo < d; lo += strip {
		hi := min(lo+strip, d)
		for _, of := range [2][][]float64{b.e, b.he} {
			for k, row := range b.keep[:kept] {
				combine(b.strips[k*(hi-lo):(k+1)*(hi-lo)], row[:n], of, lo)
			}
			for k := range kept {
				copy(of[k][lo:hi], b.strips[k*(hi-lo):])
			}
		}
	}
	b.n = kept
	clear(b.t)
	clear(b.before)
	b.t[0] = 1
	for i := range kept {
		b.multiply(i)
	}
}

// combine sets dst to the weighted sum of vectors, from their coordinate lo on.
func combine(dst, weights []float64, vectors [][]float64, lo int) {
	clear(dst)
	for i, w := range weights {
		floats.AddScaled(dst, w, vectors[i][lo:lo+len(dst)])
	}
}

// best sets u to the best point of the subspace, and hu to Hu.
func (b *subspace) best(u, hu, g []float64, radius float64) {
	copy(b.before, b.t)
	for i := range b.n {
		b.g[i] = floats.Dot(b.e[i], g)
	}
	b.solve(b.n, radius)
	for lo := 0; lo < len(u); lo += strip {
		hi := min(lo+strip, len(u))
		combine(u[lo:hi], b.t[:b.n], b.e, lo)
		combine(hu[lo:hi], b.t[:b.n], b.he, lo)
	}
}

// orthonormal makes x a unit vector orthogonal to the basis, with the same operations on hx if that
// is not nil, and project on x otherwise. It returns false if too little of x is left.
func (b *subspace) orthonormal(x, hx []float64, project func([]float64)) bool {
	scale := func(by float64) {
		floats.Scale(by, x)
		if hx != nil {
			floats.Scale(by, hx)
		}
	}
	before := floats.Norm(x, 2)
	if before == 0 {
		return false
	}
	scale(1 / before)
	for range 2 {
		if hx == nil {
			project(x)
		}
		for i, e := range b.e[:b.n] {
			along := floats.Dot(x, e)
			floats.AddScaled(x, -along, e)
			if hx != nil {
				floats.AddScaled(hx, -along, b.he[i])
			}
		}
	}
	left := floats.Norm(x, 2)
	if left < 1e-4 {
		return false
	}
	scale(1 / left)
	return true
}
