// Package information selects features by the mutual information of coded features:
// Σ p(a, b) log₂ p(a, b)/(p(a)p(b)) over the codes a and b of two features, or of a
// feature and the classes.
package information

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
)

const (
	codingDoc = "levels cuts at mean ± sd/2, width makes bins of equal width, frequency bins of " +
		"equal counts, mdl the cuts of Fayyad and Irani"
	binsDoc       = "number of bins of coding=width and coding=frequency, 2 to 256; 0 means 10"
	relevanceDoc  = "precomputed relevance of each feature; from Go only"
	redundancyDoc = "precomputed redundancy of all pairs of features, d×d; from Go only"
)

// Coding is a way to turn numbers into codes.
type Coding string

const (
	// Levels has three codes: below mean - sd/2, above mean + sd/2, between
	// (sd with divisor n-1). A value within rounding (ties.Slack) of an edge is between.
	Levels Coding = "levels"
	// Width divides the range of a feature into bins of equal width: the code is
	// min(bins-1, ⌊bins·(x - min)/(max - min)⌋). A value within rounding (ties.Slack) of an edge
	// is in the bin above it.
	Width Coding = "width"
	// Frequency makes bins of about equal numbers of samples: the code is
	// ⌊bins·(samples below x)/n⌋, the same for equal values.
	Frequency Coding = "frequency"
	// MDL cuts where the classes change, as long as the description length of the
	// classes falls (Fayyad, Irani 1993). It needs labels. A feature without a cut has one
	// code.
	MDL Coding = "mdl"
)

// Choices returns the codings, the default first.
func (Coding) Choices() []string {
	return []string{string(Levels), string(Width), string(Frequency), string(MDL)}
}

// mostCodes is the number of codes that fit into a byte.
const mostCodes = 256

// Codes are the codes of all features, column by column: n bytes each.
type Codes struct {
	N        int
	Codes    []uint8
	Count    []int // number of codes of a feature: 1 above the largest
	Constant []int // columns of one value
}

// Column returns the codes of feature j.
func (c *Codes) Column(j int) []uint8 { return c.Codes[j*c.N : (j+1)*c.N] }

// Code codes every column of d; bins is for Width and Frequency. It returns an error when bins is
// not between 2 and 256, when the range of a column overflows, and when the context ends. The cost
// is O(nd), or O(nd log n) for Frequency and MDL.
func Code(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int) (
	*Codes, error) {
	if bins < 2 || bins > mostCodes {
		return nil, fmt.Errorf("bins = %d; give 2 to %d", bins, mostCodes)
	}
	n, p := d.N(), d.D()
	c := &Codes{N: n, Codes: make([]uint8, n*p), Count: make([]int, p)}
	constant := make([]bool, p)
	const block = 64
	err := parallel.For(ctx, workers, p, block, func(lo, hi int) {
		values := make([]float64, n*(hi-lo)) // by column
		for i := range n {
			for j, v := range d.X.RawRowView(i)[lo:hi] {
				values[j*n+i] = v
			}
		}
		for j := lo; j < hi; j++ {
			f := values[(j-lo)*n:][:n]
			least, most := f[0], f[0]
			for _, v := range f {
				if v < least {
					least = v
				}
				if v > most {
					most = v
				}
			}
			width := most - least
			switch {
			case width == 0:
				constant[j], c.Count[j] = true, 1
			case math.IsInf(width, 1):
				c.Count[j] = 0
			default:
				c.Count[j] = codeColumn(c.Column(j), f, least, width, d, coding, bins)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for j, is := range constant {
		if is {
			c.Constant = append(c.Constant, j)
		} else if c.Count[j] == 0 {
			return nil, fmt.Errorf(
				"column %d (%s): the range of its values overflows; divide the column by a "+
					"constant", j, d.Features[j])
		}
	}
	return c, nil
}

// codeColumn codes the values f and returns the number of codes. It may change f.
func codeColumn(codes []uint8, f []float64, least, width float64, d *datasets.Dataset,
	coding Coding, bins int) int {
	switch coding {
	case Width:
		for i, v := range f {
			above := v - least + onEdge(v, least, width/float64(bins))
			codes[i] = uint8(min(bins-1, int(float64(bins)*(above/width))))
		}
		return bins
	case Frequency:
		sorted := slices.Clone(f)
		slices.Sort(sorted)
		for i, v := range f {
			below, _ := slices.BinarySearch(sorted, v)
			codes[i] = uint8(bins * below / len(f))
		}
		return bins
	case MDL:
		cuts := mdlCuts(f, d.Y, len(d.Classes))
		for i, v := range f {
			at, _ := slices.BinarySearch(cuts, v) // a cut is the first value above it
			if at < len(cuts) && cuts[at] == v {
				at++
			}
			codes[i] = uint8(at)
		}
		return len(cuts) + 1
	}
	levels(codes, f, least, width)
	return 3
}

// onEdge returns the distance from an edge up to which a value counts as on it, the size of
// rounding errors. It is at most a thousandth of a bin, so that values of few digits keep their
// bin.
func onEdge(v, least, part float64) float64 {
	return min(ties.Slack(v-least, max(math.Abs(v), math.Abs(least))), part/1000)
}

// levels codes by mean ± sd/2 and changes f.
func levels(codes []uint8, f []float64, least, width float64) {
	// Values on an edge are between, regardless of rounding in the sums.
	edge := onEdge(least+width, least, width) / width
	var mean, square float64
	for i, v := range f {
		f[i] = (v - least) / width // squares of these neither overflow nor underflow
		mean += f[i]
	}
	n := float64(len(f))
	mean /= n
	for _, v := range f {
		square += (v - mean) * (v - mean)
	}
	sd := math.Sqrt(square / (n - 1))
	low, high := mean-sd/2-edge, mean+sd/2+edge
	codes = codes[:len(f)]
	for i, v := range f {
		c := uint8(1) // without branches, which would be mispredicted
		if v < low {
			c = 0
		}
		if v > high {
			c = 2
		}
		codes[i] = c
	}
}
