package datasets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/moments"
	"fsnb.example/internal/visible"
)

// Standardize returns a copy of d with x → (x - mean)/SD in every feature (SD with n-1): zero mean
// and unit variance; constant features become 0. It returns an error when d fails Check or
// CheckFinite, or the difference of a feature's values overflows. The cost is three passes, O(nd).
func (d *Dataset) Standardize() (*Dataset, error) {
	return d.changed("standardized to zero mean and unit variance", func(x *mat.Dense) {
		n, p := x.Dims()
		mean, sd := moments.Columns(n, p, x.RawRowView)
		eachRow(x, func(row []float64) {
			for j := range row {
				row[j] -= mean[j]
				if sd[j] > 0 {
					row[j] /= sd[j]
				}
			}
		})
	})
}

// Center returns a copy of d with x → x - mean in every feature; constant
// features become 0. Errors and cost are those of Standardize.
func (d *Dataset) Center() (*Dataset, error) {
	return d.changed("centered to zero mean", func(x *mat.Dense) {
		n, p := x.Dims()
		mean, _ := moments.Columns(n, p, x.RawRowView)
		eachRow(x, func(row []float64) {
			for j := range row {
				row[j] -= mean[j]
			}
		})
	})
}

// MinMax returns a copy of d with x → (x - min)/(max - min) in every feature: the smallest value
// becomes 0, the largest 1; constant features become 0. It returns an error when d fails Check or
// CheckFinite. The cost is two passes, O(nd).
func (d *Dataset) MinMax() (*Dataset, error) {
	return d.changed("scaled each feature to the range from 0 to 1", func(x *mat.Dense) {
		least, most := slices.Clone(x.RawRowView(0)), slices.Clone(x.RawRowView(0))
		eachRow(x, func(row []float64) {
			for j, v := range row {
				least[j], most[j] = min(least[j], v), max(most[j], v)
			}
		})
		eachRow(x, func(row []float64) {
			for j, v := range row {
				width := most[j] - least[j]
				switch {
				case width == 0:
					row[j] = 0
				case math.IsInf(width, 0): // halves do not overflow
					row[j] = (v/2 - least[j]/2) / (most[j]/2 - least[j]/2)
				default:
					row[j] = (v - least[j]) / width
				}
			}
		})
	})
}

// UnitNorm returns a copy of d with x → x/‖x‖ in every sample (a row, its Euclidean norm); samples
// of zeros are not changed, and are counted in the history. It returns an error when d fails Check
// or CheckFinite. The cost is O(nd).
func (d *Dataset) UnitNorm() (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	zeros := 0
	if x, ok := d.Stored.(*storage.Sparse); ok {
		if err := d.CheckFinite(); err != nil {
			return nil, err
		}
		out, zeros := d.unitNormStored(x)
		out.withoutCodes("scaling samples to unit norm")
		if zeros > 0 {
			out.History[len(out.History)-1] += fmt.Sprintf(", but %d of zeros", zeros)
		}
		return out, nil
	}
	out, err := d.changed("scaled each sample to unit norm", func(x *mat.Dense) {
		eachRow(x, func(row []float64) {
			if !toUnitNorm(row) {
				zeros++
			}
		})
	})
	if err == nil {
		out.withoutMissing("samples were scaled to unit norm")
		out.withoutCodes("scaling samples to unit norm")
	}
	if err == nil && zeros > 0 {
		out.History[len(out.History)-1] += fmt.Sprintf(", but %d of zeros", zeros)
	}
	return out, err
}

// toUnitNorm divides a row by its norm; it returns false for a row of zeros.
func toUnitNorm(row []float64) bool {
	largest := 0.0
	for _, v := range row {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return false
	}
	u := unit(largest)
	sum := 0.0
	for j := range row {
		row[j] *= u // squares can no longer overflow or vanish
		sum += float64(row[j] * row[j])
	}
	norm := math.Sqrt(sum)
	for j := range row {
		row[j] /= norm
	}
	return true
}

func eachRow(x *mat.Dense, f func(row []float64)) {
	n, _ := x.Dims()
	for i := range n {
		f(x.RawRowView(i))
	}
}

// changed returns a copy of d with its values changed.
func (d *Dataset) changed(history string, change func(x *mat.Dense)) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := d.NeedDense(); err != nil {
		return nil, fmt.Errorf("the data are not %s: %w", history, err)
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	out := *d
	out.X = mat.DenseCopyOf(d.X)
	change(out.X)
	if _, j, found := out.FirstNonFinite(); found {
		return nil, fmt.Errorf("feature %s cannot be %s: its values are too large; divide it by "+
			"a power of ten first", visible.Name(d.Features[j]), history)
	}
	out.History = append(slices.Clone(d.History), history)
	return &out, nil
}
