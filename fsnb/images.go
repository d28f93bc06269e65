package fsnb

import "fsnb.example/evaluation"

// Images shows samples of a data set of pictures: k of every class, or k in all
// when there are more than twenty classes or no labels. Data sets of pictures that
// have a name know their shape; that of others is Dataset.Image.
func Images(d *Dataset, k int) *evaluation.ImageGrid { return Must(evaluation.Images(d, k)) }

// ChosenPixels shows the pixels that rankings chose of pictures, each on the mean
// picture of d.
func ChosenPixels(d *Dataset, rankings ...*Ranking) *evaluation.PixelMaps {
	return Must(evaluation.ChosenPixels(d, rankings...))
}
