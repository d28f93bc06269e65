package fsnb

// Standardize returns a copy of d whose features have zero mean and unit
// variance (with n-1); constant columns become 0. Methods that depend on the
// scale of the columns (variance, the Laplacian score's graph, trace ratio) then
// treat all features alike.
func Standardize(d *Dataset) *Dataset { return Must(d.Standardize()) }

// Center returns a copy of d whose features have zero mean.
func Center(d *Dataset) *Dataset { return Must(d.Center()) }

// MinMax returns a copy of d whose features run from 0 to 1; constant columns
// become 0.
func MinMax(d *Dataset) *Dataset { return Must(d.MinMax()) }

// UnitNorm returns a copy of d whose samples have a Euclidean norm of 1; samples of zeros are not
// changed.
func UnitNorm(d *Dataset) *Dataset { return Must(d.UnitNorm()) }

// Log returns a copy of d with the natural logarithm of the named features, or of the continuous
// target without names. Values of 0 and below are an error.
func Log(d *Dataset, features ...string) *Dataset { return Must(d.Log(features...)) }

// Ranks returns a copy of d with the ranks of the values of the named features, or of the
// continuous target without names; equal values share the mean of their ranks.
func Ranks(d *Dataset, features ...string) *Dataset { return Must(d.Ranks(features...)) }

// TakeClasses returns the samples of the named classes of d, and only these classes.
func TakeClasses(d *Dataset, names ...string) *Dataset { return Must(d.TakeClasses(names...)) }

// TakeFeatures returns the named features of d, in that order.
func TakeFeatures(d *Dataset, names ...string) *Dataset { return Must(d.TakeFeatures(names...)) }

// Subsample returns n random samples of d, stratified by class, at least one of each. The same seed
// gives the same samples.
func Subsample(d *Dataset, n int, seed uint64) *Dataset { return Must(d.Subsample(n, seed)) }

// SubsampleFeatures returns k random features of d. The same seed gives the same features.
func SubsampleFeatures(d *Dataset, k int, seed uint64) *Dataset {
	return Must(d.SubsampleFeatures(k, seed))
}

// Downscale returns d with smaller pictures, each pixel the mean of the area that it covers. It
// requires Dataset.Image.
func Downscale(d *Dataset, height, width int) *Dataset { return Must(d.Downscale(height, width)) }
