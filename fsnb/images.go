package fsnb

import "fsnb.example/evaluation"

// Images shows samples of a data set of pictures: k of every class, or k in all when there are more
// than twenty classes or no labels. Named data sets have the shape of their pictures; for others
// set Dataset.Image.
func Images(d *Dataset, k int) *ImageGrid { return Must(evaluation.Images(d, k)) }

// ChosenPixels shows the pixels that rankings chose of pictures, each on the mean
// picture of d.
func ChosenPixels(d *Dataset, rankings ...*Ranking) *PixelMaps {
	return Must(evaluation.ChosenPixels(d, rankings...))
}
