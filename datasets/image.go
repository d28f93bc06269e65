package datasets

import "fmt"

// ImageShape declares that each sample is a picture of Height×Width pixels, one feature a pixel.
// The zero value means that samples are not pictures.
type ImageShape struct {
	Height, Width int
	// ByRow means that the pixels follow one another along the rows of the picture; otherwise down
	// its columns, as in MATLAB.
	ByRow bool
}

// Pixels returns the number of features of such a picture, 0 for none.
func (s ImageShape) Pixels() int { return s.Height * s.Width }

// Column returns the feature of the pixel in a row and a column of the picture,
// both counted from 0 at the upper left.
func (s ImageShape) Column(row, col int) int {
	if s.ByRow {
		return row*s.Width + col
	}
	return col*s.Height + row
}

// check returns an error unless the shape is that of d features, or of none.
func (s ImageShape) check(d int) error {
	switch {
	case s.Height == 0 && s.Width == 0:
		return nil
	case s.Height < 1 || s.Width < 1:
		return fmt.Errorf("the image shape is %d×%d; give a height and a width, or none", s.Height,
			s.Width)
	case s.Height > d || s.Width > d || s.Pixels() != d: // in this order, products do not overflow
		return fmt.Errorf("images of %d×%d pixels for %d features; give the shape of the "+
			"images, or none", s.Height, s.Width, d)
	}
	return nil
}

// imageShapes are the shapes of the named data sets of pictures, each verified by looking; for
// PalmData25 that is not possible.
var imageShapes = map[string]ImageShape{
	"digits":     {8, 8, true},
	"COIL20":     {32, 32, false},
	"ORL":        {32, 32, false},
	"ORL_28x23":  {28, 23, false},
	"UMIST":      {28, 23, false},
	"warpAR10P":  {60, 40, false},
	"warpPIE10P": {55, 44, false},
	"pixraw10P":  {100, 100, false},
	"orlraws10P": {112, 92, false},
	"BINALPHA":   {20, 16, false},
	"PalmData25": {16, 16, false},
}

// setImage sets the shape of the pictures of a named data set, unless it was read without some of
// its pixels.
func (d *Dataset) setImage(name string) {
	if s := imageShapes[name]; s.Pixels() == d.D() {
		d.Image = s
	}
}
