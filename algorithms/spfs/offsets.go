package spfs

import "gonum.org/v1/gonum/floats"

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

// newOffsets finds the offsets of f.
func newOffsets(f []float64) offsets {
	base, others := majority(f)
	if others > len(f)/fewOthers {
		return offsets{dense: f}
	}
	return offsetsFrom(f, base, make([]int32, 0, others), make([]float64, 0, others))
}

// majority finds the most frequent value of f by the vote of Boyer and Moore, if there is one of
// more than half, and counts the others; if there are many, it stops.
func majority(f []float64) (base float64, others int) {
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
	for _, v := range f {
		if v != base {
			if others++; others > len(f)/fewOthers {
				break
			}
		}
	}
	return base, others
}

// offsetsFrom appends the values other than base to places and added.
func offsetsFrom(f []float64, base float64, places []int32, added []float64) offsets {
	for i, v := range f {
		if v != base {
			places, added = append(places, int32(i)), append(added, v-base)
		}
	}
	return offsets{base: base, places: places, added: added}
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
