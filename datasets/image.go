package datasets

import "fmt"

// ImageShape says that each sample is a picture of Height×Width pixels, one
// feature a pixel. The zero value says that samples are no pictures.
type ImageShape struct {
	Height, Width int
	// ByRow tells that the pixels follow one another along the rows of the
	// picture; else down its columns, as MATLAB keeps them.
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
		return fmt.Errorf("the image shape is %d×%d; give a height and a width, or none", s.Height, s.Width)
	case s.Height > d || s.Width > d || s.Pixels() != d: // in this order, no product overflows
		return fmt.Errorf("images of %d×%d pixels for %d features; give the shape of the images, or none", s.Height, s.Width, d)
	}
	return nil
}

// imageShapes are the pictures among the data sets that have a name, each seen
// upright in this shape; of PalmData25 nobody can tell by looking.
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

// setImage gives a data set that goes by a name the shape of its pictures, unless
// it was read without some of its pixels.
func (d *Dataset) setImage(name string) {
	if s := imageShapes[name]; s.Pixels() == d.D() {
		d.Image = s
	}
}
