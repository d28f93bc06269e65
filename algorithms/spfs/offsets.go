package spfs

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

// fewOthers bounds the values that differ from the base: at most one in fewOthers. Word counts, for
// example, are 0 in most documents.
const fewOthers = 4

// offsets is a column most of whose values are equal: base·1 plus added at some places. Other
// columns have dense instead.
type offsets struct {
	base   float64
	places []int32
	added  []float64
	dense  []float64
}

// newOffsets finds the most frequent value of f by the majority vote of Boyer and Moore.
func newOffsets(f []float64) offsets {
	var base float64
	votes := 0
	for _, v := range f {
		switch {
		case votes == 0:
			base, votes = v, 1
		case v == base:
			votes++
		default:
			votes--
		}
	}
	others := 0
	for _, v := range f {
		if v != base {
			if others++; others > len(f)/fewOthers {
				return offsets{dense: f}
			}
		}
	}
	o := offsets{base: base, places: make([]int32, 0, others), added: make([]float64, 0, others)}
	for i, v := range f {
		if v != base {
			o.places, o.added = append(o.places, int32(i)), append(o.added, v-base)
		}
	}
	return o
}

// offsets returns the columns of some features as offsets, by feature.
func (c *columns) offsets(ctx context.Context, features []int, workers int) ([]offsets, error) {
	out := make([]offsets, len(c.data)/c.n)
	err := parallel.For(ctx, workers, len(features), columnBlock, func(lo, hi int) {
		for _, j := range features[lo:hi] {
			out[j] = newOffsets(c.at(j))
		}
	})
	return out, err
}

// dot is f'v; sum is the sum of v.
func (o *offsets) dot(v []float64, sum float64) float64 {
	if o.dense != nil {
		return floats.Dot(o.dense, v)
	}
	sum *= o.base
	for i, place := range o.places {
		sum += o.added[i] * v[place]
	}
	return sum
}

// addTo adds by·f to v, except for a constant, short, which the caller adds to all entries.
func (o *offsets) addTo(v []float64, by float64) (short float64) {
	if o.dense != nil {
		floats.AddScaled(v, by, o.dense)
		return 0
	}
	for i, place := range o.places {
		v[place] += by * o.added[i]
	}
	return by * o.base
}
