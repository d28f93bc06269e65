package datasets

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Downscale returns d with smaller pictures: each pixel of the height×width ones is the mean of the
// area that it covers, with partial pixels weighted by their part. Where the sizes divide it is the
// mean of a block of pixels, correctly rounded for whole numbers. The features are called
// pixel_0_0, pixel_0_1, … after the row and the column of their pixel.
//
// It returns an error when the samples are not pictures, or the new size is not between 1×1 and
// theirs. The cost is O(nd).
func (d *Dataset) Downscale(height, width int) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	from := d.Image
	switch {
	case from == ImageShape{}:
		return nil, errors.New("the samples are no pictures; set Image to the shape of theirs, " +
			"such as ImageShape{Height: 32, Width: 32}")
	case height < 1 || width < 1 || height > from.Height || width > from.Width:
		return nil, fmt.Errorf("pictures of %d×%d pixels cannot be scaled down to %d×%d; give "+
			"1×1 to %d×%d", from.Height, from.Width, height, width, from.Height, from.Width)
	}
	out := *d
	out.Image = ImageShape{height, width, from.ByRow}
	out.Features = pixelNames(out.Image)
	out.Truth = nil
	out.withoutMissing("pictures were scaled down")
	out.withoutCodes("scaling pictures down")
	out.X = mat.NewDense(d.N(), height*width, nil)
	rows, cols := coverings(from.Height, height), coverings(from.Width, width)
	for i := range d.N() {
		shrink(out.X.RawRowView(i), d.X.RawRowView(i), out.Image, from, rows, cols)
	}
	if _, j, found := out.FirstNonFinite(); found {
		return nil, fmt.Errorf("%s cannot be averaged: its values are too large; divide the "+
			"data by a power of ten first", out.Features[j])
	}
	out.History = append(slices.Clone(d.History), fmt.Sprintf("scaled pictures down from %d×%d "+
		"to %d×%d pixels by means of areas", from.Height, from.Width, height, width))
	return &out, nil
}

// covering is the range of old pixels that one new pixel covers along a side: pixels from first on,
// with the weight of each.
type covering struct {
	first int
	parts []int
}

// coverings divides a side of from pixels among to. The weights are whole numbers; all coverings
// have the same sum.
func coverings(from, to int) []covering {
	g := gcd(from, to)
	unit, share := to/g, from/g // the parts of an old and of a new pixel
	out := make([]covering, to)
	for k := range out {
		lo, hi := k*share, (k+1)*share
		out[k].first = lo / unit
		for i := out[k].first; i*unit < hi; i++ {
			out[k].parts = append(out[k].parts, min(hi, (i+1)*unit)-max(lo, i*unit))
		}
	}
	return out
}

// shrink writes the means of one picture.
func shrink(dst, src []float64, to, from ImageShape, rows, cols []covering) {
	for r, down := range rows {
		for c, across := range cols {
			sum, area := 0.0, 0
			for a, high := range down.parts {
				for b, wide := range across.parts {
					v := src[from.Column(down.first+a, across.first+b)]
					sum += float64(float64(high*wide) * v)
					area += high * wide
				}
			}
			dst[to.Column(r, c)] = sum / float64(area)
		}
	}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
