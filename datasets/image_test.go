package datasets

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

func TestImageShape(t *testing.T) {
	// A picture of two rows and three columns.
	for _, c := range []struct {
		shape ImageShape
		want  []int
	}{
		{ImageShape{2, 3, true}, []int{0, 1, 2, 3, 4, 5}},
		{ImageShape{2, 3, false}, []int{0, 2, 4, 1, 3, 5}},
	} {
		var got []int
		for row := range 2 {
			for col := range 3 {
				got = append(got, c.shape.Column(row, col))
			}
		}
		must.Items(t, got, c.want, "%v: pixels from the upper left are features", c.shape)
	}
	must.Is(t, (ImageShape{}).Pixels(), 0, "no picture has pixels")
}

func TestImageShapeIsChecked(t *testing.T) {
	d := must.Get(Load("digits", Options{}))(t)
	if want := (ImageShape{8, 8, true}); d.Image != want {
		t.Fatalf("digits are pictures of shape %v, want %v", d.Image, want)
	}
	const wide = 1 << (bits.UintSize / 2) // wide times wide is more than an int holds
	for _, c := range []struct {
		shape ImageShape
		want  string
	}{
		{ImageShape{}, ""},
		{ImageShape{4, 16, false}, ""},
		{ImageShape{8, 7, true},
			"images of 8×7 pixels for 64 features; give the shape of the images, or none"},
		{ImageShape{wide, wide, true},
			fmt.Sprintf("images of %d×%d pixels for 64 features; give the shape of the images, "+
				"or none", wide, wide)},
		{ImageShape{8, 0, true}, "the image shape is 8×0; give a height and a width, or none"},
		{ImageShape{-8, -8, true}, "the image shape is -8×-8; give a height and a width, or none"},
		{ImageShape{math.MinInt, 0, true},
			fmt.Sprintf("the image shape is %d×0; give a height and a width, or none",
				math.MinInt)},
	} {
		e := *d
		e.Image = c.shape
		err := e.Check()
		if c.want == "" {
			if err != nil {
				t.Errorf("%v: %v", c.shape, err)
			}
			continue
		}
		wantError(t, err, c.want)
	}
}

// Samples stay pictures as long as all pixels are there, and the shape is no
// part of what methods see.
func TestImageShapeIsKept(t *testing.T) {
	d := must.Get(Load("digits", Options{}))(t)
	if rows := must.Get(d.Rows([]int{3, 1}))(t); rows.Image != d.Image {
		t.Errorf("two samples are pictures of shape %v", rows.Image)
	}
	if some := must.Get(d.Take([]int{3, 1}))(t); some.Image != (ImageShape{}) {
		t.Errorf("two pixels are pictures of shape %v", some.Image)
	}
	e := *d
	e.Image = ImageShape{}
	must.Is(t, e.Hash(), d.Hash(), "the shape of the images changes the hash")
}

// needSet skips a test without the file of a named set.
func needSet(t *testing.T, name string) {
	t.Helper()
	e := must.Get(Find(name))(t)
	if !e.BuiltIn() {
		realdata.Need(t, e.File.Name)
	}
}

// Neighbors in a picture are alike: in the shape of the table the pixels differ
// less than in any wrong one. Which way is up was seen by eye.
func TestRealImageShapes(t *testing.T) {
	for name, shape := range imageShapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			needSet(t, name)
			d := must.Get(Load(name, Options{}))(t)
			if d.Image != shape {
				t.Fatalf("loaded with shape %v, want %v", d.Image, shape)
			}
			right := roughness(d, shape)
			for h := 2; h <= d.D()/2; h++ { // a line has neighbors on two sides only
				if d.D()%h != 0 {
					continue
				}
				wrong := ImageShape{h, d.D() / h, shape.ByRow}
				if wrong != shape && roughness(d, wrong) <= right {
					t.Errorf("pixels differ by %v from their neighbors, by %v in images of %d×%d",
						right, roughness(d, wrong), wrong.Height, wrong.Width)
				}
			}
		})
	}
}

// roughness is the mean difference of pixels from their neighbors on the right
// and below.
func roughness(d *Dataset, s ImageShape) float64 {
	sum, pairs := 0.0, 0
	for i := 0; i < d.N(); i += max(1, d.N()/50) {
		row := d.X.RawRowView(i)
		for r := range s.Height {
			for c := range s.Width {
				if r+1 < s.Height {
					sum += math.Abs(row[s.Column(r, c)] - row[s.Column(r+1, c)])
					pairs++
				}
				if c+1 < s.Width {
					sum += math.Abs(row[s.Column(r, c)] - row[s.Column(r, c+1)])
					pairs++
				}
			}
		}
	}
	return sum / float64(pairs)
}
