package evaluation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/origin"
)

const (
	// maxImageClasses is the largest number of classes for which Images shows each class.
	maxImageClasses = 20
	// maxImages is the largest number of pictures of Images, and maxImagesClass
	// that of a class.
	maxImages, maxImagesClass = 400, 40
)

// ImageGrid holds some samples of a data set of pictures.
type ImageGrid struct {
	About    `plain:",-d,-warnings"`
	History  []string `plain:",first"`
	Height   int      `plain:",first"` // of a picture
	Width    int      `plain:",first"`
	Classes  int      // of the data set; 0 without labels
	PerClass bool     // K pictures of every class, else K in all
	K        int      // as requested; a class may have fewer
	Images   []Image  // class by class when there are K of each
	Min, Max float64  // of the pixels shown
}

// Image is a sample that is a picture.
type Image struct {
	Sample int // row of the data set
	Class  string
	Pixels []float64 // row by row from the upper left
}

// Images takes k pictures of every class of d, evenly spread over its samples in their order. Of
// more than 20 classes, and without labels, it takes k pictures in all: one of each of
// k classes evenly spread over them, or k of the samples. It returns an error when the samples are
// not pictures, or k is not between 1 and the limit (400 pictures in all, 40 of a class).
func Images(d *datasets.Dataset, k int) (*ImageGrid, error) {
	if err := checkImages(d); err != nil {
		return nil, err
	}
	var members [][]int
	for c := range d.Classes {
		var of []int
		for i, y := range d.Y {
			if y == c {
				of = append(of, i)
			}
		}
		if of != nil {
			members = append(members, of)
		}
	}
	g := &ImageGrid{
		About: about(d), History: d.History, Height: d.Image.Height, Width: d.Image.Width,
		Classes: len(members), K: k,
		PerClass: len(members) > 0 && len(members) <= maxImageClasses,
	}
	most := maxImages
	if g.PerClass {
		most = min(maxImagesClass, maxImages/len(members))
	}
	if k < 1 || k > most {
		return nil, fmt.Errorf("k = %d pictures; give 1 to %d", k, most)
	}
	for _, i := range g.choose(members) {
		if err := g.add(d, i); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// choose returns the samples to show.
func (g *ImageGrid) choose(members [][]int) (samples []int) {
	switch {
	case g.PerClass:
		for _, of := range members {
			for _, at := range spread(len(of), g.K) {
				samples = append(samples, of[at])
			}
		}
		return samples
	case g.Classes >= g.K:
		for _, c := range spread(g.Classes, g.K) {
			samples = append(samples, members[c][0])
		}
		return samples
	}
	return spread(g.N, g.K)
}

// spread returns up to k of the indices below n, from 0 on at even distances.
func spread(n, k int) []int {
	k = min(n, k)
	out := make([]int, k)
	for i := range out {
		out[i] = i * n / k
	}
	return out
}

func (g *ImageGrid) add(d *datasets.Dataset, i int) error {
	img := Image{Sample: i}
	err := storage.Guard(func() {
		x := d.Matrix().Rows(i, i+1, new(storage.Buffer))
		img.Pixels = upright(x.RawRowView(0), d.Image)
	})
	if err != nil {
		return err
	}
	if d.Labeled() {
		img.Class = d.Classes[d.Y[i]]
	}
	lo, hi := slices.Min(img.Pixels), slices.Max(img.Pixels)
	if g.Images == nil {
		g.Min, g.Max = lo, hi
	}
	g.Min, g.Max = min(g.Min, lo), max(g.Max, hi)
	g.Images = append(g.Images, img)
	return nil
}

// upright returns the pixels row by row.
func upright(features []float64, s datasets.ImageShape) []float64 {
	out := make([]float64, 0, s.Pixels())
	for row := range s.Height {
		for col := range s.Width {
			out = append(out, features[s.Column(row, col)])
		}
	}
	return out
}

func checkImages(d *datasets.Dataset) error {
	if err := d.Check(); err != nil {
		return err
	}
	if d.Image == (datasets.ImageShape{}) {
		return errors.New(
			"the samples are no pictures; set Image to the shape of theirs, such as " +
				"ImageShape{Height: 32, Width: 32}")
	}
	return d.CheckFinite()
}

// PixelMaps are the positions of the features of rankings in the pictures of a data set.
type PixelMaps struct {
	About   `plain:",-d"`
	History []string  `plain:",first"`
	Height  int       `plain:",first"`
	Width   int       `plain:",first"`
	Mean    []float64 // picture, row by row from the upper left
	Panels  []PixelMap
}

// PixelMap is the pixels of one ranking.
type PixelMap struct {
	Label  string
	Pixels []int // places in Mean, best first
}

// ChosenPixels finds the pixels that each ranking chose of d, and the mean of all pictures to show
// them on. It returns an error when the samples are not pictures, or a ranking does not belong to
// d. The cost is O(nd).
func ChosenPixels(d *datasets.Dataset, rankings ...*algorithms.Ranking) (*PixelMaps, error) {
	if err := checkImages(d); err != nil {
		return nil, err
	}
	if err := checkRankings(d, rankings); err != nil {
		return nil, err
	}
	m := &PixelMaps{
		About: about(d, rankings...), History: d.History,
		Height: d.Image.Height, Width: d.Image.Width,
	}
	labels := origin.Labels(rankings)
	const block = 1024
	mean := make([]float64, d.D())
	if err := storage.EachBlock(context.Background(), d.Matrix(), 0, block,
		func(b *mat.Dense, lo, hi int) {
			for i := range d.N() {
				for j, v := range b.RawRowView(i) {
					mean[lo+j] += v / float64(d.N())
				}
			}
		}); err != nil {
		return nil, err
	}
	m.Mean = upright(mean, d.Image)
	place := make([]int, d.D()) // of each feature in the mean picture
	for row := range m.Height {
		for col := range m.Width {
			place[d.Image.Column(row, col)] = row*m.Width + col
		}
	}
	for i, r := range rankings {
		p := PixelMap{Label: labels[i]}
		for _, j := range r.Features {
			p.Pixels = append(p.Pixels, place[j])
		}
		m.Panels = append(m.Panels, p)
	}
	return m, nil
}

// ShowOn shows the pictures on a screen that has ShowImages: see display.Showable.
func (g *ImageGrid) ShowOn(screen any) {
	screen.(interface{ ShowImages(*ImageGrid) }).ShowImages(g)
}

// ShowOn shows the pictures on a screen that has ShowChosenPixels: see display.Showable.
func (m *PixelMaps) ShowOn(screen any) {
	screen.(interface{ ShowChosenPixels(*PixelMaps) }).ShowChosenPixels(m)
}
