package stationary

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Imaged is a Function with C = F'F for a matrix F of few rows.
type Imaged interface {
	// Image returns vF' for each row of v.
	Image(v *mat.Dense) *mat.Dense
	// AtImage is At for a w with a known image.
	AtImage(w, image *mat.Dense) Point
}

// ImagedPoint is a Point of such a function, where products share those with F.
type ImagedPoint interface {
	// Constrained is Constraint of the W of the point.
	Constrained() *mat.Dense
	// Own is the image of W.
	Own() *mat.Dense
	// InverseImage is Inverse, with the images of the products.
	InverseImage() (func(v *mat.Dense) (out, image *mat.Dense), error)
	// Bent returns Curvature(v) - Λ·Constraint(v) for a v with that image, Λ the multiplier (m×m).
	Bent(v, image, multiplier *mat.Dense) *mat.Dense
}

// imaged are rows and their images, which are nil where the function has none.
type imaged struct{ v, image *mat.Dense }

// inverse multiplies rows by M⁻¹.
type inverse func(v *mat.Dense) imaged

func inverseOf(p Point) (inverse, error) {
	if p, ok := p.(ImagedPoint); ok {
		f, err := p.InverseImage()
		return func(v *mat.Dense) imaged {
			out, image := f(v)
			return imaged{out, image}
		}, err
	}
	f, err := p.Inverse()
	return func(v *mat.Dense) imaged { return imaged{v: f(v)} }, err
}

// each calls f for the rows of a and b, and for their images.
func (a imaged) each(b imaged, f func(a, b *mat.Dense)) {
	f(a.v, b.v)
	if a.image != nil {
		f(a.image, b.image)
	}
}

// add sets a to a + s·b.
func (a imaged) add(s float64, b imaged) { a.each(b, func(a, b *mat.Dense) { add(a, s, b) }) }

func (a imaged) scale(s float64) { a.each(a, func(a, _ *mat.Dense) { a.Scale(s, a) }) }

// flat are the numbers of a.v, then those of a.image.
func (a imaged) flat() []float64 {
	if a.image == nil {
		return a.v.RawMatrix().Data
	}
	return slices.Concat(a.v.RawMatrix().Data, a.image.RawMatrix().Data)
}

// rows copies the rows lo to hi-1.
func (a imaged) rows(lo, hi int) (out imaged) {
	part := func(a *mat.Dense) *mat.Dense {
		_, n := a.Dims()
		return mat.DenseCopyOf(a.Slice(lo, hi, 0, n))
	}
	if out.v = part(a.v); a.image != nil {
		out.image = part(a.image)
	}
	return out
}
